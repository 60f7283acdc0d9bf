"""EGA colours (64, with two bits per channel, shown through 16 palette registers) and the CGA's four-colour palettes.

Source: IBM Enhanced Graphics Adapter technical reference; `reference/hardware.json` of the specification.
"""

DEFAULT_REGISTERS: tuple[int, ...] = (0, 1, 2, 3, 4, 5, 20, 7, 56, 57, 58, 59, 60, 61, 62, 63)
"""Values of the 16 palette registers set by the BIOS; register 6 has 20, not 6, so that dark yellow is brown."""
COMPOSITE_PALETTE_NAME = "composite"
CGA_PALETTES = {
    "0": (0, 2, 4, 6),
    "1": (0, 3, 5, 7),
    "0h": (0, 10, 12, 14),
    "1h": (0, 11, 13, 15),
    "5": (0, 3, 4, 7),
    "5h": (0, 11, 12, 15),
    COMPOSITE_PALETTE_NAME: (0, 11, 13, 15),
}
"""RGBI colours of each palette: CGA modes 4 and 5 at low and high intensity (`h`).

On a composite monitor titles and end animations have 16 colours; everything else has four.
"""
DEFAULT_CGA_PALETTE_NAME = "1h"
"""Original: an EGA card shows mode 4 with palette 1 at high intensity. Here: that is the default palette."""
CGA_TWO_COLOUR_INKS = {"white": 15, "yellow": 14, "green": 10, "cyan": 11, "magenta": 13, "red": 12}
"""RGBI colours available as the foreground in 640x200, on black."""


def ega_to_rgb(value: int) -> int:
    """Convert an EGA colour 0-63 to a 24-bit colour: bits 5..0 are r g b R G B, a channel is AAh·upper + 55h·lower.

    >>> f"{ega_to_rgb(20):06X}"
    'AA5500'
    """
    red = 0xAA * (value >> 2 & 1) + 0x55 * (value >> 5 & 1)
    green = 0xAA * (value >> 1 & 1) + 0x55 * (value >> 4 & 1)
    blue = 0xAA * (value & 1) + 0x55 * (value >> 3 & 1)
    return red << 16 | green << 8 | blue


def artifact_rgb(dots: int) -> int:
    """Return the 24-bit colour that a composite monitor shows for a repeated pattern of four dots of 640x200.

    Four dots last one cycle of NTSC's colour subcarrier, 3.58 MHz. Their mean is the luma, and each dot shifts the phase of
    the colour by 90 degrees. Source: NTSC's YUV matrix. Phase and saturation (four fifths) are those of IBM's first CGA:
    reenigne's and VileR's articles on 8088 MPH, 2015; the table of mode 6 in MAME's `cgapal.cpp`.

    >>> " ".join(f"{artifact_rgb(dots):06X}" for dots in (0b0000, 0b0010, 0b0101, 0b1001, 0b1100, 0b1111))
    '000000 4017FF 808080 0BE300 F46D00 FFFFFF'
    """
    first, second, third, fourth = (dots >> bit & 1 for bit in (3, 2, 1, 0))
    y, u, v = dots.bit_count() / 4, 0.4 * (third - first), 0.4 * (second - fourth)
    rgb = y + 1.140 * v, y - 0.395 * u - 0.581 * v, y + 2.032 * u
    return int.from_bytes(min(max(round(255 * channel), 0), 255) for channel in rgb)
