"""Renderer of the card table in text mode."""

from collections.abc import Callable, Sequence
from functools import lru_cache
from typing import Any

from retro_pyramid.cards import CARD_RANKS, rank_label, suit_of, suit_symbol
from retro_pyramid.machine.adapters.palette import DEFAULT_REGISTERS
from retro_pyramid.machine.video import CELL_HEIGHT, CELL_WIDTH, COLUMNS, DisplayAdapter, encode_cells
from retro_pyramid.scenes.easing import Point, Rect
from retro_pyramid.table.render.base import Highlight, Trail, compute_pyramid_positions
from retro_pyramid.ui.drawing import (
    DOUBLE_LINE_CHARS,
    SINGLE_LINE_CHARS,
    cells_to_pixels,
    draw_box_shadow,
    draw_frame,
)

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


class TextRenderer:
    """Table in text mode, with framed cards of 9x4 cells, or 7x3 for small ones.

    The positions are odm's: columns 10 cells apart, rows 3. `has_four_colours`: clubs are green and diamonds blue.
    """

    slot_positions = compute_pyramid_positions(
        COLUMNS // 2 * CELL_WIDTH, 0, 10 * CELL_WIDTH, 3 * CELL_HEIGHT, 8 * CELL_WIDTH
    )
    stock_pos = (3 * CELL_WIDTH, CELL_HEIGHT)
    discard_pos = (67 * CELL_WIDTH, CELL_HEIGHT)

    def __init__(
        self,
        display: DisplayAdapter,
        background: tuple[str, int] = (" ", 0x20),
        registers: Sequence[int] = DEFAULT_REGISTERS,
        has_small_cards: bool = False,
        has_four_colours: bool = False,
    ) -> None:
        self._video = display
        self._inks = _FOUR_COLOUR_INKS if has_four_colours else _TWO_COLOUR_INKS
        self._size_cells = _SMALL_SIZE if has_small_cards else _LARGE_SIZE
        self.card_size = (self._size_cells[0] * CELL_WIDTH, self._size_cells[1] * CELL_HEIGHT)
        self._background = background
        self._registers = registers
        chosen = 0x0F if display.is_monochrome or background[1] >> 4 == 1 else 0x1F
        self.trail = Trail(display, self._draw_trail_mark)
        self._middles: dict[tuple[int, int], int] = {}
        """The uncovered middles of cards: position and attribute."""
        self._highlight_attributes = {"": 0x70, "frame": chosen, "reverse": 0x0F, "hint": 0x0F}

    def draw_empty_table(self) -> None:
        """Fill the screen with the background."""
        self._video.set_registers(self._registers)
        self._video.fill_cells(0, 0, COLUMNS, 25, *self._background)
        self._middles.clear()

    def draw_cached(self, content_key: object, draw: Callable[[], None]) -> None:
        draw()

    @staticmethod
    def _get_cell(pos: Point) -> tuple[int, int]:
        # Halves are always rounded down: cards at equal distances must stay at equal distances.
        return (
            (2 * pos[0] + CELL_WIDTH - 1) // (2 * CELL_WIDTH),
            (2 * pos[1] + CELL_HEIGHT - 1) // (2 * CELL_HEIGHT),
        )

    def draw_card(
        self, pos: Point, card: int | None, is_focused: bool = False, highlight: Highlight = ""
    ) -> None:
        """Draw a framed card: rank and suit in both upper corners, the suit in the middle. A back is a pattern.

        A small card has rank and suit once. If a card covers a part of another card's middle, the whole middle is removed,
        with the edge below it. What would be left between two cards could not be assigned to either.
        """
        (column, row), (width, height) = self._get_cell(pos), self._size_cells
        display = self._video
        for (middle_column, line), colours in list(self._middles.items()):
            if column - _MIDDLE_WIDTH < middle_column < column + width and row <= line < row + height:
                display.put_text(middle_column, line, " " * _MIDDLE_WIDTH, colours)
                display.put_text(middle_column + 1, line + 1, " ", colours)
                del self._middles[middle_column, line]
        paper = _REVERSED_ATTRIBUTE if card is None and highlight else self._highlight_attributes[highlight]
        if card is None and not highlight:
            paper = 0x17
        ink = paper if card is None else self._get_ink(card, paper)
        # Letters may have a paper colour of their own.
        inside_attribute = paper & 0xF0 | ink & 0x0F
        edge = (_SELECTOR_ATTRIBUTE, *DOUBLE_LINE_CHARS) if is_focused else (paper, *SINGLE_LINE_CHARS)
        for line, cells in enumerate(
            _frame_rows(card, self._size_cells, edge, inside_attribute, ink, highlight), row
        ):
            display.put_cells(column, line, cells)
        if card is not None and self._size_cells == _LARGE_SIZE:
            self._middles[column + 3, row + 2] = inside_attribute

    def _get_ink(self, card: int, paper: int) -> int:
        """Return the attribute of a card's letters. Colours are bright on dark paper; monochrome displays have none."""
        ink = self._inks[suit_of(card)]
        if ink is None or self._video.is_monochrome:
            return paper
        attribute = ink[bool(paper & 0x0F)]
        return attribute if attribute & 0xF0 else paper & 0xF0 | attribute

    def _draw_trail_mark(self, pos: Point, card: int) -> None:
        """Draw what a card leaves in a trail: its suit, where its middle was."""
        (column, row), (width, height) = self._get_cell(pos), self._size_cells
        self._video.put_text(
            column + width // 2, row + height // 2, suit_symbol(card), self._get_ink(card, 0x70)
        )

    def draw_resting_shadow(self, pos: Point) -> None:
        """Do nothing: there is no room for a shadow."""

    def get_painted_rect(self, pos: Point, flip_stage: int | None = None) -> Rect:
        (column, row), (width, height) = self._get_cell(pos), self._size_cells
        inset = 0 if flip_stage is None else width // 2 if flip_stage == 1 else 2
        return cells_to_pixels(column + inset, row, width - 2 * inset, height)

    def clear_text_under(self, rect: Rect) -> None:
        """Do nothing: cards consist of characters and replace the text."""

    def draw_drag_shadow(self, pos: Point) -> None:
        """Darken the cells to the right and below, as for a box."""
        (column, row), (width, height) = self._get_cell(pos), self._size_cells
        draw_box_shadow(self._video, column, row, width, height)

    def draw_flip(self, pos: Point, card: int, flip_stage: int) -> None:
        """Draw the card four columns narrower, as an edge of one column, or four columns narrower with its face."""
        (column, row), (width, height) = self._get_cell(pos), self._size_cells
        display = self._video
        if flip_stage == 1:
            display.fill_cells(column + width // 2, row, 1, height, "│", 0x70)
            return
        draw_frame(
            display, column + 2, row, width - 4, height, 0x17 if flip_stage == 0 else 0x70, SINGLE_LINE_CHARS
        )
        attribute = 0x17 if flip_stage == 0 else self._get_ink(card, 0x70)
        inside = ("▒░▒" if flip_stage == 0 else rank_label(card).ljust(2) + suit_symbol(card))[6 - width :]
        display.put_text(column + 3, row + 1, inside, attribute)
        display.fill_cells(
            column + 3, row + 2, width - 6, height - 3, "░" if flip_stage == 0 else " ", attribute
        )

    def draw_pile(
        self, pos: Point, card_count: int, card: int | None, is_focused: bool, highlight: Highlight = ""
    ) -> None:
        """Draw the top card, with an edge below it if there are more cards, or an empty frame."""
        (column, row), (width, height) = self._get_cell(pos), self._size_cells
        display = self._video
        if not card_count:
            char, bare = self._background
            display.fill_cells(column, row, width, height, char, bare)
            line = _SELECTOR_ATTRIBUTE if is_focused else bare
            if highlight:
                # A table with black lines is light, but on a monochrome display every table is dark.
                line = (
                    _REVERSED_ATTRIBUTE
                    if bare & 0x0F or display.is_monochrome
                    else self._highlight_attributes[highlight]
                )
                display.fill_cells(column, row, width, height, " ", line)
                display.put_text(column + 1, row + height - 2, f"»{' ' * (width - 4)}«", line)
            draw_frame(
                display,
                column,
                row,
                width,
                height,
                line,
                DOUBLE_LINE_CHARS if is_focused else SINGLE_LINE_CHARS,
            )
            return
        if card_count > 1:
            for line in range(1, height + 1):
                display.put_text(column + width, row + line, "│" if line < height else "┘", 0x70)
            display.put_text(column + 1, row + height, "─" * (width - 1), 0x70)
        self.draw_card(pos, card, is_focused, highlight)


@lru_cache(maxsize=1024)
def _frame_rows(
    card: int | None,
    size: tuple[int, int],
    edge: tuple[Any, ...],
    inside_attribute: int,
    ink: int,
    highlight: Highlight,
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
        face = [encode_cells(pattern, inside_attribute) for pattern in patterns]
    else:
        rank, suit = rank_label(card), suit_symbol(card)
        corner, middle = rank + suit, {11: "[J]", 12: "<Q>", 13: "{K}"}.get(CARD_RANKS[card], suit)
        gap = " " * (inside - 2 * len(corner))
        face = [
            encode_cells(corner, ink) + encode_cells(gap, inside_attribute) + encode_cells(suit + rank, ink)
        ]
        before = left.ljust(3 - len(middle) // 2)
        if size == _SMALL_SIZE:
            face, middle, before = [], corner, left.ljust(3 - len(rank))
        after = right.rjust(inside - len(before) - len(middle))
        face.append(
            encode_cells(before, inside_attribute)
            + encode_cells(middle, ink)
            + encode_cells(after, inside_attribute)
        )
    side = encode_cells(vertical, edge_attribute)
    return [
        encode_cells(left_top + horizontal * inside + right_top, edge_attribute),
        *(side + row + side for row in face),
        encode_cells(left_bottom + horizontal * inside + right_bottom, edge_attribute),
    ]
