"""How a table of cards is drawn, and the one way of two that does it in pictures."""

from collections.abc import Callable, Sequence
from functools import cached_property
from typing import Literal, NamedTuple, Protocol

from retro_pyramid.machine.adapters.palette import DEFAULT_REGISTERS
from retro_pyramid.machine.video import CELL_HEIGHT, CELL_WIDTH, CLEAR, WIDTH, Image, Video, pixels_of
from retro_pyramid.rules import POSITIONS, position_text
from retro_pyramid.screens.parts.motion import Point, Rect
from retro_pyramid.screens.parts.scene import stamp
from retro_pyramid.screens.parts.sheet import image

TABLE_TEXT = 0x20
_CHOSEN, _ADVISED = 11, 10
"""Frames round a card: light cyan and light green stand out on white cards and on those of papyrus."""
_TRIANGLES = ((0, 22, 16), (2, 17, 12), (4, 11, 8))
"""The layers of the selector's triangles: the distance of each from the corner, and the lengths of its legs."""
_CARDS_A_PIXEL = 3
WHOLE_STOCK = 24
THICKEST = (WHOLE_STOCK - 1) // _CARDS_A_PIXEL
"""How far below its card a pile reaches at most, that of a whole stock, in pixels."""
_SAMPLE = 7
_WORDS = 2, 22
"""The rows in which words stand on the table itself: above are bars, below what is said."""
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


