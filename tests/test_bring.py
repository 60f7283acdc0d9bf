"""`pyramid import` and `export`: files, folders and .zips brought in, safely, and the board written out."""

import csv
import json
import os
from collections.abc import Callable, Mapping
from io import BytesIO
from pathlib import Path
from random import Random
from typing import Any
from zipfile import ZIP_BZIP2, ZIP_DEFLATED, ZIP_STORED, ZipFile

import pytest

from retro_pyramid.cli import main
from retro_pyramid.formats.scores.high_scores import (
    HighScores,
    decode_high_scores,
    encode_high_scores,
    make_empty_high_scores,
)
from retro_pyramid.resources import read_asset_bytes
from retro_pyramid.storage import DataFolder
from retro_pyramid.storage.backends.store import StorageError
from retro_pyramid.storage.importing.backup import build_backup_zip
from retro_pyramid.storage.importing.import_files import MAX_FILES, ImportBatch
from retro_pyramid.storage.importing.importer import ImportResult, import_path
from tests.folders import Failing, contents, game, names
from tests.formats.test_pictures import chain
from tests.formats.test_score_inference import REAL, record
from tests.test_originals import CLUB, LAYOUT, club

Patch = pytest.MonkeyPatch
Run = Callable[..., tuple[str, str]]
DECK = chain("bgi16", 1, 52, None, True, (16, 20), 3)
DECKS = read_asset_bytes("PYRAMID.DEC")
BGI = chain("bgi16", 1, 1, None, True, (96, 60), 5)
UNCLEAR = record(b"Ann", 3, 2) * 5
ORDER = b"suits hdcs\n"
ARTICLE = b"Games SG games images title 1,2 AG games pieces L #1 1 1,-2;3,4 15 1 B ^Cby nobody\r\n^SCARDS^S\r\nMany.\r\n"
BEA = REAL.replace(b"BOB", b"Bea")
HGH = "PYRAMID.HGH"
BOARD, CARDS = f"high scores, layout {LAYOUT}", "cards, layout 1x52,bgi16"
NOTHING = "none with high scores, cards or texts of this game"


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: Patch) -> Path:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("RETRO_PYRAMID_DATA", str(tmp_path / "data"))
    return tmp_path


@pytest.fixture
def run(capsys: pytest.CaptureFixture[str]) -> Run:
    def ran(*words: str, code: int = 0) -> tuple[str, str]:
        assert main(words) == code
        out, err = capsys.readouterr()
        return out, err

    return ran


def put(files: Mapping[str, bytes]) -> None:
    for name, data in files.items():
        Path(name).parent.mkdir(parents=True, exist_ok=True)
        Path(name).write_bytes(data)


def there() -> dict[str, bytes]:
    return contents(Path("data"))


def zipped(files: Mapping[str, bytes], method: int = ZIP_DEFLATED) -> bytes:
    packed = BytesIO()
    with ZipFile(packed, "w", method) as archive:
        for name, data in files.items():
            archive.writestr(name, data)
    return packed.getvalue()


def bring(path: str = "X", into: str = "data") -> ImportResult:
    return import_path(game(Path(into).absolute()), path)


def brought(data: bytes | Mapping[str, bytes], path: str = "X") -> ImportResult:
    """Bring in a file, or a .zip of several."""
    put({path: data if isinstance(data, bytes) else zipped(data)})
    return bring(path)


def own_board(*scores: int) -> bytes:
    board = make_empty_high_scores()
    for score in scores:
        board = board.add("Me", score, 1)[0]
    return encode_high_scores(board)


def rows(data: bytes) -> list[int]:
    return [int(row.score) for row in decode_high_scores(data).rows]


def test_a_board_takes_its_place_byte_for_byte(run: Run) -> None:
    put({"OLD.DAT": REAL})
    assert run("import", "OLD.DAT") == (f"OLD.DAT: {BOARD}: it is the board now\n", "")
    assert run("import", "OLD.DAT") == (f"OLD.DAT: {BOARD}: it is the board already\n", "")
    assert there() == {HGH: REAL}
    put({f"data/{HGH}": own_board()})
    run("import", "OLD.DAT")
    assert there() == {HGH: REAL}
    put({f"data/{HGH}": b"broken"})
    assert f"the broken one is kept as {HGH}.BAK" in run("import", "OLD.DAT")[0]
    assert there() == {HGH: REAL, f"{HGH}.BAK": b"broken"}


