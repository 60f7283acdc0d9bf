"""The lamp: whether the game can still be won, told by shape, word and colour."""

from __future__ import annotations

from typing import NamedTuple

from retro_pyramid.machine.video import CELL_HEIGHT, CELL_WIDTH, Image, Video
from retro_pyramid.screens.adviser import Light

LAMP_CELLS = 13
"""How many columns a lamp and its word take."""


class _Look(NamedTuple):
    """A light: its word, its colour, its sign in text mode."""

    word: str
    colour: int
    sign: str


_LOOKS: dict[Light, _Look] = {
    "won": _Look("Winnable", 10, "☼"),
    "lost": _Look("Lost", 12, "x"),
    "unknown": _Look("Not known", 7, "?"),
}


def draw_lamp(video: Video, place: tuple[int, int], light: Light, ground: int) -> None:
    """Draw the lamp and its word at a column and row; `ground` is an attribute with the ground behind it."""
    column, row = place
    look = _LOOKS[light]
    # A monochrome display has one colour; there only what is lost is not bright.
    colour = look.colour if not video.mono else 7 if light == "lost" else 15
    if video.mode == "text":
        video.write(column, row, f"{look.sign} {look.word}", ground & 0xF0 | colour)
        return
    _disc(video.page, column * CELL_WIDTH, row * CELL_HEIGHT, light)
    x, y = (column + 3) * CELL_WIDTH, row * CELL_HEIGHT
    video.print(x + 1, y + 1, look.word, 0)
    video.print(x, y, look.word, look.colour if light != "unknown" else 15)


def _disc(page: Image, x: int, y: int, light: Light) -> None:
    """Draw the lamp itself, round on a screen whose pixels are higher than wide."""
    if light == "won":
        for left, top, wide, high in ((x + 9, y - 3, 2, 20), (x - 3, y + 6, 26, 2)):
            page.rect(left, top, wide, high, 14)
        for at in range(-1, 2):
            page.line(x + at, y - 1, x + 19 + at, y + 14, 14)
            page.line(x + at, y + 14, x + 19 + at, y - 1, 14)
    page.elli(x + 1, y, 18, 14, 0)
    page.elli(x + 2, y + 1, 16, 12, {"won": 10, "lost": 4, "unknown": 8}[light])
    if light == "won":
        page.elli(x + 6, y + 3, 6, 4, 15)
    elif light == "lost":
        for at in range(2):
            page.line(x + 6 + at, y + 3, x + 12 + at, y + 10, 15)
            page.line(x + 6 + at, y + 10, x + 12 + at, y + 3, 15)
