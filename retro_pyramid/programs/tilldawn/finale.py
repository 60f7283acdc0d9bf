"""How Solitaire Till Dawn ends: day breaks over the table when a game is won; a match won is full day, one lost is rain."""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial
from typing import TYPE_CHECKING

from retro_pyramid.machine.video import CLEAR, WIDTH
from retro_pyramid.programs.tilldawn.skyline import EAST, HORIZON, STARS, WINDOWS, city, draw_sun, sky
from retro_pyramid.rules import POSITIONS
from retro_pyramid.screens.finale.building import built, eased, landing
from retro_pyramid.screens.finale.finale import Finale, Moment

if TYPE_CHECKING:
    from retro_pyramid.machine.video import Video

_FIRST_BEAT = 9
"""The first card lands with the fourth bar of the waltz, the capstone with its last note."""
LANDINGS = tuple(landing(order, _FIRST_BEAT) for order in range(POSITIONS))
LENGTH = 528
"""The ticks of both waltzes of a win."""
BAR = 39.6
"""The ticks of a bar, of three beats."""
Steps = Mapping[int, tuple[tuple[float, int], ...]]

# What each register is from a bar on, counted from 0. Every step of the sky is of one or two channels.
_DAWN: Steps = {
    3: ((0, 8), (5, 1), (9, 33), (12, 49)),
    5: ((0, 8), (3, 1), (6, 33), (10, 49), (12, 21)),
    13: ((0, 40), (2, 5), (4, 21), (7, 53), (10, 39)),
    11: ((0, 12), (1, 44), (3, 52), (5, 38), (8, 46), (11, 62)),
    10: ((0, 0), (5, 52), (7, 38), (9, 54), (11, 62), (12, 63), (12.2, 62)),
    6: ((0, 20), (11, 38)),
}
_RISES = 5 * BAR, 12 * BAR
_HIGHEST = 172


def lit(steps: Steps, now: int) -> Mapping[int, int]:
    """Return what registers are at a tick, by steps of bar and colour."""
    return {
        register: next(value for bar, value in reversed(hours) if round(bar * BAR) <= max(now, 0))
        for register, hours in steps.items()
    }


def _behind(video: Video, moment: Moment) -> None:
    page, now = video.page, moment.now
    page.blt(0, 0, sky(), 0, 0, WIDTH, HORIZON)
    for at, (x, y) in enumerate(STARS):
        if now < 60 + 12 * at:
            page.rect(x, y, 1, 1, 15)
            if at % 4 == 0:
                page.rect(x - 1, y, 3, 1, 15)
                page.rect(x, y - 1, 1, 3, 15)
    begin, end = _RISES
    if now > begin:
        share = eased(round(now - begin), round(end - begin))
        draw_sun(page, (EAST[0], round(HORIZON - (HORIZON - _HIGHEST) * share)))
    page.blt(0, 0, city(), 0, 0, WIDTH, HORIZON, CLEAR)
    for at, (x, y) in enumerate(WINDOWS):
        if now < 100 + 20 * at:
            page.rect(x, y, 8, 11, 14)
            page.rect(x + 4, y, 1, 11, 0)
            page.rect(x, y + 5, 8, 1, 0)


FINALE = Finale(
    LENGTH,
    partial(built, landings=LANDINGS),
    behind=_behind,
    light=partial(lit, _DAWN),
    landings=LANDINGS,
)
"""The finale of a game that is won."""
