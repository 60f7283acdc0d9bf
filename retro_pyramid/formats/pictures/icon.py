"""The program's icon: a drawing of letters, a letter a pixel, `.` being the ground (`assets/icon.txt`)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

RGB = tuple[int, int, int]
COLOURS: Mapping[str, RGB] = {
    ".": (0x00, 0x00, 0xAA),
    "k": (0x00, 0x00, 0x00),
    "w": (0xFF, 0xFF, 0xFF),
    "r": (0xAA, 0x00, 0x00),
}
"""The letters of the drawing as colours of the EGA."""


def pixels(drawing: Sequence[str]) -> list[list[int]]:
    """Return a drawing as rows of 24-bit colours.

    >>> [[f"{colour:06X}" for colour in row] for row in pixels([".w"])]
    [['0000AA', 'FFFFFF']]
    """
    return [[int.from_bytes(bytes(COLOURS[letter])) for letter in row] for row in drawing]


def svg(drawing: Sequence[str]) -> str:
    """Return a drawing as an SVG picture: a path for each colour, on the ground's colour."""
    paths: dict[str, str] = {}
    for y, row in enumerate(drawing):
        for x, length, letter in _runs(row):
            if letter != ".":
                paths[letter] = paths.get(letter, "") + f"M{x} {y}h{length}v1h-{length}z"
    size = len(drawing)
    ground = f'<path fill="{_hex(".")}" d="M0 0h{size}v{size}H0z"/>'
    shapes = "".join(f'<path fill="{_hex(letter)}" d="{path}"/>' for letter, path in paths.items())
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {size} {size}" shape-rendering="crispEdges">'
        f"{ground}{shapes}</svg>"
    )


def _runs(row: str) -> Iterator[tuple[int, int, str]]:
    """Yield start, length and letter of what is alike in a row.

    >>> list(_runs("..k"))
    [(0, 2, '.'), (2, 1, 'k')]
    """
    start = 0
    for x in range(1, len(row) + 1):
        if x == len(row) or row[x] != row[start]:
            yield start, x - start, row[start]
            start = x


def _hex(letter: str) -> str:
    return "#{:02x}{:02x}{:02x}".format(*COLOURS[letter])
