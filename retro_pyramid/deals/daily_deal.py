"""The deals of a day: everybody who plays the same program that day finds the same cards."""

from __future__ import annotations

from retro_pyramid.formats.native.daily_streaks import written
from retro_pyramid.rules import Rules
from retro_pyramid.rules.editions import GAMES
from retro_pyramid.solver.daily_search import DayTable, begins_at

_FAR = 10_000
"""No winnable deal is so far from where the search for it began."""


class Day:
    """The deal of a day under these rules, or with `match` its six deals; `number` is the date YYYYMMDD.

    `table` has the deals that are known without a search. `dealt` is the one dealt last.
    """

    def __init__(self, rules: Rules, number: int, table: DayTable, match: bool = False) -> None:
        self.rules = rules
        self.number = number
        self.table = table
        self.match = match
        self.dealt: int | None = None
        self._places = range(1, GAMES + 1) if match else range(1)

    def begin(self) -> None:
        """Begin the match again: its first deal is next."""
        self.dealt = None

    def place(self, deal: int | None) -> int | None:
        """Return which of the day's deals this is, 0 for the deal of the day, 1 to 6 in a match; None for any other."""
        if deal is None:
            return None
        for place in self._places:
            known = self.table.deal(self.rules, self.number, place)
            # Without the table a deal that lies near where the search began is the one it found.
            if deal == known or (
                known is None and (deal - begins_at(self.rules, self.number, place)) & 0xFFFFFFFF < _FAR
            ):
                return place
        return None

    @property
    def next(self) -> int | None:
        """The place of the deal that is next, None where none of the day's is."""
        last = self._places[0] - 1 if self.dealt is None else self.place(self.dealt)
        return last + 1 if last is not None and last + 1 in self._places else None

    def of(self, deal: int | None) -> int | None:
        """Return the date if the deal of this number is its daily deal, None for any other."""
        return self.number if self.place(deal) == 0 else None

    @property
    def words(self) -> str:
        """What is said of the deal dealt last."""
        if not self.match:
            return f"The deal of {self.date}"
        return f"Deal {self.place(self.dealt) or 1} of {GAMES} of the match of {self.date}"

    @property
    def date(self) -> str:
        """The day as it is written, as 2026-11-20."""
        return written(self.number)
