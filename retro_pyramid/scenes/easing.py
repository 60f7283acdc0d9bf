"""Easing and timing shared by card animations, scenes and sounds."""

CARD_TWEEN_TICKS = 8
"""How long a card moves from one place to another."""
Point = tuple[int, int]
"""x and y in picture pixels."""
Rect = tuple[int, int, int, int]
"""Left, top, width and height in picture pixels."""


def smoothstep(elapsed: float, duration: float) -> float:
    """Return the eased progress, 0 to 1, of a motion with a slow start and end; it is symmetric."""
    t = min(max(elapsed / duration, 0.0), 1.0)
    return t * t * (3 - 2 * t)
