"""The emulated EGA: 640x350 pixels in 16 of 64 colours, with 80x25 character cells over or instead of the picture.

Layers, from the back: the page (graphics mode only), the cells, the pointer.  A cell of character 0 and attribute 0 lets the
page show through; in text mode it is black.
"""

from collections.abc import Sequence
from functools import lru_cache
from typing import Literal

import pyxel

from retro_pyramid import cp437
from retro_pyramid.machine.palette import DEFAULT_REGISTERS, ega_rgb
from retro_pyramid.machine.pointers import POINTERS, Shape
from retro_pyramid.machine.repaint import repaint

WIDTH, HEIGHT = 640, 350
COLUMNS, ROWS = 80, 25
CELL_WIDTH, CELL_HEIGHT = 8, 14
CLEAR = 16
"""The colour index that stands for "nothing here": all 16 real ones may be in use in one picture."""
BLINK_TICKS = 16
CURSOR_TICKS = 8
CURSOR_LINES = (11, 2)
"""Blink and cursor timing in frames, first scan line and height of the cursor: measured, `reference/hardware.json`."""

# While blinking cells are off, each attribute's mask for its character, and what it becomes: the character 0 is blank,
# and on black the underline goes too.
_OFF_MASKS = bytes(0x00 if attribute & 0x80 else 0xFF for attribute in range(256))
_OFF_ATTRIBUTES = bytes(0x80 if attribute & 0xF0 == 0x80 else attribute for attribute in range(256))

# An attribute's ink; its paper in text mode, where a bit blinks, and in graphics; whether it is underlined.
_INKS = bytes(attribute & 15 for attribute in range(256))
_PAPERS = {True: bytes(a >> 4 & 7 for a in range(256)), False: bytes(a >> 4 for a in range(256))}
_UNDERLINES = bytes(0xFF if a & 7 == 1 and not a & 0x70 else 0 for a in range(256))
_EMPTY = bytes([CLEAR]) + bytes(255)
_MANY_ROWS = 12
"""From so many changed rows on, all are painted at once."""

Mode = Literal["graphics", "text"]
Image = pyxel.Image

# The mouse driver's arrow: AND and XOR masks, bit 15 leftmost; AND 0 XOR 0 is black, AND 0 XOR 1 white.
_ARROW_AND = (16383, 8191, 4095, 2047, 1023, 511, 255, 127, 63, 31, 511, 255, 12543, 63615, 63615, 64767)
_ARROW_XOR = (
    0,
    16384,
    24576,
    28672,
    30720,
    31744,
    32256,
    32512,
    32640,
    31744,
    27648,
    17920,
    1536,
    768,
    768,
    0,
)
_POINTER_COLOURS = bytes.maketrans(b".#o", bytes([CLEAR, 0, 15]))


def image_from_pixels(width: int, height: int, pixels: bytes) -> Image:
    """Return a drawable image of `width` x `height` colour indices, row by row."""
    image = pyxel.Image(width, height)
    memoryview(image.data_ptr()).cast("B")[:] = pixels
    return image


@lru_cache(maxsize=1024)
def _cells(text: str, attribute: int) -> bytes:
    """Return the cells of a text; a screen writes much the same in every frame."""
    codes = cp437.encode(text)
    return bytes(value for code in codes for value in (code, attribute))


def _mono_attribute(attribute: int) -> int:
    """Return what the monochrome display makes of a colour attribute: normal, bright or reverse, keeping blink.

    Original: on an MDA only 70h is reverse; every other light-on-dark or dark-on-dark pair is light on black.
    Here: cyan, red and grey backgrounds are reverse, or selection bars would vanish.
    """
    foreground, background, blink = attribute & 15, attribute >> 4 & 7, attribute & 0x80
    if background in (3, 4, 7):
        return blink | 0x70
    if attribute & 0x77 == 0:
        return 0x00
    return blink | (0x0F if foreground & 8 else 0x07)


_MONO = bytes(map(_mono_attribute, range(256)))
_INKS = bytes(attribute & 15 for attribute in range(256))
_PAPERS = {True: bytes(a >> 4 & 7 for a in range(256)), False: bytes(a >> 4 for a in range(256))}
"""The paper of each attribute: in text mode, where one bit blinks, and in graphics."""
_UNDERLINES = bytes(0xFF if a & 0x77 == 1 else 0 for a in range(256))
_EMPTY = bytes([CLEAR]) + bytes(255)
_MANY_ROWS = 13
"""From so many changed rows on, all cells are drawn at once: that takes always the same time."""


