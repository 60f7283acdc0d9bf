import json
import subprocess
import sys
import tracemalloc

import pytest

from retro_pyramid.cards import deal, deal_text
from retro_pyramid.commands.games import command_deal, command_perft, command_replay
from retro_pyramid.rules import EDITIONS
from retro_pyramid.rules.transcript import transcript_text
from tests.rules.vectors import GAMES, PERFT, Row, name_of, transcript_of

KEYS = {
    "edition",
    "status",
    "score",
    "pyramid_left",
    "stock_left",
    "waste_left",
    "pass",
    "cleared_pass",
    "legal",
}
GAME = "retro-pyramid 1\nedition odm\ndeal 61\nmoves 75 D\n"


@pytest.mark.parametrize("edition", EDITIONS)
def test_deal_prints_the_same_line_in_every_edition(edition: str) -> None:
    assert command_deal(edition, {}, 61) == (0, [deal_text(deal(61))])


def test_deal_refuses_what_it_does_not_know() -> None:
    assert command_deal("chess", {}, 61)[0] == 2
    assert command_deal("odm", {"level": "3"}, 1) == (
        2,
        ["option level of odm cannot be '3': expected 1 or 2"],
    )
    assert command_deal("odm", {}, -1) == (2, ["-1 is no deal number: expected 0 to 4294967295"])


@pytest.mark.parametrize("row", GAMES, ids=name_of)
def test_replay_prints_one_json_object_with_exactly_its_keys(row: Row) -> None:
    code, lines = command_replay(transcript_text(transcript_of(row)), as_json=True)
    assert (code, len(lines)) == (0, 1)
    result = json.loads(lines[0])
    assert set(result) == KEYS
    assert result == row["result"]


def test_replay_in_lines_to_read() -> None:
    assert command_replay(GAME) == (
        0,
        [
            "odm, level 1, deal 61, moves played: 2",
            "playing, score 5, pass 1",
            "cards left: 27 in the pyramid, 22 in the stock",
            "legal moves: 74 76 D",
        ],
    )
    row = next(row for row in GAMES if row["edition"] == "em" and row["result"]["cleared_pass"])
    lines = command_replay(transcript_text(transcript_of(row)._replace(deal=None)))[1]
    assert lines[0].startswith("em, typed-in cards, moves played: ")
    assert f"pyramid cleared in pass {row['result']['cleared_pass']}" in lines[1]
    assert f"{row['result']['waste_left']} in the waste" in lines[2]
    assert lines[3] == "legal moves: none"


@pytest.mark.parametrize("as_json", [False, True])
def test_replay_says_which_move_is_illegal_and_why(as_json: bool) -> None:
    assert command_replay(GAME + "moves 75", as_json) == (2, ["move 3 (75): the card at 75 is gone"])
    assert command_replay("x", as_json) == (2, ["line 1: found 'x': expected 'retro-pyramid 1'"])


@pytest.mark.parametrize("row", PERFT, ids=name_of)
def test_perft_prints_its_counts_on_one_line(row: Row) -> None:
    text = transcript_text(transcript_of(row))
    assert command_perft(text, len(row["perft"])) == (0, [" ".join(map(str, row["perft"]))])


def test_perft_refuses_bad_input() -> None:
    assert command_perft(GAME, 0) == (2, ["depth 0: expected 1 or more"])
    assert command_perft(GAME + "moves 75", 3) == (2, ["move 3 (75): the card at 75 is gone"])
    assert command_perft("", 3)[0] == 2


def test_the_core_starts_without_slow_modules() -> None:
    slow = "{'dataclasses', 'inspect', 'json', 'argparse'}"
    code = f"import retro_pyramid.commands.games, sys; print({slow} & set(sys.modules))"
    done = subprocess.run([sys.executable, "-S", "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "set()"


def test_a_game_starts_without_the_solver_and_what_takes_long_to_load() -> None:
    slow = "{'argparse', 'dataclasses', 'inspect', 'json', 'urllib.parse', 'zipfile', 'retro_pyramid.solver.exact'}"
    code = (
        "import pyxel, sys; before = set(sys.modules); import retro_pyramid.page.browser;"
        "from retro_pyramid.play.words import parse_playing; parse_playing([]);"
        f"from retro_pyramid.play import playing; playing.load('odm'); print({slow} & (set(sys.modules) - before))"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "set()"


@pytest.mark.parametrize(
    ("line", "bytes_a_line"), [("moves D D D D D D D D R\n", 9 * 40), ("note key value\n", 200)]
)
def test_a_long_game_takes_no_more_memory_than_its_text_and_moves(line: str, bytes_a_line: int) -> None:
    text = "retro-pyramid 1\nedition windows\noption variation draw3\ndeal 61\n" + line * 10_000
    tracemalloc.start()
    try:
        assert command_replay(text)[0] == 0
        assert tracemalloc.get_traced_memory()[1] < 10_000 * bytes_a_line
    finally:
        tracemalloc.stop()
