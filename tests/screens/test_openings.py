"""Which game comes first, by what was asked for and what is there."""

import pytest

from retro_pyramid.app.assets import days
from retro_pyramid.deals.daily_deal import Day
from retro_pyramid.deals.deal_source import opening
from retro_pyramid.rules import rules_for
from retro_pyramid.solver.daily_search import begins_at


def day(which: str) -> Day:
    found = Day(rules_for("odm"), 20261123, days(), match=True)
    if which != "fresh":
        place = 1 if which == "on" else 6
        known = found.table.deal(found.rules, found.number, place)
        found.dealt = begins_at(found.rules, found.number, place) if known is None else known
    assert (found.next is None) == (which == "over")
    return found


@pytest.mark.parametrize(
    ("case", "asked", "comes"),
    [
        ("a menu's Play, nothing left off", "-", "deal"),
        ("the same where deals are to be winnable", "kind=winnable", "seek"),
        ("a game left off", "left", "left"),
        ("a game left off comes before a search", "left kind=winnable", "left"),
        ("a deal by its number", "wanted", "deal"),
        ("it comes before a game left off", "wanted left", "deal"),
        ("it is dealt though deals are to be winnable", "wanted kind=winnable", "deal"),
        ("--winnable looks on from its number", "wanted seek kind=winnable", "seek"),
        ("--winnable where any deal will do", "wanted seek", "deal"),
        ("a page loaded again, with its game", "wanted resume left", "left"),
        ("a page loaded again, without it", "wanted resume", "deal"),
        ("--resume alone", "resume left", "left"),
        ("--resume where nothing was left off", "resume kind=winnable", "seek"),
        ("--daily", "day=fresh", "day"),
        ("--daily comes before a game left off", "day=fresh left", "day"),
        ("--daily comes before a deal of the menu", "day=fresh wanted", "day"),
        ("a day's page loaded again, with its game", "day=fresh wanted resume left", "left"),
        ("a day's page loaded again, without it", "day=fresh wanted resume", "deal"),
        ("the next deal of a day", "day=on", "day"),
        ("a game left off comes before the next of a day", "day=on left", "left"),
        ("a day that is over", "day=over", "deal"),
        ("a day that is over, a game left off", "day=over left", "left"),
    ],
)
def test_which_game_comes_first(case: str, asked: str, comes: str) -> None:
    words = [word.partition("=") for word in asked.split() if word != "-"]
    said = {name: day(value) if name == "day" else value or True for name, _, value in words}
    assert opening(**said) == comes  # type: ignore[arg-type]
