import json
import subprocess
import sys
import tracemalloc
from collections.abc import Callable
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest

from retro_pyramid.commands.games import build_replay_report
from retro_pyramid.commands.report import CommandReport
from retro_pyramid.commands.run import run_command
from retro_pyramid.rules import EDITIONS
from retro_pyramid.rules.transcript import parse_transcript, transcript_text
from tests.rules.vectors import GAMES, Row, name_of, transcript_of

KEYS = "edition status score pyramid_left stock_left waste_left pass cleared_pass legal"
GAME = "retro-pyramid 1\nedition odm\ndeal 61\nmoves 75 D\n"
Played = Callable[..., CommandReport]


@pytest.fixture
def played(tmp_path: Path) -> Played:
    def play(command: str, text: str, *words: str) -> CommandReport:
        (tmp_path / "game").write_text(text)
        return run_command([command, str(tmp_path / "game"), *words])

    return play


@pytest.mark.parametrize("row", GAMES, ids=name_of)
def test_replay_prints_one_json_object_with_exactly_its_keys(row: Row, played: Played) -> None:
    report = played("replay", transcript_text(transcript_of(row)), "--json")
    assert (report.exit_code, len(report.stdout_lines)) == (0, 1)
    result = json.loads(report.stdout_lines[0])
    assert set(result) == set(KEYS.split())
    assert result == row["result"]


def test_replay_in_lines_to_read(played: Played) -> None:
    report = played("replay", GAME)
    assert (report.exit_code, report.stderr_lines) == (0, ())
    assert report.stdout_lines == [
        "odm, level 1, deal 61, moves played: 2",
        "playing, score 5, pass 1",
        "cards left: 27 in the pyramid, 22 in the stock",
        "legal moves: 74 76 D",
    ]
    row = next(row for row in GAMES if row["edition"] == "em" and row["result"]["cleared_pass"])
    lines = played("replay", transcript_text(transcript_of(row)._replace(deal_number=None))).stdout_lines
    assert lines[0].startswith("em, typed-in cards, moves played: ")
    assert f"pyramid cleared in pass {row['result']['cleared_pass']}" in lines[1]
    assert f"{row['result']['waste_left']} in the waste" in lines[2]
    assert lines[3] == "legal moves: none"


@pytest.mark.parametrize("words", [["replay"], ["replay", "--json"], ["perft", "--depth", "3"]])
def test_what_is_illegal_or_no_game_is_one_line_and_why(words: list[str], played: Played) -> None:
    command, *more = words
    for text, said in (
        (GAME + "moves 75", "move 3 (75): the card at 75 is gone"),
        ("x", "line 1: found 'x': expected 'retro-pyramid 1'"),
    ):
        assert played(command, text, *more) == CommandReport(stderr_lines=(said,), exit_code=2)


@pytest.mark.parametrize(
    ("words", "slow", "does"),
    [
        (["-S"], "dataclasses inspect json argparse", "import retro_pyramid.commands.games"),
        (
            [],
            "argparse dataclasses inspect json urllib.parse zipfile retro_pyramid.solver.exact",
            (
                "import retro_pyramid.page.browser; from retro_pyramid.launcher.cli_args "
                "import parse_args; parse_args([]); from retro_pyramid.launcher import "
                "launcher; launcher.load_edition('odm')"
            ),
        ),
    ],
    ids=["core", "game"],
)
def test_nothing_that_takes_long_to_load_is_loaded(words: list[str], slow: str, does: str) -> None:
    # What Pyxel loads itself is no fault of ours.
    code = f"import sys{'' if words else ', pyxel'}; before = set(sys.modules); {does}"
    code += f"; print(*{set(slow.split())} & (set(sys.modules) - before))"
    done = subprocess.run([sys.executable, *words, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == ""


@pytest.mark.parametrize(
    ("line", "bytes_a_line"), [("moves D D D D D D D D R\n", 9 * 40), ("note key value\n", 200)]
)
def test_a_long_game_takes_no_more_memory_than_its_text_and_moves(line: str, bytes_a_line: int) -> None:
    text = "retro-pyramid 1\nedition windows\noption variation draw3\ndeal 61\n" + line * 2_000
    tracemalloc.start()
    try:
        assert build_replay_report(text).exit_code == 0
        assert tracemalloc.get_traced_memory()[1] < 2_000 * bytes_a_line
    finally:
        tracemalloc.stop()


@pytest.mark.parametrize("edition", EDITIONS)
def test_a_judged_game_tells_what_each_move_left_and_which_one_lost_it(edition: str) -> None:
    file = Path(__file__).parent / "judged" / f"{edition}.txt"
    game = parse_transcript(file.read_text(encoding="utf-8"))
    data: Any = run_command(["replay", str(file), "--judge", "--json"]).json_data
    moves, at = data.pop("judged"), data.pop("lost_by")
    assert data == run_command(["replay", str(file), "--json"]).json_data
    assert [move["move"] for move in moves] == [str(move) for move in game.moves]
    assert all(one["after"] == next_["before"] for one, next_ in pairwise(moves))
    assert at == int(dict(game.notes)["lost_by"])
    if edition == "odm":
        assert moves[at]["cost"] == max(move["cost"] for move in moves)
    else:
        assert (moves[at]["before"], moves[at]["after"]) == ("won", "lost")
        assert {move["cost"] for move in moves} == {None}
    if edition == "em":
        said = run_command(["replay", str(file), "--judge"]).stdout_lines
        assert said[-1] == f"lost by: move {at + 1} {moves[at]['move']}"


def test_a_game_that_nothing_lost_says_so(played: Played) -> None:
    data: Any = played("replay", GAME, "--judge", "--json").json_data
    assert len(data["judged"]) == 2
    assert (
        played("replay", "retro-pyramid 1\nedition em\ndeal 61\n", "--judge").stdout_lines[-1]
        == "lost by: none"
    )
