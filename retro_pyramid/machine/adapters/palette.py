"""The EGA's colours: 64 of two bits a channel, of which 16 registers choose what is shown; the CGA's palettes of four.

Source: IBM Enhanced Graphics Adapter technical reference; `reference/hardware.json` of the specification.
"""

DEFAULT_REGISTERS: tuple[int, ...] = (0, 1, 2, 3, 4, 5, 20, 7, 56, 57, 58, 59, 60, 61, 62, 63)
"""What the BIOS puts into the 16 registers; the sixth is 20, not 6, so that dark yellow is brown."""
CGA_PALETTES = {
    "0": (0, 2, 4, 6),
    "1": (0, 3, 5, 7),
    "0h": (0, 10, 12, 14),
    "1h": (0, 11, 13, 15),
    "5": (0, 3, 4, 7),
    "5h": (0, 11, 12, 15),
}
"""The four colours of each palette among the 16: modes 4 and 5, low and high intensity."""
EGA_CARD = "1h"
"""Original: an EGA card shows mode 4 in the high intensity of palette 1.  Here: so does this one unless told otherwise."""
CGA_INKS = {"white": 15, "yellow": 14, "green": 10, "cyan": 11, "magenta": 13, "red": 12}
"""The colours that can stand on black in 640x200."""


def ega_rgb(value: int) -> int:
    """Return the 24-bit colour of an EGA colour 0-63: bits 5..0 are r g b R G B, a channel is AAh·upper + 55h·lower.

    >>> f"{ega_rgb(20):06X}"
    'AA5500'
    """
    red = 0xAA * (value >> 2 & 1) + 0x55 * (value >> 5 & 1)
    green = 0xAA * (value >> 1 & 1) + 0x55 * (value >> 4 & 1)
    blue = 0xAA * (value & 1) + 0x55 * (value >> 3 & 1)
    return red << 16 | green << 8 | blue
