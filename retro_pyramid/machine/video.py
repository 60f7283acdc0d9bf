"""The emulated EGA, and base class of all display adapters: 640x350 pixels in 16 of 64 colours, and 80x25 text cells.

Editions draw as for this adapter. The other adapters (`mda`, `cga`) convert the same page and cells to their own form.

Layers, from the back: page (graphics mode only), text cells, mouse pointer. In graphics mode a cell of character 0 and
attribute 0 is transparent; in text mode it is black.
"""

import re
from collections.abc import Mapping, Sequence
from functools import lru_cache
from typing import Any, Literal

import pyxel

from retro_pyramid import cp437
from retro_pyramid.machine.adapters.palette import DEFAULT_REGISTERS, ega_to_rgb
from retro_pyramid.machine.text_layer import COLUMNS as COLUMNS
from retro_pyramid.machine.text_layer import ROWS as ROWS
from retro_pyramid.machine.text_layer import TRANSPARENT as TRANSPARENT
from retro_pyramid.machine.text_layer import AttributeMap, TextLayer
from retro_pyramid.machine.text_layer import pixel_buffer as pixel_buffer
from retro_pyramid.resources import read_asset_text

WIDTH, HEIGHT = 640, 350
CELL_WIDTH, CELL_HEIGHT = 8, 14
BLINK_TICKS = 16
_BLINK_ATTRIBUTE = re.compile(rb"[\x80-\xff]")
CURSOR_BLINK_TICKS = 8
CURSOR_SHAPE = (11, 2)
"""First scan line and height of the cursor. Shape, blink and cursor timing in ticks: measured, `reference/hardware.json`."""

# In the dark phase of blinking: a mask for the character of each attribute, and the attribute shown. Character 0 is
# blank, and on black the underline disappears too.
_BLINK_OFF_MASKS = bytes(0x00 if attribute & 0x80 else 0xFF for attribute in range(256))
_BLINK_OFF_ATTRIBUTES = bytes(0x80 if attribute & 0xF0 == 0x80 else attribute for attribute in range(256))

_LIGHT_PAPERS = (7, 10, 11, 14, 15)
# Attribute of hovered text: blue on light papers; on cyan, where disabled text is blue, white on blue; else bright, or
# yellow if the text is bright already.
_BRIGHTENED = bytes(
    0x1F
    if value >> 4 == 3
    else value & 0xF0
    | (1 if value >> 4 in _LIGHT_PAPERS else 14 if value & 8 or not value & 15 else value & 15 | 8)
    for value in range(256)
)

TEXT_ATTRIBUTE_MAP = AttributeMap(
    bytes(value & 15 for value in range(256)), bytes(value >> 4 & 7 for value in range(256))
)
"""Attributes in text mode: 16 inks and 8 papers; the highest bit makes the cell blink."""
_UNDERLINES = bytes(255 * (value in (0x77, 0xFF)) for value in range(256))
_PAPERS = bytes(value >> 4 for value in range(256))
GRAPHICS_ATTRIBUTE_MAP = AttributeMap(
    bytes(value & 15 & ~underline for value, underline in enumerate(_UNDERLINES)), _PAPERS, _UNDERLINES, True
)
"""Attributes over the page: 16 inks and 16 papers. Grey on grey and white on white mean black and underlined.

Empty cells are transparent.
"""

PICTURE_COLOUR_MODE, ANIMATION_COLOUR_MODE = "picture", "finale"
"""Colour modes of `DisplayAdapter.set_colour_mode`: for still pictures, and for animations of palette and cards."""
DisplayMode = Literal["graphics", "text"]
Image = pyxel.Image
PointerShape = Literal["arrow", "hand", "hourglass", "standing hourglass"]
PointerFrames = tuple[list[list[str]], tuple[int, int]]
"""Animation frames of a mouse pointer, each a list of pixel rows, and the hot spot (x, y).

`#` is black, `o` white, `.` transparent. The arrow is the mouse driver's, as measured; the others are original work.
"""

