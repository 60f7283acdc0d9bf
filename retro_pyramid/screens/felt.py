"""How a table of cards is drawn: as pictures of 64x64 pixels, or as frames of 9x4 characters."""

from collections.abc import Sequence
from typing import Literal, Protocol

from retro_pyramid.cards import rank_of, suit_of
from retro_pyramid.machine.palette import DEFAULT_REGISTERS
from retro_pyramid.machine.video import (
    CELL_HEIGHT,
    CELL_WIDTH,
    CLEAR,
    COLUMNS,
    HEIGHT,
    WIDTH,
    Image,
    Video,
    image_from_pixels,
)
from retro_pyramid.rules import POSITIONS, position_text
from retro_pyramid.screens.app import CardImages
from retro_pyramid.screens.look import DOUBLE, SINGLE, frame
from retro_pyramid.screens.motion import Point
from retro_pyramid.screens.wording import printed_rank, printed_suit

TABLE_TEXT = 0x2F
Rect = tuple[int, int, int, int]
Mark = Literal["", "frame", "reverse", "hint"]
"""How a card is shown that is chosen or advised; the selector is another thing."""


class Felt(Protocol):
    """A way to draw the table; all places are picture pixels."""

    card_size: tuple[int, int]
    slots: tuple[Point, ...]
    """Where odm lays the pyramid, as it lays stock and discard."""
    stock: Point
    discard: Point

    def clear(self) -> None:
        """Draw the empty table."""

    def card(self, place: Point, card: int | None, selected: bool = False, mark: Mark = "") -> None:
        """Draw a card face up, or its back when `card` is None."""

    def turning(self, place: Point, card: int, stage: int) -> None:
        """Draw a card turning over: 0 the back narrow, 1 the edge, 2 the face narrow."""

    def pile(self, place: Point, count: int, card: int | None, selected: bool, mark: Mark = "") -> None:
        """Draw a pile of `count` cards with `card` (None: a back) on top, or its outline when empty."""


