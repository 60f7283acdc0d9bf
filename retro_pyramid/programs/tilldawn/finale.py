"""How Solitaire Till Dawn ends: day breaks over the table when a game is won; a match won is full day, one lost is rain."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import partial
from typing import TYPE_CHECKING, NamedTuple

from retro_pyramid.machine.video import CLEAR, WIDTH
from retro_pyramid.programs.tilldawn.finale_cells import (
    draw_balloon,
    draw_birds,
    draw_lights,
    draw_rain,
    draw_sky,
)
from retro_pyramid.programs.tilldawn.skyline import (
    BALLOON,
    EAST,
    FAR,
    HORIZON,
    NEAR,
    STARS,
    SUN,
    WINDOWS,
    balloon,
    city,
    draw_sun,
    sky,
)
from retro_pyramid.rules import POSITIONS
from retro_pyramid.screens.finale.building import built, eased, landing
from retro_pyramid.screens.finale.finale import Finale
from retro_pyramid.screens.parts.scene import Scene

if TYPE_CHECKING:
    from retro_pyramid.machine.video import Video

_FIRST_BEAT = 9
"""The first card lands with the fourth bar of the waltz, the capstone with its last note."""
LANDINGS = tuple(landing(order, _FIRST_BEAT) for order in range(POSITIONS))
LENGTH, RAINY = 528, 284
"""The ticks of both waltzes of a win, and of that of a match that is lost."""
BAR = 39.6
"""The ticks of a bar of a win, of three beats."""
PAR = "PAR IS MADE"
Steps = Mapping[int, tuple[tuple[float, int], ...]]

# What each register is from a bar on, counted from 0. 3, 5, 13 and 11 are the sky from the top to its rim, 5 is the far
# roofs' too, 10 is the sun and the edges it lights; 6 is the paper of the verdict.
_DAWN: Steps = {
    3: ((0, 8), (5, 1), (10, 33), (12, 49)),
    5: ((0, 8), (3, 1), (6, 33), (10, 49), (12, 21)),
    13: ((0, 40), (2, 5), (4, 21), (7, 53), (10, 39)),
    11: ((0, 12), (1, 44), (3, 52), (5, 38), (8, 46)),
    10: ((0, 0), (5, 52), (7, 38), (9, 54), (11, 62), (12, 63), (12.2, 62)),
    6: ((0, 20), (11, 38)),
}
_DAY: Steps = {
    3: ((0, 8), (3, 1), (5, 33), (7, 49), (9, 57), (12, 11)),
    5: ((0, 8), (2, 1), (4, 33), (6, 49), (8, 57), (12, 43)),
    13: ((0, 40), (1, 5), (3, 21), (5, 53), (7, 39), (9, 47), (12, 31)),
    11: ((0, 12), (1, 52), (3, 38), (5, 46), (7, 62), (12, 63)),
    10: ((0, 0), (3, 52), (5, 38), (7, 54), (9, 62), (12, 63), (12.2, 62)),
    6: ((0, 20), (11, 38)),
}
_RAIN: Steps = {
    3: ((0, 8),),
    5: ((0, 8),),
    13: ((0, 40), (1.5, 8), (4.5, 1)),
    11: ((0, 12), (1, 40), (3, 33), (6, 49)),
    10: ((0, 0), (3, 57)),
}


class Hours(NamedTuple):
    """What is seen of a night's end.

    `rises` are the ticks from which and to which the sun rises, None where it does not; `highest` is its row then. Star
    and window number N go at a tick and so many ticks more for each before. `bands` are the sky where registers cannot
    change, as colour and height; `inks` are what stands there, in characters, for registers that would not be matched.
    """

    rises: tuple[int, int] | None
    highest: int
    stars: tuple[int, int]
    windows: tuple[int, int]
    bands: tuple[tuple[int, int], ...]
    inks: Mapping[int, int] = {}

    def sun(self, now: int) -> int | None:
        """Return the row of the sun's middle, None while there is none."""
        if self.rises is None or now <= self.rises[0]:
            return None
        begin, end = self.rises
        return HORIZON - round((HORIZON - self.highest) * eased(now - begin, end - begin))

    def gone(self, now: int) -> float:
        """Return how much of the night has gone, 0 to 1."""
        return eased(now, self.rises[1] if self.rises else RAINY)

    def left(self, which: tuple[int, int], now: int) -> int:
        """Return how many stars or windows have gone at a tick."""
        return max(0, -(-(now - which[0]) // which[1]))


def lit(steps: Steps, now: int) -> Mapping[int, int]:
    """Return what registers are at a tick, by steps of bar and colour."""
    return {
        register: next(value for bar, value in reversed(hours) if round(bar * BAR) <= max(now, 0))
        for register, hours in steps.items()
    }


def _scene(hours: Hours, more: Callable[[Video, int], None], video: Video, _: int, now: int) -> None:
    """Draw sky, stars, sun and roofs, and what else there is."""
    stars, windows = hours.left(hours.stars, now), hours.left(hours.windows, now)
    sun = hours.sun(now)
    if video.mode == "text":
        draw_sky(video, sun, hours.gone(now), {} if video.full_colour else hours.inks)
        draw_lights(video, stars, windows)
        more(video, now)
        return
    page, all_colours = video.page, video.full_colour
    if all_colours:
        page.blt(0, 0, sky(), 0, 0, WIDTH, HORIZON)
    else:
        for colour, height in hours.bands:
            high = round(height * hours.gone(now))
            page.rect(0, HORIZON - high, WIDTH, high, colour)
    for at, (x, y) in enumerate(STARS[stars:], stars):
        page.rect(x, y, 1, 1, 15)
        if at % 4 == 0:
            page.rect(x - 1, y, 3, 1, 15)
            page.rect(x, y - 1, 1, 3, 15)
    if sun is not None:
        if not all_colours:
            page.pal(SUN, 15)
        draw_sun(page, (EAST[0], sun), all_colours)
        page.pal()
    if not all_colours:
        # Without lit edges, which would be lines of single dots.
        page.pal(FAR, 13)
        page.pal(SUN, NEAR)
    page.blt(0, 0, city(), 0, 0, WIDTH, HORIZON, CLEAR)
    page.pal()
    for x, y in WINDOWS[windows:]:
        page.rect(x, y, 8, 11, 14)
        page.rect(x + 4, y, 1, 11, 0)
        page.rect(x, y + 5, 8, 1, 0)
    more(video, now)


# A match that is won: a balloon rises with its banner, and a flock crosses the sky.

_BALLOON_AT, _LIFTS = (96, 34, 330), (4 * BAR, 12 * BAR)
_BIRDS = ((498, 52), (522, 44), (548, 62), (570, 48), (472, 70), (602, 78))


def _joy(video: Video, now: int) -> None:
    page = video.page
    middle, top, below = _BALLOON_AT
    share = eased(round(now - _LIFTS[0]), round(_LIFTS[1] - _LIFTS[0]))
    wide, high = BALLOON
    if video.mode == "text":
        draw_balloon(video, 7, round(20 - 17 * share), PAR)
        draw_birds(video, (LENGTH - now) // 16, now // 12)
        return
    y = round(below + (top - below) * share)
    if y < HORIZON - high:
        _banner(video, middle, y + high + 2)
    if y < HORIZON:
        page.blt(middle - wide // 2, y, balloon(), 0, 0, wide, min(high, HORIZON - y), CLEAR)
    for number, (x, bird_y) in enumerate(_BIRDS):
        at, wing = x + (LENGTH - now) // 2, (-3, -1, 2, -1)[(now // 6 + number) % 4]
        page.line(at - 6, bird_y + wing, at, bird_y, 0)
        page.line(at, bird_y, at + 6, bird_y + wing, 0)


def _banner(video: Video, middle: int, top: int) -> None:
    for inset, colour in ((0, 0), (1, 2), (3, 14)):
        video.page.rect(middle - 52 + inset, top + inset, 104 - 2 * inset, 22 - 2 * inset, colour)
    video.print(middle - 44, top + 4, PAR, 0)


# A match that is lost: rain.


def _drops(video: Video, now: int) -> None:
    if video.mode == "text":
        draw_rain(video, now // 4)
        return
    for drop in range(80):
        x, y = (drop * 97 + drop // 7 * 13) % WIDTH, 14 + (drop * 53 + 7 * now) % (HORIZON - 26)
        video.page.line(x, y, x - 3, y + 9, 9 if drop % 3 else 11)


_SUNRISE = {3: 0, 5: 1, 13: 12, 11: 14, 10: 15}
_DAWNS = Hours((round(5 * BAR), round(12 * BAR)), 172, (60, 12), (100, 20), ((13, 304), (12, 262)), _SUNRISE)
_DAYS = Hours((round(3 * BAR), round(12 * BAR)), 112, (30, 8), (60, 16), ((13, 322), (12, 300), (11, 280)))
_RAINS = Hours(None, 0, (0, 3), (400, 1), ((2, 200),))


FINALE = Finale(
    LENGTH,
    partial(built, landings=LANDINGS),
    behind=Scene("", (partial(_scene, _DAWNS, lambda *_: None),)),
    light=partial(lit, _DAWN),
    landings=LANDINGS,
    words="Day breaks, and the cards build the pyramid",
)
"""The finale of a game that is won."""
SIGNS = {
    "match_won": FINALE._replace(
        behind=Scene("", (partial(_scene, _DAYS, _joy),)),
        light=partial(lit, _DAY),
        told=3,
        words="It is full day",
    ),
    "match_lost": Finale(
        RAINY,
        lambda _: [],
        behind=Scene("", (partial(_scene, _RAINS, _drops),)),
        light=partial(lit, _RAIN),
        alone=False,
        words="It rains",
    ),
}
"""What is seen where a match ends with a game."""
