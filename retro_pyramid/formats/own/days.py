"""The days on which a daily deal was played, by their dates as numbers YYYYMMDD: runs of days, and the calendar."""

from collections.abc import Mapping
from typing import NamedTuple

from retro_pyramid.cards import whole

Days = Mapping[int, bool]
"""The dates on which the daily deal was played to its end, and whether it was won."""
Month = int
"""A month as the number YYYYMM."""

_LENGTHS = (31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31)
_MARKS = {None: ".", False: "p", True: "w"}
_WON = {"p": False, "w": True}


class Run(NamedTuple):
    """Days in a row on which the daily deal was played: up to today or yesterday, and the most there ever were."""

    now: int
    longest: int


def length(month: Month) -> int:
    """Return how many days a month has.

    >>> length(202402), length(202302), length(190002)
    (29, 28, 28)
    """
    year, number = divmod(month, 100)
    leap = number == 2 and year % 4 == 0 and (year % 100 != 0 or year % 400 == 0)
    return _LENGTHS[number - 1] + leap


def is_month(month: int) -> bool:
    """Return whether a number is a month of the years 1 to 9999."""
    return 1_01 <= month <= 9999_12 and 1 <= month % 100 <= 12


def is_date(date: int) -> bool:
    """Return whether a number is a date.

    >>> is_date(20240229), is_date(20230229), is_date(20261300)
    (True, False, False)
    """
    return is_month(date // 100) and 1 <= date % 100 <= length(date // 100)


def moved(month: Month, by: int) -> Month:
    """Return the month so many months later.

    >>> moved(202612, 1), moved(202601, -1)
    (202701, 202512)
    """
    year, number = divmod(month // 100 * 12 + month % 100 - 1 + by, 12)
    return year * 100 + number + 1


def before(date: int) -> int:
    """Return the day before a date.

    >>> before(20240301), before(20270101), before(20261122)
    (20240229, 20261231, 20261121)
    """
    if date % 100 > 1:
        return date - 1
    month = moved(date // 100, -1)
    return month * 100 + length(month)


def weeks(month: Month) -> list[list[int]]:
    """Return a month's dates as weeks from Monday to Sunday, 0 where a week has days of another month.

    >>> [week[0] for week in weeks(202611)]
    [0, 20261102, 20261109, 20261116, 20261123, 20261130]
    """
    year, number = divmod(month, 100)
    # Zeller's congruence, its years beginning in March; Monday is 0.
    year, number = (year - 1, number + 12) if number < 3 else (year, number)
    first = (1 + 13 * (number + 1) // 5 + year + year // 4 - year // 100 + year // 400 + 5) % 7
    dates = [0] * first + [month * 100 + day for day in range(1, length(month) + 1)]
    dates += [0] * (-len(dates) % 7)
    return [dates[at : at + 7] for at in range(0, len(dates), 7)]


def run_of(days: Days, today: int) -> Run:
    """Return the run of days; one that ends yesterday still goes on, since today is not over.

    >>> run_of({20261031: True, 20261101: False, 20261103: True}, 20261104)
    Run(now=1, longest=2)
    """
    runs: dict[int, int] = {}
    for date in sorted(days):
        runs[date] = runs.get(before(date), 0) + 1
    return Run(runs.get(today) or runs.get(before(today), 0), max(runs.values(), default=0))


def joined(mine: Days, theirs: Days) -> dict[int, bool]:
    """Return the days of both, a day won where it was won in either."""
    return {date: mine.get(date, False) or theirs.get(date, False) for date in sorted({*mine, *theirs})}


def days_text(days: Days) -> str:
    """Return days as words, one a month, with a mark for each day: `w` won, `p` played, a dot for neither.

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
    """Return the days of such words, None for what days_text does not write.

    >>> parse_days("202611:w..p"), parse_days("202613:w")
    ({20261101: True, 20261104: False}, None)
    """
    days: dict[int, bool] = {}
    for word in text.split(" "):
        month, _, marks = word.partition(":")
        number = whole(month, 999_999)
        if number is None or len(marks) > 31:
            return None
        days |= {number * 100 + day: _WON[mark] for day, mark in enumerate(marks, 1) if mark in _WON}
    return days if all(map(is_date, days)) and days_text(days) == text else None
