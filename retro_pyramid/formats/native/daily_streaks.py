"""Daily deals by date: results, streaks, missed days, and their text in PYRAMID.STA. Dates are integers YYYYMMDD."""

from collections.abc import Mapping
from typing import NamedTuple

from retro_pyramid.cards import parse_int

DailyResults = Mapping[int, bool]
"""The dates on which the daily deal was played to its end, and whether it was won."""
YearMonth = int
"""A month as the integer YYYYMM."""

_MARKS = {None: ".", False: "p", True: "w"}
_WON = {"p": False, "w": True}


class DailyStreak(NamedTuple):
    """Consecutive days on which the daily deal was played: up to today or yesterday, and the longest streak ever."""

    current: int
    best: int


def to_day_number(yyyymmdd: int) -> int | None:
    """Return the number of a date among all days since the year 1, or None if there is no such date.

    >>> to_day_number(20240301) - to_day_number(20240228), to_day_number(20230229)
    (2, None)
    """
    # Lazy import: keeps start-up fast.
    from datetime import date

    try:
        return date(yyyymmdd // 10000, yyyymmdd // 100 % 100, yyyymmdd % 100).toordinal()
    except (ValueError, OverflowError):
        return None


def is_valid_date(yyyymmdd: int) -> bool:
    """Return whether a date exists."""
    return to_day_number(yyyymmdd) is not None


def format_iso_date(yyyymmdd: int) -> str:
    """Return a date in ISO format.

    >>> format_iso_date(20261120)
    '2026-11-20'
    """
    return f"{yyyymmdd // 10000}-{yyyymmdd // 100 % 100:02}-{yyyymmdd % 100:02}"


def list_last_31_dates(today: int) -> list[int]:
    """Return a date and the thirty days before it, latest first.

    >>> list_last_31_dates(20260301)[:2], len(list_last_31_dates(20260301))
    ([20260301, 20260228], 31)
    """
    from datetime import date

    last = to_day_number(today) or 0
    return [int(f"{date.fromordinal(last - back):%Y%m%d}") for back in range(min(31, last))]


def add_months(month: YearMonth, count: int) -> YearMonth:
    """Return the month that is `count` months later.

    >>> add_months(202612, 1), add_months(202601, -1)
    (202701, 202512)
    """
    year, month_index = divmod(month // 100 * 12 + month % 100 - 1 + count, 12)
    return year * 100 + month_index + 1


def list_month_weeks(month: YearMonth) -> list[list[int]]:
    """Return a month's dates as weeks from Monday to Sunday, with 0 for days of other months.

    >>> [week[0] for week in list_month_weeks(202611)]
    [0, 20261102, 20261109, 20261116, 20261123, 20261130]
    """
    from calendar import Calendar

    return [
        [day and month * 100 + day for day in week]
        for week in Calendar().monthdayscalendar(*divmod(month, 100))
    ]


def compute_streak(results: DailyResults, today: int) -> DailyStreak:
    """Return the daily streak. A streak that ends yesterday is still current, since today is not over.

    >>> compute_streak({20261031: True, 20261101: False, 20261103: True}, 20261104)
    DailyStreak(current=1, best=2)
    """
    lengths: dict[int, int] = {}
    for day in sorted(filter(None, map(to_day_number, results))):
        lengths[day] = lengths.get(day - 1, 0) + 1
    today_number = to_day_number(today) or 0
    return DailyStreak(
        current=lengths.get(today_number) or lengths.get(today_number - 1, 0),
        best=max(lengths.values(), default=0),
    )


def merge_daily_results(local: DailyResults, other: DailyResults) -> dict[int, bool]:
    """Return the days of both. A day counts as won if it was won in either."""
    return {date: local.get(date, False) or other.get(date, False) for date in sorted({*local, *other})}


def format_daily_results(results: DailyResults) -> str:
    """Return one word per month, with a mark for each day: `w` for won, `p` for played, a dot for neither.

    >>> format_daily_results({20261101: True, 20261104: False, 20261202: True})
    '202611:w..p 202612:.w'
    """
    months: dict[YearMonth, int] = {}
    for date in sorted(results):
        months[date // 100] = date % 100
    return " ".join(
        f"{month:06}:{''.join(_MARKS[results.get(month * 100 + day)] for day in range(1, last + 1))}"
        for month, last in months.items()
    )


def parse_daily_results(text: str) -> dict[int, bool] | None:
    """Return the results that format_daily_results wrote as this text, or None for any other text.

    >>> parse_daily_results("202611:w..p"), parse_daily_results("202613:w")
    ({20261101: True, 20261104: False}, None)
    """
    results: dict[int, bool] = {}
    for word in text.split(" "):
        month, _, marks = word.partition(":")
        month_number = parse_int(month, 999_999)
        if month_number is None or len(marks) > 31:
            return None
        results |= {month_number * 100 + day: _WON[mark] for day, mark in enumerate(marks, 1) if mark in _WON}
    return results if all(map(is_valid_date, results)) and format_daily_results(results) == text else None
