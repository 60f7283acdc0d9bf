"""Original files in the data folder: read by whatever layout they have, never written over, nothing lost."""

from pathlib import Path
from typing import Any

import pytest

from retro_pyramid.commands.files import build_scores_report
from retro_pyramid.formats.detect import detect_decks
from retro_pyramid.formats.pictures.deck import Deck, decode_decks
from retro_pyramid.formats.pictures.picture_inference import decode_picture_file
from retro_pyramid.formats.scores.high_scores import decode_high_scores, make_empty_high_scores
from retro_pyramid.resources import read_asset_bytes
from retro_pyramid.storage import DataFolder, StorageError, UserData
from retro_pyramid.storage.importing.importer import ImportResult, import_path
from retro_pyramid.storage.importing.original_files import read_high_scores
from tests.folders import Failing, contents, game, names
from tests.formats.test_pictures import chain
from tests.formats.test_score_inference import REAL

Patch = pytest.MonkeyPatch
HGH, DEC = "PYRAMID.HGH", "PYRAMID.DEC"
LAYOUT = "15xname15,score:int16,int16"
TEN = [("Gerald", 12740), ("Kathleen", 11480), ("BOB", 9875), ("Mr. X", 7310), ("Renée", 7305)]
CLUB = """layout club
kind scores
records 4
field name string[20]
field score integer
field date string[8]
"""
BOTH = chain("bgi16", 2, 54, None, True, (64, 64), 8)


def builtin() -> tuple[Deck, Deck]:
    return decode_decks(read_asset_bytes("PYRAMID.DEC"))


def rows(files: UserData) -> list[tuple[str, float]]:
    return [(row.name, row.score) for row in files.read_high_scores().rows if row.score]


def club() -> bytes:
    """Four records of a layout outside the family: a name, a score, a date as a string."""
    return records({"Ann": 900, "Bartholomew": 500, "Cy": 120, "-": 0}, b"\x0812-31-91")


def records(rows: dict[str, int], more: bytes = b"") -> bytes:
    """Records of Turbo Pascal: `string[20]; word`, and what more there is."""
    return b"".join(
        bytes([len(name)]) + name.encode().ljust(20, b"\0") + score.to_bytes(2, "little") + more
        for name, score in rows.items()
    )


LONG = "Bartholomew van Dyke"
LARGE_ROWS = {
    LONG: 65535,
    "Ann": 45000,
    "Gerald": 40000,
    "Kathleen Baker": 35000,
    "BOB": 31250,
    "Mr. X": 24900,
}
LARGE_ROWS |= {"Jo": 17300, "Ida": 9120, "Eva": 6400, "me": 310}
LARGE = records(LARGE_ROWS)
"""Scores that no integer holds, and a name longer than ours."""
CUTS = "1 name to 15 characters, 4 scores to 32767"


def test_a_board_of_another_layout_is_shown_and_not_touched(tmp_path: Path) -> None:
    (tmp_path / "Pyramid.hgh").write_bytes(REAL)
    files = game(tmp_path)
    assert rows(files)[:5] == TEN
    assert files.read_high_scores().rows[3].level == 3
    assert files.add_score("Low", 0, 1) is None
    assert files.notification_lines == [
        f"PYRAMID.HGH is read by layout {LAYOUT} and never written over; "
        "the board that your first new score begins cuts 6 levels to 1"
    ]
    assert contents(tmp_path) == {"Pyramid.hgh": REAL}


def test_a_first_new_row_begins_a_board_of_our_own_and_the_original_is_kept(tmp_path: Path) -> None:
    (tmp_path / "disk").mkdir()
    (tmp_path / "disk" / HGH).write_bytes(REAL)
    (tmp_path / HGH).symlink_to(tmp_path / "disk" / HGH)
    (tmp_path / f"{HGH}.BAK").write_bytes(b"older")
    files = game(tmp_path)
    assert files.add_score("Ann", 8000, 2) == 3
    kept = {f"{HGH}.BAK": b"older", f"{HGH}.BAK2": REAL}
    assert {**contents(tmp_path), **kept} == contents(tmp_path)
    board = decode_high_scores((tmp_path / HGH).read_bytes())
    assert [(row.name, row.score) for row in board.rows[:5]] == [*TEN[:3], ("Ann", 8000), TEN[3]]
    assert [row.level for row in board.rows[:6]] == [1, 1, 1, 2, 1, 1]
    assert len([notice for notice in files.notification_lines if "kept as PYRAMID.HGH.BAK2" in notice]) == 1
    assert files.add_score("Bob", 7999, 1) == 4
    assert game(tmp_path).notification_lines == []
    assert names(tmp_path) == [HGH, *kept, "disk"]
    assert contents(tmp_path / "disk") == {HGH: REAL}


def test_scores_that_no_integer_holds_are_told_as_they_are_and_what_would_be_cut(tmp_path: Path) -> None:
    (tmp_path / HGH).write_bytes(LARGE)
    files = game(tmp_path)
    assert rows(files)[:3] == [(LONG, 65535), ("Ann", 45000), ("Gerald", 40000)]
    (notice,) = files.notification_lines
    assert notice.endswith(f"the board that your first new score begins cuts {CUTS}")
    assert (tmp_path / HGH).read_bytes() == LARGE
    assert build_scores_report(LARGE).stdout_lines[-1] == f"the board of this program would cut {CUTS}"
    into = game(tmp_path / "own")
    into.add_score("Bob", 50, 1)
    asked = import_path(into, str(tmp_path / HGH))
    lost = f"{CUTS}, 1 entry past the tenth place"
    cuts, join = asked.merge_question or ("", ImportResult)
    assert (asked.lines, cuts, rows(into)) == ((), lost, [("Bob", 50)])
    (line,) = join().lines
    assert line.endswith(f"10 new on the board, which cuts {lost}; the file is kept whole as PYRAMID.HGH.BAK")
    assert contents(tmp_path / "own")[f"{HGH}.BAK"] == LARGE


