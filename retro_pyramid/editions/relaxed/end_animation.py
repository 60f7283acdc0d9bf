"""End animations of Relaxed Pyramid: the tomb's door opens on the beats and the cards build up in light; torches sink."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache, partial

from retro_pyramid.cards import Card
from retro_pyramid.editions.relaxed.title import (
    FlameHeightFunction,
    compute_kindling_height,
    create_flame,
    draw_dust,
)
from retro_pyramid.machine.video import WIDTH, DisplayAdapter
from retro_pyramid.scenes.easing import Point, smoothstep
from retro_pyramid.scenes.end_animation import (
    BEAT_MS,
    LANDING_TICKS,
    MARCH_TICKS,
    AnimationFrame,
    EndAnimation,
    beat_to_tick,
    place_landing_cards,
)
from retro_pyramid.scenes.scene import SceneVariants, Sprite, make_scene

_CENTRE_X = WIDTH // 2
_DOOR_TOP, _FLOOR_TOP, _TABLE_BOTTOM = 24, 262, 322
"""First rows of the doorway, of the floor, and of what is below the table, in pixels."""
_DOOR_LEFT = 102
_LEAF_WIDTH, _LEAF_HEIGHT = _CENTRE_X - _DOOR_LEFT, _FLOOR_TOP - _DOOR_TOP
_OPEN_PX, _OPEN_CELLS = _LEAF_WIDTH - 40, 23
"""Distance that a leaf is pushed aside in the end, in pixels and in cells."""
_FLAME_BASE_Y = 116
"""Row of the bottom of the torches' flames."""

_OPENING_STEPS = (
    0.02,
    0.04,
    0.06,
    0.09,
    0.13,
    0.17,
    0.22,
    0.28,
    0.34,
    0.41,
    0.48,
    0.56,
    0.64,
    0.73,
    0.82,
    0.91,
    1.0,
)
"""How far the door is open after each push, 0 to 1."""
_PUSH_BEATS, _PUSH_TICKS = 2, 14

# The light, from the edge to the centre, in registers that no card of the first deck uses.
_LIGHT_REGISTERS = (3, 13, 11, 10)
_LIGHT_COLOURS = (32, 32, 20, 52, 38, 54, 62, 63)
"""Colours of growing light, from that of the stone to white."""
_FLASH_TICKS = 4


# Cached, as the leaves, the light and the background are drawn for the same tick.
@lru_cache(maxsize=2)
def compute_door_opening(tick: int) -> float:
    """Return how far the door is open at a tick, 0 to 1. It is pushed on every second beat."""
    opening = 0.0
    for push, goal in enumerate(_OPENING_STEPS):
        elapsed = tick - beat_to_tick(_PUSH_BEATS * push)
        if elapsed > 0:
            opening += (goal - opening) * smoothstep(elapsed, _PUSH_TICKS)
    return opening


