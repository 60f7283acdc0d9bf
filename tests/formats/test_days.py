"""The days of the daily deals: the calendar against single dates, runs over the ends of months and years."""

import calendar
from datetime import date, timedelta

import pytest

from retro_pyramid.formats.native.daily_streaks import (
    add_months,
    compute_streak,
    format_daily_results,
    is_valid_date,
    list_month_weeks,
    merge_daily_results,
    parse_daily_results,
    to_day_number,
)


def number(day: date) -> int:
    return int(day.strftime("%Y%m%d"))


@pytest.mark.parametrize("year", [1900, 1991, 2000, 2023, 2024, 2100])
def test_a_month_has_the_weeks_of_the_calendar(year: int) -> None:
    for month in range(1, 13):
        first = 10000 * year + 100 * month
        found = [[day and day - first for day in week] for week in list_month_weeks(100 * year + month)]
        assert found == calendar.monthcalendar(year, month)


def test_days_follow_each_other_over_months_years_and_leap_days() -> None:
    days = [date(2023, 12, 25) + timedelta(at) for at in range(500)]
    numbers = [to_day_number(number(day)) or 0 for day in days]
    assert numbers == list(range(numbers[0], numbers[0] + 500))


def test_what_is_no_date() -> None:
    assert not any(
        map(is_valid_date, (0, 20230229, 20261131, 20261300, 20260001, 20261100, 100001231, -20261101))
    )
    assert (add_months(202601, -13), add_months(202612, 13)) == (202412, 202801)


@pytest.mark.parametrize(
    ("today", "days", "now", "longest"),
    [
        ("20261122", "", "0", "0"),
        ("20261122", "20261122", "1", "1"),
        ("20261122", "20261121", "1", "1"),
        ("20261122", "20261120", "0", "1"),
        ("20240301", "20240228 20240229 20240301", "3", "3"),
        ("20230301", "20230228 20230301", "2", "2"),
        ("20270102", "20261230 20261231 20270101", "3", "3"),
        ("20261122", "20261101 20261102 20261103 20261121", "1", "3"),
        ("20261122", "20261121 20261122 20261130", "2", "2"),
    ],
)
def test_the_run_of_days(today: str, days: str, now: str, longest: str) -> None:
    found = compute_streak(dict.fromkeys(map(int, days.split()), False), int(today))
    assert found == (int(now), int(longest))


def test_days_go_through_their_text_and_back() -> None:
    days = {20261031: True, 20261101: False, 20261130: True, 20270101: False}
    assert parse_daily_results(format_daily_results(days)) == days
    assert format_daily_results({}) == ""
    both = merge_daily_results({20261101: True, 20261102: False}, {20261102: True, 20261001: False})
    assert both == {20261001: False, 20261101: True, 20261102: True}


@pytest.mark.parametrize(
    "text",
    [
        *("", "202611", "202611:", "202611:..", "202611:q", "202613:w", "202611:w  202612:w"),
        *("202612:w 202611:w", "202611:w 202611:.w", "2O2611:w", "\u0662026:w", f"202611:{'.' * 40}w"),
    ],
)
def test_what_is_not_written_so_is_refused(text: str) -> None:
    assert parse_daily_results(text) is None
