import json
from pathlib import Path

import pytest

from retro_pyramid.cli import main
from retro_pyramid.commands.statistics_report import json_figures, stats_lines
from retro_pyramid.formats.native import statistics as own
from retro_pyramid.formats.native.daily_streaks import Run
from retro_pyramid.formats.native.statistics import MEANINGS, Figures, Spread, add_game
from retro_pyramid.rules import rules_for
from retro_pyramid.rules.editions import RECORDS
from tests.folders import contents, game

ODM, RELAXED = rules_for("odm"), rules_for("relaxed")
TODAY = 20261102
Capture = pytest.CaptureFixture[str]


def after(*games: tuple[bool, int | None]) -> Figures:
    figures = Figures()
    for won, score in games:
        figures = figures.add(won, score)
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
    counted = (found.games, found.wins, found.share, found.best, found.mean, found.streak, found.longest)
    assert counted == figures
    assert found.problem() is None
    assert list(MEANINGS) == ["games", "wins", "share", "best", "mean", "streak", "longest"]
    assert all(meaning.count(".") == 1 and meaning.endswith(".") for meaning in MEANINGS.values())


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
    statistics = Figures(
        games=counted.get("games", 0),
        wins=counted.get("wins", 0),
        scored=counted.get("scored", 0),
        total=counted.get("total", 0),
        best=counted.get("best"),
        streak=counted.get("streak", 0),
        longest=counted.get("longest", 0),
        scores=scores,
    )
    assert statistics.problem() is not None


def test_figures_of_games_counted_before_scores_were_kept_go_on() -> None:
    before = Figures(games=2, wins=1, scored=2, total=60, best=50, streak=0, longest=1)
    now = before.add(True, 20).add(False, 70)
    assert now.problem() is None
    assert (now.scored, now.mean, dict(now.scores)) == (4, 37.5, {20: 1, 70: 1})


@pytest.mark.parametrize(
    ("scores", "spread"),
    [
        ({5: 2}, Spread(5, 1, (2,))),
        ({0: 1, 12: 1}, Spread(0, 1, (1, *(0,) * 11, 1))),
        ({0: 1, 13: 1}, Spread(0, 2, (1, 0, 0, 0, 0, 0, 1))),
        ({-52: 3, 50: 1, 41: 1}, Spread(-60, 10, (3, *(0,) * 9, 1, 1))),
        ({-115: 1, 4850: 2, 4860: 1}, Spread(-500, 500, (1, *(0,) * 9, 3))),
        ({-(10**17): 1, 10**17: 1}, Spread(-(10**17), 2 * 10**16, (1, *(0,) * 9, 1))),
        ({}, None),
    ],
)
def test_scores_are_spread_over_bars_of_round_numbers(scores: dict[int, int], spread: Spread | None) -> None:
    assert Figures(scores=scores).spread() == spread
    assert spread is None or spread.low <= min(scores) <= max(scores) <= spread.high


def test_a_day_is_won_if_one_of_its_games_was() -> None:
    figures = Figures()
    for won, day in ((False, 20261130), (True, 20261130), (False, 20261130), (False, 20261201)):
        figures = figures.add(won, 1, day)
    assert (dict(figures.days), figures.days_won) == ({20261130: True, 20261201: False}, 1)
    assert figures.run(20261202) == Run(now=2, longest=2)
    assert figures.month(202611)[-1] == [(20261130, True, False), *[(0, None, False)] * 6]


def test_a_day_played_late_is_no_day_of_the_run_and_is_missed_no_more() -> None:
    figures = Figures().add(True, 1, 20261129).add(True, 1, 20261201).add(True, 1, 20261130, late=True)
    assert (figures.run(20261201), figures.days_won) == (Run(now=1, longest=1), 2)
    assert figures.month(202611)[-1][0] == (20261130, True, True)
    assert figures.missed(20261202)[:3] == [20261202, 20261128, 20261127]
    assert (figures.missed(20261202)[-1], len(figures.missed(20261202))) == (20261102, 28)
    # On its own day it was played as well: that counts.
    assert figures.add(False, 1, 20261130).month(202611)[-1][0] == (20261130, False, False)
    both = figures.add(False, 1, 20261130)
    assert (figures.days_late, both.days_late, len(both.days)) == (1, 0, 3)
    other = {ODM.tag: Figures().add(False, 1, 20261128, late=True)}
    assert set(own.longer({ODM.tag: figures}, other)[ODM.tag].late) == {20261128, 20261130}
    days = json_figures({ODM.tag: figures}, 20261201)[0]["days"]
    assert isinstance(days, dict)
    assert (days["played"], days["dates"]["2026-11-30"]) == (2, "won late")
    lines = stats_lines({ODM.tag: figures}, 20261201)
    assert any(line.startswith(f"daily deals of {ODM.tag}: 2 played, 2 won, 1 late") for line in lines)
    lines = stats_lines({ODM.tag: both}, 20261201)
    assert any(line.startswith(f"daily deals of {ODM.tag}: 3 played, 2 won; ") for line in lines)


