"""`pyramid scores` and `pyramid deck` on files of other layouts, and PNGs that are no cards: as a player types them."""

import json
import os
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from random import Random

import pytest

from retro_pyramid.cli import main
from retro_pyramid.formats.boards.scores import empty_totals, encode_board
from retro_pyramid.machine import host
from retro_pyramid.packaged import asset_bytes
from tests.formats.test_pictures import chain
from tests.formats.test_score_inference import REAL

Capture = pytest.CaptureFixture[str]


@pytest.fixture(autouse=True)
def folder(one_host: None, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder to work in; Pyxel is open already and opens no second time."""
    monkeypatch.chdir(tmp_path)
    return tmp_path


def test_scores_of_another_program(capsys: Capture) -> None:
    Path("OLD.HGH").write_bytes(REAL)
    assert main(["scores", "OLD.HGH", "--json"]) == 0
    result = json.loads(capsys.readouterr().out)
    assert result["layout"] == "15xname15,score:int16,int16"
    assert result["records"][4] == {"name": "Renée", "score": 7305, "level": 4}
    assert main(["scores", "OLD.HGH", "--layout", "15*name15,int32", "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["records"][14] == {"name": "Nobody", "score": 0, "level": None}
    assert main(["scores", "OLD.HGH", "--explain"]) == 0
    assert capsys.readouterr().out.startswith("taken by layout 15xname15,score:int16,int16: ")
    assert main(["scores", "OLD.HGH", "--explain", "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["certain"] is True


@pytest.mark.parametrize(
    ("words", "says"),
    [
        (
            ["scores", "OLD.HGH", "--layout", "club"],
            "OLD.HGH: layout 'club': expected canonical or a name such as",
        ),
        (["scores", "OLD.HGH", "--layout", "10xname15,int16,int16"], "expected 200 bytes, found 300"),
        (["scores", "OLD.HGH", "--explain", "--layout", "canonical"], "--explain"),
        (["deck", "info", "OLD.HGH"], "OLD.HGH: image 1 of deck 1"),
        (["deck", "info", "CGA.DEC", "--layout", "2x52,cga4"], "CGA.DEC: end of the decks|image 1 of deck 2"),
        (["deck", "extract", "CGA.DEC", "--out", "OLD.HGH"], "expected a folder, found a file"),
        (["deck", "extract", "CGA.DEC"], "required: --out"),
        (["deck", "build", "nowhere", "--out", "NEW.DEC"], "nowhere: expected a folder"),
        (["scores", "x" * 5000], "xxx: File name too long"),
        (["x" * 5000], "unknown word 'xxx"),
    ],
    ids=lambda value: " ".join(value)[:50] if isinstance(value, list) else None,
)
def test_what_cannot_be_done_is_one_line(capsys: Capture, words: list[str], says: str) -> None:
    Path("OLD.HGH").write_bytes(REAL)
    Path("CGA.DEC").write_bytes(chain("cga4", 1, 52, None, True, (24, 30), 1))
    assert main(words) == 2
    out, err = capsys.readouterr()
    assert out == ""
    first = err.splitlines()[0]
    assert any(part in first for part in says.split("|")), first
    assert len(first) < 700
    assert not Path("NEW.DEC").exists()


def test_a_deck_taken_apart_and_put_together_is_the_same(
    capsys: Capture, monkeypatch: pytest.MonkeyPatch
) -> None:
    Path("PYRAMID.DEC").write_bytes(asset_bytes("PYRAMID.DEC"))
    asked: list[host.Window] = []
    monkeypatch.setattr(host, "open_host", asked.append)
    assert main(["deck", "extract", "PYRAMID.DEC", "--out", "cards"]) == 0
    assert [window.headless for window in asked] == [True]
    assert len(list(Path("cards").iterdir())) == 108
    assert main(["deck", "build", "cards", "--out", "NEW.DEC"]) == 0
    assert capsys.readouterr().out == "cards: 108 pictures\nNEW.DEC: 221832 bytes\n"
    assert Path("NEW.DEC").read_bytes() == asset_bytes("PYRAMID.DEC")


def test_one_deck_serves_as_both_and_every_offence_has_its_line(capsys: Capture) -> None:
    Path("ONE.DEC").write_bytes(chain("bgi16", 1, 54, None, True, (64, 64), 7))
    assert main(["deck", "extract", "ONE.DEC", "--out", "cards"]) == 0
    assert main(["deck", "build", "cards", "--out", "NEW.DEC"]) == 0
    assert capsys.readouterr().out.endswith("NEW.DEC: 221832 bytes, the second deck like the first\n")
    Path("SMALL.DEC").write_bytes(chain("bgi16", 1, 54, None, True, (40, 50), 7))
    assert main(["deck", "extract", "SMALL.DEC", "--out", "small"]) == 0
    cards = Path("cards")
    (cards / "deck1-Ac.png").unlink()
    (cards / "deck1-2c.png").write_bytes(b"\x89PNG\r\n\x1a\nrubbish")
    (cards / "deck1-3c.png").write_bytes(Path("small/deck1-3c.png").read_bytes())
    (cards / "deck1-4c.png").write_bytes(_strange_colours())
    capsys.readouterr()
    Path("NEW.DEC").unlink()
    assert main(["deck", "build", "cards", "--out", "NEW.DEC"]) == 2
    out, err = capsys.readouterr()
    assert out == ""
    assert err.splitlines() == [
        "pyramid: deck1-Ac.png: no such picture",
        "pyramid: deck1-2c.png: no picture that can be read",
        "pyramid: deck1-3c.png: expected 64 x 64 pixels, found 40 x 50",
        "pyramid: deck1-4c.png: pixel (3, 2) is #123456, none of the 16 colours",
        "pyramid: deck1-4c.png: pixel (9, 7) is #FEDCBA, none of the 16 colours",
    ]
    assert not Path("NEW.DEC").exists()


def test_no_command_writes_over_what_it_reads(capsys: Capture) -> None:
    data = chain("bgi16", 1, 52, None, True, (16, 20), 3)
    Path("OLD.DEC").write_bytes(data)
    Path("LINK.PNG").symlink_to("OLD.DEC")
    for out in ("OLD.DEC", "./OLD.DEC", "LINK.PNG"):
        assert main(["deck", "sheet", "OLD.DEC", "--out", out]) == 2
        assert capsys.readouterr() == (
            "",
            f"pyramid: {out}: expected a file other than the one to be drawn\n",
        )
    Path("PYRAMID.DEC").write_bytes(asset_bytes("PYRAMID.DEC"))
    assert main(["deck", "extract", "PYRAMID.DEC", "--out", "cards"]) == 0
    card = Path("cards/deck1-Ac.png").read_bytes()
    capsys.readouterr()
    assert main(["deck", "build", "cards", "--out", "cards/deck1-Ac.png"]) == 2
    assert capsys.readouterr().err == "pyramid: cards/deck1-Ac.png: expected a file other than the pictures\n"
    assert (Path("OLD.DEC").read_bytes(), Path("cards/deck1-Ac.png").read_bytes()) == (data, card)


def test_what_stands_at_out_is_kept(capsys: Capture) -> None:
    ours, theirs = asset_bytes("PYRAMID.DEC"), chain("bgi16", 1, 52, None, True, (16, 20), 3)
    Path("OUR.DEC").write_bytes(ours)
    assert main(["deck", "extract", "OUR.DEC", "--out", "cards"]) == 0
    card = Path("cards/deck1-Ac.png").read_bytes()
    Path("cards/deck1-Ac.png").write_bytes(b"painted for hours")
    Path("OLD.DEC").write_bytes(theirs)
    Path("sheet.png").write_bytes(b"a photograph")
    capsys.readouterr()
    for _ in range(2):
        assert main(["deck", "sheet", "OUR.DEC", "--out", "sheet.png"]) == 0
        assert main(["deck", "extract", "OUR.DEC", "--out", "cards"]) == 0
        assert main(["deck", "build", "cards", "--out", "OLD.DEC"]) == 0
    assert capsys.readouterr().out.splitlines() == [
        "sheet.png: 108 images; what was there is kept as sheet.png.BAK",
        "deck1-Ac.png: written; what was there is kept as deck1-Ac.png.BAK",
        "cards: 108 pictures",
        "OLD.DEC: 221832 bytes; what was there is kept as OLD.DEC.BAK",
        "sheet.png: 108 images",
        "cards: 108 pictures",
        "OLD.DEC: 221832 bytes",
    ]
    assert Path("sheet.png.BAK").read_bytes() == b"a photograph"
    assert Path("cards/deck1-Ac.png.BAK").read_bytes() == b"painted for hours"
    assert Path("cards/deck1-Ac.png").read_bytes() == card
    assert (Path("OLD.DEC.BAK").read_bytes(), Path("OLD.DEC").read_bytes()) == (theirs, ours)
    # Another deck of this very layout was built and can be built again.
    assert main(["deck", "extract", "OUR.DEC", "--out", "more"]) == 0
    Path("more/deck1-Ac.png").write_bytes(Path("more/deck1-2c.png").read_bytes())
    assert main(["deck", "build", "more", "--out", "OLD.DEC"]) == 0
    assert sorted(path.name for path in Path().glob("OLD.*")) == ["OLD.DEC", "OLD.DEC.BAK"]


def test_an_output_that_cannot_be_written_leaves_what_was_there(
    capsys: Capture, monkeypatch: pytest.MonkeyPatch
) -> None:
    def full(*arguments: object) -> None:
        raise OSError(28, "No space left on device")

    Path("OUR.DEC").write_bytes(asset_bytes("PYRAMID.DEC"))
    Path("sheet.png").write_bytes(b"a photograph")
    monkeypatch.setattr(os, "replace", full)
    assert main(["deck", "sheet", "OUR.DEC", "--out", "sheet.png"]) == 2
    assert capsys.readouterr().err.endswith("No space left on device\n")
    assert sorted(path.name for path in Path().iterdir()) == ["OUR.DEC", "sheet.png"]
    assert Path("sheet.png").read_bytes() == b"a photograph"


LAST = 8


class Killed(BaseException):
    """Ends a program as a signal does: nothing catches it."""


@pytest.mark.posix
@pytest.mark.parametrize("moment", range(LAST + 1))
def test_a_program_killed_at_any_moment_leaves_a_whole_file_at_out(
    moment: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Killed before each of the system's calls that change a folder; there are fewer than LAST."""
    Path("OUR.DEC").write_bytes(asset_bytes("PYRAMID.DEC"))
    Path("sheet.png").write_bytes(b"a photograph")
    left = iter(range(moment))

    def dying(real: Callable[..., None]) -> Callable[..., None]:
        def call(*words: object, **more: object) -> None:
            if next(left, None) is None:
                raise Killed
            real(*words, **more)

        return call

    with monkeypatch.context() as patched, suppress(Killed):
        for name in ("link", "rename", "replace", "unlink"):
            patched.setattr(os, name, dying(getattr(os, name)))
        main(["deck", "sheet", "OUR.DEC", "--out", "sheet.png"])
    written = Path("sheet.png").read_bytes()
    assert written == b"a photograph" or written.startswith(b"\x89PNG")
    assert b"a photograph" in {path.read_bytes() for path in Path().glob("sheet.png*")}
    assert moment < LAST or written != b"a photograph"


def test_where_a_file_has_only_one_name_the_one_before_is_kept_too(monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(*_: object) -> None:
        raise OSError(95, "Operation not supported")

    monkeypatch.setattr(os, "link", refuse)
    Path("OUR.DEC").write_bytes(asset_bytes("PYRAMID.DEC"))
    Path("sheet.png").write_bytes(b"a photograph")
    assert main(["deck", "sheet", "OUR.DEC", "--out", "sheet.png"]) == 0
    assert Path("sheet.png.BAK").read_bytes() == b"a photograph"


def test_a_sidecar_names_the_pictures_and_a_manual_does_not(capsys: Capture) -> None:
    data = chain("bgi16", 1, 52, None, True, (16, 20), 3)
    Path("CLUB.DEC").write_bytes(data)
    Path("club.txt").write_text("# order\nsuits hearts clubs spades diamonds\nrest\n")
    assert main(["deck", "extract", "CLUB.DEC", "--out", "ordered"]) == 0
    Path("club.txt").write_text("CLUB SOLITAIRE\nThe manual.\n")
    assert main(["deck", "extract", "CLUB.DEC", "--out", "plain"]) == 0
    assert Path("ordered/deck1-Ah.png").read_bytes() == Path("plain/deck1-Ac.png").read_bytes()
    Path("club.txt").write_text("suits hearts\n")
    assert main(["deck", "extract", "CLUB.DEC", "--out", "plain"]) == 2
    assert "CLUB.TXT, line 1: expected each of cdhs once, found 'hearts'" in capsys.readouterr().err


def test_the_totals_of_tournaments_can_be_looked_at(capsys: Capture) -> None:
    totals = empty_totals()
    for filled in range(3):
        Path("PYRTOUR.HGH").write_bytes(encode_board(totals))
        assert main(["scores", "PYRTOUR.HGH"]) == 0
        rows = capsys.readouterr().out.splitlines()[1:]
        assert len(rows) == 10
        assert [row.split() for row in rows[: filled + 1]] == [
            *([str(place), "Ann", str(320 - place)] for place in range(1, filled + 1)),
            [str(filled + 1), "-----", "0"],
        ]
        assert main(["scores", "PYRTOUR.HGH", "--explain"]) == 0
        assert capsys.readouterr().out.startswith("taken by layout totals: ")
        totals, _ = totals.add("Ann", 319 - filled)


def test_a_picture_in_cgas_colours_can_be_looked_at(capsys: Capture) -> None:
    Path("em_cga.BGI").write_bytes(asset_bytes("titles/em_cga.BGI"))
    assert main(["deck", "info", "em_cga.BGI"]) == 0
    assert "1 deck of 1 image, 320 x 200 pixels, 16006 bytes, layout 1x1,cga4" in capsys.readouterr().out


def test_an_icon_can_be_looked_at(capsys: Capture) -> None:
    Path("SHIP.ICN").write_bytes(chain("bgi16", 1, 1, None, True, (37, 11), 5))
    assert main(["deck", "extract", "SHIP.ICN", "--out", "icons"]) == 0
    assert capsys.readouterr().out == "icons: 1 picture\n"
    assert Path("icons/deck1-image1.png").read_bytes().startswith(b"\x89PNG")


def _strange_colours() -> bytes:
    """A PNG of 64 x 64 black pixels of which two have colours that are none of the 16."""
    from struct import pack
    from zlib import compress, crc32

    rows = [[(0, 0, 0)] * 64 for _ in range(64)]
    rows[2][3], rows[7][9] = (0x12, 0x34, 0x56), (0xFE, 0xDC, 0xBA)
    raw = b"".join(b"\0" + b"".join(bytes(pixel) for pixel in row) for row in rows)

    def chunk(kind: bytes, data: bytes) -> bytes:
        return pack(">I", len(data)) + kind + data + pack(">I", crc32(kind + data))

    head = pack(">IIBBBBB", 64, 64, 8, 2, 0, 0, 0)
    return b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", head) + chunk(b"IDAT", compress(raw)) + chunk(b"IEND", b"")


def test_random_files_are_refused_in_one_line(capsys: Capture) -> None:
    random = Random(4)
    for size in (0, 1, 200, 300, 2054, 110_916, 221_832):
        Path("X").write_bytes(random.randbytes(size))
        for words in (["scores", "X"], ["deck", "info", "X"], ["deck", "sheet", "X", "--out", "s.png"]):
            assert main(words) == 2
            assert len(capsys.readouterr().err.splitlines()) == 1


def test_of_a_link_at_out_the_file_it_leads_to_is_kept(capsys: Capture) -> None:
    Path("OUR.DEC").write_bytes(asset_bytes("PYRAMID.DEC"))
    Path("far").mkdir()
    Path("far/photo").write_bytes(b"a photograph")
    Path("sheet.png").symlink_to("far/photo")
    assert main(["deck", "sheet", "OUR.DEC", "--out", "sheet.png"]) == 0
    assert (Path("far/photo.BAK").read_bytes(), Path("sheet.png").is_symlink()) == (b"a photograph", True)
    assert Path("far/photo").read_bytes().startswith(b"\x89PNG")
    assert capsys.readouterr().out == "sheet.png: 108 images; what was there is kept as photo.BAK\n"


def test_what_a_shell_has_made_empty_is_not_worth_keeping() -> None:
    """`--out /dev/stdout > FILE`: neither the link nor the empty file is renamed."""
    Path("OUR.DEC").write_bytes(asset_bytes("PYRAMID.DEC"))
    Path("sheet.png").touch()
    assert main(["deck", "sheet", "OUR.DEC", "--out", "sheet.png"]) == 0
    assert not Path("sheet.png.BAK").exists()
