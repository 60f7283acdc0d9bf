"""Daily deals: everybody who plays the same edition on a date gets the same cards."""

from __future__ import annotations

from retro_pyramid.formats.native.daily_streaks import written
from retro_pyramid.rules import Rules
from retro_pyramid.rules.editions import GAMES
from retro_pyramid.solver.daily_search import DayTable, begins_at

_MAX_SEARCH_DISTANCE = 10_000
"""The distance of a daily deal from the start of its search; no winnable deal is that far away."""


class Day:
    """The daily deal of a date under the given rules or, if `is_match`, the six deals of the daily match.

    `yyyymmdd` is the date. `table` has the deals that are known without a search. `last_deal_number` is the one that was
    dealt last.
    """

    def __init__(self, rules: Rules, number: int, table: DayTable, match: bool = False) -> None:
        self.rules = rules
        self.number = number
        self.table = table
        self.match = match
        self.dealt: int | None = None
        self._day_indexes = range(1, GAMES + 1) if match else range(1)

    def begin(self) -> None:
        """Restart the match: its first deal is next."""
        self.dealt = None

    def place(self, deal: int | None) -> int | None:
        """Return the index of a deal on that date: 0 for the daily deal, 1 to 6 in a match; None for any other deal."""
        if deal is None:
            return None
        for day_index in self._day_indexes:
            known_deal = self.table.deal(self.rules, self.number, day_index)
            # If the table lacks the date, a deal near the start of the search is the one that was found.
            if deal == known_deal or (
                known_deal is None
                and (deal - begins_at(self.rules, self.number, day_index)) & 0xFFFFFFFF < _MAX_SEARCH_DISTANCE
            ):
                return day_index
        return None

    @property
    def next(self) -> int | None:
        """The index of the next deal, None after the last one."""
        last_index = self._day_indexes[0] - 1 if self.dealt is None else self.place(self.dealt)
        return last_index + 1 if last_index is not None and last_index + 1 in self._day_indexes else None

    def of(self, deal: int | None) -> int | None:
        """Return the date if this is the daily deal, None for any other deal."""
        return self.number if self.place(deal) == 0 else None

    @property
    def words(self) -> str:
        """A description of the deal dealt last."""
        if not self.match:
            return f"The deal of {self.date}"
        return f"Deal {self.place(self.dealt) or 1} of {GAMES} of the match of {self.date}"

    @property
    def date(self) -> str:
        """The date as 2026-11-20."""
        return written(self.number)
