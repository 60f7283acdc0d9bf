"""`pyramid import` and `export`: files, folders and .zips brought in, safely, and the board written out."""

import csv
import json
import os
from collections.abc import Mapping
from io import BytesIO
from pathlib import Path
from random import Random
from zipfile import ZIP_BZIP2, ZIP_DEFLATED, ZIP_STORED, ZipFile

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from retro_pyramid.cli import main
from retro_pyramid.formats.boards.scores import ScoreBoard, decode_board, empty_board, encode_board
from retro_pyramid.packaged import asset_bytes
from retro_pyramid.storage import DataFolder, GameFiles
from retro_pyramid.storage.bringing.backup import pack
from retro_pyramid.storage.bringing.bring import Brought, bring_in
from retro_pyramid.storage.bringing.incoming import MOST_FILES, Lot
from retro_pyramid.storage.places.errors import StorageError
from tests.formats.test_pictures import chain
from tests.formats.test_score_inference import REAL, record
from tests.test_originals import CLUB, LAYOUT, club
from tests.test_storage import names

Capture = pytest.CaptureFixture[str]
DECK = chain("bgi16", 1, 52, None, True, (16, 20), 3)
CUT = "which cuts 6 levels to 1; the file is kept whole"
BGI = chain("bgi16", 1, 1, None, True, (96, 60), 5)
UNCLEAR = record(b"Ann", 3, 2) * 5
ORDER = b"suits hdcs\n"
ARTICLE = b"Games SG games images title 1,2 AG games pieces L #1 1 1,-2;3,4 15 1 B ^Cby nobody\r\n^SCARDS^S\r\nMany.\r\n"
WANTED = "high scores, cards, a text or a .zip"


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder to work in, with the data folder `data` in it."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("RETRO_PYRAMID_DATA", str(tmp_path / "data"))
    return tmp_path


def data(name: str) -> bytes:
    return (Path("data") / name).read_bytes()


def zipped(files: Mapping[str, bytes], method: int = ZIP_DEFLATED) -> bytes:
    packed = BytesIO()
    with ZipFile(packed, "w", method) as archive:
        for name, contents in files.items():
            archive.writestr(name, contents)
    return packed.getvalue()


def bring(path: str = "X") -> Brought:
    return bring_in(GameFiles(DataFolder(Path("data").absolute())), path)


def own_board(*scores: int) -> bytes:
    board = empty_board()
    for score in scores:
        board = board.add("Me", score, 1)[0]
    return encode_board(board)


# One file


def test_a_board_takes_its_place_byte_for_byte(capsys: Capture) -> None:
    Path("OLD.DAT").write_bytes(REAL)
    assert main(["import", "OLD.DAT"]) == 0
    assert capsys.readouterr() == (f"OLD.DAT: high scores, layout {LAYOUT}: it is the board now\n", "")
    assert data("PYRAMID.HGH") == REAL
    assert main(["import", "OLD.DAT"]) == 0
    assert capsys.readouterr().out.endswith("it is the board already\n")
    assert names(Path("data")) == ["PYRAMID.HGH"]


def test_entries_join_a_board_that_has_some(capsys: Capture) -> None:
    Path("data").mkdir()
    Path("data/PYRAMID.HGH").write_bytes(own_board(4000, 8000))
    Path("OLD.HGH").write_bytes(REAL)
    assert main(["import", "OLD.HGH"]) == 2
    asked = "pyramid: OLD.HGH: its scores are not added, as that cuts 6 levels to 1; --cut goes on\n"
    assert capsys.readouterr() == ("", asked)
    assert names(Path("data")) == ["PYRAMID.HGH"]
    assert data("PYRAMID.HGH") == own_board(4000, 8000)
    for new, more, cut in ((7, ["--cut"], CUT), (0, [], "the file is kept whole")):
        assert main(["import", "OLD.HGH", *more]) == 0
        between = ", " if new else "; "
        said = f"OLD.HGH: high scores, layout {LAYOUT}: {new} new on the board{between}{cut} as PYRAMID.HGH.BAK\n"
        assert capsys.readouterr() == (said, "")
        assert [row.score for row in decode_board(data("PYRAMID.HGH")).rows] == [
            *(12740, 11480, 9875, 8000, 7310, 7305, 5120, 4400, 4000, 0)
        ]
        assert data("PYRAMID.HGH.BAK") == REAL
    assert names(Path("data")) == ["PYRAMID.HGH", "PYRAMID.HGH.BAK"]


def test_boards_join_by_entry() -> None:
    def board(*scores: int) -> ScoreBoard:
        return decode_board(own_board(*scores))

    joined, new, left_out = board(50, 40, 40).joined(board(60, 50, 40, 40, 40))
    assert ([row.score for row in joined.rows[:6]], new, left_out) == ([60, 50, 40, 40, 40, 0], 2, 0)
    full = board(*range(10, 20))
    assert full.joined(board(5)) == (full, 0, 1)
    assert full.joined(full) == (full, 0, 0)


