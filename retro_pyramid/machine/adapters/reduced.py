"""The drawing page of an adapter with fewer pixels and colours: it is drawn on in the EGA's 640x350 and 16 colours.

Every call of the programs lands on the adapter's own coarser grid.  A colour that the adapter lacks becomes the nearest
mixture of two that it has, as a chequered pattern.  A picture is reduced once and kept; one that has been drawn for the
adapter (`own`) takes the place of its reduction.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import Any, NamedTuple

import pyxel

from retro_pyramid.machine.adapters.palette import DEFAULT_REGISTERS, ega_rgb
from retro_pyramid.machine.cells import CLEAR
from retro_pyramid.machine.video import half

_ORDER = (2, 0, 1, 3)
"""In which order the pixels of a square, row by row, take the second colour of a mixture."""
_SAME = tuple(range(CLEAR + 1))
_UNEVEN = 0.12
"""How much the unrest of a mixture weighs against its nearness: of two alike the calmer one is taken."""

_LEGIBLE = 0.75
"""How far an ink must stand from its paper, as a part of what the palette's best one does: letters are 3 pixels wide."""

RGBI = tuple(ega_rgb(value) for value in DEFAULT_REGISTERS)
"""The 16 colours of a CGA, of which those of a graphics mode are some: the EGA's default ones."""


def _channels(rgb: int) -> tuple[int, int, int]:
    return rgb >> 16, rgb >> 8 & 255, rgb & 255


def _distance(a: Sequence[float], b: Sequence[float]) -> float:
    """Return how far two colours lie apart to the eye: green counts most, blue least."""
    return sum(weight * (x - y) ** 2 for weight, x, y in zip((3, 6, 1), a, b, strict=True))


_MARKS = (12, 13, 10, 11, 4, 5, 2, 3)
"""What may stand for a colour that would not be seen."""


class Mixture(NamedTuple):
    """Two colours on one ground: of every four pixels in a square `quarters` have the second."""

    first: int
    second: int
    quarters: int = 2


def mixture(wanted: int, palette: Sequence[int]) -> Mixture:
    """Return the mixture of indices of `palette` that comes nearest to a 24-bit colour.

    Among four colours it is a chequered one; two alone are mixed by quarters as well, or there would be but three tones.

    >>> [tuple(mixture(rgb, [0x000000, 0xFFFFFF])) for rgb in (0x000000, 0x555555, 0x808080, 0xFFFFFF)]
    [(0, 0, 2), (0, 1, 1), (0, 1, 2), (1, 1, 2)]
    """
    channels = _channels(wanted)
    colours = [_channels(rgb) for rgb in palette]
    mixed = [
        Mixture(a, b, quarters)
        for a in range(len(colours))
        for b in range(a, len(colours))
        for quarters in ((1, 2, 3) if len(colours) == 2 and a != b else (2,))
    ]

    def cost(mixture: Mixture) -> float:
        first, second, share = colours[mixture.first], colours[mixture.second], mixture.quarters / 4
        middle = [x + (y - x) * share for x, y in zip(first, second, strict=True)]
        unrest = 4 * share * (1 - share) * _UNEVEN
        return _distance(middle, channels) + unrest * _distance(first, second)

    return min(mixed, key=cost)


@lru_cache(maxsize=1024)
def nearest(rgb: int, palette: tuple[int, ...], paper: int | None = None) -> int:
    """Return which of the RGBI colours in `palette` shows a 24-bit colour best, legible on `paper` if that is given."""
    legible = list(palette)
    if paper is not None:
        contrast = {index: abs(luma(RGBI[index]) - luma(RGBI[paper])) for index in palette}
        legible = [index for index in palette if contrast[index] >= _LEGIBLE * max(contrast.values())]
    return min(legible, key=lambda index: _distance(_channels(RGBI[index]), _channels(rgb)))


def clearest(palette: Sequence[int], paper: int) -> int:
    """Return which of the RGBI colours in `palette` stands out most on a paper."""
    return max(palette, key=lambda index: abs(luma(RGBI[index]) - luma(RGBI[paper])))


def second_ink(palette: Sequence[int], paper: int) -> int | None:
    """Return the ink for single letters among those in the clearest one: the next clear one, None when there is none.

    >>> second_ink((0, 11, 13, 15), 0), second_ink((0, 11, 13, 15), 11)
    (11, None)
    """
    others = [index for index in palette if index != clearest(palette, paper)]
    second = clearest(others, paper)
    return second if _told_apart(second, paper) else None