def pyramid_places(middle: int, top: int, across: int, down: int, width: int) -> tuple[Point, ...]:
    """Return where the 28 cards lie, `width` wide, the apex at the middle, columns `across` and rows `down` apart."""
    places = []
    for index in range(POSITIONS):
        row, column = map(int, position_text(index))
        places.append(
            (middle - width // 2 + across * (column - 1) - across // 2 * (row - 1), top + down * (row - 1))
        )
    return tuple(places)


class Pictures:
    """The table in graphics: cards of 64x64 pixels, columns 72 apart, rows 36 apart, apex at the top centre."""

    card_size = (64, 64)
    slots = pyramid_places(WIDTH // 2, 16, 72, 36, 64)
    stock = (44, 24)
    discard = (532, 24)

    def __init__(
        self,
        video: Video,
        cards: CardImages,
        ground: Image | None = None,
        registers: Sequence[int] = DEFAULT_REGISTERS,
        outline: int | None = None,
        frame_colour: int = 14,
    ) -> None:
        self._video = video
        self._cards = cards
        self._empty_table = ground or _felt()
        self._registers = registers
        self._outline = outline
        self._frame_colour = frame_colour
        self._narrow: dict[bytes, Image] = {}

    def clear(self) -> None:
        """Draw the empty table, odm's felt with its wooden rim unless there is another."""
        self._video.set_registers(self._registers)
        self._video.page.blt(0, 0, self._empty_table, 0, 0, WIDTH, HEIGHT)

    def card(self, place: Point, card: int | None, selected: bool = False, mark: Mark = "") -> None:
        """Draw the card's picture, with red triangles on its corners when it is selected."""
        image = self._cards.back if card is None else self._cards.faces[card]
        page = self._video.page
        if mark == "reverse":
            for colour in range(16):
                page.pal(colour, 15 - colour)
        page.blt(*place, image, 0, 0, 64, 64, CLEAR)
        if mark == "reverse":
            page.pal()
        if mark in ("frame", "hint"):
            self._frame(place, self._frame_colour if mark == "frame" else 10)
        if selected:
            self._triangles(place)

    def _frame(self, place: Point, colour: int) -> None:
        x, y = place
        for out, shade in ((3, 0), (2, colour), (1, colour), (0, colour), (-1, 0)):
            self._video.page.rectb(x - out, y - out, 64 + 2 * out, 64 + 2 * out, shade)

    def _triangles(self, place: Point) -> None:
        page = self._video.page
        x, y = place
        # They reach beyond the card, so that they leave the index free; the dark edge stands out on any card.
        for left, sign_x in ((x - 6, 1), (x + 69, -1)):
            for top, sign_y in ((y - 5, 1), (y + 68, -1)):
                for inset, size_x, size_y, colour in ((0, 19, 14, 0), (1, 16, 12, 4), (2, 11, 8, 12)):
                    corner = (left + sign_x * inset, top + sign_y * inset)
                    page.tri(
                        *corner,
                        corner[0] + sign_x * size_x,
                        corner[1],
                        corner[0],
                        corner[1] + sign_y * size_y,
                        colour,
                    )

    def turning(self, place: Point, card: int, stage: int) -> None:
        """Draw the card at half width, or as an edge of four columns."""
        page = self._video.page
        x, y = place
        if stage == 1:
            page.rect(x + 30, y, 4, 64, 0)
            page.rect(x + 31, y + 1, 2, 62, 15)
            return
        shown = card if stage == 2 else None
        whole = self._cards.back if shown is None else self._cards.faces[shown]
        # By its pixels, as other cards may be brought in while the table stands.
        pixels = bytes(memoryview(whole.data_ptr()).cast("B"))[::2]
        if pixels not in self._narrow:
            self._narrow[pixels] = image_from_pixels(32, 64, pixels)
        page.blt(x + 16, y, self._narrow[pixels], 0, 0, 32, 64, CLEAR)

    def pile(self, place: Point, count: int, card: int | None, selected: bool, mark: Mark = "") -> None:
        """Draw the pile one pixel thicker for every three cards."""
        x, y = place
        if not count:
            if self._outline is None:
                self._video.page.blt(x, y, self._cards.empty, 0, 0, 64, 64)
            else:
                for inset in (0, 1):
                    size = 64 - 2 * inset
                    self._video.page.rectb(x + inset, y + inset, size, size, self._outline)
            if selected:
                self._triangles(place)
            return
        page = self._video.page
        # From the bottom: each layer is a pixel to the left and lower than the one on it, paper and shade in turn.
        for depth in range((count - 1) // 3, 0, -1):
            page.rect(x - depth, y + depth, 64, 64, 15 if depth % 2 else 8)
        self.card(place, card, selected, mark)


def _felt() -> Image:
    table = image_from_pixels(WIDTH, HEIGHT, bytes([2]) * (WIDTH * HEIGHT))
    table.rect(0, 0, WIDTH, HEIGHT, 6)
    table.rect(0, 0, WIDTH, 1, 14)
    table.rect(0, 0, 1, HEIGHT, 14)
    table.rect(6, 5, WIDTH - 12, HEIGHT, 0)
    table.rect(7, 6, WIDTH - 14, HEIGHT, 2)
    return table


class Characters:
    """The table in text mode: framed cards of 9x4 cells, columns 10 cells apart, rows 3 apart."""

    card_size = (9 * CELL_WIDTH, 4 * CELL_HEIGHT)
    slots = pyramid_places(COLUMNS // 2 * CELL_WIDTH, 0, 10 * CELL_WIDTH, 3 * CELL_HEIGHT, 8 * CELL_WIDTH)
    stock = (3 * CELL_WIDTH, CELL_HEIGHT)
    discard = (67 * CELL_WIDTH, CELL_HEIGHT)

    def __init__(
        self,
        video: Video,
        ground: tuple[str, int] = (" ", 0x20),
        registers: Sequence[int] = DEFAULT_REGISTERS,
    ) -> None:
        self._video = video
        self._ground = ground
        self._registers = registers
        # Reversed like the cards themselves, the highlight would be lost on a monochrome display.
        self._highlight = 0x0F if video.mono else 0x4E
        self._marks = {"": 0x70, "frame": 0x0F if video.mono else 0x1F, "reverse": 0x0F, "hint": 0x0F}

    def clear(self) -> None:
        """Fill the screen with the ground, green unless it is another."""
        self._video.set_registers(self._registers)
        self._video.fill(0, 0, COLUMNS, 25, *self._ground)

    @staticmethod
    def _cell(place: Point) -> tuple[int, int]:
        return round(place[0] / CELL_WIDTH), round(place[1] / CELL_HEIGHT)

    def card(self, place: Point, card: int | None, selected: bool = False, mark: Mark = "") -> None:
        """Draw a framed card: rank and suit in both upper corners, the suit in the middle; a back is a pattern."""
        column, row = self._cell(place)
        video = self._video
        paper = self._marks[mark]
        border = self._highlight if selected else 0x17 if card is None else paper
        frame(video, column, row, 9, 4, border, DOUBLE if selected else SINGLE)
        if card is None:
            video.write(column + 1, row + 1, "▒░▒░▒░▒", 0x17)
            video.write(column + 1, row + 2, "░▒░▒░▒░", 0x17)
            return
        red = suit_of(card) in (1, 2)
        # Red shines on dark paper; a monochrome display has one colour.
        attribute = paper & 0xF0 | (0x0C if paper & 0x0F else 0x04) if red and not video.mono else paper
        rank, suit = printed_rank(card), printed_suit(card)
        video.write(column + 1, row + 1, f"{rank + suit:<4}{suit + rank:>3}", attribute)
        middle = {11: "[J]", 12: "<Q>", 13: "{K}"}.get(rank_of(card), f" {suit} ")
        video.write(column + 1, row + 2, f"  {middle}  ", attribute)

    def turning(self, place: Point, card: int, stage: int) -> None:
        """Draw the card five columns wide, then as an edge of one, then five wide with its face."""
        column, row = self._cell(place)
        video = self._video
        if stage == 1:
            video.fill(column + 4, row, 1, 4, "│", 0x70)
            return
        frame(video, column + 2, row, 5, 4, 0x17 if stage == 0 else 0x70, SINGLE)
        attribute = 0x17 if stage == 0 else 0x74 if suit_of(card) in (1, 2) else 0x70
        inside = "▒░▒" if stage == 0 else printed_rank(card).ljust(2) + printed_suit(card)
        video.write(column + 3, row + 1, inside, attribute)
        video.write(column + 3, row + 2, "░▒░" if stage == 0 else "   ", attribute)

    def pile(self, place: Point, count: int, card: int | None, selected: bool, mark: Mark = "") -> None:
        """Draw the pile's top card with an edge below it while more lie under it, or an empty frame."""
        column, row = self._cell(place)
        video = self._video
        if not count:
            char, bare = self._ground
            video.fill(column, row, 9, 4, char, bare)
            frame(
                video,
                column,
                row,
                9,
                4,
                bare & 0xF0 | (0x0E if selected else bare & 0x0F),
                DOUBLE if selected else SINGLE,
            )
            return
        if count > 1:
            for line in range(1, 5):
                video.write(column + 9, row + line, "│" if line < 4 else "┘", 0x70)
            video.write(column + 1, row + 4, "─" * 8, 0x70)
        self.card(place, card, selected, mark)
