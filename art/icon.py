"""The program's icon as an SVG picture."""

from collections.abc import Iterator, Sequence

from retro_pyramid.formats.pictures.icon import ICON_COLOURS


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
    return "#{:02x}{:02x}{:02x}".format(*ICON_COLOURS[letter])
