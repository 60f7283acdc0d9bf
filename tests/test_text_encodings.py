"""Every text that a person may write or edit is read in each encoding, and with each kind of line ends."""

import json
import subprocess
import sys
from collections.abc import Callable
from io import BytesIO, TextIOWrapper
from pathlib import Path

import pytest

from retro_pyramid.cards import deal, deal_text
from retro_pyramid.cli import main
from retro_pyramid.cp437 import decode_text_file
from retro_pyramid.formats.native.statistics_text import OddsCount
from retro_pyramid.launcher.replay_source import import_dropped_file
from retro_pyramid.rules.transcript import crc32_hex
from retro_pyramid.storage.importing.importer import import_path
from tests.folders import contents, game, names
from tests.formats.test_pictures import chain
from tests.programs import PROGRAMS
from tests.test_backup import ODD, fill, odds
from tests.test_originals import CLUB, builtin, club
from tests.test_storage_files import SIX

Encode = Callable[[str], bytes]
Read = Callable[[str], object]
Capture = pytest.CaptureFixture[str]

ENCODINGS: dict[str, Encode] = {
    "UTF-8": str.encode,
    "UTF-8 with a mark": lambda text: b"\xef\xbb\xbf" + text.encode(),
    "UTF-16 LE": lambda text: b"\xff\xfe" + text.encode("utf-16-le"),
    "UTF-16 BE": lambda text: b"\xfe\xff" + text.encode("utf-16-be"),
    "UTF-32 LE": lambda text: b"\xff\xfe\0\0" + text.encode("utf-32-le"),
    "UTF-32 BE": lambda text: b"\0\0\xfe\xff" + text.encode("utf-32-be"),
}
WAYS: dict[str, Encode] = {
    f"{name}, {ends}": lambda text, encode=encode, end=end: encode(text.replace("\n", end))  # type: ignore[misc]
    for name, encode in ENCODINGS.items()
    for ends, end in (("LF", "\n"), ("CRLF", "\r\n"))
}
PLAIN = "UTF-8, LF"
anyhow = pytest.mark.parametrize("way", [way for way in WAYS if way != PLAIN])

GAME = "retro-pyramid 1\nedition odm\noption level 1\ndeal 61\nmoves 75 D\nnote friend Zoë\n"
DECK = deal_text(deal(2))
CHECKED = f"{GAME}check {crc32_hex(GAME.encode())}\n"
SETTINGS = "# Zoë\nversion = 1\n[em]\nspeed = fast\n"
DATA = Path("data")
CARDS = chain("bgi16", 2, 54, None, True, (64, 64), 8)


@pytest.fixture(autouse=True)
def folder(one_host: None, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)


def facts(path: str, *args: str) -> object:
    """Run a command that prints JSON to a file; return what it printed, without times and the file's name."""
    printed = BytesIO()
    out = TextIOWrapper(printed, encoding="utf-8", write_through=True)
    before, sys.stdout = sys.stdout, out
    try:
        code = main([arg.replace("FILE", path) for arg in args])
    finally:
        sys.stdout = before
    lines = printed.getvalue().decode().splitlines()
    found = [json.loads(line) for line in lines] if "--json" in args else lines
    for one in found:
        if isinstance(one, dict):
            one.pop("ms", None)
    return code, found


def from_input(path: str) -> object:
    before, sys.stdin = sys.stdin, TextIOWrapper(BytesIO(Path(path).read_bytes()))
    try:
        return facts(path, "replay", "-", "--json")
    finally:
        sys.stdin = before


def command(*args: str) -> Read:
    return lambda path: facts(path, *args)


def played(*args: str) -> Read:
    """Play headless, with a script that does nothing if these arguments have none; return the last state."""

    def play(path: str) -> object:
        Path("keys").write_text("settle\n")
        script = () if "--script" in args else ("--script", "keys")
        words = ["--headless", "--state", "state.json", "--data", "data", *args, *script]
        assert main([word.replace("FILE", path) for word in words]) == 0
        return json.loads(Path("state.json").read_text(encoding="utf-8"))

    return play


def dropped(path: str) -> object:
    brought = import_dropped_file(game(DATA), path)
    return brought.transcript, brought.lines, brought.errors


def imported(path: str) -> object:
    """Import the text and a deck of cards; return what was said, and what is read of them then."""
    Path("CARDS.DEC").write_bytes(CARDS)
    files = game(DATA)
    brought = import_path(files, path), import_path(files, "CARDS.DEC").lines
    return brought, used()


