"""`pyramid scores` and `pyramid deck` on files of other layouts, and PNGs that are no cards: as a player types them."""

import json
import os
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path

import pytest
import pyxel

from retro_pyramid.cli import main
from retro_pyramid.formats.scores.high_scores import encode_high_scores, make_empty_totals
from retro_pyramid.machine import host
from retro_pyramid.machine.pc import Machine
from retro_pyramid.machine.png import encode_png
from retro_pyramid.machine.presenter import WindowOptions
from retro_pyramid.machine.video import image_from_pixels
from retro_pyramid.resources import read_asset_bytes
from tests.formats.test_pictures import chain
from tests.formats.test_score_inference import REAL

Patch = pytest.MonkeyPatch
Ran = Callable[..., str]
DECKS = read_asset_bytes("PYRAMID.DEC")
DECK = chain("bgi16", 1, 52, None, True, (16, 20), 3)
PHOTO = b"a photograph"
SHEET = "deck sheet OUR.DEC --out sheet.png"


@pytest.fixture
def ran(one_host: None, tmp_path: Path, monkeypatch: Patch, capsys: pytest.CaptureFixture[str]) -> Ran:
    """Run words in a folder of their own, in which OUR.DEC and a sheet.png that is none lie; return what is printed.

    Where they end in another code than 0, nothing is printed but for errors, and these are returned.
    """
    monkeypatch.chdir(tmp_path)
    Path("OUR.DEC").write_bytes(DECKS)
    Path("sheet.png").write_bytes(PHOTO)

    def run(words: str, code: int = 0) -> str:
        assert main(words.split()) == code
        out, err = capsys.readouterr()
        assert (err if code == 0 else out) == ""
        return out if code == 0 else err

    return run


def test_scores_of_another_program(ran: Ran) -> None:
    Path("OLD.HGH").write_bytes(REAL)
    result = json.loads(ran("scores OLD.HGH --json"))
    assert result["layout"] == "15xname15,score:int16,int16"
    assert result["records"][4] == {"name": "Renée", "score": 7305, "level": 4}
    result = json.loads(ran("scores OLD.HGH --layout 15*name15,int32 --json"))
    assert result["records"][14] == {"name": "Nobody", "score": 0, "level": None}
    assert ran("scores OLD.HGH --explain").startswith("taken by layout 15xname15,score:int16,int16: ")
    assert json.loads(ran("scores OLD.HGH --explain --json"))["certain"] is True


def test_decks_are_taken_apart_and_put_together_and_what_was_there_is_kept(
    ran: Ran, monkeypatch: Patch
) -> None:
    asked: list[WindowOptions] = []
    monkeypatch.setattr(host, "open_window", asked.append)
    assert ran("deck extract OUR.DEC --out cards") == "cards: 108 pictures\n"
    assert [window.is_headless for window in asked] == [True]
    assert len(list(Path("cards").iterdir())) == 108
    assert ran("deck build cards --out NEW.DEC") == "NEW.DEC: 221832 bytes\n"
    assert Path("NEW.DEC").read_bytes() == DECKS
    card = Path("cards/deck1-Ac.png").read_bytes()
    said = ran("deck build cards --out cards/deck1-Ac.png", 2)
    assert said == "pyramid: cards/deck1-Ac.png: expected a file other than the pictures\n"
    assert Path("cards/deck1-Ac.png").read_bytes() == card
    Path("cards/deck1-Ac.png").write_bytes(b"painted for hours")
    Path("OLD.DEC").write_bytes(DECK)
    printed = [
        ran(words) for words in (SHEET, "deck extract OUR.DEC --out cards", "deck build cards --out OLD.DEC")
    ]
    assert printed == [
        "sheet.png: 108 images; what was there is kept as sheet.png.BAK\n",
        "deck1-Ac.png: written; what was there is kept as deck1-Ac.png.BAK\ncards: 108 pictures\n",
        "OLD.DEC: 221832 bytes; what was there is kept as OLD.DEC.BAK\n",
    ]
    # What was written here is written again, and another deck of this very layout can be built again.
    assert ran(SHEET) == "sheet.png: 108 images\n"
    Path("cards/deck1-Ac.png").write_bytes(Path("cards/deck1-2c.png").read_bytes())
    assert ran("deck build cards --out OLD.DEC") == "OLD.DEC: 221832 bytes\n"
    assert Path("sheet.png.BAK").read_bytes() == PHOTO
    assert Path("cards/deck1-Ac.png.BAK").read_bytes() == b"painted for hours"
    assert Path("OLD.DEC.BAK").read_bytes() == DECK
    assert len(list(Path().glob("OLD.*"))) == 2