def test_entries_join_a_board_that_has_some(run: Run) -> None:
    put({f"data/{HGH}": own_board(4000, 8000), "OLD.HGH": REAL})
    asked = "pyramid: OLD.HGH: its scores are not added, as that cuts 6 levels to 1; --cut goes on\n"
    assert run("import", "OLD.HGH", code=2) == ("", asked)
    assert there() == {HGH: own_board(4000, 8000)}
    for new, more in (("7", ["--cut"]), ("0", [])):
        cut = ", which cuts 6 levels to 1" if more else ""
        said = f"OLD.HGH: {BOARD}: {new} new on the board{cut}; the file is kept whole as {HGH}.BAK\n"
        assert run("import", "OLD.HGH", *more) == (said, "")
        assert rows(there()[HGH]) == [12740, 11480, 9875, 8000, 7310, 7305, 5120, 4400, 4000, 0]
        assert there() == {HGH: there()[HGH], f"{HGH}.BAK": REAL}
    put({"TWO": BEA})
    run("import", "TWO", "--cut")
    assert (there()[f"{HGH}.BAK"], there()[f"{HGH}.BAK2"]) == (REAL, BEA)
    assert {"BOB", "Bea"} <= {row.name for row in decode_high_scores(there()[HGH]).rows}


def test_boards_join_by_entry() -> None:
    def board(*scores: int) -> HighScores:
        return decode_high_scores(own_board(*scores))

    joined, new, left_out = board(50, 40, 40).merge(board(60, 50, 40, 40, 40))
    assert ([row.score for row in joined.rows[:6]], new, left_out) == ([60, 50, 40, 40, 40, 0], 2, 0)
    full = board(*range(10, 20))
    assert (full.merge(board(5)), full.merge(full)) == ((full, 0, 1), (full, 0, 0))


def test_what_joining_cuts_is_told_before_a_place_is_lost() -> None:
    put({f"data/{HGH}": (before := own_board(*range(10, 80, 10)))})
    asked = brought(own_board(5, 15, 20, 25, 35))
    # Two tens of seven and five scores are the same; of the other eleven the last has no place.
    cuts, join = asked.merge_question or ("", ImportResult)
    assert (asked.lines, asked.errors, cuts) == ((), (), "1 entry past the tenth place")
    assert there() == {HGH: before}
    (line,) = join().lines
    assert f"3 new on the board, which cuts {cuts}; the file is kept whole" in line
    assert rows(there()[HGH]) == [70, 60, 50, 40, 35, 30, 25, 20, 15, 10]
    # What enters no place cuts none.
    assert brought(own_board(1, 2, 3)).merge_question is None
    assert (brought(own_board(80)).merge_question or "")[0] == cuts


def test_an_unclear_board_is_refused_and_can_be_chosen_by_a_layout(run: Run) -> None:
    for name in ("X", "OLD.HGH"):
        put({name: UNCLEAR})
        out, err = run("import", name, code=2)
        assert out == ""
        assert err.startswith(f"pyramid: {name}: score board: expected one layout that clearly fits")
    assert there() == {}
    run("import", "OLD.HGH", "--layout", "5xname15,score:int16,int16")
    assert rows(there()[HGH])[:6] == [3] * 5 + [0]
    assert there()[f"{HGH}.BAK"] == UNCLEAR
    run("import", "OLD.HGH", "--layout", "2x54,bgi16", code=2)


def test_decks_replace_those_before_with_their_order(run: Run) -> None:
    put({"CARDS.DEC": DECK, "MORE.DEC": DECKS})
    assert run("import", "CARDS.DEC") == (f"CARDS.DEC: {CARDS}: now used\n", "")
    put({"CARDS.TXT": ORDER})
    run("import", "CARDS.TXT")
    assert there() == {"PYRAMID.DEC": DECK, "PYRAMID.TXT": ORDER}
    run("import", "MORE.DEC")
    assert there() == {"PYRAMID.DEC": DECKS, "PYRAMID.DEC.BAK": DECK, "PYRAMID.TXT.BAK": ORDER}


