"""The drawing page of an adapter with fewer pixels and colours: it is drawn on in the EGA's 640x350 and 16 colours.

Every call of the programs lands on the adapter's own coarser grid.  A colour that the adapter lacks becomes the nearest
mixture of two that it has, as a chequered pattern.  A picture is reduced once and kept; one that has been drawn for the
adapter takes the place of its reduction.
"""

from collections.abc import Callable, Sequence
from typing import Any

from retro_pyramid.machine.adapters.colours import COLOURS, Mixture, channels, distance, mixture, nearest
from retro_pyramid.machine.video import CLEAR, Image, image_from_pixels, pixels_of

_ORDER = (2, 0, 1, 3)
"""For each pixel of a square, row by row: it has a mixture's second colour if this is less than its quarters."""
_SAME = tuple(range(CLEAR + 1))
_MARKS = (12, 13, 10, 11, 4, 5, 2, 3)
"""Colours that may replace one that would not be seen."""


class ReducedPage:
    """A page of `width` x `height` pixels in a few of `COLOURS`, drawn on as if it had 640x350 in 16.

    `drawn` returns the picture that was drawn for this page in the place of another, None where none was: in this
    page's pixels, of which each is an index into `palette`, or a larger number where nothing is drawn.
    """

    def __init__(
        self, width: int, height: int, palette: Sequence[int], drawn: Callable[[Image], Image | None]
    ) -> None:
        self.image = Image(width, height)
        self.palette = tuple(palette)
        self._drawn = drawn
        self._scale = (width, 640), (height, 350)
        self._pal = _SAME
        self.wanted: tuple[int, ...] = ()
        self._mixtures: list[Mixture] = []
        self._reduced: dict[tuple[int, tuple[int, ...], int], tuple[Image, Image]] = {}

    def set_colours(self, wanted: Sequence[int]) -> None:
        """Set the 24-bit colours that the 16 indices of the programs stand for from now on."""
        if tuple(wanted) != self.wanted:
            self.wanted = tuple(wanted)
            self._mixtures = [mixture(rgb, self.palette) for rgb in wanted]
            self._reduced.clear()

    def forget(self) -> None:
        """Forget the reduced pictures: the programs' pictures, or those drawn for this page, have changed."""
        self._reduced.clear()

    def data_ptr(self) -> Any:
        """Return the page's own pixels, as Pyxel's pictures do."""
        return self.image.data_ptr()

    def x(self, x: float) -> int:
        """Return the column of this page in which column `x` of the programs' page lies."""
        return int(x * self._scale[0][0] // self._scale[0][1])

    def y(self, y: float) -> int:
        """Return the row of this page in which row `y` of the programs' page lies."""
        return int(y * self._scale[1][0] // self._scale[1][1])

    def apart(self, colour: int, others: Sequence[int]) -> int:
        """Return a colour that shares no pixel with black or the others, `colour` itself if it is one.

        Where there is none, `colour` has to do.
        """
        taken = {self.palette[0]}.union(*[self._mixtures[other][:2] for other in others])
        free = (one for one in (colour, *_MARKS) if not taken.intersection(self._mixtures[one][:2]))
        return next(free, colour)

    def pget(self, x: float, y: float) -> int:
        """Return the adapter's own colour that is shown at a place."""
        return self.image.pget(self.x(x), self.y(y))

    def pal(self, *colours: int) -> None:
        """Let the first colour be drawn as the second from now on; without colours, each as itself."""
        if colours:
            pal = list(self._pal)
            pal[colours[0]] = colours[1]
            self._pal = tuple(pal)
        else:
            self._pal = _SAME

    def cls(self, colour: int) -> None:
        self.rect(0, 0, 640, 350, colour)

    def rect(self, x: float, y: float, width: float, height: float, colour: int) -> None:
        """Fill a rectangle; what had any width and height keeps at least one pixel of each."""
        left, top, right, bottom = self._box(x, y, width, height)
        self._mixed(colour, lambda index: self.image.rect(left, top, right - left, bottom - top, index))

    def rectb(self, x: float, y: float, width: float, height: float, colour: int) -> None:
        """Draw the border of a rectangle, one pixel wide."""
        left, top, right, bottom = self._box(x, y, width, height)
        self._mixed(colour, lambda index: self.image.rectb(left, top, right - left, bottom - top, index))

    def line(self, x1: float, y1: float, x2: float, y2: float, colour: int) -> None:
        ends = self.x(x1), self.y(y1), self.x(x2), self.y(y2)
        self._mixed(colour, lambda index: self.image.line(*ends, index))

    def tri(self, x1: float, y1: float, x2: float, y2: float, x3: float, y3: float, colour: int) -> None:
        corners = self.x(x1), self.y(y1), self.x(x2), self.y(y2), self.x(x3), self.y(y3)
        self._mixed(colour, lambda index: self.image.tri(*corners, index))

    def blt(
        self,
        x: float,
        y: float,
        image: Image,
        u: float,
        v: float,
        width: float,
        height: float,
        colkey: int | None = None,
    ) -> None:
        """Draw a part of a picture: its own one for this adapter, or its reduction."""
        reduced = self._picture(image, CLEAR if colkey is None else colkey)
        part = self.x(u), self.y(v), max(1, self.x(width)), max(1, self.y(height))
        self.image.blt(self.x(x), self.y(y), reduced, *part, CLEAR if colkey is not None else None)

    def _box(self, x: float, y: float, width: float, height: float) -> tuple[int, int, int, int]:
        (wide, of_wide), (high, of_high) = self._scale
        # In place, not by `x` and `y`: buttons and frames make this 150 times a frame.
        left, top = int(x * wide // of_wide), int(y * high // of_high)
        right, bottom = int((x + width) * wide // of_wide), int((y + height) * high // of_high)
        if right <= left and width > 0:
            right = left + 1
        if bottom <= top and height > 0:
            bottom = top + 1
        return left, top, right, bottom

    def _mixed(self, colour: int, draw: Callable[[int], object]) -> None:
        """Draw in the first colour of a mixture, then dithered in its second."""
        first, second, quarters = self._mixtures[self._pal[colour]]
        draw(first)
        if second != first:
            self.image.dither(quarters / 4)
            draw(second)
            self.image.dither(1)

    def _picture(self, image: Image, clear: int) -> Image:
        """Return what is shown for a picture of which the colour `clear` is not drawn."""
        key = id(image), self._pal, clear
        # The picture is kept with its reduction: as long as it lives, no other can have its id.
        if key not in self._reduced:
            drawn = self._drawn(image)
            whole = drawn is image
            shown = self._in_colours(drawn) if drawn and not whole else self._reduce(image, clear, whole)
            self._reduced[key] = (image, shown)
        return self._reduced[key][1]

    def _in_colours(self, drawn: Image) -> Image:
        """Return a picture drawn for this page in the colours that now stand for the programs' ones."""
        colours = [index if self._pal == _SAME else self._exchanged(index) for index in self.palette]
        table = bytes((*colours, CLEAR)[min(value, len(colours))] for value in range(256))
        return image_from_pixels(drawn.width, drawn.height, pixels_of(drawn).translate(table))

    def _exchanged(self, index: int) -> int:
        """Return what a colour of the palette becomes while `pal` exchanges the programs' colours."""
        # It goes with the programs' colour most like it; the palette's last colour is paper, so it goes with white.
        alike = min(range(16), key=lambda c: distance(channels(self.wanted[c]), channels(COLOURS[index])))
        stands_for = 15 if index == self.palette[-1] else alike
        return nearest(self.wanted[self._pal[stands_for]], self.palette)

    def _reduce(self, image: Image, clear: int, whole: bool = False) -> Image:
        """Return a picture's reduction: the pixel in the middle of each of this page's, its colour as a mixture.

        One that is `whole` has this page's pixels.
        """
        source = pixels_of(image)
        wide, high = image.width, image.height
        if not whole:
            wide, high = max(1, self.x(wide)), max(1, self.y(high))
        # Every second column is a slice; picking columns one by one takes several times as long.
        step, uneven = divmod(image.width, wide)
        columns = [(2 * x + 1) * image.width // (2 * wide) for x in range(wide)] if uneven else []
        tables = [self._table(order, clear) for order in _ORDER]
        pixels = bytearray()
        for y in range(high):
            start = (2 * y + 1) * image.height // (2 * high) * image.width
            line = (
                bytes(source[start + x] for x in columns)
                if uneven
                else source[start + step // 2 : start + image.width : step]
            )
            row = bytearray(line.translate(tables[2 * (y & 1)]))
            row[1::2] = line.translate(tables[2 * (y & 1) + 1])[1::2]
            pixels += row
        return image_from_pixels(wide, high, bytes(pixels))

    def _table(self, order: int, clear: int) -> bytes:
        """Return what the programs' colours become on the pixel of a square with that place in the order."""
        mixed = [self._mixtures[colour] for colour in self._pal[:CLEAR]]
        shown = bytearray(second if order < quarters else first for first, second, quarters in mixed)
        shown += bytes([CLEAR]) + bytes(255 - CLEAR)
        shown[clear] = CLEAR
        return bytes(shown)
