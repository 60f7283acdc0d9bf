"""The title picture of Solitaire Till Dawn: a desk at a window, the fading night, and its moving parts."""

from functools import partial
from typing import Any

from retro_pyramid.machine.video import DisplayAdapter
from retro_pyramid.scenes.easing import Point
from retro_pyramid.scenes.scene import Scene, Sprite, make_scene, palette_at
from retro_pyramid.scenes.sprites import load_coordinates
from retro_pyramid.scenes.title import TitleAnimation, TitleMenuBar

TICKS_PER_SECOND = 60
"""Ticks per second."""
LAMP_OUT_TICK = 30 * TICKS_PER_SECOND
"""The tick at which the lamp is put out; it is day from then on."""
STILL_PICTURE_TICK = 17 * TICKS_PER_SECOND
"""The tick of the still picture: the lamp is still on, and the rim of the sky is rose."""

_DARKNESS = partial(Sprite, frames=range(4), frame_ticks=12, end_tick=48)
"""Covers everything, then all but the lamp's cone of light, the desk and the city."""

TEXT_REGISTERS = (0, 1, 33, 53, 4, 21, 20, 7, 56, 8, 15, 40, 46, 28, 62, 63)
"""The registers in text mode: 0, 1, 2, 5, 3 and 12 are the sky from night to day."""
_REGISTERS = (0, 1, 21, 53, 4, 33, 20, 7, 56, 39, 47, 8, 46, 32, 62, 63)
_FIRST_WINDOW_TICK, _WINDOW_INTERVAL = 3 * TICKS_PER_SECOND, 36

_FIRST_STAR_TICK, _STAR_INTERVAL, _PALE_TICKS = 5 * TICKS_PER_SECOND, 46, TICKS_PER_SECOND

# The steam over the cup: column and phase of each wisp, and its sway by row.
_WISPS = ((97, 0), (106, 5), (114, 10))
_SWAY = (0, 1, 2, 3, 3, 2, 1, 0, -1, -2, -3, -3, -2, -1)
_CUP_TOP, _STEAM_HEIGHT = 261, 24

# Frames of the cat's tail: how far its tip is lifted.
_TAIL_FRAMES = (*range(9), *range(8, 2, -1), *range(2, 8), *range(8, -1, -1), *(0,) * 34)
_FLOCK_INTERVAL, _BIRD_OFFSETS = 16 * TICKS_PER_SECOND, ((0, 0), (14, 5), (26, -3))
_PANES = ((40, 206), (226, 414))


def _draw_live(display: DisplayAdapter, dy: int, tick: int) -> None:
    """Draw the moving parts: windows, stars, steam, and birds by day."""
    page = display.page
    for x, y, width, height in load_coordinates("tilldawn_title_windows")[
        : max(0, tick - _FIRST_WINDOW_TICK) // _WINDOW_INTERVAL
    ]:
        page.rect(x, y + dy, width, height, 0)
    _draw_stars(page, dy, tick)
    if tick < LAMP_OUT_TICK:
        _draw_steam(page, dy, tick)
    else:
        _draw_birds(page, dy, tick - LAMP_OUT_TICK)


def _draw_stars(page: Any, dy: int, tick: int) -> None:
    # The last one is the morning star.
    stars = load_coordinates("tilldawn_title_stars")
    for number, (x, y) in enumerate(stars):
        ticks_left = _FIRST_STAR_TICK + number * _STAR_INTERVAL - tick
        if ticks_left <= 0 or (tick // 8 + 5 * number) % 31 == 0:
            continue
        colour = 15 if ticks_left > _PALE_TICKS else 2
        page.rect(x, y + dy, 1, 1, colour)
        if number % 7 == 1 or number == len(stars) - 1:
            page.rect(x - 2, y + dy, 5, 1, colour)
            page.rect(x, y - 1 + dy, 1, 3, colour)


def _draw_steam(page: Any, dy: int, tick: int) -> None:
    for x, phase in _WISPS:
        head = (tick // 5 + 3 * phase) % (2 * _STEAM_HEIGHT)
        for row in range(max(0, head - _STEAM_HEIGHT), min(head, _STEAM_HEIGHT), 2):
            sway = _SWAY[(row + tick // 9 + phase) % len(_SWAY)] * (row + 8) // 24
            page.rect(x + sway, _CUP_TOP - row + dy, 2, 2, 8 if row > _STEAM_HEIGHT // 2 else 7)


def _draw_birds(page: Any, dy: int, tick: int) -> None:
    """Draw three birds that cross the window panes from left to right and slightly upwards."""
    flock_x = tick % _FLOCK_INTERVAL // 2
    for number, (offset, lower) in enumerate(_BIRD_OFFSETS):
        x, y = flock_x - offset, 140 + lower - flock_x // 12 + dy
        if any(left < x < right for left, right in _PANES):
            wing = (-3, -1, 1, -1)[(tick // 6 + number) % 4]
            page.line(x - 5, y + wing, x, y, 0)
            page.line(x, y, x + 5, y + wing, 0)


def _get_hour(tick: int) -> int:
    """Return the hour of the night, which lasts a second; 30 is day."""
    return min(tick, LAMP_OUT_TICK) // TICKS_PER_SECOND


def _get_ear_position(tick: int) -> Point | None:
    """Return the cell of the cat's ear that twitches, or None."""
    return (13, 11) if tick // 10 % 40 in (20, 22, 23) else None


def _create_text_scene(source_row: int, name_row: int) -> Scene:
    """Return the text-mode picture; `source_row` is the row of window and desk in the file, `name_row` that of the title."""
    return make_scene(
        "tilldawn",
        # A column of sky for each hour; window and desk by night and by day; the city by the hour.
        Sprite((0, 0, 1, 16), frames=_get_hour, repeat_x=80),
        Sprite((0, source_row, 80, 25), frames=lambda tick: tick >= LAMP_OUT_TICK),
        Sprite((0, 116, 80, 7), (0, 9), _get_hour),
        Sprite((0, 333, 80, 7), (0, 9), _get_hour, keeps_background=True),
        Sprite((0, 550, 80, 6), (0, name_row), lambda tick: _get_hour(tick) >= 22, keeps_background=True),
        Sprite((0, 562, 3, 2), (15, 17), range(6), frame_ticks=20, end_tick=LAMP_OUT_TICK),
        Sprite((0, 11, 1, 1), _get_ear_position, _get_hour),
        Sprite((19, 562, 1, 1), _get_ear_position, keeps_background=True),
        _DARKNESS((0, 564, 80, 25)),
    )


TITLE = TitleAnimation(
    "tilldawn",
    _REGISTERS,
    (_create_text_scene(16, 2), _create_text_scene(66, 3)),
    palette_at=partial(palette_at, "tilldawn"),
    foreground=make_scene(
        "tilldawn",
        Sprite("tail", frames=_TAIL_FRAMES, frame_ticks=6),
        Sprite("dark", begin_tick=LAMP_OUT_TICK),
        _draw_live,
        _DARKNESS("unlit"),
    ),
    opening_ticks=50,
    still_tick=STILL_PICTURE_TICK,
    text_registers=TEXT_REGISTERS,
    # Below the title in its arch.
    menu_bars={
        "graphics": TitleMenuBar(3, 10, 6, menu_end_row=23),
        "text": TitleMenuBar(3, 10, 9, menu_end_row=23),
    },
)