def test_cards_whose_order_leaves_faces_out_replace_nothing() -> None:
    brought(DECKS, "OLD.DEC")
    faces = " ".join(rank + suit for suit in "cdhs" for rank in "A23456789TJQK")
    # The file has 52 images: with the back first, one card would have none.
    put({"CARDS.TXT": f"show back {faces}\n".encode()})
    said = brought(DECK, "CARDS.DEC")
    assert (said.lines, said.has_new_decks) == ((), False)
    assert said.errors == ("CARDS.DEC: deck: expected 52 faces among 52 images, found 51",)
    assert there() == {"PYRAMID.DEC": DECKS}


def test_the_order_beside_the_cards_comes_with_them() -> None:
    cards, order = f"Cards.dec: {CARDS}: now used", "CARDS.TXT: the order of the cards: now used"
    for sidecar, told in ((ORDER, (cards, order)), (b"suits hearts\n", ()), (b"A manual.\n", (cards,))):
        put({"cards.txt": sidecar})
        assert brought(DECK, "Cards.dec").lines == told
        Path("data/PYRAMID.DEC").unlink(missing_ok=True)


def test_a_layout_of_ones_own_serves_the_next_file_and_every_command(run: Run) -> None:
    put({"club.lay": CLUB.encode(), "CLUB.HGH": club()})
    run("import", "CLUB.HGH", code=2)
    run("import", "club.lay")
    run("import", "CLUB.HGH")
    assert there()[HGH] == club()
    assert json.loads(run("scores", "CLUB.HGH", "--json")[0])["layout"] == "club"
    run("scores", "CLUB.HGH", "--layout", "club")
    put({"data/BAD.LAY": b"kind scores\n"})
    said = "pyramid: a layout is left out: BAD.LAY: expected a line layout, found none\n"
    assert run("scores", "CLUB.HGH")[1] == said


WANTED = "X: expected high scores, cards, a text or a .zip, found "
FONT = b"\0\3" + bytes(64) + b"\0\0" + bytes(50) + Random(3).randbytes(2000)
ICONS = b"\0\0\1\0\1\0\x20\x20\x10\0\1\0\4\0" + bytes(8) + Random(3).randbytes(600)


@pytest.mark.parametrize(
    ("data", "says"),
    [
        (b"", "X: expected high scores, cards or a .zip, found an empty file"),
        (bytes(100_000), f"{WANTED}nothing of this game"),
        (Random(2).randbytes(4096), f"{WANTED}nothing of this game"),
        (BGI, f"{WANTED}a picture of Borland's BGI, but no deck of cards"),
        (read_asset_bytes("titles/em_cga.BGI"), f"{WANTED}a picture of Borland's BGI, but no deck of cards"),
        (b"\x1b[0;1;44m\xdb\xdb\x1b[2C\xb1" * 60, f"{WANTED}a picture in ANSI characters"),
        (FONT, f"{WANTED}a font"),
        (ICONS, f"{WANTED}icons of Windows"),
        (b"MZ" + bytes(3000), f"{WANTED}a program of DOS, which is not run here"),
        (b"\x89PNG\r\n\x1a\n" + bytes(3000), f"{WANTED}a PNG picture"),
        (b"\x1f\x8b" + bytes(3000), f"{WANTED}an archive: unpack it first"),
        (b"retro-pyramid 1\nedition odm\n", "X: a file of this program, of no kind that is brought in"),
        (bytes(300_000), "X.HGH: score board"),
        (bytes(300_000), "X.DEC: decks: expected pictures of cards (or --layout NAME), found no image"),
        (b"words\n", "X.HGH: score board: expected high scores (or --layout NAME), found a text"),
        (b"words\n", "X.DEC: decks: expected pictures of cards (or --layout NAME), found a text"),
        (b"name,score\n", "board.csv: expected a text to end in .TXT"),
        (b"word\n" * 60_000, "X.DOC: expected at most 262144 bytes in a text"),
    ],
    ids=range(18),
)
def test_what_is_unknown_is_told_in_one_line(data: bytes, says: str, run: Run) -> None:
    name = says.partition(":")[0]
    put({name: data})
    out, err = run("import", name, code=2)
    assert (out, len(err.splitlines())) == ("", 1)
    assert err.startswith(f"pyramid: {says}")
    assert there() == {}


@pytest.mark.posix
def test_paths_that_lead_nowhere(run: Run) -> None:
    os.mkfifo("PIPE")
    for path in ("ABSENT", "PIPE", "a\0b", ""):
        assert len(run("import", path, code=2)[1].splitlines()) == 1


