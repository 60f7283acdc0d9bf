import json
from pathlib import Path

import pytest

from retro_pyramid.cli import main
from retro_pyramid.formats.own.figures import MEANINGS, Figures, add_game, key_of, stats_lines
from retro_pyramid.rules import rules_for
from retro_pyramid.rules.editions import RECORDS
from retro_pyramid.storage import DataFolder, GameFiles

ODM, RELAXED = rules_for("odm"), rules_for("relaxed")


def after(*games: tuple[bool, int | None]) -> Figures:
    figures = Figures()
    for won, score in games:
        figures = figures.add(won, score)
    return figures


def test_each_figure_is_what_its_sentence_says() -> None:
    figures = after((True, 50), (True, -20), (False, 70), (True, 0))
    assert (figures.games, figures.wins, figures.best, figures.mean) == (4, 3, 70, 25.0)
    assert (figures.streak, figures.longest) == (1, 2)
    assert after((False, 1)).streak == 0
    assert list(MEANINGS) == ["games", "wins", "best", "mean", "streak", "longest"]
    assert all(meaning.count(".") == 1 and meaning.endswith(".") for meaning in MEANINGS.values())


def test_the_best_of_bad_scores_is_a_bad_score() -> None:
    assert after((False, -30), (False, -10)).best == -10


def test_an_edition_without_a_score_has_no_best_and_no_mean() -> None:
    figures = after((True, None), (False, None))
    assert (figures.games, figures.best, figures.mean) == (2, None, None)


@pytest.mark.parametrize(
    "figures",
    [
        Figures(games=-1),
        Figures(games=1, wins=2),
        Figures(games=5, wins=2, streak=1),
        Figures(games=5, wins=2, streak=0, longest=3),
        Figures(games=1, scored=2, best=1),
        Figures(games=1, scored=1),
        Figures(games=1, best=3),
        Figures(games=2, scored=2, total=21, best=10),
    ],
)
def test_figures_that_no_games_make_have_a_problem(figures: Figures) -> None:
    assert figures.problem() is not None
    assert after((True, 50), (False, -20), (True, None)).problem() is None


def test_rule_sets_are_counted_apart() -> None:
    table = add_game(add_game(add_game({}, ODM, True, 9), RELAXED, False, None), ODM, False, 1)
    assert table == {key_of(ODM): after((True, 9), (False, 1)), key_of(RELAXED): after((False, None))}
    assert len({key_of(rules) for rules in RECORDS}) == len(RECORDS)


def test_stats_before_any_game(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["stats", "--data", str(tmp_path / "absent")]) == 0
    assert capsys.readouterr().out == "no game has ended yet\n"
    assert not (tmp_path / "absent").exists()
    assert stats_lines({}) == ["no game has ended yet"]


def test_stats_of_games(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    files = GameFiles(DataFolder(tmp_path))
    for score in (100, 50, 201):
        assert files.statistics.add(ODM, score > 60, score)
    files.statistics.add(RELAXED, False, None)
    assert main(["stats", "--data", str(tmp_path)]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert lines[0].split() == list(MEANINGS)
    assert lines[1].split() == ["odm", "level=1", "3", "2", "201", "117.0", "1", "1"]
    assert lines[2].split() == ["relaxed", "passes=1", "1", "0", "-", "-", "0", "0"]
    assert lines[3] == ""
    assert lines[4].split(None, 1) == ["games", MEANINGS["games"]]


def test_stats_as_json_names_every_rule_set(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    GameFiles(DataFolder(tmp_path)).statistics.add(ODM, True, 7)
    assert main(["stats", "--json", "--data", str(tmp_path)]) == 0
    figures = json.loads(capsys.readouterr().out)["figures"]
    assert [(row["edition"], row["options"]) for row in figures] == [(r.edition, r.options) for r in RECORDS]
    assert figures[0] == {
        "edition": "odm",
        "options": {"level": "1"},
        "games": 1,
        "wins": 1,
        "best": 7,
        "mean": 7.0,
        "streak": 1,
        "longest": 1,
    }
    assert figures[1]["best"] is None


def test_stats_of_a_broken_file_is_one_line_and_leaves_it_alone(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "PYRAMID.STA").write_bytes(b"broken")
    assert main(["stats", "--data", str(tmp_path)]) == 2
    said = capsys.readouterr()
    assert (said.out, said.err.count("\n")) == ("", 1)
    assert said.err.startswith("pyramid: PYRAMID.STA: statistics, last line at byte 0: expected check ")
    assert [path.name for path in tmp_path.iterdir()] == ["PYRAMID.STA"]
