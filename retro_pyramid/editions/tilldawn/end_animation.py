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

    def sun(self, tick: int) -> int | None:
        """Return the row of the sun's middle, None while there is none."""
        if self.rises is None or tick <= self.rises[0]:
            return None
        begin, end = self.rises
        return HORIZON - round((HORIZON - self.highest) * eased(tick - begin, end - begin))

    def gone(self, tick: int) -> float:
        """Return how much of the night has gone, 0 to 1."""
        return eased(tick, self.rises[1] if self.rises else self.over)

    def left(self, which: tuple[int, int], tick: int) -> int:
        """Return how many stars or windows have gone at a tick."""
        return max(0, -(-(tick - which[0]) // which[1]))


def _draw_sky_bands(timeline: Hours, display: Video, _: int, tick: int) -> None:
    """Draw the sky where registers cannot change: light that rises."""
    for colour, height in () if display.lit else timeline.bands:
        risen_height = round(height * timeline.gone(tick))
        display.page.rect(0, HORIZON - risen_height, WIDTH, risen_height, colour)


def _draw_stars(timeline: Hours, display: Video, _: int, tick: int) -> None:
    faded_count = timeline.left(timeline.stars, tick)
    for index, (x, y) in enumerate(places("tilldawn_stars")[faded_count:], faded_count):
        draw(display.page, "tilldawn", "star" if index % 4 else "star_rays", (x, y))


def _draw_windows(timeline: Hours, display: Video, _: int, tick: int) -> None:
    for x, y in places("tilldawn_windows")[timeline.left(timeline.windows, tick) :]:
        draw(display.page, "tilldawn", "window", (x, y))


def _create_puff(end_tick: int, x: int, y: int, phase: int) -> Sprite:
    """Return one of the puffs of smoke that rise from a chimney once all is over, drift, grow and thin out."""

    def get_position(tick: int) -> Point:
        age = (tick - end_tick - phase) % 96
        return x - 12 - age // 5, y - 10 - age // 2

    return Sprite("puff", get_position, range(6), step=16, begin=end_tick + phase, pal={15: 7})


def _create_cat(source: Cut | str, begin_tick: int, step_ticks: int, left: int, top: int) -> Sprite:
    """Return the cat that walks out of the picture to the left: from when on, how many ticks a step takes, from where."""

    def get_position(tick: int) -> Point:
        return left - (tick - begin_tick) // step_ticks, top

    return Sprite(source, get_position, range(4), step=8, begin=begin_tick, over=True, few={SUN: NEAR})


def _draw_text_sky(timeline: Hours, display: Video, _: int, tick: int) -> None:
    """Draw sky and roofs; where registers cannot change, light grows in steps, by another row at a time."""
    progress = timeline.gone(tick) if display.mono or (timeline.inks and not display.full_colour) else 1
    for row in range(22):
        frame = min(int(progress * 12 + (row + 1) / 22), 12)
        sprite = Sprite((0, 13 * row, COLUMNS, 1), (0, row + 1), (frame,), few=timeline.inks)
        show(display, scene("tilldawn_finale", sprite), tick)


def _create_disappearing_sprites(
    name: str, source_x: int, schedule: tuple[int, int], keeps_background: bool
) -> list[Sprite]:
    """Return stars or windows in characters, each till it goes."""
    return [
        Sprite(
            (source_x, 418, 1, 1),
            (column, row),
            end=schedule[0] + schedule[1] * index + 1,
            over=keeps_background,
        )
        for index, (column, row) in enumerate(places(name))
    ]


def _create_scenes(
    timeline: Hours, pixels: tuple[Sprite | Draws, ...] = (), cells: tuple[Sprite, ...] = ()
) -> Scenes:
    """Return sky, stars, sun and roofs, and what else there is before them."""

    def get_sun_position(tick: int) -> Point | None:
        row = timeline.sun(tick)
        return None if row is None else (516, row - 42)

    # The cat stays for a while.
    cat_leaves_tick = timeline.over + 120

    def get_sun_half_row(tick: int) -> int:
        """Return in which half of a row of cells the sun's middle is, from 14 on."""
        return round(2 * (timeline.sun(tick) or 0) / CELL_HEIGHT) - 16

    return Scenes(
        scene(
            "tilldawn",
            Sprite("sky", seen=lambda _: (0, 0, WIDTH, HORIZON)),
            partial(_draw_sky_bands, timeline),
            partial(_draw_stars, timeline),
            Sprite("sun", get_sun_position, few={SUN: 15}),
            # Without lit edges, which would be lines of single dots.
            Sprite("city", seen=lambda _: (0, 0, WIDTH, HORIZON), few={FAR: 13, SUN: NEAR}),
            partial(_draw_windows, timeline),
            *(_create_puff(timeline.over, *puff) for puff in places("tilldawn_puffs")),
            Sprite("cat", (20, 212), end=cat_leaves_tick, few={SUN: NEAR}),
            _create_cat("walk", cat_leaves_tick, 4, 14, 218),
            *pixels,
        ),
        scene(
            "tilldawn_finale",
            partial(_draw_text_sky, timeline),
            Sprite(
                (0, 286, 13, 22),
                lambda tick: (65, 1) if get_sun_position(tick) else None,
                get_sun_half_row,
                few=timeline.inks,
            ),
            Sprite((8, 428, 4, 4), (7, 12), range(4), step=16, begin=timeline.over, over=True),
            Sprite((0, 428, 7, 4), (0, 13), begin=cat_leaves_tick, few=timeline.inks),
            _create_cat((0, 432, 10, 3), cat_leaves_tick, 32, 0, 14),
            *_create_disappearing_sprites("tilldawn_text_stars", 0, timeline.stars, keeps_background=True),
            *_create_disappearing_sprites(
                "tilldawn_text_windows", 1, timeline.windows, keeps_background=False
            ),
            *cells,
        ),
    )


# A match that is won: a balloon rises with its banner, and a flock crosses the sky.

_BALLOON_TICKS = (round(4 * BAR), round(12 * BAR))
_BIRD_POSITIONS = ((498, 52), (522, 44), (548, 62), (570, 48), (472, 70), (602, 78))


def _compute_balloon_row(start_row: int, end_row: int, tick: int) -> int:
    """Return how high the balloon is on its way from a row to another one."""
    return round(
        start_row
        + (end_row - start_row) * eased(tick - _BALLOON_TICKS[0], _BALLOON_TICKS[1] - _BALLOON_TICKS[0])
    )


def _draw_banner(display: Video, _: int, tick: int) -> None:
    top = _compute_balloon_row(330, 34, tick) + 106
    if top < HORIZON + 2:
        draw(display.page, "tilldawn", "banner", (0, top))
        display.print(52, top + 4, PAR, 0)


def _draw_flock(display: Video, _: int, tick: int) -> None:
    for index, (x, y) in enumerate(_BIRD_POSITIONS):
        bird_x, wing = x + (LENGTH - tick) // 2, (-3, -1, 2, -1)[(tick // 6 + index) % 4]
        display.page.line(bird_x - 6, y + wing, bird_x, y, 0)
        display.page.line(bird_x, y, bird_x + 6, y + wing, 0)


_MATCH_WON_SPRITES = (
    _draw_banner,
    Sprite(
        "balloon",
        lambda tick: (54, row) if (row := _compute_balloon_row(330, 34, tick)) < HORIZON else None,
        seen=lambda tick: (0, 0, 84, min(104, HORIZON - _compute_balloon_row(330, 34, tick))),
    ),
    _draw_flock,
)
_MATCH_WON_TEXT_SPRITES = (
    Sprite(
        (0, 421, 9, 7),
        lambda tick: (7, _compute_balloon_row(20, 3, tick)),
        lambda tick: max(0, min(7, 17 - _compute_balloon_row(20, 3, tick))),
        over=True,
    ),
    Sprite(
        (4, 418, 13, 1), lambda tick: (5, row + 7) if (row := _compute_balloon_row(20, 3, tick)) < 8 else None
    ),
    Sprite((20, 418, 12, 3), lambda tick: (53 + (LENGTH - tick) // 16, 4), range(2), step=12, over=True),
)


# A match that is lost: rain.


def _draw_rain(display: Video, _: int, tick: int) -> None:
    for index in range(80):
        x, y = (index * 97 + index // 7 * 13) % WIDTH, 14 + (index * 53 + 7 * tick) % (HORIZON - 26)
        display.page.line(x, y, x - 3, y + 9, 9 if index % 3 else 11)


def _create_raindrop(index: int) -> Sprite:
    def get_position(tick: int) -> Point:
        return (index * 23 + 3) % COLUMNS, 1 + (index * 7 + tick // 4) % 22

    return Sprite((2 + (index % 3 == 0), 418, 1, 1), get_position, over=True)


# A game that is stuck: a star falls, and the last glow goes out of the sky.

_METEOR_SPRITE = partial(Sprite, order=range(5), step=13, begin=10, end=75, over=True)


_DAWN_REDUCED_PALETTE = {3: 0, 5: 1, 13: 12, 11: 14, 10: 15}
_DAWN = Hours(
    (round(5 * BAR), round(12 * BAR)), 172, (60, 12), (100, 20), ((13, 304), (12, 262)), _DAWN_REDUCED_PALETTE
)
_DAY = Hours((round(3 * BAR), round(12 * BAR)), 112, (30, 8), (60, 16), ((13, 322), (12, 300), (11, 280)))
_RAIN = Hours(None, 0, (0, 3), (400, 1), ((2, 200),), over=RAINY)

FINALE = Finale(
    LENGTH,
    partial(built, landings=LANDINGS),
    behind=_create_scenes(_DAWN),
    light=partial(lit, "tilldawn_dawn"),
    landings=LANDINGS,
    words="Day breaks, and the cards build the pyramid",
)
"""The finale of a game that is won."""
SIGNS = {
    "match_won": FINALE._replace(
        behind=_create_scenes(_DAY, _MATCH_WON_SPRITES, _MATCH_WON_TEXT_SPRITES),
        light=partial(lit, "tilldawn_day"),
        told=3,
        words="It is full day",
    ),
    "match_lost": Finale(
        RAINY,
        behind=_create_scenes(_RAIN, (_draw_rain,), tuple(map(_create_raindrop, range(34)))),
        light=partial(lit, "tilldawn_rain"),
        alone=False,
        words="It rains",
    ),
    "stuck": Finale(
        80,
        behind=Scenes(
            scene("tilldawn", _METEOR_SPRITE("meteor", lambda tick: (668 - 3 * tick, 110 + 2 * tick // 3))),
            scene(
                "tilldawn_finale",
                _METEOR_SPRITE((0, 435, 6, 1), lambda tick: (82 - tick // 4, 8 + tick // 15)),
            ),
        ),
        light=partial(lit, "tilldawn_stuck"),
        alone=False,
        words="A star falls",
    ),
}
"""What is seen where a match ends with a game, and of a game that is lost."""
