"""The emulated adapter, an EGA: 640x350 pixels in 16 of 64 colours, with 80x25 cells over or instead of the picture.

Other adapters (`mda`, `cga`) show the same page and cells in their own way; programs draw as for this one.

Layers, from the back: the page (graphics mode only), the cells, the pointer.  A cell of character 0 and attribute 0 lets the
page show through; in text mode it is black.
"""

import re
from collections.abc import Mapping, Sequence
from functools import lru_cache
from typing import Any, Literal

import pyxel

from retro_pyramid import cp437
from retro_pyramid.machine.adapters.palette import DEFAULT_REGISTERS, ega_rgb
from retro_pyramid.machine.text_layer import CLEAR as CLEAR
from retro_pyramid.machine.text_layer import COLUMNS as COLUMNS
from retro_pyramid.machine.text_layer import ROWS as ROWS
from retro_pyramid.machine.text_layer import Cells, Look
from retro_pyramid.machine.text_layer import memory as memory
from retro_pyramid.resources import asset_text

WIDTH, HEIGHT = 640, 350
CELL_WIDTH, CELL_HEIGHT = 8, 14
BLINK_TICKS = 16
_BLINKING = re.compile(rb"[\x80-\xff]")
CURSOR_TICKS = 8
CURSOR_LINES = (11, 2)
"""Blink and cursor timing in frames, first scan line and height of the cursor: measured, `reference/hardware.json`."""

# While blinking cells are off, each attribute's mask for its character, and what it becomes: the character 0 is blank,
# and on black the underline goes too.
_OFF_MASKS = bytes(0x00 if attribute & 0x80 else 0xFF for attribute in range(256))
_OFF_ATTRIBUTES = bytes(0x80 if attribute & 0xF0 == 0x80 else attribute for attribute in range(256))

_LIGHT = (7, 10, 11, 14, 15)
# A letter when it is lifted: blue on a light paper, on cyan white on blue, as words that are off are blue there; else
# bright, yellow where it is so already.
_LIFTED = bytes(
    0x1F
    if value >> 4 == 3
    else value & 0xF0 | (1 if value >> 4 in _LIGHT else 14 if value & 8 or not value & 15 else value & 15 | 8)
    for value in range(256)
)

TEXT_LOOK = Look(bytes(value & 15 for value in range(256)), bytes(value >> 4 & 7 for value in range(256)))
"""Attributes in text mode: 16 inks, 8 papers; the highest bit blinks."""
_KEYS = bytes(255 * (value in (0x77, 0xFF)) for value in range(256))
_PAPERS = bytes(value >> 4 for value in range(256))
GRAPHICS_LOOK = Look(bytes(value & 15 & ~key for value, key in enumerate(_KEYS)), _PAPERS, _KEYS, True)
"""Attributes over a picture: 16 inks and papers, grey on grey and white on white being black and underlined.

Empty cells show the page.
"""

PICTURE, FINALE = "picture", "finale"
"""The colours of a picture that fills the screen, and of one in which light and cards change."""
Mode = Literal["graphics", "text"]
Image = pyxel.Image
Shape = Literal["arrow", "hand", "hourglass", "standing hourglass"]
Pointer = tuple[list[list[str]], tuple[int, int]]
"""A pointer's pictures row by row, shown one after another, and its hot spot: the pixel that points.

`#` is black, `o` white, `.` lets the picture through. The arrow is the mouse driver's own, measured; the others are ours.
"""

TURN_TICKS = 12
"""How long each picture of a shape with several shows, in ticks."""

_POINTER_COLOURS = bytes.maketrans(b".#o", bytes([CLEAR, 0, 15]))


def _read_pointers(text: str) -> dict[str, Pointer]:
    """Read pointers: a line with the name and the hot spot of each, then the rows of its pictures, and an empty line."""
    shapes = {}
    for block in text.split("\n\n"):
        head, *rows = block.splitlines()
        name, x, y = head.rsplit(" ", 2)
        shapes[name] = [rows[at : at + 16] for at in range(0, len(rows), 16)], (int(x), int(y))
    return shapes


POINTERS = _read_pointers(asset_text("pointers.txt"))


