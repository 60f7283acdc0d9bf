"""The card table drawn in graphics mode."""

from collections.abc import Callable, Sequence
from functools import cached_property

from retro_pyramid.machine.adapters.palette import DEFAULT_REGISTERS
from retro_pyramid.machine.video import CELL_HEIGHT, CELL_WIDTH, CLEAR, WIDTH, Video, pixels_of
from retro_pyramid.scenes.easing import Point, Rect
from retro_pyramid.scenes.scene import stamp
from retro_pyramid.scenes.sprites import image
from retro_pyramid.table.render.base import (
    _CARDS_A_PIXEL,
    THICKEST,
    CardImages,
    Kept,
    Mark,
    Trail,
    pyramid_places,
)

_CHOSEN, _ADVISED = 11, 10
"""Frames round a card: light cyan and light green stand out on white cards and on those of papyrus."""
_TRIANGLES = ((0, 22, 16), (2, 17, 12), (4, 11, 8))
"""The layers of the selector's triangles: the distance of each from the corner, and the lengths of its legs."""
_SAMPLE = 7
_WORDS = 2, 22
"""The rows in which words stand on the table itself: above are bars, below what is said."""


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
