"""The emulated CGA: 320x200 in 4 colours for graphics, 80x25 cells of 8x8 in 16 colours for text, and 640x200 in two.

On a composite monitor titles and end animations have 160x200 pixels in 16 colours, each of four dots of 640x200.

A screen on which the page is visible anywhere has 320x200 pixels and characters 4 pixels wide, so that 80 fit in a row. A
screen that is covered by characters uses the adapter's text mode. Source: `reference/hardware.json`.
"""

from collections.abc import Callable, Sequence
from functools import cached_property, lru_cache, partial
from itertools import starmap
from typing import Any

import pyxel

from retro_pyramid import cp437
from retro_pyramid.machine.adapters.colours import (
    COLOURS,
    COMPOSITE_PALETTE,
    clearest,
    matched,
    nearest,
    paper_for,
    second_ink,
)
from retro_pyramid.machine.adapters.palette import (
    CGA_INKS,
    CGA_PALETTES,
    COMPOSITE,
    DEFAULT_REGISTERS,
    EGA_CARD,
    ega_rgb,
)
from retro_pyramid.machine.adapters.reduced import ReducedPage
from retro_pyramid.machine.text_layer import Cells, Look
from retro_pyramid.machine.video import (
    CLEAR,
    FINALE,
    GRAPHICS_LOOK,
    PICTURE,
    TEXT_LOOK,
    Image,
    Mode,
    Shape,
    Video,
    half,
    image_from_pixels,
    memory,
    pixels_of,
)

_ACCENT = 13
"""Ink that no edition uses. In graphics it selects the accent ink of a paper, or an underline if there is none."""
_TEXT_HOTKEY = 1
"""Ink of a hotkey letter in text mode if its own equals that of the text, which is then black on a light paper."""
_COVERED_ATTRIBUTE_MAP = GRAPHICS_LOOK._replace(
    inks=bytes(
        _TEXT_HOTKEY if value & 7 == 5 and value >> 4 in (3, 7) else value & 15 for value in range(256)
    )
)
"""Attributes of a screen covered by characters; the accent ink is legible on light papers."""
_TO_16_COLOURS = bytes(value & 15 for value in range(256))
"""Table from an index into ALL_COLOURS to the number among 16 colours."""
_TO_TWO_COLOURS = tuple(bytes((0, light, 0, 1)) + bytes([CLEAR]) * 252 for light in (0, 1))
"""Tables from four colours to two, for even and odd columns: colour 1 becomes a chequerboard, colour 2 dark."""


@lru_cache
def _text_attribute_map(registers: tuple[int, ...]) -> Look:
    """Return the text mode's attribute map. A register with a changed value becomes the nearest of the fixed colours.

    Of two equally near colours the darker is used, so that a night sky or a tomb stays dark.
    """
    changed = [value != default for value, default in zip(registers, DEFAULT_REGISTERS, strict=True)]
    colours = [ega_rgb(value) for value in registers]
    inks, papers = (
        [nearest(colours[index], tuple(range(count))) if changed[index] else index for index in range(count)]
        for count in (16, 8)
    )
    return TEXT_LOOK._replace(
        inks=bytes(inks[value & 15] for value in range(256)),
        papers=bytes(papers[value >> 4 & 7] for value in range(256)),
    )


def _convert_to_two_colours(override: Image) -> Image:
    """Convert a picture drawn in four colours for 320x200 to 640x200: dark, paper, and a chequerboard for colour 1."""
    source, width = pixels_of(override), override.width
    pixels = bytearray()
    for y in range(override.height):
        line = source[y * width : (y + 1) * width]
        doubled = bytearray(2 * width)
        for odd in (0, 1):
            doubled[odd::2] = line.translate(_TO_TWO_COLOURS[(y + odd) % 2])
        pixels += doubled
    return image_from_pixels(2 * width, override.height, bytes(pixels))