def used() -> object:
    """Return what the files in the data folder lead to."""
    files = game(DATA)
    board, texts, settings, decks = (
        files.read_high_scores(),
        files.read_disk_texts(),
        files.config.read_settings(),
        files.read_decks(builtin),
    )
    faces = decks and crc32_hex(b"".join(face.pixels for face in decks[0].faces))
    return (
        [(row.name, row.score) for row in board.rows if row.score],
        texts,
        settings,
        faces,
        files.notification_lines,
    )


def in_folder(path: str) -> object:
    """Put the text into the data folder, beside a board and cards of other programs; return what is read of them."""
    DATA.mkdir()
    (DATA / "PYRAMID.DEC").write_bytes(CARDS)
    (DATA / "PYRAMID.HGH").write_bytes(club())
    (DATA / path).write_bytes(Path(path).read_bytes())
    return used()


READERS: dict[str, tuple[str, str, Read, str]] = {
    "replay": ("game.txt", GAME, command("replay", "FILE", "--json"), "'score': 5"),
    "replay of a game with a check": ("game.txt", CHECKED, command("replay", "FILE", "--json"), "'score': 5"),
    "replay of standard input": ("game.txt", GAME, from_input, "'score': 5"),
    "perft": ("game.txt", GAME, command("perft", "FILE", "--depth", "2"), "(0, ["),
    "solve --from": ("game.txt", GAME, command("solve", "--from", "FILE", "--json"), "'winnable': "),
    "solve --file": (
        *("decks.txt", f"{DECK}\n{DECK}\n"),
        command("solve", "--edition", "em", "--file", "FILE", "--json"),
        "}, {",
    ),
    "verify": ("Zoë.txt", GAME, command("verify", "FILE", "--json"), "'legal': True"),
    "verify lines": (
        *("entries.txt", "# mine\nZoë\todm.1.61.H2x\nAnn,odm.1.61.H2x\n"),
        command("verify", "FILE", "--json"),
        "'name': 'Zoë', 'legal': True",
    ),
    "--watch": ("game.txt", GAME, played("--watch", "FILE"), "'screen': 'replay'"),
    "--script": ("script", "# Zoë\nsettle\ntext 61\nsettle\n", played("--script", "FILE"), "'screen': "),
    "a dropped game": ("game.txt", GAME, dropped, "deal_number=61"),
    "an imported order": ("PYRAMID.TXT", "# Zoë\nsuits hdcs\n", imported, "the order of the cards"),
    "an imported layout": ("CLUB.LAY", f"# Zoë\n{CLUB}", imported, "the layout club"),
    "an imported text": ("NOTES.TXT", "Zoë wins.\nAlways.\n", imported, "wins.\\nAlways."),
    "imported settings": (*("PYRAMID.CFG", SETTINGS), imported, "'em.speed': 'fast'"),
    "settings": ("PYRAMID.CFG", SETTINGS, in_folder, "'em.speed': 'fast'"),
    "an order": ("PYRAMID.TXT", "# Zoë\nsuits hdcs\n", in_folder, "'version': '1'"),
    "a layout": ("CLUB.LAY", f"# Zoë\n{CLUB}", in_folder, "PYRAMID.HGH is read by layout club"),
    "a text": ("NOTES.TXT", "Zoë wins.\nAlways.\n", in_folder, "wins.\\nAlways."),
}
"""Each place that reads a text: the file's name, the text, the reader, and a part of what it returns."""


@pytest.fixture(scope="module")
def plain() -> dict[str, object]:
    """What each reader makes of its text in plain UTF-8, once it was asked."""
    return {}


