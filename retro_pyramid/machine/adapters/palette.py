"""The EGA's colours: 64 of two bits a channel, of which 16 registers choose what is shown; the CGA's palettes of four.

Source: IBM Enhanced Graphics Adapter technical reference; `reference/hardware.json` of the specification.
"""

DEFAULT_REGISTERS: tuple[int, ...] = (0, 1, 2, 3, 4, 5, 20, 7, 56, 57, 58, 59, 60, 61, 62, 63)
"""What the BIOS puts into the 16 registers; the sixth is 20, not 6, so that dark yellow is brown."""
COMPOSITE = "composite"
CGA_PALETTES = {
    "0": (0, 2, 4, 6),
    "1": (0, 3, 5, 7),
    "0h": (0, 10, 12, 14),
    "1h": (0, 11, 13, 15),
    "5": (0, 3, 4, 7),
    "5h": (0, 11, 12, 15),
    COMPOSITE: (0, 11, 13, 15),
}
"""The four colours of each palette among the 16: modes 4 and 5, low and high intensity.

On a composite monitor titles and finales have 16 colours, all else has the four of `EGA_CARD`.
"""
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


def artifact_rgb(dots: int) -> int:
    """Return the 24-bit colour in which a composite monitor shows four dots of 640x200, over and over.

    Four dots last a cycle of NTSC's colour carrier, 3.58 MHz: their mean is the light, each turns the colour by 90 degrees.
    Source: NTSC's matrix of Y, U and V. The phase and four fifths of full colour are as on IBM's first CGA: reenigne's and
    VileR's articles on 8088 MPH, 2015; the table of mode 6 in MAME's `cgapal.cpp`.

    >>> " ".join(f"{artifact_rgb(dots):06X}" for dots in (0b0000, 0b0010, 0b0101, 0b1001, 0b1100, 0b1111))
    '000000 4017FF 808080 0BE300 F46D00 FFFFFF'
    """
    first, second, third, fourth = (dots >> bit & 1 for bit in (3, 2, 1, 0))
    light, u, v = dots.bit_count() / 4, 0.4 * (third - first), 0.4 * (second - fourth)
    parts = light + 1.140 * v, light - 0.395 * u - 0.581 * v, light + 2.032 * u
    return int.from_bytes(min(max(round(255 * part), 0), 255) for part in parts)
