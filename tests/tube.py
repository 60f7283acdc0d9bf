"""What the light of a picture's pixels makes of those of a window: worked out by adding up, as no shader does."""

from collections.abc import Callable, Sequence
from math import cos, tau
from operator import mul

Size = tuple[int, int]


def covered(at: int, size: int, pixels: int) -> tuple[int, int, float]:
    """Which two of the picture's pixels a pixel of the window covers, and how much of it the first one fills."""
    first = at * pixels // size
    return first, min(first + 1, pixels - 1), min(((first + 1) * size - at * pixels) / pixels, 1)


def tube_points(
    colour: Callable[[int, int], Sequence[int]], picture: Size, size: Size, steps: int = 40
) -> dict[tuple[int, int], list[float]]:
    """Return the colours that a tube gives some of a window's points, its light added up in small steps down a point.

    `colour` returns the three parts of one of the picture's pixels, by its column and row.
    """
    (wide, high), (width, height) = picture, size
    depth = 0.5 * min(max(height / high - 1.5, 0), 1)

    def glowing(row: int, column: int, part: int) -> float:
        left, here, right = (
            colour(min(max(at, 0), wide - 1), row)[part] ** 2 for at in (column - 1, column, column + 1)
        )
        return here * 5 / 6 + (left + right) / 12

    found = {}
    for y in range(7, height, 61):
        for x in range(5, width, 47):
            left, right, share = covered(x, width, wide)
            dark = 0.01 * ((2 * (x + 0.5) / width - 1) ** 2 + (2 * (y + 0.5) / height - 1) ** 2)
            sums = [0.0] * 3
            for step in range(steps):
                down = (y + (step + 0.5) / steps) * high / height
                beam = 1 - depth / 2 - depth / 2 * cos(tau * down)
                for part in range(3):
                    both = (glowing(int(down), column, part) for column in (left, right))
                    sums[part] += beam * sum(map(mul, both, (share, 1 - share)))
            found[x, y] = [(each / steps * (1 - dark)) ** 0.5 for each in sums]
    return found
