"""The emulated monochrome display adapter: text only, 720x350 in cells of 9x14, normal, bright, underlined, reverse.

Source: `reference/hardware.json`, measured on an MDA.
"""

from collections.abc import Sequence

import pyxel

from retro_pyramid.machine.cells import Look
from retro_pyramid.machine.palette import DEFAULT_REGISTERS
from retro_pyramid.machine.video import Video

PHOSPHORS = {
    "green": (0x22AA22, 0x66FF66),
    "amber": (0xC87000, 0xFFC040),
    "white": (0xAAAAAA, 0xFFFFFF),
}
"""What normal and bright dots look like on the three kinds of screen; the white one's are measured, the others ours."""


def mono_attribute(attribute: int) -> int:
    """Return what the monochrome display makes of a colour attribute: normal, bright or reverse, keeping blink.

    Original: on an MDA only 70h is reverse; every other light-on-dark or dark-on-dark pair is light on black.
    Here: cyan, red and grey backgrounds are reverse, or selection bars would vanish.

    >>> f"{mono_attribute(0x1E):02X} {mono_attribute(0x30):02X}"
    '0F 70'
    """
    foreground, background, blink = attribute & 15, attribute >> 4 & 7, attribute & 0x80
    if background in (3, 4, 7):
        return blink | 0x70
    if attribute & 0x77 == 0:
        return 0x00
    return blink | (0x0F if foreground & 8 else 0x07)


_SHOWN = bytes(map(mono_attribute, range(256)))
_LOOK = Look(
    inks=bytes(value & 15 for value in _SHOWN),
    papers=bytes(value >> 4 & 7 for value in _SHOWN),
    underlines=bytes(0xFF if value & 0x77 == 1 else 0 for value in range(256)),
)


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
        super().__init__(font, "text", 9)
        self.text_look = _LOOK

    def set_registers(self, registers: Sequence[int] = DEFAULT_REGISTERS) -> None:
        """Keep to the phosphor: this adapter has no palette."""
        normal, bright = self._phosphor
        for index in range(16):
            pyxel.colors[index] = 0 if index in (0, 8) else bright if index & 8 else normal

    def _exchanged(self, attribute: int) -> int:
        # Reduced first: green exchanged is magenta, which a monochrome display shows alike.
        return _SHOWN[attribute] ^ 0x77
