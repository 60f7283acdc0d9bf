"""The program's icon: a drawing of letters, one letter per pixel, with `.` as background (`assets/icon.txt`)."""

from collections.abc import Mapping, Sequence

RGB = tuple[int, int, int]
"""Red, green and blue, 0 to 255 each."""
COLOURS: Mapping[str, RGB] = {
    ".": (0x00, 0x00, 0xAA),
    "k": (0x00, 0x00, 0x00),
    "w": (0xFF, 0xFF, 0xFF),
    "r": (0xAA, 0x00, 0x00),
}
"""The colour of each letter."""


def pixels(drawing: Sequence[str]) -> list[list[int]]:
    """Return a drawing as rows of 24-bit colours.

    >>> [[f"{colour:06X}" for colour in row] for row in pixels([".w"])]
    [['0000AA', 'FFFFFF']]
    """
    return [[int.from_bytes(bytes(COLOURS[letter])) for letter in row] for row in drawing]
