"""The lamp: whether the game can still be won, told by shape, word and colour."""

from __future__ import annotations

from typing import Literal

from retro_pyramid.machine.video import CELL_HEIGHT, CELL_WIDTH, Video
from retro_pyramid.scenes.sprites import draw

Light = Literal["won", "lost", "unknown"]
"""What the lamp shows: the game can still be won, it cannot, or that is not known (yet)."""


LIGHTS: dict[Light, tuple[str, str, int, int]] = {
    "won": ("Winnable", "☼", 14, 14),
    "lost": ("Lost", "x", 12, 4),
    "unknown": ("Not known", "?", 7, 8),
}
"""Each light's word, its sign in text mode with its colour, and the colour of its glass in graphics."""


def draw_lamp(video: Video, place: tuple[int, int], light: Light, ground: int) -> None:
    """Draw the lamp and its word at a column and row, on black; `ground` is the colour of the table behind it."""
    column, row = place
    word, sign, sign_colour, glass = LIGHTS[light]
    if video.mode == "text":
        video.write(column - 1, row, f" {sign} {word} ", 0x0F)
        video.write(column, row, sign, 0x0F if video.mono else sign_colour)
        return
    if light == "lost":
        video.page.pal(glass, video.mark(glass, ground))
    draw(video.page, "lamp", light, (column * CELL_WIDTH, row * CELL_HEIGHT))
    video.page.pal()
    # In cells, as what is drawn over a ground of mixed colours could not be read.
    video.write(column + 3, row, f" {word} ", 0x0F)