def test_what_is_told_of_a_file_does_not_begin_with_all_its_folders(folder: Path, monkeypatch: Patch) -> None:
    put({"far/away/X.ZIP": zipped({})})
    for path in (str(folder / "far/away/X.ZIP"), "far/away/X.ZIP"):
        assert bring(path).errors == (f"X.ZIP: 0 files, {NOTHING}",)
    for path in (str(folder / "far/away"), "far/away", "far/away/", "."):
        assert bring(path).errors[0].startswith(f"{Path(path).name or '.'}: ")
    assert bring(str(folder / "far/ABSENT")).errors == ("ABSENT: No such file or directory",)

    def refuse(path: str) -> ImportBatch:
        raise StorageError(f"{path}: too much")

    monkeypatch.setattr("retro_pyramid.storage.importing.importer.read_import_batch", refuse)
    root = Path().absolute().anchor
    assert bring(root).errors == (f"{root}: too much",)


def test_what_cannot_be_saved_is_told_and_leaves_what_was_there(run: Run, monkeypatch: Patch) -> None:
    brought(ARTICLE, "PYRAMID.TXT")
    put({"X": REAL, "PYRAMID.TXT": ORDER})
    Failing(monkeypatch, "replace")
    for path in ("X", "PYRAMID.TXT"):
        assert "cannot be saved: " in run("import", path, code=2)[1]
    # One line on standard error, though several files are at fault.
    put({"BOTH/X.HGH": REAL, "BOTH/Y.DEC": chain("bgi16", 1, 54, None, True, (64, 64), 3)})
    out, err = run("import", "BOTH", code=2)
    assert err == "pyramid: BOTH: nothing is imported: 2 faults, listed on standard output\n"
    assert [line.partition(":")[0] for line in out.splitlines()] == ["X.HGH", "Y.DEC"]
    assert there() == {"PYRAMID.TXT": ARTICLE}


# Many files

DISK = {
    "README.TXT": b"On this disk: games.\r\n",
    "GAMES/PYRAMID.EXE": b"MZ" + Random(1).randbytes(40_000),
    "GAMES/PYRAMID.HGH": REAL,
    "GAMES/PYRAMID.DEC": DECK,
    "GAMES/PYRAMID.TXT": ORDER,
    "GAMES/OTHER.HGH": BEA,
}


@pytest.mark.parametrize("source", ["DISK61.ZIP", "disk"])
def test_a_disk_is_brought_in_as_a_zip_or_a_folder(source: str, run: Run) -> None:
    put({"DISK61.ZIP": zipped(DISK), **{f"disk/{name.lower()}": data for name, data in DISK.items()}})
    out, err = run("import", source)
    said = [line.partition(": ") for line in out.splitlines()]
    assert [(name.upper(), what) for name, _, what in said] == [
        (HGH, f"{BOARD}: it is the board now"),
        ("PYRAMID.DEC", f"{CARDS}: now used"),
        ("PYRAMID.TXT", "the order of the cards: now used"),
    ]
    assert err == ""
    assert there() == {"PYRAMID.DEC": DECK, HGH: REAL, "PYRAMID.TXT": ORDER}


def test_of_several_boards_none_is_taken_blindly() -> None:
    told = ", ".join(f"{name}.HGH (layout {LAYOUT})" for name in "ABC")
    several = "3 files with high scores, bring in the one that is meant by itself"
    found = brought({"A.HGH": REAL, "B.HGH": BEA, "C.HGH": REAL})
    assert (found.lines, found.errors) == ((), (f"X: {several}: {told}",))
    found = brought({"A.HGH": REAL, "C.HGH": REAL, HGH: UNCLEAR})
    assert found.has_new_high_scores
    assert found.errors[0].startswith(f"{HGH}: score board: expected one layout")


def test_a_layout_chosen_for_the_board_leaves_the_cards_alone(run: Run) -> None:
    put({"X": zipped({"A/PYRAMID.HGH": UNCLEAR, "A/PYRAMID.DEC": DECK, "A/GAME.EXE": b"MZ" * 9000})})
    out, err = run("import", "X", "--layout", "5xname15,score:int16,int16")
    assert [line.partition(":")[0] for line in out.splitlines()] == [HGH, "PYRAMID.DEC"]
    assert "cannot" not in err