def test_what_joining_cuts_is_told_before_a_place_is_lost() -> None:
    Path("data").mkdir()
    Path("data/PYRAMID.HGH").write_bytes(before := own_board(*range(10, 80, 10)))
    Path("X").write_bytes(own_board(5, 15, 20, 25, 35))
    asked = bring()
    # Two tens of seven and five scores are the same; of the other eleven the last has no place.
    assert (asked.lines, asked.troubles) == ((), ())
    cuts, join = asked.asked or ("", Brought)
    assert cuts == "1 entry past the tenth place"
    assert (data("PYRAMID.HGH"), names(Path("data"))) == (before, ["PYRAMID.HGH"])
    (line,) = join().lines
    assert "3 new on the board, which cuts 1 entry past the tenth place; the file is kept whole" in line
    assert [row.score for row in decode_board(data("PYRAMID.HGH")).rows] == [
        *(70, 60, 50, 40, 35, 30, 25, 20, 15, 10)
    ]
    # What enters no place cuts none.
    Path("X").write_bytes(own_board(1, 2, 3))
    assert bring().asked is None
    Path("X").write_bytes(own_board(80))
    assert (bring().asked or "")[0] == cuts


def test_an_empty_or_a_broken_board_makes_room(capsys: Capture) -> None:
    Path("data").mkdir()
    Path("data/PYRAMID.HGH").write_bytes(own_board())
    Path("OLD.HGH").write_bytes(REAL)
    assert main(["import", "OLD.HGH"]) == 0
    assert names(Path("data")) == ["PYRAMID.HGH"]
    Path("data/PYRAMID.HGH").write_bytes(b"broken")
    assert main(["import", "OLD.HGH"]) == 0
    assert "the broken one is kept as PYRAMID.HGH.BAK" in capsys.readouterr().out
    assert (data("PYRAMID.HGH"), data("PYRAMID.HGH.BAK")) == (REAL, b"broken")


def test_two_originals_are_both_kept(capsys: Capture) -> None:
    other = REAL.replace(b"BOB", b"Bea")
    for name, contents in (("ONE", REAL), ("TWO", other)):
        Path(name).write_bytes(contents)
        assert main(["import", name, "--cut"]) == 0
    kept = {data("PYRAMID.HGH.BAK"), data("PYRAMID.HGH.BAK2")}
    assert kept == {REAL, other}
    found = [row.name for row in decode_board(data("PYRAMID.HGH")).rows]
    assert {"BOB", "Bea"} <= set(found)
    assert "kept as PYRAMID.HGH.BAK" in capsys.readouterr().err


def test_an_unclear_board_is_refused_and_can_be_chosen_by_a_layout(capsys: Capture) -> None:
    Path("OLD.HGH").write_bytes(UNCLEAR)
    assert main(["import", "OLD.HGH"]) == 2
    out, err = capsys.readouterr()
    assert out == ""
    assert err.startswith("pyramid: OLD.HGH: score board: expected one layout that clearly fits")
    assert not Path("data").exists() or names(Path("data")) == []
    assert main(["import", "OLD.HGH", "--layout", "5xname15,score:int16,int16"]) == 0
    assert [row.score for row in decode_board(data("PYRAMID.HGH")).rows if row.score] == [3] * 5
    assert data("PYRAMID.HGH.BAK") == UNCLEAR
    assert main(["import", "OLD.HGH", "--layout", "2x54,bgi16"]) == 2


def test_decks_replace_those_before_with_their_order(capsys: Capture) -> None:
    Path("CARDS.DEC").write_bytes(DECK)
    assert main(["import", "CARDS.DEC"]) == 0
    assert capsys.readouterr().out == "CARDS.DEC: cards, layout 1x52,bgi16: now used\n"
    Path("CARDS.TXT").write_bytes(ORDER)
    assert main(["import", "CARDS.TXT"]) == 0
    assert (data("PYRAMID.DEC"), data("PYRAMID.TXT")) == (DECK, ORDER)
    Path("MORE.DEC").write_bytes(asset_bytes("PYRAMID.DEC"))
    assert main(["import", "MORE.DEC"]) == 0
    assert (data("PYRAMID.DEC.BAK"), data("PYRAMID.TXT.BAK")) == (DECK, ORDER)
    assert not Path("data/PYRAMID.TXT").exists()