def test_the_days_of_till_dawn_are_one_calendar_for_both_values_of_auto_match(tmp_path: Path) -> None:
    on, off = (rules_for("tilldawn", {"auto_match": value}) for value in ("on", "off"))
    files = game(tmp_path)
    for rules, won, day in ((on, False, 20261128), (off, True, 20261129), (on, True, 20261130)):
        files.count(rules, won, 1, day)
    files.count(off, True, 1, 20261127, late=True)
    for rules, games in ((on, 2), (off, 2)):
        (figures,) = files.figures([rules])
        assert (figures.games, figures.run(20261130), figures.days_won) == (games, (3, 3), 2)
        assert figures.missed(20261130)[0] == 20261126
    table = files.statistics.value()
    days = {str(one["options"]): one["days"] for one in json_figures(table, 20261130)}
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
    lines = [line for line in stats_lines(table, 20261130) if line.startswith("daily deals")]
    assert lines == [
        "daily deals of tilldawn auto_match=on: 3 played, 2 won, 1 late; "
        "days in a row: 3 now, 3 at most; last 2026-11-30"
    ]


def test_rule_sets_are_counted_apart_joined_and_cleared() -> None:
    table = add_game(add_game(add_game({}, ODM, True, 9), RELAXED, False, None), ODM, False, 1)
    assert table == {ODM.tag: after((True, 9), (False, 1)), RELAXED.tag: after((False, None))}
    assert len({rules.tag for rules in RECORDS}) == len(RECORDS)
    # Of two figures the ones with more games are taken, and the days of both.
    mine = {ODM.tag: Figures().add(False, 1, 20261101).add(False, 2, 20261102)}
    theirs = {ODM.tag: Figures().add(True, 9, 20261102), RELAXED.tag: after((True, None))}
    both = own.longer(mine, theirs)[ODM.tag]
    assert (both.games, both.best, dict(both.days)) == (2, 2, {20261101: False, 20261102: True})
    assert own.longer(mine, theirs).keys() == {ODM.tag, RELAXED.tag}
    assert both.problem() is None
    # A program is cleared with all its options.
    left = own.without({rules.tag: after((True, 1)) for rules in RECORDS}, "odm")
    assert {tag.split()[0] for tag in left} == {rules.edition for rules in RECORDS} - {"odm"}


def test_stats_of_games(tmp_path: Path, capsys: Capture) -> None:
    data = tmp_path / "data"
    assert main(["stats", "--data", str(data)]) == 0
    assert capsys.readouterr().out == "no game has ended yet\n"
    assert not data.exists()
    for score in (100, 50, 201):
        assert game(data).count(ODM, score > 60, score)
    game(data).count(RELAXED, False, None)
    assert main(["stats", "--data", str(data)]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert lines[0].split() == list(MEANINGS)
    assert lines[1].split() == ["odm", "level=1", "3", "2", "67", "201", "117.0", "1", "1"]
    assert lines[2].split() == ["relaxed", "passes=1", "1", "0", "0", "-", "-", "0", "0"]
    assert lines[3] == ""
    assert lines[4].split(None, 1) == ["games", MEANINGS["games"]]


def test_stats_as_json_names_every_rule_set(tmp_path: Path, capsys: Capture) -> None:
    game(tmp_path).count(ODM, True, 7)
    assert main(["stats", "--json", "--data", str(tmp_path)]) == 0
    figures = json.loads(capsys.readouterr().out)["figures"]
    assert [(row["edition"], row["options"]) for row in figures] == [(r.edition, r.options) for r in RECORDS]
    keys = "edition options games wins share best mean streak longest scores days"
    days = {"played": 0, "won": 0, "now": 0, "longest": 0, "dates": {}}
    values = ("odm", {"level": "1"}, 1, 1, 100, 7, 7.0, 1, 1, [[7, 1]], days)
    assert figures[0] == dict(zip(keys.split(), values, strict=True))
    assert (figures[1]["best"], figures[1]["share"], figures[1]["scores"]) == (None, None, [])


def test_stats_tell_how_scores_are_spread_and_which_days_were_played() -> None:
    table = add_game(add_game({}, ODM, True, 120, 20261031), ODM, False, -30, 20261101)
    table = add_game(add_game(table, ODM, True, 125, None), RELAXED, True, None, 20261101)
    lines = stats_lines(table, TODAY)
    assert lines[lines.index("scores of odm level=1") + 1] == f"-40 to -21  {'#' * 20} 1"
    deals = "daily deals of odm level=1: 2 played, 1 won; days in a row: 2 now, 2 at most; last 2026-11-01"
    assert {f"120 to 139  {'#' * 40} 2", "  0 to  19", deals} <= set(lines)
    assert not any("scores of relaxed" in line for line in lines)
    assert max(map(len, lines)) <= 100
    dates = {"2026-10-31": "won", "2026-11-01": "played"}
    days = {"played": 2, "won": 1, "now": 2, "longest": 2, "dates": dates}
    assert json_figures(table, TODAY)[0]["days"] == days


def test_stats_of_a_broken_file_is_one_line_and_leaves_it_alone(tmp_path: Path, capsys: Capture) -> None:
    (tmp_path / "PYRAMID.STA").write_bytes(b"broken")
    assert main(["stats", "--data", str(tmp_path)]) == 2
    out, err = capsys.readouterr()
    assert (out, err.count("\n")) == ("", 1)
    assert err.startswith("pyramid: PYRAMID.STA: statistics, last line at byte 0: expected check ")
    assert contents(tmp_path) == {"PYRAMID.STA": b"broken"}
