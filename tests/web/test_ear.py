"""By ear with a finger: whole games from the page's roles, names and states alone, pressed as a screen reader does."""

import re
from itertools import combinations

import pytest

from tests.hearing import CARD
from tests.web.conftest import Sit
from tests.web.games import CLEARED
from tests.web.harness import Player

RANKS = ("", "Ace", *map(str, range(2, 11)), "Jack", "Queen", "King")
PROMPT = "Press a key, click or tap to start"
FOCUSED, VALUE = (
    "document.activeElement." + what for what in ("ariaLabel ?? document.activeElement.textContent", "value")
)


@pytest.fixture(scope="module")
def player(sit: Sit) -> Player:
    return sit(new=True)


def buttons(player: Player, state: str = "") -> list[str]:
    """Return the names of the buttons, or of those that are `[pressed]`."""
    tree = player.page.locator("body").aria_snapshot()
    return [name for name, states in re.findall('- button "(.*)"(.*)', tree) if state in states]


def press(player: Player, name: str) -> None:
    """Press the first button whose name begins so, and wait until there are others, or others are pressed."""
    before = buttons(player), buttons(player, "[pressed]")
    player.page.get_by_role("button", name=re.compile(f"^{name}")).first.dispatch_event("click")
    player.wait_for(
        lambda: (buttons(player), buttons(player, "[pressed]")) != before, f"{name} to be pressed"
    )


def best(edition: str, names: list[str]) -> list[str]:
    """Return which of the cards that are named go first, by their ranks and places; none where the stock is to be drawn."""
    cards = {}
    for name in names:
        if card := CARD.search(name):
            cards["".join(re.findall(r"(?:row|place) (\d)", name)) or name[0]] = name, RANKS.index(card[1])
    if edition == "odm":
        _, top = cards.pop("D")
        moves: list[tuple[str, ...]] = [
            (at,) for at, (_, rank) in cards.items() if abs(rank - top) in (1, 12)
        ]
    else:
        sets = [*((at,) for at in cards), *combinations(sorted(cards), 2)]
        moves = [places for places in sets if sum(cards[at][1] for at in places) == 13]
    return [cards[at][0] for at in max(moves, key="+".join, default=())]


@pytest.mark.parametrize(
    ("edition", "deal", "play", "draw", "end"),
    [
        ("odm", CLEARED, "Play Level 1", "Stock", ""),
        pytest.param("odm", CLEARED, "Play Level 1", "Stock", "cleared", marks=pytest.mark.slow),
        pytest.param("em&-mouse", 1183, "Play$", "Draw", "All 52 cards are gone", marks=pytest.mark.slow),
    ],
)
def test_a_game_is_played_by_roles_and_names(
    player: Player, edition: str, deal: int, play: str, draw: str, end: str
) -> None:
    """By day its first moves, and till its end is told at night."""
    player.load(f"?test&start=menu&edition={edition}&deal={deal}")
    assert (buttons(player), player.look(FOCUSED)) == ([PROMPT], PROMPT)
    press(player, PROMPT)
    player.wait_for(lambda: "Help" in buttons(player), "the menu")
    press(player, play)
    while "Go on" not in (names := buttons(player)):
        if not end and len(player.state["moves"]) == 5:
            return
        cards = best(edition, names)
        for card in cards:
            if edition == "odm" and card not in buttons(player, "[pressed]"):
                press(player, card)
            press(player, card)
        if not cards:
            press(player, draw)
        player.wait_for(lambda: not {*cards} & {*buttons(player)}, "the cards to go")  # noqa: B023
    player.wait_for(lambda: end in player.page.locator("#spoken").aria_snapshot(), "to hear the end")
    assert player.state["status"] == "won"


def test_what_stays_is_the_same_element_and_the_focus_goes_to_what_lies_nearest(player: Player) -> None:
    player.start_anew("?edition=em&deal=61&start=table&test")
    player.wait_for(lambda: "Pack" in "".join(buttons(player)), "the table")
    player.look("window.kept = document.querySelector('[value=\"card:74\"]')")
    press(player, "2 of diamonds")
    press(player, "Jack of diamonds")
    player.wait_for(lambda: player.look(VALUE) == "card:76", "the focus to go on")
    assert player.look("kept === document.querySelector('[value=\"card:74\"]')")
    # Keys are the game's, but for those that press what has the focus.
    player.press("Home")
    assert (player.look(VALUE), player.state["selected"]) == ("card:76", "card:71")
    player.press("Enter")
    player.wait_for(lambda: player.state["selected"] == "card:76", "the key to press it")


def test_only_a_screen_readers_press_stops_at_what_lies_over_the_picture(player: Player) -> None:
    player.start_anew("?edition=em&deal=61&start=table&test")
    x, y = player.point(*player.place("card:74"))
    there = f"((found) => found.value ?? found.id)(document.elementFromPoint({x}, {y}))"
    player.wait_for(lambda: "Pack" in "".join(buttons(player)), "the table")
    for size, found in ((1, "canvas"), (0, "card:74"), (20, "canvas")):
        finger = f"new PointerEvent('pointerdown', {{ width: {size}, height: {size} }})"
        assert player.look(f"(window.dispatchEvent({finger}), {there})") == found