POINTER_FRAME_TICKS = 12
"""Duration of each frame of an animated pointer, in ticks."""

_POINTER_COLOURS = bytes.maketrans(b".#o", bytes([TRANSPARENT, 0, 15]))


def _parse_pointers(text: str) -> dict[str, PointerFrames]:
    """Parse blocks separated by empty lines: a line of name and hot spot (x, y), then 16 rows for each frame."""
    pointers = {}
    for block in text.split("\n\n"):
        head, *rows = block.splitlines()
        name, x, y = head.rsplit(" ", 2)
        pointers[name] = [rows[i : i + 16] for i in range(0, len(rows), 16)], (int(x), int(y))
    return pointers


POINTER_FRAMES = _parse_pointers(read_asset_text("pointers.txt"))


def image_from_pixels(width: int, height: int, pixels: bytes) -> Image:
    """Return a drawable image from `width` x `height` colour indices, row by row."""
    image = pyxel.Image(width, height)
    pixel_buffer(image)[:] = pixels
    return image


def copy_pixels(image: Image) -> bytes:
    """Return a copy of an image's colour indices, row by row."""
    return bytes(pixel_buffer(image))


def halve_width(image: Image) -> Image:
    """Return an image of half the width, with every other column; the width must be even."""
    return image_from_pixels(image.width // 2, image.height, copy_pixels(image)[::2])


_RGB_COLOURS = [ega_to_rgb(value) for value in range(64)]


def load_palette_registers(registers: Sequence[int] = DEFAULT_REGISTERS) -> None:
    """Set the RGB values of the 16 colour indices from palette registers, which contain EGA colours 0-63."""
    # Each access to `pyxel.colors` takes as long as several assignments.
    colours = pyxel.colors
    for index, value in enumerate(registers):
        colours[index] = _RGB_COLOURS[value]


def displayed_rgb_colours() -> list[int]:
    """Return the current 24-bit colour of each colour index."""
    return list(pyxel.colors)


@lru_cache(maxsize=1024)
def encode_cells(text: str, attribute: int) -> bytes:
    """Return the text as cells of character and attribute. Cached, since screens write mostly the same in each frame."""
    codes = cp437.encode_lossy(text)
    return bytes(value for code in codes for value in (code, attribute))


def _row_spans(column: int, row: int, width: int, height: int) -> list[tuple[int, int]]:
    """Return for each row of a rectangle of cells, clipped to the screen, the index of its first byte and its cell count."""
    left = max(column, 0)
    count = max(0, min(column + width, COLUMNS) - left)
    return [(2 * (line * COLUMNS + left), count) for line in range(max(row, 0), min(row + height, ROWS))]


class DisplayAdapter:
    """EGA and base class of all display adapters; `font` is 256 patterns of 14 row bytes, bit 7 leftmost."""

    name = "ega"
    """Name in the settings and on the command line."""
    is_monochrome = False
    """Whether there are no colours, only normal, bright and reverse."""

    @property
    def can_dim(self) -> bool:
        """Whether dimmed text differs from other text, so that it can mark disabled items."""
        return not self.is_monochrome

    is_text_only = False
    """Whether there is no graphics mode."""
    pixel_width = 1
    """Columns of the page that share a pixel of the screen; lines less than that apart merge."""
    max_picture_size = (WIDTH, HEIGHT)
    """Width and height of its largest picture."""
    monitor_size = (640, 480)
    """Size of a surface that has the width of the picture and the shape of its 4:3 monitor."""
    square_pixel_size = (640, 350)
    """Size of a surface on which its pixels are square."""
    card_files: tuple[str, ...] = ()
    """Data files with cards drawn for this adapter."""
    title_planes_by_suffix: Mapping[str, int] = {}
    """File name suffixes of the title pictures drawn for this adapter, and the number of bit planes of each."""
    drawing_suffix = ""
    """File name suffix of the drawings that replace others in the current colour mode; empty for none."""
    has_full_palette = True
    """Whether all 64 colours are available in all 16 palette registers, so that pictures need no conversion."""

    @property
    def can_animate_palette(self) -> bool:
        """Whether the current mode and colour mode allow palette animation, such as changing light."""
        return self.mode == "text" or self.has_full_palette or bool(self.drawing_suffix)

    two_colour_inks: tuple[str, ...] = ()
    """Names of the colours available in the adapter's mode of one colour on black, if it has such a mode."""
    _cursor_shape = CURSOR_SHAPE

    def __init__(self, font: bytes, mode: DisplayMode = "graphics", cell_width: int = CELL_WIDTH) -> None:
        self.mode: DisplayMode = mode
        self.cells = bytearray(2 * COLUMNS * ROWS)
        """Character and attribute of each cell, row after row."""
        self.cursor: tuple[int, int] | None = None
        """Column and row of the text cursor; None if it is hidden."""
        self.registers = list(DEFAULT_REGISTERS)
        """EGA colours (0-63) in the 16 palette registers."""
        self.page = self._create_page()
        """Drawing surface of the graphics mode; it has the drawing methods of a Pyxel image."""
        self._picture = pyxel.Image(*self.max_picture_size)
        self._text_layer = TextLayer(font, cell_width, len(font) // 256)
        self.text_attribute_map = TEXT_ATTRIBUTE_MAP
        """Appearance of attributes in text mode."""
        self._half_width_images: dict[bytes, Image] = {}
        self._pointer_images: dict[tuple[PointerShape, int], Image] = {}
        self.set_registers()

    def _create_page(self) -> Any:
        """Return the drawing surface, which is used as 640x350 pixels in 16 colours; on the EGA it is exactly that."""
        return pyxel.Image(WIDTH, HEIGHT)

    def set_registers(self, registers: Sequence[int] = DEFAULT_REGISTERS) -> None:
        """Load the 16 palette registers with EGA colours 0-63."""
        self.registers[:] = registers
        load_palette_registers(registers)

    def set_colour_mode(self, colour_mode: str | None) -> None:
        """Select the colours of everything drawn from now on.

        The mode is one of `two_colour_inks` (that colour on black), PICTURE_COLOUR_MODE, ANIMATION_COLOUR_MODE, or None
        for the normal colours. No effect on adapters with a single colour mode.
        """

    def override_image(self, image: Image, replacement: Image | None) -> None:
        """Draw `replacement` in place of `image` from now on. No effect on adapters without pictures of their own (EGA)."""

    def hotkey_attribute(self, letter: int, text: int) -> int:
        """Return the attribute for the hotkey letter of a text.

        `text` is the attribute of the text, `hotkey` the preferred one, which differs from it by colour alone.
        """
        return letter

    def highlight_colour(self, preferred: int, background: int) -> int:
        """Return the colour of a highlight around a card on the `background` colour; on the EGA the preferred one."""
        return preferred

    def half_width_image(self, image: Image) -> Image:
        """Return the image at half width, with every other column, as for a card that is being turned over."""
        # Cached by pixels: there are cards of several sizes, and a card's image can change.
        pixels = copy_pixels(image)
        if pixels not in self._half_width_images:
            self._half_width_images[pixels] = halve_width(image)
        return self._half_width_images[pixels]

    def clear_text(self) -> None:
        """Clear all cells and hide the cursor. The page is not changed and becomes visible."""
        self.cells[:] = bytes(len(self.cells))
        self.cursor = None

    def snapshot(self) -> bytes:
        """Return a copy of the page, or of the cells in text mode, for `restore` in the same mode."""
        return bytes(self.cells) if self.mode == "text" else copy_pixels(self.page)

    def restore(self, snapshot: bytes) -> None:
        """Restore the page, or the cells in text mode, from a snapshot."""
        destination = self.cells if self.mode == "text" else pixel_buffer(self.page)
        destination[:] = snapshot

    def clear_cells(self, column: int, row: int, width: int, height: int) -> None:
        """Clear a rectangle of cells so that the page becomes visible; cells outside the screen are ignored."""
        for start, count in _row_spans(column, row, width, height):
            self.cells[start : start + 2 * count] = bytes(2 * count)

    def put_text(self, column: int, row: int, text: str, attribute: int) -> None:
        """Write `text` into the cells from (column, row), clipped to the row."""
        self.put_cells(column, row, encode_cells(text, attribute))

    def put_cells(self, column: int, row: int, cells: bytes) -> None:
        """Store encoded cells (character, attribute) side by side from (column, row), clipped to the row."""
        if not 0 <= row < ROWS:
            return
        if column < 0 or 2 * column + len(cells) > 2 * COLUMNS:
            cells = cells[2 * max(0, -column) : 2 * max(0, COLUMNS - column)]
            column = max(column, 0)
        start = 2 * (row * COLUMNS + column)
        self.cells[start : start + len(cells)] = cells

    def draw_text(self, x: int, y: int, text: str, colour: int) -> None:
        """Draw text on the page from picture pixel (x, y) in one colour, with a transparent background."""
        self._text_layer.draw_text(self.page, x, y, cp437.encode_lossy(text), colour)

    def fill_cells(self, column: int, row: int, width: int, height: int, char: str, attribute: int) -> None:
        """Fill a rectangle of cells with one character and attribute."""
        cells = encode_cells(char * width, attribute)
        for line in range(row, row + height):
            self.put_cells(column, line, cells)

    def set_cell_attributes(self, column: int, row: int, width: int, height: int, attribute: int) -> None:
        """Set the attribute of a rectangle of cells and keep the characters; cells outside the screen are ignored."""
        for start, count in _row_spans(column, row, width, height):
            self.cells[start + 1 : start + 2 * count : 2] = bytes([attribute]) * count

    def brighten_cells(self, column: int, row: int, width: int, height: int) -> None:
        """Brighten the text in a rectangle of cells, as under the pointer; bright text becomes yellow."""
        for start, count in _row_spans(column, row, width, height):
            attributes = slice(start + 1, start + 2 * count, 2)
            self.cells[attributes] = self.cells[attributes].translate(_BRIGHTENED)

    def is_black_cell(self, column: int, row: int) -> bool:
        """Return whether a cell is empty and black, judging the page by three of its pixels; False outside the screen."""
        if not (0 <= column < COLUMNS and 0 <= row < ROWS):
            return False
        start = 2 * (row * COLUMNS + column)
        char, attribute = self.cells[start : start + 2]
        if char not in b"\0 ":
            return False
        if attribute or self.mode == "text":
            return not self.text_attribute_map.papers[attribute]
        x, y, pixel = column * CELL_WIDTH, row * CELL_HEIGHT, self.page.pget
        return not (pixel(x + 1, y + 2) or pixel(x + 4, y + 7) or pixel(x + 6, y + 11))

    def decode_text_rows(self) -> list[str]:
        """Return the characters of the 25 rows of cells as strings."""
        row_bytes = 2 * COLUMNS
        return [
            cp437.decode(bytes(self.cells[i : i + row_bytes : 2]))
            for i in range(0, len(self.cells), row_bytes)
        ]

    def compose_picture(
        self, tick: int, pointer_pos: tuple[int, int] | None, pointer_shape: PointerShape = "arrow"
    ) -> Image:
        """Return the finished picture of a tick: page, cells, cursor and pointer.

        `pointer_pos` is the hot spot in 640x350 pixels, or None without a pointer. `pointer_shape` applies to graphics
        mode; in text mode the mouse driver's pointer is a cell with inverted colours.
        """
        if self.mode == "text":
            return self._compose_text(self._text_layer, self.text_attribute_map, tick, pointer_pos)
        pixel_buffer(self._picture)[:] = pixel_buffer(self.page)
        self._compose_overlay(self._picture, self._text_layer, GRAPHICS_ATTRIBUTE_MAP, tick)
        if pointer_pos is not None:
            self._draw_pointer(self._picture, *pointer_pos, pointer_shape, tick)
        return self._picture

    def _compose_text(
        self,
        layer: TextLayer,
        attribute_map: AttributeMap,
        tick: int,
        pointer_pos: tuple[int, int] | None,
        apply_blink: bool = True,
    ) -> Image:
        cells = self.displayed_cells(tick, pointer_pos, apply_blink)
        pixel_buffer(self._picture)[:] = pixel_buffer(layer.paint(cells, attribute_map))
        self._draw_cursor(self._picture, layer, attribute_map, tick)
        return self._picture

    def has_blinking_cells(self) -> bool:
        """Return whether any cell has the blink attribute."""
        return _BLINK_ATTRIBUTE.search(self.cells[1::2]) is not None

    def displayed_cells(
        self, tick: int, pointer_pos: tuple[int, int] | None, apply_blink: bool = True
    ) -> bytearray:
        """Return the cells as displayed at a tick: inverted under the pointer, and blinking if `apply_blink`."""
        cells = self.cells
        if pointer_pos is not None:
            # The text cursor of the mouse driver inverts the cell's colours: XOR 77h in the attribute.
            cells = bytearray(cells)
            index = 2 * (pointer_pos[1] // CELL_HEIGHT * COLUMNS + pointer_pos[0] // CELL_WIDTH) + 1
            cells[index] = self._invert_attribute(cells[index])
        if apply_blink and tick // BLINK_TICKS % 2 and self.has_blinking_cells():
            attributes = cells[1::2]
            masks = int.from_bytes(attributes.translate(_BLINK_OFF_MASKS))
            cells = bytearray(cells)
            cells[::2] = (int.from_bytes(cells[::2]) & masks).to_bytes(len(cells) // 2)
            cells[1::2] = attributes.translate(_BLINK_OFF_ATTRIBUTES)
        return cells

    def _compose_overlay(
        self, picture: Image, layer: TextLayer, attribute_map: AttributeMap, tick: int
    ) -> None:
        painted, width = layer.paint(self.cells, attribute_map), picture.width
        for y, height in layer.find_used_rows(self.cells):
            picture.blt(0, y, painted, 0, y, width, height, TRANSPARENT)
        self._draw_cursor(picture, layer, attribute_map, tick)

    def _draw_cursor(self, picture: Image, layer: TextLayer, attribute_map: AttributeMap, tick: int) -> None:
        if self.cursor is None or tick // CURSOR_BLINK_TICKS % 2:
            return
        column, row = self.cursor
        first_line, height = self._cursor_shape
        colour = attribute_map.inks[self.cells[2 * (row * COLUMNS + column) + 1]]
        picture.rect(
            column * layer.cell_width, row * layer.cell_height + first_line, layer.cell_width, height, colour
        )

    def _invert_attribute(self, attribute: int) -> int:
        """Return the attribute of the cell under the mouse driver's text cursor."""
        return attribute ^ 0x77

    def _draw_pointer(self, picture: Image, x: int, y: int, shape: PointerShape, tick: int) -> None:
        frames, (hot_x, hot_y) = POINTER_FRAMES[shape]
        frame_index = tick // POINTER_FRAME_TICKS % len(frames)
        if (shape, frame_index) not in self._pointer_images:
            pixels = "".join(frames[frame_index]).encode().translate(_POINTER_COLOURS)
            self._pointer_images[shape, frame_index] = image_from_pixels(16, 16, pixels)
        picture.blt(x - hot_x, y - hot_y, self._pointer_images[shape, frame_index], 0, 0, 16, 16, TRANSPARENT)
