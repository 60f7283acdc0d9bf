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
    ALL_COLOURS,
    COMPOSITE_PALETTE,
    accent_ink,
    composite_dither_for,
    most_legible_ink,
    nearest_colour,
    nearest_paper,
)
from retro_pyramid.machine.adapters.palette import (
    CGA_PALETTES,
    CGA_TWO_COLOUR_INKS,
    COMPOSITE_PALETTE_NAME,
    DEFAULT_CGA_PALETTE_NAME,
    DEFAULT_REGISTERS,
    ega_to_rgb,
)
from retro_pyramid.machine.adapters.reduced import DitheredPage
from retro_pyramid.machine.text_layer import AttributeMap, TextLayer
from retro_pyramid.machine.video import (
    ANIMATION_COLOUR_MODE,
    GRAPHICS_ATTRIBUTE_MAP,
    PICTURE_COLOUR_MODE,
    TEXT_ATTRIBUTE_MAP,
    TRANSPARENT,
    DisplayAdapter,
    DisplayMode,
    Image,
    PointerShape,
    copy_pixels,
    halve_width,
    image_from_pixels,
    pixel_buffer,
)

_ACCENT = 13
"""Ink that no edition uses. In graphics it selects the accent ink of a paper, or an underline if there is none."""
_TEXT_HOTKEY = 1
"""Ink of a hotkey letter in text mode if its own equals that of the text, which is then black on a light paper."""
_COVERED_ATTRIBUTE_MAP = GRAPHICS_ATTRIBUTE_MAP._replace(
    inks=bytes(
        _TEXT_HOTKEY if value & 7 == 5 and value >> 4 in (3, 7) else value & 15 for value in range(256)
    )
)
"""Attributes of a screen covered by characters; the accent ink is legible on light papers."""
_TO_16_COLOURS = bytes(value & 15 for value in range(256))
"""Table from an index into ALL_COLOURS to the number among 16 colours."""
_TO_TWO_COLOURS = tuple(bytes((0, light, 0, 1)) + bytes([TRANSPARENT]) * 252 for light in (0, 1))
"""Tables from four colours to two, for even and odd columns: colour 1 becomes a chequerboard, colour 2 dark."""


@lru_cache
def _text_attribute_map(registers: tuple[int, ...]) -> AttributeMap:
    """Return the text mode's attribute map. A register with a changed value becomes the nearest of the fixed colours.

    Of two equally near colours the darker is used, so that a night sky or a tomb stays dark.
    """
    changed = [value != default for value, default in zip(registers, DEFAULT_REGISTERS, strict=True)]
    colours = [ega_to_rgb(value) for value in registers]
    inks, papers = (
        [
            nearest_colour(colours[index], tuple(range(count))) if changed[index] else index
            for index in range(count)
        ]
        for count in (16, 8)
    )
    return TEXT_ATTRIBUTE_MAP._replace(
        inks=bytes(inks[value & 15] for value in range(256)),
        papers=bytes(papers[value >> 4 & 7] for value in range(256)),
    )


def _convert_to_two_colours(override: Image) -> Image:
    """Convert a picture drawn in four colours for 320x200 to 640x200: dark, paper, and a chequerboard for colour 1."""
    source, width = copy_pixels(override), override.width
    pixels = bytearray()
    for y in range(override.height):
        line = source[y * width : (y + 1) * width]
        doubled = bytearray(2 * width)
        for odd in (0, 1):
            doubled[odd::2] = line.translate(_TO_TWO_COLOURS[(y + odd) % 2])
        pixels += doubled
    return image_from_pixels(2 * width, override.height, bytes(pixels))


