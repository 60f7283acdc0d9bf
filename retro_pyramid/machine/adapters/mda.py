"""The emulated monochrome display adapter: text only, 720x350 in cells of 9x14, normal, bright, underlined, reverse.

Source: `reference/hardware.json`, measured on an MDA.
"""

from collections.abc import Container, Sequence
from functools import lru_cache

import pyxel

from retro_pyramid.machine.adapters.palette import DEFAULT_REGISTERS, ega_rgb
from retro_pyramid.machine.text_layer import Look
from retro_pyramid.machine.video import Video

PHOSPHORS = {
    "green": (0x22AA22, 0x66FF66),
    "amber": (0xC87000, 0xFFC040),
    "white": (0xAAAAAA, 0xFFFFFF),
}
"""What normal and bright dots look like on the three kinds of screen; the white one's are measured, the others ours."""
HALF = 1
"""The colour of half the light, which no attribute has: what has gone out a moment ago."""
_LIGHT = (3, 4, 7)
"""The papers that are shown in reverse."""


def mono_attribute(attribute: int, dark: Container[int] = ()) -> int:
    """Return what the monochrome display makes of a colour attribute: normal, bright or reverse, keeping blink.

    Original: on an MDA only 70h is reverse; every other light-on-dark or dark-on-dark pair is light on black.
    Here: cyan, red and grey backgrounds are reverse, or selection bars would vanish; but not those of `dark`, in which a
    program keeps a colour near black.

    >>> f"{mono_attribute(0x1E):02X} {mono_attribute(0x30):02X} {mono_attribute(0x30, {3}):02X}"
    '0F 70 07'
    """
    foreground, background, blink = attribute & 15, attribute >> 4 & 7, attribute & 0x80
    if background in _LIGHT and background not in dark:
        return blink | 0x70
    if attribute & 0x77 == 0:
        return 0x00
    return blink | (0x0F if foreground & 8 else 0x07)


@lru_cache
def _shown(dark: frozenset[int]) -> tuple[bytes, Look]:
    shown = bytes(mono_attribute(attribute, dark) for attribute in range(256))
    look = Look(
        inks=bytes(value & 15 for value in shown),
        papers=bytes(value >> 4 & 7 for value in shown),
        underlines=bytes(0xFF if value & 0x77 == 1 else 0 for value in range(256)),
    )
    return shown, look


class MdaVideo(Video):
    """An MDA with a screen of the given phosphor; `font` is 256 patterns of 14 row bytes."""

    name = "mono"
    mono = True
    text_only = True
    size = (720, 350)
    monitor = (720, 540)
    square = (720, 350)

    def __init__(self, font: bytes, phosphor: str = "white") -> None:
        self._phosphor = PHOSPHORS[phosphor]
        self._shown = b""
        super().__init__(font, "text", 9)

    def set_registers(self, registers: Sequence[int] = DEFAULT_REGISTERS) -> None:
        """Keep to the phosphor: this adapter has no palette; note which papers hold a dark colour."""
        self.registers[:] = registers
        dark = frozenset(paper for paper in _LIGHT if not ega_rgb(registers[paper]) & 0x808080)
        self._shown, self.text_look = _shown(dark)
        (normal, bright), colours = self._phosphor, pyxel.colors
        for index in range(16):
            colours[index] = 0 if index in (0, 8) else bright if index & 8 else normal
        # Light is the square of the numbers that stand for it.
        colours[HALF] = int.from_bytes(round(part * 0.5**0.5) for part in normal.to_bytes(3))

    def hot(self, letter: int, words: int) -> int:
        """Return the attribute of a letter among words: bright on black in reverse, underlined among bright ones."""
        if self._shown[letter] != self._shown[words]:
            return letter
        return 0x0F if self._shown[words] >> 4 & 7 else 0x09

    def _exchanged(self, attribute: int) -> int:
        # Reduced first: green exchanged is magenta, which a monochrome display shows alike.
        return self._shown[attribute] ^ 0x77