def paper_for(rgb: int, palette: Sequence[int]) -> int:
    """Return which of the RGBI colours in `palette` stands for a paper: dark ones are black, others keep their hue.

    A bar or a box must not vanish in its surroundings because the nearest of four colours is black for both.
    """
    channels = _channels(rgb)
    most = max(channels)
    if luma(rgb) < 40 or (most - min(channels) < 40 and luma(rgb) < 128):
        return palette[0]
    full = [255 * channel / most for channel in channels]

    def apart(index: int) -> float:
        other = _channels(RGBI[index])
        return _distance(full, [255 * channel / max(other) for channel in other])

    best = min(palette[1:], key=apart)
    if any(_told_apart(best, ink) for ink in palette):
        return best
    # Dark red among dark colours leaves no ink that could be read on it. What is red then stands in the last colour,
    # as light papers do; what has blue in it in the first, since it may be a bar on such a paper.
    return palette[1] if channels[2] > most / 2 else palette[-1]


def _told_apart(ink: int, paper: int) -> bool:
    """Return whether letters of one RGBI colour can be read on another: over a quarter of the way from black to white."""
    return abs(luma(RGBI[ink]) - luma(RGBI[paper])) >= 72


def luma(rgb: int) -> float:
    """Return how light a 24-bit colour is, 0 to 255."""
    red, green, blue = _channels(rgb)
    return 0.30 * red + 0.59 * green + 0.11 * blue


class _Mixtures(dict[int, Mixture]):
    """What each of the 16 colours becomes on a page, worked out when it is first drawn with."""

    def __init__(self, wanted: Sequence[int], palette: Sequence[int]) -> None:
        self._wanted, self._palette = wanted, palette

    def __missing__(self, colour: int) -> Mixture:
        palette = self._palette
        first, second, quarters = mixture(self._wanted[colour], [RGBI[index] for index in palette])
        found = self[colour] = Mixture(palette[first], palette[second], quarters)
        return found


