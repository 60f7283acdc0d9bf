"""Idle time-outs of screens, and how long messages are shown, in ticks of 1/60 s."""

_SECOND = 60

TITLE_IDLE_TICKS = 20 * _SECOND
"""Time without input after which the title screen starts the attract loop."""
MENU_IDLE_TICKS = 60 * _SECOND
"""The same for a menu, which the player may be reading."""
HIGH_SCORES_IDLE_TICKS = 8 * _SECOND
"""The same for the high scores in the attract loop."""
_MIN_MESSAGE_TICKS = 5 * _SECOND
_LETTER_TICKS = 4


def compute_reading_ticks(message: str) -> int:
    """Return how long to show a message: 4 ticks per letter, and at least 5 seconds.

    >>> compute_reading_ticks("Sound off"), compute_reading_ticks("x" * 100)
    (300, 400)
    """
    return max(_MIN_MESSAGE_TICKS, _LETTER_TICKS * len(message))
