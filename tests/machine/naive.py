"""The picture as the manuals describe it, drawn cell by cell and pixel by pixel: slow, and without a memory."""

import json
from functools import cache
from pathlib import Path
from typing import Any

from retro_pyramid.machine.video import Image

HARDWARE: dict[str, Any] = json.loads(
    (Path(__file__).parents[1] / "reference" / "hardware.json").read_text(encoding="utf-8")
)
MEASURED = [
    ("0", "mode4_palette0_low"),
    ("0h", "mode4_palette0_high"),
    ("1", "mode4_palette1_low"),
    ("1h", "mode4_palette1_high"),
    ("5", "mode5_low"),
    ("5h", "mode5_high"),
]
"""The CGA's palettes by our name, and by that of what was measured."""
WIDTH, HEIGHT = 640, 350


def pixels(image: Image) -> bytes:
    return bytes(memoryview(image.data_ptr()).cast("B"))


@cache
def _dots(pattern: int, foreground: int, background: int) -> bytes:
    return bytes(foreground if pattern & 128 >> bit else background for bit in range(8))


def mono_look(attribute: int) -> tuple[int, int, bool]:
    """Foreground, background and underline that a monochrome display gives a colour attribute."""
    text, behind = attribute & 7, attribute >> 4 & 7
    if text == 0 and behind == 0:
        return 0, 0, False
    if behind in (3, 4, 7):
        return 0, 7, False
    return 15 if attribute & 8 else 7, 0, text == 1 and behind == 0


def text_picture(
    font: bytes, cells: bytes, tick: int = 0, pointer: tuple[int, int] | None = None, mono: bool = False
) -> bytes:
    """What the text mode shows; a monochrome one in cells of nine columns."""
    wide = 9 if mono else 8
    size = 80 * wide
    picture = bytearray(size * HEIGHT)
    for place in range(2000):
        row, column = divmod(place, 80)
        char, attribute = cells[2 * place], cells[2 * place + 1]
        hidden = bool(attribute & 0x80) and tick % 32 >= 16
        foreground, background, underline = (
            mono_look(attribute) if mono else (attribute & 15, attribute >> 4 & 7, False)
        )
        if pointer == (column, row):
            if mono:
                foreground, background, underline = (7, 0, False) if background else (0, 7, False)
            else:
                foreground, background = foreground ^ 7, background ^ 7
        for line in range(14):
            pattern = 0 if hidden else 255 if underline and line == 13 else font[14 * char + line]
            dots = _dots(pattern, foreground, background)
            if mono:
                joined = 0xC0 <= char <= 0xDF or (pattern == 255 and underline and line == 13)
                dots += dots[7:] if joined else bytes([background])
            start = (14 * row + line) * size + wide * column
            picture[start : start + wide] = dots
    return bytes(picture)


def graphics_picture(font: bytes, cells: bytes, page: bytes) -> bytes:
    """What the graphics mode shows: the page, and over it every cell that is not empty."""
    picture = bytearray(page)
    for place in range(2000):
        row, column = divmod(place, 80)
        char, attribute = cells[2 * place], cells[2 * place + 1]
        if char == 0 and attribute == 0:
            continue
        # Grey on grey and white on white stand for black, underlined.
        key = attribute in (0x77, 0xFF)
        for line in range(14):
            start = (14 * row + line) * WIDTH + 8 * column
            dots = 0xFF if key and line == 13 else font[14 * char + line]
            picture[start : start + 8] = _dots(dots, 0 if key else attribute & 15, attribute >> 4)
    return bytes(picture)
