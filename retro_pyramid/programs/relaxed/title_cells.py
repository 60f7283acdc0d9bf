"""The tomb of the title picture in characters."""

from retro_pyramid.machine.video import COLUMNS, ROWS, Video

_FLICKER = ("1111211101112211110112111", "11211110112111022111101111211")
"""How bright each torch is, step by step: 0 low, 1 as usual, 2 high."""
_FLICKER_TICKS = 6


def flicker(torch: int, now: int) -> int:
    """Return how bright a torch is at a tick: 0 low, 1 as usual, 2 high."""
    steps = _FLICKER[torch]
    return int(steps[now // _FLICKER_TICKS % len(steps)])


def draw_cells(video: Video, now: int, behind: bool) -> None:
    """Draw the tomb in characters."""
    for row in range(ROWS):
        video.write(0, row, " " * COLUMNS, 0x00)
