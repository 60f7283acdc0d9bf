"""The shapes of the mouse pointer, 16x16 pixels each, as `assets/pointers.txt` draws them.

The arrow is the mouse driver's own, measured; the others are ours.
"""

from typing import Literal

from retro_pyramid.packaged import asset_text

Shape = Literal["arrow", "hand", "hourglass", "standing hourglass"]
Pointer = tuple[list[list[str]], tuple[int, int]]
"""A shape's pictures row by row, shown one after another, and its hot spot: the pixel that points.

`#` is black, `o` white, `.` lets the picture through.
"""

TURN_TICKS = 12
"""How long each picture of a shape with several shows, in ticks."""


def _read(text: str) -> dict[str, Pointer]:
    """Read the shapes: a line with the name and the hot spot of each, then the rows of its pictures, and an empty line."""
    shapes = {}
    for block in text.split("\n\n"):
        head, *rows = block.splitlines()
        name, x, y = head.rsplit(" ", 2)
        shapes[name] = [rows[at : at + 16] for at in range(0, len(rows), 16)], (int(x), int(y))
    return shapes


POINTERS = _read(asset_text("pointers.txt"))
