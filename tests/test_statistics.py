import json
from pathlib import Path

import pytest

from retro_pyramid.cli import main
from retro_pyramid.commands.statistics_report import build_statistics_json, format_statistics_report
from retro_pyramid.formats.native import statistics as own
from retro_pyramid.formats.native.daily_streaks import DailyStreak
from retro_pyramid.formats.native.statistics import FIELD_HELP, Histogram, Statistics, add_game
from retro_pyramid.rules import rules_for
from retro_pyramid.rules.editions import ALL_RULES
from tests.folders import contents, game

ODM, RELAXED = rules_for("odm"), rules_for("relaxed")
TODAY = 20261102
Capture = pytest.CaptureFixture[str]


def after(*games: tuple[bool, int | None]) -> Statistics:
    figures = Statistics()
    for won, score in games:
        figures = figures.with_game(won, score)
    return figures


@pytest.mark.parametrize(
    ("games", "figures"),
    [
        ([], (0, 0, None, None, None, 0, 0)),
        ([(True, 50), (True, -20), (False, 70), (True, 0)], (4, 3, 75, 70, 25.0, 1, 2)),
        ([(True, 1), (False, 2), (False, 3)], (3, 1, 33, 3, 2.0, 0, 1)),
        ([(False, -30), (False, -10)], (2, 0, 0, -10, -20.0, 0, 0)),
        ([(True, None), (False, None)], (2, 1, 50, None, None, 0, 1)),
    ],
)
def test_each_figure_is_what_its_sentence_says(
    games: list[tuple[bool, int | None]], figures: tuple[float | None, ...]
) -> None:
    found = after(*games)
    counted = (
        found.games,
        found.wins,
        found.win_percentage,
        found.best_score,
        found.mean_score,
        found.win_streak,
        found.best_win_streak,
    )
    assert counted == figures
    assert found.find_inconsistency() is None
    assert list(FIELD_HELP) == ["games", "wins", "share", "best", "mean", "streak", "longest"]
    assert all(meaning.count(".") == 1 and meaning.endswith(".") for meaning in FIELD_HELP.values())


@pytest.mark.parametrize(
    "row",
    [
        ("games=-1",),
        ("games=1 wins=2",),
        ("games=5 wins=2 streak=1",),
        ("games=5 wins=2 longest=3",),
        ("games=1 scored=2 best=1",),
        ("games=1 scored=1",),
        ("games=1 best=3",),
        ("games=2 scored=2 total=21 best=10",),
        ("games=1 scored=1 total=5 best=5 scores=5:2",),
        ("games=2 scored=2 total=10 best=5 scores=5:1,6:1",),
        ("games=2 scored=2 total=9 best=5 scores=5:2",),
        ("games=2 scored=2 total=8 best=5 scores=4:2",),
        ("games=2 scored=2 total=10 best=5 scores=4:1",),
        ("games=2 scored=2 total=10 best=5 scores=5:0",),
    ],
)
def test_figures_that_no_games_make_have_a_problem(row: tuple[str, ...]) -> None:
    figures = dict(word.split("=") for word in row[0].split())
    pairs = [pair.split(":") for pair in figures.pop("scores", "").split(",") if pair]
    scores = {int(score): int(times) for score, times in pairs}
    counted = {name: int(value) for name, value in figures.items()}
    statistics = Statistics(
        games=counted.get("games", 0),
        wins=counted.get("wins", 0),
        scored_games=counted.get("scored", 0),
        total_score=counted.get("total", 0),
        best_score=counted.get("best"),
        win_streak=counted.get("streak", 0),
        best_win_streak=counted.get("longest", 0),
        score_counts=scores,
    )
    assert statistics.find_inconsistency() is not None


def test_figures_of_games_counted_before_scores_were_kept_go_on() -> None:
    before = Statistics(
        games=2, wins=1, scored_games=2, total_score=60, best_score=50, win_streak=0, best_win_streak=1
    )
    now = before.with_game(True, 20).with_game(False, 70)
    assert now.find_inconsistency() is None
    assert (now.scored_games, now.mean_score, dict(now.score_counts)) == (4, 37.5, {20: 1, 70: 1})


