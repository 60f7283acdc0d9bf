"""A small piece of the program's table: what the settings look like."""

from __future__ import annotations

from typing import TYPE_CHECKING

from retro_pyramid.machine.video import CELL_HEIGHT, CELL_WIDTH
from retro_pyramid.screens.table.look import TableLook
from retro_pyramid.screens.table.surface import Surface

if TYPE_CHECKING:
    from retro_pyramid.screens.app import App

LEFT, TOP, WIDTH, HEIGHT = 60, 4, 19, 15
"""Where it is, in cells."""
_UPPER = 25
_ROW = (35, 6)
_LOWER = 39


class Preview:
    """Four cards and a back, of all suits, as the table of a `look` shows them."""

    def __init__(self, app: App, look: TableLook) -> None:
        self._video = app.machine.video
        self._felt = Surface(app, look).felt

    def clear(self) -> None:
        """Draw the empty table over the whole screen."""
        self._felt.clear()

    def draw(self) -> None:
        felt = self._felt
        width, height = felt.card_size
        left, top = LEFT * CELL_WIDTH, TOP * CELL_HEIGHT
        text = self._video.mode == "text"
        apart, down = (10 * CELL_WIDTH, 3 * CELL_HEIGHT) if text else (width + 8, 36)
        margin = (WIDTH * CELL_WIDTH - apart - width) // 2
        first = top + (CELL_HEIGHT if text else 12)
        felt.card((left + margin + apart // 2, first), _UPPER)
        for at, card in enumerate(_ROW):
            felt.card((left + margin + at * apart, first + down), card, selected=at == 1)
        second = first + down + height + (0 if text else 10)
        # A whole stock would reach the edge.
        felt.pile((left + margin, second), 12, None, False)
        felt.card((left + margin + apart, second), _LOWER)
