"""Tunes with what is seen in them: the ticks of cards that land, and of points that are counted."""

from collections.abc import Iterable
from itertools import pairwise

from retro_pyramid.machine.speaker import Tune

_CLICK_HERTZ, _CLICK = 110, 12
_COUNT_HERTZ = 1480


def milliseconds(ticks: int) -> int:
    """Return the milliseconds of so many ticks of 1/60 s."""
    return round(ticks * 1000 / 60)


def ticked(tune: Tune, landings: Iterable[int]) -> list[tuple[int, int]]:
    """Return a tune, as long as before, with a low click wherever something lands; `landings` are ticks.

    >>> ticked([(440, 500)], [15])
    [(440, 250), (110, 12), (440, 238)]
    """
    times = sorted(milliseconds(landing) for landing in landings)
    made: list[tuple[int, int]] = []
    now = 0
    for hertz, length in tune:
        end = now + length
        while times and times[0] < end:
            at = max(times.pop(0), now)
            click = min(_CLICK, end - at)
            made += [(hertz, at - now), (_CLICK_HERTZ, click)]
            now = at + click
        made.append((hertz, end - now))
        now = end
    return [(hertz, length) for hertz, length in made if length]


def counted(steps: int, ticks: int) -> list[tuple[int, int]]:
    """Return the sound of a sum that is counted up: so many short clicks, one every so many ticks.

    >>> counted(2, 1)
    [(1480, 4), (0, 13), (1480, 4), (0, 12)]
    """
    ends = [milliseconds(ticks * step) for step in range(steps + 1)]
    made: list[tuple[int, int]] = []
    for begin, end in pairwise(ends):
        made += [(_COUNT_HERTZ, 4), (0, end - begin - 4)]
    return made
