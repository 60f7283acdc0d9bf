"""Text layer of 80x25 character cells, painted into an image; only rows that changed are painted again."""

from functools import cache, cached_property, lru_cache
from itertools import pairwise
from typing import NamedTuple

import pyxel

COLUMNS, ROWS = 80, 25
TRANSPARENT = 16
"""Colour index of transparent pixels, outside the 16 real colours, which one picture may all use."""

_COLUMN_MASKS = [bytes(0xFF if value << bit & 0x80 else 0 for value in range(256)) for bit in range(8)]
"""For each column of a pattern, a table from a row byte to a mask: FFh if the pixel is set there."""
_MASK_TO_INDEX = bytes(value & 1 for value in range(256))
"""Table from a mask to a colour index, 0 or 1."""
_ZERO_TO_TRANSPARENT = bytes([TRANSPARENT]) + bytes(255)
_ROW_BYTES = 2 * COLUMNS
"""Bytes in a row of cells."""
_UNDERLINE_MIN_HEIGHT = 14
"""A cell of fewer scan lines has no free line for an underline."""


@lru_cache(8)
def pixel_buffer(image: pyxel.Image) -> memoryview:
    """Return a writable view of an image's colour indices, row by row; writing to it changes the image.

    Cached, because asking Pyxel for the address takes as long as copying through the view. In the browser that copy
    takes a tenth of the time of Pyxel's own copying.
    """
    return memoryview(image.data_ptr()).cast("B")


class AttributeMap(NamedTuple):
    """Appearance of the 256 text attributes on an adapter, as tables with one byte per attribute."""

    inks: bytes
    """Colour index of the foreground."""
    papers: bytes
    """Colour index of the background."""
    underlines: bytes = bytes(256)
    """FFh if underlined, else 0."""
    is_transparent: bool = False
    """Whether a cell of character 0 and attribute 0 shows the page behind it."""


class TextLayer:
    """Layer of 80x25 cells in one font; `patterns` are 256 characters of `cell_height` bytes, bit 7 leftmost.

    A ninth pixel column repeats the eighth for the box-drawing characters C0h to DFh, else it is paper
    (`reference/hardware.json`).
    """

    def __init__(self, patterns: bytes, cell_width: int, cell_height: int) -> None:
        self.cell_width, self.cell_height = cell_width, cell_height
        self._patterns = patterns
        self._masks = _build_masks(patterns, cell_width, cell_height)
        self.font_image = _draw_font(patterns, cell_width, cell_height)
        self._layer = pyxel.Image(COLUMNS * cell_width, ROWS * cell_height)
        self._painted_cells = bytearray(2 * COLUMNS * ROWS)
        self._attribute_map: AttributeMap | None = None

    @cached_property
    def _underlined_masks(self) -> list[list[bytes]]:
        """Masks of characters squeezed to fit above an underline, which would make an N look like a D if it touched it."""
        return _build_masks(
            _squeeze_patterns(self._patterns, self.cell_height), self.cell_width, self.cell_height
        )

    def draw_text(self, image: pyxel.Image, x: int, y: int, codes: bytes, colour: int) -> None:
        """Draw characters of code page 437 in one colour on an image, from pixel (x, y) to the right."""
        width, height = self.cell_width, self.cell_height
        image.pal(1, colour)
        for i, code in enumerate(codes):
            image.blt(
                x + i * width, y, self.font_image, (code & 15) * width, (code >> 4) * height, width, height, 0
            )
        image.pal()

    def find_used_rows(self, cells: bytearray) -> list[tuple[int, int]]:
        """Return the first scan line and the height of each run of rows that are not empty.

        >>> cells = bytearray(2 * COLUMNS * ROWS)
        >>> cells[0] = cells[-2] = cells[-2 - 2 * COLUMNS] = ord("A")
        >>> TextLayer(bytes(256 * 14), 8, 14).find_used_rows(cells)
        [(0, 14), (322, 28)]
        """
        runs = list[tuple[int, int]]()
        for row in range(ROWS):
            if cells[row * _ROW_BYTES : (row + 1) * _ROW_BYTES] == bytes(_ROW_BYTES):
                continue
            y = row * self.cell_height
            if runs and sum(runs[-1]) == y:
                runs[-1] = (runs[-1][0], runs[-1][1] + self.cell_height)
            else:
                runs.append((y, self.cell_height))
        return runs

    def paint(self, cells: bytearray, attribute_map: AttributeMap) -> pyxel.Image:
        """Return the image of `cells`, which are character and attribute alternately, row after row."""
        layer, painted_cells = self._layer, self._painted_cells
        if self._attribute_map is not attribute_map:
            # All attributes may have changed, and whether empty cells are transparent.
            self._attribute_map = attribute_map
            painted_cells[:] = bytes(len(painted_cells))
            layer.cls(TRANSPARENT if attribute_map.is_transparent else attribute_map.papers[0])
        if cells != painted_cells:
            spans = (slice(row * _ROW_BYTES, (row + 1) * _ROW_BYTES) for row in range(ROWS))
            changed = [row for row, span in enumerate(spans) if cells[span] != painted_cells[span]]
            self._paint_rows(cells, changed, attribute_map)
            painted_cells[:] = cells
        return layer

    def _paint_rows(self, cells: bytearray, rows: list[int], attribute_map: AttributeMap) -> None:
        """Paint rows of cells, one scan line of all of them at a time, which is much faster than cell by cell."""
        joined = b"".join([cells[row * _ROW_BYTES : (row + 1) * _ROW_BYTES] for row in rows])
        codes, attributes = joined[::2], joined[1::2]
        count, width = len(codes), self.cell_width
        papers = int.from_bytes(attributes.translate(attribute_map.papers))
        # A pixel is the paper, XORed with this difference where it is ink.
        difference = papers ^ int.from_bytes(attributes.translate(attribute_map.inks))
        if attribute_map.is_transparent:
            papers |= int.from_bytes(codes.translate(_ZERO_TO_TRANSPARENT)) & int.from_bytes(
                attributes.translate(_ZERO_TO_TRANSPARENT)
            )
        paper = int.from_bytes(papers.to_bytes(count) * width)
        ink = int.from_bytes(difference.to_bytes(count) * width)
        underline = int.from_bytes(attributes.translate(attribute_map.underlines) * width)
        pixels = pixel_buffer(self._layer)
        size = COLUMNS * width
        scan_lines = bytearray(count * width)

        def mask_at(masks: list[list[bytes]], line: int) -> int:
            return int.from_bytes(b"".join([codes.translate(column_mask) for column_mask in masks[line]]))

        for line in range(self.cell_height):
            mask = mask_at(self._masks, line)
            if line == self.cell_height - 1:
                mask |= underline
            elif underline and self.cell_height < _UNDERLINE_MIN_HEIGHT:
                mask ^= (mask ^ mask_at(self._underlined_masks, line)) & underline
            painted = (mask & ink ^ paper).to_bytes(count * width)
            for column in range(width):
                scan_lines[column::width] = painted[column * count : (column + 1) * count]
            for i, row in enumerate(rows):
                start = (row * self.cell_height + line) * size
                pixels[start : start + size] = scan_lines[i * size : (i + 1) * size]