def test_cards_whose_order_leaves_faces_out_replace_nothing() -> None:
    Path("OLD.DEC").write_bytes(asset_bytes("PYRAMID.DEC"))
    bring("OLD.DEC")
    Path("CARDS.DEC").write_bytes(DECK)
    faces = " ".join(rank + suit for suit in "cdhs" for rank in "A23456789TJQK")
    # The file has 52 images: with the back first, one card would have none.
    Path("CARDS.TXT").write_text(f"show back {faces}\n")
    brought = bring("CARDS.DEC")
    assert (brought.lines, brought.cards) == ((), False)
    assert brought.troubles == ("CARDS.DEC: deck: expected 52 faces among 52 images, found 51",)
    assert data("PYRAMID.DEC") == asset_bytes("PYRAMID.DEC")
    assert not Path("data/PYRAMID.TXT").exists()


def test_the_order_beside_the_cards_comes_with_them() -> None:
    Path("Cards.dec").write_bytes(DECK)
    Path("cards.txt").write_bytes(ORDER)
    assert bring("Cards.dec").lines == (
        "Cards.dec: cards, layout 1x52,bgi16: now used",
        "CARDS.TXT: the order of the cards: now used",
    )
    Path("cards.txt").write_bytes(b"suits hearts\n")
    Path("data/PYRAMID.DEC").unlink()
    assert bring("Cards.dec").lines == ()
    Path("cards.txt").write_bytes(b"A manual.\n")
    assert len(bring("Cards.dec").lines) == 1