@pytest.mark.parametrize(
    ("scores", "spread"),
    [
        ({5: 2}, Histogram(5, 1, (2,))),
        ({0: 1, 12: 1}, Histogram(0, 1, (1, *(0,) * 11, 1))),
        ({0: 1, 13: 1}, Histogram(0, 2, (1, 0, 0, 0, 0, 0, 1))),
        ({-52: 3, 50: 1, 41: 1}, Histogram(-60, 10, (3, *(0,) * 9, 1, 1))),
        ({-115: 1, 4850: 2, 4860: 1}, Histogram(-500, 500, (1, *(0,) * 9, 3))),
        ({-(10**17): 1, 10**17: 1}, Histogram(-(10**17), 2 * 10**16, (1, *(0,) * 9, 1))),
        ({}, None),
    ],
)
def test_scores_are_spread_over_bars_of_round_numbers(
    scores: dict[int, int], spread: Histogram | None
) -> None:
    assert Statistics(score_counts=scores).build_histogram() == spread
    assert spread is None or spread.min_score <= min(scores) <= max(scores) <= spread.max_score


def test_a_day_is_won_if_one_of_its_games_was() -> None:
    figures = Statistics()
    for won, day in ((False, 20261130), (True, 20261130), (False, 20261130), (False, 20261201)):
        figures = figures.with_game(won, 1, day)
    assert (dict(figures.daily_results), figures.daily_wins) == ({20261130: True, 20261201: False}, 1)
    assert figures.compute_daily_streak(20261202) == DailyStreak(current=2, best=2)
    assert figures.list_month_results(202611)[-1] == [(20261130, True, False), *[(0, None, False)] * 6]


def test_a_day_played_late_is_no_day_of_the_run_and_is_missed_no_more() -> None:
    figures = (
        Statistics()
        .with_game(True, 1, 20261129)
        .with_game(True, 1, 20261201)
        .with_game(True, 1, 20261130, is_late=True)
    )
    assert (figures.compute_daily_streak(20261201), figures.daily_wins) == (DailyStreak(current=1, best=1), 2)
    assert figures.list_month_results(202611)[-1][0] == (20261130, True, True)
    assert figures.list_missed_dates(20261202)[:3] == [20261202, 20261128, 20261127]
    assert (figures.list_missed_dates(20261202)[-1], len(figures.list_missed_dates(20261202))) == (
        20261102,
        28,
    )
    # On its own day it was played as well: that counts.
    assert figures.with_game(False, 1, 20261130).list_month_results(202611)[-1][0] == (20261130, False, False)
    both = figures.with_game(False, 1, 20261130)
    assert (figures.days_late, both.days_late, len(both.daily_results)) == (1, 0, 3)
    other = {ODM.id: Statistics().with_game(False, 1, 20261128, is_late=True)}
    assert set(own.merge_statistics({ODM.id: figures}, other)[ODM.id].late_results) == {20261128, 20261130}
    days = build_statistics_json({ODM.id: figures}, 20261201)[0]["days"]
    assert isinstance(days, dict)
    assert (days["played"], days["dates"]["2026-11-30"]) == (2, "won late")
    lines = format_statistics_report({ODM.id: figures}, 20261201)
    assert any(line.startswith(f"daily deals of {ODM.id}: 2 played, 2 won, 1 late") for line in lines)
    lines = format_statistics_report({ODM.id: both}, 20261201)
    assert any(line.startswith(f"daily deals of {ODM.id}: 3 played, 2 won; ") for line in lines)


def test_the_days_of_till_dawn_are_one_calendar_for_both_values_of_auto_match(tmp_path: Path) -> None:
    on, off = (rules_for("tilldawn", {"auto_match": value}) for value in ("on", "off"))
    files = game(tmp_path)
    for rules, won, day in ((on, False, 20261128), (off, True, 20261129), (on, True, 20261130)):
        files.count_game(rules, won, 1, day)
    files.count_game(off, True, 1, 20261127, is_late=True)
    for rules, games in ((on, 2), (off, 2)):
        (figures,) = files.read_statistics([rules])
        assert (figures.games, figures.compute_daily_streak(20261130), figures.daily_wins) == (
            games,
            (3, 3),
            2,
        )
        assert figures.list_missed_dates(20261130)[0] == 20261126
    table = files.statistics.read()
    days = {str(one["options"]): one["days"] for one in build_statistics_json(table, 20261130)}
    assert days[str(on.options)] == {
        "played": 3,
        "won": 2,
        "now": 3,
        "longest": 3,
        "dates": {
            "2026-11-27": "won late",
            "2026-11-28": "played",
            "2026-11-29": "won",
            "2026-11-30": "won",
        },
    }
    assert days[str(off.options)] == {"played": 0, "won": 0, "now": 0, "longest": 0, "dates": {}}
    lines = [line for line in format_statistics_report(table, 20261130) if line.startswith("daily deals")]
    assert lines == [
        "daily deals of tilldawn auto_match=on: 3 played, 2 won, 1 late; "
        "days in a row: 3 now, 3 at most; last 2026-11-30"
    ]


