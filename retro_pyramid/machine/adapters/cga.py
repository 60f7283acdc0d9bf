"""The emulated CGA: 320x200 in 4 colours for pictures, 80x25 cells of 8x8 in 16 colours for text, 640x200 in two.

On a composite monitor titles and finales are of 160x200 in 16 colours, each of four dots of 640x200.

A screen whose page shows anywhere is one of 320x200, its characters drawn 4 pixels wide so that 80 stand in a row; a
screen all of characters is the adapter's text mode.  Source: `reference/hardware.json`.
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
"""An ink that no program uses: over a picture it stands for the second ink on a paper, or an underline without one."""
_HOT = 1
"""The ink of a hot letter in text mode where its own is that of the words: those are black on a light paper then."""
_COVERED_LOOK = GRAPHICS_LOOK._replace(
    inks=bytes(_HOT if value & 7 == 5 and value >> 4 in (3, 7) else value & 15 for value in range(256))
)
"""What attributes become on a screen all of characters: the accent can be read on light papers."""
_SHOWN = bytes(value & 15 for value in range(256))
"""The index among 16 of each of `COLOURS`."""
_TWO = tuple(bytes((0, light, 0, 1)) + bytes([CLEAR]) * 252 for light in (0, 1))
"""Each of the four colours as one of two, in even and odd columns: the second is chequered, the third dark."""


@lru_cache
def _text_look(registers: tuple[int, ...]) -> Look:
    """Return what text mode makes of attributes: where a program has loaded another colour, the nearest there is.

    Of two colours as near the darker is taken, so that a night sky or a tomb stays dark.
    """
    changed = [value != usual for value, usual in zip(registers, DEFAULT_REGISTERS, strict=True)]
    colours = [ega_rgb(value) for value in registers]
    inks, papers = (
        [nearest(colours[index], tuple(range(count))) if changed[index] else index for index in range(count)]
        for count in (16, 8)
    )
    return TEXT_LOOK._replace(
        inks=bytes(inks[value & 15] for value in range(256)),
        papers=bytes(papers[value >> 4 & 7] for value in range(256)),
    )


def _in_two(drawn: Image) -> Image:
    """Return a picture drawn in four colours for 320x200 as points of 640x200: dark, paper, and the second chequered."""
    source, width = pixels_of(drawn), drawn.width
    pixels = bytearray()
    for y in range(drawn.height):
        line = source[y * width : (y + 1) * width]
        pair = bytearray(2 * width)
        for odd in (0, 1):
            pair[odd::2] = line.translate(_TWO[(y + odd) % 2])
        pixels += pair
    return image_from_pixels(2 * width, drawn.height, bytes(pixels))


class _Graphics(ReducedPage):
    """One graphics mode: its page, the finished picture, and the characters that stand over it.

    The picture may be some times as `wide` as the page. Characters printed on the page are in its pixels, so they wait in
    `printed` as place, code and colour, with a place on the page and what was there.
    """

    def __init__(
        self,
        size: tuple[int, int],
        palette: Sequence[int],
        cells: Cells,
        drawn: Callable[[Image], Image | None],
        wide: int = 1,
    ) -> None:
        super().__init__(*size, palette, drawn)
        self.picture = pyxel.Image(wide * size[0], size[1])
        self.printed: list[tuple[tuple[int, int, bytes, int], tuple[int, int], int]] = []
        self.cells = cells
        self.set_registers(DEFAULT_REGISTERS)

    def set_registers(self, registers: Sequence[int]) -> None:
        """Show the programs' colours with those of the palette."""
        self.set_colours([ega_rgb(value) for value in registers])
        self.__dict__.pop("look", None)

    @cached_property
    def look(self) -> Look:
        """What attributes become: a paper of the colour's hue, an ink legible on it."""
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


class _Finale(_Graphics):
    """A picture in the light of the programs' registers, each shown by one of the 16 colours or two."""

    def set_registers(self, registers: Sequence[int]) -> None:
        super().set_registers(registers)
        self._mixtures = list(starmap(matched, enumerate(registers)))


