"""End animations as values, the default one of a win, and the timing of notes and counted points."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import partial
from itertools import pairwise, starmap
from operator import itemgetter
from typing import NamedTuple

from retro_pyramid.cards import Card
from retro_pyramid.machine.speaker import Tune
from retro_pyramid.machine.video import WIDTH, Video
from retro_pyramid.rules import POSITIONS
from retro_pyramid.scenes.easing import Point, eased
from retro_pyramid.scenes.scene import Scene, Scenes, Sprite, lit, scene
from retro_pyramid.scenes.sprites import places

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


BEAT_MS = 220
"""The march's beat, in milliseconds: four steps of the timer."""
_FLIGHT = 12
_BOUNCE = (0, -2, -3, -2, 0)
"""How far above its place a card is, tick by tick, once it has landed."""
LENGTH = 472
"""The ticks of the march."""


def on_beat(beat: float) -> int:
    """Return the tick of a beat of the march.

    >>> on_beat(1), on_beat(32)
    (13, 422)
    """
    return round(beat * BEAT_MS * 60 / 1000)


def landings(first: int) -> tuple[int, ...]:
    """Return the ticks at which the 28 cards land that are laid one a beat, from the beat `first` on.

    >>> landings(8)[0], landings(8)[27]
    (106, 462)
    """
    return tuple(on_beat(first + order) for order in range(POSITIONS))


LANDINGS = landings(8)
_EARLY_LANDINGS = tuple(on_beat(beat) for beat in (*range(1, 15, 2), *range(15, 36)))
"""The landings where nothing else happens at first: the lowest row lands on every second beat, from the first on."""
_ORDER = [slot for row in range(7, 0, -1) for slot in range(row * (row - 1) // 2, row * (row + 1) // 2)]
"""The positions as they are laid: the lowest row first, each from left to right."""


def _flown(moment: Moment, goal: Point, share: float) -> Point:
    """Return where a card is on its way from the pile it went to, so much of which it has come."""
    (x, y), (to_x, to_y), share = moment.pile, goal, eased(share, 1)
    return (
        round(x + (to_x - x) * share),
        round(y + (to_y - y) * share - moment.size[1] * share * (1 - share)),
    )


def built(
    moment: Moment,
    landings: Sequence[int] = LANDINGS,
    flight: int = _FLIGHT,
    way: Callable[[Moment, Point, float], Point] = _flown,
) -> list[tuple[Point, Card]]:
    """Return the cards that lie in the pyramid or are for `flight` ticks on their `way` there; they land at `landings`."""
    shown = []
    for order, slot in sorted(enumerate(_ORDER), key=itemgetter(1)):
        passed = moment.now - landings[order]
        x, y = moment.slots[slot]
        if passed >= 0:
            place = x, y + (_BOUNCE[passed] if passed < len(_BOUNCE) else 0)
        elif passed > -flight:
            place = way(moment, (x, y), (passed + flight) / flight)
        else:
            continue
        shown.append((place, moment.layout[slot]))
    return shown


_GROUND = 314
_MIDDLE, _CENTRE, _ACROSS, _DOWN = WIDTH // 2, 160, 180, 131
"""The row below the felt; where the sun's middle is in the end, and half its width and height."""


def _rise(video: Video, _: int, now: int) -> None:
    """Draw the sun alone, rising, where registers cannot change."""
    centre = _GROUND + _DOWN - round((_GROUND + _DOWN - _CENTRE) * min(max(now, 0) / LENGTH, 1))
    for line in () if video.lit else range(-_DOWN, _DOWN, 2):
        half = round(_ACROSS * (1 - (line / _DOWN) ** 2) ** 0.5)
        if centre + line < _GROUND:
            video.page.rect(_MIDDLE - half, centre + line, 2 * half, 2, 13)


_COME, _WINGS = 240, (2, 0, 2, 5, 6, 5, 4, 4, 4)
"""The tick at which birds come from the left, and which of their pictures is seen by time."""


def _cross(x: int, y: int, step: int, way: int) -> Callable[[int], Point]:
    """Return where something is that crosses the sky, over and over: `way` places, each for `step` ticks."""
    return lambda now: (x + (now - _COME) // step % way, y)


def _bird(x: int, y: int) -> Sprite:
    return Sprite(
        "small", _cross(x, y, 2, 730), lambda now: _WINGS[(now // 6 - x) % len(_WINGS)], begin=_COME
    )


_RAYS, _TURN = (5, 13, 11), on_beat(2)
"""The registers of the sun's rays, and the ticks after which each is as the next one was."""


def _light(now: int) -> Mapping[int, int]:
    light, turn = lit("building", now), now // _TURN
    return {**light, **{ray: light[_RAYS[(at + turn) % 3]] for at, ray in enumerate(_RAYS)}}


BUILDING = Finale(
    LENGTH,
    partial(built, landings=_EARLY_LANDINGS),
    behind=Scenes(
        scene("odm", Sprite("dawn", (8, 8)), _rise, *starmap(_bird, places("odm_flock"))),
        scene(
            "odm",
            Sprite((0, 187, 80, 23)),
            # Only a display without colours has it.
            Sprite((0, 232, 58, 24), lambda now: (11, 23 - 23 * min(now, LENGTH) // LENGTH)),
            Sprite((0, 298, 10, 3), _cross(-10, 0, 8, 90), range(2), 20, _COME, over=True),
        ),
    ),
    light=_light,
    landings=_EARLY_LANDINGS,
    words="The cards build the pyramid again, before the rising sun",
)
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
