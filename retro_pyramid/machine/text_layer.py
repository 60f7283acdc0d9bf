"""80x25 character cells painted into a picture, by whatever adapter shows them; only what changed is painted again."""

from functools import cache, cached_property, lru_cache
from itertools import pairwise
from typing import NamedTuple

import pyxel

COLUMNS, ROWS = 80, 25
CLEAR = 16
"""The colour index that stands for "nothing here": all 16 real ones may be in use in one picture."""

_BITS = [bytes(0xFF if value << bit & 0x80 else 0 for value in range(256)) for bit in range(8)]
"""For each column of a pattern, a row byte's mask there."""
_DOTS = bytes(value & 1 for value in range(256))
"""Makes of a mask the index of a colour, 0 or 1."""
_EMPTY = bytes([CLEAR]) + bytes(255)
_ROW = 2 * COLUMNS
"""The bytes of a row of cells."""
_LOW = 14
"""A cell of fewer lines has none to spare for an underline."""


@lru_cache(8)
def memory(image: pyxel.Image) -> memoryview:
    """Return the colour indices of an image, row by row, where they are: what is written there is drawn.

    To copy them so takes, in the browser, a tenth of what Pyxel's own copying takes; to ask Pyxel where they are, as much.
    """
    return memoryview(image.data_ptr()).cast("B")


class Look(NamedTuple):
    """What an adapter makes of the 256 attributes: the index of ink and paper of each, and which are underlined (FFh).

    `see_through`: a cell of character 0 and attribute 0 shows what lies behind.
    """

    inks: bytes
    papers: bytes
    underlines: bytes = bytes(256)
    see_through: bool = False


class Cells:
    """A layer of 80x25 cells in the characters of one font: `font` is 256 patterns of `height` bytes, bit 7 leftmost.

    Characters are `width` pixels wide; a ninth column repeats the eighth for the box characters C0h to DFh and is
    paper else (`reference/hardware.json`).
    """

    def __init__(self, font: bytes, width: int, height: int) -> None:
        self.width, self.height = width, height
        self._patterns = font
        self._dots = _dots(font, width, height)
        self.font = _picture(font, width, height)
        self._layer = pyxel.Image(COLUMNS * width, ROWS * height)
        self._shown = bytearray(2 * COLUMNS * ROWS)
        self._look: Look | None = None

    @cached_property
    def _over_line(self) -> list[list[bytes]]:
        """The dots of low characters over an underline: it would touch the letter, and an N look like a D."""
        return _dots(_lowered(self._patterns, self.height), self.width, self.height)

    def print(self, image: pyxel.Image, x: int, y: int, codes: bytes, colour: int) -> None:
        """Draw characters side by side in one colour, from a pixel of an image on."""
        width, height = self.width, self.height
        image.pal(1, colour)
        for at, code in enumerate(codes):
            image.blt(
                x + at * width, y, self.font, (code & 15) * width, (code >> 4) * height, width, height, 0
            )
        image.pal()

    def rows_in_use(self, cells: bytearray) -> list[tuple[int, int]]:
        """Return where there is anything in the cells: first scan line and height of each run of such rows.

        >>> cells = bytearray(2 * COLUMNS * ROWS)
        >>> cells[0] = cells[-2] = cells[-2 - 2 * COLUMNS] = ord("A")
        >>> Cells(bytes(256 * 14), 8, 14).rows_in_use(cells)
        [(0, 14), (322, 28)]
        """
        lots = list[tuple[int, int]]()
        for row in range(ROWS):
            if cells[row * _ROW : (row + 1) * _ROW] == bytes(_ROW):
                continue
            y = row * self.height
            if lots and sum(lots[-1]) == y:
                lots[-1] = (lots[-1][0], lots[-1][1] + self.height)
            else:
                lots.append((y, self.height))
        return lots

    def paint(self, cells: bytearray, look: Look) -> pyxel.Image:
        """Return the layer with `cells` (character and attribute in turn, row after row) as an adapter shows them."""
        layer, shown = self._layer, self._shown
        if self._look is not look:
            # Every attribute may look different now, and an empty cell be black or see-through.
            self._look = look
            shown[:] = bytes(len(shown))
            layer.cls(CLEAR if look.see_through else look.papers[0])
        if cells != shown:
            lines = (slice(row * _ROW, (row + 1) * _ROW) for row in range(ROWS))
            changed = [row for row, line in enumerate(lines) if cells[line] != shown[line]]
            self._paint_rows(cells, changed, look)
            shown[:] = cells
        return layer

    def _paint_rows(self, cells: bytearray, rows: list[int], look: Look) -> None:
        """Paint rows of cells, a scan line of all of them at a time: much faster than cell by cell."""
        joined = b"".join([cells[row * _ROW : (row + 1) * _ROW] for row in rows])
        codes, attributes = joined[::2], joined[1::2]
        count, width = len(codes), self.width
        papers = int.from_bytes(attributes.translate(look.papers))
        # A pixel is its paper, or with the difference of the two its ink.
        difference = papers ^ int.from_bytes(attributes.translate(look.inks))
        if look.see_through:
            papers |= int.from_bytes(codes.translate(_EMPTY)) & int.from_bytes(attributes.translate(_EMPTY))
        paper = int.from_bytes(papers.to_bytes(count) * width)
        ink = int.from_bytes(difference.to_bytes(count) * width)
        below = int.from_bytes(attributes.translate(look.underlines) * width)
        pixels = memory(self._layer)
        size = COLUMNS * width
        line = bytearray(count * width)

        def dotted(every: list[list[bytes]], at: int) -> int:
            return int.from_bytes(b"".join([codes.translate(dots) for dots in every[at]]))

        for at in range(self.height):
            mask = dotted(self._dots, at)
            if at == self.height - 1:
                mask |= below
            elif below and self.height < _LOW:
                mask ^= (mask ^ dotted(self._over_line, at)) & below
            painted = (mask & ink ^ paper).to_bytes(count * width)
            for column in range(width):
                line[column::width] = painted[column * count : (column + 1) * count]
            for place, row in enumerate(rows):
                start = (row * self.height + at) * size
                pixels[start : start + size] = line[place * size : (place + 1) * size]