def _squeeze_patterns(font: bytes, height: int) -> bytes:
    """Return the patterns with their last two lines empty and each character's shape preserved.

    A character that is too high loses empty lines first. Then it loses one of two lines that differ least from each
    other, the pair nearest to its middle.
    """
    squeezed = bytearray()
    for start in range(0, len(font), height):
        lines = bytearray(font[start : start + height])
        while len(lines) > height - 2:
            if not (lines[0] and lines[-1]):
                del lines[-1 if lines[0] else 0]
                continue
            middle = len(lines) // 2
            differences = [(line ^ next_line).bit_count() for line, next_line in pairwise(lines)]
            del lines[min(range(len(differences)), key=lambda i: (differences[i], abs(i - middle)))]
        squeezed += lines + bytes(2)
    return bytes(squeezed)


@cache
def _build_masks(font: bytes, width: int, height: int) -> list[list[bytes]]:
    """Return for each line and column of a cell a table of 256 masks, FFh if that character has a dot there."""
    masks = [
        [font[line::height].translate(_COLUMN_MASKS[bit]) for bit in range(min(width, 8))]
        for line in range(height)
    ]
    if width > 8:
        for columns in masks:
            columns.append(bytes(0xC0) + columns[7][0xC0:0xE0] + bytes(0x20))
    return masks


@cache
def _draw_font(font: bytes, width: int, height: int) -> pyxel.Image:
    """Return an image of 16x16 characters, colour 1 on 0."""
    image = pyxel.Image(16 * width, 16 * height)
    pixels = pixel_buffer(image)
    for line, columns in enumerate(_build_masks(font, width, height)):
        for column, masks in enumerate(columns):
            dots = masks.translate(_MASK_TO_INDEX)
            for row in range(16):
                start = (row * height + line) * 16 * width + column
                pixels[start : start + 16 * width - column : width] = dots[16 * row : 16 * row + 16]
    return image
