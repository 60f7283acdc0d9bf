"""The deals of a day: everybody who plays the same program that day finds the same cards."""

from __future__ import annotations

from retro_pyramid.formats.own.days import written
from retro_pyramid.rules import Rules
from retro_pyramid.tournament import GAMES


class Day:
    """The deals of a day, `number` being YYYYMMDD: the winnable ones from that number upward, in their order.

    The first is the deal of the day, the first six are its match. `dealt` is the one dealt last.
    """

    def __init__(self, number: int, match: bool = False) -> None:
        self.number = number
        self.match = match
        self.dealt: int | None = None
        self._rules: Rules | None = None
        self._found: list[int] = []

    def begin(self) -> None:
        """Begin the match again: its first deal is next."""
        self.dealt = None

    @property
    def waits(self) -> bool:
        """Whether a deal of the day is next."""
        return self.dealt is None or (self.match and self.dealt not in self._found[GAMES - 1 :])

    @property
    def first(self) -> int | None:
        """The first deal of the day, None before it is found."""
        return self._found[0] if self._found else None

    def of(self, deal: int | None) -> int | None:
        """Return the date if the deal of this number is its daily deal, None for any other."""
        # A page that is loaded again knows the deal that was on before it knows the day's.
        daily = self.dealt if self.first is None and not self.match else self.first
        return self.number if deal is not None and deal == daily else None

    @property
    def words(self) -> str:
        """What is said of the deal dealt last."""
        if not self.match:
            return f"The deal of {self.date}"
        at = self._found.index(self.dealt) + 1 if self.dealt in self._found else 1
        return f"Deal {at} of {GAMES} of the match of {self.date}"

    @property
    def date(self) -> str:
        """The day as it is written."""
        return written(self.number)

    def next(self, rules: Rules) -> int | None:
        """Return the next deal of the day under `rules`, if it is found already; it is then the one dealt last."""
        if self._rules != rules:
            self._rules, self._found = rules, []
        later = [number for number in self._found if self.dealt is None or number > self.dealt]
        self.dealt = later[0] if later else self.dealt
        return later[0] if later else None

    @property
    def complete(self) -> bool:
        """Whether all deals of the day are found."""
        return len(self._found) >= GAMES

    @property
    def start(self) -> int:
        """The number from which upward the deal after those found is looked for."""
        return self._found[-1] + 1 if self._found else self.number

    def note(self, number: int) -> None:
        """Take down a deal that was found."""
        self._found.append(number)
