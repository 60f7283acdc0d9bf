"""Clickable regions of the screen, and hit tests for clicks and taps."""

from collections.abc import Sequence
from typing import NamedTuple

from retro_pyramid.machine.video import HEIGHT, WIDTH

MIN_TOUCH_SIZE = (41, 30)
"""Width and height in picture pixels of the smallest touch area: 6 mm on a phone whose picture is 375 points wide."""


class Target(NamedTuple):
    """Clickable region of the screen, such as a button, a card or a setting's value."""

    id: str
    """Identifier in scripts and in the state JSON, such as `button:how`."""
    rect: tuple[int, int, int, int]
    """x, y, width and height in picture pixels."""
    enabled: bool = True
    """Whether a click has an effect."""
    label: str = ""
    """Label of the touch key beside the picture that stands for this target; empty for none, as for a card."""
    group: str = ""
    """Label of the group that the target is one value of, such as a setting; empty if it is no value."""
    checked: bool = False
    """Whether it is the current value of its group."""

    def contains(self, x: int, y: int) -> bool:
        left, top, width, height = self.rect
        return left <= x < left + width and top <= y < top + height


def distance_sq(dx: int, dy: int) -> float:
    """Return the squared distance in pixel widths, corrected for pixels that are 1.37 times as high as wide."""
    return dx**2 + (1.37 * dy) ** 2


def find_target_at(targets: Sequence[Target], x: int, y: int) -> Target | None:
    """Return the topmost (last) target at (x, y), else the nearest enabled one whose touch area contains the point.

    Returns None if there is neither.
    """
    for target in reversed(targets):
        if target.contains(x, y):
            return target
    nearest: tuple[float, Target] | None = None
    for target in reversed(targets):
        if not target.enabled:
            continue
        if _enlarge_for_touch(target).contains(x, y):
            left, top, width, height = target.rect
            dx = max(left - x, 0, x - (left + width - 1))
            dy = max(top - y, 0, y - (top + height - 1))
            distance = distance_sq(dx, dy)
            if nearest is None or distance < nearest[0]:
                nearest = (distance, target)
    return nearest[1] if nearest else None


def _enlarge_for_touch(target: Target) -> Target:
    left, top, width, height = target.rect
    margin_x, margin_y = (
        max(0, MIN_TOUCH_SIZE[0] - width + 1) // 2,
        max(0, MIN_TOUCH_SIZE[1] - height + 1) // 2,
    )
    width, height = width + 2 * margin_x, height + 2 * margin_y
    # An area that crosses the picture's border is moved inside: the key hints are at the lower border.
    left = min(max(left - margin_x, 0), WIDTH - width)
    top = min(max(top - margin_y, 0), HEIGHT - height)
    return target._replace(rect=(left, top, width, height))


def find_visible_point(targets: Sequence[Target], target_id: str) -> tuple[int, int] | None:
    """Return a pixel near the centre of the target with this id that no other target covers.

    Returns None if there is no such target or it is covered completely.
    """
    index = next((i for i, target in enumerate(targets) if target.id == target_id), None)
    if index is None:
        return None
    left, top, width, height = targets[index].rect
    above = targets[index + 1 :]
    centre_x, centre_y = left + width // 2, top + height // 2
    points = [(left + width * i // 8, top + height * j // 8) for i in range(1, 8) for j in range(1, 8)]
    points.sort(key=lambda p: (p[0] - centre_x) ** 2 + (p[1] - centre_y) ** 2)
    return next((p for p in points if not any(other.contains(*p) for other in above)), None)
