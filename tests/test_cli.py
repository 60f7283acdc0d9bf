"""The command line: what it takes, and the one line it answers bad input with."""

import json
import os
import shlex
import subprocess
import sys
from io import BytesIO, TextIOWrapper
from pathlib import Path
from typing import Any

import pytest

from retro_pyramid import __version__
from retro_pyramid.cli import main
from retro_pyramid.editions import load_edition
from retro_pyramid.formats.scores.high_scores import encode_high_scores, make_empty_high_scores
from retro_pyramid.launcher.cli_args import parse_args
from retro_pyramid.resources import read_asset_bytes
from tests.formats.test_pictures import chain
from tests.formats.test_score_inference import REAL

Patch = pytest.MonkeyPatch
Capture = pytest.CaptureFixture[str]
Ran = Any
LONG = "x" * 300
"""A name longer than any file's."""
RAW = "x\x1b[31m\x9b2J\u202ey.HGH"
"""What would command the terminal if it reached it."""
FIRST = load_edition("odm").first_deals[0]
GAME = "retro-pyramid 1\nedition odm\noption level 1\ndeal 61\nmoves 75 D\n"
ROOT = Path(__file__).parents[1]
PYRAMID = [sys.executable, "-m", "retro_pyramid"]
BOARD = encode_high_scores(make_empty_high_scores().add("♥♥", 120, 2)[0])
DECKS = read_asset_bytes("PYRAMID.DEC")


@pytest.fixture(autouse=True)
def data(one_host: None, monkeypatch: Patch, tmp_path: Path) -> Path:
    monkeypatch.setenv("RETRO_PYRAMID_DATA", str(tmp_path / "data"))
    (tmp_path / "data").mkdir()
    return tmp_path / "data"


@pytest.fixture
def ran(tmp_path: Path, capsys: Capture) -> Ran:
    """Play headless with these words and script lines; return the last state and what stderr said."""

    def run(words: str = "", script: str = "wait 1") -> tuple[dict[str, Any], str]:
        (tmp_path / "script").write_text(script, encoding="utf-8")
        state = tmp_path / "state.json"
        more = ["--headless", "--script", str(tmp_path / "script"), "--state", str(state)]
        assert main([*words.split(), *more]) == 0
        return json.loads(state.read_text(encoding="utf-8")), capsys.readouterr().err

    return run


def typed(monkeypatch: Patch, text: str) -> None:
    monkeypatch.setattr(sys, "stdin", TextIOWrapper(BytesIO(text.encode())))


FILES = {
    "game": GAME.encode(),
    "covered.pyr": GAME.replace("75", "11").encode(),
    "rubbish": b"rubbish\n",
    "binary": b"\xff\xfd",
    "PYRAMID.DEC": DECKS,
    "bad": b"wait 1\ndance\n",
    "target": b"# first\nwait 1\nclickon card:11\n",
    "shot": b"shot one\n",
    "good": b"wait 1\n",
    "deals": b"# deals 61 9999999999\nwait 1\n",
    "day": b"# day 20261399\nwait 1\n",
}
FILES |= {"OLD.HGH": REAL, "CGA.DEC": chain("cga4", 1, 52, None, True, (24, 30), 1)}


