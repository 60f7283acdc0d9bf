"""Which game comes first, by what was asked for and what is there."""

import pytest

from retro_pyramid.app.assets import days
from retro_pyramid.deals.daily_deal import Day
from retro_pyramid.deals.deal_source import opening
from retro_pyramid.rules import rules_for
from retro_pyramid.solver.daily_search import begins_at
from tests.tables import table


def day(which: str) -> Day:
    found = Day(rules_for("odm"), 20261123, days(), match=True)
    if which != "fresh":
        place = 1 if which == "on" else 6
        known = found.table.deal(found.rules, found.number, place)
        found.dealt = begins_at(found.rules, found.number, place) if known is None else known
    assert (found.next is None) == (which == "over")
    return found


@pytest.mark.parametrize(("case", "asked", "comes"), table(__file__, "openings"))
def test_which_game_comes_first(case: str, asked: str, comes: str) -> None:
    words = [word.partition("=") for word in asked.split() if word != "-"]
    said = {name: day(value) if name == "day" else value or True for name, _, value in words}
    assert opening(**said) == comes  # type: ignore[arg-type]
