"""A finale as a value: what is seen and heard once a game is won or lost, all of it by the ticks since it began."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import NamedTuple

from retro_pyramid.cards import Card
from retro_pyramid.screens.parts.motion import Point
from retro_pyramid.screens.parts.scene import Scene, Scenes

COUNT_STEP, COUNT_TICKS = 10, 1
"""The bonus for the cleared pyramid is counted in such steps, each so many ticks long, before the finale begins."""


class Moment(NamedTuple):
    """What a finale is made from: the ticks `now` since it began, the deal's 28 cards, their places and their size.

    `slots` are the pyramid's places, `pile` is the one of cards that were taken, all in picture pixels.
    """

    now: int
    layout: Sequence[Card]
    slots: tuple[Point, ...]
    pile: Point
    size: tuple[int, int]


class Finale(NamedTuple):
    """How a program celebrates a game that is won; pure functions of the moment.

    It takes `length` ticks, at most 540; then it is over, and its last picture lives on, as time does. `cards`
    returns the cards that are seen and where, those in front last. `behind` is the scene that lies behind them,
    `front` what lies before them. `light` returns the palette registers that are another colour at a tick.
    `landings` are the ticks at which something lands: each is heard as a tick of the speaker in the tune. `trail`
    returns where cards have been and stay to be seen, behind the others; what it returns at a tick begins with what
    it returned before. `alone`: it has the table for itself, without piles and what is left of the pyramid.
    `goes_on` returns where a click goes on at a tick besides the verdict, in picture pixels. `told` are the lines of
    the verdict that have room below the pyramid; 0: it does not stand till then. `words` say in a sentence what is
    seen, for who only hears it. `shows_buttons`: its picture leaves room for the table's buttons.
    """

    length: int
    cards: Callable[[Moment], list[tuple[Point, Card]]] = lambda _: []
    behind: Scene | Scenes = Scene("", ())
    front: Scene | Scenes = Scene("", ())
    light: Callable[[int], Mapping[int, int]] = lambda _: {}
    landings: tuple[int, ...] = ()
    trail: Callable[[Moment], list[tuple[Point, Card]]] = lambda _: []
    alone: bool = True
    goes_on: Callable[[int], tuple[int, int, int, int]] | None = None
    told: int = 2
    words: str = ""
    shows_buttons: bool = False


def raised(slots: tuple[Point, ...], high: int, foot: int, unit: int) -> tuple[Point, ...]:
    """Return the pyramid's places, its rows so close that its cards, so `high`, end above the line `foot`.

    Rows are whole `unit`s apart.

    >>> [y for _, y in raised(((0, 14), (0, 56), (0, 98)), 56, 140, 14)]
    [28, 56, 84]
    """
    rows = sorted({y for _, y in slots})
    if not rows or rows[-1] + high <= foot:
        return slots
    last = (foot - high) // unit * unit
    apart = (last - rows[0]) // (len(rows) - 1) // unit * unit
    lines = {y: last - apart * above for above, y in enumerate(reversed(rows))}
    return tuple((x, lines[y]) for x, y in slots)
