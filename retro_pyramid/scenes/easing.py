"""Easing and timing shared by card animations, scenes and sounds."""

GLIDE_TICKS = 8
Point = tuple[int, int]
Rect = tuple[int, int, int, int]
"""Left, top, width and height in picture pixels."""


def eased(passed: float, of: float) -> float:
    """Return how far something has come that sets off and arrives slowly, and the same way back: 0 to 1."""
    share = min(max(passed / of, 0.0), 1.0)
    return share * share * (3 - 2 * share)