def test_an_order_is_that_of_the_cards_in_its_own_folder() -> None:
    elsewhere = {"ART/PYRAMID.TXT": ORDER, "PYR/PYRAMID.DEC": DECK, "PYR/PYRAMID.TXT": b"The manual.\r\n"}
    assert brought(elsewhere).lines == (
        f"PYRAMID.DEC: {CARDS}: now used",
        "PYRAMID.TXT: Your Disk in the magazine shows it",
    )
    beside = {"A/CARDS.DEC": DECK, "B/CARDS.DEC": DECK, "B/cards.txt": ORDER}
    (trouble,) = brought(beside).errors
    assert trouble.endswith(": A/CARDS.DEC (layout 1x52,bgi16), B/CARDS.DEC (layout 1x52,bgi16)")
    lines = brought({**beside, "A/Cards.txt": ORDER}).lines
    assert [line.partition(":")[0] for line in lines] == ["CARDS.DEC", "PYRAMID.TXT", "Cards.txt"]


def test_a_text_is_kept_and_can_be_read(run: Run) -> None:
    kept = {"Pyramid.txt": "PYRAMID.TXT", "README": "README.TXT", "A long name.doc": "ALONGNAM.DOC"}
    for name, as_name in (*kept.items(), *kept.items()):
        put({name: ARTICLE})
        as_what = "" if as_name == name.upper() else f", kept as {as_name}"
        assert run("import", name) == (f"{name}: a text{as_what}; Your Disk in the magazine shows it\n", "")
    assert there() == dict.fromkeys(kept.values(), ARTICLE)
    texts = game(Path("data").absolute()).read_disk_texts()
    assert list(texts) == ["PYRAMID.TXT", "ALONGNAM.DOC", "README.TXT"]
    assert texts["PYRAMID.TXT"].startswith("Games SG games")


@pytest.mark.parametrize("texts", [(ARTICLE, ORDER), (ORDER, ARTICLE)], ids=["article", "order"])
def test_the_article_and_the_order_of_one_name_are_both_kept(texts: tuple[bytes, bytes]) -> None:
    brought(DECK, "CARDS.DEC")
    for text in texts:
        brought(text, "PYRAMID.TXT")
        assert not bring("PYRAMID.TXT").errors
    both = {"PYRAMID.DEC": DECK, "PYRAMID.TXT": ORDER, "PYRAMID2.TXT": ARTICLE}
    files = game(Path("data").absolute())
    assert (there(), list(files.read_disk_texts())) == (both, ["PYRAMID2.TXT"])
    # In a backup and back.
    put({"ALL.ZIP": build_backup_zip(files)})
    for _ in range(2):
        assert not bring("ALL.ZIP", "other").errors
    assert contents(Path("other")) == both


def test_other_cards_leave_the_article_alone_and_no_text_takes_the_place_of_a_file_of_the_games_own() -> None:
    for name, data in (("CARDS.DEC", DECK), ("PYRAMID.TXT", ARTICLE), ("MORE.DEC", DECKS)):
        last = brought(data, name)
    assert last.has_new_decks
    assert there()["PYRAMID.TXT"] == ARTICLE
    assert brought(ARTICLE, "PYRTOUR.TXT").text_file_name == "PYRTOUR2.TXT"
    assert "PYRTOUR.TXT" not in there()


def test_of_a_disk_the_texts_beside_the_game_come_along() -> None:
    texts = {f"TEXT{number}.DOC": b"Text %d.\n" % number for number in range(3)}
    beside = {"PYRAMID.EXE": b"MZ", "PYRAMID.TXT": ARTICLE, **texts, "A.HLP": bytes(9)}
    disk = {**{f"G/{name}": data for name, data in beside.items()}, "OTHER/B.TXT": b"No.\n"}
    assert brought(disk) == ImportResult(("4 texts: Your Disk in the magazine shows them",))
    assert there() == {"PYRAMID.TXT": ARTICLE, **texts}


def counted(monkeypatch: Patch, owner: object, name: str) -> list[object]:
    found: list[object] = []
    real = getattr(owner, name)

    def call(*words: object) -> object:
        found.append(words)
        return real(*words)

    monkeypatch.setattr(owner, name, call)
    return found


