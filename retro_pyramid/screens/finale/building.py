"""The finale of the magazine: the 28 cards come back and build the pyramid on the beats of the march; the sun rises."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from typing import TYPE_CHECKING

from retro_pyramid.cards import Card
from retro_pyramid.machine.video import WIDTH
from retro_pyramid.rules import POSITIONS
from retro_pyramid.screens.finale.finale import Finale, Moment
from retro_pyramid.screens.parts.motion import Point, eased
from retro_pyramid.screens.parts.scene import Scene, Scenes, Sprite, Steps, lit

if TYPE_CHECKING:
    from retro_pyramid.machine.video import Video

BEAT_MS = 220
"""The march's beat, in milliseconds: four steps of the timer."""
_FIRST_BEAT = 8
_FLIGHT = 12
_BOUNCE = (0, -2, -3, -2, 0)
"""How far above its place a card is, tick by tick, once it has landed."""
LENGTH = 472
"""The ticks of the march."""


def landing(order: int, first: int = _FIRST_BEAT) -> int:
    """Return the tick at which the card lands that is laid as number `order`, from 0: each a beat after the one before.

    >>> landing(0), landing(27)
    (106, 462)
    """
    return round((first + order) * BEAT_MS * 60 / 1000)


LANDINGS = tuple(landing(order) for order in range(POSITIONS))


def _order(slot: int) -> int:
    """Return as which card a position is laid: the lowest row first, each from left to right."""
    row = next(row for row in range(1, 8) if slot < row * (row + 1) // 2)
    before = sum(range(row + 1, 8))
    return before + slot - row * (row - 1) // 2


def built(moment: Moment, landings: Sequence[int] = LANDINGS) -> list[tuple[Point, Card]]:
    """Return the cards that lie in the pyramid or are on their way there from the pile they went to.

    They land at the ticks `landings`.
    """
    start, size = moment.pile, moment.size
    shown = []
    for slot in range(POSITIONS):
        passed = moment.now - landings[_order(slot)]
        x, y = moment.slots[slot]
        if passed >= 0:
            y += _BOUNCE[passed] if passed < len(_BOUNCE) else 0
            shown.append(((x, y), moment.layout[slot]))
        elif passed > -_FLIGHT:
            share = eased(passed + _FLIGHT, _FLIGHT)
            way = (
                start[0] + (x - start[0]) * share,
                start[1] + (y - start[1]) * share - size[1] * share * (1 - share),
            )
            shown.append(((round(way[0]), round(way[1])), moment.layout[slot]))
    return shown


_GROUND = 322
_MIDDLE, _CENTRE, _ACROSS, _DOWN = WIDTH // 2, 160, 180, 131
"""The row below the table; where the sun's middle is in the end, and half its width and height."""
# By ticks what the registers are that no card of the first deck has: four bands of sky from the top, 3, 5, 13, 11, and the
# sun. Dusk falls, and it dawns on the beats.
_LIGHT: Steps = {
    3: ((0, 16), (26, 8), (53, 0), (158, 8), (251, 1), (409, 33), (462, 63), (466, 9)),
    5: ((0, 16), (26, 8), (158, 1), (211, 40), (330, 5), (409, 37), (462, 63), (466, 37)),
    13: (
        *((0, 16), (26, 8), (106, 1), (158, 40), (251, 32), (290, 4)),
        *((330, 36), (370, 52), (436, 38), (462, 63), (466, 38)),
    ),
    11: (
        *((0, 16), (53, 8), (158, 40), (211, 32), (251, 4), (290, 36)),
        *((330, 52), (370, 38), (436, 54), (462, 63), (466, 54)),
    ),
    10: (
        *((0, 16), (26, 8), (158, 40), (211, 32), (251, 36), (290, 52)),
        *((330, 38), (370, 54), (436, 62), (462, 63), (466, 62)),
    ),
}


def _rise(video: Video, _: int, now: int) -> None:
    """Draw the sun alone, rising, where registers cannot change."""
    centre = _GROUND + _DOWN - round((_GROUND + _DOWN - _CENTRE) * min(max(now, 0) / LENGTH, 1))
    for line in () if video.full_colour else range(-_DOWN, _DOWN, 2):
        half = round(_ACROSS * (1 - (line / _DOWN) ** 2) ** 0.5)
        if centre + line < _GROUND:
            video.page.rect(_MIDDLE - half, centre + line, 2 * half, 2, 13)


BUILDING = Finale(
    LENGTH,
    built,
    behind=Scenes(
        Scene("odm", (Sprite("dawn", (7, 6), seen=lambda _: (7, 6, WIDTH - 14, _GROUND - 6)), _rise)),
        Scene("odm", (Sprite((0, 187, 80, 23)),)),
    ),
    light=partial(lit, _LIGHT),
    landings=LANDINGS,
    words="The cards build the pyramid again, before the rising sun",
)
