"""The magazine's desert title picture: birds, stars, caravan, cards and text-mode scene, in an edition's palette."""

from collections.abc import Callable, Mapping, Sequence
from functools import partial
from itertools import pairwise
from typing import Any

from retro_pyramid.cards import Card
from retro_pyramid.machine.video import TRANSPARENT, DisplayAdapter, DisplayMode
from retro_pyramid.rules import parse_slot
from retro_pyramid.scenes.easing import Point
from retro_pyramid.scenes.scene import Scene, Sprite, make_scene, palette_at
from retro_pyramid.scenes.sprites import SourceRect, draw_vector_drawing, load_coordinates, load_sprite_image
from retro_pyramid.scenes.title import TitleAnimation
from retro_pyramid.table.render.graphics import GraphicsRenderer
from retro_pyramid.table.render.text import TextRenderer

# Card numbers of ten decorative cards: court cards and aces of all suits.
_CARD_NUMBERS = (50, 38, 24, 12, 36, 49, 0, 13, 26, 39)
_CARDS_TOP: dict[DisplayMode, int] = {"graphics": 142, "text": 112}

_TICKS_PER_SECOND = 60

_RAYED_STAR_COLUMNS = (16, 575)
"""Columns of the two stars that have rays."""
_FIRST_LATE_STAR_TICK, _LATE_STAR_INTERVAL = 8 * _TICKS_PER_SECOND, 90
_FIRST_FALL_TICK, _FALL_INTERVAL = 24 * _TICKS_PER_SECOND, 47 * _TICKS_PER_SECOND
"""The tick at which the first star falls, and the interval between falling stars."""

# Birds: the start position of each and whether it is large; then the sequence of wing frames.
_BIRDS = ((126, 103, True), (93, 114, False), (127, 119, False), (65, 124, False))
_WING_FRAMES = (2, 0, 2, 5, 6, 4, 2, 0, 2, 5, *(4,) * 9)
_BIRD_STEP, _BIRD_RANGE = 7, 700

# The caravan: start column of the man, length and distance until it repeats, in pixels; then ticks per pixel, and pixels per
# leg phase.
_CARAVAN_START, _CARAVAN_LENGTH, _CARAVAN_RANGE = 491, 172, 832
_TICKS_PER_PIXEL, _PIXELS_PER_LEG_PHASE = 5, 4
_MAN_RECT, _RIDER_RECT, _PACK_RECT, _LEGS_RECT = (
    (0, 33, 13, 22),
    (0, 0, 43, 33),
    (43, 0, 43, 23),
    (26, 33, 17, 17),
)
_CAMELS = ((20, _RIDER_RECT, 43, 18, 20), (66, _PACK_RECT, 34, 6, 11), (113, _PACK_RECT, 34, 6, 11))
"""For each camel: distance behind the man, source rectangle, height of its back, and rows of its mouth and tail."""
_FRONT_LEGS_X, _HIND_LEGS_X = 7, 29
"""Columns of a camel's picture at which its front and hind legs begin."""


def create_desert_title(
    registers: tuple[int, ...], get_register_changes: Callable[[int], Mapping[int, int]] = lambda _: {}
) -> TitleAnimation:
    """Return the desert title with 16 palette registers; `get_register_changes` returns those that differ at a tick."""
    return TitleAnimation(
        "odm",
        registers,
        (_create_text_scene(1), _create_text_scene(3)),
        palette_at=get_register_changes,
        foreground=make_scene("odm", _draw_live),
        cards_for_mode=_place_cards,
    )