def image_from_pixels(width: int, height: int, pixels: bytes) -> Image:
    """Return a drawable image of `width` x `height` colour indices, row by row."""
    image = pyxel.Image(width, height)
    memory(image)[:] = pixels
    return image


def pixels_of(image: Image) -> bytes:
    """Return the colour indices of an image, row by row."""
    return bytes(memory(image))


def half(image: Image) -> Image:
    """Return a picture of even width with every other column only."""
    return image_from_pixels(image.width // 2, image.height, pixels_of(image)[::2])


_RGB = [ega_rgb(value) for value in range(64)]


def load_registers(registers: Sequence[int] = DEFAULT_REGISTERS) -> None:
    """Show the 16 colour indices as EGA colours 0-63."""
    # Each look-up of Pyxel's colours takes as long as several of these.
    colours = pyxel.colors
    for index, value in enumerate(registers):
        colours[index] = _RGB[value]


def shown_colours() -> list[int]:
    """Return the 24-bit colours that the colour indices are shown as now."""
    return list(pyxel.colors)


@lru_cache(maxsize=1024)
def written(text: str, attribute: int) -> bytes:
    """Return the cells of a text; a screen writes much the same in every frame."""
    codes = cp437.shown(text)
    return bytes(value for code in codes for value in (code, attribute))


def _lines(column: int, row: int, width: int, height: int) -> list[tuple[int, int]]:
    """Return where the rows of a rectangle of cells begin in the cells' bytes, and how many cells are on the screen."""
    left = max(column, 0)
    count = max(0, min(column + width, COLUMNS) - left)
    return [(2 * (line * COLUMNS + left), count) for line in range(max(row, 0), min(row + height, ROWS))]


class Video:
    """The adapter: what the programs draw on.  `font` is 256 patterns of 14 row bytes, bit 7 leftmost."""

    name = "ega"
    mono = False
    """Whether there are no colours: light, bright and reverse only."""

    @property
    def shows_dim(self) -> bool:
        """Whether dim letters look unlike others, so that they tell what cannot be used."""
        return not self.mono

    text_only = False
    """Whether there is no graphics mode."""
    dot = 1
    """Columns of the page that share a pixel of the screen: lines nearer to each other than that become one."""
    size = (WIDTH, HEIGHT)
    """Width and height of the largest picture it shows."""
    monitor = (640, 480)
    """A surface as wide as the picture and, at 4:3, as high as its monitor shows it."""
    square = (640, 350)
    """A surface on which its pixels are square."""
    own_cards: tuple[str, ...] = ()
    """The data files with the cards that are drawn for this adapter, where there are any."""
    title_files: Mapping[str, int] = {}
    """What the names of title pictures end in that are drawn for this adapter, each with its planes."""
    drawings = ""
    """What the names of drawings end in that take the place of others in what is shown now."""
    full_colour = True
    """Whether the palette registers can change all the time: pictures are not matched with fewer colours."""

    @property
    def lit(self) -> bool:
        """Whether a light can change the registers of what is shown now."""
        return self.mode == "text" or self.full_colour or bool(self.drawings)

    inks: tuple[str, ...] = ()
    """The colours of a mode with one of them on black, where the adapter has it."""
    _cursor_lines = CURSOR_LINES

    def __init__(self, font: bytes, mode: Mode = "graphics", cell_width: int = CELL_WIDTH) -> None:
        self.mode: Mode = mode
        self.cells = bytearray(2 * COLUMNS * ROWS)
        self.cursor: tuple[int, int] | None = None
        self.registers = list(DEFAULT_REGISTERS)
        self.page = self._page()
        self._picture = pyxel.Image(*self.size)
        self._cells = Cells(font, cell_width, len(font) // 256)
        self.text_look = TEXT_LOOK
        """What the adapter makes of attributes in text mode."""
        self._narrow: dict[bytes, Image] = {}
        self._pointers: dict[tuple[Shape, int], Image] = {}
        self.set_registers()

    def _page(self) -> Any:
        """Return what the programs draw on as on 640x350 pixels in 16 colours; the EGA's page is just that."""
        return pyxel.Image(WIDTH, HEIGHT)

    def set_registers(self, registers: Sequence[int] = DEFAULT_REGISTERS) -> None:
        """Load the 16 palette registers with EGA colours 0-63."""
        self.registers[:] = registers
        load_registers(registers)

    def show_in(self, colours: str | None) -> None:
        """Show what is drawn from now on in one of `inks` on black, as a `PICTURE` or a `FINALE`; None: as usual."""

    def own(self, image: Image, drawn: Image | None) -> None:
        """Show `drawn` wherever the programs draw `image`, on adapters that have pictures of their own: not the EGA."""

    def hot(self, letter: int, words: int) -> int:
        """Return the attribute of a hot letter in a word of the attribute `words`; `letter` marks it by colour alone."""
        return letter

    def mark(self, colour: int, ground: int) -> int:
        """Return the colour for a mark round a card on a table of the colour `ground`; on the EGA it is `colour`."""
        return colour

    def narrow(self, image: Image) -> Image:
        """Return a picture at half its width, every other column of it: a card half turned over."""
        # By its pixels: the tables have cards of several sizes, and a card's picture can change.
        pixels = pixels_of(image)
        if pixels not in self._narrow:
            self._narrow[pixels] = half(image)
        return self._narrow[pixels]

    def clear(self) -> None:
        """Empty all cells, so that the page shows through; the page keeps what it has."""
        self.cells[:] = bytes(len(self.cells))
        self.cursor = None

    def kept(self) -> bytes:
        """Return the page as it is, in text mode the cells, to be put back later in the same mode."""
        return bytes(self.cells) if self.mode == "text" else pixels_of(self.page)

    def put_back(self, kept: bytes) -> None:
        """Show again what `kept` returned."""
        drawn = self.cells if self.mode == "text" else memory(self.page)
        drawn[:] = kept

    def uncover(self, column: int, row: int, width: int, height: int) -> None:
        """Empty a rectangle of cells, so that the page shows through; what lies outside the screen is ignored."""
        for start, count in _lines(column, row, width, height):
            self.cells[start : start + 2 * count] = bytes(2 * count)

    def write(self, column: int, row: int, text: str, attribute: int) -> None:
        """Put `text` into the cells from (column, row) on; what lies outside the row is cut off."""
        self.put(column, row, written(text, attribute))

    def put(self, column: int, row: int, cells: bytes) -> None:
        """Put cells of character and attribute side by side from (column, row) on, and cut off what lies outside."""
        if not 0 <= row < ROWS:
            return
        if column < 0 or 2 * column + len(cells) > 2 * COLUMNS:
            cells = cells[2 * max(0, -column) : 2 * max(0, COLUMNS - column)]
            column = max(column, 0)
        start = 2 * (row * COLUMNS + column)
        self.cells[start : start + len(cells)] = cells

    def print(self, x: int, y: int, text: str, colour: int) -> None:
        """Draw characters on the page from picture pixel (x, y) on, in one colour; what lies between them stays."""
        self._cells.print(self.page, x, y, cp437.shown(text), colour)

    def fill(self, column: int, row: int, width: int, height: int, char: str, attribute: int) -> None:
        """Fill a rectangle of cells with one character and attribute."""
        cells = written(char * width, attribute)
        for line in range(row, row + height):
            self.put(column, line, cells)

    def tint(self, column: int, row: int, width: int, height: int, attribute: int) -> None:
        """Give a rectangle of cells another attribute, keeping the characters; cells outside the screen are ignored."""
        for start, count in _lines(column, row, width, height):
            self.cells[start + 1 : start + 2 * count : 2] = bytes([attribute]) * count

    def lift(self, column: int, row: int, width: int, height: int) -> None:
        """Write what stands in a rectangle of cells brighter, what is bright in yellow: it lies under the pointer."""
        for start, count in _lines(column, row, width, height):
            cells = slice(start + 1, start + 2 * count, 2)
            self.cells[cells] = self.cells[cells].translate(_LIFTED)

    def is_black(self, column: int, row: int) -> bool:
        """Return whether a cell is empty and black, as far as some of its pixels tell; none is outside the screen."""
        if not (0 <= column < COLUMNS and 0 <= row < ROWS):
            return False
        at = 2 * (row * COLUMNS + column)
        char, attribute = self.cells[at : at + 2]
        if char not in b"\0 ":
            return False
        if attribute or self.mode == "text":
            return not self.text_look.papers[attribute]
        x, y, pixel = column * CELL_WIDTH, row * CELL_HEIGHT, self.page.pget
        return not (pixel(x + 1, y + 2) or pixel(x + 4, y + 7) or pixel(x + 6, y + 11))

    def text_rows(self) -> list[str]:
        size = 2 * COLUMNS
        return [cp437.decode(bytes(self.cells[i : i + size : 2])) for i in range(0, len(self.cells), size)]

    def compose(self, tick: int, pointer: tuple[int, int] | None, shape: Shape = "arrow") -> Image:
        """Return the finished picture of this moment; `pointer` is its hot spot in 640x350 or None.

        Its `shape` shows in graphics; in text mode the driver's pointer is a cell in exchanged colours.
        """
        if self.mode == "text":
            return self._compose_text(self._cells, self.text_look, tick, pointer)
        memory(self._picture)[:] = memory(self.page)
        self._compose_over(self._picture, self._cells, GRAPHICS_LOOK, tick)
        if pointer is not None:
            self._draw_pointer(self._picture, *pointer, shape, tick)
        return self._picture

    def _compose_text(
        self, layer: Cells, look: Look, tick: int, pointer: tuple[int, int] | None, blinks: bool = True
    ) -> Image:
        cells = self.shown_cells(tick, pointer, blinks)
        memory(self._picture)[:] = memory(layer.paint(cells, look))
        self._draw_cursor(self._picture, layer, look, tick)
        return self._picture

    def blinks(self) -> bool:
        """Return whether any cell has the attribute of blinking."""
        return _BLINKING.search(self.cells[1::2]) is not None

    def shown_cells(self, tick: int, pointer: tuple[int, int] | None, blinks: bool = True) -> bytearray:
        """Return the cells of this moment: the one under the pointer exchanged, blinking ones by their phase."""
        cells = self.cells
        if pointer is not None:
            # The text cursor of the mouse driver: the cell's colours exchanged, XOR 77h in the attribute.
            cells = bytearray(cells)
            at = 2 * (pointer[1] // CELL_HEIGHT * COLUMNS + pointer[0] // CELL_WIDTH) + 1
            cells[at] = self._exchanged(cells[at])
        if blinks and tick // BLINK_TICKS % 2 and self.blinks():
            attributes = cells[1::2]
            masks = int.from_bytes(attributes.translate(_OFF_MASKS))
            cells = bytearray(cells)
            cells[::2] = (int.from_bytes(cells[::2]) & masks).to_bytes(len(cells) // 2)
            cells[1::2] = attributes.translate(_OFF_ATTRIBUTES)
        return cells

    def _compose_over(self, picture: Image, layer: Cells, look: Look, tick: int) -> None:
        painted, width = layer.paint(self.cells, look), picture.width
        for y, height in layer.rows_in_use(self.cells):
            picture.blt(0, y, painted, 0, y, width, height, CLEAR)
        self._draw_cursor(picture, layer, look, tick)

    def _draw_cursor(self, picture: Image, layer: Cells, look: Look, tick: int) -> None:
        if self.cursor is None or tick // CURSOR_TICKS % 2:
            return
        column, row = self.cursor
        first, height = self._cursor_lines
        colour = look.inks[self.cells[2 * (row * COLUMNS + column) + 1]]
        picture.rect(column * layer.width, row * layer.height + first, layer.width, height, colour)

    def _exchanged(self, attribute: int) -> int:
        """Return the attribute of the cell under the mouse driver's text cursor."""
        return attribute ^ 0x77

    def _draw_pointer(self, picture: Image, x: int, y: int, shape: Shape, tick: int) -> None:
        pictures, (hot_x, hot_y) = POINTERS[shape]
        at = tick // TURN_TICKS % len(pictures)
        if (shape, at) not in self._pointers:
            pixels = "".join(pictures[at]).encode().translate(_POINTER_COLOURS)
            self._pointers[shape, at] = image_from_pixels(16, 16, pixels)
        picture.blt(x - hot_x, y - hot_y, self._pointers[shape, at], 0, 0, 16, 16, CLEAR)