class Video:
    """The adapter: what the programs draw on.  `font` is 256 patterns of 14 row bytes, bit 7 leftmost."""

    def __init__(self, font: bytes, mode: Mode = "graphics", mono: bool = False) -> None:
        self.mode: Mode = mode
        self.mono = mono
        self.page = pyxel.Image(WIDTH, HEIGHT)
        self.cells = bytearray(2 * COLUMNS * ROWS)
        self.cursor: tuple[int, int] | None = None
        self.registers = list(DEFAULT_REGISTERS)
        self.set_registers()
        self._picture = pyxel.Image(WIDTH, HEIGHT)
        self._layer = pyxel.Image(WIDTH, HEIGHT)
        self._shown = bytearray(len(self.cells))
        self._shown_mode: Mode | None = None
        self._patterns = [font[line::CELL_HEIGHT] for line in range(CELL_HEIGHT)]
        dots = [bytes(value >> (7 - bit) & 1 for bit in range(CELL_WIDTH)) for value in range(256)]
        self._font = image_from_pixels(
            16 * CELL_WIDTH,
            16 * CELL_HEIGHT,
            b"".join(
                dots[font[(row * 16 + column) * CELL_HEIGHT + line]]
                for row in range(16)
                for line in range(CELL_HEIGHT)
                for column in range(16)
            ),
        )
        arrow = bytes(
            CLEAR if ands >> bit & 1 else 15 * (xors >> bit & 1)
            for ands, xors in zip(_ARROW_AND, _ARROW_XOR, strict=True)
            for bit in range(15, -1, -1)
        )
        self._pointers: dict[Shape, tuple[Image, tuple[int, int]]] = {
            "arrow": (image_from_pixels(16, 16, arrow), (0, 0))
        }

    def set_registers(self, registers: Sequence[int] = DEFAULT_REGISTERS) -> None:
        """Load the 16 palette registers with EGA colours 0-63."""
        self.registers[:] = registers
        for index, value in enumerate(registers):
            pyxel.colors[index] = ega_rgb(value)

    def clear(self) -> None:
        """Empty all cells, so that the page shows through; the page keeps what it has."""
        self.cells[:] = bytes(len(self.cells))
        self.cursor = None

    def write(self, column: int, row: int, text: str, attribute: int) -> None:
        """Put `text` into the cells from (column, row) on; what lies outside the row is cut off."""
        if not 0 <= row < ROWS:
            return
        cells = _cells(text, attribute)
        if column < 0 or 2 * column + len(cells) > 2 * COLUMNS:
            cells = cells[2 * max(0, -column) : 2 * max(0, COLUMNS - column)]
            column = max(column, 0)
        start = 2 * (row * COLUMNS + column)
        self.cells[start : start + len(cells)] = cells

    def print(self, x: int, y: int, text: str, colour: int) -> None:
        """Draw characters on the page from picture pixel (x, y) on, in one colour; what lies between them stays."""
        self.page.pal(1, colour)
        for at, code in enumerate(cp437.encode(text)):
            glyph = (code & 15) * CELL_WIDTH, (code >> 4) * CELL_HEIGHT
            self.page.blt(x + at * CELL_WIDTH, y, self._font, *glyph, CELL_WIDTH, CELL_HEIGHT, 0)
        self.page.pal()

    def fill(self, column: int, row: int, width: int, height: int, char: str, attribute: int) -> None:
        """Fill a rectangle of cells with one character and attribute."""
        text = char * width
        for line in range(row, row + height):
            self.write(column, line, text, attribute)

    def tint(self, column: int, row: int, width: int, height: int, attribute: int) -> None:
        """Give a rectangle of cells another attribute, keeping the characters; cells outside the screen are ignored."""
        left = max(column, 0)
        width = max(0, min(column + width, COLUMNS) - left)
        for line in range(max(row, 0), min(row + height, ROWS)):
            start = 2 * (line * COLUMNS + left) + 1
            self.cells[start : start + 2 * width : 2] = bytes([attribute]) * width

    def text_rows(self) -> list[str]:
        """Return the 25 rows of 80 characters as they stand in the cells."""
        size = 2 * COLUMNS
        return [cp437.decode(bytes(self.cells[i : i + size : 2])) for i in range(0, len(self.cells), size)]

    def compose(self, tick: int, pointer: tuple[int, int] | None, shape: Shape = "arrow") -> Image:
        """Return the finished picture, 640x350 colour indices, of this moment; `pointer` is its hot spot or None.

        Its `shape` shows in graphics; in text mode the driver's pointer is a cell in exchanged colours.
        """
        text = self.mode == "text"
        blink_on = not text or tick // BLINK_TICKS % 2 == 0
        cells = self.cells
        if text and pointer is not None:
            # The text cursor of the mouse driver: the cell's colours exchanged, XOR 77h in the attribute.
            cells = bytearray(cells)
            at = 2 * (pointer[1] // CELL_HEIGHT * COLUMNS + pointer[0] // CELL_WIDTH) + 1
            # Reduced first: green exchanged is magenta, which a monochrome display shows alike.
            cells[at] = (_MONO[cells[at]] if self.mono else cells[at]) ^ 0x77
        self._draw_changed(cells, text, blink_on)
        if text:
            self._picture.blt(0, 0, self._layer, 0, 0, WIDTH, HEIGHT)
        else:
            self._picture.blt(0, 0, self.page, 0, 0, WIDTH, HEIGHT)
            self._picture.blt(0, 0, self._layer, 0, 0, WIDTH, HEIGHT, CLEAR)
            if pointer is not None:
                image, (hot_x, hot_y) = self._pointer(shape)
                self._picture.blt(pointer[0] - hot_x, pointer[1] - hot_y, image, 0, 0, 16, 16, CLEAR)
        if self.cursor is not None and tick // CURSOR_TICKS % 2 == 0:
            column, row = self.cursor
            first, height = CURSOR_LINES
            attribute = self.cells[2 * (row * COLUMNS + column) + 1]
            colour = (_MONO[attribute] if self.mono else attribute) & 15
            self._picture.rect(column * CELL_WIDTH, row * CELL_HEIGHT + first, CELL_WIDTH, height, colour)
        return self._picture

    def _pointer(self, shape: Shape) -> tuple[Image, tuple[int, int]]:
        """Return a pointer's picture and hot spot; a shape is drawn when it is first needed."""
        if shape not in self._pointers:
            rows, hot = POINTERS[shape]
            pixels = "".join(rows).encode().translate(_POINTER_COLOURS)
            self._pointers[shape] = (image_from_pixels(16, 16, pixels), hot)
        return self._pointers[shape]

    def _draw_changed(self, cells: bytearray, text: bool, blink_on: bool) -> None:
        """Draw the cells that differ from what the layer shows, blinking ones by their phase."""
        wanted = cells
        if text and not blink_on and max(cells[1::2]) & 0x80:
            attributes = cells[1::2]
            masks = int.from_bytes(attributes.translate(_OFF_MASKS))
            wanted = bytearray(len(cells))
            wanted[::2] = (int.from_bytes(cells[::2]) & masks).to_bytes(len(cells) // 2)
            wanted[1::2] = attributes.translate(_OFF_ATTRIBUTES)
        layer, shown = self._layer, self._shown
        if self._shown_mode != self.mode:
            # An empty cell is see-through in one mode and black in the other, and attributes differ.
            self._shown_mode = self.mode
            shown[:] = bytes(len(shown))
            layer.cls(0 if text else CLEAR)
        if wanted == shown:
            return
        size = 2 * COLUMNS
        changed = [
            at for at in range(0, len(wanted), size) if wanted[at : at + size] != shown[at : at + size]
        ]
        if len(changed) < _MANY_ROWS:
            self._draw_rows(wanted, changed, text)
        else:
            self._draw_all(wanted, text)
        shown[:] = wanted

    def _draw_rows(self, wanted: bytearray, changed: list[int], text: bool) -> None:
        """Draw the cells that changed in the rows that begin there, one by one."""
        layer, font, shown = self._layer, self._font, self._shown
        pal, blt, papers = layer.pal, layer.blt, _PAPERS[text]
        last = -1
        for start in changed:
            y = start // (2 * COLUMNS) * CELL_HEIGHT
            for index in range(start, start + 2 * COLUMNS, 2):
                char, attribute = wanted[index], wanted[index + 1]
                if char == shown[index] and attribute == shown[index + 1]:
                    continue
                if char == 0 == attribute and not text:
                    layer.rect((index - start) * 4, y, CELL_WIDTH, CELL_HEIGHT, CLEAR)
                    continue
                if attribute != last:
                    last = attribute
                    colours = _MONO[attribute] if self.mono else attribute
                    pal(0, papers[colours])
                    pal(1, _INKS[colours])
                blt((index - start) * 4, y, font, (char & 15) * 8, (char >> 4) * 14, 8, 14)
                if self.mono and _UNDERLINES[attribute]:
                    layer.rect((index - start) * 4, y + CELL_HEIGHT - 1, CELL_WIDTH, 1, _INKS[colours])
        pal()

    def _draw_all(self, wanted: bytearray, text: bool) -> None:
        """Draw every cell, all at once."""
        codes, attributes = bytes(wanted[::2]), bytes(wanted[1::2])
        colours = attributes.translate(_MONO) if self.mono else attributes
        papers = colours.translate(_PAPERS[text])
        if not text:
            empty = int.from_bytes(codes.translate(_EMPTY)) & int.from_bytes(attributes.translate(_EMPTY))
            papers = (int.from_bytes(papers) | empty).to_bytes(len(codes))
        underlines = attributes.translate(_UNDERLINES) if self.mono else bytes(len(codes))
        pixels = memoryview(self._layer.data_ptr()).cast("B")
        repaint(pixels, self._patterns, codes, papers, colours.translate(_INKS), underlines)
