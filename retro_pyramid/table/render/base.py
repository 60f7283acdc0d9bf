"""What the graphics and the text renderer of the card table share."""

from collections.abc import Callable, Sequence
from typing import Literal, NamedTuple, Protocol

from retro_pyramid.machine.video import Image, Video
from retro_pyramid.rules import POSITIONS, position_text
from retro_pyramid.scenes.easing import Point, Rect

TABLE_TEXT = 0x20
_CARDS_A_PIXEL = 3
WHOLE_STOCK = 24
THICKEST = (WHOLE_STOCK - 1) // _CARDS_A_PIXEL
"""How far below its card a pile reaches at most, that of a whole stock, in pixels."""
Mark = Literal["", "frame", "reverse", "hint"]
"""How a card is marked: as chosen (`frame` or `reverse`, by the program) or advised (`hint`). The selector is separate."""


class CardImages(NamedTuple):
    """One deck ready to draw, all of one size: 52 faces indexed by card, the back, the empty pile's outline."""

    faces: tuple[Image, ...]
    back: Image
    empty: Image


class Kept:
    """What has been drawn, kept as a picture, so that it costs no time as long as it stays."""

    def __init__(self, video: Video) -> None:
        self._video = video
        self._drawn: object = None
        self._kept = b""
        self._page = video.page

    def back(self, drawn: object) -> bool:
        """Show again what was kept; return False where that is something else, or of another page."""
        same = self._video.page is self._page and drawn == self._drawn
        if same:
            self._video.put_back(self._kept)
        return same

    def keep(self, drawn: object) -> None:
        """Keep what is there now, which shows what is `drawn`."""
        self._drawn, self._kept, self._page = drawn, self._video.kept(), self._video.page


class Trail:
    """What cards leave wherever they have been, ever more of it, and nothing drawn twice; `leave` draws what one leaves."""

    def __init__(self, video: Video, leave: Callable[[Point, int], None]) -> None:
        self._leave = leave
        self._drawn: Sequence[tuple[Point, int]] = ()
        self._kept = Kept(video)

    def draw(self, cards: Sequence[tuple[Point, int]]) -> None:
        """Draw where cards have been, the last in front; unless that goes on from the last call's, on what is there."""
        begun = len(self._drawn)
        if cards[:begun] != self._drawn or not self._kept.back(self._drawn):
            begun = 0
        for place, card in cards[begun:]:
            self._leave(place, card)
        if len(cards) > begun:
            self._drawn = cards
            self._kept.keep(cards)


class Felt(Protocol):
    """A way to draw the table; all places are picture pixels."""

    card_size: tuple[int, int]
    slots: tuple[Point, ...]
    """Where odm lays the pyramid, as it lays stock and discard."""
    stock: Point
    discard: Point
    trail: Trail
    """Draws the trails of cards: themselves, again and again, or in characters their suits."""

    def clear(self) -> None:
        """Draw the empty table."""

    def lay(self, lies: object, paint: Callable[[], None]) -> None:
        """Draw with `paint` a table and what `lies` there; in pictures only when something else does."""

    def card(self, place: Point, card: int | None, selected: bool = False, mark: Mark = "") -> None:
        """Draw a card face up, or its back when `card` is None."""

    def rest(self, place: Point) -> None:
        """Draw what a card that lies there throws on the table."""

    def painted_rect(self, place: Point, stage: int | None = None) -> Rect:
        """Return the rectangle that a card at a place is painted in; it is narrower at a stage of turning over."""

    def uncover(self, rect: Rect) -> None:
        """Remove the words on the table below a card that was painted in this rectangle."""

    def shadow(self, place: Point) -> None:
        """Draw the shadow of a card that is held above the table."""

    def turning(self, place: Point, card: int, stage: int) -> None:
        """Draw a card turning over: 0 the back narrow, 1 the edge, 2 the face narrow."""

    def pile(self, place: Point, count: int, card: int | None, selected: bool, mark: Mark = "") -> None:
        """Draw a pile of `count` cards with `card` (None: a back) on top, or its outline when empty."""


def pyramid_places(middle: int, top: int, across: int, down: int, width: int) -> tuple[Point, ...]:
    """Return where the 28 cards lie, `width` wide, the apex at the middle, columns `across` and rows `down` apart."""
    left = middle - width // 2
    cells = [map(int, position_text(index)) for index in range(POSITIONS)]
    return tuple(
        (left + across * (column - 1) - across // 2 * (row - 1), top + down * (row - 1))
        for row, column in cells
    )