class _GraphicsMode(ReducedPage):
    """One graphics mode: its page, the finished picture, and the text layer over it.

    The picture is `width_factor` times as wide as the page. If that is not 1, text drawn on the page is stored in
    `pending_text`, because it has the picture's pixels: arguments of `TextLayer.draw_text` without the image, a position
    on the page, and the colour there when the text was drawn.
    """

    def __init__(
        self,
        size: tuple[int, int],
        palette: Sequence[int],
        text_layer: Cells,
        find_override: Callable[[Image], Image | None],
        width_factor: int = 1,
    ) -> None:
        super().__init__(*size, palette, find_override)
        self.picture = pyxel.Image(width_factor * size[0], size[1])
        self.pending_text: list[tuple[tuple[int, int, bytes, int], tuple[int, int], int]] = []
        self.text_layer = text_layer
        self.set_registers(DEFAULT_REGISTERS)

    def set_registers(self, registers: Sequence[int]) -> None:
        """Use the palette's colours for the EGA colours in the registers."""
        self.set_colours([ega_rgb(value) for value in registers])
        self.__dict__.pop("attribute_map", None)

    @cached_property
    def attribute_map(self) -> Look:
        """Attributes over the page: a paper of the same hue and an ink that is legible on it."""
        palette = self.palette
        papers = [paper_for(rgb, palette) for rgb in self.wanted]
        inks = [nearest(self.wanted[value & 15], palette, papers[value >> 4]) for value in range(256)]
        underlines = bytearray(256)
        for row, paper in enumerate(papers):
            accent = second_ink(palette, paper)
            inks[row << 4 | _ACCENT] = clearest(palette, paper) if accent is None else accent
            underlines[row << 4 | _ACCENT] = 0xFF if accent is None else 0
        return GRAPHICS_LOOK._replace(
            inks=bytes(inks),
            papers=bytes(papers[value >> 4] for value in range(256)),
            underlines=bytes(underlines),
        )


class _CompositeAnimationMode(_GraphicsMode):
    """Graphics mode of end animations on a composite monitor: a dither of one or two of 16 colours for each register."""

    def set_registers(self, registers: Sequence[int]) -> None:
        super().set_registers(registers)
        self._dithers = list(starmap(matched, enumerate(registers)))


