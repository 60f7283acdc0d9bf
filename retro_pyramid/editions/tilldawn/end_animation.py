"""End animations of Solitaire Till Dawn: dawn for a win, day or rain for the end of a match, a meteor if stuck."""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial
from typing import NamedTuple

from retro_pyramid.machine.video import CELL_HEIGHT, COLUMNS, WIDTH, DisplayAdapter
from retro_pyramid.scenes.easing import Point, smoothstep
from retro_pyramid.scenes.end_animation import EndAnimation, compute_landing_ticks, place_landing_cards
from retro_pyramid.scenes.scene import CustomSprite, SceneVariants, Sprite, draw_scene, make_scene, palette_at
from retro_pyramid.scenes.sprites import SourceRect, draw_vector_drawing, load_coordinates

HORIZON_ROW = 322
"""The row below the city, where the status line begins, in pixels."""
NEAR_ROOFS_REGISTER, ZENITH_REGISTER, FAR_ROOFS_REGISTER, GLOW_REGISTER, RIM_REGISTER, SUN_REGISTER = (
    0,
    3,
    5,
    13,
    11,
    10,
)
"""Registers: near roofs, four bands of the sky from top to rim (the second is also that of the far roofs), and the sun."""
LANDING_TICKS = compute_landing_ticks(9)
"""The first card lands with the fourth measure of the waltz, the capstone with its last note."""
LENGTH_TICKS, RAIN_LENGTH_TICKS = 528, 284
"""Length of both waltzes of a win, and of that of a match lost, in ticks."""
TICKS_PER_MEASURE = 39.6
"""Ticks per measure (three beats) of the waltz of a win."""
BANNER_TEXT = "PAR IS MADE"


