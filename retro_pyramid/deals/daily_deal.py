"""Daily deals: everybody who plays the same edition on a date gets the same cards."""

from __future__ import annotations

from retro_pyramid.formats.native.daily_streaks import format_iso_date
from retro_pyramid.rules import Rules
from retro_pyramid.rules.editions import GAMES_PER_MATCH
from retro_pyramid.solver.daily_search import DailyTable, compute_search_start

_MAX_SEARCH_DISTANCE = 10_000
"""The distance of a daily deal from the start of its search; no winnable deal is that far away."""


class DailyDeal:
    """The daily deal of a date under the given rules or, if `is_match`, the six deals of the daily match.

    `yyyymmdd` is the date. `table` has the deals that are known without a search. `last_deal_number` is the one that was
    dealt last.
    """

    def __init__(self, rules: Rules, yyyymmdd: int, table: DailyTable, is_match: bool = False) -> None:
        self.rules = rules
        self.yyyymmdd = yyyymmdd
        self.table = table
        self.is_match = is_match
        self.last_deal_number: int | None = None
        self._day_indexes = range(1, GAMES_PER_MATCH + 1) if is_match else range(1)

    def restart(self) -> None:
        """Restart the match: its first deal is next."""
        self.last_deal_number = None

    def find_day_index(self, deal_number: int | None) -> int | None:
        """Return the index of a deal on that date: 0 for the daily deal, 1 to 6 in a match; None for any other deal."""
        if deal_number is None:
            return None
        for day_index in self._day_indexes:
            known_deal = self.table.find_deal(self.rules, self.yyyymmdd, day_index)
            # If the table lacks the date, a deal near the start of the search is the one that was found.
            if deal_number == known_deal or (
                known_deal is None
                and (deal_number - compute_search_start(self.rules, self.yyyymmdd, day_index)) & 0xFFFFFFFF
                < _MAX_SEARCH_DISTANCE
            ):
                return day_index
        return None

    @property
    def next_day_index(self) -> int | None:
        """The index of the next deal, None after the last one."""
        last_index = (
            self._day_indexes[0] - 1
            if self.last_deal_number is None
            else self.find_day_index(self.last_deal_number)
        )
        return last_index + 1 if last_index is not None and last_index + 1 in self._day_indexes else None

    def get_daily_date(self, deal_number: int | None) -> int | None:
        """Return the date if this is the daily deal, None for any other deal."""
        return self.yyyymmdd if self.find_day_index(deal_number) == 0 else None

    @property
    def description(self) -> str:
        """A description of the deal dealt last."""
        if not self.is_match:
            return f"The deal of {self.iso_date}"
        return f"Deal {self.find_day_index(self.last_deal_number) or 1} of {GAMES_PER_MATCH} of the match of {self.iso_date}"

    @property
    def iso_date(self) -> str:
        """The date as 2026-11-20."""
        return format_iso_date(self.yyyymmdd)
