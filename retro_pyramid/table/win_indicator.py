"""The win indicator, drawn as a lamp: shape, word and colour tell whether the game can still be won."""

from __future__ import annotations

from typing import Literal

from retro_pyramid.machine.video import CELL_HEIGHT, CELL_WIDTH, Video
from retro_pyramid.scenes.sprites import draw

Light = Literal["won", "lost", "unknown"]
"""State of the win indicator: the game can still be won, it is lost, or the answer is not known (yet)."""


LIGHTS: dict[Light, tuple[str, str, int, int]] = {
    "won": ("Winnable", "☼", 14, 14),
    "lost": ("Lost", "x", 12, 4),
    "unknown": ("Not known", "?", 7, 8),
}
"""Of each state: word, character and its colour in text mode, colour of the lamp's glass in graphics mode."""


def draw_lamp(video: Video, place: tuple[int, int], light: Light, ground: int) -> None:
    """Draw the lamp and its word, on black, at a column and a row.

    `background_colour` is the colour of the table behind it.
    """
    column, row = place
    word, char, sign_colour, glass = LIGHTS[light]
    if video.mode == "text":
        video.write(column - 1, row, f" {char} {word} ", 0x0F)
        video.write(column, row, char, 0x0F if video.mono else sign_colour)
        return
    if light == "lost":
        video.page.pal(glass, video.mark(glass, ground))
    draw(video.page, "lamp", light, (column * CELL_WIDTH, row * CELL_HEIGHT))
    video.page.pal()
    # In text cells, since the word could not be read on a background of mixed colours.
    video.write(column + 3, row, f" {word} ", 0x0F)
