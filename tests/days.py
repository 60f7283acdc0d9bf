"""Deals of a day as another program found them, from tests/vectors/days.txt."""

from pathlib import Path
from typing import NamedTuple

from retro_pyramid.rules import Rules, rules_for

VECTORS = Path(__file__).parent / "vectors" / "days.txt"


class DayRow(NamedTuple):
    """One deal: under which rules, of which date and place, where the search for it begins, what is found."""

    rules: Rules
    date: int
    place: int
    begins: int
    deal: int


def _row(line: str) -> DayRow:
    *words, date, place, begins, deal = line.split()
    options = dict(word.split("=") for word in words[1:])
    return DayRow(rules_for(words[0], options), int(date), int(place), int(begins), int(deal))


ROWS = [_row(line) for line in VECTORS.read_text().splitlines() if not line.startswith("#")]


def deals_of(edition: str, date: int, *places: int, **options: str) -> list[int]:
    found = {row.place: row.deal for row in ROWS if row[:2] == (rules_for(edition, options), date)}
    return [found[place] for place in places]
