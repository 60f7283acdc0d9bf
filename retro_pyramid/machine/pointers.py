"""The shapes of the mouse pointer, 16x16 pixels each: `#` is black, `o` white, `.` lets the picture through.

The arrow is the mouse driver's own (Video keeps its masks); the others are ours.
"""

from typing import Literal, NamedTuple

Shape = Literal["arrow", "hand", "hourglass"]


class Pointer(NamedTuple):
    """A pointer's picture row by row, and its hot spot: the pixel that points."""

    rows: tuple[str, ...]
    hot: tuple[int, int]


POINTERS: dict[Shape, Pointer] = {
    "hand": Pointer(
        (
            "....##..........",
            "...#oo#.........",
            "...#oo#.........",
            "...#oo#.........",
            "...#oo###.......",
            "...#oo#oo###....",
            "...#oo#oo#oo##..",
            ".###oo#oo#oo#o#.",
            "#oo#oooooooo#oo#",
            "#ooooooooooooo##",
            ".#oooooooooooo#.",
            "..#ooooooooooo#.",
            "...#oooooooooo#.",
            "....#oooooooo#..",
            "....##########..",
            "....#oooooooo#..",
        ),
        (4, 0),
    ),
    "hourglass": Pointer(
        (
            "###############.",
            "#ooooooooooooo#.",
            "###############.",
            ".#oo#o#o#o#oo#..",
            "..#oo#o#o#oo#...",
            "...##oo#oo##....",
            ".....#o#o#......",
            "......#o#.......",
            ".....#o#o#......",
            "...##oo#oo##....",
            "..#oooo#oooo#...",
            ".#oooo#o#oooo#..",
            ".#oo#o#o#o#oo#..",
            "###############.",
            "#ooooooooooooo#.",
            "###############.",
        ),
        (7, 7),
    ),
}
"""Every shape but the arrow."""