def test_rule_sets_are_counted_apart_joined_and_cleared() -> None:
    table = add_game(add_game(add_game({}, ODM, True, 9), RELAXED, False, None), ODM, False, 1)
    assert table == {ODM.id: after((True, 9), (False, 1)), RELAXED.id: after((False, None))}
    assert len({rules.id for rules in ALL_RULES}) == len(ALL_RULES)
    # Of two figures the ones with more games are taken, and the days of both.
    mine = {ODM.id: Statistics().with_game(False, 1, 20261101).with_game(False, 2, 20261102)}
    theirs = {ODM.id: Statistics().with_game(True, 9, 20261102), RELAXED.id: after((True, None))}
    both = own.merge_statistics(mine, theirs)[ODM.id]
    assert (both.games, both.best_score, dict(both.daily_results)) == (
        2,
        2,
        {20261101: False, 20261102: True},
    )
    assert own.merge_statistics(mine, theirs).keys() == {ODM.id, RELAXED.id}
    assert both.find_inconsistency() is None
    # A program is cleared with all its options.
    left = own.remove_edition({rules.id: after((True, 1)) for rules in ALL_RULES}, "odm")
    assert {tag.split()[0] for tag in left} == {rules.edition for rules in ALL_RULES} - {"odm"}


def test_stats_of_games(tmp_path: Path, capsys: Capture) -> None:
    data = tmp_path / "data"
    assert main(["stats", "--data", str(data)]) == 0
    assert capsys.readouterr().out == "no game has ended yet\n"
    assert not data.exists()
    for score in (100, 50, 201):
        assert game(data).count_game(ODM, score > 60, score)
    game(data).count_game(RELAXED, False, None)
    assert main(["stats", "--data", str(data)]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert lines[0].split() == list(FIELD_HELP)
    assert lines[1].split() == ["odm", "level=1", "3", "2", "67", "201", "117.0", "1", "1"]
    assert lines[2].split() == ["relaxed", "passes=1", "1", "0", "0", "-", "-", "0", "0"]
    assert lines[3] == ""
    assert lines[4].split(None, 1) == ["games", FIELD_HELP["games"]]


def test_stats_as_json_names_every_rule_set(tmp_path: Path, capsys: Capture) -> None:
    game(tmp_path).count_game(ODM, True, 7)
    assert main(["stats", "--json", "--data", str(tmp_path)]) == 0
    figures = json.loads(capsys.readouterr().out)["figures"]
    assert [(row["edition"], row["options"]) for row in figures] == [
        (r.edition, r.options) for r in ALL_RULES
    ]
    keys = "edition options games wins share best mean streak longest scores days"
    days = {"played": 0, "won": 0, "now": 0, "longest": 0, "dates": {}}
    values = ("odm", {"level": "1"}, 1, 1, 100, 7, 7.0, 1, 1, [[7, 1]], days)
    assert figures[0] == dict(zip(keys.split(), values, strict=True))
    assert (figures[1]["best"], figures[1]["share"], figures[1]["scores"]) == (None, None, [])


def test_stats_tell_how_scores_are_spread_and_which_days_were_played() -> None:
    table = add_game(add_game({}, ODM, True, 120, 20261031), ODM, False, -30, 20261101)
    table = add_game(add_game(table, ODM, True, 125, None), RELAXED, True, None, 20261101)
    lines = format_statistics_report(table, TODAY)
    assert lines[lines.index("scores of odm level=1") + 1] == f"-40 to -21  {'#' * 20} 1"
    deals = "daily deals of odm level=1: 2 played, 1 won; days in a row: 2 now, 2 at most; last 2026-11-01"
    assert {f"120 to 139  {'#' * 40} 2", "  0 to  19", deals} <= set(lines)
    assert not any("scores of relaxed" in line for line in lines)
    assert max(map(len, lines)) <= 100
    dates = {"2026-10-31": "won", "2026-11-01": "played"}
    days = {"played": 2, "won": 1, "now": 2, "longest": 2, "dates": dates}
    assert build_statistics_json(table, TODAY)[0]["days"] == days


def test_stats_of_a_broken_file_is_one_line_and_leaves_it_alone(tmp_path: Path, capsys: Capture) -> None:
    (tmp_path / "PYRAMID.STA").write_bytes(b"broken")
    assert main(["stats", "--data", str(tmp_path)]) == 2
    out, err = capsys.readouterr()
    assert (out, err.count("\n")) == ("", 1)
    assert err.startswith("pyramid: PYRAMID.STA: statistics, last line at byte 0: expected check ")
    assert contents(tmp_path) == {"PYRAMID.STA": b"broken"}
