"""The lamp: whether the game can still be won, told by shape, word and colour."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal

from retro_pyramid.machine.video import CELL_HEIGHT, CELL_WIDTH, Image, Video

Light = Literal["won", "lost", "unknown"]
"""What the lamp shows: the game can still be won, it cannot, or that is not known (yet)."""


LIGHTS: dict[Light, tuple[str, str, int, int]] = {
    "won": ("Winnable", "☼", 14, 14),
    "lost": ("Lost", "x", 12, 4),
    "unknown": ("Not known", "?", 7, 8),
}
"""Each light's word, its sign in text mode with its colour, and the colour of its glass in graphics."""

_RIM = (6, 4, 2, 1, 1, 0, 0, 0, 0, 1, 1, 2, 4, 6)
_GLASS = (5, 3, 2, 1, 0, 0, 0, 0, 1, 2, 3, 5)
_SHINE = (1, 0, 0, 0, 1)


def draw_lamp(video: Video, place: tuple[int, int], light: Light, ground: int) -> None:
    """Draw the lamp and its word at a column and row, on black; `ground` is the colour of the table behind it."""
    column, row = place
    word, sign, sign_colour, glass = LIGHTS[light]
    if video.mode == "text":
        video.write(column - 1, row, f" {sign} {word} ", 0x0F)
        video.write(column, row, sign, 0x0F if video.mono else sign_colour)
        return
    if light == "lost":
        glass = video.mark(glass, ground)
    _disc(video.page, column * CELL_WIDTH, row * CELL_HEIGHT, light, glass)
    # In cells, as what is drawn over a ground of mixed colours could not be read.
    video.write(column + 3, row, f" {word} ", 0x0F)


def _disc(page: Image, x: int, y: int, light: Light, glass: int) -> None:
    """Draw the lamp itself, round on a screen whose pixels are higher than wide."""
    if light == "won":
        for left, top, wide, high in ((x + 9, y - 3, 2, 20), (x - 3, y + 6, 26, 2)):
            page.rect(left, top, wide, high, 14)
        for at in range(-1, 2):
            page.line(x + at, y - 1, x + 19 + at, y + 14, 14)
            page.line(x + at, y + 14, x + 19 + at, y - 1, 14)
    _oval(page, x + 1, y, 18, _RIM, 0)
    _oval(page, x + 2, y + 1, 16, _GLASS, glass)
    if light == "won":
        _oval(page, x + 6, y + 4, 7, _SHINE, 15)
    elif light == "unknown":
        page.rect(x + 8, y + 9, 3, 2, 15)
        page.rect(x + 8, y + 6, 3, 2, 15)
        page.rect(x + 10, y + 4, 3, 2, 15)
        page.rect(x + 7, y + 3, 5, 1, 15)
    elif light == "lost":
        for at in range(2):
            page.line(x + 6 + at, y + 3, x + 12 + at, y + 10, 15)
            page.line(x + 6 + at, y + 10, x + 12 + at, y + 3, 15)


def _oval(page: Image, x: int, y: int, width: int, insets: Sequence[int], colour: int) -> None:
    """Draw an oval by its rows, each so far in from both sides: not every display draws ovals by itself."""
    for row, inset in enumerate(insets):
        page.rect(x + inset, y + row, width - 2 * inset, 1, colour)
