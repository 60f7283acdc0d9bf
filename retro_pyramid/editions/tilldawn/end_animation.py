"""How Solitaire Till Dawn ends: day breaks over the table when a game is won; a match won is full day, one lost is rain."""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial
from typing import NamedTuple

from retro_pyramid.machine.video import CELL_HEIGHT, COLUMNS, WIDTH, Video
from retro_pyramid.scenes.easing import Point, eased
from retro_pyramid.scenes.end_animation import Finale, built, landings
from retro_pyramid.scenes.scene import Draws, Scenes, Sprite, lit, scene, show
from retro_pyramid.scenes.sprites import Cut, draw, places

HORIZON = 322
"""The row below the city: there the status line begins."""
NEAR, ZENITH, FAR, GLOW, RIM, SUN = 0, 3, 5, 13, 11, 10
"""Registers: the near roofs, four bands of sky from the top to its rim (the second is the far roofs' too), the sun."""
LANDINGS = landings(9)
"""The first card lands with the fourth bar of the waltz, the capstone with its last note."""
LENGTH, RAINY = 528, 284
"""The ticks of both waltzes of a win, and of that of a match that is lost."""
BAR = 39.6
"""The ticks of a bar of a win, of three beats."""
PAR = "PAR IS MADE"


class Hours(NamedTuple):
    """What is seen of a night's end.

    `rises` are the ticks from which and to which the sun rises, None where it does not; `highest` is its row then. Star
    and window number N go at a tick and so many ticks more for each before. `bands` are the sky where registers cannot
    change, as colour and height; `inks` are what stands there, in characters, for registers that would not be matched. At
    the tick `over` it all is.
    """

    rises: tuple[int, int] | None
    highest: int
    stars: tuple[int, int]
    windows: tuple[int, int]
    bands: tuple[tuple[int, int], ...]
    inks: Mapping[int, int] = {}
    over: int = LENGTH

    def sun(self, now: int) -> int | None:
        """Return the row of the sun's middle, None while there is none."""
        if self.rises is None or now <= self.rises[0]:
            return None
        begin, end = self.rises
        return HORIZON - round((HORIZON - self.highest) * eased(now - begin, end - begin))

    def gone(self, now: int) -> float:
        """Return how much of the night has gone, 0 to 1."""
        return eased(now, self.rises[1] if self.rises else self.over)

    def left(self, which: tuple[int, int], now: int) -> int:
        """Return how many stars or windows have gone at a tick."""
        return max(0, -(-(now - which[0]) // which[1]))


def _bands(hours: Hours, video: Video, _: int, now: int) -> None:
    """Draw the sky where registers cannot change: light that rises."""
    for colour, height in () if video.lit else hours.bands:
        high = round(height * hours.gone(now))
        video.page.rect(0, HORIZON - high, WIDTH, high, colour)


def _stars(hours: Hours, video: Video, _: int, now: int) -> None:
    gone = hours.left(hours.stars, now)
    for at, (x, y) in enumerate(places("tilldawn_stars")[gone:], gone):
        draw(video.page, "tilldawn", "star" if at % 4 else "star_rays", (x, y))


def _windows(hours: Hours, video: Video, _: int, now: int) -> None:
    for x, y in places("tilldawn_windows")[hours.left(hours.windows, now) :]:
        draw(video.page, "tilldawn", "window", (x, y))


def _puff(over: int, x: int, y: int, phase: int) -> Sprite:
    """Return one of the puffs of smoke that rise from a chimney once all is over, drift, grow and thin out."""

    def place(now: int) -> Point:
        age = (now - over - phase) % 96
        return x - 12 - age // 5, y - 10 - age // 2

    return Sprite("puff", place, range(6), step=16, begin=over + phase, pal={15: 7})


def _walk(cut: Cut | str, begin: int, step: int, left: int, top: int) -> Sprite:
    """Return the cat that walks out of the picture to the left: from when on, how many ticks a step takes, from where."""

    def place(now: int) -> Point:
        return left - (now - begin) // step, top

    return Sprite(cut, place, range(4), step=8, begin=begin, over=True, few={SUN: NEAR})


def _text_sky(hours: Hours, video: Video, _: int, now: int) -> None:
    """Draw sky and roofs; where registers cannot change, light grows in steps, by another row at a time."""
    share = hours.gone(now) if video.mono or (hours.inks and not video.full_colour) else 1
    for row in range(22):
        grown = min(int(share * 12 + (row + 1) / 22), 12)
        sprite = Sprite((0, 13 * row, COLUMNS, 1), (0, row + 1), (grown,), few=hours.inks)
        show(video, scene("tilldawn_finale", sprite), now)


def _left(name: str, cut: int, when: tuple[int, int], over: bool) -> list[Sprite]:
    """Return stars or windows in characters, each till it goes."""
    return [
        Sprite((cut, 418, 1, 1), (column, row), end=when[0] + when[1] * number + 1, over=over)
        for number, (column, row) in enumerate(places(name))
    ]


def _scenes(hours: Hours, pixels: tuple[Sprite | Draws, ...] = (), cells: tuple[Sprite, ...] = ()) -> Scenes:
    """Return sky, stars, sun and roofs, and what else there is before them."""

    def sun(now: int) -> Point | None:
        row = hours.sun(now)
        return None if row is None else (516, row - 42)

    # The cat stays for a while.
    leaves = hours.over + 120

    def half(now: int) -> int:
        """Return in which half of a row of cells the sun's middle is, from 14 on."""
        return round(2 * (hours.sun(now) or 0) / CELL_HEIGHT) - 16

    return Scenes(
        scene(
            "tilldawn",
            Sprite("sky", seen=lambda _: (0, 0, WIDTH, HORIZON)),
            partial(_bands, hours),
            partial(_stars, hours),
            Sprite("sun", sun, few={SUN: 15}),
            # Without lit edges, which would be lines of single dots.
            Sprite("city", seen=lambda _: (0, 0, WIDTH, HORIZON), few={FAR: 13, SUN: NEAR}),
            partial(_windows, hours),
            *(_puff(hours.over, *puff) for puff in places("tilldawn_puffs")),
            Sprite("cat", (20, 212), end=leaves, few={SUN: NEAR}),
            _walk("walk", leaves, 4, 14, 218),
            *pixels,
        ),
        scene(
            "tilldawn_finale",
            partial(_text_sky, hours),
            Sprite((0, 286, 13, 22), lambda now: (65, 1) if sun(now) else None, half, few=hours.inks),
            Sprite((8, 428, 4, 4), (7, 12), range(4), step=16, begin=hours.over, over=True),
            Sprite((0, 428, 7, 4), (0, 13), begin=leaves, few=hours.inks),
            _walk((0, 432, 10, 3), leaves, 32, 0, 14),
            *_left("tilldawn_text_stars", 0, hours.stars, over=True),
            *_left("tilldawn_text_windows", 1, hours.windows, over=False),
            *cells,
        ),
    )


# A match that is won: a balloon rises with its banner, and a flock crosses the sky.

_LIFTS = (round(4 * BAR), round(12 * BAR))
_BIRDS = ((498, 52), (522, 44), (548, 62), (570, 48), (472, 70), (602, 78))


def _lifted(begin: int, end: int, now: int) -> int:
    """Return how high the balloon is on its way from a row to another one."""
    return round(begin + (end - begin) * eased(now - _LIFTS[0], _LIFTS[1] - _LIFTS[0]))


def _banner(video: Video, _: int, now: int) -> None:
    top = _lifted(330, 34, now) + 106
    if top < HORIZON + 2:
        draw(video.page, "tilldawn", "banner", (0, top))
        video.print(52, top + 4, PAR, 0)


def _flock(video: Video, _: int, now: int) -> None:
    for number, (x, y) in enumerate(_BIRDS):
        at, wing = x + (LENGTH - now) // 2, (-3, -1, 2, -1)[(now // 6 + number) % 4]
        video.page.line(at - 6, y + wing, at, y, 0)
        video.page.line(at, y, at + 6, y + wing, 0)


_JOY = (
    _banner,
    Sprite(
        "balloon",
        lambda now: (54, row) if (row := _lifted(330, 34, now)) < HORIZON else None,
        seen=lambda now: (0, 0, 84, min(104, HORIZON - _lifted(330, 34, now))),
    ),
    _flock,
)
_CELLS_JOY = (
    Sprite(
        (0, 421, 9, 7),
        lambda now: (7, _lifted(20, 3, now)),
        lambda now: max(0, min(7, 17 - _lifted(20, 3, now))),
        over=True,
    ),
    Sprite((4, 418, 13, 1), lambda now: (5, row + 7) if (row := _lifted(20, 3, now)) < 8 else None),
    Sprite((20, 418, 12, 3), lambda now: (53 + (LENGTH - now) // 16, 4), range(2), step=12, over=True),
)


# A match that is lost: rain.


def _drops(video: Video, _: int, now: int) -> None:
    for drop in range(80):
        x, y = (drop * 97 + drop // 7 * 13) % WIDTH, 14 + (drop * 53 + 7 * now) % (HORIZON - 26)
        video.page.line(x, y, x - 3, y + 9, 9 if drop % 3 else 11)


def _drop(drop: int) -> Sprite:
    def place(now: int) -> Point:
        return (drop * 23 + 3) % COLUMNS, 1 + (drop * 7 + now // 4) % 22

    return Sprite((2 + (drop % 3 == 0), 418, 1, 1), place, over=True)


# A game that is stuck: a star falls, and the last glow goes out of the sky.

_METEOR = partial(Sprite, order=range(5), step=13, begin=10, end=75, over=True)


_SUNRISE = {3: 0, 5: 1, 13: 12, 11: 14, 10: 15}
_DAWNS = Hours((round(5 * BAR), round(12 * BAR)), 172, (60, 12), (100, 20), ((13, 304), (12, 262)), _SUNRISE)
_DAYS = Hours((round(3 * BAR), round(12 * BAR)), 112, (30, 8), (60, 16), ((13, 322), (12, 300), (11, 280)))
_RAINS = Hours(None, 0, (0, 3), (400, 1), ((2, 200),), over=RAINY)

FINALE = Finale(
    LENGTH,
    partial(built, landings=LANDINGS),
    behind=_scenes(_DAWNS),
    light=partial(lit, "tilldawn_dawn"),
    landings=LANDINGS,
    words="Day breaks, and the cards build the pyramid",
)
"""The finale of a game that is won."""
SIGNS = {
    "match_won": FINALE._replace(
        behind=_scenes(_DAYS, _JOY, _CELLS_JOY),
        light=partial(lit, "tilldawn_day"),
        told=3,
        words="It is full day",
    ),
    "match_lost": Finale(
        RAINY,
        behind=_scenes(_RAINS, (_drops,), tuple(map(_drop, range(34)))),
        light=partial(lit, "tilldawn_rain"),
        alone=False,
        words="It rains",
    ),
    "stuck": Finale(
        80,
        behind=Scenes(
            scene("tilldawn", _METEOR("meteor", lambda now: (668 - 3 * now, 110 + 2 * now // 3))),
            scene("tilldawn_finale", _METEOR((0, 435, 6, 1), lambda now: (82 - now // 4, 8 + now // 15))),
        ),
        light=partial(lit, "tilldawn_stuck"),
        alone=False,
        words="A star falls",
    ),
}
"""What is seen where a match ends with a game, and of a game that is lost."""