@anyhow
@pytest.mark.parametrize("reader", READERS)
def test_a_text_in_any_encoding_is_read_as_in_utf_8(
    reader: str, way: str, plain: dict[str, object], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    name, text, read, expected = READERS[reader]

    def found(how: str) -> object:
        (folder := tmp_path / how).mkdir()
        monkeypatch.chdir(folder)
        Path(name).write_bytes(WAYS[how](text))
        return read(name)

    if reader not in plain:
        plain[reader] = found(PLAIN)
    assert expected in str(plain[reader])
    assert found(way) == plain[reader]


def test_a_page_without_further_codecs_reads_every_encoding() -> None:
    code = (
        "import sys\n"
        "sys.modules.update(dict.fromkeys(f'encodings.utf_{name}' for name in sys.argv[1].split()))\n"
        "from retro_pyramid.text_encoding import decode_text\n"
        "print(*[decode_text(bytes.fromhex(text)) for text in sys.argv[2:]])\n"
    )
    codecs = "8_sig 16 16_le 16_be 32 32_le 32_be"
    texts = [encode("61").hex() for encode in ENCODINGS.values()]
    done = subprocess.run([sys.executable, "-c", code, codecs, *texts], capture_output=True, check=True)
    assert done.stdout.split() == [b"61"] * len(ENCODINGS)


@pytest.mark.parametrize("way", WAYS)
def test_a_text_is_shown_in_the_characters_of_the_pc(way: str) -> None:
    assert decode_text_file(WAYS[way]("one\ttwo “Zoë” 日\n\x1ahidden")) == 'one     two "Zoë" ?\n'


@pytest.mark.parametrize(
    "data", [b"\xff\xfea", b"\xff\xfea\0\0\0", b"\xff\xfe\0\xd8a\0", b"\xfe\xff\0\1\0\2", b"\0\0\xfe\xffabcd"]
)
def test_a_mark_alone_makes_no_text(data: bytes) -> None:
    assert decode_text_file(data) is None


def test_an_order_in_the_data_folder_changes_the_cards(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    found = []
    for suits in ("cdhs", "hdcs"):
        (tmp_path / suits).mkdir()
        monkeypatch.chdir(tmp_path / suits)
        Path("PYRAMID.TXT").write_text(f"suits {suits}\n")
        found.append(in_folder("PYRAMID.TXT"))
    assert found[0] != found[1]


@pytest.mark.parametrize(
    ("data", "message"),
    [
        (b"\xff\xfea", "expected text in UTF-16, found byte 0x61 at 2"),
        (b"\xfe\xffa", "expected text in UTF-16, found byte 0x61 at 2"),
        (b"\xff\xfea\0\0\xd8b\0", "expected text in UTF-16, found byte 0x00 at 4"),
        (b"\xef\xbb\xbfab\xff", "expected text in UTF-8, found byte 0xff at 5"),
        (b"ab\xff", "expected text in UTF-8, found byte 0xff at 2"),
    ],
)
def test_a_text_that_cannot_be_decoded_is_refused_in_one_line(
    data: bytes, message: str, capsys: Capture
) -> None:
    Path("game.txt").write_bytes(data)
    assert main(["replay", "game.txt"]) == 2
    assert capsys.readouterr().err == f"pyramid: game.txt: {message}\n"


def test_a_line_of_decks_that_cannot_be_decoded_spoils_only_itself(capsys: Capture) -> None:
    data = b"\xff\xfe" + f"{DECK}\n".encode("utf-16-le") + b"\0\xd8" + f"\n{DECK}\n".encode("utf-16-le")
    Path("decks.txt").write_bytes(data)
    assert main(["solve", "--edition", "em", "--file", "decks.txt", "--json"]) == 2
    assert ["error" in line for line in capsys.readouterr().out.splitlines()] == [False, True, False]


# Files with a check line

OWN_FILES = (
    "PYRAMID.CFG",
    "PYRAMID.STA",
    "PYRAMID.ODD",
    "PYRAMID.SAV",
    "PYRTOUR.TXT",
    "RESUME.PYR",
    "ONE.PYR",
)


def fill_all(folder: Path) -> None:
    fill(game(folder))
    assert odds(folder).advance_count(ODD, OddsCount(5, 3, 0))


def values(folder: Path) -> object:
    files = game(folder)
    files.recover()
    left = [files.unfinished_games.list_unfinished(edition) for edition in PROGRAMS]
    tour, saved = files.tournament_scores.read_top_ten(), files.saved_games.read("one")
    figures, settings = files.statistics.read(), files.config.read_settings()
    assert files.notification_lines == []
    return (
        left,
        tour,
        saved,
        figures,
        settings,
        files.suspended_tournament.load(),
        odds(folder).read_count(ODD),
    )


@anyhow
def test_files_whose_encoding_and_line_ends_were_changed_are_as_they_were(tmp_path: Path, way: str) -> None:
    fill_all(tmp_path / "old")
    before, found = values(tmp_path / "old"), contents(tmp_path / "old")
    assert set(OWN_FILES) < set(found)
    for name in OWN_FILES:
        (tmp_path / "old" / name).write_bytes(WAYS[way](found[name].decode()))
    assert values(tmp_path / "old") == before
    # What is written has the line ends and the encoding of the program, and no copy was needed.
    fill_all(tmp_path / "new")
    for folder in ("old", "new"):
        files = game(tmp_path / folder)
        assert odds(tmp_path / folder).advance_count(ODD, OddsCount(9, 4, 1))
        fill(files)
        files.save_setting("em.speed", "slow")
        files.add_totals([("Bob", 5, SIX[:1])])
        assert files.notification_lines == []
    assert contents(tmp_path / "old") == contents(tmp_path / "new")


@anyhow
@pytest.mark.parametrize("name", OWN_FILES)
def test_a_file_whose_encoding_and_line_ends_were_changed_is_imported(
    tmp_path: Path, way: str, name: str
) -> None:
    fill_all(tmp_path / "old")
    data = contents(tmp_path / "old")[name]
    for number, each in enumerate((data, WAYS[way](data.decode()))):
        Path(name).write_bytes(each)
        brought = import_path(game(tmp_path / str(number)), name)
        assert (len(brought.lines), brought.errors) == (1, ())
    assert contents(tmp_path / "1") == contents(tmp_path / "0")
    assert names(tmp_path / "1")


def test_a_saved_game_of_windows_is_watched_and_imported(tmp_path: Path) -> None:
    fill(game(tmp_path / "old"))
    data = contents(tmp_path / "old")["ONE.PYR"]
    Path("ONE.PYR").write_bytes(WAYS["UTF-16 LE, CRLF"](data.decode()))
    brought = import_dropped_file(game(tmp_path / "data"), "ONE.PYR")
    assert brought.transcript is not None
    assert contents(tmp_path / "data")["ONE.PYR"] == data


def test_a_changed_file_with_other_line_ends_is_still_broken(tmp_path: Path) -> None:
    fill(game(tmp_path))
    data = contents(tmp_path)["PYRAMID.STA"].replace(b"games 1", b"games 9").replace(b"\n", b"\r\n")
    (tmp_path / "PYRAMID.STA").write_bytes(data)
    files = game(tmp_path)
    assert files.statistics.read() == {}
    assert files.notification_lines[0].startswith("Statistics broken, kept as PYRAMID.STA.BAK: ")


# Settings


@pytest.mark.parametrize("way", [way for way in WAYS if "UTF-16" in way or "UTF-32" in way])
def test_edited_settings_in_another_encoding_are_written_as_utf_8(tmp_path: Path, way: str) -> None:
    data = WAYS[way]("# mine, Zoë\n[em]\nspeed = fast\n")
    (tmp_path / "PYRAMID.CFG").write_bytes(data)
    files = game(tmp_path)
    assert files.config.read_settings() == {"em.speed": "fast"}
    assert files.config.update_settings({"em.mouse": "no"})
    assert files.notification_lines == ["Settings were edited, the old file is kept as PYRAMID.CFG.BAK"]
    assert contents(tmp_path)["PYRAMID.CFG.BAK"] == data
    lines = contents(tmp_path)["PYRAMID.CFG"].decode().splitlines()
    assert lines[:-1] == ["# mine, Zoë", "[em]", "speed = fast", "mouse = no"]
    assert game(tmp_path).config.read_settings() == {"em.speed": "fast", "em.mouse": "no"}


@pytest.mark.parametrize(
    ("data", "problem"),
    [
        (bytes(200), "at byte 0: expected text in UTF-8, found a zero byte"),
        (b"[em]\nspeed = fast\n" + bytes(20), "at byte 18: expected text in UTF-8, found a zero byte"),
        ("[em]\n".encode("utf-16-le"), "at byte 1: expected text in UTF-8, found a zero byte"),
        (b"\xff\xfe[\0e", "expected text in UTF-16, found other bytes"),
    ],
)
def test_settings_that_are_no_text_are_kept_and_never_added_to(
    tmp_path: Path, data: bytes, problem: str
) -> None:
    (tmp_path / "PYRAMID.CFG").write_bytes(data)
    files = game(tmp_path)
    assert files.config.read_settings() == {"version": "1"}
    (notice,) = files.notification_lines
    assert notice.startswith("Settings broken, kept as PYRAMID.CFG.BAK: PYRAMID.CFG: settings")
    assert problem in notice
    assert files.config.update_settings({"em.speed": "slow"})
    assert contents(tmp_path)["PYRAMID.CFG.BAK"] == data
    assert b"\0" not in contents(tmp_path)["PYRAMID.CFG"]
    assert game(tmp_path).config.read_settings() == {"version": "1", "em.speed": "slow"}