class Pictures:
    """The table in graphics, with cards of any size; for odm columns 72 apart, rows 36 apart, apex at the top centre."""

    slots = pyramid_places(WIDTH // 2, 16, 72, 36, 64)
    stock = (44, 24)
    discard = (532, 24)

    def __init__(
        self,
        video: Video,
        cards: CardImages,
        ground: str = "odm",
        registers: Sequence[int] = DEFAULT_REGISTERS,
        outline: int | None = None,
        shade: int = 0,
    ) -> None:
        self._video = video
        self._cards = cards
        self.card_size = (cards.back.width, cards.back.height)
        self._scene = ground
        self._registers = registers
        self._outline = outline
        self._shade = shade
        self.trail = Trail(video, self.card)
        self._empty, self._laid = Kept(video), Kept(video)

    def clear(self) -> None:
        """Draw the empty table, odm's felt with its wooden rim unless there is another."""
        self._video.set_registers(self._registers)
        if not self._empty.back(self._scene):
            stamp(self._video, self._scene, "ground")
            self._empty.keep(self._scene)

    def lay(self, lies: object, paint: Callable[[], None]) -> None:
        # What colours a CGA makes of a picture depends on them.
        self._video.set_registers(self._registers)
        if not self._laid.back(lies):
            paint()
            self._laid.keep(lies)

    def card(self, place: Point, card: int | None, selected: bool = False, mark: Mark = "") -> None:
        """Draw the card's picture, with red triangles on its corners when it is selected."""
        face = self._cards.back if card is None else self._cards.faces[card]
        page = self._video.page
        if mark == "reverse":
            for colour in range(16):
                page.pal(colour, 15 - colour)
        page.blt(*place, face, 0, 0, *self.card_size, CLEAR)
        if mark == "reverse":
            page.pal()
        self._marks(place, mark, selected)

    def rest(self, place: Point) -> None:
        """Draw the shadow of a card that lies there, where cards have one."""
        if self._shade:
            self._video.page.rect(place[0] + self._shade, place[1] + self._shade, *self.card_size, 0)

    def _marks(self, place: Point, mark: Mark, selected: bool) -> None:
        if mark in ("frame", "hint"):
            self._frame(place, _CHOSEN if mark == "frame" else _ADVISED)
        if selected:
            self._triangles(place)

    def painted_rect(self, place: Point, stage: int | None = None) -> Rect:
        (x, y), (width, height) = place, self.card_size
        inset = 0 if stage is None else width // 2 - 2 if stage == 1 else width // 4
        return x + inset, y, width - 2 * inset, height

    def uncover(self, rect: Rect) -> None:
        """Empty the cells over the rectangle, but not those of bars and lines at the edges of the screen."""
        x, y, width, height = rect
        left, top = x // CELL_WIDTH, max(y // CELL_HEIGHT, _WORDS[0])
        right = -(-(x + width) // CELL_WIDTH)
        bottom = min(-(-(y + height) // CELL_HEIGHT), _WORDS[1])
        self._video.uncover(left, top, right - left, bottom - top)

    @cached_property
    def _ground(self) -> int:
        """The colour that most of the empty table has."""
        # A part of the pixels, in slanting lines, tells it: all of them take a millisecond while a card lands.
        some = pixels_of(image(self._scene, "ground", soft=self._video.full_colour))[::_SAMPLE]
        return max(range(16), key=some.count)

    def _frame(self, place: Point, colour: int) -> None:
        (x, y), (width, height) = place, self.card_size
        dot, colour = self._video.dot, self._video.mark(colour, self._ground)
        # Black and white side by side stand out on any table and any card, whatever colours the eye tells apart; on a
        # felt of the colour's own hue only two pixels of black do.
        shades = (0, 15, colour, 0) if dot > 1 else (0, 0, 15, 15, colour, colour, 0)
        for at, shade in enumerate(shades):
            out = dot * (len(shades) - 1 - at) - 1
            self._video.page.rectb(x - out, y - out, width + 2 * out, height + 2 * out, shade)

    def _triangles(self, place: Point) -> None:
        page = self._video.page
        (x, y), (width, height) = place, self.card_size
        red = self._video.mark(4, self._ground)
        # They reach beyond the card, so that they leave the index free; black and white stand out as in a frame.
        # Where dots are two pixels wide, the corners are at even places.
        reach = 8 - self._video.dot
        for left, sign_x in ((x - reach, 1), (x + width + reach - 1, -1)):
            for top, sign_y in ((y - reach + 1, 1), (y + height + reach - 2, -1)):
                for (inset, wide, high), colour in zip(_TRIANGLES, (0, 15, red), strict=True):
                    at_x, at_y = left + sign_x * inset, top + sign_y * inset
                    page.tri(at_x, at_y, at_x + sign_x * wide, at_y, at_x, at_y + sign_y * high, colour)

    def shadow(self, place: Point) -> None:
        """Draw it in black, to the right and below, wider than a frame round the card."""
        self._video.page.rect(place[0] + 4, place[1] + 4, self.card_size[0] + 4, self.card_size[1] + 3, 0)

    def turning(self, place: Point, card: int, stage: int) -> None:
        """Draw the card at half width, or as an edge of four columns."""
        page = self._video.page
        x, y, width, height = self.painted_rect(place, stage)
        if stage == 1:
            page.rect(x, y, width, height, 0)
            page.rect(x + 1, y + 1, width - 2, height - 2, 15)
            return
        whole = self._cards.faces[card] if stage == 2 else self._cards.back
        page.blt(x, y, self._video.narrow(whole), 0, 0, width, height, CLEAR)

    def pile(self, place: Point, count: int, card: int | None, selected: bool, mark: Mark = "") -> None:
        """Draw the pile one pixel thicker for every three cards, up to `THICKEST` pixels."""
        (x, y), (width, height) = place, self.card_size
        if not count:
            if self._outline is None:
                self._video.page.blt(x, y, self._cards.empty, 0, 0, width, height)
            else:
                outline = self._video.mark(self._outline, self._ground)
                for inset in (0, 1):
                    self._video.page.rectb(
                        x + inset, y + inset, width - 2 * inset, height - 2 * inset, outline
                    )
            self._marks(place, mark, selected)
            return
        page, deep = self._video.page, min(THICKEST, (count - 1) // _CARDS_A_PIXEL)
        for depth in range(deep + 1):
            self.rest((x - depth, y + depth))
        # From the bottom: each layer is a pixel to the left and lower than the one on it, paper and shade in turn.
        for depth in range(deep, 0, -1):
            page.rect(x - depth, y + depth, width, height, 15 if depth % 2 else 8)
        self.card(place, card, selected, mark)