def _lowered(font: bytes, height: int) -> bytes:
    """Return the patterns with their last two lines empty, each character at its full shape.

    A character too high for that loses empty lines, then of those that are most like the next the one nearest its middle.
    """
    lowered = bytearray()
    for start in range(0, len(font), height):
        lines = bytearray(font[start : start + height])
        while len(lines) > height - 2:
            if not (lines[0] and lines[-1]):
                del lines[-1 if lines[0] else 0]
                continue
            middle = len(lines) // 2
            alike = [(one ^ other).bit_count() for one, other in pairwise(lines)]
            del lines[min(range(len(alike)), key=lambda at: (alike[at], abs(at - middle)))]
        lowered += lines + bytes(2)
    return bytes(lowered)


@cache
def _dots(font: bytes, width: int, height: int) -> list[list[bytes]]:
    """Return for each line and column of a cell a mask for each of the 256 characters, FFh where it has a dot there."""
    every = [
        [font[line::height].translate(_BITS[bit]) for bit in range(min(width, 8))] for line in range(height)
    ]
    if width > 8:
        for columns in every:
            columns.append(bytes(0xC0) + columns[7][0xC0:0xE0] + bytes(0x20))
    return every


@cache
def _picture(font: bytes, width: int, height: int) -> pyxel.Image:
    image = pyxel.Image(16 * width, 16 * height)
    pixels = memory(image)
    for line, columns in enumerate(_dots(font, width, height)):
        for column, masks in enumerate(columns):
            dots = masks.translate(_DOTS)
            for row in range(16):
                start = (row * height + line) * 16 * width + column
                pixels[start : start + 16 * width - column : width] = dots[16 * row : 16 * row + 16]
    return image