class CgaVideo(Video):
    """A CGA with the four colours of CGA_PALETTES[`palette_name`].

    The fonts are 256 patterns of 8 row bytes each, 8 pixels wide (`font`) and 4 pixels wide (`narrow_font`).
    """

    name = "cga"
    dot = 2
    size = (640, 200)
    monitor = (640, 480)
    square = (640, 400)
    own_cards: tuple[str, ...] = ("PYRCGA.DEC",)
    full_colour = False
    inks = tuple(CGA_INKS)
    _cursor_shape = (6, 2)

    def __init__(self, font: bytes, narrow: bytes, mode: Mode = "graphics", palette: str = EGA_CARD) -> None:
        text_layer = Cells(narrow, 4, 8)
        normal_mode = picture_mode = animation_mode = _GraphicsMode(
            (320, 200), CGA_PALETTES[palette], text_layer, self._find_override
        )
        self.title_files = {"_cga": 2}
        if palette == COMPOSITE:
            find_override = partial(self._find_override, columns=4)
            picture_mode = _GraphicsMode(
                (160, 200), COMPOSITE_PALETTE, text_layer, find_override, width_factor=2
            )
            animation_mode = _CompositeAnimationMode(
                (160, 200), COMPOSITE_PALETTE, text_layer, find_override, width_factor=2
            )
            self.title_files["_composite"] = 4
            self.own_cards = "PYRCGA.DEC", "PYRTV.DEC"
        self._graphics_mode = self._normal_mode = normal_mode
        self._font = font
        self._graphics_modes: dict[str | None, _GraphicsMode] = {
            None: normal_mode,
            PICTURE: picture_mode,
            FINALE: animation_mode,
        }
        self._loaded_registers: tuple[int, ...] = ()
        self._overrides: dict[int, tuple[Image, dict[int, Image]]] = {}
        """Images and the pictures drawn for this adapter in their place.

        By the id of the image, then by the number of the image's columns per column of the picture.
        """
        super().__init__(font, mode)

    def _create_page(self) -> Any:
        return self._graphics_mode

    def set_registers(self, registers: Sequence[int] = DEFAULT_REGISTERS) -> None:
        """Convert the registers' colours to those of the adapter, whose own 16 colours are fixed."""
        if self._loaded_registers == tuple(registers):
            return
        self._loaded_registers = tuple(registers)
        self.registers[:] = registers
        self._graphics_mode.set_registers(registers)
        self.text_look = _text_attribute_map(self._loaded_registers)
        self._load_rgb_colours()

    def _load_rgb_colours(self) -> None:
        for index in (*range(16), *self._graphics_mode.palette):
            pyxel.colors[index & 15] = COLOURS[index]

    @property
    def shows_dim(self) -> bool:
        """Whether dimmed text differs from other text; a graphics mode has too few inks for that."""
        return self.mode == "text"

    def hot(self, letter: int, words: int) -> int:
        """Return the attribute for a hotkey letter; if its colours equal the text's, another ink or an underline."""
        # In text mode the graphics attribute map is not built: that is slow after every change of the registers.
        attribute_map = self.text_look if self.mode == "text" else self._graphics_mode.attribute_map
        # A letter 4 pixels wide on another paper would touch its neighbours.
        hotkey = letter if self.mode == "text" else letter & 0x0F | words & 0xF0
        inks, papers = attribute_map.inks, attribute_map.papers
        if (inks[hotkey], papers[hotkey]) != (inks[words], papers[words]):
            return hotkey
        return words & 0xF0 | (_TEXT_HOTKEY if self.mode == "text" else _ACCENT)

    def mark(self, colour: int, ground: int) -> int:
        """Return a highlight colour that has none of the four colours in common with the background or a card's paper."""
        return self._graphics_mode.apart(colour, (ground, 15))

    def show_in(self, colours: str | None) -> None:
        if self.mode == "text":
            colours = None
        if colours is not None and colours not in self._graphics_modes:
            text_layer, palette = Cells(self._font, 8, 8), (0, CGA_INKS[colours])
            self._graphics_modes[colours] = _GraphicsMode(
                (640, 200), palette, text_layer, self._find_two_colour_override
            )
        graphics_mode = self._graphics_modes[colours]
        graphics_mode.pending_text.clear()
        if graphics_mode is not self._graphics_mode:
            self._graphics_mode = self.page = graphics_mode
            self.drawings = "_composite" if isinstance(graphics_mode, _CompositeAnimationMode) else ""
            graphics_mode.set_registers(self.registers)
            self._load_rgb_colours()

    def own(self, image: Image, drawn: Image | None) -> None:
        """Draw `replacement` in place of `image`: 4 colours in the resolution of 320x200, or 16 colours in 160x200.

        With None the image's reduction is used again. If `replacement` is `image` itself, the image has the resolution of
        160x200 and the drawing colours.
        """
        overrides = self._overrides.setdefault(id(image), (image, {}))[1]
        if drawn is None:
            overrides.clear()
        else:
            overrides[4 if drawn is image else image.width // drawn.width] = drawn
        for graphics_mode in () if drawn is image else self._graphics_modes.values():
            graphics_mode.forget()

    def _find_override(self, image: Image, columns: int = 2) -> Image | None:
        return self._overrides[id(image)][1].get(columns) if id(image) in self._overrides else None

    def _find_two_colour_override(self, image: Image) -> Image | None:
        override = self._find_override(image)
        return override and _convert_to_two_colours(override)

    def narrow(self, image: Image) -> Image:
        """Return the image at half width; a picture drawn in its place for 320x200 is halved too."""
        half_image = super().narrow(image)
        override = self._find_override(image)
        if override is not None and id(half_image) not in self._overrides:
            self._overrides[id(half_image)] = half_image, {2: half(override)}
        return half_image

    def print(self, x: int, y: int, text: str, colour: int) -> None:
        page, layer = self._graphics_mode, self._graphics_mode.text_layer
        image, left, top = page.image, page.x(x), page.y(y)
        # The nearest colour may be that of the paper, so an ink legible on the paper is used. The paper is read in the
        # first row of a cell, where letters are empty, because another letter may be there already.
        paper = image.pget(left + layer.width - 1, top)
        ink, codes = nearest(page.wanted[colour], page.palette, paper), cp437.shown(text)
        if page.picture.width > image.width:
            for i, code in enumerate(codes):
                page_pos = left + i * layer.width // 2, top + 4
                arguments = int(x // 2) + i * layer.width, top, bytes([code]), ink
                page.pending_text.append((arguments, page_pos, image.pget(*page_pos)))
        else:
            layer.print(image, left, top, codes, ink)

    def compose(self, tick: int, pointer: tuple[int, int] | None, shape: Shape = "arrow") -> Image:
        """Return the finished picture of a tick: the graphics mode's, or text mode's 640x200 if text covers the page."""
        if self.mode == "text":
            return super().compose(tick, pointer, shape)
        page = self._graphics_mode
        if page is self._normal_mode and self._is_covered():
            return self._compose_text(
                self._text_layer, _COVERED_ATTRIBUTE_MAP, tick, pointer, apply_blink=False
            )
        picture, pixels = page.picture, memory(page.picture)
        width_factor = picture.width // page.image.width
        for column in range(width_factor):
            pixels[column::width_factor] = memory(page.image)
        for arguments, page_pos, paper in page.pending_text:
            # A card may have been drawn over it since.
            if page.image.pget(*page_pos) == paper:
                page.text_layer.print(picture, *arguments)
        self._compose_overlay(picture, page.text_layer, page.attribute_map, tick)
        if pointer is not None:
            picture.pal(15, page.palette[-1])
            self._draw_pointer(picture, width_factor * page.x(pointer[0]), page.y(pointer[1]), shape, tick)
            picture.pal()
        pixels[:] = bytes(pixels).translate(_TO_16_COLOURS)
        return picture

    def _is_covered(self) -> bool:
        """Return whether no cell is transparent."""
        either = int.from_bytes(self.cells[::2]) | int.from_bytes(self.cells[1::2])
        return 0 not in either.to_bytes(len(self.cells) // 2)
