"""The emulated MDA: text only, 720x350 pixels in cells of 9x14, with normal, bright, underlined and reverse text.

Source: `reference/hardware.json`, measured on an MDA.
"""

from collections.abc import Container, Sequence
from functools import lru_cache

import pyxel

from retro_pyramid.machine.adapters.palette import DEFAULT_REGISTERS, ega_to_rgb
from retro_pyramid.machine.text_layer import AttributeMap
from retro_pyramid.machine.video import DisplayAdapter

PHOSPHOR_COLOURS = {
    "green": (0x22AA22, 0x66FF66),
    "amber": (0xC87000, 0xFFC040),
    "white": (0xAAAAAA, 0xFFFFFF),
}
"""24-bit colours of normal and bright dots on the three kinds of screen; white is measured, the others are chosen."""
AFTERGLOW_COLOUR = 1
"""Colour index at half light for the afterglow; no attribute uses it."""
_REVERSE_PAPERS = (3, 4, 7)
"""Background colours that are shown in reverse."""


def to_mono_attribute(attribute: int, dark_papers: Container[int] = ()) -> int:
    """Convert a colour attribute to the MDA's normal, bright or reverse, and keep the blink bit.

    Original: on an MDA only 70h is reverse; every other light-on-dark or dark-on-dark pair is light on black.
    Here: cyan, red and grey backgrounds are reverse, because selection bars would be invisible otherwise. The exception is
    `dark_papers`, whose palette registers contain a colour near black.

    >>> f"{to_mono_attribute(0x1E):02X} {to_mono_attribute(0x30):02X} {to_mono_attribute(0x30, {3}):02X}"
    '0F 70 07'
    """
    foreground, background, blink = attribute & 15, attribute >> 4 & 7, attribute & 0x80
    if background in _REVERSE_PAPERS and background not in dark_papers:
        return blink | 0x70
    if attribute & 0x77 == 0:
        return 0x00
    return blink | (0x0F if foreground & 8 else 0x07)


@lru_cache
def _convert_attributes(dark_papers: frozenset[int]) -> tuple[bytes, AttributeMap]:
    converted = bytes(to_mono_attribute(attribute, dark_papers) for attribute in range(256))
    attribute_map = AttributeMap(
        inks=bytes(value & 15 for value in converted),
        papers=bytes(value >> 4 & 7 for value in converted),
        underlines=bytes(0xFF if value & 0x77 == 1 else 0 for value in range(256)),
    )
    return converted, attribute_map


class MdaAdapter(DisplayAdapter):
    """An MDA and its monitor; `phosphor` is a key of PHOSPHOR_COLOURS, `font` is 256 patterns of 14 row bytes."""

    name = "mono"
    is_monochrome = True
    is_text_only = True
    max_picture_size = (720, 350)
    monitor_size = (720, 540)
    square_pixel_size = (720, 350)

    def __init__(self, font: bytes, phosphor: str = "white") -> None:
        self._phosphor_colours = PHOSPHOR_COLOURS[phosphor]
        self._mono_attributes = b""
        super().__init__(font, "text", 9)

    def set_registers(self, registers: Sequence[int] = DEFAULT_REGISTERS) -> None:
        """Store the registers to find dark papers; the screen always has the phosphor's colours."""
        self.registers[:] = registers
        dark_papers = frozenset(
            paper for paper in _REVERSE_PAPERS if not ega_to_rgb(registers[paper]) & 0x808080
        )
        self._mono_attributes, self.text_attribute_map = _convert_attributes(dark_papers)
        (normal, bright), colours = self._phosphor_colours, pyxel.colors
        for index in range(16):
            colours[index] = 0 if index in (0, 8) else bright if index & 8 else normal
        # Light is proportional to the square of a channel's value.
        colours[AFTERGLOW_COLOUR] = int.from_bytes(
            round(channel * 0.5**0.5) for channel in normal.to_bytes(3)
        )

    def hotkey_attribute(self, letter: int, text: int) -> int:
        """Return the attribute for a hotkey letter: bright on black in reverse text, underlined in other text.

        It is `hotkey` itself if that differs from `text` on this adapter.
        """
        if self._mono_attributes[letter] != self._mono_attributes[text]:
            return letter
        return 0x0F if self._mono_attributes[text] >> 4 & 7 else 0x09

    def _invert_attribute(self, attribute: int) -> int:
        # Converted first: green inverted is magenta, which looks the same on a monochrome display.
        return self._mono_attributes[attribute] ^ 0x77
