"""Daily deals: the deal number at which the search for each one starts, and the table of the results for ten years.

Rule sets that differ only in options that can change in mid-game share the deals of `daily_rules`.
"""

from zlib import decompress, error

from retro_pyramid.rules.editions import GAMES_PER_MATCH, daily_rules
from retro_pyramid.rules.ruleset import Rules

FIRST_YEAR, YEAR_COUNT = 2026, 10
_DATES = YEAR_COUNT * 12 * 31
"""The number of dates in the table. Every month has 31 entries, so that the table needs no calendar."""
ENTRIES_PER_RULE_SET = (GAMES_PER_MATCH + 1) * _DATES
"""The number of entries of one rule set: for each date the daily deal (index 0) and the six games of the daily match
(indices 1 to 6)."""
_DAMAGED = "days.bin of this installation is damaged: expected the table of daily deals, "
UNKNOWN_DISTANCE = 0xFFFF
"""The distance stored for a deal that has not been searched for."""


def compute_search_start(rules: Rules, date: int, day_index: int = 0) -> int:
    """Return the deal number at which the search for the deal of a date starts.

    The search goes upward; 0 follows the highest number. `date` is YYYYMMDD. `day_index` is 0 for the daily deal and 1
    to 6 for the games of the daily match.

    >>> from retro_pyramid.rules import rules_for
    >>> compute_search_start(rules_for("odm"), 20261120), compute_search_start(rules_for("odm"), 20261120, 6)
    (2938866086, 2315644010)
    """
    # Lazy import: keeps start-up fast.
    from hashlib import sha256

    text = f"{daily_rules(rules).id} {date:08}" + (f" {day_index}" if day_index else "")
    return int.from_bytes(sha256(text.encode()).digest()[:4])


class DayTableError(ValueError):
    """A file that is no table of daily deals; the message is one line."""


class DailyTable:
    """The precomputed results: the distance of each daily deal from the number at which its search starts.

    The file is compressed with zlib. It contains one line with the ids of the rule sets, separated by commas. After the
    line come the low bytes of the distances: for each rule set, for the indices 0 to 6, for each month of the years, for
    31 days. All high bytes follow in the same order.
    """

    def __init__(self, data: bytes) -> None:
        """Read the bytes of the file. Raise DayTableError if they are damaged."""
        try:
            head, _, self._planes = decompress(data).partition(b"\n")
            self._rule_ids = head.decode("ascii").split(",") if head else []
        except (error, UnicodeDecodeError):
            raise DayTableError(f"{_DAMAGED}found other bytes") from None
        expected = 2 * ENTRIES_PER_RULE_SET * len(self._rule_ids)
        if len(self._planes) != expected:
            raise DayTableError(
                f"{_DAMAGED}found {len(self._planes)} bytes of distances instead of {expected}"
            )

    def find_record_index(self, rules: Rules, date: int, day_index: int = 0) -> int | None:
        """Return the index of a deal's entry in the table, or None if the table does not include it."""
        year, month, day = date // 10000 - FIRST_YEAR, date // 100 % 100, date % 100
        tag = daily_rules(rules).id
        if year not in range(YEAR_COUNT) or tag not in self._rule_ids:
            return None
        series = self._rule_ids.index(tag) * (GAMES_PER_MATCH + 1) + day_index
        return series * _DATES + (year * 12 + month - 1) * 31 + day - 1

    def find_deal(self, rules: Rules, date: int, day_index: int = 0) -> int | None:
        """Return the deal number for a date and index, or None if it has to be searched for."""
        index = self.find_record_index(rules, date, day_index)
        if index is None:
            return None
        distance = self._planes[index] + 256 * self._planes[len(self._planes) // 2 + index]
        return (
            None
            if distance == UNKNOWN_DISTANCE
            else (compute_search_start(rules, date, day_index) + distance) & 0xFFFFFFFF
        )
