"""What the graphics and the text renderer of the card table share."""

from collections.abc import Callable, Sequence
from typing import Literal, NamedTuple, Protocol

from retro_pyramid.machine.video import DisplayAdapter, Image
from retro_pyramid.rules import SLOT_COUNT, slot_name
from retro_pyramid.scenes.easing import Point, Rect

TABLE_TEXT_ATTRIBUTE = 0x20
"""Text attribute of the bare table."""
_CARDS_PER_PIXEL = 3
"""Cards per pixel of a pile's thickness."""
FULL_STOCK_COUNT = 24
"""Number of cards in the stock after the deal."""
MAX_PILE_THICKNESS_PX = (FULL_STOCK_COUNT - 1) // _CARDS_PER_PIXEL
"""Maximum distance in pixels by which a pile extends below its top card: that of a whole stock."""
Highlight = Literal["", "frame", "reverse", "hint"]
"""How a card is highlighted: selected (`frame` or `reverse`, depending on the edition) or hinted (`hint`).

The selector is drawn separately.
"""


class CardImages(NamedTuple):
    """Pictures of one deck, all of one size: 52 faces indexed by card, the back, and an empty pile."""

    faces: tuple[Image, ...]
    back: Image
    empty_pile: Image


class DrawCache:
    """Cache of a drawing: restores what has been drawn as long as its content stays the same."""

    def __init__(self, display: DisplayAdapter) -> None:
        self._video = display
        self._content: object = None
        self._cached = b""
        self._page = display.page

    def restore(self, content_key: object) -> bool:
        """Restore the cached drawing. Return False if its content or the page is another one."""
        same = self._video.page is self._page and content_key == self._content
        if same:
            self._video.restore(self._cached)
        return same

    def store(self, content_key: object) -> None:
        """Store what is on the page now, as a drawing of this content."""
        self._content, self._cached, self._page = content_key, self._video.snapshot(), self._video.page


class Trail:
    """Trail of moving cards, drawn incrementally. `draw_mark` draws what a card leaves at a position."""

    def __init__(self, display: DisplayAdapter, draw_mark: Callable[[Point, int], None]) -> None:
        self._draw_mark = draw_mark
        self._content: Sequence[tuple[Point, int]] = ()
        self._cached = DrawCache(display)

    def draw(self, cards: Sequence[tuple[Point, int]]) -> None:
        """Draw the trail, the last position in front.

        If it continues the trail of the last call, only the new positions are drawn.
        """
        drawn_count = len(self._content)
        if cards[:drawn_count] != self._content or not self._cached.restore(self._content):
            drawn_count = 0
        for pos, card in cards[drawn_count:]:
            self._draw_mark(pos, card)
        if len(cards) > drawn_count:
            self._content = cards
            self._cached.store(cards)


class TableRenderer(Protocol):
    """Renderer of a table. All positions are picture pixels."""

    card_size: tuple[int, int]
    """Width and height of a card."""
    slot_positions: tuple[Point, ...]
    """Positions of the pyramid in odm's layout."""
    stock_pos: Point
    """Position of the stock in odm's layout."""
    discard_pos: Point
    """Position of the discard pile in odm's layout."""
    trail: Trail
    """Draws the trails of cards: the cards themselves in graphics mode, their suits in text mode."""

    def draw_empty_table(self) -> None:
        """Draw the empty table."""

    def draw_cached(self, content_key: object, draw: Callable[[], None]) -> None:
        """Draw a table with `draw`. In graphics mode, a cached drawing is restored if it has the same content."""

    def draw_card(
        self, pos: Point, card: int | None, is_focused: bool = False, highlight: Highlight = ""
    ) -> None:
        """Draw a card face up, or its back if `card` is None."""

    def draw_resting_shadow(self, pos: Point) -> None:
        """Draw the shadow that a card at rest casts on the table."""

    def get_painted_rect(self, pos: Point, flip_stage: int | None = None) -> Rect:
        """Return the rectangle that a card is painted in. It is narrower while the card flips."""

    def clear_text_under(self, rect: Rect) -> None:
        """Remove the text of the table below a card that was painted in this rectangle."""

    def draw_drag_shadow(self, pos: Point) -> None:
        """Draw the shadow of a card that is held above the table."""

    def draw_flip(self, pos: Point, card: int, flip_stage: int) -> None:
        """Draw a card that flips: stage 0 is the back narrow, 1 the edge, 2 the face narrow."""

    def draw_pile(
        self, pos: Point, card_count: int, card: int | None, is_focused: bool, highlight: Highlight = ""
    ) -> None:
        """Draw a pile with a card (None: a back) on top, or its outline if it is empty."""


def compute_pyramid_positions(
    centre_x: int, top_y: int, column_step: int, row_step: int, card_width: int
) -> tuple[Point, ...]:
    """Return the positions of the 28 pyramid cards, with the apex centred at `centre_x` and `top_y`."""
    left = centre_x - card_width // 2
    cells = [map(int, slot_name(index)) for index in range(SLOT_COUNT)]
    return tuple(
        (left + column_step * (column - 1) - column_step // 2 * (row - 1), top_y + row_step * (row - 1))
        for row, column in cells
    )