class _GraphicsMode(DitheredPage):
    """One graphics mode: its page, the finished picture, and the text layer over it.

    The picture is `width_factor` times as wide as the page. If that is not 1, text drawn on the page is stored in
    `pending_text`, because it has the picture's pixels: arguments of `TextLayer.draw_text` without the image, a position
    on the page, and the colour there when the text was drawn.
    """

    def __init__(
        self,
        size: tuple[int, int],
        palette: Sequence[int],
        text_layer: TextLayer,
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
        self.set_target_colours([ega_to_rgb(value) for value in registers])
        self.__dict__.pop("attribute_map", None)

    @cached_property
    def attribute_map(self) -> AttributeMap:
        """Attributes over the page: a paper of the same hue and an ink that is legible on it."""
        palette = self.palette
        papers = [nearest_paper(rgb, palette) for rgb in self.target_colours]
        inks = [
            nearest_colour(self.target_colours[value & 15], palette, papers[value >> 4])
            for value in range(256)
        ]
        underlines = bytearray(256)
        for row, paper in enumerate(papers):
            accent = accent_ink(palette, paper)
            inks[row << 4 | _ACCENT] = most_legible_ink(palette, paper) if accent is None else accent
            underlines[row << 4 | _ACCENT] = 0xFF if accent is None else 0
        return GRAPHICS_ATTRIBUTE_MAP._replace(
            inks=bytes(inks),
            papers=bytes(papers[value >> 4] for value in range(256)),
            underlines=bytes(underlines),
        )


class _CompositeAnimationMode(_GraphicsMode):
    """Graphics mode of end animations on a composite monitor: a dither of one or two of 16 colours for each register."""

    def set_registers(self, registers: Sequence[int]) -> None:
        super().set_registers(registers)
        self._dithers = list(starmap(composite_dither_for, enumerate(registers)))


class CgaAdapter(DisplayAdapter):
    """A CGA with the four colours of CGA_PALETTES[`palette_name`].

    The fonts are 256 patterns of 8 row bytes each, 8 pixels wide (`font`) and 4 pixels wide (`narrow_font`).
    """

    name = "cga"
    pixel_width = 2
    max_picture_size = (640, 200)
    monitor_size = (640, 480)
    square_pixel_size = (640, 400)
    card_files: tuple[str, ...] = ("PYRCGA.DEC",)
    has_full_palette = False
    two_colour_inks = tuple(CGA_TWO_COLOUR_INKS)
    _cursor_shape = (6, 2)

    def __init__(
        self,
        font: bytes,
        narrow_font: bytes,
        mode: DisplayMode = "graphics",
        palette_name: str = DEFAULT_CGA_PALETTE_NAME,
    ) -> None:
        text_layer = TextLayer(narrow_font, 4, 8)
        normal_mode = picture_mode = animation_mode = _GraphicsMode(
            (320, 200), CGA_PALETTES[palette_name], text_layer, self._find_override
        )
        self.title_planes_by_suffix = {"_cga": 2}
        if palette_name == COMPOSITE_PALETTE_NAME:
            find_override = partial(self._find_override, columns=4)
            picture_mode = _GraphicsMode(
                (160, 200), COMPOSITE_PALETTE, text_layer, find_override, width_factor=2
            )
            animation_mode = _CompositeAnimationMode(
                (160, 200), COMPOSITE_PALETTE, text_layer, find_override, width_factor=2
            )
            self.title_planes_by_suffix["_composite"] = 4
            self.card_files = "PYRCGA.DEC", "PYRTV.DEC"
        self._graphics_mode = self._normal_mode = normal_mode
        self._font = font
        self._graphics_modes: dict[str | None, _GraphicsMode] = {
            None: normal_mode,
            PICTURE_COLOUR_MODE: picture_mode,
            ANIMATION_COLOUR_MODE: animation_mode,
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
        self.text_attribute_map = _text_attribute_map(self._loaded_registers)
        self._load_rgb_colours()

    def _load_rgb_colours(self) -> None:
        for index in (*range(16), *self._graphics_mode.palette):
            pyxel.colors[index & 15] = ALL_COLOURS[index]

    @property
    def can_dim(self) -> bool:
        """Whether dimmed text differs from other text; a graphics mode has too few inks for that."""
        return self.mode == "text"

    def hotkey_attribute(self, letter: int, text: int) -> int:
        """Return the attribute for a hotkey letter; if its colours equal the text's, another ink or an underline."""
        # In text mode the graphics attribute map is not built: that is slow after every change of the registers.
        attribute_map = self.text_attribute_map if self.mode == "text" else self._graphics_mode.attribute_map
        # A letter 4 pixels wide on another paper would touch its neighbours.
        hotkey = letter if self.mode == "text" else letter & 0x0F | text & 0xF0
        inks, papers = attribute_map.inks, attribute_map.papers
        if (inks[hotkey], papers[hotkey]) != (inks[text], papers[text]):
            return hotkey
        return text & 0xF0 | (_TEXT_HOTKEY if self.mode == "text" else _ACCENT)

    def highlight_colour(self, preferred: int, background: int) -> int:
        """Return a highlight colour that has none of the four colours in common with the background or a card's paper."""
        return self._graphics_mode.distinct_colour(preferred, (background, 15))

    def set_colour_mode(self, colour_mode: str | None) -> None:
        if self.mode == "text":
            colour_mode = None
        if colour_mode is not None and colour_mode not in self._graphics_modes:
            text_layer, palette = TextLayer(self._font, 8, 8), (0, CGA_TWO_COLOUR_INKS[colour_mode])
            self._graphics_modes[colour_mode] = _GraphicsMode(
                (640, 200), palette, text_layer, self._find_two_colour_override
            )
        graphics_mode = self._graphics_modes[colour_mode]
        graphics_mode.pending_text.clear()
        if graphics_mode is not self._graphics_mode:
            self._graphics_mode = self.page = graphics_mode
            self.drawing_suffix = "_composite" if isinstance(graphics_mode, _CompositeAnimationMode) else ""
            graphics_mode.set_registers(self.registers)
            self._load_rgb_colours()

    def override_image(self, image: Image, replacement: Image | None) -> None:
        """Draw `replacement` in place of `image`: 4 colours in the resolution of 320x200, or 16 colours in 160x200.

        With None the image's reduction is used again. If `replacement` is `image` itself, the image has the resolution of
        160x200 and the drawing colours.
        """
        overrides = self._overrides.setdefault(id(image), (image, {}))[1]
        if replacement is None:
            overrides.clear()
        else:
            overrides[4 if replacement is image else image.width // replacement.width] = replacement
        for graphics_mode in () if replacement is image else self._graphics_modes.values():
            graphics_mode.clear_cache()

    def _find_override(self, image: Image, columns: int = 2) -> Image | None:
        return self._overrides[id(image)][1].get(columns) if id(image) in self._overrides else None

    def _find_two_colour_override(self, image: Image) -> Image | None:
        override = self._find_override(image)
        return override and _convert_to_two_colours(override)

    def half_width_image(self, image: Image) -> Image:
        """Return the image at half width; a picture drawn in its place for 320x200 is halved too."""
        half_image = super().half_width_image(image)
        override = self._find_override(image)
        if override is not None and id(half_image) not in self._overrides:
            self._overrides[id(half_image)] = half_image, {2: halve_width(override)}
        return half_image

    def draw_text(self, x: int, y: int, text: str, colour: int) -> None:
        page, layer = self._graphics_mode, self._graphics_mode.text_layer
        image, left, top = page.image, page.scale_x(x), page.scale_y(y)
        # The nearest colour may be that of the paper, so an ink legible on the paper is used. The paper is read in the
        # first row of a cell, where letters are empty, because another letter may be there already.
        paper = image.pget(left + layer.cell_width - 1, top)
        ink, codes = (
            nearest_colour(page.target_colours[colour], page.palette, paper),
            cp437.encode_lossy(text),
        )
        if page.picture.width > image.width:
            for i, code in enumerate(codes):
                page_pos = left + i * layer.cell_width // 2, top + 4
                arguments = int(x // 2) + i * layer.cell_width, top, bytes([code]), ink
                page.pending_text.append((arguments, page_pos, image.pget(*page_pos)))
        else:
            layer.draw_text(image, left, top, codes, ink)

    def compose_picture(
        self, tick: int, pointer_pos: tuple[int, int] | None, pointer_shape: PointerShape = "arrow"
    ) -> Image:
        """Return the finished picture of a tick: the graphics mode's, or text mode's 640x200 if text covers the page."""
        if self.mode == "text":
            return super().compose_picture(tick, pointer_pos, pointer_shape)
        page = self._graphics_mode
        if page is self._normal_mode and self._is_covered():
            return self._compose_text(
                self._text_layer, _COVERED_ATTRIBUTE_MAP, tick, pointer_pos, apply_blink=False
            )
        picture, pixels = page.picture, pixel_buffer(page.picture)
        width_factor = picture.width // page.image.width
        for column in range(width_factor):
            pixels[column::width_factor] = pixel_buffer(page.image)
        for arguments, page_pos, paper in page.pending_text:
            # A card may have been drawn over it since.
            if page.image.pget(*page_pos) == paper:
                page.text_layer.draw_text(picture, *arguments)
        self._compose_overlay(picture, page.text_layer, page.attribute_map, tick)
        if pointer_pos is not None:
            picture.pal(15, page.palette[-1])
            self._draw_pointer(
                picture,
                width_factor * page.scale_x(pointer_pos[0]),
                page.scale_y(pointer_pos[1]),
                pointer_shape,
                tick,
            )
            picture.pal()
        pixels[:] = bytes(pixels).translate(_TO_16_COLOURS)
        return picture

    def _is_covered(self) -> bool:
        """Return whether no cell is transparent."""
        either = int.from_bytes(self.cells[::2]) | int.from_bytes(self.cells[1::2])
        return 0 not in either.to_bytes(len(self.cells) // 2)