def test_one_deck_serves_as_both_and_faults_are_listed_under_one_line(
    ran: Ran, machine: Machine, capsys: pytest.CaptureFixture[str]
) -> None:
    for name, size in (("ONE", (64, 64)), ("SMALL", (40, 50))):
        Path(f"{name}.DEC").write_bytes(chain("bgi16", 1, 54, None, True, size, 7))
        ran(f"deck extract {name}.DEC --out {name}")
    said = ran("deck build ONE --out NEW.DEC")
    assert said == "NEW.DEC: 221832 bytes, the second deck like the first\n"
    Path("NEW.DEC").unlink()
    Path("ONE/deck1-Ac.png").unlink()
    Path("ONE/deck1-2c.png").write_bytes(b"\x89PNG\r\n\x1a\nrubbish")
    Path("ONE/deck1-3c.png").write_bytes(Path("SMALL/deck1-3c.png").read_bytes())
    pyxel.colors[9], pyxel.colors[10] = 0x123456, 0xFEDCBA
    strange = bytes({2 * 64 + 3: 9, 7 * 64 + 9: 10}.get(at, 0) for at in range(64 * 64))
    Path("ONE/deck1-4c.png").write_bytes(encode_png(image_from_pixels(64, 64, strange)))
    machine.display.set_registers()
    assert main(["deck", "build", "ONE", "--out", "NEW.DEC"]) == 2
    out, err = capsys.readouterr()
    assert err == "pyramid: ONE: no deck is built: 5 faults, listed on standard output\n"
    assert out.splitlines() == [
        "deck1-Ac.png: no such picture",
        "deck1-2c.png: no picture that can be read",
        "deck1-3c.png: expected 64 x 64 pixels, found 40 x 50",
        "deck1-4c.png: pixel (3, 2) is #123456, none of the 16 colours",
        "deck1-4c.png: pixel (9, 7) is #FEDCBA, none of the 16 colours",
    ]
    assert not Path("NEW.DEC").exists()
    for name in ("2c", "3c", "4c"):
        Path(f"ONE/deck1-{name}.png").write_bytes(Path("ONE/deck1-5c.png").read_bytes())
    # One fault is the line itself.
    assert ran("deck build ONE --out NEW.DEC", 2) == "pyramid: deck1-Ac.png: no such picture\n"


def test_no_command_writes_over_what_it_reads(ran: Ran) -> None:
    Path("OLD.DEC").write_bytes(DECK)
    Path("LINK.PNG").symlink_to("OLD.DEC")
    for out in ("OLD.DEC", "./OLD.DEC", "LINK.PNG"):
        said = ran(f"deck sheet OLD.DEC --out {out}", 2)
        assert said == f"pyramid: {out}: expected a file other than the one to be drawn\n"
    assert Path("OLD.DEC").read_bytes() == DECK


def _fail(*_: object) -> None:
    raise OSError(28, "No space left on device")


class Killed(BaseException):
    """Ends a program as a signal does: nothing catches it."""


