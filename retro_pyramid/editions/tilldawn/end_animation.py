"""End animations of Solitaire Till Dawn: dawn for a win, day or rain for the end of a match, a meteor if stuck."""

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
"""The row below the city, where the status line begins, in pixels."""
NEAR, ZENITH, FAR, GLOW, RIM, SUN = 0, 3, 5, 13, 11, 10
"""Registers: near roofs, four bands of the sky from top to rim (the second is also that of the far roofs), and the sun."""
LANDINGS = landings(9)
"""The first card lands with the fourth measure of the waltz, the capstone with its last note."""
LENGTH, RAINY = 528, 284
"""Length of both waltzes of a win, and of that of a match lost, in ticks."""
BAR = 39.6
"""Ticks per measure (three beats) of the waltz of a win."""
PAR = "PAR IS MADE"


class Hours(NamedTuple):
    """The timeline of the sky in an end animation.

    A schedule is the tick at which the first star or window disappears, and the interval in ticks until each next one.
    """

    rises: tuple[int, int] | None
    """Ticks from which and until which the sun rises, or None."""
    highest: int
    """The row of the sun when it has risen, in pixels."""
    stars: tuple[int, int]
    """Schedule of the stars."""
    windows: tuple[int, int]
    """Schedule of the lit windows."""
    bands: tuple[tuple[int, int], ...]
    """Colour and height of the bands of the sky on adapters with a fixed palette."""
    inks: Mapping[int, int] = {}
    """Replacement colours in text mode, by register, for colours that such adapters cannot match."""
    over: int = LENGTH
    """The tick at which the animation ends."""

    def sun(self, tick: int) -> int | None:
        """Return the row of the sun's centre, or None before it rises."""
        if self.rises is None or tick <= self.rises[0]:
            return None
        begin, end = self.rises
        return HORIZON - round((HORIZON - self.highest) * eased(tick - begin, end - begin))

    def gone(self, tick: int) -> float:
        """Return the elapsed fraction of the night, 0 to 1."""
        return eased(tick, self.rises[1] if self.rises else self.over)

    def left(self, which: tuple[int, int], tick: int) -> int:
        """Return how many stars or windows of a schedule have disappeared at a tick."""
        return max(0, -(-(tick - which[0]) // which[1]))


def _draw_sky_bands(timeline: Hours, display: Video, _: int, tick: int) -> None:
    """Draw the sky on adapters with a fixed palette: light that rises."""
    for colour, height in () if display.lit else timeline.bands:
        risen_height = round(height * timeline.gone(tick))
        display.page.rect(0, HORIZON - risen_height, WIDTH, risen_height, colour)


def _draw_stars(timeline: Hours, display: Video, _: int, tick: int) -> None:
    """Draw the stars that have not faded yet."""
    faded_count = timeline.left(timeline.stars, tick)
    for index, (x, y) in enumerate(places("tilldawn_stars")[faded_count:], faded_count):
        draw(display.page, "tilldawn", "star" if index % 4 else "star_rays", (x, y))


def _draw_windows(timeline: Hours, display: Video, _: int, tick: int) -> None:
    """Draw the windows that are still lit."""
    for x, y in places("tilldawn_windows")[timeline.left(timeline.windows, tick) :]:
        draw(display.page, "tilldawn", "window", (x, y))


def _create_puff(end_tick: int, x: int, y: int, phase: int) -> Sprite:
    """Return a puff of smoke from a chimney, which rises, drifts, grows and thins out after the animation."""

    def get_position(tick: int) -> Point:
        age = (tick - end_tick - phase) % 96
        return x - 12 - age // 5, y - 10 - age // 2

    return Sprite("puff", get_position, range(6), step=16, begin=end_tick + phase, pal={15: 7})


def _create_cat(source: Cut | str, begin_tick: int, step_ticks: int, left: int, top: int) -> Sprite:
    """Return the cat that walks out of the picture to the left; `step_ticks` is the ticks per pixel or cell."""

    def get_position(tick: int) -> Point:
        return left - (tick - begin_tick) // step_ticks, top

    return Sprite(source, get_position, range(4), step=8, begin=begin_tick, over=True, few={SUN: NEAR})


def _draw_text_sky(timeline: Hours, display: Video, _: int, tick: int) -> None:
    """Draw sky and roofs in text mode; with a fixed palette, the light grows in steps, one more row at a time."""
    progress = timeline.gone(tick) if display.mono or (timeline.inks and not display.full_colour) else 1
    for row in range(22):
        frame = min(int(progress * 12 + (row + 1) / 22), 12)
        sprite = Sprite((0, 13 * row, COLUMNS, 1), (0, row + 1), (frame,), few=timeline.inks)
        show(display, scene("tilldawn_finale", sprite), tick)


def _create_disappearing_sprites(
    name: str, source_x: int, schedule: tuple[int, int], keeps_background: bool
) -> list[Sprite]:
    """Return stars or windows in text mode, each until it disappears."""
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
    """Return sky, stars, sun and roofs for both display modes, with additional sprites in front."""

    def get_sun_position(tick: int) -> Point | None:
        row = timeline.sun(tick)
        return None if row is None else (516, row - 42)

    # The cat walks away two seconds after the end.
    cat_leaves_tick = timeline.over + 120

    def get_sun_half_row(tick: int) -> int:
        """Return the half of a cell row that contains the sun's centre, counted from 16."""
        return round(2 * (timeline.sun(tick) or 0) / CELL_HEIGHT) - 16

    return Scenes(
        scene(
            "tilldawn",
            Sprite("sky", seen=lambda _: (0, 0, WIDTH, HORIZON)),
            partial(_draw_sky_bands, timeline),
            partial(_draw_stars, timeline),
            Sprite("sun", get_sun_position, few={SUN: 15}),
            # Without lit edges, which would be lines of single pixels.
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


# A match won: a balloon rises with its banner, and a flock crosses the sky.

_BALLOON_TICKS = (round(4 * BAR), round(12 * BAR))
_BIRD_POSITIONS = ((498, 52), (522, 44), (548, 62), (570, 48), (472, 70), (602, 78))


def _compute_balloon_row(start_row: int, end_row: int, tick: int) -> int:
    """Return the row of the balloon while it rises between two rows."""
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


# A match lost: rain.


def _draw_rain(display: Video, _: int, tick: int) -> None:
    for index in range(80):
        x, y = (index * 97 + index // 7 * 13) % WIDTH, 14 + (index * 53 + 7 * tick) % (HORIZON - 26)
        display.page.line(x, y, x - 3, y + 9, 9 if index % 3 else 11)


def _create_raindrop(index: int) -> Sprite:
    def get_position(tick: int) -> Point:
        return (index * 23 + 3) % COLUMNS, 1 + (index * 7 + tick // 4) % 22

    return Sprite((2 + (index % 3 == 0), 418, 1, 1), get_position, over=True)


# A stuck game: a star falls, and the last glow of the sky fades.

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
"""The animation of a win."""
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
"""End animations other than that of a win, by ending: a match that ends with the game, and a stuck game."""
