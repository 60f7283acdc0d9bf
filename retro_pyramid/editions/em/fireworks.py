"""Fireworks of characters: rockets that rise, bursts that open on a beat and fall, or stand in the last picture."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Sequence
from functools import cache
from typing import NamedTuple

from retro_pyramid.machine.video import CELL_HEIGHT, CELL_WIDTH, Video
from retro_pyramid.scenes.sprites import places

RISE = 18
"""The ticks for which a rocket rises."""
_OPENS, _FADES = 22, 46
_AGAIN = 180
_RINGS = ((16, 1.0), (10, 0.62), (6, 0.28))
_CHARS = ("*", "+", "·")
_GROUND = 290


class Burst(NamedTuple):
    """A burst that opens at a tick round a place, in picture pixels, so wide, in a bright and a dark colour.

    One that `stays`, not 0, is as it has opened for ever.
    """

    at: int
    x: int
    y: int
    far: int
    bright: int
    dark: int
    stays: int


Free = Callable[[int, int], bool]
"""Says of a place, in picture pixels, whether a character of a firework may stand there."""
Spark = tuple[int, int, str, int]
"""Where a character of a firework stands, in picture pixels, which it is and its colour."""


def sparks(bursts: Sequence[Burst], now: int, free: Free) -> Iterator[Spark]:
    """Yield the characters that are seen at a tick; `free` says where bursts may have any, and is asked once a place."""
    for burst in bursts:
        age = now - burst.at
        if -RISE < age < 0:
            height = burst.y + (_GROUND - burst.y) * age * age // (RISE * RISE)
            yield burst.x, height, "|", 15
            yield burst.x, height + 12, "·", burst.dark
        elif age >= 0 and (burst.stays or age < _FADES):
            yield from _open(burst, min(age, _OPENS) if burst.stays else age, free)


@cache
def bursts(name: str) -> tuple[Burst, ...]:
    """Return the bursts that stand by a name in `places.txt`."""
    return tuple(Burst(*row) for row in places(name))


def fireworks(name: str, free: tuple[Free, Free], end: int, video: Video, _: int, now: int) -> None:
    """Draw the bursts of a name, from the tick `end` on one again and again; `free` is for pixels, and for characters."""
    text, shown = video.mode == "text", bursts(name)
    turn, passed = divmod(max(0, now - end), _AGAIN)
    again = shown[turn % len(shown)]._replace(at=RISE, stays=0)
    for x, y, char, colour in (*sparks(shown, now, free[text]), *sparks([again], passed, free[text])):
        if text:
            video.write(x // CELL_WIDTH, y // CELL_HEIGHT, char, colour)
        else:
            video.print(x, y, char, colour)


@cache
def _open(burst: Burst, age: int, free: Free) -> tuple[Spark, ...]:
    share = 1 - (1 - min(age / _OPENS, 1)) ** 2
    late = max(0, age - _OPENS)
    found = []
    for ring, (count, part) in enumerate(_RINGS):
        for at in range(count):
            turn = 2 * math.pi * (at + ring / 2) / count
            far = burst.far * part * share
            x = round(burst.x + far * math.cos(turn)) - 4
            y = round(burst.y + far * 0.73 * math.sin(turn) + late * late / 40) - 7
            char = _CHARS[min(2, ring + late // 9)]
            if free(x, y):
                found.append((x, y, char, burst.dark if ring > 0 or late > 8 else burst.bright))
    return tuple(found)
