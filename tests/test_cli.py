"""The command line: what it takes, and the one line it answers bad input with."""

import json
import os
import subprocess
import sys
from collections.abc import Callable
from io import BytesIO, TextIOWrapper
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from retro_pyramid import __version__
from retro_pyramid.cards import deal, deal_text
from retro_pyramid.cli import main
from retro_pyramid.formats.boards.records import Row
from retro_pyramid.formats.boards.scores import empty_board, encode_board
from retro_pyramid.packaged import asset_bytes
from retro_pyramid.play.words import parse_playing
from retro_pyramid.programs import load

Capture = pytest.CaptureFixture[str]
LONG = "x" * 300
"""A name longer than any file's."""
GAME = "retro-pyramid 1\nedition odm\noption level 1\ndeal 61\nmoves 75 D\n"
Ran = tuple[dict[str, Any], str]
Run = Callable[..., Ran]
ROOT = Path(__file__).parents[1]


@pytest.fixture(autouse=True)
def _own_data(one_host: None, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("RETRO_PYRAMID_DATA", str(tmp_path / "data"))


@pytest.fixture
def ran(tmp_path: Path, capsys: Capture) -> Run:
    """Play headless with these words and script lines; return the last state and what stderr said."""

    def run(*words: str, script: str = "wait 1") -> Ran:
        (tmp_path / "script").write_text(script, encoding="utf-8")
        state = tmp_path / "state.json"
        assert main([*words, "--headless", "--script", str(tmp_path / "script"), "--state", str(state)]) == 0
        return json.loads(state.read_text(encoding="utf-8")), capsys.readouterr().err

    return run


def refused(capsys: Capture, *words: str) -> list[str]:
    """Run words that must be refused; return the lines on stderr."""
    assert main(words) == 2
    out, err = capsys.readouterr()
    assert out == ""
    assert "Traceback" not in err
    return err.splitlines()


# A game to be watched


def test_a_game_is_watched_from_a_file_from_standard_input_and_from_packed_words(
    ran: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    file = tmp_path / "odm.1.txt"
    file.write_text(GAME, encoding="utf-8")
    for words in (str(file), "-", "odm.1.61.H2x"):
        monkeypatch.setattr(sys, "stdin", TextIOWrapper(BytesIO(GAME.encode())))
        opened, err = ran("--watch", words, script="wait 100")
        assert (opened["screen"], opened["moves"], opened["deal"], err) == ("replay", [], 61, "")
        monkeypatch.setattr(sys, "stdin", TextIOWrapper(BytesIO(GAME.encode())))
        ended, _ = ran("--watch", words, script="key END")
        assert (ended["moves"], ended["score"], ended["status"]) == (["75", "D"], 5, "playing")


def test_a_saved_game_is_watched_as_far_as_it_is_not_undone(ran: Run, tmp_path: Path) -> None:
    file = tmp_path / "game.pyr"
    file.write_text(f"{GAME}note cursor 1\n", encoding="utf-8")
    assert ran("--watch", str(file), script="key END")[0]["moves"] == ["75"]


@pytest.mark.parametrize(
    ("text", "says"),
    [
        (GAME.replace("75", "11"), "move 1 (11): the card at 11 is covered"),
        ("high scores", "line 1: found 'high scores': expected 'retro-pyramid 1'"),
        ("", "line 1: the text is empty"),
        (GAME.replace("61", "x"), "line 4: 'x' is no deal number"),
    ],
)
def test_what_cannot_be_watched_gets_one_line(tmp_path: Path, capsys: Capture, text: str, says: str) -> None:
    file = tmp_path / "game"
    file.write_text(text, encoding="utf-8")
    (line,) = refused(capsys, "--watch", str(file))
    assert says in line
    assert str(file) in line


@pytest.mark.parametrize(
    ("words", "says"),
    [
        ("odm.1.61.H2y", "expected all its characters as they were given, found some lost or changed"),
        ("odm.", "expected EDITION.OPTION.DEAL.MOVES"),
        ("em." * 5000, "expected EDITION.OPTION.DEAL.MOVES"),
        ("nowhere", "nowhere: No such file or directory"),
        ("x" * 5000, "File name too long"),
        ("\0", ""),
    ],
)
def test_hostile_words_to_watch_get_one_line(capsys: Capture, words: str, says: str) -> None:
    (line,) = refused(capsys, "--watch", words)
    assert says in line


# Words that start a game


@pytest.mark.parametrize(
    ("words", "says"),
    [
        (["X"], "unknown word 'X': expected T (text mode) or 2 (second deck)"),
        (["TT"], "unknown word 'TT'"),
        (["3"], "unknown word '3'"),
        (["T", "dael"], "unknown word 'dael': did you mean pyramid deal?"),
        (["SOVLE", "--file", "decks"], "unknown word 'SOVLE': did you mean pyramid solve?"),
        (["--nonsense"], "--nonsense"),
        (["--dea", "61"], "--dea"),
        (["-x"], "-x"),
        (["--deal"], "--deal: expected one argument"),
        (["--deal", "-1"], "'-1' is no deal number"),
        (["--deal", "4294967296"], "'4294967296' is no deal number: expected 0 to 4294967295"),
        (["--deal", "9" * 5000], "'99999999999999999999...' is no deal number"),
        (["--deal", "1.5"], "'1.5' is no deal number"),
        (["--daily", "--deal", "61"], "--daily has a deal of its own: expected it without --deal"),
        (["--watch", ""], "--watch is empty: expected a file"),
        (["--watch", "em.65.D1-", "--deal", "61"], "--watch has a game of its own"),
        (["--watch", "em.65.D1-", "--daily"], "--watch has a game of its own"),
        (["--move", "1"], "--move is of a game that is watched: expected it with --watch"),
        (["--friend", "Ann"], "--friend is of a game that is watched: expected it with --watch"),
        (["--watch", "em.65.D1-", "--move", "x"], "move 'x': expected a whole number"),
        (["--page", "luck"], "--page is of the magazine: expected it with --start shell"),
        (["--start", "shell", "--page", "lucky"], "--page 'lucky': expected one of games, disk,"),
        (["--start", "shell", "--page", "luck.x"], "the line of --page 'x': expected a whole number"),
        (["--setup", "colours"], "--setup: invalid choice: 'colours'"),
        (["--setup", "own"], "--setup own: odm has no settings of its own, expected another page"),
        (
            ["--watch", "-", "--terminal"],
            "--watch - needs standard input, which --terminal reads the keys from",
        ),
        (["--day", "20261131"], "--day '20261131': expected a day as YYYYMMDD"),
        (["--day", "2026-W1-1"], "--day '2026-W1-1': expected a day as YYYYMMDD"),
        (["--deal", "٣"], "'٣' is no deal number"),
        (["--deal", ""], "'' is no deal number"),
        (["--option", "level"], "option 'level': expected NAME=VALUE"),
        (["--option", "level="], "option 'level=': expected NAME=VALUE"),
        (["--option", "=2"], "option '=2': expected NAME=VALUE"),
        (["--option", "level=3"], "option level of odm cannot be '3': expected 1 or 2"),
        (["--option", "passes=2"], "odm has no option 'passes': expected level"),
        (["--level", "0"], "option level of odm cannot be '0': expected 1 or 2"),
        (["--edition", "chess"], "edition 'chess' cannot be played: expected odm "),
        (["--edition", "ODM"], "edition 'ODM' cannot be played: expected odm "),
        (["--start", "end"], "--start: invalid choice: 'end'"),
        (["--video", "vga"], "--video: invalid choice: 'vga'"),
        (["--cga", "2"], "--cga: invalid choice: '2'"),
        (["--phosphor", "blue"], "--phosphor: invalid choice: 'blue'"),
        (["--aspect", "16:9"], "--aspect: invalid choice: '16:9'"),
        (["--scale", "0"], "--scale: invalid choice: '0'"),
        (["--headless"], "--headless needs --script"),
        (["--shots", "x"], "--shots needs --script"),
        (["--daily-match", "--deal", "61"], "--daily has a deal of its own: expected it without --deal"),
        (["--watch", "em.65.D1-", "--daily-match"], "--watch has a game of its own"),
        (["--script", ""], "--script is empty: expected a file"),
        (["--script", "good", "--shots", ""], "--shots is empty: expected a folder"),
        (["--state", ""], "--state is empty: expected a file"),
        (["two\nlines"], "unknown word 'two\\nlines'"),
        (["--two\nlines"], "unrecognized arguments: --two lines"),
    ],
    ids=lambda value: " ".join(value)[:30] if isinstance(value, list) else None,
)
def test_wrong_words_get_one_line_and_the_usage(capsys: Capture, words: list[str], says: str) -> None:
    lines = refused(capsys, *words)
    assert len(lines) == 2
    assert lines[0].startswith("pyramid: ")
    assert says in lines[0]
    assert lines[1].startswith("usage: pyramid [T] [2] [options]")


@pytest.mark.parametrize(
    ("words", "says"),
    [
        (["--script", "missing.script"], "missing.script: No such file or directory"),
        (["--script", "."], ".: Is a directory"),
        (["--script", "binary"], "binary: expected text in UTF-8, found byte 0xff at 0"),
        (["--data", "binary"], "binary: expected a folder, found a file"),
        (["--data", "binary/below"], "below: Not a directory"),
        (["--headless", "--script", "bad"], "script line 2: unknown word 'dance'"),
        (["--headless", "--script", "key"], "script line 1: no key is called 'RETURN'"),
        (["--headless", "--script", "target"], "script line 3: no target 'card:11'"),
        (
            ["--headless", "--script", "covered", "--start", "table"],
            "script line 1: target 'card:11' is disabled",
        ),
        (["--headless", "--script", "shot", "--shots", "binary"], "binary: expected a folder, found a file"),
        (["--headless", "--script", "shot", "--shots", "binary/below"], "below: Not a directory"),
        (["--headless", "--script", "deals"], "script, # deals: expected deal numbers, found '9999999999'"),
        (["--headless", "--script", "day"], "script, # day: expected a day as YYYYMMDD, found 20261399"),
        (["--script", LONG], f"{LONG}: File name too long"),
        (["--data", LONG], f"{LONG}: File name too long"),
        (["--state", LONG], f"{LONG}: File name too long"),
        (["--record", f"{LONG}/file"], f"{LONG}: File name too long"),
        ([f"{LONG}.HGH"], f"{LONG}.HGH: File name too long"),
        (["--watch", LONG], f"{LONG}: File name too long"),
        (["--headless", "--script", "good", "--state", "."], "expected a file, found a folder"),
        (["--headless", "--script", "good", "--state", "nowhere/state.json"], "there is no folder"),
    ],
    ids=lambda value: " ".join(value) if isinstance(value, list) else None,
)
def test_wrong_files_get_one_line(
    capsys: Capture, words: list[str], says: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    Path("binary").write_bytes(b"\xff\xfe")
    Path("bad").write_text("wait 1\ndance\n")
    Path("key").write_text("key RETURN\n")
    Path("target").write_text("# first\nwait 1\nclickon card:11\n")
    Path("covered").write_text("clickon card:11\n")
    Path("shot").write_text("shot one\n")
    Path("good").write_text("wait 1\n")
    Path("deals").write_text("# deals 61 9999999999\nwait 1\n")
    Path("day").write_text("# day 20261399\nwait 1\n")
    lines = refused(capsys, *words)
    assert len(lines) == 1
    assert lines[0].startswith("pyramid: ")
    assert says in lines[0]


@pytest.mark.parametrize(
    ("words", "mode", "deck"),
    [
        ([], "graphics", 1),
        (["T"], "text", 1),
        (["t"], "text", 1),
        (["2"], "graphics", 2),
        (["2", "T"], "text", 1),
        (["T", "2"], "text", 1),
        (["t", "--level", "2", "2"], "text", 1),
        (["2", "2"], "graphics", 2),
        (["--video", "mono"], "text", 1),
        (["2", "--video", "mono"], "text", 1),
        (["2", "--video", "cga"], "graphics", 2),
        (["T", "--video", "cga"], "text", 1),
    ],
    ids=str,
)
def test_the_words_of_1991(ran: Run, words: list[str], mode: str, deck: int) -> None:
    state, err = ran(*words)
    assert (state["mode"], state["deck"]) == (mode, deck)
    assert state["video"] == next((name for name in ("mono", "cga") if name in words), "ega")
    assert err == ""


@pytest.mark.parametrize(("where", "screen"), [("title", "intro"), ("menu", "menu"), ("table", "table")])
def test_where_to_start(ran: Run, where: str, screen: str) -> None:
    assert ran("--start", where)[0]["screen"] == screen


@pytest.mark.parametrize(
    "words", [["--level", "2"], ["--option", "level=2"], ["--option", "level=1", "--level", "2"]]
)
def test_options_choose_the_game_that_is_started(ran: Run, words: list[str]) -> None:
    state, _ = ran("--start", "table", "--edition", "odm", "--deal", "0", *words)
    assert (state["options"], state["deal"], state["program"]) == ({"level": "2"}, 0, "odm")


def test_without_a_number_the_deal_is_left_to_chance_for_who_knows_the_game(ran: Run, tmp_path: Path) -> None:
    assert ran("--start", "table")[0]["deal"] == load("odm").first_deals[0]
    (tmp_path / "known").mkdir()
    (tmp_path / "known" / "PYRAMID.CFG").write_text("[shell]\nteach = off\n")
    deals = {ran("--start", "table", "--data", str(tmp_path / "known"))[0]["deal"] for _ in range(3)}
    assert len(deals) > 1
    assert all(0 <= number <= 4294967295 for number in deals)


def test_the_state_is_that_of_the_contract(ran: Run) -> None:
    state, _ = ran("--start", "table", "--deal", "61", script="settle\nkey UP\nkey ENTER\nquit\nkey ENTER")
    assert set(state) == {
        *(
            "program",
            "screen",
            "video",
            "mode",
            "deck",
            "size",
            "deal",
            "options",
            "moves",
            "score",
            "status",
        ),
        *("selected", "message", "targets", "tick", "text"),
    }
    assert state["size"] == [640, 350]
    assert (state["moves"], state["score"], state["status"], state["selected"]) == (
        ["D"],
        -5,
        "playing",
        "stock",
    )
    covered = next(target for target in state["targets"] if target["id"] == "card:11")
    assert covered == {"id": "card:11", "rect": [288, 16, 64, 64], "enabled": False}


def test_text_in_the_state_is_what_the_screen_shows_now(ran: Run) -> None:
    state, _ = ran("T", "--start", "menu", script="key F1")
    assert len(state["text"]) == 25
    assert {len(row) for row in state["text"]} == {80}
    assert "HELP" in state["text"][1]


def test_shots_and_states_are_written_where_asked(ran: Run, tmp_path: Path) -> None:
    shots = tmp_path / "new" / "shots"
    ran("--start", "menu", "--shots", str(shots), script="shot one\nstate two")
    assert sorted(path.name for path in shots.iterdir()) == ["one.png", "two.json"]
    assert (shots / "one.png").read_bytes()[16:24] == bytes([0, 0, 2, 128, 0, 0, 1, 94])


def test_version(capsys: Capture) -> None:
    with pytest.raises(SystemExit) as end:
        main(["--version"])
    assert end.value.code == 0
    assert capsys.readouterr().out.strip() == f"Retro Pyramid {__version__}"


@pytest.mark.parametrize(
    "command",
    [[], ["deal"], ["replay"], ["perft"], ["scores"], ["deck"], ["deck", "sheet"], ["import"], ["export"]],
)
def test_help(capsys: Capture, command: list[str]) -> None:
    with pytest.raises(SystemExit) as end:
        main([*command, "--help"])
    assert end.value.code == 0
    assert capsys.readouterr().out.startswith(f"usage: {' '.join(['pyramid', *command])} ")


# The player's files


def test_a_broken_board_is_kept_and_reported_once(ran: Run, tmp_path: Path) -> None:
    folder = tmp_path / "data"
    folder.mkdir()
    (folder / "PYRAMID.HGH").write_bytes(b"rubbish")
    state, err = ran("--start", "menu", script="wait 3")
    assert err.splitlines() == [
        "pyramid: High scores broken, kept as PYRAMID.HGH.BAK: "
        "PYRAMID.HGH: score board: expected high scores, found a text"
    ]
    assert state["message"] == err.strip().removeprefix("pyramid: ")
    assert (folder / "PYRAMID.HGH.BAK").read_bytes() == b"rubbish"
    assert (folder / "PYRAMID.HGH").read_bytes() == encode_board(empty_board())
    assert ran("--start", "menu", script="key h\nkey ENTER\nwait 3")[1] == ""


def test_a_missing_board_is_created(ran: Run, tmp_path: Path) -> None:
    ran("--start", "menu", script="quit")
    assert (tmp_path / "data/PYRAMID.HGH").read_bytes() == encode_board(empty_board())


def test_a_broken_deck_falls_back_and_says_so(ran: Run, tmp_path: Path) -> None:
    words = ("--start", "table", "--deal", "61", "--shots", str(tmp_path))
    (tmp_path / "data").mkdir()
    (tmp_path / "data" / "PYRAMID.CFG").write_text("[shell]\nteach = off\n", encoding="ascii")
    ran(*words, script="settle\nwait 320\nshot built_in")
    (tmp_path / "data" / "PYRAMID.DEC").write_bytes(asset_bytes("PYRAMID.DEC")[:-1])
    state, err = ran(*words, script="settle\nstate said\nwait 900\nkey x\nwait 1\nshot fallen_back")
    (line,) = err.splitlines()
    assert line.startswith("pyramid: The built-in decks are used: PYRAMID.DEC: ")
    said = json.loads((tmp_path / "said.json").read_text())
    assert said["message"] == line.removeprefix("pyramid: ")
    assert state["message"] is None
    assert (tmp_path / "fallen_back.png").read_bytes() == (tmp_path / "built_in.png").read_bytes()


def test_a_notice_waits_for_a_screen_that_shows_it(ran: Run, tmp_path: Path) -> None:
    (tmp_path / "data").mkdir()
    (tmp_path / "data" / "PYRAMID.DEC").write_bytes(b"")
    script = "wait 30\nstate intro\nkey SPACE\nwait 1\nstate menu"
    ran("--shots", str(tmp_path), script=script)
    shown = [json.loads((tmp_path / f"{name}.json").read_text())["message"] for name in ("intro", "menu")]
    assert shown[0] is None
    assert shown[1].startswith("The built-in decks are used")


def test_decks_in_the_data_folder_replace_the_built_in_ones(ran: Run, tmp_path: Path) -> None:
    words = ("--start", "table", "--deal", "61", "--shots", str(tmp_path))
    ran("2", *words, script="settle\nshot second")
    data = asset_bytes("PYRAMID.DEC")
    half = len(data) // 2
    (tmp_path / "data" / "pyramid.dec").write_bytes(data[half:] + data[:half])
    _, err = ran(*words, script="settle\nshot swapped")
    assert err == ""
    assert (tmp_path / "swapped.png").read_bytes() == (tmp_path / "second.png").read_bytes()


def test_a_folder_that_cannot_be_written_stops_no_game(
    ran: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def refuses(*_: object) -> None:
        raise PermissionError(13, "Permission denied")

    (tmp_path / "data").mkdir()
    monkeypatch.setattr("os.open", refuses)
    state, err = ran("--start", "menu", "--deal", "61", script="key h\nkey ENTER\nwait 2\nkey ESC\nkey ENTER")
    assert state["screen"] == "table"
    (line,) = err.splitlines()
    assert line.startswith("pyramid: High scores cannot be saved: ")
    assert line.endswith("PYRAMID.HGH.LCK: Permission denied")


@pytest.mark.parametrize(
    "words",
    [
        ["stats"],
        ["odds", "--edition", "em", "--deals", "1"],
        ["scores", "OLD.HGH"],
        ["deck", "info", "OLD.DEC"],
        ["export", "out.csv"],
        ["import", "OLD.HGH"],
        ["--script", "file", "--headless"],
    ],
    ids=lambda words: words[0],
)
def test_a_data_folder_that_is_none_is_refused_by_every_command(
    words: list[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    Path("file").write_text("quit\n")
    for data, says in (
        ("", "--data is empty: expected a folder"),
        ("file", "file: expected a folder, found a file"),
    ):
        assert main([*words, "--data", data]) == 2
        out, err = capsys.readouterr()
        assert (out, err.count("\n")) == ("", 1)
        assert err.endswith(f"{says}\n")
    assert [path.name for path in tmp_path.iterdir()] == ["file"]


def test_the_data_folder_named_on_the_command_line_goes_first(ran: Run, tmp_path: Path) -> None:
    ran("--data", str(tmp_path / "mine"), "--start", "menu", script="key h\nkey ENTER")
    assert (tmp_path / "mine/PYRAMID.HGH").is_file()
    assert not (tmp_path / "data/PYRAMID.HGH").exists()


# Without a screen


@pytest.mark.parametrize(
    ("words", "says"),
    [
        (["deal"], "required: --edition, --deal"),
        (["deal", "--edition", "odm"], "required: --deal"),
        (["deal", "--edition", "chess", "--deal", "1"], "chess"),
        (["deal", "--edition", "odm", "--deal", "x"], "'x' is no deal number"),
        (["deal", "--edition", "odm", "--deal", "1", "--level", "9"], "option level of odm cannot be '9'"),
        (["deal", "--edition", "odm", "--deal", "1", "--json"], "--json"),
        (["replay"], "required: FILE"),
        (["replay", "missing"], "missing: No such file or directory"),
        (["replay", "rubbish"], "expected"),
        (["replay", "illegal"], "move 2 (73)"),
        (["replay", "game", "--depth", "2"], "--depth 2"),
        (["perft", "game"], "required: --depth"),
        (["perft", "game", "--depth", "0"], "depth 0: expected 1 or more"),
        (["perft", "game", "--depth", "-1"], "depth"),
        (["perft", "game", "--depth", "two"], "depth 'two'"),
        (["perft", "game", "--depth", "9" * 5000], "depth '99999999999999999999...'"),
        (["scores"], "required: FILE"),
        (["scores", "missing"], "missing: No such file or directory"),
        (["scores", "rubbish"], "rubbish: score board: expected high scores, found a text"),
        (["scores", "rubbish", "--xml"], "--xml"),
        (["deck"], "required: info|sheet"),
        (["deck", "play"], "play"),
        (["deck", "info"], "required: FILE"),
        (["deck", "info", "rubbish"], "rubbish: decks: expected pictures of cards, found a text"),
        (["deck", "sheet", "rubbish"], "required: --out"),
        (["deck", "sheet", "rubbish", "--out", "sheet.png"], "rubbish: decks: expected pictures of cards"),
        (["deck", "sheet", "PYRAMID.DEC", "--out", "."], "expected a file, found a folder"),
        (["deck", "build", LONG, "--out", "a.DEC"], f"{LONG}: File name too long"),
    ],
    ids=lambda value: " ".join(value)[:40] if isinstance(value, list) else None,
)
def test_wrong_sub_commands_get_one_line(
    capsys: Capture, words: list[str], says: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    Path("rubbish").write_text("rubbish\n")
    Path("game").write_text(GAME)
    Path("illegal").write_text(GAME.replace("75 D", "75 73"))
    Path("PYRAMID.DEC").write_bytes(asset_bytes("PYRAMID.DEC"))
    lines = refused(capsys, *words)
    assert lines[0].startswith("pyramid: ")
    assert says in lines[0]
    assert len(lines) == 1
    assert not Path("sheet.png").exists()


def test_deal_prints_the_cards(capsys: Capture) -> None:
    assert main(["deal", "--edition", "odm", "--deal", "4294967295"]) == 0
    assert capsys.readouterr().out == deal_text(deal(4294967295)) + "\n"


def test_replay_of_a_file(capsys: Capture, tmp_path: Path) -> None:
    (tmp_path / "game").write_text(GAME)
    assert main(["replay", str(tmp_path / "game"), "--json"]) == 0
    result = json.loads(capsys.readouterr().out)
    assert (result["score"], result["status"], result["pyramid_left"]) == (5, "playing", 27)
    assert main(["replay", str(tmp_path / "game")]) == 0
    assert "score 5" in capsys.readouterr().out


def test_replay_and_perft_of_standard_input(capsys: Capture, monkeypatch: pytest.MonkeyPatch) -> None:
    for words, printed in (
        (["replay", "-", "--json"], '"score": 5'),
        (["perft", "-", "--depth", "1"], "3\n"),
    ):
        monkeypatch.setattr(sys, "stdin", TextIOWrapper(BytesIO(GAME.encode())))
        assert main(words) == 0
        assert printed in capsys.readouterr().out


def test_scores_of_a_file(capsys: Capture, tmp_path: Path) -> None:
    board, _ = empty_board().add("Ann", 120, 2)
    (tmp_path / "PYRAMID.HGH").write_bytes(encode_board(board))
    assert main(["scores", str(tmp_path / "PYRAMID.HGH"), "--json"]) == 0
    result = json.loads(capsys.readouterr().out)
    assert result["records"][0] == Row("Ann", 120, 2)._asdict()
    assert len(result["records"]) == 10
    assert main(["scores", str(tmp_path / "PYRAMID.HGH")]) == 0
    assert "Ann" in capsys.readouterr().out.splitlines()[1]


def test_deck_info(capsys: Capture, tmp_path: Path) -> None:
    (tmp_path / "PYRAMID.DEC").write_bytes(asset_bytes("PYRAMID.DEC"))
    assert main(["deck", "info", str(tmp_path / "PYRAMID.DEC"), "--json"]) == 0
    result = json.loads(capsys.readouterr().out)
    assert (result["decks"], result["images"], result["width"], result["height"]) == (2, 54, 64, 64)
    assert main(["deck", "info", str(tmp_path / "PYRAMID.DEC")]) == 0
    assert "2 decks of 54 images" in capsys.readouterr().out


def test_deck_sheet(capsys: Capture, tmp_path: Path) -> None:
    (tmp_path / "PYRAMID.DEC").write_bytes(asset_bytes("PYRAMID.DEC"))
    sheet = tmp_path / "sheet.png"
    assert main(["deck", "sheet", str(tmp_path / "PYRAMID.DEC"), "--out", str(sheet)]) == 0
    assert capsys.readouterr().out == f"{sheet}: 108 images\n"
    assert sheet.read_bytes().startswith(b"\x89PNG")


def test_the_module_runs_as_the_command(tmp_path: Path) -> None:
    (tmp_path / "script").write_text("shot title\nkey SPACE\nquit\n")
    words = ["--headless", "--script", "script", "--shots", ".", "--state", "state.json", "--data", "data"]
    root = Path(__file__).parents[1]
    done = subprocess.run(
        [sys.executable, "-m", "retro_pyramid", *words],
        cwd=tmp_path,
        env={"PYTHONPATH": str(root), "PATH": str(Path(sys.executable).parent), "HOME": str(tmp_path)},
        capture_output=True,
        text=True,
        timeout=60,
    )
    assert (done.returncode, done.stdout, done.stderr) == (0, "", "")
    assert json.loads((tmp_path / "state.json").read_text(encoding="utf-8"))["screen"] == "menu"
    assert (tmp_path / "title.png").is_file()


def test_words_that_are_no_text_are_refused(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["--data", "x\udcffy"]) == 2
    assert capsys.readouterr().err.splitlines()[0] == "pyramid: word 2 is not valid text: expected UTF-8"


@pytest.mark.parametrize("encoding", ["ascii", "cp1252"])
def test_a_board_is_printed_whatever_the_terminal_can_show(tmp_path: Path, encoding: str) -> None:
    (tmp_path / "x.hgh").write_bytes(encode_board(empty_board().add("\u2665\u2665", 5, 1)[0]))
    words = [sys.executable, "-m", "retro_pyramid", "scores", str(tmp_path / "x.hgh")]
    done = subprocess.run(
        words, env={**os.environ, "PYTHONIOENCODING": encoding}, capture_output=True, check=False
    )
    assert (done.returncode, done.stderr) == (0, b"")
    assert b"\\u2665\\u2665" in done.stdout


@pytest.mark.posix
def test_a_full_disk_behind_the_output_is_told_in_one_line() -> None:
    words = [sys.executable, "-m", "retro_pyramid", "deal", "--edition", "em", "--deal", "1"]
    with Path("/dev/full").open("wb") as full:
        done = subprocess.run(words, stdout=full, stderr=subprocess.PIPE, check=False)
    assert done.returncode == 2
    assert done.stderr == b"pyramid: standard output: No space left on device\n"


@pytest.mark.posix
@pytest.mark.parametrize(
    ("closing", "code", "says"),
    [
        (
            "deal --edition em --deal 1 >&-",
            2,
            "pyramid: standard output is closed: expected a place to print to",
        ),
        ("deal --edition em --deal 1 2>&-", 0, ""),
        ("deal --edition em 2>&-", 2, ""),
        ("odds --edition em --deals 1 --jobs 1 2>&-", 0, ""),
        ("replay - <&-", 2, "pyramid: line 1: the text is empty: expected 'retro-pyramid 1'"),
        ("--headless --script /dev/null >&- 2>&- <&-", 0, ""),
    ],
)
def test_what_the_shell_has_closed_is_no_traceback(closing: str, code: int, says: str) -> None:
    done = subprocess.run(
        ["sh", "-c", f"{sys.executable} -m retro_pyramid {closing}"],
        capture_output=True,
        text=True,
        check=False,
    )
    assert (done.returncode, done.stderr.strip()) == (code, says)


def test_ctrl_c_while_the_program_still_loads_is_one_line(
    monkeypatch: pytest.MonkeyPatch, capsys: Capture
) -> None:
    def stop(*_: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.delitem(sys.modules, "retro_pyramid.commands.run", raising=False)
    monkeypatch.setattr(sys, "meta_path", [SimpleNamespace(find_spec=stop)])
    assert main(["deal", "--edition", "em", "--deal", "1"]) == 130
    assert capsys.readouterr().err == "pyramid: stopped\n"


def test_ctrl_c_before_anything_of_ours_is_loaded_but_the_beginning_is_one_line() -> None:
    """The script `pyramid` and the module import `retro_pyramid.cli`, and all else comes after that."""
    stopping = (
        "import sys\n"
        "class Stop:\n"
        "    def find_spec(name, *_):\n"
        "        if name.startswith('retro_pyramid.') and name != 'retro_pyramid.cli': raise KeyboardInterrupt\n"
        "sys.meta_path.insert(0, Stop)\n"
        "from retro_pyramid.cli import main\n"
        "sys.exit(main([]))\n"
    )
    done = subprocess.run(
        [sys.executable, "-c", stopping], cwd=ROOT, capture_output=True, text=True, check=False
    )
    assert (done.returncode, done.stderr) == (130, "pyramid: stopped\n")


@pytest.mark.posix
@pytest.mark.parametrize("words", [["stats"], ["--headless", "--script", "/dev/null"], ["--terminal"]])
@pytest.mark.parametrize(
    ("folder", "says"),
    [
        (b"gone", "the current folder: No such file or directory"),
        (b"\xff", "the current folder is not valid text: expected UTF-8"),
    ],
)
def test_a_current_folder_that_is_none_gets_one_line(
    tmp_path: Path, folder: bytes, says: str, words: list[str]
) -> None:
    command = [sys.executable, "-m", "retro_pyramid", *words]
    place = os.path.join(os.fsencode(tmp_path), folder)  # noqa: PTH118 - bytes are no Path
    os.mkdir(place)  # noqa: PTH102

    def go() -> None:
        os.chdir(place)
        if folder == b"gone":
            os.rmdir(place)  # noqa: PTH106

    surroundings = {**os.environ, "PYTHONPATH": str(ROOT)}
    done = subprocess.run(command, env=surroundings, preexec_fn=go, capture_output=True, check=False)
    lines = done.stderr.decode().splitlines()
    assert (done.returncode, lines[0]) == (2, f"pyramid: {says}")
    assert [line for line in lines[1:] if not line.startswith("usage: ")] == []


@pytest.mark.posix
@pytest.mark.parametrize(
    "words", [["--state", "in/x/y"], ["in/x.HGH"], ["--data", "in/data"], ["stats", "--data", "in/data"]]
)
def test_a_folder_that_one_may_not_enter_gets_one_line(
    capsys: Capture, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, words: list[str]
) -> None:
    """Who tests may enter every folder, so the system's look into this one is stood in for."""
    stat = os.stat

    def refuses(path: Any, *rest: Any, **named: Any) -> os.stat_result:
        if "in" in str(path).split("/"):
            raise PermissionError(13, "Permission denied", str(path))
        return stat(path, *rest, **named)

    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(os, "stat", refuses)
    (line,) = refused(capsys, *words)
    assert line.startswith("pyramid: ")
    assert line.endswith(": Permission denied")


@pytest.mark.parametrize(
    ("words", "code"),
    [
        ("deal --edition em --deal 1", 0),
        ("solve --edition odm --level 2 --deal 16", 1),
        ("solve --edition odm --file missing", 2),
    ],
)
def test_a_reader_who_has_enough_is_no_error_and_the_answer_stands(words: str, code: int) -> None:
    command = f"{sys.executable} -m retro_pyramid {words}"
    reading, writing = os.pipe()
    os.close(reading)
    done = subprocess.run(command.split(), stdout=writing, stderr=subprocess.PIPE, check=False)
    os.close(writing)
    assert done.returncode == code
    assert done.stderr.count(b"\n") == (code == 2)


# Text mode in a terminal


@pytest.mark.parametrize(
    ("words", "says"),
    [
        (["2"], "2 (the second deck) needs a window: --terminal has characters only"),
        (["T", "2"], "2 (the second deck) needs a window"),
        (["--scale", "2"], "--scale needs a window"),
        (["--aspect", "square"], "--aspect needs a window"),
        (["--fullscreen"], "--fullscreen needs a window"),
        (["--script", "x", "--headless"], "--terminal is played by hand: a script runs with --headless"),
        (["--script", "x"], "--terminal is played by hand"),
    ],
)
def test_a_terminal_refuses_what_only_a_window_has(capsys: Capture, words: list[str], says: str) -> None:
    assert says in refused(capsys, "--terminal", *words)[0]


def test_what_is_no_terminal_is_told_in_one_line(tmp_path: Path) -> None:
    done = subprocess.run(
        [sys.executable, "-m", "retro_pyramid", "T", "--terminal", "--data", str(tmp_path / "data")],
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        timeout=60,
    )
    says = "pyramid: standard input is no terminal: expected one for --terminal\n"
    assert (done.returncode, done.stdout, done.stderr) == (2, "", says)


@pytest.mark.parametrize(
    "words",
    [
        "--daily --deal 61 --resume",
        "--start shell --page luck",
        "--watch em.65.D1- --move 1",
        "--script x --shots x",
    ],
)
def test_words_that_need_another_one_are_taken_with_it(words: str) -> None:
    assert parse_playing(words.split()).said == words.split()


@pytest.mark.parametrize(("no_color", "video"), [("1", "mono"), ("", None)])
def test_a_terminal_is_always_text_and_monochrome_where_no_colour_is_wanted(
    monkeypatch: pytest.MonkeyPatch, no_color: str, video: str | None
) -> None:
    monkeypatch.setenv("NO_COLOR", no_color)
    arguments = parse_playing(["--terminal"])
    assert (arguments.override["shell.mode"], arguments.override.get("shell.video")) == ("text", video)
    assert "shell.video" not in parse_playing(["T"]).override


_RAW = "x\x1b[31m\x9b2J\u202ey.HGH"


@pytest.mark.parametrize(
    "words",
    [
        ["scores", _RAW],
        ["deck", "info", _RAW],
        ["deck", "build", _RAW, "--out", "a.dec"],
        ["replay", _RAW],
        ["perft", _RAW, "--depth", "1"],
        ["import", _RAW],
        ["export", _RAW],
        ["stats", "--data", f"{_RAW}/file"],
        ["scores", "a", f"--{_RAW}"],
        ["deal", "--edition", _RAW, "--deal", "1"],
        [f"-{_RAW}"],
        [f"--{_RAW}"],
        [_RAW],
        ["--edition", _RAW],
        ["--script", _RAW],
        ["--data", f"{_RAW}/file"],
    ],
    ids=lambda words: words[0][:6].replace("\x1b", ""),
)
def test_no_word_reaches_the_terminal_as_a_command_of_its_own(
    capsys: Capture, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, words: list[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("RETRO_PYRAMID_DATA", str(tmp_path))
    if "/" in words[-1]:
        (tmp_path / _RAW).mkdir()
        (tmp_path / _RAW / "file").touch()
    main(words)
    out, err = capsys.readouterr()
    assert r"x\x1b[31m\x9b2J" in out + err
    assert not set("\x1b\x9b\u202e") & set(out + err)
