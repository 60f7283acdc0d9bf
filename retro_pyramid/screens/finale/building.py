"""The finale of the magazine: the 28 cards come back and build the pyramid on the beats of the march; the sun rises.

Its rays turn, and birds cross the sky.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import partial
from itertools import starmap
from operator import itemgetter

from retro_pyramid.cards import Card
from retro_pyramid.machine.video import WIDTH, Video
from retro_pyramid.rules import POSITIONS
from retro_pyramid.screens.finale.finale import Finale, Moment
from retro_pyramid.screens.parts.motion import Point, eased
from retro_pyramid.screens.parts.scene import Scenes, Sprite, lit, scene
from retro_pyramid.screens.parts.sheet import places

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