@pytest.mark.posix
def test_a_program_killed_at_any_moment_leaves_a_whole_file_at_out(ran: Ran, monkeypatch: Patch) -> None:
    """Killed before each of the system's calls that change a folder, until it is through; there are fewer than 8."""
    Path("SMALL.DEC").write_bytes(DECK)
    for moment in range(9):
        for path in Path().glob("sheet.png*"):
            path.unlink()
        Path("sheet.png").write_bytes(PHOTO)
        left = iter(range(moment))

        def dying(real: Callable[..., None], left: object = left) -> Callable[..., None]:
            def call(*words: object, **more: object) -> None:
                if next(left, None) is None:  # type: ignore[call-overload]
                    raise Killed
                real(*words, **more)

            return call

        with monkeypatch.context() as patched, suppress(Killed):
            for name in ("link", "rename", "replace", "unlink"):
                patched.setattr(os, name, dying(getattr(os, name)))
            main(["deck", "sheet", "SMALL.DEC", "--out", "sheet.png"])
        written = Path("sheet.png").read_bytes()
        assert written == PHOTO or written.startswith(b"\x89PNG"), moment
        assert PHOTO in {path.read_bytes() for path in Path().glob("sheet.png*")}, moment
    assert written != PHOTO


def test_where_a_file_has_only_one_name_the_one_before_is_kept_too(ran: Ran, monkeypatch: Patch) -> None:
    monkeypatch.setattr(os, "link", _fail)
    ran(SHEET)
    assert Path("sheet.png.BAK").read_bytes() == PHOTO


def test_of_a_link_at_out_the_file_it_leads_to_is_kept_and_of_an_empty_file_nothing(ran: Ran) -> None:
    Path("far").mkdir()
    Path("sheet.png").replace("far/photo")
    Path("sheet.png").symlink_to("far/photo")
    assert ran(SHEET) == "sheet.png: 108 images; what was there is kept as photo.BAK\n"
    assert (Path("far/photo.BAK").read_bytes(), Path("sheet.png").is_symlink()) == (PHOTO, True)
    assert Path("far/photo").read_bytes().startswith(b"\x89PNG")
    # `--out /dev/stdout > FILE`: the shell has made the file.
    Path("empty.png").touch()
    ran(SHEET.replace("sheet.png", "empty.png"))
    assert not Path("empty.png.BAK").exists()


def test_a_sidecar_names_the_pictures_and_a_manual_does_not(ran: Ran) -> None:
    Path("CLUB.DEC").write_bytes(DECK)
    for out, sidecar in (
        ("ordered", "# order\nsuits hearts clubs spades diamonds\nrest\n"),
        ("plain", "CLUB SOLITAIRE\nThe manual.\n"),
    ):
        Path("club.txt").write_text(sidecar)
        ran(f"deck extract CLUB.DEC --out {out}")
    assert Path("ordered/deck1-Ah.png").read_bytes() == Path("plain/deck1-Ac.png").read_bytes()
    Path("club.txt").write_text("suits hearts\n")
    said = ran("deck extract CLUB.DEC --out plain", 2)
    assert "CLUB.TXT, line 1: expected each of cdhs once, found 'hearts'" in said


def test_the_totals_of_tournaments_can_be_looked_at(ran: Ran) -> None:
    totals = make_empty_totals()
    for filled in range(3):
        Path("PYRTOUR.HGH").write_bytes(encode_high_scores(totals))
        found = [row.split() for row in ran("scores PYRTOUR.HGH").splitlines()[1:]]
        assert len(found) == 10
        entered = [[str(place), "Ann", str(320 - place)] for place in range(1, filled + 1)]
        assert found[: filled + 1] == [*entered, [str(filled + 1), "-----", "0"]]
        assert ran("scores PYRTOUR.HGH --explain").startswith("taken by layout totals: ")
        totals, _ = totals.add("Ann", 319 - filled)


def test_a_title_picture_and_an_icon_can_be_looked_at(ran: Ran) -> None:
    Path("em_cga.BGI").write_bytes(read_asset_bytes("titles/em_cga.BGI"))
    said = "1 deck of 1 image, 320 x 200 pixels, 16006 bytes, layout 1x1,cga4"
    assert said in ran("deck info em_cga.BGI")
    Path("SHIP.ICN").write_bytes(chain("bgi16", 1, 1, None, True, (37, 11), 5))
    assert ran("deck extract SHIP.ICN --out icons") == "icons: 1 picture\n"
    assert Path("icons/deck1-image1.png").read_bytes().startswith(b"\x89PNG")
