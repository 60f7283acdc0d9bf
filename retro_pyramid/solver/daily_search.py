"""The deals of a day: where the search for each begins, and the table of those found, ten years of them.

Rule sets that differ only in options that can change in mid-game share the deals of `daily_rules`.
"""

from zlib import decompress, error

from retro_pyramid.rules.editions import GAMES, daily_rules
from retro_pyramid.rules.ruleset import Rules

FIRST_YEAR, YEARS = 2026, 10
_DATES = YEARS * 12 * 31
"""Dates at one place, each month with 31 days: so the table needs no calendar."""
SLOTS = (GAMES + 1) * _DATES
"""Deals of one rule set: those of a day's match have the places 1 to 6, the deal of the day the place 0."""
_DAMAGED = "days.bin of this installation is damaged: expected the table of daily deals, "
UNKNOWN = 0xFFFF
"""Stands for the distance of a deal that was not looked for."""


def begins_at(rules: Rules, date: int, place: int = 0) -> int:
    """Return the number from which upward the deal of a date YYYYMMDD is looked for; after the highest comes 0.

    >>> from retro_pyramid.rules import rules_for
    >>> begins_at(rules_for("odm"), 20261120), begins_at(rules_for("odm"), 20261120, 6)
    (2938866086, 2315644010)
    """
    # It is loaded when it is needed: no start has to wait for it.
    from hashlib import sha256

    text = f"{daily_rules(rules).tag} {date:08}" + (f" {place}" if place else "")
    return int.from_bytes(sha256(text.encode()).digest()[:4])


class DayTableError(ValueError):
    """A file that is no table of daily deals; the message is one line."""


class DayTable:
    """What was found: how far from its start each deal of a day lies.

    The file holds, packed by zlib, a line with the rule sets, by their tags; for each of them, for the places 0 to 6,
    for each month of the years, for 31 days the low byte of the distance; then all high bytes in the same order.
    """

    def __init__(self, file: bytes) -> None:
        """Read the bytes of the file; raise DayTableError if they are damaged."""
        try:
            head, _, self._planes = decompress(file).partition(b"\n")
            self._rules = head.decode("ascii").split(",") if head else []
        except (error, UnicodeDecodeError):
            raise DayTableError(f"{_DAMAGED}found other bytes") from None
        expected = 2 * SLOTS * len(self._rules)
        if len(self._planes) != expected:
            raise DayTableError(
                f"{_DAMAGED}found {len(self._planes)} bytes of distances instead of {expected}"
            )

    def slot(self, rules: Rules, date: int, place: int = 0) -> int | None:
        """Return the index of a deal in the table, None where the table does not reach."""
        year, month, day = date // 10000 - FIRST_YEAR, date // 100 % 100, date % 100
        tag = daily_rules(rules).tag
        if year not in range(YEARS) or tag not in self._rules:
            return None
        at = self._rules.index(tag) * (GAMES + 1) + place
        return at * _DATES + (year * 12 + month - 1) * 31 + day - 1

    def deal(self, rules: Rules, date: int, place: int = 0) -> int | None:
        """Return the deal of a date at a place, None where it has to be looked for."""
        at = self.slot(rules, date, place)
        if at is None:
            return None
        distance = self._planes[at] + 256 * self._planes[len(self._planes) // 2 + at]
        return None if distance == UNKNOWN else (begins_at(rules, date, place) + distance) & 0xFFFFFFFF