def _create_text_scene(name_row: int) -> Scene:
    """Return the text-mode desert: dusk, twinkling stars and caravan, with the title at `name_row`."""
    return make_scene(
        "odm",
        Sprite((0, 0, 80, 25)),
        Sprite((0, 25, 80, 8), frames=range(19), frame_ticks=12),
        Sprite((0, 177, 28, 3), lambda tick: ((50 - tick // 40) % 108 - 28, 21), range(2), frame_ticks=40),
        Sprite((0, 180, 80, 7), (0, name_row)),
    )


get_dusk_registers = partial(palette_at, "odm")
"""The palette registers that change at a tick: dusk deepens for 40 seconds, then stays."""


def _draw_live(display: DisplayAdapter, dy: int, tick: int) -> None:
    """Draw the moving parts: stars, birds and caravan."""
    page = display.page
    _draw_stars(page, dy, tick)
    for number, (x, y, large) in enumerate(_BIRDS):
        x = (x + tick // _BIRD_STEP + 30) % _BIRD_RANGE - 30
        y += dy - abs((tick // 24 + 9 * number) % 16 - 8) // 2
        wing_frame = _WING_FRAMES[(tick // 6 + 5 * number) % len(_WING_FRAMES)]
        draw_vector_drawing(page, "odm", "large" if large else "small", (x, y), wing_frame)
    _draw_caravan(page, dy, tick)


def _draw_stars(page: Any, dy: int, tick: int) -> None:
    """Draw the stars that are out at a tick, their twinkling, and the falling star."""
    late_count = max(0, (tick - _FIRST_LATE_STAR_TICK) // _LATE_STAR_INTERVAL + 1)
    bright, dim = (
        load_coordinates("odm_bright"),
        load_coordinates("odm_dim") + load_coordinates("odm_late")[:late_count],
    )
    for number, (x, y) in enumerate(bright + dim):
        twinkle = (tick // 7 + 11 * number) % 41
        if twinkle == 0:
            continue
        page.rect(x, y + dy, 1, 1, 15 if (number < len(bright)) == (twinkle > 1) else 9)
        if x in _RAYED_STAR_COLUMNS and number < len(bright):
            ray = 2 if twinkle % 20 < 16 else 1
            page.rect(x - ray, y + dy, 2 * ray + 1, 1, 9)
            page.rect(x, y - ray + dy, 1, 2 * ray + 1, 9)
            page.rect(x - 1, y + dy, 3, 1, 7)
            page.rect(x, y - 1 + dy, 1, 3, 7)
            page.rect(x, y + dy, 1, 1, 15)
    fall_tick = (tick - _FIRST_FALL_TICK) % _FALL_INTERVAL
    if tick >= _FIRST_FALL_TICK and fall_tick < 24:
        x, y = 556 - 5 * fall_tick, 92 + fall_tick + dy
        page.line(x + 14, y - 3, x + 7, y - 1, 9)
        page.line(x + 6, y - 1, x, y, 15)


def _draw_caravan(page: Any, dy: int, tick: int) -> None:
    """Draw the caravan at a tick: a man, a rider and camels with packs, tied to each other."""
    distance = tick // _TICKS_PER_PIXEL
    left = (_CARAVAN_START + _CARAVAN_LENGTH - distance) % _CARAVAN_RANGE - _CARAVAN_LENGTH
    phase = distance // _PIXELS_PER_LEG_PHASE
    foot_row = _find_crest_row(left + 7) + 2 + dy
    rope_end = (left + 11, foot_row - 16)
    for number, (offset, camel_rect, back_height, mouth_row, tail_row) in enumerate(_CAMELS):
        x = left + offset
        front, hind = (_find_crest_row(x + legs + 8) + 2 + dy for legs in (_FRONT_LEGS_X, _HIND_LEGS_X))
        top = (front + hind) // 2 - back_height - (phase + number) % 2
        page.line(*rope_end, x + 1, top + mouth_row, 13)
        for legs, ground_row, phase_offset in ((_FRONT_LEGS_X, front, 0), (_HIND_LEGS_X, hind, 1)):
            _blit(page, x + legs, ground_row - _LEGS_RECT[3], _LEGS_RECT, (phase + number + phase_offset) % 4)
        _blit(page, x, top, camel_rect)
        rope_end = (x + 42, top + tail_row)
    _blit(page, left, foot_row - _MAN_RECT[3], _MAN_RECT, phase % 2)


def _find_crest_row(x: int) -> int:
    """Return the row of the dunes' crest at a column, on which the caravan walks."""
    (x0, y0), (x1, y1) = next(
        segment for segment in pairwise(load_coordinates("odm_crest")) if x < segment[1][0]
    )
    return y0 + (y1 - y0) * (x - x0) // (x1 - x0)


def _blit(page: Any, x: int, y: int, source_rect: SourceRect, frame: int = 0) -> None:
    page.blt(x, y, load_sprite_image("odm", source_rect, frame), 0, 0, *source_rect[2:], TRANSPARENT)


def _place_cards(mode: DisplayMode) -> Sequence[tuple[Card, Point]]:
    """Return the decorative cards with their pixel positions, laid out as a pyramid."""
    slots = (TextRenderer if mode == "text" else GraphicsRenderer).slot_positions
    positions = [(x, y + _CARDS_TOP[mode] - slots[0][1]) for x, y in slots[: parse_slot("51")]]
    return list(zip(_CARD_NUMBERS, positions, strict=True))
