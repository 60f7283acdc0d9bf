"""Which game comes first, by what was asked for and what is there."""

import pytest

from retro_pyramid.app.assets import load_daily_table
from retro_pyramid.deals.daily_deal import DailyDeal
from retro_pyramid.deals.deal_source import choose_start
from retro_pyramid.rules import rules_for
from retro_pyramid.solver.daily_search import compute_search_start


def day(which: str) -> DailyDeal:
    found = DailyDeal(rules_for("odm"), 20261123, load_daily_table(), is_match=True)
    if which != "fresh":
        place = 1 if which == "on" else 6
        known = found.table.find_deal(found.rules, found.yyyymmdd, place)
        found.last_deal_number = (
            compute_search_start(found.rules, found.yyyymmdd, place) if known is None else known
        )
    assert (found.next_day_index is None) == (which == "over")
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
    names = {
        "wanted": "is_deal_given",
        "resume": "is_resuming",
        "seek": "is_search_start",
        "left": "has_unfinished",
        "day": "daily_deal",
        "kind": "deal_filter",
    }
    said = {names[name]: day(value) if name == "day" else value or True for name, _, value in words}
    assert choose_start(**said) == comes  # type: ignore[arg-type]