@pytest.mark.parametrize("room", [0, 1], ids=["no room", "room for the copy"])
def test_a_full_disk_leaves_the_original(tmp_path: Path, monkeypatch: Patch, room: int) -> None:
    (tmp_path / HGH).write_bytes(REAL)
    files = game(tmp_path)
    disk = Failing(monkeypatch, "replace", room=room)
    assert [files.add_score("Ann", 8000, 2) for _ in range(3)] == [3, 4, 5]
    assert contents(tmp_path) == {HGH: REAL, **({f"{HGH}.BAK": REAL} if room else {})}
    disk.on = False
    assert files.add_score("Bob", 7999, 1) == 6
    assert names(tmp_path) == [HGH, f"{HGH}.BAK"]
    assert contents(tmp_path)[f"{HGH}.BAK"] == REAL
    assert rows(game(tmp_path))[3:7] == [*[("Ann", 8000)] * 3, ("Bob", 7999)]


def test_a_layout_at_fault_is_told_once_and_left_out(tmp_path: Path) -> None:
    example = Path(__file__).parent.parent / "docs/layouts/scores.layout"
    for name, text in (
        ("BAD", "layout bad\nkind cards\n"),
        ("HUGE", "#" * 70_000),
        ("OURS", CLUB.replace("club", "canonical")),
        ("COPY", example.read_text()),
    ):
        (tmp_path / f"{name}.LAY").write_text(text)
    (tmp_path / "DIR.LAY").mkdir()
    files = game(tmp_path)
    files.read_high_scores(), files.read_high_scores()
    assert len(files.notification_lines) == 4
    assert any("OURS.LAY: expected a name of its own" in notice for notice in files.notification_lines)
    assert any("BAD.LAY, line 2" in notice for notice in files.notification_lines)
    assert files.read_high_scores() == make_empty_high_scores()


def test_looking_at_a_board_changes_nothing(tmp_path: Path) -> None:
    assert read_high_scores(DataFolder(tmp_path / "absent")) is None
    (tmp_path / HGH).write_bytes(b"rubbish")
    with pytest.raises(
        StorageError,
        match=r"^PYRAMID\.HGH: score board: expected high scores \(or --layout NAME\), found a text",
    ):
        read_high_scores(DataFolder(tmp_path))
    assert contents(tmp_path) == {HGH: b"rubbish"}


def used(folder: Path) -> tuple[Any, list[str]]:
    files = game(folder)
    return files.read_decks(builtin), files.notification_lines


def test_decks_of_another_layout_are_fitted_to_the_table(tmp_path: Path) -> None:
    data = chain("cga4", 1, 53, 0, False, (32, 40), 5)
    (tmp_path / DEC).write_bytes(data)
    decks, notices = used(tmp_path)
    ace, face = decode_picture_file(detect_decks(data).layout, data)[0][0], decks[0].faces[0]
    assert (face.width, face.height) == (64, 64)
    palette = (0, 11, 13, 15)
    places = [(2 * y + 1) * 40 // 128 * 32 + (2 * x + 1) * 32 // 128 for y in range(64) for x in range(64)]
    assert list(face.pixels) == [palette[ace.pixels[place]] for place in places]
    # There is no picture of an empty pile in the file.
    assert decks[0].empty_pile == builtin()[0].empty_pile
    assert notices == ["PYRAMID.DEC is read by layout 1x53,cga4,prefix,notrailer"]
    assert contents(tmp_path) == {DEC: data}


def test_a_sidecar_or_a_layout_of_ones_own_says_the_order(tmp_path: Path) -> None:
    (tmp_path / DEC).write_bytes(BOTH)
    plain, _ = used(tmp_path)
    (tmp_path / "pyramid.txt").write_text("suits hdcs\nranks KQJT98765432A\n")
    # The king of hearts comes first now: card 38 of clubs, diamonds, hearts, spades.
    assert used(tmp_path)[0][0].faces[38] == plain[0].faces[0]
    (tmp_path / "pyramid.txt").write_text("PYRAMID SOLITAIRE\nThe manual.\n")
    assert used(tmp_path) == (plain, [])
    (tmp_path / "pyramid.txt").write_text("suits hearts\n")
    why = "PYRAMID.DEC: PYRAMID.TXT, line 1: expected each of cdhs once, found 'hearts'"
    assert used(tmp_path) == (None, [f"The built-in decks are used: {why}"])
    (tmp_path / "pyramid.txt").unlink()
    text = "layout disk61\nkind pictures\nimage bgi16\ndecks 2\nimages 54\nsuits hdcs\n"
    (tmp_path / "DISK61.LAY").write_text(text)
    ordered, notices = used(tmp_path)
    assert (ordered[0].faces[26:39], notices) == (
        plain[0].faces[:13],
        ["PYRAMID.DEC is read by layout disk61"],
    )
    (tmp_path / "TWIN.LAY").write_text(text.replace("disk61", "twin").replace("hdcs", "sdch"))
    decks, (notice,) = used(tmp_path)
    assert decks is None
    assert "disk61, twin" in notice
