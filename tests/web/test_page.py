"""The shipped page, unchanged, played in a real Chromium."""

import pytest

from retro_pyramid.cards import deal
from retro_pyramid.rules import DRAW, State, open_positions, parse_position, rules_for
from retro_pyramid.screens.parts.felt import Pictures
from retro_pyramid.session import Session
from tests.web.conftest import Sit
from tests.web.harness import ADDRESS, Player

# Taking the first card that goes, the pyramid of this deal is cleared in 39 moves for 1575 points.
DEAL, SCORE = 2063, 1575


def by_mouse(player: Player, slot: int | None) -> None:
    """Play a card (None: draw) by clicks: one selects, the next plays."""
    # On the deck first, so that the first click on a card can only select it.
    player.press("ArrowUp")
    x, y = Pictures.stock if slot is None else Pictures.slots[slot]
    for _ in range(1 if slot is None else 2):
        player.click(x + 32, y + 56)


def by_keys(player: Player, slot: int | None, state: State) -> None:
    """Play a card (None: draw) with the arrow keys and Enter."""
    if slot is None:
        player.press("ArrowUp", "Enter")
    else:
        from_left = sorted(open_positions(state), key=lambda other: Pictures.slots[other][0])
        player.press("Home", *["ArrowRight"] * from_left.index(slot), "Enter")


def play_to_the_end(player: Player) -> None:
    """Play the deal on the table, one half by keys and the other by mouse."""
    session = Session(rules_for("odm", {}), deal(DEAL), DEAL)
    player.press("Enter")  # The deal need not be waited for.
    while session.status == "playing":
        move = max((move for move in session.legal_moves() if move != DRAW), key=str, default=DRAW)
        slot = None if move == DRAW else parse_position(str(move))
        if len(session.moves) < 20:
            by_keys(player, slot, session.state)
        else:
            by_mouse(player, slot)
        session.play(move)
    assert session.score == SCORE


def wait_for_words(player: Player, words: str) -> None:
    player.wait_for(lambda: words in player.large_picture().text(), f"{words!r} on the screen")


@pytest.fixture(scope="module")
def player(sit: Sit, shipped: str) -> Player:
    return sit(shipped)


@pytest.mark.engines("chromium", "firefox")
def test_played_with_mouse_and_keys_the_scores_are_there_after_a_reload(player: Player) -> None:
    player.start(f"?test&start=table&deal={DEAL}", key="Space")
    play_to_the_end(player)
    wait_for_words(player, f"Final score {SCORE}")
    player.press("Escape", *"Ann", "Space", *"Bx", "Backspace", ".", "Enter")
    wait_for_words(player, "1  Ann B.")

    player.load("?test&T&start=menu")
    player.begin()
    wait_for_words(player, "High Scores")
    player.press("h", "Enter")
    wait_for_words(player, "1  Ann B.")
    assert str(SCORE) in player.large_picture().text()
    assert player.look("document.title") == "Pyramid Solitaire"


def test_the_query_is_the_command_line(player: Player) -> None:
    player.start("?T&level=2&deal=61&edition=odm&start=table&aspect=square", key="x")
    wait_for_words(player, "Deal 61")
    assert "Level 2" in player.large_picture().text()
    box = player.page.locator("canvas#canvas").bounding_box()
    assert box["width"] / box["height"] == pytest.approx(640 / 350, rel=0.01)


def test_an_error_that_ends_the_game_is_told_and_one_that_does_not_is_not(player: Player) -> None:
    player.start("?T&start=table&deal=61")
    player.look("void setTimeout(() => { throw new Error('of an add-on'); })")
    player.page.wait_for_timeout(1300)
    assert player.look("retroPyramid.phase") == "playing"
    broken = "from retro_pyramid.screens.app import App\nApp.update = None"
    player.page.evaluate("(code) => void pyxelContext.pyodide.runPython(code)", broken)
    again = player.page.get_by_role("button", name="Load again")
    again.wait_for()
    assert "Pyramid has stopped.\n\nTypeError: 'NoneType' object is not callable" in player.notice()
    again.click()
    again.wait_for(state="hidden")
    player.errors.clear()


def test_a_wrong_query_says_what_is_wrong(player: Player) -> None:
    player.load("?deal=many")
    player.press("Enter")
    player.wait_for(lambda: "'many' is no deal number" in player.notice(), "the complaint")
    assert "usage: pyramid" in player.notice()
    assert player.look("document.querySelector('#notice a').href") == f"{ADDRESS}?"


def test_the_way_on_below_a_long_answer_can_be_reached(player: Player) -> None:
    player.page.set_viewport_size({"width": 375, "height": 667})
    player.load("?help")
    player.press("Enter")
    player.wait_for(lambda: "--edition" in player.notice(), "the help")
    on = player.page.locator("#notice a")
    on.scroll_into_view_if_needed()
    box = on.bounding_box()
    assert box["y"] >= 0
    assert box["y"] + box["height"] <= 667
