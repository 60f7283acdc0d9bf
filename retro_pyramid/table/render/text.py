"""Renderer of the card table in text mode."""

from collections.abc import Callable, Sequence
from functools import lru_cache
from typing import Any

from retro_pyramid.cards import RANK, rank_label, suit_of, suit_symbol
from retro_pyramid.machine.adapters.palette import DEFAULT_REGISTERS
from retro_pyramid.machine.video import CELL_HEIGHT, CELL_WIDTH, COLUMNS, Video, written
from retro_pyramid.scenes.easing import Point, Rect
from retro_pyramid.table.render.base import Mark, Trail, pyramid_places
from retro_pyramid.ui.drawing import DOUBLE, SINGLE, cells_rect, frame, shade

_LARGE_SIZE, _SMALL_SIZE = (9, 4), (7, 3)
"""Width and height of a card in cells."""
_MIDDLE_WIDTH = 3
"""Width in cells of the middle of a large card."""
_REVERSED_ATTRIBUTE = 0x70
"""Attribute of a hinted back or empty pile, which are dark. A hinted face, which is light, becomes dark instead."""
_SELECTOR_ATTRIBUTE = 0x0E
"""The selector's edges: light on black stands out from cards and tables, whatever colours the player can distinguish."""
_RED_INKS = (0x04, 0x0C)
_TWO_COLOUR_INKS = (None, _RED_INKS, _RED_INKS, None)
_FOUR_COLOUR_INKS = ((0x20, 0x0A), (0x01, 0x0B), _RED_INKS, None)
"""Inks of the suits on light and on dark paper. None: that of the card's edge.

No green is readable on light grey: there it is the paper colour of clubs.
"""


