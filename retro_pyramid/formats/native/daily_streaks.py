"""Daily deals by date: results, streaks, missed days, and their text in PYRAMID.STA. Dates are integers YYYYMMDD."""

from collections.abc import Mapping
from typing import NamedTuple

from retro_pyramid.cards import whole

Days = Mapping[int, bool]
"""The dates on which the daily deal was played to its end, and whether it was won."""
Month = int
"""A month as the integer YYYYMM."""

_MARKS = {None: ".", False: "p", True: "w"}
_WON = {"p": False, "w": True}


class Run(NamedTuple):
    """Consecutive days on which the daily deal was played: up to today or yesterday, and the longest streak ever."""

    now: int
    longest: int


def ordinal(number: int) -> int | None:
    """Return the number of a date among all days since the year 1, or None if there is no such date.

    >>> ordinal(20240301) - ordinal(20240228), ordinal(20230229)
    (2, None)
    """
    # Lazy import: keeps start-up fast.
    from datetime import date

    try:
        return date(number // 10000, number // 100 % 100, number % 100).toordinal()
    except (ValueError, OverflowError):
        return None


def is_date(number: int) -> bool:
    """Return whether a date exists."""
    return ordinal(number) is not None


def written(number: int) -> str:
    """Return a date in ISO format.

    >>> written(20261120)
    '2026-11-20'
    """
    return f"{number // 10000}-{number // 100 % 100:02}-{number % 100:02}"


def month_before(today: int) -> list[int]:
    """Return a date and the thirty days before it, latest first.

    >>> month_before(20260301)[:2], len(month_before(20260301))
    ([20260301, 20260228], 31)
    """
    from datetime import date

    last = ordinal(today) or 0
    return [int(f"{date.fromordinal(last - back):%Y%m%d}") for back in range(min(31, last))]


def moved(month: Month, by: int) -> Month:
    """Return the month that is `count` months later.

    >>> moved(202612, 1), moved(202601, -1)
    (202701, 202512)
    """
    year, month_index = divmod(month // 100 * 12 + month % 100 - 1 + by, 12)
    return year * 100 + month_index + 1


def weeks(month: Month) -> list[list[int]]:
    """Return a month's dates as weeks from Monday to Sunday, with 0 for days of other months.

    >>> [week[0] for week in weeks(202611)]
    [0, 20261102, 20261109, 20261116, 20261123, 20261130]
    """
    from calendar import Calendar

    return [
        [day and month * 100 + day for day in week]
        for week in Calendar().monthdayscalendar(*divmod(month, 100))
    ]


def run_of(days: Days, today: int) -> Run:
    """Return the daily streak. A streak that ends yesterday is still current, since today is not over.

    >>> run_of({20261031: True, 20261101: False, 20261103: True}, 20261104)
    Run(now=1, longest=2)
    """
    lengths: dict[int, int] = {}
    for day in sorted(filter(None, map(ordinal, days))):
        lengths[day] = lengths.get(day - 1, 0) + 1
    today_number = ordinal(today) or 0
    return Run(
        now=lengths.get(today_number) or lengths.get(today_number - 1, 0),
        longest=max(lengths.values(), default=0),
    )


def joined(mine: Days, theirs: Days) -> dict[int, bool]:
    """Return the days of both. A day counts as won if it was won in either."""
    return {date: mine.get(date, False) or theirs.get(date, False) for date in sorted({*mine, *theirs})}


def days_text(days: Days) -> str:
    """Return one word per month, with a mark for each day: `w` for won, `p` for played, a dot for neither.

    >>> days_text({20261101: True, 20261104: False, 20261202: True})
    '202611:w..p 202612:.w'
    """
    months: dict[Month, int] = {}
    for date in sorted(days):
        months[date // 100] = date % 100
    return " ".join(
        f"{month:06}:{''.join(_MARKS[days.get(month * 100 + day)] for day in range(1, last + 1))}"
        for month, last in months.items()
    )


def parse_days(text: str) -> dict[int, bool] | None:
    """Return the results that format_daily_results wrote as this text, or None for any other text.

    >>> parse_days("202611:w..p"), parse_days("202613:w")
    ({20261101: True, 20261104: False}, None)
    """
    days: dict[int, bool] = {}
    for word in text.split(" "):
        month, _, marks = word.partition(":")
        month_number = whole(month, 999_999)
        if month_number is None or len(marks) > 31:
            return None
        days |= {month_number * 100 + day: _WON[mark] for day, mark in enumerate(marks, 1) if mark in _WON}
    return days if all(map(is_date, days)) and days_text(days) == text else None