def test_a_layout_of_ones_own_serves_the_next_file_and_every_command(capsys: Capture) -> None:
    Path("club.lay").write_text(CLUB)
    Path("CLUB.HGH").write_bytes(club())
    assert main(["import", "CLUB.HGH"]) == 2
    assert main(["import", "club.lay"]) == 0
    assert main(["import", "CLUB.HGH"]) == 0
    assert data("PYRAMID.HGH") == club()
    capsys.readouterr()
    assert main(["scores", "CLUB.HGH", "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["layout"] == "club"
    assert main(["scores", "CLUB.HGH", "--layout", "club"]) == 0
    Path("data/BAD.LAY").write_text("kind scores\n")
    assert main(["scores", "CLUB.HGH"]) == 0
    assert (
        capsys.readouterr().err
        == "pyramid: a layout is left out: BAD.LAY: expected a line layout, found none\n"
    )


@pytest.mark.parametrize(
    ("contents", "says"),
    [
        (b"", "X: expected high scores, cards or a .zip, found an empty file"),
        (bytes(100_000), f"X: expected {WANTED}, found nothing of this game"),
        (Random(2).randbytes(4096), f"X: expected {WANTED}, found nothing of this game"),
        (BGI, f"X: expected {WANTED}, found a picture of Borland's BGI, but no deck of cards"),
        (
            asset_bytes("titles/em_cga.BGI"),
            f"X: expected {WANTED}, found a picture of Borland's BGI, but no deck of cards",
        ),
        (
            b"\x1b[0;1;44m\xdb\xdb\x1b[2C\xb1" * 60,
            f"X: expected {WANTED}, found a picture in ANSI characters",
        ),
        (
            b"\0\3" + bytes(64) + b"\0\0" + bytes(50) + Random(3).randbytes(2000),
            f"X: expected {WANTED}, found a font",
        ),
        (
            b"\0\0\1\0\1\0\x20\x20\x10\0\1\0\4\0" + bytes(8) + Random(3).randbytes(600),
            f"X: expected {WANTED}, found icons of Windows",
        ),
        (b"MZ" + bytes(3000), f"X: expected {WANTED}, found a program of DOS, which is not run here"),
        (b"\x89PNG\r\n\x1a\n" + bytes(3000), f"X: expected {WANTED}, found a PNG picture"),
        (b"\x1f\x8b" + bytes(3000), f"X: expected {WANTED}, found an archive: unpack it first"),
        (b"retro-pyramid 1\nedition odm\n", "X: a file of this program, of no kind that is brought in"),
    ],
)
def test_what_is_unknown_is_told_in_one_line(capsys: Capture, contents: bytes, says: str) -> None:
    Path("X").write_bytes(contents)
    assert main(["import", "X"]) == 2
    out, err = capsys.readouterr()
    assert out == ""
    assert err.startswith(f"pyramid: {says}")
    assert len(err.splitlines()) == 1
    assert names(Path("data")) == []


def test_of_a_file_that_may_be_a_board_the_layouts_are_told_whatever_its_name() -> None:
    Path("X").write_bytes(UNCLEAR)
    (trouble,) = bring().troubles
    assert trouble.startswith("X: score board: expected one layout that clearly fits")


def test_the_name_says_what_a_file_was_meant_to_be(capsys: Capture) -> None:
    for name, says in (("X.HGH", "score board"), ("X.DEC", "image 1 of deck 1")):
        Path(name).write_bytes(bytes(300_000))
        assert main(["import", name]) == 2
        assert capsys.readouterr().err.startswith(f"pyramid: {name}: {says}")


@pytest.mark.posix
def test_paths_that_lead_nowhere(capsys: Capture) -> None:
    os.mkfifo("PIPE")
    for path in ("ABSENT", "PIPE", "a\0b", ""):
        assert main(["import", path]) == 2
        assert len(capsys.readouterr().err.splitlines()) == 1


def test_what_is_told_of_a_file_does_not_begin_with_all_its_folders(folder: Path) -> None:
    (folder / "far/away").mkdir(parents=True)
    (folder / "far/away/X.ZIP").write_bytes(zipped({}))
    for path in (str(folder / "far/away/X.ZIP"), "far/away/X.ZIP"):
        assert bring(path).troubles == ("X.ZIP: 0 files, none with high scores, cards or texts of this game",)
    for path in (str(folder / "far/away"), "far/away", "far/away/"):
        assert bring(path).troubles[0].startswith("away: ")
    assert bring(str(folder / "far/ABSENT")).troubles == ("ABSENT: No such file or directory",)
    assert bring(".").troubles[0].startswith(".: ")


def test_what_cannot_be_saved_is_told(capsys: Capture, monkeypatch: pytest.MonkeyPatch) -> None:
    def full(*arguments: object, **options: object) -> None:
        raise OSError(28, "No space left on device")

    Path("X").write_bytes(REAL)
    monkeypatch.setattr(os, "replace", full)
    assert main(["import", "X"]) == 2
    assert "cannot be saved: " in capsys.readouterr().err
    assert names(Path("data")) == []


# Many files

DISK = {
    "README.TXT": b"On this disk: games.\r\n",
    "GAMES/PYRAMID.EXE": b"MZ" + Random(1).randbytes(40_000),
    "GAMES/PYRAMID.HGH": REAL,
    "GAMES/PYRAMID.DEC": DECK,
    "GAMES/PYRAMID.TXT": ORDER,
    "GAMES/OTHER.HGH": REAL.replace(b"BOB", b"Bea"),
}


def test_a_disk_is_brought_in_as_a_zip_or_a_folder(capsys: Capture) -> None:
    Path("DISK61.ZIP").write_bytes(zipped(DISK))
    for name, contents in DISK.items():
        path = Path("disk", name.lower())
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(contents)
    for where, source in (("one", "DISK61.ZIP"), ("two", "disk")):
        assert main(["import", source, "--data", where]) == 0
        out, err = capsys.readouterr()
        assert [
            line.partition(": ")[0].upper() + ": " + line.partition(": ")[2] for line in out.splitlines()
        ] == [
            f"PYRAMID.HGH: high scores, layout {LAYOUT}: it is the board now",
            "PYRAMID.DEC: cards, layout 1x52,bgi16: now used",
            "PYRAMID.TXT: the order of the cards: now used",
        ]
        assert err == ""
        assert names(Path(where)) == ["PYRAMID.DEC", "PYRAMID.HGH", "PYRAMID.TXT"]
        assert [Path(where, name).read_bytes() for name in names(Path(where))] == [DECK, REAL, ORDER]


def test_of_several_boards_none_is_taken_blindly(capsys: Capture) -> None:
    Path("X.ZIP").write_bytes(zipped({"A.HGH": REAL, "B.HGH": REAL.replace(b"BOB", b"Bea"), "C.HGH": REAL}))
    assert main(["import", "X.ZIP"]) == 2
    err = capsys.readouterr().err
    told = ", ".join(f"{name}.HGH (layout {LAYOUT})" for name in "ABC")
    several = "3 files with high scores, bring in the one that is meant by itself"
    assert err == f"pyramid: X.ZIP: {several}: {told}\n"
    Path("X.ZIP").write_bytes(zipped({"A.HGH": REAL, "C.HGH": REAL, "PYRAMID.HGH": UNCLEAR}))
    assert main(["import", "X.ZIP"]) == 0
    assert "pyramid: PYRAMID.HGH: score board: expected one layout" in capsys.readouterr().err


def test_a_layout_chosen_for_the_board_leaves_the_cards_alone(capsys: Capture) -> None:
    Path("X").write_bytes(
        zipped({"A/PYRAMID.HGH": UNCLEAR, "A/PYRAMID.DEC": DECK, "A/GAME.EXE": b"MZ" * 9000})
    )
    assert main(["import", "X", "--layout", "5xname15,score:int16,int16"]) == 0
    out, err = capsys.readouterr()
    assert [line.partition(":")[0] for line in out.splitlines()] == ["PYRAMID.HGH", "PYRAMID.DEC"]
    assert "cannot" not in err


def test_an_order_is_that_of_the_cards_in_its_own_folder() -> None:
    elsewhere = {"ART/PYRAMID.TXT": ORDER, "PYR/PYRAMID.DEC": DECK, "PYR/PYRAMID.TXT": b"The manual.\r\n"}
    Path("X").write_bytes(zipped(elsewhere))
    assert bring().lines == (
        "PYRAMID.DEC: cards, layout 1x52,bgi16: now used",
        "PYRAMID.TXT: Your Disk in the magazine shows it",
    )
    beside = {"A/CARDS.DEC": DECK, "B/CARDS.DEC": DECK, "B/cards.txt": ORDER}
    Path("Y").write_bytes(zipped(beside))
    (trouble,) = bring("Y").troubles
    assert trouble.endswith(": A/CARDS.DEC (layout 1x52,bgi16), B/CARDS.DEC (layout 1x52,bgi16)")
    Path("Y").write_bytes(zipped({**beside, "A/Cards.txt": ORDER}))
    assert [line.partition(":")[0] for line in bring("Y").lines] == ["CARDS.DEC", "PYRAMID.TXT", "Cards.txt"]


# Texts


def test_a_text_is_kept_and_can_be_read(capsys: Capture) -> None:
    for name, kept in (
        ("Pyramid.txt", "PYRAMID.TXT"),
        ("README", "README.TXT"),
        ("A long name.doc", "ALONGNAM.DOC"),
    ):
        Path(name).write_bytes(ARTICLE)
        assert main(["import", name]) == 0
        as_what = "" if kept == name.upper() else f", kept as {kept}"
        said = f"{name}: a text{as_what}; Your Disk in the magazine shows it\n"
        assert capsys.readouterr() == (said, "")
        assert data(kept) == ARTICLE
        assert main(["import", name]) == 0
        assert capsys.readouterr().out == said
    assert names(Path("data")) == ["ALONGNAM.DOC", "PYRAMID.TXT", "README.TXT"]
    texts = GameFiles(DataFolder(Path("data").absolute())).texts()
    assert list(texts) == ["PYRAMID.TXT", "ALONGNAM.DOC", "README.TXT"]
    assert texts["PYRAMID.TXT"].startswith("Games SG games")


@pytest.mark.parametrize("first", [ARTICLE, ORDER], ids=["article", "order"])
def test_the_article_and_the_order_of_one_name_are_both_kept(first: bytes) -> None:
    Path("CARDS.DEC").write_bytes(DECK)
    bring("CARDS.DEC")
    for contents in (first, ORDER if first == ARTICLE else ARTICLE):
        Path("PYRAMID.TXT").write_bytes(contents)
        bring("PYRAMID.TXT")
        assert not bring("PYRAMID.TXT").troubles
    assert (data("PYRAMID.TXT"), data("PYRAMID2.TXT")) == (ORDER, ARTICLE)
    files = GameFiles(DataFolder(Path("data").absolute()))
    assert list(files.texts()) == ["PYRAMID2.TXT"]
    assert names(Path("data")) == ["PYRAMID.DEC", "PYRAMID.TXT", "PYRAMID2.TXT"]
    # In a backup and back.
    Path("ALL.ZIP").write_bytes(pack(files))
    for _ in range(2):
        assert not bring_in(GameFiles(DataFolder(Path("other").absolute())), "ALL.ZIP").troubles
    assert [Path("other", name).read_bytes() for name in names(Path("other"))] == [DECK, ORDER, ARTICLE]


def test_other_cards_leave_the_article_alone() -> None:
    Path("CARDS.DEC").write_bytes(DECK)
    bring("CARDS.DEC")
    Path("PYRAMID.TXT").write_bytes(ARTICLE)
    bring("PYRAMID.TXT")
    Path("MORE.DEC").write_bytes(asset_bytes("PYRAMID.DEC"))
    assert bring("MORE.DEC").cards
    assert data("PYRAMID.TXT") == ARTICLE


def test_of_a_disk_the_texts_beside_the_game_come_along() -> None:
    texts = {f"G/TEXT{number}.DOC": b"Text %d.\n" % number for number in range(3)}
    disk = {
        "G/PYRAMID.EXE": b"MZ",
        "G/PYRAMID.TXT": ARTICLE,
        **texts,
        "G/A.HLP": bytes(9),
        "OTHER/B.TXT": b"No.\n",
    }
    Path("X").write_bytes(zipped(disk))
    assert bring() == Brought(("4 texts: Your Disk in the magazine shows them",))
    assert names(Path("data")) == ["PYRAMID.TXT", "TEXT0.DOC", "TEXT1.DOC", "TEXT2.DOC"]


@pytest.fixture
def listings(monkeypatch: pytest.MonkeyPatch) -> list[object]:
    """Every listing of a folder, which takes the longer the more there is in it."""
    return counted(monkeypatch, os, "listdir")


def counted(monkeypatch: pytest.MonkeyPatch, owner: object, name: str) -> list[object]:
    """Every call of a function from now on."""
    found: list[object] = []
    real = getattr(owner, name)

    def call(*words: object) -> object:
        found.append(words)
        return real(*words)

    monkeypatch.setattr(owner, name, call)
    return found


@pytest.mark.parametrize("name", ["CHAPTER{:04}.TXT", "GAME.PYR.BAK{}"])
def test_the_work_for_many_files_of_like_names_grows_with_their_number_only(
    listings: list[object], monkeypatch: pytest.MonkeyPatch, name: str
) -> None:
    looks = counted(monkeypatch, DataFolder, "read")
    monkeypatch.setattr(os, "fsync", lambda _: None)
    many = {name.format(number): b"number %d\n" % number for number in range(60)}
    Path("X").write_bytes(zipped({"PYRAMID.TXT": ARTICLE, **many}))
    for _ in range(2):
        assert bring().troubles == ()
    kept = [data(name) for name in names(Path("data"))]
    assert sorted(kept) == sorted([ARTICLE, *many.values()])
    assert len(listings) < 12 * 60
    assert len(looks) < 5 * 60


def test_many_texts_are_read_without_a_listing_for_each(listings: list[object]) -> None:
    Path("data").mkdir()
    for number in range(60):
        Path(f"data/{number}.TXT").write_text("words\n")
    assert len(GameFiles(DataFolder(Path("data"))).texts()) == 60
    assert len(listings) < 5


def test_no_text_takes_the_place_of_a_file_of_the_games_own() -> None:
    Path("PYRTOUR.TXT").write_bytes(ARTICLE)
    assert bring("PYRTOUR.TXT").text == "PYRTOUR2.TXT"
    assert names(Path("data")) == ["PYRTOUR2.TXT"]


def test_a_text_that_cannot_be_kept_is_told_in_a_line() -> None:
    for name, contents, says in (
        ("board.csv", b"name,score\n", "board.csv: expected a text to end in .TXT"),
        ("X.DOC", b"word\n" * 60_000, "X.DOC: expected at most 262144 bytes in a text"),
        ("X.HGH", b"words\n", "X.HGH: score board: expected high scores, found a text"),
        ("X.DEC", b"words\n", "X.DEC: decks: expected pictures of cards, found a text"),
    ):
        Path(name).write_bytes(contents)
        (trouble,) = bring(name).troubles
        assert trouble.startswith(says)
    Path("data").mkdir()
    Path("data/PYRAMID.TXT").mkdir()
    Path("PYRAMID.TXT").write_bytes(ARTICLE)
    (trouble,) = bring("PYRAMID.TXT").troubles
    assert trouble.startswith("PYRAMID.TXT: cannot be saved")
    assert bring("PYRAMID.TXT").text == ""


def test_an_order_that_cannot_be_saved_leaves_the_article_where_it_is(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def full(*arguments: object, **options: object) -> None:
        raise OSError(28, "No space left on device")

    Path("PYRAMID.TXT").write_bytes(ARTICLE)
    bring("PYRAMID.TXT")
    Path("PYRAMID.TXT").write_bytes(ORDER)
    monkeypatch.setattr(os, "replace", full)
    (trouble,) = bring("PYRAMID.TXT").troubles
    assert "cannot be saved" in trouble
    assert data("PYRAMID.TXT") == ARTICLE


def test_what_cannot_be_read_in_a_folder_is_told_and_the_rest_taken(monkeypatch: pytest.MonkeyPatch) -> None:
    for name, contents in (("locked/PYRAMID.HGH", REAL), ("A.HGH", REAL), ("PYRAMID.DEC", DECK)):
        path = Path("disk", name)
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(contents)
    scandir, stat = os.scandir, Path.stat

    def locked(path: str) -> object:
        if str(path).endswith("locked"):
            raise PermissionError(13, "Permission denied", path)
        return scandir(path)

    def gone(path: Path, **options: bool) -> object:
        if path.name == "A.HGH" and len(calls) > 1:
            raise FileNotFoundError(2, "No such file or directory", str(path))
        calls.extend([path] * (path.name == "A.HGH"))
        return stat(path, **options)

    calls: list[Path] = []
    monkeypatch.setattr(os, "scandir", locked)
    monkeypatch.setattr(Path, "stat", gone)
    brought = bring("disk")
    assert set(brought.troubles) == {
        "disk/locked: Permission denied",
        "disk/A.HGH: No such file or directory",
    }
    assert (brought.board, brought.cards) == (False, True)


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
    }
    Path("X").write_bytes(zipped(evil))
    before = sorted(folder.parent.iterdir())
    brought = bring()
    assert sorted(folder.parent.iterdir()) == before
    assert names(folder) == ["X", "data"]
    layouts = ["CLUB.LAY", "NUL_.LAY"]
    kept = ["A_B.PYR.BAK", "COM1_.PYR.BAK", "C_EVIL.PYR.BAK"]
    assert sorted(names(Path("data"))) == sorted([*layouts, *kept, "PYRAMID.DEC", "PYRAMID.HGH"])
    assert len(brought.troubles) == 2
    assert not any("\x1b" in line for line in brought.troubles)


def test_no_text_is_kept_under_the_name_of_a_device() -> None:
    Path("X").write_bytes(zipped({"PYRAMID.HGH": REAL, "CON.TXT": b"One.\n", "C.O?N.TXT": b"Two.\n"}))
    assert bring().troubles == ()
    assert names(Path("data")) == ["CON_.TXT", "CON_2.TXT", "PYRAMID.HGH"]


def test_a_link_in_a_folder_is_not_followed(folder: Path) -> None:
    Path("secret").mkdir()
    Path("secret/PYRAMID.HGH").write_bytes(REAL)
    Path("disk").mkdir()
    Path("disk/PYRAMID.HGH").symlink_to(folder / "secret" / "PYRAMID.HGH")
    Path("disk/more").symlink_to(folder / "secret")
    assert bring("disk").troubles == ("disk: 0 files, none with high scores, cards or texts of this game",)


def test_bombs_are_not_unpacked() -> None:
    Path("X").write_bytes(zipped({"PYRAMID.HGH": REAL, "BOMB.DEC": bytes(200 << 20)}))
    assert len(bring().lines) == 1
    many = zipped({f"{number}.BIN": bytes(1 << 20) for number in range(40)})
    Path("X").write_bytes(many)
    (trouble,) = bring().troubles
    assert trouble == "X: 40 files, 24 of them too large, none with high scores, cards or texts of this game"
    Path("X").write_bytes(zipped({str(number): b"" for number in range(MOST_FILES + 1)}, ZIP_STORED))
    assert bring().troubles == (f"X: expected at most {MOST_FILES} files, found more",)
    # A size that is not true is not believed.
    lying = bytearray(zipped({"PYRAMID.HGH": bytes(1 << 20)}))
    at = lying.rindex(b"PK\1\2") + 24
    lying[at : at + 4] = (300).to_bytes(4, "little")
    Path("X").write_bytes(lying)
    assert bring().lines == ()


def test_too_many_files_in_a_folder_are_refused() -> None:
    Path("X").mkdir()
    for number in range(MOST_FILES + 1):
        Path("X", str(number)).touch()
    assert bring().troubles == (f"X: expected at most {MOST_FILES} files, found more",)


def test_what_says_that_it_is_empty_is_not_read(monkeypatch: pytest.MonkeyPatch) -> None:
    # Files of /proc do, and some wait for ever for what may come.
    Path("X").mkdir()
    Path("X/kmsg").touch()
    monkeypatch.setattr(
        "retro_pyramid.storage.bringing.incoming.read_limited", lambda *_: pytest.fail("it is read")
    )
    (trouble,) = bring().troubles
    assert trouble.startswith("X: 1 file, none with ")


def test_a_file_that_cannot_be_looked_at_is_told_and_the_others_taken(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    Path("X").mkdir()
    Path("X/OTHER.DAT").write_bytes(REAL)
    Path("X/PYRAMID.HGH").write_bytes(REAL)
    is_file = Path.is_file

    def looked_at(path: Path) -> bool:
        if path.name == "OTHER.DAT":
            raise PermissionError(13, "Permission denied", str(path))
        return is_file(path)

    monkeypatch.setattr(Path, "is_file", looked_at)
    brought = bring()
    assert brought.board
    assert brought.troubles == ("X/OTHER.DAT: Permission denied",)


def test_the_root_of_all_folders_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(path: str) -> Lot:
        raise StorageError(f"{path}: expected at most {MOST_FILES} files, found more")

    monkeypatch.setattr("retro_pyramid.storage.bringing.bring.read_incoming", refuse)
    root = Path().absolute().anchor
    assert bring(root).troubles == (f"{root}: expected at most {MOST_FILES} files, found more",)


def test_entries_that_cannot_be_unpacked_are_told_and_the_others_taken() -> None:
    Path("X").write_bytes(zipped({"PYRAMID.HGH": REAL}, ZIP_BZIP2))
    assert bring().troubles == ("X, PYRAMID.HGH: packed in a way unknown here",)
    locked = bytearray(zipped({"PYRAMID.HGH": REAL, "PYRAMID.DEC": DECK}))
    locked[locked.index(b"PK\1\2") + 8] |= 1
    Path("X").write_bytes(locked)
    brought = bring()
    assert brought.troubles == ("X, PYRAMID.HGH: locked by a password",)
    assert (brought.board, brought.cards) == (False, True)


PACKED = zipped({"PYRAMID.HGH": REAL, "CLUB.LAY": CLUB.encode(), "NOTES.TXT": b"by hand"})


@settings(max_examples=60, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(
    st.lists(st.tuples(st.integers(0, len(PACKED) - 1), st.integers(0, 255)), max_size=6), st.integers(0, 40)
)
def test_broken_zips_raise_nothing(changes: list[tuple[int, int]], cut: int) -> None:
    broken = bytearray(PACKED)
    for at, value in changes:
        broken[at] = value
    Path("X").write_bytes(broken[: len(broken) - cut])
    brought = bring()
    assert brought.lines or brought.troubles


# Out again


def test_the_board_is_exported_in_three_ways(capsys: Capture) -> None:
    Path("data").mkdir()
    Path("data/PYRAMID.HGH").write_bytes(REAL)
    for name in ("out.hgh", "out.CSV", "out.json"):
        assert main(["export", name]) == 0
        out, err = capsys.readouterr()
        assert out == f"{name}: {Path(name).stat().st_size} bytes\n"
        assert err == ("pyramid: out.hgh cuts 6 levels to 1\n" if name == "out.hgh" else "")
    rows = [row for row in decode_board(Path("out.hgh").read_bytes()).rows if row.score]
    assert rows[4:6] == [("Renée", 7305, 1), ("Gerald", 5120, 2)]
    with Path("out.CSV").open(newline="", encoding="utf-8") as file:
        table = list(csv.reader(file))
    theirs = [(*row[:2], level) for row, level in zip(rows, (5, 4, 5, 3, 4, 2, 3), strict=True)]
    assert table == [["name", "score", "level"], *(list(map(str, row)) for row in theirs)]
    exported = json.loads(Path("out.json").read_text(encoding="utf-8"))
    records = [dict(zip(("name", "score", "level"), row, strict=True)) for row in theirs]
    assert exported == {"layout": "15xname15,score:int16,int16", "records": records}
    assert data("PYRAMID.HGH") == REAL
    assert names(Path("data")) == ["PYRAMID.HGH"]


def test_an_export_keeps_what_it_did_not_write(capsys: Capture) -> None:
    Path("data").mkdir()
    Path("data/PYRAMID.HGH").write_bytes(own_board(700))
    for name, before in (("a.hgh", REAL), ("a.csv", b"my,own,table\r\n"), ("a.json", b'{"mine": 1}')):
        Path(name).write_bytes(before)
        for score in (800, 900):
            assert main(["export", name]) == 0
            Path("data/PYRAMID.HGH").write_bytes(own_board(score))
        assert Path(f"{name}.BAK").read_bytes() == before
        assert capsys.readouterr().out.count("is kept as") == (2 if name == "a.hgh" else 1)
    # A board may be anybody's; a table of one is made again at any time.
    assert Path("a.hgh.BAK2").exists()
    assert not Path("a.csv.BAK2").exists()


@pytest.mark.parametrize(
    ("name", "says"),
    [
        ("out.txt", "expected a name that ends in .HGH, .csv, .json or .zip"),
        ("nowhere/out.csv", "No such file"),
        ("data/pyramid.hgh", "expected a file other than the board itself"),
    ],
)
def test_an_export_that_cannot_be_is_one_line(capsys: Capture, name: str, says: str) -> None:
    Path("data").mkdir()
    Path("data/pyramid.hgh").write_bytes(REAL)
    assert main(["export", name]) == 2
    out, err = capsys.readouterr()
    assert out == ""
    assert says in err
    assert len(err.splitlines()) == 1
    assert Path("data/pyramid.hgh").read_bytes() == REAL


def test_without_a_board_ten_empty_places_are_exported_to_a_board_and_no_rows_to_a_table() -> None:
    for name in ("out.hgh", "out.csv", "out.json"):
        assert main(["export", name]) == 0
    assert Path("out.hgh").read_bytes() == own_board()
    assert Path("out.csv").read_bytes() == b"name,score,level\r\n"
    assert json.loads(Path("out.json").read_bytes()) == {"layout": "canonical", "records": []}
    assert not Path("data").exists()


def test_places_that_nobody_has_taken_are_no_rows_of_a_table() -> None:
    Path("data").mkdir()
    Path("data/PYRAMID.HGH").write_bytes(own_board(700, 20))
    assert main(["export", "out.csv"]) == 0
    assert Path("out.csv").read_bytes() == b"name,score,level\r\nMe,700,1\r\nMe,20,1\r\n"