class CgaVideo(Video):
    """A CGA in the four colours of CGA_PALETTES[`palette`]; fonts of 256 patterns of 8 row bytes, 8 and 4 pixels wide."""

    name = "cga"
    dot = 2
    size = (640, 200)
    monitor = (640, 480)
    square = (640, 400)
    own_cards: tuple[str, ...] = ("PYRCGA.DEC",)
    full_colour = False
    inks = tuple(CGA_INKS)
    _cursor_lines = (6, 2)

    def __init__(self, font: bytes, narrow: bytes, mode: Mode = "graphics", palette: str = EGA_CARD) -> None:
        cells = Cells(narrow, 4, 8)
        four = picture = finale = _Graphics((320, 200), CGA_PALETTES[palette], cells, self._own_picture)
        self.title_files = {"_cga": 2}
        if palette == COMPOSITE:
            drawn = partial(self._own_picture, columns=4)
            picture = _Graphics((160, 200), COMPOSITE_PALETTE, cells, drawn, wide=2)
            finale = _Finale((160, 200), COMPOSITE_PALETTE, cells, drawn, wide=2)
            self.title_files["_composite"] = 4
            self.own_cards = "PYRCGA.DEC", "PYRTV.DEC"
        self._graphics = self._four = four
        self._font = font
        self._pages: dict[str | None, _Graphics] = {None: four, PICTURE: picture, FINALE: finale}
        self._shown: tuple[int, ...] = ()
        self._drawn: dict[int, tuple[Image, dict[int, Image]]] = {}
        """What was drawn for this adapter, by the id of what it stands for and by the columns of that in one of its own."""
        super().__init__(font, mode)

    def _page(self) -> Any:
        return self._graphics

    def set_registers(self, registers: Sequence[int] = DEFAULT_REGISTERS) -> None:
        """Match the programs' colours with those of the adapter, whose own 16 are fixed."""
        if self._shown == tuple(registers):
            return
        self._shown = tuple(registers)
        self.registers[:] = registers
        self._graphics.set_registers(registers)
        self.text_look = _text_look(self._shown)
        self._load()

    def _load(self) -> None:
        for index in (*range(16), *self._graphics.palette):
            pyxel.colors[index & 15] = COLOURS[index]

    @property
    def shows_dim(self) -> bool:
        """Whether dim letters look unlike others; the few inks of a graphics mode are not enough for that."""
        return self.mode == "text"

    def hot(self, letter: int, words: int) -> int:
        """Return the attribute of a letter among words, in another ink or underlined where both would be in the same."""
        # The look of graphics is not worked out for text: that takes a while after every change of the registers.
        look = self.text_look if self.mode == "text" else self._graphics.look
        # A letter of four columns on another paper would touch what is beside it.
        own = letter if self.mode == "text" else letter & 0x0F | words & 0xF0
        if (look.inks[own], look.papers[own]) != (look.inks[words], look.papers[words]):
            return own
        return words & 0xF0 | (_HOT if self.mode == "text" else _ACCENT)

    def mark(self, colour: int, ground: int) -> int:
        """Return a colour for a mark round a card that shares none of the four with the table or with paper."""
        return self._graphics.apart(colour, (ground, 15))

    def show_in(self, colours: str | None) -> None:
        if self.mode == "text":
            colours = None
        if colours is not None and colours not in self._pages:
            cells, inks = Cells(self._font, 8, 8), (0, CGA_INKS[colours])
            self._pages[colours] = _Graphics((640, 200), inks, cells, self._own_picture_in_two)
        graphics = self._pages[colours]
        graphics.printed.clear()
        if graphics is not self._graphics:
            self._graphics = self.page = graphics
            self.drawings = "_composite" if isinstance(graphics, _Finale) else ""
            graphics.set_registers(self.registers)
            self._load()

    def own(self, image: Image, drawn: Image | None) -> None:
        """Show `drawn` wherever the programs draw `image`: of 4 colours in the pixels of 320x200, or of 16 in 160x200.

        None: show its reduction again. An image that is its own is one of 160x200 in the programs' colours.
        """
        of_it = self._drawn.setdefault(id(image), (image, {}))[1]
        if drawn is None:
            of_it.clear()
        else:
            of_it[4 if drawn is image else image.width // drawn.width] = drawn
        for graphics in () if drawn is image else self._pages.values():
            graphics.forget()

    def _own_picture(self, image: Image, columns: int = 2) -> Image | None:
        return self._drawn[id(image)][1].get(columns) if id(image) in self._drawn else None

    def _own_picture_in_two(self, image: Image) -> Image | None:
        drawn = self._own_picture(image)
        return drawn and _in_two(drawn)

    def narrow(self, image: Image) -> Image:
        """Return a picture at half its width; one drawn for 320x200 keeps what was drawn."""
        narrow = super().narrow(image)
        drawn = self._own_picture(image)
        if drawn is not None and id(narrow) not in self._drawn:
            self._drawn[id(narrow)] = narrow, {2: half(drawn)}
        return narrow

    def print(self, x: int, y: int, text: str, colour: int) -> None:
        page, cells = self._graphics, self._graphics.cells
        image, left, top = page.image, page.x(x), page.y(y)
        # The nearest colour may be the paper's, so an ink legible on the paper is asked for. The paper is read in the
        # first row of a cell, where letters have nothing, as another letter may stand there already.
        paper = image.pget(left + cells.width - 1, top)
        ink, codes = nearest(page.wanted[colour], page.palette, paper), cp437.shown(text)
        if page.picture.width > image.width:
            for at, code in enumerate(codes):
                place = left + at * cells.width // 2, top + 4
                shown = int(x // 2) + at * cells.width, top, bytes([code]), ink
                page.printed.append((shown, place, image.pget(*place)))
        else:
            cells.print(image, left, top, codes, ink)

    def compose(self, tick: int, pointer: tuple[int, int] | None, shape: Shape = "arrow") -> Image:
        """Return the finished picture of this moment: 320x200 where a page shows, else the text mode's 640x200."""
        if self.mode == "text":
            return super().compose(tick, pointer, shape)
        page = self._graphics
        if page is self._four and self._covered():
            return self._compose_text(self._cells, _COVERED_LOOK, tick, pointer, blinks=False)
        picture, pixels = page.picture, memory(page.picture)
        wide = picture.width // page.image.width
        for column in range(wide):
            pixels[column::wide] = memory(page.image)
        for printed, place, paper in page.printed:
            # A card may have come to lie over it since.
            if page.image.pget(*place) == paper:
                page.cells.print(picture, *printed)
        self._compose_over(picture, page.cells, page.look, tick)
        if pointer is not None:
            picture.pal(15, page.palette[-1])
            self._draw_pointer(picture, wide * page.x(pointer[0]), page.y(pointer[1]), shape, tick)
            picture.pal()
        pixels[:] = bytes(pixels).translate(_SHOWN)
        return picture

    def _covered(self) -> bool:
        """Return whether no cell lets the page show through."""
        either = int.from_bytes(self.cells[::2]) | int.from_bytes(self.cells[1::2])
        return 0 not in either.to_bytes(len(self.cells) // 2)
