"""The program's icon: a drawing of letters, one letter per pixel, with `.` as background (`assets/icon.txt`)."""

from collections.abc import Mapping, Sequence

RGB = tuple[int, int, int]
"""Red, green and blue, 0 to 255 each."""
ICON_COLOURS: Mapping[str, RGB] = {
    ".": (0x00, 0x00, 0xAA),
    "k": (0x00, 0x00, 0x00),
    "w": (0xFF, 0xFF, 0xFF),
    "r": (0xAA, 0x00, 0x00),
}
"""The colour of each letter."""


def render_icon(drawing: Sequence[str]) -> list[list[int]]:
    """Return a drawing as rows of 24-bit colours.

    >>> [[f"{colour:06X}" for colour in row] for row in render_icon([".w"])]
    [['0000AA', 'FFFFFF']]
    """
    return [[int.from_bytes(bytes(ICON_COLOURS[letter])) for letter in row] for row in drawing]
