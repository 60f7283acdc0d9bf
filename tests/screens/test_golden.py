"""The screens pixel for pixel as they were looked at and found good; `pytest --record-golden` records them anew.

`test_every_screen.py` goes to each place and compares it with the pictures of its name in the folder. A picture on
another adapter has the adapter's name before the place's; an empty file of such a name asks for a picture.
"""

import struct
import zlib
from pathlib import Path

import pyxel

from retro_pyramid.machine.png import read_png
from tests.programs import TESTS
from tests.screens.conftest import Start
from tests.screens.driver import Game
from tests.screens.places import EVERY, FIRST

FOLDER, SHOTS = TESTS / "golden", TESTS.parent / "web" / "shots"
OF_THE_PAGE = {*FIRST, "table"}
"""What the page shows before the program runs."""
UNSEEN = {"new", "restart", "quit"}
"""Questions that look as `confirm` does."""
_CGA = ("--video", "cga")
_MONO = ("--video", "mono")
LOOKS: dict[str, tuple[str, ...]] = {
    "": (),
    "text_": ("T",),
    "mono_": _MONO,
    "cga_": _CGA,
    "cga_text_": ("T", *_CGA),
    **{f"{name}_": (*_MONO, "--phosphor", name) for name in ("amber", "white")},
    **{f"cga{name}_": (*_CGA, "--cga", name) for name in ("0", "0h", "1", "5", "5h", "composite")},
}
"""How the name of a picture begins, and the words that choose its adapter."""
DECKS: dict[str, dict[str, tuple[str, ...]]] = {
    "level2": {"deck2": ("2",)},
    "setup_cards": {"setup_deck2": ("2",)},
    "relaxed_picked": {"deck2_picked": ("2",)},
    "table": {"cga_deck2": ("2", *_CGA)},
    "tilldawn_small": {"cga_deck2_small": ("2", *_CGA)},
}
"""Pictures of the other deck, by place."""
HEX = b"0123456789abcdef" * 16


def pictures_of(place: str) -> dict[str, tuple[str, ...]]:
    """Return the names of a place's pictures, and the words that lead to each of them there."""
    found = {f"{begin}{place}": words for begin, words in LOOKS.items()} | DECKS.get(place, {})
    usual = set() if place in UNSEEN else {place}
    return {name: words for name, words in found.items() if name in usual or golden_of(name).is_file()}


def small_png(pixels: bytes, width: int, height: int, colours: list[int]) -> bytes:
    """Return a PNG of 16 colours: a fifth of what Pyxel writes, which counts in a history of recordings."""

    def chunk(name: bytes, data: bytes) -> bytes:
        return struct.pack(">I", len(data)) + name + data + struct.pack(">I", zlib.crc32(name + data))

    digits = pixels.translate(HEX).decode()
    rows = b"".join(b"\0" + bytes.fromhex(digits[at : at + width]) for at in range(0, len(digits), width))
    parts = (
        (b"IHDR", struct.pack(">IIBBBBB", width, height, 4, 3, 0, 0, 0)),
        (b"PLTE", b"".join(colour.to_bytes(3) for colour in colours)),
        (b"IDAT", zlib.compress(rows, 9)),
        (b"IEND", b""),
    )
    return b"\x89PNG\r\n\x1a\n" + b"".join(chunk(*part) for part in parts)


def compared(game: Game, golden: Path, new: Path, record: bool = False) -> str | None:
    """Return what differs from the golden picture, None when nothing does; a picture that differs goes to `new`.

    With `record` it is taken for the golden one.
    """
    image = game.image()
    colours = list(pyxel.colors)[:16]
    # Where two indices have one colour, as on a monochrome display, nobody can tell them apart.
    alike = bytes(colours.index(colour) for colour in colours).ljust(256, b"\xff")
    picture = bytes(memoryview(image.data_ptr()).cast("B")).translate(alike)
    differs = difference(golden, image.width, image.height, picture, colours)
    if differs is None:
        return None
    new.write_bytes(small_png(picture, image.width, image.height, colours))
    if record:
        golden.write_bytes(new.read_bytes())
        return difference(golden, image.width, image.height, picture, colours)
    return f"{differs}; see {new}; `pytest --record-golden` takes the new picture"


def difference(golden: Path, wide: int, high: int, picture: bytes, colours: list[int]) -> str | None:
    if not golden.is_file() or not golden.stat().st_size:
        return f"{golden.name}: not recorded yet"
    try:
        width, height, expected = read_png(golden, colours)
    except ValueError as error:
        return str(error)
    if (width, height) != (wide, high):
        return f"{golden.name}: was {width}x{height}, is {wide}x{high}"
    if picture == expected:
        return None
    wrong = [at for at, (one, other) in enumerate(zip(picture, expected, strict=True)) if one != other]
    at = wrong[0]
    place = f"pixel ({at % width}, {at // width})"
    return f"{golden.name}: {place} was {expected[at]}, is {picture[at]}; {len(wrong)} pixels differ"


def golden_of(name: str) -> Path:
    return (SHOTS if name in OF_THE_PAGE else FOLDER) / f"{name}.png"


def test_a_difference_names_pixel_and_new_picture(start: Start, tmp_path: Path) -> None:
    menu = start("--start", "menu")
    golden, new = tmp_path / "golden.png", tmp_path / "new.png"
    assert "not recorded yet" in str(compared(menu, golden, new))
    golden.write_bytes(new.read_bytes())
    assert compared(menu, golden, new) is None
    differs = str(compared(menu.do("key DOWN"), golden, new))
    # The bar leaves the first item.
    left, top, *_ = menu.enabled()["menu:level1"]
    assert f"golden.png: pixel ({left}, {top})" in differs
    assert str(new) in differs
    assert compared(menu, golden, new, record=True) is None
    assert golden.read_bytes() == new.read_bytes()


def test_no_picture_is_left_over() -> None:
    there = {*FOLDER.glob("*.png"), *SHOTS.glob("*")}
    assert there == {golden_of(name) for place in EVERY for name in pictures_of(place)}
