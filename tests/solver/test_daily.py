"""The deals of a day: where the search begins, what the table holds, and that the search finds the same."""

from collections.abc import Iterator
from datetime import date, timedelta
from hashlib import sha256
from zlib import compress, decompress

import pytest

from retro_pyramid.commands import daily as days
from retro_pyramid.commands.run import run_command
from retro_pyramid.resources import read_asset_bytes
from retro_pyramid.rules import rules_for, solver_rules
from retro_pyramid.rules.editions import ALL_RULES
from retro_pyramid.solver.daily_search import DailyTable, DayTableError, compute_search_start
from retro_pyramid.solver.difficulty import DealSearch
from tests.days import ROWS, DayRow

TABLE = DailyTable(read_asset_bytes("days.bin"))
PACKED = range(20260101, 20360101)


def dates() -> Iterator[int]:
    first = date(2026, 1, 1)
    count = (date(2036, 1, 1) - first).days
    return (int((first + timedelta(at)).strftime("%Y%m%d")) for at in range(count))


def test_the_search_begins_at_a_hash_of_rule_set_date_and_place() -> None:
    text = b"windows variation=draw3 20280229 3"
    start = int.from_bytes(sha256(text).digest()[:4], "big")
    rules = next(rules for rules in ALL_RULES if rules.options == {"variation": "draw3"})
    assert compute_search_start(rules, 20280229, 3) == start
    assert [compute_search_start(*row[:3]) for row in ROWS] == [row.begins for row in ROWS]


def test_the_table_has_what_another_program_found_and_nothing_outside_its_years() -> None:
    for row in ROWS:
        assert TABLE.find_deal(*row[:3]) == (row.deal if row.date in PACKED else None), row


def test_till_dawn_has_one_deal_a_day_whatever_its_auto_match_box_shows() -> None:
    on, off = (rules_for("tilldawn", {"auto_match": value}) for value in ("on", "off"))
    rows = [row for row in ROWS if row.rules == on]
    assert len(rows) > 30
    for row in rows:
        assert compute_search_start(off, row.date, row.place) == row.begins
        assert TABLE.find_deal(off, row.date, row.place) == (row.deal if row.date in PACKED else None)


@pytest.mark.parametrize("every", [37, pytest.param(1, marks=pytest.mark.slow)])
def test_in_ten_years_no_deal_comes_twice_under_any_rules_nor_in_a_days_match(every: int) -> None:
    for rules in ALL_RULES:
        days = list(dates())
        deals = [TABLE.find_deal(rules, day) for day in days]
        assert None not in deals
        assert len(set(deals)) == len(deals)
        for day in days[::every]:
            match = {TABLE.find_deal(rules, day, place) for place in range(7)}
            assert None not in match, (rules, day)
            assert len(match) == 7, (rules, day)


def found_by_search(row: DayRow) -> int:
    seeking = DealSearch(solver_rules(row.rules), row.begins, max_nodes=None)
    while not seeking.run_slice(10_000):
        pass
    return seeking.deal_number


NEAR = [row for row in ROWS if row.date not in PACKED and row.deal - row.begins in (1, 2)]


@pytest.mark.parametrize("row", NEAR, ids=lambda row: f"{row.rules.id}-{row.date}-{row.place}")
def test_past_the_table_the_search_finds_what_another_program_found(row: DayRow) -> None:
    assert found_by_search(row) == row.deal


@pytest.mark.slow
def test_the_search_finds_everything_that_another_program_found() -> None:
    assert [found_by_search(row) for row in ROWS] == [row.deal for row in ROWS]


WHOLE = decompress(read_asset_bytes("days.bin"))


@pytest.mark.parametrize(
    "data",
    [
        b"",
        b"no table",
        read_asset_bytes("days.bin")[:-100],
        compress(b"\xff" + WHOLE),
        compress(WHOLE[:-2]),
        compress(WHOLE.replace(b",", b";", 1)),
    ],
    ids=["empty", "text", "cut off", "no text", "short", "too few rule sets"],
)
def test_damaged_table_is_refused_in_one_line(data: bytes, monkeypatch: pytest.MonkeyPatch) -> None:
    with pytest.raises(DayTableError, match=r"days\.bin of this installation is damaged: expected"):
        DailyTable(data)
    monkeypatch.setattr(days, "read_asset_bytes", lambda _: data)
    days._get_daily_table.cache_clear()
    days.find_daily_deal_number.cache_clear()
    report = run_command(["day", "--day", "20261128", "--edition", "em"])
    days._get_daily_table.cache_clear()
    assert (report.exit_code, len(report.stderr_lines)) == (2, 1)
    assert "days.bin" in report.stderr_lines[0]
