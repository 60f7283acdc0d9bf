"""Text fireworks: rockets rise, bursts open on a beat and fall, or remain in the final picture."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Sequence
from functools import cache
from typing import NamedTuple

from retro_pyramid.machine.video import CELL_HEIGHT, CELL_WIDTH, DisplayAdapter
from retro_pyramid.scenes.sprites import load_coordinates

RISE_TICKS = 18
"""Ticks for which a rocket rises."""
_OPEN_TICKS, _FADE_TICKS = 22, 46
_REPEAT_TICKS = 180
_RINGS = ((16, 1.0), (10, 0.62), (6, 0.28))
_SPARK_CHARS = ("*", "+", "·")
_GROUND_Y = 290


class FireworkBurst(NamedTuple):
    """A burst of fireworks."""

    open_tick: int
    """Tick at which it opens."""
    x: int
    """Column of its centre, in pixels."""
    y: int
    """Row of its centre, in pixels."""
    radius: int
    """Horizontal radius, in pixels."""
    bright_colour: int
    """Colour of the outer ring of sparks while the burst is new."""
    dark_colour: int
    """Colour of the inner rings, of the fading outer ring, and of the rocket's tail."""
    is_permanent: int
    """Whether it remains open for ever: 0 or 1, as in `places.txt`."""


CanDrawAt = Callable[[int, int], bool]
"""Return whether a spark can be drawn at (x, y), in pixels."""
Spark = tuple[int, int, str, int]
"""A visible character: x and y in pixels, the character, and its colour."""


def iter_sparks(bursts: Sequence[FireworkBurst], tick: int, can_draw_at: CanDrawAt) -> Iterator[Spark]:
    """Yield the visible characters at a tick.

    `can_draw_at` says where bursts may draw; its answers are cached.
    """
    for burst in bursts:
        age = tick - burst.open_tick
        if -RISE_TICKS < age < 0:
            height = burst.y + (_GROUND_Y - burst.y) * age * age // (RISE_TICKS * RISE_TICKS)
            yield burst.x, height, "|", 15
            yield burst.x, height + 12, "·", burst.dark_colour
        elif age >= 0 and (burst.is_permanent or age < _FADE_TICKS):
            yield from _compute_burst_sparks(
                burst, min(age, _OPEN_TICKS) if burst.is_permanent else age, can_draw_at
            )


@cache
def load_bursts(name: str) -> tuple[FireworkBurst, ...]:
    """Return the bursts listed under a name in `places.txt`."""
    return tuple(FireworkBurst(*row) for row in load_coordinates(name))


def draw_fireworks(
    bursts_name: str,
    can_draw_at_by_mode: tuple[CanDrawAt, CanDrawAt],
    end_tick: int,
    display: DisplayAdapter,
    _: int,
    tick: int,
) -> None:
    """Draw the bursts of a list; from `end_tick` on, repeat them one by one.

    `can_draw_at_by_mode` has a function for graphics and one for text mode.
    """
    is_text, all_bursts = display.mode == "text", load_bursts(bursts_name)
    repeat_index, repeat_tick = divmod(max(0, tick - end_tick), _REPEAT_TICKS)
    repeated_burst = all_bursts[repeat_index % len(all_bursts)]._replace(open_tick=RISE_TICKS, is_permanent=0)
    for x, y, char, colour in (
        *iter_sparks(all_bursts, tick, can_draw_at_by_mode[is_text]),
        *iter_sparks([repeated_burst], repeat_tick, can_draw_at_by_mode[is_text]),
    ):
        if is_text:
            display.put_text(x // CELL_WIDTH, y // CELL_HEIGHT, char, colour)
        else:
            display.draw_text(x, y, char, colour)


@cache
def _compute_burst_sparks(burst: FireworkBurst, age: int, can_draw_at: CanDrawAt) -> tuple[Spark, ...]:
    """Return the visible characters of a burst that opened `age` ticks ago."""
    opening = 1 - (1 - min(age / _OPEN_TICKS, 1)) ** 2
    late_ticks = max(0, age - _OPEN_TICKS)
    result = []
    for ring, (count, radius_factor) in enumerate(_RINGS):
        for index in range(count):
            angle = 2 * math.pi * (index + ring / 2) / count
            radius = burst.radius * radius_factor * opening
            x = round(burst.x + radius * math.cos(angle)) - 4
            y = round(burst.y + radius * 0.73 * math.sin(angle) + late_ticks * late_ticks / 40) - 7
            char = _SPARK_CHARS[min(2, ring + late_ticks // 9)]
            if can_draw_at(x, y):
                result.append(
                    (x, y, char, burst.dark_colour if ring > 0 or late_ticks > 8 else burst.bright_colour)
                )
    return tuple(result)