@pytest.fixture(scope="module")
def wrong(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("wrong")
    for name, contents in FILES.items():
        (folder / name).write_bytes(contents)
    return folder


USAGE_ERRORS = [
    ("X", "unknown word 'X': expected T (text mode) or 2 (second deck)"),
    ("SOVLE --file decks", "unknown word 'SOVLE': did you mean pyramid solve?"),
    ("--nonsense", "--nonsense"),
    ("--deal", "--deal: expected one argument"),
    ("--deal -1", "'-1' is no deal number"),
    ("--daily --deal 61", "--daily has a deal of its own: expected it without --deal"),
    ("--watch ''", "--watch is empty: expected a file"),
    ("--watch em.65.D1- --deal 61", "--watch has a game of its own"),
    ("--watch em.65.D1- --move x", "move 'x': expected a whole number"),
    ("--watch - --terminal", "--watch - needs standard input, which --terminal reads the keys from"),
    ("--move 1", "--move is of a game that is watched: expected it with --watch"),
    ("--friend Ann", "--friend is of a game that is watched: expected it with --watch"),
    ("--page luck", "--page is of the magazine: expected it with --start shell"),
    ("--start shell --page lucky", "--page 'lucky': expected one of games, disk,"),
    ("--start shell --page luck.x", "the line of --page 'x': expected a whole number"),
    ("--setup colours", "--setup: invalid choice: 'colours'"),
    ("--day 20261131", "--day '20261131': expected a day as YYYYMMDD"),
    ("-nosounds", "-nosounds"),
    ("gone.hgh", "'gone.hgh': there is no such file"),
    ("picture.png", "unknown word 'picture.png'"),
    ("NINES", "unknown word '999"),
    ("RAW", "ESCAPED"),
    ("--option level", "option 'level': expected NAME=VALUE"),
    ("--option level=3", "option level of odm cannot be '3': expected 1 or 2"),
    ("--option passes=2", "odm has no option 'passes': expected level"),
    ("--edition chess", "edition 'chess' cannot be played: expected odm"),
    ("--aspect 16:9", "--aspect: invalid choice: '16:9'"),
    ("--headless", "--headless needs --script"),
    ("--shots x", "--shots needs --script"),
    ("--script ''", "--script is empty: expected a file"),
    ("--script good --shots ''", "--shots is empty: expected a folder"),
    ("--state ''", "--state is empty: expected a file"),
    ("--record ''", "--record is empty: expected a file"),
    ("--terminal 2", "2 (the second deck) needs a window: --terminal has characters only"),
    ("--terminal --scale 2", "--scale needs a window"),
    ("--terminal --script x --headless", "--terminal is played by hand: a script runs with --headless"),
    ("--deal NINES", "'99999999999999999999...' is no deal number"),
    ("--data x\udcffy", "word 2 is not valid text: expected UTF-8"),
    ("'two\nlines'", "unknown word 'two\\nlines'"),
    ("'--two\nlines'", "unrecognized arguments: --two lines"),
]
"""Command lines, and a part of the error line; the usage follows it. LONG, NINES, EMS, RAW and ESCAPED are replaced."""
INPUT_ERRORS = [
    ("--script missing.script", "missing.script: No such file or directory"),
    ("--script .", ".: Is a directory"),
    ("--script binary", "binary: expected text in UTF-8, found byte 0xff at 0"),
    ("--data binary", "binary: expected a folder, found a file"),
    ("--data binary/below", "below: Not a directory"),
    ("--headless --script bad", "script line 2: unknown word 'dance'"),
    ("--headless --script target", "script line 3: no target 'card:11'"),
    ("--headless --script shot --shots binary", "binary: expected a folder, found a file"),
    ("--headless --script shot --shots binary/below", "below: Not a directory"),
    ("--headless --script deals", "script, # deals: expected deal numbers, found '9999999999'"),
    ("--headless --script day", "script, # day: expected a day as YYYYMMDD, found 20261399"),
    ("--headless --script good --state .", "expected a file, found a folder"),
    ("--headless --script good --record .", "expected a file, found a folder"),
    ("--headless --script good --record nowhere/script", "--record nowhere/script: there is no folder"),
    ("--headless --script good --state nowhere/state.json", "there is no folder"),
    ("--script LONG", "LONG: File name too long"),
    ("--record LONG/file", "LONG: File name too long"),
    ("LONG.HGH", "LONG.HGH: File name too long"),
    ("--watch LONG", "LONG: File name too long"),
    ("--watch covered.pyr", "covered.pyr: move 1 (11): the card at 11 is covered"),
    ("--watch odm.1.61.H2y", "expected all its characters as they were given, found some lost or changed"),
    ("--watch EMS", "expected EDITION.OPTION.DEAL.MOVES"),
    ("--watch NINES", "File name too long"),
    ("--watch a\x00b", "null"),
    ("--script RAW", "ESCAPED"),
    ("deal --edition RAW --deal 1", "ESCAPED"),
    ("deal --edition odm", "required: --deal"),
    ("deal --edition odm --deal 1 --json", "--json"),
    ("replay game --depth 2", "--depth 2"),
    ("perft game --depth 0", "depth 0: expected 1 or more"),
    ("scores missing", "missing: No such file or directory"),
    ("scores rubbish", "rubbish: score board: expected high scores (or --layout NAME), found a text"),
    ("deck info rubbish", "rubbish: decks: expected pictures of cards (or --layout NAME), found a text"),
    ("deck sheet rubbish", "required: --out"),
    ("deck sheet PYRAMID.DEC --out .", "expected a file, found a folder"),
    ("deck build LONG --out a.DEC", "LONG: File name too long"),
    ("day --day 20261131", "--day '20261131': expected a day as YYYYMMDD"),
    ("day --level 2", "--edition is missing"),
    ("verify missing --day 1", "--day '1'"),
    ("solve", "one of the arguments --deal --cards --from --file is required"),
    ("solve --deal 1 --edition em --grade --goal cleared", "--grade: expected --goal won"),
    ("odds --edition em --deals 0", "deals '0'"),
    ("stats --data bad", "bad: expected a folder, found a file"),
    ("stats --data ''", "--data is empty: expected a folder"),
    ("import OLD.HGH --data bad", "bad: expected a folder, found a file"),
    ("export out.txt", "expected a name that ends in .HGH, .csv, .json or .zip"),
    ("export nowhere/out.csv", "No such file"),
    ("scores OLD.HGH --layout club", "OLD.HGH: layout 'club': expected canonical or a name such as"),
    ("scores OLD.HGH --layout 10xname15,int16,int16", "expected 200 bytes, found 300"),
    ("scores OLD.HGH --explain --layout canonical", "--explain"),
    (
        "deck info OLD.HGH",
        (
            "OLD.HGH: decks: expected pictures of cards (or --layout NAME), found no image "
            "of 16 x 16 to 96 x 128"
        ),
    ),
    ("deck info CGA.DEC --layout 2x52,cga4", "CGA.DEC: image 1 of deck 2"),
    ("deck extract CGA.DEC --out OLD.HGH", "expected a folder, found a file"),
    ("deck build nowhere --out NEW.DEC", "nowhere: expected a folder"),
    ("solve --edition em --deal 1 --cards x", "--cards: not allowed with argument --deal"),
    ("solve --edition nobody --deal 1", "unknown edition 'nobody': expected odm"),
    ("solve --deal 1", "--edition is missing"),
    ("solve --edition em --cards '7s Th'", "a deal is 52 different cards"),
    ("solve --edition em --cards 7x", "'7x' is no card"),
    ("solve --edition em --deal 1 --goal beauty", "--goal: invalid choice: 'beauty'"),
    ("solve --edition em --deal 1 --shortest", "--shortest: expected --goal cleared"),
    (
        "solve --edition odm --deal 1 --goal cleared --shortest",
        "--shortest: expected --goal cleared and three passes",
    ),
    (
        "solve --edition tilldawn --option auto_match=on --deal 1 --goal cleared --shortest",
        "without auto_match=on",
    ),
    ("solve --edition em --file missing", "missing: No such file or directory"),
    ("solve --edition em --file ''", "the name of a file is empty"),
    ("solve --edition em --file .", ".: Is a directory"),
    ("solve --edition em --deal 1 --jobs 0", "jobs '0': expected a whole number from 1 to 999999"),
    ("solve --edition em --option passes=1 --deal 1", "em has no option 'passes': expected none"),
]
"""The same for errors of one line."""


@pytest.mark.parametrize(
    ("words", "says", "usage"),
    [*((*row, True) for row in USAGE_ERRORS), *((*row, False) for row in INPUT_ERRORS)],
    ids=lambda value: value[:40].encode("ascii", "replace").decode() if isinstance(value, str) else "",
)
def test_what_is_wrong_gets_one_line(
    words: str, says: str, usage: bool, wrong: Path, capsys: Capture, monkeypatch: Patch
) -> None:
    monkeypatch.chdir(wrong)
    before = set(wrong.iterdir())
    for short, meant in {"LONG": LONG, "NINES": "9" * 5000, "EMS": "em." * 5000, "RAW": RAW}.items():
        words, says = words.replace(short, meant), says.replace(short, meant)
    says = says.replace("ESCAPED", r"x\x1b[31m\x9b2J")
    assert main(shlex.split(words)) == 2
    out, err = capsys.readouterr()
    first, *more = err.splitlines()
    assert out == ""
    assert first.startswith("pyramid: ")
    assert says in first
    assert len(first) < 700
    assert not set(RAW[1:]) & set("\x1b\x9b\u202e") & set(err)
    assert [line.startswith("usage: pyramid [T] [2] [options]") for line in more] == [True] * usage
    assert set(wrong.iterdir()) == before


@pytest.mark.posix
@pytest.mark.parametrize("words", ["--state in/x/y", "in/x.HGH", "--data in/data", "stats --data in/data"])
def test_a_locked_folder_is_told(capsys: Capture, tmp_path: Path, monkeypatch: Patch, words: str) -> None:
    """Who tests may enter every folder, so the system's look into this one is stood in for."""
    stat = os.stat

    def refuses(path: Any, *rest: Any, **named: Any) -> os.stat_result:
        if "in" in str(path).split("/"):
            raise PermissionError(13, "Permission denied", str(path))
        return stat(path, *rest, **named)

    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(os, "stat", refuses)
    assert main(words.split()) == 2
    out, err = capsys.readouterr()
    assert (out, err.count("\n")) == ("", 1)
    assert err.endswith(": Permission denied\n")


@pytest.mark.parametrize(
    ("words", "mode", "deck", "video"),
    [
        ("-nomouse", "graphics", "1", "ega"),
        ("T", "text", "1", "ega"),
        ("2", "graphics", "2", "ega"),
        ("2 T", "text", "1", "ega"),
        ("t --level 2 2", "text", "1", "ega"),
        ("--video mono", "text", "1", "mono"),
        ("2 --video mono", "text", "1", "mono"),
        ("T --video cga", "text", "1", "cga"),
    ],
)
def test_the_words_of_1991(ran: Ran, words: str, mode: str, deck: str, video: str) -> None:
    state, err = ran(words)
    assert (state["mode"], str(state["deck"]), state["video"], err) == (mode, deck, video, "")


@pytest.mark.parametrize(
    ("words", "program", "screen", "deal", "options"),
    [
        ("--watch em.65.D1- --move 1", "em", "replay", "65", ""),
        ("--start shell --page luck", "shell", "page", "None", ""),
        ("--start title", "odm", "intro", "None", ""),
        ("--start menu", "odm", "menu", "None", ""),
        ("--start table", "odm", "table", "FIRST", "level=1"),
        ("--start table --edition odm --deal 0 --level 2", "odm", "table", "0", "level=2"),
        ("--start table --deal 7 --option level=2", "odm", "table", "7", "level=2"),
        ("--start table --deal 7 --option level=1 --level 2", "odm", "table", "7", "level=2"),
    ],
)
def test_words_say_what_to_start(
    ran: Ran, words: str, program: str, screen: str, deal: str, options: str
) -> None:
    state, _ = ran(words)
    assert [state["program"], state["screen"], str(state["deal"])] == [
        program,
        screen,
        deal.replace("FIRST", str(FIRST)),
    ]
    found = state["options"] or {}
    assert dict(option.split("=") for option in options.split()).items() <= found.items()


def test_without_a_number_the_deal_is_left_to_chance_for_who_knows_the_game(ran: Ran, data: Path) -> None:
    (data / "PYRAMID.CFG").write_text("[shell]\nteach = off\n")
    deals = {ran("--start table")[0]["deal"] for _ in range(3)}
    assert len(deals) > 1
    assert all(0 <= number <= 4294967295 for number in deals)


def test_the_state_is_that_of_the_contract(ran: Ran, tmp_path: Path) -> None:
    shots = tmp_path / "new/shots"
    script = "settle\nkey UP\nkey ENTER\nshot one\nstate two\nquit\nkey ENTER"
    state, _ = ran(f"--start table --deal 61 --shots {shots}", script)
    keys = "program screen video mode deck size deal options moves score status selected message targets tick text"
    assert set(state) == set(keys.split())
    seen = [state[name] for name in ("size", "moves", "score", "status", "selected")]
    assert seen == [[640, 350], ["D"], -5, "playing", "stock"]
    covered = next(target for target in state["targets"] if target["id"] == "card:11")
    assert covered == {"id": "card:11", "rect": [288, 16, 64, 64], "enabled": False}
    assert sorted(path.name for path in shots.iterdir()) == ["one.png", "two.json"]
    assert (shots / "one.png").read_bytes()[16:24] == bytes([0, 0, 2, 128, 0, 0, 1, 94])
    state, _ = ran("T --start menu", "key F1")
    assert [len(row) for row in state["text"]] == [80] * 25
    assert "HELP" in state["text"][1]


@pytest.mark.parametrize("source", ["file", "-", "odm.1.61.H2x"])
def test_a_game_is_watched_from_wherever(ran: Ran, source: str, tmp_path: Path, monkeypatch: Patch) -> None:
    (tmp_path / "odm.1.txt").write_text(GAME, encoding="utf-8")
    words = f"--watch {tmp_path / 'odm.1.txt' if source == 'file' else source} --shots {tmp_path}"
    typed(monkeypatch, GAME)
    ended, err = ran(words, "wait 100\nstate opened\nkey END")
    opened = json.loads((tmp_path / "opened.json").read_text())
    assert (opened["screen"], opened["moves"], opened["deal"], err) == ("replay", [], 61, "")
    assert (ended["moves"], ended["score"], ended["status"]) == (["75", "D"], 5, "playing")
    if source == "file":
        # A saved game goes as far as it is not undone.
        (tmp_path / "odm.1.txt").write_text(f"{GAME}note cursor 1\n", encoding="utf-8")
        assert ran(words, "key END")[0]["moves"] == ["75"]


def test_a_terminal_has_text_and_no_unwanted_colour(monkeypatch: Patch) -> None:
    for no_color, more in (("1", {"shell.video": "mono"}), ("", {})):
        monkeypatch.setenv("NO_COLOR", no_color)
        assert parse_args(["--terminal"]).override == {"shell.mode": "text", **more}
        assert "shell.video" not in parse_args(["T"]).override


@pytest.mark.parametrize("words", ["", "deal", "deck", "deck sheet"])
def test_version_and_help(capsys: Capture, words: str) -> None:
    for word, out in (("--version", f"Retro Pyramid {__version__}\n"), ("--help", f"usage: pyramid {words}")):
        if word == "--help" or not words:
            with pytest.raises(SystemExit, match="0"):
                main([*words.split(), word])
            assert capsys.readouterr().out.startswith(out)


def test_a_notice_waits_for_a_screen_that_shows_it(ran: Ran, data: Path, tmp_path: Path) -> None:
    (data / "PYRAMID.DEC").write_bytes(DECKS[:-1])
    script = "wait 30\nstate intro\nkey SPACE\nwait 1\nstate menu\nwait 900\nkey x\nwait 1"
    state, err = ran(f"--shots {tmp_path}", script)
    shown = [json.loads((tmp_path / f"{name}.json").read_text())["message"] for name in ("intro", "menu")]
    (line,) = err.splitlines()
    assert line.startswith("pyramid: The built-in decks are used: PYRAMID.DEC: ")
    assert shown == [None, line.removeprefix("pyramid: ")]
    assert state["message"].startswith("Level 1: ")


@pytest.mark.parametrize(
    ("words", "printed"),
    [
        (
            "deal --edition odm --deal 4294967295",
            (
                "8d Tc 6c 2s 9h 6s 2h 5c 9d 2c Ad Qc 6h Ac Kh 3h Jh 8h 2d Ts 7c Th 9c 4d 4c 7h "
                "Qs 5d 5s Js Kc 7s 4h Kd Qd 3s 6d 5h 8c Ks 3c 7d Jd Qh Td 9s 3d Ah 4s 8s Jc As\n"
            ),
        ),
        ("replay - --json", '"status": "playing", "score": 5, "pyramid_left": 27'),
        ("perft - --depth 1", "3\n"),
        ("--licences", "\npyxel: "),
        ("scores OLD.HGH --json", r'[{"name": "\u2665\u2665", "score": 120, "level": 2}, {"name": "-----"'),
    ],
)
def test_a_command_prints_its_report(
    words: str, printed: str, capsys: Capture, tmp_path: Path, monkeypatch: Patch
) -> None:
    monkeypatch.chdir(tmp_path)
    typed(monkeypatch, GAME)
    Path("OLD.HGH").write_bytes(BOARD)
    assert main(words.split()) == 0
    out, err = capsys.readouterr()
    assert printed in out
    assert err == ""


def test_the_module_runs_as_the_command(tmp_path: Path) -> None:
    (tmp_path / "script").write_text("shot title\nkey SPACE\nquit\n")
    words = "--headless --script script --shots . --state state.json --data data"
    home = {"PYTHONPATH": str(ROOT), "PATH": str(Path(sys.executable).parent), "HOME": str(tmp_path)}
    done = subprocess.run(
        [*PYRAMID, *words.split()], cwd=tmp_path, env=home, capture_output=True, text=True, timeout=60
    )
    assert (done.returncode, done.stdout, done.stderr) == (0, "", "")
    assert json.loads((tmp_path / "state.json").read_text(encoding="utf-8"))["screen"] == "menu"
    assert (tmp_path / "title.png").is_file()


@pytest.mark.parametrize("encoding", ["ascii", "cp1252"])
def test_a_board_is_printed_in_any_encoding(encoding: str, data: Path, monkeypatch: Patch) -> None:
    (data / "x.hgh").write_bytes(BOARD)
    printed = BytesIO()
    monkeypatch.setattr(sys, "stdout", TextIOWrapper(printed, encoding=encoding, write_through=True))
    assert main(["scores", str(data / "x.hgh")]) == 0
    assert b"\\u2665\\u2665" in printed.getvalue()


@pytest.mark.posix
@pytest.mark.parametrize(
    ("words", "code", "says"),
    [
        ("P deal --edition em --deal 1 >/dev/full", "2", "pyramid: standard output: No space left on device"),
        (
            "P deal --edition em --deal 1 >&-",
            "2",
            "pyramid: standard output is closed: expected a place to print to",
        ),
        ("P deal --edition em --deal 1 2>&-", "0", ""),
        ("P deal --edition em 2>&-", "2", ""),
        ("P odds --edition em --deals 1 --jobs 1 2>&-", "0", ""),
        ("P replay - <&-", "2", "pyramid: line 1: the text is empty: expected 'retro-pyramid 1'"),
        ("P --headless --script /dev/null >&- 2>&- <&-", "0", ""),
        (
            "P --headless --script /dev/null --speak - >&-",
            "2",
            "pyramid: standard output is closed: expected a place to print to",
        ),
        ("P --headless --script /dev/null --speak - --data . >/dev/full", "0", ""),
        (
            "P T --terminal --data . </dev/null",
            "2",
            "pyramid: standard input is no terminal: expected one for --terminal",
        ),
        ("mkdir d; cd d; rmdir ../d; P stats", "2", "pyramid: the current folder: No such file or directory"),
        (
            "mkdir d; cd d; rmdir ../d; P --terminal",
            "2",
            "pyramid: the current folder: No such file or directory",
        ),
        (
            "d=$(printf '\\377'); mkdir $d; cd $d; P T",
            "2",
            "pyramid: the current folder is not valid text: expected UTF-8",
        ),
    ],
)
def test_no_shell_makes_a_traceback(words: str, code: str, says: str, tmp_path: Path) -> None:
    """Closed or full streams, and current folders that are none."""
    command = ["sh", "-c", words.replace("P ", f"{sys.executable} -m retro_pyramid ")]
    home = {**os.environ, "PYTHONPATH": str(ROOT), "LC_ALL": "C.UTF-8"}
    done = subprocess.run(command, cwd=tmp_path, env=home, capture_output=True, text=True, timeout=60)
    first, *more = done.stderr.splitlines() or [""]
    assert (done.returncode, first) == (int(code), says)
    assert [line for line in more if not line.startswith("usage: ")] == []
    assert code == "0" or done.stdout == ""


@pytest.mark.parametrize(
    ("words", "code"), [("deal --edition em --deal 1", 0), ("solve --edition odm --level 2 --deal 16", 1)]
)
def test_a_reader_who_has_enough_is_no_error_and_the_answer_stands(words: str, code: int) -> None:
    reading, writing = os.pipe()
    os.close(reading)
    done = subprocess.run([*PYRAMID, *words.split()], stdout=writing, stderr=subprocess.PIPE, check=False)
    os.close(writing)
    assert (done.returncode, done.stderr) == (code, b"")


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
    done = subprocess.run([sys.executable, "-c", stopping], cwd=ROOT, capture_output=True, text=True)
    assert (done.returncode, done.stderr) == (130, "pyramid: stopped\n")