class Characters:
    """Table in text mode, with framed cards of 9x4 cells, or 7x3 for small ones.

    The positions are odm's: columns 10 cells apart, rows 3. `has_four_colours`: clubs are green and diamonds blue.
    """

    slots = pyramid_places(COLUMNS // 2 * CELL_WIDTH, 0, 10 * CELL_WIDTH, 3 * CELL_HEIGHT, 8 * CELL_WIDTH)
    stock = (3 * CELL_WIDTH, CELL_HEIGHT)
    discard = (67 * CELL_WIDTH, CELL_HEIGHT)

    def __init__(
        self,
        video: Video,
        ground: tuple[str, int] = (" ", 0x20),
        registers: Sequence[int] = DEFAULT_REGISTERS,
        small: bool = False,
        four: bool = False,
    ) -> None:
        self._video = video
        self._inks = _FOUR_COLOUR_INKS if four else _TWO_COLOUR_INKS
        self._size_cells = _SMALL_SIZE if small else _LARGE_SIZE
        self.card_size = (self._size_cells[0] * CELL_WIDTH, self._size_cells[1] * CELL_HEIGHT)
        self._background = ground
        self._registers = registers
        chosen = 0x0F if video.mono or ground[1] >> 4 == 1 else 0x1F
        self.trail = Trail(video, self._draw_trail_mark)
        self._middles: dict[tuple[int, int], int] = {}
        """The uncovered middles of cards: position and attribute."""
        self._highlight_attributes = {"": 0x70, "frame": chosen, "reverse": 0x0F, "hint": 0x0F}

    def clear(self) -> None:
        """Fill the screen with the background."""
        self._video.set_registers(self._registers)
        self._video.fill(0, 0, COLUMNS, 25, *self._background)
        self._middles.clear()

    def lay(self, lies: object, paint: Callable[[], None]) -> None:
        paint()

    @staticmethod
    def _get_cell(pos: Point) -> tuple[int, int]:
        # Halves are always rounded down: cards at equal distances must stay at equal distances.
        return (
            (2 * pos[0] + CELL_WIDTH - 1) // (2 * CELL_WIDTH),
            (2 * pos[1] + CELL_HEIGHT - 1) // (2 * CELL_HEIGHT),
        )

    def card(self, place: Point, card: int | None, selected: bool = False, mark: Mark = "") -> None:
        """Draw a framed card: rank and suit in both upper corners, the suit in the middle. A back is a pattern.

        A small card has rank and suit once. If a card covers a part of another card's middle, the whole middle is removed,
        with the edge below it. What would be left between two cards could not be assigned to either.
        """
        (column, row), (width, height) = self._get_cell(place), self._size_cells
        display = self._video
        for (middle_column, line), colours in list(self._middles.items()):
            if column - _MIDDLE_WIDTH < middle_column < column + width and row <= line < row + height:
                display.write(middle_column, line, " " * _MIDDLE_WIDTH, colours)
                display.write(middle_column + 1, line + 1, " ", colours)
                del self._middles[middle_column, line]
        paper = _REVERSED_ATTRIBUTE if card is None and mark else self._highlight_attributes[mark]
        if card is None and not mark:
            paper = 0x17
        ink = paper if card is None else self._get_ink(card, paper)
        # Letters may have a paper colour of their own.
        inside_attribute = paper & 0xF0 | ink & 0x0F
        edge = (_SELECTOR_ATTRIBUTE, *DOUBLE) if selected else (paper, *SINGLE)
        for line, cells in enumerate(
            _frame_rows(card, self._size_cells, edge, inside_attribute, ink, mark), row
        ):
            display.put(column, line, cells)
        if card is not None and self._size_cells == _LARGE_SIZE:
            self._middles[column + 3, row + 2] = inside_attribute

    def _get_ink(self, card: int, paper: int) -> int:
        """Return the attribute of a card's letters. Colours are bright on dark paper; monochrome displays have none."""
        ink = self._inks[suit_of(card)]
        if ink is None or self._video.mono:
            return paper
        attribute = ink[bool(paper & 0x0F)]
        return attribute if attribute & 0xF0 else paper & 0xF0 | attribute

    def _draw_trail_mark(self, pos: Point, card: int) -> None:
        """Draw what a card leaves in a trail: its suit, where its middle was."""
        (column, row), (width, height) = self._get_cell(pos), self._size_cells
        self._video.write(
            column + width // 2, row + height // 2, suit_symbol(card), self._get_ink(card, 0x70)
        )

    def rest(self, place: Point) -> None:
        """Do nothing: there is no room for a shadow."""

    def painted_rect(self, place: Point, stage: int | None = None) -> Rect:
        (column, row), (width, height) = self._get_cell(place), self._size_cells
        inset = 0 if stage is None else width // 2 if stage == 1 else 2
        return cells_rect(column + inset, row, width - 2 * inset, height)

    def uncover(self, rect: Rect) -> None:
        """Do nothing: cards consist of characters and replace the text."""

    def shadow(self, place: Point) -> None:
        """Darken the cells to the right and below, as for a box."""
        (column, row), (width, height) = self._get_cell(place), self._size_cells
        shade(self._video, column, row, width, height)

    def turning(self, place: Point, card: int, stage: int) -> None:
        """Draw the card four columns narrower, as an edge of one column, or four columns narrower with its face."""
        (column, row), (width, height) = self._get_cell(place), self._size_cells
        display = self._video
        if stage == 1:
            display.fill(column + width // 2, row, 1, height, "│", 0x70)
            return
        frame(display, column + 2, row, width - 4, height, 0x17 if stage == 0 else 0x70, SINGLE)
        attribute = 0x17 if stage == 0 else self._get_ink(card, 0x70)
        inside = ("▒░▒" if stage == 0 else rank_label(card).ljust(2) + suit_symbol(card))[6 - width :]
        display.write(column + 3, row + 1, inside, attribute)
        display.fill(column + 3, row + 2, width - 6, height - 3, "░" if stage == 0 else " ", attribute)

    def pile(self, place: Point, count: int, card: int | None, selected: bool, mark: Mark = "") -> None:
        """Draw the top card, with an edge below it if there are more cards, or an empty frame."""
        (column, row), (width, height) = self._get_cell(place), self._size_cells
        display = self._video
        if not count:
            char, bare = self._background
            display.fill(column, row, width, height, char, bare)
            line = _SELECTOR_ATTRIBUTE if selected else bare
            if mark:
                # A table with black lines is light, but on a monochrome display every table is dark.
                line = (
                    _REVERSED_ATTRIBUTE if bare & 0x0F or display.mono else self._highlight_attributes[mark]
                )
                display.fill(column, row, width, height, " ", line)
                display.write(column + 1, row + height - 2, f"»{' ' * (width - 4)}«", line)
            frame(display, column, row, width, height, line, DOUBLE if selected else SINGLE)
            return
        if count > 1:
            for line in range(1, height + 1):
                display.write(column + width, row + line, "│" if line < height else "┘", 0x70)
            display.write(column + 1, row + height, "─" * (width - 1), 0x70)
        self.card(place, card, selected, mark)


@lru_cache(maxsize=1024)
def _frame_rows(
    card: int | None,
    size: tuple[int, int],
    edge: tuple[Any, ...],
    inside_attribute: int,
    ink: int,
    highlight: Mark,
) -> list[bytes]:
    """Return the rows of a framed card as cells. Cached, since a table shows the same cards frame after frame."""
    edge_attribute, left_top, horizontal, right_top, vertical, left_bottom, right_bottom = edge
    width, height = size
    # A hinted and a selected card may have the same colours.
    left, right = "»«" if highlight == "hint" else "  "
    inside = width - 2
    if card is None:
        patterns = [("░▒" * width)[edge_attribute % 2 :][:inside] for edge_attribute in range(1, height - 1)]
        if highlight:
            patterns[-1] = f"{left}{patterns[-1][1:-1]}{right}"
        face = [written(pattern, inside_attribute) for pattern in patterns]
    else:
        rank, suit = rank_label(card), suit_symbol(card)
        corner, middle = rank + suit, {11: "[J]", 12: "<Q>", 13: "{K}"}.get(RANK[card], suit)
        gap = " " * (inside - 2 * len(corner))
        face = [written(corner, ink) + written(gap, inside_attribute) + written(suit + rank, ink)]
        before = left.ljust(3 - len(middle) // 2)
        if size == _SMALL_SIZE:
            face, middle, before = [], corner, left.ljust(3 - len(rank))
        after = right.rjust(inside - len(before) - len(middle))
        face.append(
            written(before, inside_attribute) + written(middle, ink) + written(after, inside_attribute)
        )
    side = written(vertical, edge_attribute)
    return [
        written(left_top + horizontal * inside + right_top, edge_attribute),
        *(side + row + side for row in face),
        written(left_bottom + horizontal * inside + right_bottom, edge_attribute),
    ]
