"""How long screens wait and messages stay, in ticks of 1/60 s."""

_SECOND = 60

TITLE_IDLE_TICKS = 20 * _SECOND
"""The time without input after which the title goes on to what is shown when nobody is there."""
MENU_IDLE_TICKS = 60 * _SECOND
"""The same for a menu, which somebody may be reading."""
BOARD_IDLE_TICKS = 8 * _SECOND
"""The same for a board of scores that is shown when nobody is there."""
_MIN_MESSAGE_TICKS = 5 * _SECOND
_LETTER_TICKS = 4


def reading_ticks(message: str) -> int:
    """Return how long a message is shown: long enough to read all its letters.

    >>> reading_ticks("Sound off"), reading_ticks("x" * 100)
    (300, 400)
    """
    return max(_MIN_MESSAGE_TICKS, _LETTER_TICKS * len(message))
