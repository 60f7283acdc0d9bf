"""The lamp: whether the game can still be won, told by shape, word and colour."""

from __future__ import annotations

from typing import NamedTuple

from retro_pyramid.machine.video import CELL_HEIGHT, CELL_WIDTH, Image, Video
from retro_pyramid.screens.adviser import Light


class _Look(NamedTuple):
    """A light: its word, its sign in text mode, that sign's colour."""

    word: str
    sign: str
    colour: int


_LOOKS: dict[Light, _Look] = {
    "won": _Look("Winnable", "☼", 14),
    "lost": _Look("Lost", "x", 12),
    "unknown": _Look("Not known", "?", 7),
}


def draw_lamp(video: Video, place: tuple[int, int], light: Light, ground: int) -> None:
    """Draw the lamp and its word at a column and row; `ground` is an attribute with the ground behind it."""
    column, row = place
    look = _LOOKS[light]
    if video.mode == "text":
        bright = ground & 0xF0 | 0x0F
        video.write(column, row, look.sign, bright if video.mono else ground & 0xF0 | look.colour)
        video.write(column + 2, row, look.word, bright)
        return
    x, y = column * CELL_WIDTH, row * CELL_HEIGHT
    _disc(video.page, x, y, light)
    for away, colour in ((1, 0), (0, 15)):
        video.print(x + 3 * CELL_WIDTH + 4 + away, y + away, look.word, colour)


def _disc(page: Image, x: int, y: int, light: Light) -> None:
    """Draw the lamp itself, round on a screen whose pixels are higher than wide."""
    if light == "won":
        for left, top, wide, high in ((x + 9, y - 3, 2, 20), (x - 3, y + 6, 26, 2)):
            page.rect(left, top, wide, high, 14)
        for at in range(-1, 2):
            page.line(x + at, y - 1, x + 19 + at, y + 14, 14)
            page.line(x + at, y + 14, x + 19 + at, y - 1, 14)
    page.elli(x + 1, y, 18, 14, 0)
    page.elli(x + 2, y + 1, 16, 12, {"won": 14, "lost": 4, "unknown": 8}[light])
    if light == "won":
        page.elli(x + 6, y + 3, 7, 5, 15)
    elif light == "unknown":
        page.rect(x + 8, y + 9, 3, 2, 15)
        page.rect(x + 8, y + 6, 3, 2, 15)
        page.rect(x + 10, y + 4, 3, 2, 15)
        page.rect(x + 7, y + 3, 5, 1, 15)
    elif light == "lost":
        for at in range(2):
            page.line(x + 6 + at, y + 3, x + 12 + at, y + 10, 15)
            page.line(x + 6 + at, y + 10, x + 12 + at, y + 3, 15)