class ReducedPage:
    """A page of `width` x `height` pixels in a few of the 16 RGBI colours, drawn on as if it had 640x350 in 16."""

    def __init__(self, width: int, height: int, palette: Sequence[int]) -> None:
        self.image = pyxel.Image(width, height)
        self.palette = tuple(palette)
        self._scale = (width, 640), (height, 350)
        self._pal = _SAME
        self._wanted: tuple[int, ...] = ()
        self._mixtures = _Mixtures((), self.palette)
        self._reduced: dict[tuple[int, tuple[int, ...], int], tuple[Any, Any]] = {}
        self._own: dict[int, tuple[Any, Any]] = {}

    def set_colours(self, wanted: Sequence[int]) -> None:
        """Say which 24-bit colours the 16 indices of the programs stand for now."""
        if tuple(wanted) != self._wanted:
            self._wanted = tuple(wanted)
            self._mixtures = _Mixtures(self._wanted, self.palette)
            self._reduced.clear()

    def own(self, image: Any, drawn: Any | None) -> None:
        """Show `drawn` wherever `image` would be drawn: in this page's pixels, its colours 0 to 3 or CLEAR.

        None: show its reduction again.
        """
        self._reduced.clear()
        if drawn is None:
            self._own.pop(id(image), None)
            return
        table = bytes((*self.palette, CLEAR)[min(value, len(self.palette))] for value in range(256))
        pixels = bytes(memoryview(drawn.data_ptr()).cast("B")).translate(table)
        self._own[id(image)] = (image, _image(drawn.width, drawn.height, pixels))

    def own_narrow(self, image: Any, narrow: Any) -> None:
        """Show what was drawn for `image`, if anything was, at half its width wherever `narrow` would be drawn."""
        if id(image) in self._own and id(narrow) not in self._own:
            self._own[id(narrow)] = (narrow, half(self._own[id(image)][1]))

    def forget(self) -> None:
        """Forget the reduced pictures: the programs' pictures have changed."""
        self._reduced.clear()

    def x(self, x: float) -> int:
        """Return the column of this page in which column `x` of the programs' page lies."""
        return int(x * self._scale[0][0] // self._scale[0][1])

    def y(self, y: float) -> int:
        """Return the row of this page in which row `y` of the programs' page lies."""
        return int(y * self._scale[1][0] // self._scale[1][1])

    def apart(self, colour: int, others: Sequence[int]) -> int:
        """Return a colour that is black nowhere and has no pixel as the others have, `colour` itself if it is one.

        Where there is none, `colour` has to do.
        """
        taken = {self.palette[0]}.union(*[self._mixtures[other][:2] for other in others])
        free = (one for one in (colour, *_MARKS) if not taken.intersection(self._mixtures[one][:2]))
        return next(free, colour)

    def pal(self, *colours: int) -> None:
        """Let the first colour be drawn as the second from now on; without colours, each as itself."""
        if colours:
            pal = list(self._pal)
            pal[colours[0]] = colours[1]
            self._pal = tuple(pal)
        else:
            self._pal = _SAME

    def cls(self, colour: int) -> None:
        """Fill the page with one colour."""
        self.rect(0, 0, 640, 350, colour)

    def rect(self, x: float, y: float, width: float, height: float, colour: int) -> None:
        """Fill a rectangle; what had any width and height keeps at least one pixel of each."""
        left, top, right, bottom = self._box(x, y, width, height)
        first, second, quarters = self._mixtures[self._pal[colour]]
        image = self.image
        image.rect(left, top, right - left, bottom - top, first)
        if second != first:
            image.dither(quarters / 4)
            image.rect(left, top, right - left, bottom - top, second)
            image.dither(1)

    def rectb(self, x: float, y: float, width: float, height: float, colour: int) -> None:
        """Draw the border of a rectangle, one pixel wide."""
        left, top, right, bottom = self._box(x, y, width, height)
        self._mixed(colour, lambda index: self.image.rectb(left, top, right - left, bottom - top, index))

    def line(self, x1: float, y1: float, x2: float, y2: float, colour: int) -> None:
        """Draw a line."""
        ends = self.x(x1), self.y(y1), self.x(x2), self.y(y2)
        self._mixed(colour, lambda index: self.image.line(*ends, index))

    def tri(self, x1: float, y1: float, x2: float, y2: float, x3: float, y3: float, colour: int) -> None:
        """Fill a triangle."""
        corners = self.x(x1), self.y(y1), self.x(x2), self.y(y2), self.x(x3), self.y(y3)
        self._mixed(colour, lambda index: self.image.tri(*corners, index))

    def blt(
        self,
        x: float,
        y: float,
        image: Any,
        u: float,
        v: float,
        width: float,
        height: float,
        colkey: int | None = None,
    ) -> None:
        """Draw a part of a picture: its own one for this adapter, or its reduction."""
        whole = (u, v, width, height) == (0, 0, image.width, image.height)
        reduced = self._picture(image, CLEAR if colkey is None else colkey)
        if whole:
            part = 0, 0, reduced.width, reduced.height
        else:
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

    def _mixed(self, colour: int, draw: Any) -> None:
        """Draw in a colour's first index, then in its second on a part of the pixels."""
        first, second, quarters = self._mixtures[self._pal[colour]]
        draw(first)
        if second != first:
            self.image.dither(quarters / 4)
            draw(second)
            self.image.dither(1)

    def _picture(self, image: Any, clear: int) -> Any:
        """Return what stands for a picture of which the colour `clear` is not drawn."""
        key = id(image), self._pal, clear
        # The picture is kept with its reduction: as long as it lives, no other can have its id.
        if key not in self._reduced:
            drawn = self._own.get(id(image))
            self._reduced[key] = (
                image,
                self._reduce(image, clear) if drawn is None else self._in_colours(drawn[1]),
            )
        return self._reduced[key][1]

    def _in_colours(self, drawn: Any) -> Any:
        """Return a picture drawn for this page in the colours that now stand for the programs' ones."""
        if self._pal == _SAME:
            return drawn
        table = bytearray(range(256))
        for index in self.palette:
            # As the programs' colour that looks most like it would be drawn now; the last one is paper, however dim.
            alike = min(
                range(16), key=lambda c: _distance(_channels(self._wanted[c]), _channels(RGBI[index]))
            )
            stands_for = 15 if index == self.palette[-1] else alike
            table[index] = nearest(self._wanted[self._pal[stands_for]], self.palette)
        pixels = bytes(memoryview(drawn.data_ptr()).cast("B")).translate(bytes(table))
        return _image(drawn.width, drawn.height, pixels)

    def _reduce(self, image: Any, clear: int) -> Any:
        """Return a picture's reduction: the pixel in the middle of each of this page's, its colour as a mixture."""
        source = bytes(memoryview(image.data_ptr()).cast("B"))
        wide, high = max(1, self.x(image.width)), max(1, self.y(image.height))
        columns = [(2 * x + 1) * image.width // (2 * wide) for x in range(wide)]
        tables = [self._table(order, clear) for order in _ORDER]
        pixels = bytearray()
        for y in range(high):
            start = (2 * y + 1) * image.height // (2 * high) * image.width
            line = bytes(source[start + x] for x in columns)
            row = bytearray(line.translate(tables[2 * (y & 1)]))
            row[1::2] = line.translate(tables[2 * (y & 1) + 1])[1::2]
            pixels += row
        return _image(wide, high, bytes(pixels))

    def _table(self, order: int, clear: int) -> bytes:
        """Return what the programs' colours become on the pixel of a square that is so far on in its order."""
        mixed = [self._mixtures[colour] for colour in self._pal[:CLEAR]]
        shown = bytearray(second if order < quarters else first for first, second, quarters in mixed)
        shown += bytes([CLEAR]) + bytes(255 - CLEAR)
        shown[clear] = CLEAR
        return bytes(shown)


def _image(width: int, height: int, pixels: bytes) -> Any:
    image = pyxel.Image(width, height)
    memoryview(image.data_ptr()).cast("B")[:] = pixels
    return image