def _get_register_changes(tick: int) -> Mapping[int, int]:
    """Return the registers of the light: it grows with the door, swells on each beat, and is white with the last note."""
    last_note_tick = LANDING_TICKS[-1]
    if last_note_tick <= tick < last_note_tick + _FLASH_TICKS:
        return dict.fromkeys(_LIGHT_REGISTERS, 63)
    beat = tick * 1000 // (60 * BEAT_MS)
    is_swelling = tick - beat_to_tick(beat) < _FLASH_TICKS and 0 < tick < last_note_tick
    level = min(3 + beat // 8, 6) + is_swelling
    changes = {
        register: _LIGHT_COLOURS[max(0, level - 3 + depth)] for depth, register in enumerate(_LIGHT_REGISTERS)
    }
    return changes if level < 6 else {**changes, _LIGHT_REGISTERS[-1]: 63}


def _get_built_cards(frame: AnimationFrame) -> list[tuple[Point, Card]]:
    """Return the cards of the animation; they come from a pile in the middle of the pyramid."""
    (x, top), (_, bottom) = frame.slot_positions[0], frame.slot_positions[-1]
    return place_landing_cards(
        frame._replace(pile_position=(x, (top + bottom) // 2 + frame.card_size[1] // 4))
    )


def _compute_leaf_offset(tick: int, full_offset: int = _OPEN_PX) -> int:
    """Return how far a leaf has been pushed aside; `full_offset` is its offset in the end."""
    return round(full_offset * compute_door_opening(tick))


def _draw_floor_light(display: DisplayAdapter, dy: int, tick: int) -> None:
    """Draw the light on the floor, which is wider with the door's opening and towards the front."""
    leaf_offset = _compute_leaf_offset(tick)
    colours = (
        _LIGHT_REGISTERS
        if display.can_animate_palette
        else tuple(map(_REDUCED_COLOURS.__getitem__, _LIGHT_REGISTERS))
    )
    for row in range(0, _TABLE_BOTTOM - _FLOOR_TOP, 2):
        for colour, width_factor, spread_per_row in (
            (colours[0], 1.0, 2.2),
            (colours[1], 0.8, 1.2),
            (colours[2], 0.5, 0.5),
        ):
            half_width = round(leaf_offset * width_factor + row * spread_per_row * min(1.0, leaf_offset / 60))
            if half_width:
                display.page.rect(_CENTRE_X - half_width, _FLOOR_TOP + row + dy, 2 * half_width, 2, colour)


def _draw_dust_beams(display: DisplayAdapter, dy: int, tick: int) -> None:
    """Draw dust drifting in the light after the animation, in colours that are visible in front of it."""
    for colour, replacement in ((14, 6), (11, 15)):
        display.page.pal(colour, replacement)
    for spread_factor in (3, -4, 5, -6, 4):
        draw_dust(
            (_CENTRE_X, _DOOR_TOP, spread_factor, _TABLE_BOTTOM - _DOOR_TOP - 9 * spread_factor),
            spread_factor,
            MARCH_TICKS,
            display,
            dy,
            tick,
        )
    display.page.pal()


def _create_torch(
    side: int, height_at: FlameHeightFunction = compute_kindling_height, holder: str = "stand"
) -> tuple[Sprite, Sprite]:
    """Return a torch's holder and flame; `side` is 0 for left, 1 for right."""
    left = side * (WIDTH - 72)
    flame_sprite = create_flame(side, (left + 36, _FLAME_BASE_Y), height_at=height_at)
    return Sprite(holder, (left, 0)), flame_sprite._replace(colour_map={10: 14, 11: 14, 12: 6})


_REDUCED_COLOURS = {3: 12, 13: 12, 11: 14, 10: 15}
"""Colours of the light on adapters with a fixed palette."""
_LIGHT_SPRITE = partial(Sprite, reduced_colour_map=_REDUCED_COLOURS)
_GRAPHICS_SCENE = make_scene(
    "relaxed",
    _LIGHT_SPRITE(
        "beyond",
        lambda tick: (_CENTRE_X - _compute_leaf_offset(tick), _DOOR_TOP),
        clip=lambda tick: (
            _LEAF_WIDTH - _compute_leaf_offset(tick),
            0,
            2 * _compute_leaf_offset(tick),
            _LEAF_HEIGHT,
        ),
    ),
    _LIGHT_SPRITE(
        "leaf",
        (_DOOR_LEFT, _DOOR_TOP),
        clip=lambda tick: (
            _compute_leaf_offset(tick),
            0,
            _LEAF_WIDTH - _compute_leaf_offset(tick),
            _LEAF_HEIGHT,
        ),
    ),
    _LIGHT_SPRITE(
        "leaf",
        lambda tick: (_CENTRE_X + _compute_leaf_offset(tick), _DOOR_TOP),
        clip=lambda tick: (0, 0, _LEAF_WIDTH - _compute_leaf_offset(tick), _LEAF_HEIGHT),
        flip_x=True,
    ),
    _LIGHT_SPRITE("wall"),
    _LIGHT_SPRITE("wall", (WIDTH - _DOOR_LEFT, 0), flip_x=True),
    _LIGHT_SPRITE("lintel"),
    _LIGHT_SPRITE("floor", (0, _FLOOR_TOP)),
    _draw_floor_light,
    _draw_dust_beams,
    *_create_torch(0),
    *_create_torch(1),
)


def _create_mote(index: int) -> Sprite:
    """Return a mote of dust in text mode, which rises in the light after the animation."""

    def get_position(tick: int) -> Point:
        return 17 + index * 19 % 46, 21 - (tick // (18 + index % 5) + 7 * index) % 20

    return Sprite(
        (24, 199, 1, 1),
        get_position,
        range(2),
        frame_ticks=20 + index,
        begin_tick=MARCH_TICKS,
        keeps_background=True,
    )


_TEXT_SCENE = make_scene(
    "relaxed_finale",
    # The view behind the door, its leaves, the wall, the light on the floor, the flames.
    Sprite((0, 23, 56, 16), (12, 1)),
    Sprite((0, 39, 28, 16), lambda tick: (12 - _compute_leaf_offset(tick, _OPEN_CELLS), 1)),
    Sprite((28, 39, 28, 16), lambda tick: (40 + _compute_leaf_offset(tick, _OPEN_CELLS), 1)),
    Sprite((0, 0, 80, 23)),
    Sprite((0, 55, 80, 6), (0, 17), partial(_compute_leaf_offset, full_offset=_OPEN_CELLS)),
    Sprite((0, 199, 3, 3), (3, 5), range(4), frame_ticks=5),
    Sprite((12, 199, 3, 3), (74, 5), (3, 0, 1, 2), frame_ticks=5),
    *map(_create_mote, range(24)),
)

WIN_ANIMATION = EndAnimation(
    MARCH_TICKS,
    _get_built_cards,
    background=SceneVariants(_GRAPHICS_SCENE, _TEXT_SCENE),
    palette_at=_get_register_changes,
    landing_ticks=LANDING_TICKS,
    description="The tomb's door opens, light pours out, and the cards build the pyramid in it",
)


# A stuck game: the torches sink.


def _compute_sinking_height(tick: int) -> float:
    """Return the relative height of a flame that flickers and sinks to an ember."""
    return 0.86 - 0.57 * smoothstep(tick, 80) + tick // 7 % 3 / 20


OTHER_END_ANIMATIONS = {
    "stuck": EndAnimation(
        80,
        background=SceneVariants(
            make_scene(
                "relaxed",
                Sprite("dusk", frames=range(4), frame_ticks=20, holds_last_frame=True),
                *_create_torch(0, _compute_sinking_height, "bracket"),
                *_create_torch(1, _compute_sinking_height, "bracket"),
            ),
            make_scene(
                "relaxed_finale",
                Sprite((0, 202, 80, 22), frames=range(8), frame_ticks=10, holds_last_frame=True),
            ),
        ),
        hides_table=False,
        description="The torches gutter",
    )
}
"""End animations other than that of a win, by ending."""
