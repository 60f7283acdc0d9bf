"""The shipped page, unchanged, played in a real Chromium."""

from collections.abc import Callable

import pytest

from retro_pyramid.cards import deal
from retro_pyramid.rules import DRAW, open_positions, parse_position, rules_for
from retro_pyramid.screens.felt import Pictures
from retro_pyramid.session import Session
from tests.web.conftest import Sit
from tests.web.harness import Player

# Taking the first card that goes, the pyramid of this deal is cleared in 39 moves for 1575 points.
DEAL, SCORE = 2063, 1575
Hand = Callable[[Player, Session, int | None], None]


def by_mouse(player: Player, session: Session, slot: int | None) -> None:
    """Play a card (None: draw) by clicks: one selects, the next plays."""
    # On the deck first, so that the first click on a card can only select it.
    player.press("ArrowUp")
    x, y = Pictures.stock if slot is None else Pictures.slots[slot]
    for _ in range(1 if slot is None else 2):
        player.click(x + 32, y + 56)


def by_keys(player: Player, session: Session, slot: int | None) -> None:
    """Play a card (None: draw) with the arrow keys and Enter."""
    if slot is None:
        player.press("ArrowUp", "Enter")
    else:
        from_left = sorted(open_positions(session.state), key=lambda other: Pictures.slots[other][0])
        player.press("Home", *["ArrowRight"] * from_left.index(slot), "Enter")


def play_to_the_end(player: Player, hand: Hand) -> None:
    session = Session(rules_for("odm", {}), deal(DEAL), DEAL)
    player.press("Enter")  # The deal need not be waited for.
    while session.status == "playing":
        cards = [str(move) for move in session.legal_moves() if move != DRAW]
        slot = parse_position(max(cards)) if cards else None
        hand(player, session, slot)
        session.play(
            next(move for move in session.legal_moves() if str(move) == (max(cards) if cards else str(DRAW)))
        )
    assert session.score == SCORE


def wait_for_words(player: Player, words: str) -> None:
    player.wait_for(lambda: words in player.picture().text(), f"{words!r} on the screen", seconds=10)


@pytest.fixture(scope="module")
def player(sit: Sit, shipped: str) -> Player:
    return sit(shipped)


def test_played_with_mouse_and_keys_the_scores_are_there_after_a_reload(player: Player) -> None:
    player.start(f"?start=table&deal={DEAL}", key="Space")
    play_to_the_end(player, by_mouse)
    wait_for_words(player, f"Final score {SCORE}")
    player.press("Escape")
    wait_for_words(player, f"{SCORE} points")
    player.press(*"Maus", "Enter")
    wait_for_words(player, "1  Maus")

    player.start(f"?T&start=table&deal={DEAL}")
    play_to_the_end(player, by_keys)
    wait_for_words(player, f"Final score {SCORE}")
    player.press("Escape", *"Key", "Space", *"x", "Backspace", *"2", "Enter")
    wait_for_words(player, "2  Key 2")

    player.start("?start=menu")
    wait_for_words(player, "High Scores")
    player.press("h", "Enter")
    wait_for_words(player, "1  Maus")
    assert "2  Key 2" in player.picture().text()
    assert player.look("document.title") == "Pyramid Solitaire"


def test_the_query_is_the_command_line(player: Player) -> None:
    player.start("?T&level=2&deal=61&edition=odm&start=table")
    wait_for_words(player, "Deal 61")
    assert "Level 2" in player.picture().text()


def test_a_wrong_query_says_what_is_wrong(player: Player) -> None:
    player.load("?deal=many")
    player.press("Enter")
    player.wait_for(lambda: "deal 'many'" in player.notice(), "the complaint")
    assert "usage: pyramid" in player.notice()
