"""The table of cards in text mode."""

from collections.abc import Callable, Sequence
from functools import lru_cache
from typing import Any

from retro_pyramid.cards import RANK, rank_label, suit_of, suit_symbol
from retro_pyramid.machine.adapters.palette import DEFAULT_REGISTERS
from retro_pyramid.machine.video import CELL_HEIGHT, CELL_WIDTH, COLUMNS, Video, written
from retro_pyramid.scenes.easing import Point, Rect
from retro_pyramid.table.render.base import Mark, Trail, pyramid_places
from retro_pyramid.ui.drawing import DOUBLE, SINGLE, cells_rect, frame, shade

_LARGE, _SMALL = (9, 4), (7, 3)
"""A card's width and height in cells."""
_MIDDLE = 3
"""The width of a large card's middle in cells."""
_REVERSED = 0x70
"""A hint on a back or on an empty pile, which are dark: a card's face, which is light, becomes dark by it."""
_HIGHLIGHT = 0x0E
"""The selector's edges: light on black stands out from cards and tables, however colours are seen, and without any."""
_RED = (0x04, 0x0C)
_TWO = (None, _RED, _RED, None)
_FOUR = ((0x20, 0x0A), (0x01, 0x0B), _RED, None)
"""The inks of the suits on light and on dark paper, None for that of the card's edge; no green can be read on light grey:
there it is the paper of clubs."""