class SkyTimeline(NamedTuple):
    """The timeline of the sky in an end animation.

    A schedule is the tick at which the first star or window disappears, and the interval in ticks until each next one.
    """

    sunrise_ticks: tuple[int, int] | None
    """Ticks from which and until which the sun rises, or None."""
    highest_sun_row: int
    """The row of the sun when it has risen, in pixels."""
    star_schedule: tuple[int, int]
    """Schedule of the stars."""
    window_schedule: tuple[int, int]
    """Schedule of the lit windows."""
    sky_bands: tuple[tuple[int, int], ...]
    """Colour and height of the bands of the sky on adapters with a fixed palette."""
    reduced_palette: Mapping[int, int] = {}
    """Replacement colours in text mode, by register, for colours that such adapters cannot match."""
    end_tick: int = LENGTH_TICKS
    """The tick at which the animation ends."""

    def get_sun_row(self, tick: int) -> int | None:
        """Return the row of the sun's centre, or None before it rises."""
        if self.sunrise_ticks is None or tick <= self.sunrise_ticks[0]:
            return None
        begin, end = self.sunrise_ticks
        return HORIZON_ROW - round(
            (HORIZON_ROW - self.highest_sun_row) * smoothstep(tick - begin, end - begin)
        )

    def compute_night_progress(self, tick: int) -> float:
        """Return the elapsed fraction of the night, 0 to 1."""
        return smoothstep(tick, self.sunrise_ticks[1] if self.sunrise_ticks else self.end_tick)

    def count_disappeared(self, schedule: tuple[int, int], tick: int) -> int:
        """Return how many stars or windows of a schedule have disappeared at a tick."""
        return max(0, -(-(tick - schedule[0]) // schedule[1]))


def _draw_sky_bands(timeline: SkyTimeline, display: DisplayAdapter, _: int, tick: int) -> None:
    """Draw the sky on adapters with a fixed palette: light that rises."""
    for colour, height in () if display.can_animate_palette else timeline.sky_bands:
        risen_height = round(height * timeline.compute_night_progress(tick))
        display.page.rect(0, HORIZON_ROW - risen_height, WIDTH, risen_height, colour)


def _draw_stars(timeline: SkyTimeline, display: DisplayAdapter, _: int, tick: int) -> None:
    """Draw the stars that have not faded yet."""
    faded_count = timeline.count_disappeared(timeline.star_schedule, tick)
    for index, (x, y) in enumerate(load_coordinates("tilldawn_stars")[faded_count:], faded_count):
        draw_vector_drawing(display.page, "tilldawn", "star" if index % 4 else "star_rays", (x, y))


def _draw_windows(timeline: SkyTimeline, display: DisplayAdapter, _: int, tick: int) -> None:
    """Draw the windows that are still lit."""
    for x, y in load_coordinates("tilldawn_windows")[
        timeline.count_disappeared(timeline.window_schedule, tick) :
    ]:
        draw_vector_drawing(display.page, "tilldawn", "window", (x, y))


def _create_puff(end_tick: int, x: int, y: int, phase: int) -> Sprite:
    """Return a puff of smoke from a chimney, which rises, drifts, grows and thins out after the animation."""

    def get_position(tick: int) -> Point:
        age = (tick - end_tick - phase) % 96
        return x - 12 - age // 5, y - 10 - age // 2

    return Sprite(
        "puff", get_position, range(6), frame_ticks=16, begin_tick=end_tick + phase, colour_map={15: 7}
    )


def _create_cat(source: SourceRect | str, begin_tick: int, step_ticks: int, left: int, top: int) -> Sprite:
    """Return the cat that walks out of the picture to the left; `step_ticks` is the ticks per pixel or cell."""

    def get_position(tick: int) -> Point:
        return left - (tick - begin_tick) // step_ticks, top

    return Sprite(
        source,
        get_position,
        range(4),
        frame_ticks=8,
        begin_tick=begin_tick,
        keeps_background=True,
        reduced_colour_map={SUN_REGISTER: NEAR_ROOFS_REGISTER},
    )


def _draw_text_sky(timeline: SkyTimeline, display: DisplayAdapter, _: int, tick: int) -> None:
    """Draw sky and roofs in text mode; with a fixed palette, the light grows in steps, one more row at a time."""
    progress = (
        timeline.compute_night_progress(tick)
        if display.is_monochrome or (timeline.reduced_palette and not display.has_full_palette)
        else 1
    )
    for row in range(22):
        frame = min(int(progress * 12 + (row + 1) / 22), 12)
        sprite = Sprite(
            (0, 13 * row, COLUMNS, 1), (0, row + 1), (frame,), reduced_colour_map=timeline.reduced_palette
        )
        draw_scene(display, make_scene("tilldawn_finale", sprite), tick)


def _create_disappearing_sprites(
    name: str, source_x: int, schedule: tuple[int, int], keeps_background: bool
) -> list[Sprite]:
    """Return stars or windows in text mode, each until it disappears."""
    return [
        Sprite(
            (source_x, 418, 1, 1),
            (column, row),
            end_tick=schedule[0] + schedule[1] * index + 1,
            keeps_background=keeps_background,
        )
        for index, (column, row) in enumerate(load_coordinates(name))
    ]


def _create_scenes(
    timeline: SkyTimeline, pixels: tuple[Sprite | CustomSprite, ...] = (), cells: tuple[Sprite, ...] = ()
) -> SceneVariants:
    """Return sky, stars, sun and roofs for both display modes, with additional sprites in front."""

    def get_sun_position(tick: int) -> Point | None:
        row = timeline.get_sun_row(tick)
        return None if row is None else (516, row - 42)

    # The cat walks away two seconds after the end.
    cat_leaves_tick = timeline.end_tick + 120

    def get_sun_half_row(tick: int) -> int:
        """Return the half of a cell row that contains the sun's centre, counted from 16."""
        return round(2 * (timeline.get_sun_row(tick) or 0) / CELL_HEIGHT) - 16

    return SceneVariants(
        make_scene(
            "tilldawn",
            Sprite("sky", clip=lambda _: (0, 0, WIDTH, HORIZON_ROW)),
            partial(_draw_sky_bands, timeline),
            partial(_draw_stars, timeline),
            Sprite("sun", get_sun_position, reduced_colour_map={SUN_REGISTER: 15}),
            # Without lit edges, which would be lines of single pixels.
            Sprite(
                "city",
                clip=lambda _: (0, 0, WIDTH, HORIZON_ROW),
                reduced_colour_map={FAR_ROOFS_REGISTER: 13, SUN_REGISTER: NEAR_ROOFS_REGISTER},
            ),
            partial(_draw_windows, timeline),
            *(_create_puff(timeline.end_tick, *puff) for puff in load_coordinates("tilldawn_puffs")),
            Sprite(
                "cat",
                (20, 212),
                end_tick=cat_leaves_tick,
                reduced_colour_map={SUN_REGISTER: NEAR_ROOFS_REGISTER},
            ),
            _create_cat("walk", cat_leaves_tick, 4, 14, 218),
            *pixels,
        ),
        make_scene(
            "tilldawn_finale",
            partial(_draw_text_sky, timeline),
            Sprite(
                (0, 286, 13, 22),
                lambda tick: (65, 1) if get_sun_position(tick) else None,
                get_sun_half_row,
                reduced_colour_map=timeline.reduced_palette,
            ),
            Sprite(
                (8, 428, 4, 4),
                (7, 12),
                range(4),
                frame_ticks=16,
                begin_tick=timeline.end_tick,
                keeps_background=True,
            ),
            Sprite(
                (0, 428, 7, 4),
                (0, 13),
                begin_tick=cat_leaves_tick,
                reduced_colour_map=timeline.reduced_palette,
            ),
            _create_cat((0, 432, 10, 3), cat_leaves_tick, 32, 0, 14),
            *_create_disappearing_sprites(
                "tilldawn_text_stars", 0, timeline.star_schedule, keeps_background=True
            ),
            *_create_disappearing_sprites(
                "tilldawn_text_windows", 1, timeline.window_schedule, keeps_background=False
            ),
            *cells,
        ),
    )


# A match won: a balloon rises with its banner, and a flock crosses the sky.

_BALLOON_TICKS = (round(4 * TICKS_PER_MEASURE), round(12 * TICKS_PER_MEASURE))
_BIRD_POSITIONS = ((498, 52), (522, 44), (548, 62), (570, 48), (472, 70), (602, 78))


def _compute_balloon_row(start_row: int, end_row: int, tick: int) -> int:
    """Return the row of the balloon while it rises between two rows."""
    return round(
        start_row
        + (end_row - start_row) * smoothstep(tick - _BALLOON_TICKS[0], _BALLOON_TICKS[1] - _BALLOON_TICKS[0])
    )


def _draw_banner(display: DisplayAdapter, _: int, tick: int) -> None:
    top = _compute_balloon_row(330, 34, tick) + 106
    if top < HORIZON_ROW + 2:
        draw_vector_drawing(display.page, "tilldawn", "banner", (0, top))
        display.draw_text(52, top + 4, BANNER_TEXT, 0)


def _draw_flock(display: DisplayAdapter, _: int, tick: int) -> None:
    for index, (x, y) in enumerate(_BIRD_POSITIONS):
        bird_x, wing = x + (LENGTH_TICKS - tick) // 2, (-3, -1, 2, -1)[(tick // 6 + index) % 4]
        display.page.line(bird_x - 6, y + wing, bird_x, y, 0)
        display.page.line(bird_x, y, bird_x + 6, y + wing, 0)


_MATCH_WON_SPRITES = (
    _draw_banner,
    Sprite(
        "balloon",
        lambda tick: (54, row) if (row := _compute_balloon_row(330, 34, tick)) < HORIZON_ROW else None,
        clip=lambda tick: (0, 0, 84, min(104, HORIZON_ROW - _compute_balloon_row(330, 34, tick))),
    ),
    _draw_flock,
)
_MATCH_WON_TEXT_SPRITES = (
    Sprite(
        (0, 421, 9, 7),
        lambda tick: (7, _compute_balloon_row(20, 3, tick)),
        lambda tick: max(0, min(7, 17 - _compute_balloon_row(20, 3, tick))),
        keeps_background=True,
    ),
    Sprite(
        (4, 418, 13, 1), lambda tick: (5, row + 7) if (row := _compute_balloon_row(20, 3, tick)) < 8 else None
    ),
    Sprite(
        (20, 418, 12, 3),
        lambda tick: (53 + (LENGTH_TICKS - tick) // 16, 4),
        range(2),
        frame_ticks=12,
        keeps_background=True,
    ),
)


# A match lost: rain.


def _draw_rain(display: DisplayAdapter, _: int, tick: int) -> None:
    for index in range(80):
        x, y = (index * 97 + index // 7 * 13) % WIDTH, 14 + (index * 53 + 7 * tick) % (HORIZON_ROW - 26)
        display.page.line(x, y, x - 3, y + 9, 9 if index % 3 else 11)


def _create_raindrop(index: int) -> Sprite:
    def get_position(tick: int) -> Point:
        return (index * 23 + 3) % COLUMNS, 1 + (index * 7 + tick // 4) % 22

    return Sprite((2 + (index % 3 == 0), 418, 1, 1), get_position, keeps_background=True)


# A stuck game: a star falls, and the last glow of the sky fades.

_METEOR_SPRITE = partial(
    Sprite, frames=range(5), frame_ticks=13, begin_tick=10, end_tick=75, keeps_background=True
)


_DAWN_REDUCED_PALETTE = {3: 0, 5: 1, 13: 12, 11: 14, 10: 15}
_DAWN = SkyTimeline(
    (round(5 * TICKS_PER_MEASURE), round(12 * TICKS_PER_MEASURE)),
    172,
    (60, 12),
    (100, 20),
    ((13, 304), (12, 262)),
    _DAWN_REDUCED_PALETTE,
)
_DAY = SkyTimeline(
    (round(3 * TICKS_PER_MEASURE), round(12 * TICKS_PER_MEASURE)),
    112,
    (30, 8),
    (60, 16),
    ((13, 322), (12, 300), (11, 280)),
)
_RAIN = SkyTimeline(None, 0, (0, 3), (400, 1), ((2, 200),), end_tick=RAIN_LENGTH_TICKS)

WIN_ANIMATION = EndAnimation(
    LENGTH_TICKS,
    partial(place_landing_cards, landing_ticks=LANDING_TICKS),
    background=_create_scenes(_DAWN),
    palette_at=partial(palette_at, "tilldawn_dawn"),
    landing_ticks=LANDING_TICKS,
    description="Day breaks, and the cards build the pyramid",
)
"""The animation of a win."""
OTHER_END_ANIMATIONS = {
    "match_won": WIN_ANIMATION._replace(
        background=_create_scenes(_DAY, _MATCH_WON_SPRITES, _MATCH_WON_TEXT_SPRITES),
        palette_at=partial(palette_at, "tilldawn_day"),
        banner_rows=3,
        description="It is full day",
    ),
    "match_lost": EndAnimation(
        RAIN_LENGTH_TICKS,
        background=_create_scenes(_RAIN, (_draw_rain,), tuple(map(_create_raindrop, range(34)))),
        palette_at=partial(palette_at, "tilldawn_rain"),
        hides_table=False,
        description="It rains",
    ),
    "stuck": EndAnimation(
        80,
        background=SceneVariants(
            make_scene(
                "tilldawn", _METEOR_SPRITE("meteor", lambda tick: (668 - 3 * tick, 110 + 2 * tick // 3))
            ),
            make_scene(
                "tilldawn_finale",
                _METEOR_SPRITE((0, 435, 6, 1), lambda tick: (82 - tick // 4, 8 + tick // 15)),
            ),
        ),
        palette_at=partial(palette_at, "tilldawn_stuck"),
        hides_table=False,
        description="A star falls",
    ),
}
"""End animations other than that of a win, by ending: a match that ends with the game, and a stuck game."""
