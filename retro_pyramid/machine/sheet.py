"""Contact sheets: every picture of a deck on one image, in a grid."""

from collections.abc import Sequence
from typing import Protocol

from retro_pyramid.machine.adapters.palette import DEFAULT_REGISTERS, ega_rgb
from retro_pyramid.machine.video import Image, image_from_pixels

_ACROSS = 13
_GAP = 4


class Pixels(Protocol):
    """A picture: width, height and one colour index a byte, row by row."""

    @property
    def width(self) -> int:
        """Return the width in pixels."""

    @property
    def height(self) -> int:
        """Return the height in pixels."""

    @property
    def pixels(self) -> bytes:
        """Return the colour indices."""


def draw_sheet(groups: Sequence[Sequence[Pixels]]) -> Image:
    """Return one image of all pictures, 13 a row on grey, each group beginning a new row; all are of one size."""
    import pyxel

    for index, register in enumerate(DEFAULT_REGISTERS):
        pyxel.colors[index] = ega_rgb(register)
    first = groups[0][0]
    cell_width, cell_height = first.width + _GAP, first.height + _GAP
    rows = [group[start : start + _ACROSS] for group in groups for start in range(0, len(group), _ACROSS)]
    sheet = pyxel.Image(_ACROSS * cell_width + _GAP, len(rows) * cell_height + _GAP)
    sheet.cls(8)
    for row, pictures in enumerate(rows):
        for column, picture in enumerate(pictures):
            image = image_from_pixels(picture.width, picture.height, picture.pixels)
            place = (_GAP + column * cell_width, _GAP + row * cell_height)
            sheet.blt(*place, image, 0, 0, picture.width, picture.height)
    return sheet
