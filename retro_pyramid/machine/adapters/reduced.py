"""Drawing surface of an adapter with fewer pixels and colours, used like the EGA's page of 640x350 in 16 colours.

Coordinates are scaled to the adapter's coarser grid. A colour that the adapter lacks becomes the nearest dither of two
colours that it has. Images are reduced once and cached; an image drawn for the adapter is used in place of a reduction.
"""

from collections.abc import Callable, Sequence
from typing import Any

from retro_pyramid.machine.adapters.colours import (
    ALL_COLOURS,
    Dither,
    colour_distance_sq,
    dither_for,
    nearest_colour,
    split_rgb,
)
from retro_pyramid.machine.video import TRANSPARENT, Image, copy_pixels, image_from_pixels

_BAYER_ORDER = (2, 0, 1, 3)
"""Thresholds of a 2x2 square, row by row: a pixel has the dither's second colour if its value is below `quarters`."""
_IDENTITY = tuple(range(TRANSPARENT + 1))
_HIGHLIGHT_COLOURS = (12, 13, 10, 11, 4, 5, 2, 3)
"""Colours that may replace a highlight colour that would not be visible, in order of preference."""


class DitheredPage:
    """Page of `width` x `height` pixels in a `palette` of ALL_COLOURS, drawn on as if it had 640x350 pixels in 16 colours.

    `find_override` returns the picture that was drawn for this page in place of an image, or None. Such a picture has
    this page's resolution; its pixels are indices into `palette`, or larger numbers for transparent ones.
    """

    def __init__(
        self, width: int, height: int, palette: Sequence[int], find_override: Callable[[Image], Image | None]
    ) -> None:
        self.image = Image(width, height)
        self.palette = tuple(palette)
        self._find_override = find_override
        self._scale = (width, 640), (height, 350)
        self._pal = _IDENTITY
        self.target_colours: tuple[int, ...] = ()
        """24-bit values of the 16 colour indices that are drawn with."""
        self._dithers: list[Dither] = []
        self._reduced: dict[tuple[int, tuple[int, ...], int], tuple[Image, Image]] = {}
        """Original and reduced image, by the original's id, the colour exchange of `pal` and the transparent colour."""

    def set_target_colours(self, rgb_colours: Sequence[int]) -> None:
        """Set the 24-bit values of the 16 colour indices that are drawn with from now on."""
        if tuple(rgb_colours) != self.target_colours:
            self.target_colours = tuple(rgb_colours)
            self._dithers = [dither_for(rgb, self.palette) for rgb in rgb_colours]
            self._reduced.clear()

    def clear_cache(self) -> None:
        """Drop the cached reductions, after images or the pictures drawn for this page have changed."""
        self._reduced.clear()

    def data_ptr(self) -> Any:
        """Return the address of the page's own pixels, as Pyxel's images do."""
        return self.image.data_ptr()

    def scale_x(self, x: float) -> int:
        """Return the column of this page that contains column `x` of 640."""
        return int(x * self._scale[0][0] // self._scale[0][1])

    def scale_y(self, y: float) -> int:
        """Return the row of this page that contains row `y` of 350."""
        return int(y * self._scale[1][0] // self._scale[1][1])

    def distinct_colour(self, preferred: int, others: Sequence[int]) -> int:
        """Return a colour whose dither has no colour in common with black or the others.

        That is `preferred` if possible, and also if there is no such colour.
        """
        taken = {self.palette[0]}.union(*[self._dithers[other][:2] for other in others])
        distinct = (
            candidate
            for candidate in (preferred, *_HIGHLIGHT_COLOURS)
            if not taken.intersection(self._dithers[candidate][:2])
        )
        return next(distinct, preferred)

    def pget(self, x: float, y: float) -> int:
        """Return the adapter's own colour at a position of the 640x350 page."""
        return self.image.pget(self.scale_x(x), self.scale_y(y))

    def pal(self, *colours: int) -> None:
        """Draw the first colour as the second from now on; without arguments, draw each colour as itself again."""
        if colours:
            pal = list(self._pal)
            pal[colours[0]] = colours[1]
            self._pal = tuple(pal)
        else:
            self._pal = _IDENTITY

    def cls(self, colour: int) -> None:
        self.rect(0, 0, 640, 350, colour)

    def rect(self, x: float, y: float, width: float, height: float, colour: int) -> None:
        """Fill a rectangle. A positive width or height remains at least one pixel."""
        left, top, right, bottom = self._scale_box(x, y, width, height)
        self._draw_dithered(
            colour, lambda index: self.image.rect(left, top, right - left, bottom - top, index)
        )

    def rectb(self, x: float, y: float, width: float, height: float, colour: int) -> None:
        """Draw the border of a rectangle, one pixel wide."""
        left, top, right, bottom = self._scale_box(x, y, width, height)
        self._draw_dithered(
            colour, lambda index: self.image.rectb(left, top, right - left, bottom - top, index)
        )

    def line(self, x1: float, y1: float, x2: float, y2: float, colour: int) -> None:
        ends = self.scale_x(x1), self.scale_y(y1), self.scale_x(x2), self.scale_y(y2)
        self._draw_dithered(colour, lambda index: self.image.line(*ends, index))

    def tri(self, x1: float, y1: float, x2: float, y2: float, x3: float, y3: float, colour: int) -> None:
        corners = (
            self.scale_x(x1),
            self.scale_y(y1),
            self.scale_x(x2),
            self.scale_y(y2),
            self.scale_x(x3),
            self.scale_y(y3),
        )
        self._draw_dithered(colour, lambda index: self.image.tri(*corners, index))

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
        """Draw a part of an image: from the picture drawn for this adapter if there is one, else from its reduction."""
        reduced = self._convert_image(image, TRANSPARENT if colkey is None else colkey)
        part = self.scale_x(u), self.scale_y(v), max(1, self.scale_x(width)), max(1, self.scale_y(height))
        self.image.blt(
            self.scale_x(x), self.scale_y(y), reduced, *part, TRANSPARENT if colkey is not None else None
        )

    def _scale_box(self, x: float, y: float, width: float, height: float) -> tuple[int, int, int, int]:
        (page_width, full_width), (page_height, full_height) = self._scale
        # Inlined, not with `scale_x` and `scale_y`: buttons and frames call this 150 times per frame.
        left, top = int(x * page_width // full_width), int(y * page_height // full_height)
        right, bottom = (
            int((x + width) * page_width // full_width),
            int((y + height) * page_height // full_height),
        )
        if right <= left and width > 0:
            right = left + 1
        if bottom <= top and height > 0:
            bottom = top + 1
        return left, top, right, bottom

    def _draw_dithered(self, colour: int, draw: Callable[[int], object]) -> None:
        """Draw in the first colour of a dither, then in the second through Pyxel's dither pattern."""
        first, second, quarters = self._dithers[self._pal[colour]]
        draw(first)
        if second != first:
            self.image.dither(quarters / 4)
            draw(second)
            self.image.dither(1)

    def _convert_image(self, image: Image, transparent: int) -> Image:
        """Return the image as drawn on this page, from the cache if possible; `transparent` is the colour not drawn."""
        key = id(image), self._pal, transparent
        # The original is stored with its reduction: while it exists, no other image can have its id.
        if key not in self._reduced:
            override = self._find_override(image)
            has_page_size = override is image
            converted = (
                self._recolour(override)
                if override and not has_page_size
                else self._reduce(image, transparent, has_page_size)
            )
            self._reduced[key] = (image, converted)
        return self._reduced[key][1]

    def _recolour(self, override: Image) -> Image:
        """Return a picture drawn for this page in palette colours, with the colour exchange of `pal`."""
        colours = [
            index if self._pal == _IDENTITY else self._exchange_colour(index) for index in self.palette
        ]
        table = bytes((*colours, TRANSPARENT)[min(value, len(colours))] for value in range(256))
        return image_from_pixels(override.width, override.height, copy_pixels(override).translate(table))

    def _exchange_colour(self, index: int) -> int:
        """Return the palette colour for another one under the colour exchange of `pal`."""
        # A palette colour follows the drawing colour most like it; the last one is the cards' paper, so it follows white.
        most_similar = min(
            range(16),
            key=lambda c: colour_distance_sq(
                split_rgb(self.target_colours[c]), split_rgb(ALL_COLOURS[index])
            ),
        )
        drawing_colour = 15 if index == self.palette[-1] else most_similar
        return nearest_colour(self.target_colours[self._pal[drawing_colour]], self.palette)

    def _reduce(self, image: Image, transparent: int, has_page_size: bool = False) -> Image:
        """Return the image reduced to this page's resolution by its centre pixels, and to dithered colours.

        With `has_page_size` it has this page's resolution already.
        """
        source = copy_pixels(image)
        width, height = image.width, image.height
        if not has_page_size:
            width, height = max(1, self.scale_x(width)), max(1, self.scale_y(height))
        # If the width is a multiple, columns are a slice; picking them one by one takes several times as long.
        step, remainder = divmod(image.width, width)
        columns = [(2 * x + 1) * image.width // (2 * width) for x in range(width)] if remainder else []
        tables = [self._colour_table(threshold, transparent) for threshold in _BAYER_ORDER]
        pixels = bytearray()
        for y in range(height):
            start = (2 * y + 1) * image.height // (2 * height) * image.width
            line = (
                bytes(source[start + x] for x in columns)
                if remainder
                else source[start + step // 2 : start + image.width : step]
            )
            row = bytearray(line.translate(tables[2 * (y & 1)]))
            row[1::2] = line.translate(tables[2 * (y & 1) + 1])[1::2]
            pixels += row
        return image_from_pixels(width, height, bytes(pixels))

    def _colour_table(self, threshold: int, transparent: int) -> bytes:
        """Return the table from drawing colours to palette colours for the pixels of a square with that threshold."""
        dithers = [self._dithers[colour] for colour in self._pal[:TRANSPARENT]]
        table = bytearray(second if threshold < quarters else first for first, second, quarters in dithers)
        table += bytes([TRANSPARENT]) + bytes(255 - TRANSPARENT)
        table[transparent] = TRANSPARENT
        return bytes(table)
