"""Which game comes first, by what was asked for and what is there."""

import pytest

from retro_pyramid.rules import rules_for
from retro_pyramid.screens.deals.day import Day
from retro_pyramid.screens.deals.dealing import opening
from retro_pyramid.screens.library import days
from retro_pyramid.screens.setting import WINNABLE
from retro_pyramid.solver.daily import begins_at
from tests.screens.conftest import Start

FRESH, ON, OVER = "a day not begun", "a day that goes on", "a day that is over"
OPENINGS = {
    "a menu's Play, nothing left off": ({}, "deal"),
    "the same where deals are to be winnable": ({"kind": WINNABLE}, "seek"),
    "a game left off": ({"left": True}, "left"),
    "a game left off comes before a search": ({"left": True, "kind": WINNABLE}, "left"),
    "a deal by its number": ({"wanted": True}, "deal"),
    "it comes before a game left off": ({"wanted": True, "left": True}, "deal"),
    "it is dealt though deals are to be winnable": ({"wanted": True, "kind": WINNABLE}, "deal"),
    "--winnable looks on from its number": ({"wanted": True, "seek": True, "kind": WINNABLE}, "seek"),
    "--winnable where any deal will do": ({"wanted": True, "seek": True}, "deal"),
    "a page loaded again, with its game": ({"wanted": True, "resume": True, "left": True}, "left"),
    "a page loaded again, without it": ({"wanted": True, "resume": True}, "deal"),
    "--resume alone": ({"resume": True, "left": True}, "left"),
    "--resume where nothing was left off": ({"resume": True, "kind": WINNABLE}, "seek"),
    "--daily": ({"day": FRESH}, "day"),
    "--daily comes before a game left off": ({"day": FRESH, "left": True}, "day"),
    "--daily comes before a deal of the menu": ({"day": FRESH, "wanted": True}, "day"),
    "a day's page loaded again, with its game": (
        {"day": FRESH, "wanted": True, "resume": True, "left": True},
        "left",
    ),
    "a day's page loaded again, without it": ({"day": FRESH, "wanted": True, "resume": True}, "deal"),
    "the next deal of a day": ({"day": ON}, "day"),
    "a game left off comes before the next of a day": ({"day": ON, "left": True}, "left"),
    "a day that is over": ({"day": OVER}, "deal"),
    "a day that is over, a game left off": ({"day": OVER, "left": True}, "left"),
}


def day(which: str) -> Day:
    found = Day(rules_for("odm"), 20261123, days(), match=True)
    if which != FRESH:
        place = 1 if which == ON else 6
        known = found.table.deal(found.rules, found.number, place)
        found.dealt = begins_at(found.rules, found.number, place) if known is None else known
    assert (found.next is None) == (which == OVER)
    return found


@pytest.mark.parametrize(("asked", "comes"), OPENINGS.values(), ids=OPENINGS)
def test_which_game_comes_first(asked: dict[str, object], comes: str) -> None:
    said = {name: day(str(value)) if name == "day" else value for name, value in asked.items()}
    assert opening(**said) == comes  # type: ignore[arg-type]


def test_a_deal_that_was_asked_for_stays_in_the_address_till_it_is_dealt(start: Start) -> None:
    game = start("--edition", "em", "--deal", "61", "--start", "menu")
    assert game.app.here == {"deal": "61"}
    game.do("key ENTER", "settle")
    assert (game.state["deal"], game.app.here) == (61, {})
