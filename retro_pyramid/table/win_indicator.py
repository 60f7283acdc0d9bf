"""The win indicator, drawn as a lamp: shape, word and colour tell whether the game can still be won."""

from __future__ import annotations

from typing import Literal

from retro_pyramid.machine.video import CELL_HEIGHT, CELL_WIDTH, DisplayAdapter
from retro_pyramid.scenes.sprites import draw_vector_drawing

WinState = Literal["won", "lost", "unknown"]
"""State of the win indicator: the game can still be won, it is lost, or the answer is not known (yet)."""


WIN_STATE_STYLES: dict[WinState, tuple[str, str, int, int]] = {
    "won": ("Winnable", "☼", 14, 14),
    "lost": ("Lost", "x", 12, 4),
    "unknown": ("Not known", "?", 7, 8),
}
"""Of each state: word, character and its colour in text mode, colour of the lamp's glass in graphics mode."""


def draw_win_indicator(
    display: DisplayAdapter, cell: tuple[int, int], win_state: WinState, background_colour: int
) -> None:
    """Draw the lamp and its word, on black, at a column and a row.

    `background_colour` is the colour of the table behind it.
    """
    column, row = cell
    word, char, sign_colour, glass = WIN_STATE_STYLES[win_state]
    if display.mode == "text":
        display.put_text(column - 1, row, f" {char} {word} ", 0x0F)
        display.put_text(column, row, char, 0x0F if display.is_monochrome else sign_colour)
        return
    if win_state == "lost":
        display.page.pal(glass, display.highlight_colour(glass, background_colour))
    draw_vector_drawing(display.page, "lamp", win_state, (column * CELL_WIDTH, row * CELL_HEIGHT))
    display.page.pal()
    # In text cells, since the word could not be read on a background of mixed colours.
    display.put_text(column + 3, row, f" {word} ", 0x0F)
