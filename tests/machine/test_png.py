from pathlib import Path

import pytest
import pyxel

from retro_pyramid.machine.pc import Machine
from retro_pyramid.machine.png import draw_contact_sheet, encode_png, read_png
from retro_pyramid.machine.video import image_from_pixels
from tests.machine.naive import HARDWARE, pixels

EGA = [int(colour[1:], 16) for colour in HARDWARE["ega16"]]
PICTURE = bytes((x + 3 * y) % 16 for y in range(20) for x in range(50))


def saved(folder: Path, content: bytes, width: int, height: int) -> Path:
    path = folder / "picture.png"
    path.write_bytes(encode_png(image_from_pixels(width, height, content)))
    return path


def test_a_picture_comes_back_pixel_for_pixel(machine: Machine, tmp_path: Path) -> None:
    path = saved(tmp_path, PICTURE, 50, 20)
    # Reading leaves the palette as it was.
    pyxel.colors[3] = 0x123456
    before = list(pyxel.colors)
    assert read_png(path, EGA) == (50, 20, PICTURE)
    assert read_png(path, EGA[::-1]) == (50, 20, bytes(15 - pixel for pixel in PICTURE))
    assert list(pyxel.colors) == before
    # A colour that is there twice is the first; the palette in use is what is written.
    assert read_png(saved(tmp_path, bytes([1, 2]), 2, 1), [EGA[2], EGA[1], EGA[1]]) == (2, 1, bytes([1, 0]))
    machine.display.set_registers([36, *range(1, 16)])
    assert read_png(saved(tmp_path, bytes([0]), 1, 1), [0xFF0000]) == (1, 1, bytes([0]))


def test_a_foreign_colour_is_named_with_its_place(machine: Machine, tmp_path: Path) -> None:
    pyxel.colors[9] = 0x5656FE
    content = bytearray(50 * 20)
    content[7 * 50 + 13] = content[9 * 50] = 9
    path = saved(tmp_path, bytes(content), 50, 20)
    machine.display.set_registers()
    with pytest.raises(
        ValueError, match=r"^picture\.png: pixel \(13, 7\) is #5656FE, none of the 16 colours$"
    ):
        read_png(path, EGA)
    assert list(pyxel.colors) == EGA


def test_a_picture_that_is_not_there_is_named(machine: Machine, tmp_path: Path) -> None:
    with pytest.raises(FileNotFoundError, match=r"nothing\.png: no such picture"):
        read_png(tmp_path / "nothing.png", EGA)


def test_a_contact_sheet_shows_every_picture_in_its_place(machine: Machine) -> None:
    groups = [
        [image_from_pixels(6, 5, bytes([colour]) * 30) for colour in colours]
        for colours in ([1, 2, 3, 4, 5, 6, 7, 9, 10, 11, 12, 13, 14, 15], [4])
    ]
    sheet = draw_contact_sheet(groups)
    assert (sheet.width, sheet.height) == (13 * 10 + 4, 3 * 9 + 4)
    places = [(4 + 10 * n, 4) for n in range(13)] + [(4, 13), (4, 22)]
    colours = [1, 2, 3, 4, 5, 6, 7, 9, 10, 11, 12, 13, 14, 15, 4]
    for (x, y), colour in zip(places, colours, strict=True):
        for corner in ((x, y), (x + 5, y + 4)):
            assert sheet.pget(*corner) == colour
        assert sheet.pget(x - 1, y) == sheet.pget(x + 6, y) == 8
    assert set(pixels(sheet)) == {8, *colours}