class Characters:
    """The table in text mode: framed cards of 9x4 cells, small ones of 7x3; for odm columns 10 cells apart, rows 3.

    `four`: clubs are green and diamonds blue.
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
        self._inks = _FOUR if four else _TWO
        self._cells = _SMALL if small else _LARGE
        self.card_size = (self._cells[0] * CELL_WIDTH, self._cells[1] * CELL_HEIGHT)
        self._ground = ground
        self._registers = registers
        chosen = 0x0F if video.mono or ground[1] >> 4 == 1 else 0x1F
        self.trail = Trail(video, self._leave)
        self._middles: dict[tuple[int, int], int] = {}
        """Where the middles of cards stand that nothing covers yet, with their attributes."""
        self._marks = {"": 0x70, "frame": chosen, "reverse": 0x0F, "hint": 0x0F}

    def clear(self) -> None:
        """Fill the screen with the ground, green unless it is another."""
        self._video.set_registers(self._registers)
        self._video.fill(0, 0, COLUMNS, 25, *self._ground)
        self._middles.clear()

    def lay(self, lies: object, paint: Callable[[], None]) -> None:
        paint()

    @staticmethod
    def _cell(place: Point) -> tuple[int, int]:
        # Halves always down: cards at even distances must not stand at uneven ones.
        return (
            (2 * place[0] + CELL_WIDTH - 1) // (2 * CELL_WIDTH),
            (2 * place[1] + CELL_HEIGHT - 1) // (2 * CELL_HEIGHT),
        )

    def card(self, place: Point, card: int | None, selected: bool = False, mark: Mark = "") -> None:
        """Draw a framed card: rank and suit in both upper corners, the suit in the middle; a back is a pattern.

        A small card has rank and suit once. What covers a part of a card's middle takes all of it away, and
        the edge below it: what is left of them between two cards seems to be nobody's.
        """
        (column, row), (width, height) = self._cell(place), self._cells
        video = self._video
        for (at, line), colours in list(self._middles.items()):
            if column - _MIDDLE < at < column + width and row <= line < row + height:
                video.write(at, line, " " * _MIDDLE, colours)
                video.write(at + 1, line + 1, " ", colours)
                del self._middles[at, line]
        paper = _REVERSED if card is None and mark else self._marks[mark]
        if card is None and not mark:
            paper = 0x17
        ink = paper if card is None else self._ink(card, paper)
        # Letters may have a paper of their own.
        around = paper & 0xF0 | ink & 0x0F
        edge = (_HIGHLIGHT, *DOUBLE) if selected else (paper, *SINGLE)
        for line, cells in enumerate(_framed(card, self._cells, edge, around, ink, mark), row):
            video.put(column, line, cells)
        if card is not None and self._cells == _LARGE:
            self._middles[column + 3, row + 2] = around

    def _ink(self, card: int, paper: int) -> int:
        """Return the attribute of a card's letters: on dark paper colours shine; a monochrome display has one."""
        ink = self._inks[suit_of(card)]
        if ink is None or self._video.mono:
            return paper
        shown = ink[bool(paper & 0x0F)]
        return shown if shown & 0xF0 else paper & 0xF0 | shown

    def _leave(self, place: Point, card: int) -> None:
        """Draw what is left of a card where its middle was: its suit."""
        (column, row), (width, height) = self._cell(place), self._cells
        self._video.write(column + width // 2, row + height // 2, suit_symbol(card), self._ink(card, 0x70))

    def rest(self, place: Point) -> None:
        """Do nothing: there is no room for a shadow."""

    def painted_rect(self, place: Point, stage: int | None = None) -> Rect:
        (column, row), (width, height) = self._cell(place), self._cells
        inset = 0 if stage is None else width // 2 if stage == 1 else 2
        return cells_rect(column + inset, row, width - 2 * inset, height)

    def uncover(self, rect: Rect) -> None:
        """Do nothing: cards are of characters themselves."""

    def shadow(self, place: Point) -> None:
        """Darken the cells to the right and below, as a box does."""
        (column, row), (width, height) = self._cell(place), self._cells
        shade(self._video, column, row, width, height)

    def turning(self, place: Point, card: int, stage: int) -> None:
        """Draw the card four columns narrower, then as an edge of one, then as narrow with its face."""
        (column, row), (width, height) = self._cell(place), self._cells
        video = self._video
        if stage == 1:
            video.fill(column + width // 2, row, 1, height, "│", 0x70)
            return
        frame(video, column + 2, row, width - 4, height, 0x17 if stage == 0 else 0x70, SINGLE)
        attribute = 0x17 if stage == 0 else self._ink(card, 0x70)
        inside = ("▒░▒" if stage == 0 else rank_label(card).ljust(2) + suit_symbol(card))[6 - width :]
        video.write(column + 3, row + 1, inside, attribute)
        video.fill(column + 3, row + 2, width - 6, height - 3, "░" if stage == 0 else " ", attribute)

    def pile(self, place: Point, count: int, card: int | None, selected: bool, mark: Mark = "") -> None:
        """Draw the pile's top card with an edge below it while more lie under it, or an empty frame."""
        (column, row), (width, height) = self._cell(place), self._cells
        video = self._video
        if not count:
            char, bare = self._ground
            video.fill(column, row, width, height, char, bare)
            line = _HIGHLIGHT if selected else bare
            if mark:
                # A table whose lines are black is light, but on a monochrome display all are dark.
                line = _REVERSED if bare & 0x0F or video.mono else self._marks[mark]
                video.fill(column, row, width, height, " ", line)
                video.write(column + 1, row + height - 2, f"»{' ' * (width - 4)}«", line)
            frame(video, column, row, width, height, line, DOUBLE if selected else SINGLE)
            return
        if count > 1:
            for line in range(1, height + 1):
                video.write(column + width, row + line, "│" if line < height else "┘", 0x70)
            video.write(column + 1, row + height, "─" * (width - 1), 0x70)
        self.card(place, card, selected, mark)


@lru_cache(maxsize=1024)
def _framed(
    card: int | None, size: tuple[int, int], edge: tuple[Any, ...], around: int, ink: int, mark: Mark
) -> list[bytes]:
    """Return the rows of a framed card, in cells; a table shows the same cards frame after frame."""
    line, left_top, across, right_top, down, left_bottom, right_bottom = edge
    width, height = size
    # A hint and the card picked may be in the same colours.
    left, right = "»«" if mark == "hint" else "  "
    inside = width - 2
    if card is None:
        patterns = [("░▒" * width)[line % 2 :][:inside] for line in range(1, height - 1)]
        if mark:
            patterns[-1] = f"{left}{patterns[-1][1:-1]}{right}"
        face = [written(pattern, around) for pattern in patterns]
    else:
        rank, suit = rank_label(card), suit_symbol(card)
        corner, middle = rank + suit, {11: "[J]", 12: "<Q>", 13: "{K}"}.get(RANK[card], suit)
        gap = " " * (inside - 2 * len(corner))
        face = [written(corner, ink) + written(gap, around) + written(suit + rank, ink)]
        before = left.ljust(3 - len(middle) // 2)
        if size == _SMALL:
            face, middle, before = [], corner, left.ljust(3 - len(rank))
        after = right.rjust(inside - len(before) - len(middle))
        face.append(written(before, around) + written(middle, ink) + written(after, around))
    side = written(down, line)
    return [
        written(left_top + across * inside + right_top, line),
        *(side + row + side for row in face),
        written(left_bottom + across * inside + right_bottom, line),
    ]
