"""What the graphics and the text renderer of the card table share."""

from collections.abc import Callable, Sequence
from typing import Literal, NamedTuple, Protocol

from retro_pyramid.machine.video import Image, Video
from retro_pyramid.rules import POSITIONS, position_text
from retro_pyramid.scenes.easing import Point, Rect

TABLE_TEXT = 0x20
"""Text attribute of the bare table."""
_CARDS_PER_PIXEL = 3
"""Cards per pixel of a pile's thickness."""
WHOLE_STOCK = 24
"""Number of cards in the stock after the deal."""
THICKEST = (WHOLE_STOCK - 1) // _CARDS_PER_PIXEL
"""Maximum distance in pixels by which a pile extends below its top card: that of a whole stock."""
Mark = Literal["", "frame", "reverse", "hint"]
"""How a card is highlighted: selected (`frame` or `reverse`, depending on the edition) or hinted (`hint`).

The selector is drawn separately.
"""


class CardImages(NamedTuple):
    """Pictures of one deck, all of one size: 52 faces indexed by card, the back, and an empty pile."""

    faces: tuple[Image, ...]
    back: Image
    empty: Image


class Kept:
    """Cache of a drawing: restores what has been drawn as long as its content stays the same."""

    def __init__(self, video: Video) -> None:
        self._video = video
        self._content: object = None
        self._cached = b""
        self._page = video.page

    def back(self, drawn: object) -> bool:
        """Restore the cached drawing. Return False if its content or the page is another one."""
        same = self._video.page is self._page and drawn == self._content
        if same:
            self._video.put_back(self._cached)
        return same

    def keep(self, drawn: object) -> None:
        """Store what is on the page now, as a drawing of this content."""
        self._content, self._cached, self._page = drawn, self._video.kept(), self._video.page


class Trail:
    """Trail of moving cards, drawn incrementally. `draw_mark` draws what a card leaves at a position."""

    def __init__(self, video: Video, leave: Callable[[Point, int], None]) -> None:
        self._draw_mark = leave
        self._content: Sequence[tuple[Point, int]] = ()
        self._cached = Kept(video)

    def draw(self, cards: Sequence[tuple[Point, int]]) -> None:
        """Draw the trail, the last position in front.

        If it continues the trail of the last call, only the new positions are drawn.
        """
        drawn_count = len(self._content)
        if cards[:drawn_count] != self._content or not self._cached.back(self._content):
            drawn_count = 0
        for pos, card in cards[drawn_count:]:
            self._draw_mark(pos, card)
        if len(cards) > drawn_count:
            self._content = cards
            self._cached.keep(cards)


class Felt(Protocol):
    """Renderer of a table. All positions are picture pixels."""

    card_size: tuple[int, int]
    """Width and height of a card."""
    slots: tuple[Point, ...]
    """Positions of the pyramid in odm's layout."""
    stock: Point
    """Position of the stock in odm's layout."""
    discard: Point
    """Position of the discard pile in odm's layout."""
    trail: Trail
    """Draws the trails of cards: the cards themselves in graphics mode, their suits in text mode."""

    def clear(self) -> None:
        """Draw the empty table."""

    def lay(self, lies: object, paint: Callable[[], None]) -> None:
        """Draw a table with `draw`. In graphics mode, a cached drawing is restored if it has the same content."""

    def card(self, place: Point, card: int | None, selected: bool = False, mark: Mark = "") -> None:
        """Draw a card face up, or its back if `card` is None."""

    def rest(self, place: Point) -> None:
        """Draw the shadow that a card at rest casts on the table."""

    def painted_rect(self, place: Point, stage: int | None = None) -> Rect:
        """Return the rectangle that a card is painted in. It is narrower while the card flips."""

    def uncover(self, rect: Rect) -> None:
        """Remove the text of the table below a card that was painted in this rectangle."""

    def shadow(self, place: Point) -> None:
        """Draw the shadow of a card that is held above the table."""

    def turning(self, place: Point, card: int, stage: int) -> None:
        """Draw a card that flips: stage 0 is the back narrow, 1 the edge, 2 the face narrow."""

    def pile(self, place: Point, count: int, card: int | None, selected: bool, mark: Mark = "") -> None:
        """Draw a pile with a card (None: a back) on top, or its outline if it is empty."""


def pyramid_places(middle: int, top: int, across: int, down: int, width: int) -> tuple[Point, ...]:
    """Return the positions of the 28 pyramid cards, with the apex centred at `centre_x` and `top_y`."""
    left = middle - width // 2
    cells = [map(int, position_text(index)) for index in range(POSITIONS)]
    return tuple(
        (left + across * (column - 1) - across // 2 * (row - 1), top + down * (row - 1))
        for row, column in cells
    )
