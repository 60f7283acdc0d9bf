"""The EGA's colours: 64 of two bits a channel, of which 16 registers choose what is shown.

Source: IBM Enhanced Graphics Adapter technical reference; `reference/hardware.json` of the specification.
"""

DEFAULT_REGISTERS: tuple[int, ...] = (0, 1, 2, 3, 4, 5, 20, 7, 56, 57, 58, 59, 60, 61, 62, 63)
"""What the BIOS puts into the 16 registers; the sixth is 20, not 6, so that dark yellow is brown."""


def ega_rgb(value: int) -> int:
    """Return the 24-bit colour of an EGA colour 0-63: bits 5..0 are r g b R G B, a channel is AAh·upper + 55h·lower.

    >>> f"{ega_rgb(20):06X}"
    'AA5500'
    """
    red = 0xAA * (value >> 2 & 1) + 0x55 * (value >> 5 & 1)
    green = 0xAA * (value >> 1 & 1) + 0x55 * (value >> 4 & 1)
    blue = 0xAA * (value & 1) + 0x55 * (value >> 3 & 1)
    return red << 16 | green << 8 | blue