@pytest.mark.parametrize("name", ["CHAPTER{:04}.TXT", "GAME.PYR.BAK{}"])
def test_the_work_for_many_files_of_like_names_grows_with_their_number(monkeypatch: Patch, name: str) -> None:
    """A listing of a folder takes the longer the more there is in it."""
    listings, looks = counted(monkeypatch, os, "listdir"), counted(monkeypatch, DataFolder, "read")
    monkeypatch.setattr(os, "fsync", lambda _: None)
    many = {name.format(number): b"number %d\n" % number for number in range(60)}
    for _ in range(2):
        assert brought({"PYRAMID.TXT": ARTICLE, **many}).errors == ()
    assert sorted(there().values()) == sorted([ARTICLE, *many.values()])
    assert (len(listings) < 12 * 60, len(looks) < 5 * 60) == (True, True)
    listings.clear()
    assert len(game(Path("data")).read_disk_texts()) == (61 if "TXT" in name else 1)
    assert len(listings) < 5


def test_what_cannot_be_read_in_a_folder_is_told_and_the_rest_taken(monkeypatch: Patch) -> None:
    put({"disk/locked/PYRAMID.HGH": REAL, "disk/A.HGH": REAL, "disk/PYRAMID.DEC": DECK})
    scandir, is_file = os.scandir, Path.is_file

    def refuse(path: object) -> bool:
        if str(path).endswith(("locked", "A.HGH")):
            raise PermissionError(13, "Permission denied", str(path))
        return False

    monkeypatch.setattr(os, "scandir", lambda path: refuse(path) or scandir(path))
    monkeypatch.setattr(Path, "is_file", lambda path: refuse(path) or is_file(path))
    found = bring("disk")
    assert set(found.errors) == {"disk/locked: Permission denied", "disk/A.HGH: Permission denied"}
    assert (found.has_new_high_scores, found.has_new_decks) == (False, True)


def test_no_path_leads_out_of_the_data_folder(folder: Path) -> None:
    evil = {
        "../../PYRAMID.HGH": REAL,
        "/etc/PYRAMID.DEC": DECK,
        "..\\..\\CLUB.LAY": CLUB.encode(),
        "../EVIL NAME.LAY": CLUB.replace("club", "evil").encode(),
        "a/\x1b[31m.LAY": b"nothing",
        "NUL.LAY": CLUB.replace("club", "nul").encode(),
        "C:EVIL.PYR.BAK": b"evil",
        "A:B.PYR.BAK": b"evil too",
        "com1.pyr.bak": b"evil three",
        "CON.TXT": b"One.\n",
        "C.O?N.TXT": b"Two.\n",
    }
    before = sorted(folder.parent.iterdir())
    found = brought(evil)
    assert sorted(folder.parent.iterdir()) == before
    assert names(folder) == ["X", "data"]
    kept = {"A_B.PYR.BAK", "COM1_.PYR.BAK", "C_EVIL.PYR.BAK"}
    assert set(there()) == {"CLUB.LAY", "NUL_.LAY", *kept, "PYRAMID.DEC", HGH}
    assert len(found.errors) == 2
    assert not any("\x1b" in line for line in found.errors)
    assert brought({HGH: REAL, "CON.TXT": b"One.\n", "C.O?N.TXT": b"Two.\n"}).errors == ()
    assert {"CON_.TXT", "CON_2.TXT"} <= set(there())


def test_a_link_in_a_folder_is_not_followed(folder: Path) -> None:
    put({"secret/PYRAMID.HGH": REAL})
    Path("disk").mkdir()
    Path("disk/PYRAMID.HGH").symlink_to(folder / "secret" / HGH)
    Path("disk/more").symlink_to(folder / "secret")
    assert bring("disk").errors == (f"disk: 0 files, {NOTHING}",)


def test_bombs_are_not_unpacked() -> None:
    assert len(brought({HGH: REAL, "BOMB.DEC": bytes((1 << 20) + 1)}).lines) == 1
    (trouble,) = brought({f"{number}.BIN": bytes(1 << 20) for number in range(18)}).errors
    assert trouble == f"X: 18 files, 2 of them too large, {NOTHING}"
    # A size that is not true is not believed.
    lying = bytearray(zipped({HGH: bytes(1 << 20)}))
    at = lying.rindex(b"PK\1\2") + 24
    lying[at : at + 4] = (300).to_bytes(4, "little")
    assert brought(bytes(lying)).lines == ()


def test_too_many_files_are_refused() -> None:
    many = {str(number): b"" for number in range(MAX_FILES + 1)}
    put({"X": zipped(many, ZIP_STORED), **{f"folder/{name}": b"" for name in many}})
    for path in ("X", "folder"):
        assert bring(path).errors == (f"{path}: expected at most {MAX_FILES} files, found more",)


