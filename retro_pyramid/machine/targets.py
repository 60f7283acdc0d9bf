"""What on the screen can be pointed at, and which of it a click or a tap means."""

from collections.abc import Sequence
from typing import NamedTuple

from retro_pyramid.machine.video import HEIGHT, WIDTH

REACH = (41, 30)
"""Width and height in picture pixels that a finger needs: 6 mm on a phone whose picture is 375 points wide."""


class Target(NamedTuple):
    """A thing on the screen: its id, its rectangle (x, y, width, height in picture pixels), whether it can be used.

    `words` are those of a key that stands for it beside the picture, empty where there is to be none, as for a card. Of
    a value, `of` says what it is one of, and `chosen` whether it is the one that holds.
    """

    id: str
    rect: tuple[int, int, int, int]
    enabled: bool = True
    words: str = ""
    of: str = ""
    chosen: bool = False

    def contains(self, x: int, y: int) -> bool:
        left, top, width, height = self.rect
        return left <= x < left + width and top <= y < top + height


def apart(across: int, down: int) -> float:
    """Return the square of a distance as the eye sees it: pixels are higher than wide."""
    return across**2 + (1.37 * down) ** 2


def target_at(targets: Sequence[Target], x: int, y: int) -> Target | None:
    """Return the topmost (last) target under (x, y), else the nearest enabled one within a finger's reach."""
    for target in reversed(targets):
        if target.contains(x, y):
            return target
    nearest: tuple[float, Target] | None = None
    for target in reversed(targets):
        if not target.enabled:
            continue
        if _for_a_finger(target).contains(x, y):
            left, top, width, height = target.rect
            away_x = max(left - x, 0, x - (left + width - 1))
            away_y = max(top - y, 0, y - (top + height - 1))
            distance = apart(away_x, away_y)
            if nearest is None or distance < nearest[0]:
                nearest = (distance, target)
    return nearest[1] if nearest else None


def _for_a_finger(target: Target) -> Target:
    left, top, width, height = target.rect
    more_x, more_y = max(0, REACH[0] - width + 1) // 2, max(0, REACH[1] - height + 1) // 2
    width, height = width + 2 * more_x, height + 2 * more_y
    # What would lie outside the picture is made up for inside: the key hints are at its lower edge.
    left = min(max(left - more_x, 0), WIDTH - width)
    top = min(max(top - more_y, 0), HEIGHT - height)
    return target._replace(rect=(left, top, width, height))


def visible_point(targets: Sequence[Target], name: str) -> tuple[int, int] | None:
    """Return a picture pixel where a click hits the target called `name`, near its middle; None if it is all covered."""
    index = next((i for i, target in enumerate(targets) if target.id == name), None)
    if index is None:
        return None
    left, top, width, height = targets[index].rect
    above = targets[index + 1 :]
    middle_x, middle_y = left + width // 2, top + height // 2
    points = [(left + width * i // 8, top + height * j // 8) for i in range(1, 8) for j in range(1, 8)]
    points.sort(key=lambda p: (p[0] - middle_x) ** 2 + (p[1] - middle_y) ** 2)
    return next((p for p in points if not any(other.contains(*p) for other in above)), None)
