"""The title picture of Relaxed Pyramid: a torch-lit tomb, its painted wall, and a stone door with a crack of light."""

from collections.abc import Callable, Mapping
from functools import partial

from retro_pyramid.machine.video import DisplayAdapter
from retro_pyramid.scenes.easing import Point, smoothstep
from retro_pyramid.scenes.scene import Sprite, make_scene
from retro_pyramid.scenes.sprites import SourceRect, load_coordinates
from retro_pyramid.scenes.title import TitleAnimation

CRACK_RECT = (318, 104, 4, 188)
"""The crack of light between the door's leaves: column, row, width, height."""
TORCH_POSITIONS = ((162, 148), (478, 148))
"""Centre of the bottom of each flame: column, row."""

PALETTE_REGISTERS = (0, 24, 32, 3, 4, 48, 20, 46, 28, 36, 54, 38, 52, 12, 62, 63)
"""The palette. The two `GLOW_REGISTERS` are set by the animation; here their values only tell the torches apart."""
GLOW_REGISTERS = (9, 13)
"""Registers of the ring of light round each torch."""
_GLOW_COLOURS = (32, 4, 20)
"""Colours of a ring for a low, normal and high flame, so that the circle of light shrinks and grows."""

_FLICKER_LEVELS = "1111211101112211110112111", "11211110112111022111101111211"
_FLICKER_TICKS = 6
"""Brightness of each torch, step by step (0 low, 1 normal, 2 high), and ticks per step."""

FLAME_SIZE = (39, 66)
FLAME_FRAMES, FLAME_FRAME_TICKS = 7, 5
"""Width and height of a flame in pixels; its number of frames, and ticks per frame."""

TORCH_LIT_TICKS, OPENING_TICKS = (12, 24), 80
"""Ticks at which the torches are lit, and ticks until the crack of light has grown in eight steps."""

_MOTE_FRAMES = ((15, 2), (14, 1), None, (11, 1), None, (14, 1), (11, 1), None)
"""Frames of a mote in the light: colour and height; None while it is invisible."""


def _get_flicker_level(torch: int, tick: int) -> int:
    """Return the brightness of a torch at a tick: 0, 1 or 2."""
    return int(_FLICKER_LEVELS[torch][tick // _FLICKER_TICKS % len(_FLICKER_LEVELS[torch])])


def _get_register_changes(tick: int) -> Mapping[int, int]:
    """Return the registers of the rings of light at a tick."""
    return {
        register: _GLOW_COLOURS[_get_flicker_level(torch, tick)]
        for torch, register in enumerate(GLOW_REGISTERS)
    }


def draw_dust(
    beam_rect: SourceRect, spread_factor: int, begin_tick: int, display: DisplayAdapter, dy: int, tick: int
) -> None:
    """Draw the dust in a beam of light from a tick on, spread `spread_factor` times as wide as in the door's crack.

    The coordinate list has for each mote its distance from the centre, its initial rise, and its speed in 1/32 row per tick.
    """
    x, y, width, height = beam_rect
    for index, (offset, start_rise, speed) in enumerate(load_coordinates("relaxed_motes")):
        frame = _MOTE_FRAMES[(tick // 9 + 3 * index) % len(_MOTE_FRAMES)]
        if frame is not None and tick >= begin_tick:
            rise = (start_rise + tick * speed // 32) % height
            sway = (tick // 20 + index) % 6
            position = (
                x + width // 2 + spread_factor * offset + min(sway, 6 - sway),
                y + height - 1 - rise + dy,
            )
            display.page.rect(*position, min(1 + abs(spread_factor), 3), frame[1], frame[0])


FlameHeightFunction = Callable[[int], float]
"""Returns the relative height of a flame (0 to 1), given the ticks since it was lit."""


def compute_kindling_height(tick: int) -> float:
    """Return the relative height of a flame (0 to 1) that is growing, given the ticks since it was lit."""
    return 0.4 + 0.6 * smoothstep(tick, 60)


def create_flame(
    torch_index: int,
    base_position: Point,
    begin_tick: int = 0,
    height_at: FlameHeightFunction = compute_kindling_height,
) -> Sprite:
    """Return the sprite of a torch's flame.

    `base_position` is the centre of its bottom, `begin_tick` the tick at which it is lit.
    """
    width, height = FLAME_SIZE

    def get_height(tick: int) -> int:
        return round(height * height_at(tick - begin_tick))

    return Sprite(
        "flame",
        lambda tick: (base_position[0] - width // 2, base_position[1] + 2 - get_height(tick)),
        lambda tick: (tick // FLAME_FRAME_TICKS + 3 * torch_index) % FLAME_FRAMES,
        begin_tick=begin_tick,
        clip=lambda tick: (0, 0, width, get_height(tick)),
    )


def _compute_scarab_distance(tick: int) -> int:
    """Return how many columns the scarab has walked out of the dark."""
    return (tick - 150) * 3 // 4


_CRACK_DUST = partial(draw_dust, CRACK_RECT, 1, OPENING_TICKS)
_SCARAB_SPRITE = Sprite(
    (0, 66, 40, 11),
    lambda tick: (_compute_scarab_distance(tick) - 40, 311),
    lambda tick: _compute_scarab_distance(tick) // 4 % 2,
    begin_tick=150,
)


_FLAME_SPRITES = map(create_flame, range(2), TORCH_POSITIONS, TORCH_LIT_TICKS)
_DARKNESS = partial(Sprite, frames=range(2), frame_ticks=TORCH_LIT_TICKS[0], end_tick=TORCH_LIT_TICKS[1])
_CLOSED_DOOR = partial(
    Sprite, frames=(*(0,) * 8, *range(8)), frame_ticks=OPENING_TICKS // 16, end_tick=OPENING_TICKS
)
"""The darkness before the torches are lit, then outside the light of the first; and the crack of light as it grows."""

# The tomb, the lit wall round each torch, dust, the scarab with its sun, the flames.
_TEXT_SCENE = make_scene(
    "relaxed",
    Sprite((0, 0, 80, 25)),
    Sprite((0, 25, 21, 13), (19, 6), partial(_get_flicker_level, 0)),
    Sprite((0, 38, 21, 13), (40, 6), partial(_get_flicker_level, 1)),
    Sprite((0, 51, 18, 12), (31, 8), range(24), frame_ticks=11),
    Sprite(
        (0, 123, 4, 1),
        lambda tick: (tick // 10 - 19, 22),
        range(2),
        frame_ticks=10,
        begin_tick=150,
        end_tick=990,
    ),
    Sprite((0, 124, 5, 4), (19, 8), range(4), frame_ticks=6),
    Sprite((0, 124, 5, 4), (56, 8), (2, 3, 0, 1), frame_ticks=6),
    _CLOSED_DOOR((0, 178, 20, 16), (30, 8)),
    _DARKNESS((0, 128, 80, 25)),
)
_TEXT_PALETTE = (*PALETTE_REGISTERS[:8], 56, *PALETTE_REGISTERS[9:13], 28, *PALETTE_REGISTERS[14:])
TITLE = TitleAnimation(
    "relaxed",
    PALETTE_REGISTERS,
    (_TEXT_SCENE, _TEXT_SCENE._replace(dy=2)),
    palette_at=_get_register_changes,
    foreground=make_scene(
        "relaxed",
        _CRACK_DUST,
        _SCARAB_SPRITE,
        *_FLAME_SPRITES,
        _CLOSED_DOOR("shut", (210, 100)),
        _DARKNESS("unlit"),
    ),
    opening_ticks=OPENING_TICKS,
    still_tick=OPENING_TICKS,
    text_registers=_TEXT_PALETTE,
)