def test_entries_that_cannot_be_unpacked_are_told_and_the_others_taken() -> None:
    assert brought(zipped({HGH: REAL}, ZIP_BZIP2)).errors == ("X, PYRAMID.HGH: packed in a way unknown here",)
    locked = bytearray(zipped({HGH: REAL, "PYRAMID.DEC": DECK}))
    locked[locked.index(b"PK\1\2") + 8] |= 1
    found = brought(bytes(locked))
    assert found.errors == ("X, PYRAMID.HGH: locked by a password",)
    assert (found.has_new_high_scores, found.has_new_decks) == (False, True)


def exported(run: Run, cuts: str = "") -> tuple[bytes, list[list[str]], Any]:
    """The board as it is exported in three ways: bytes, a table, and what JSON says."""
    for name in ("out.hgh", "out.CSV", "out.json"):
        said = run("export", name)
        assert said == (f"{name}: {Path(name).stat().st_size} bytes\n", cuts if name == "out.hgh" else "")
    with Path("out.CSV").open(newline="", encoding="utf-8") as file:
        table = list(csv.reader(file))
    assert table[0] == ["name", "score", "level"]
    return Path("out.hgh").read_bytes(), table[1:], json.loads(Path("out.json").read_text(encoding="utf-8"))


@pytest.mark.parametrize("name", ["=1+1", "+1", "-1", "@SUM(A1)", " =1", "|cmd", "%x"])
def test_name_that_is_a_formula_is_escaped_in_a_table(run: Run, name: str) -> None:
    put({f"data/{HGH}": encode_high_scores(make_empty_high_scores().add(name, 700, 1)[0])})
    run("export", "out.csv")
    (row,) = list(csv.reader(Path("out.csv").read_text(encoding="utf-8").splitlines()))[1:]
    assert row[0] == f"'{decode_high_scores(there()[HGH]).rows[0].name}"
    # Other files keep the name as it is.
    run("export", "out.json")
    assert json.loads(Path("out.json").read_text())["records"][0]["name"] == row[0][1:]


def test_the_board_is_exported_in_three_ways(run: Run) -> None:
    # Without a board ten empty places are exported to a board, and no rows to a table.
    assert exported(run) == (own_board(), [], {"layout": "canonical", "records": []})
    assert not Path("data").exists()
    for name in ("out.hgh", "out.CSV", "out.json"):
        Path(name).unlink()
    put({f"data/{HGH}": REAL})
    board, table, record = exported(run, "pyramid: out.hgh cuts 6 levels to 1\n")
    rows = [row for row in decode_high_scores(board).rows if row.score]
    assert rows[4:6] == [("Renée", 7305, 1), ("Gerald", 5120, 2)]
    theirs = [(*row[:2], level) for row, level in zip(rows, (5, 4, 5, 3, 4, 2, 3), strict=True)]
    assert table == [list(map(str, row)) for row in theirs]
    assert record["layout"] == "15xname15,score:int16,int16"
    assert [tuple(row.values()) for row in record["records"]] == theirs
    assert set(record["records"][0]) == {"name", "score", "level"}
    assert there() == {HGH: REAL}
    put({f"data/{HGH}": own_board(700, 20)})
    _, said = run("export", f"data/{HGH}", code=2)
    assert "expected a file other than the board itself" in said
    assert run("export", "own.csv")[0] == "own.csv: 37 bytes\n"
    assert run("export", "x\x1b.csv")[0].startswith("x\\x1b.csv: ")
    assert Path("own.csv").read_bytes() == b"name,score,level\r\nMe,700,1\r\nMe,20,1\r\n"


def test_an_export_keeps_what_it_did_not_write(run: Run) -> None:
    put({f"data/{HGH}": own_board(700)})
    for name, before in (("a.hgh", REAL), ("a.csv", b"my,own,table\r\n"), ("a.json", b'{"mine": 1}')):
        put({name: before})
        said = ""
        for score in (800, 900):
            said += run("export", name)[0]
            put({f"data/{HGH}": own_board(score)})
        assert Path(f"{name}.BAK").read_bytes() == before
        assert said.count("is kept as") == (2 if name == "a.hgh" else 1)
    # A board may be anybody's; a table of one is made again at any time.
    assert Path("a.hgh.BAK2").exists()
    assert not Path("a.csv.BAK2").exists()
