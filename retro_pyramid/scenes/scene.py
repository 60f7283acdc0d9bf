"""Scenes: sprites with their positions and times, drawn in pixels or in characters."""

from collections.abc import Callable, Mapping, Sequence
from math import inf
from typing import NamedTuple

from retro_pyramid.machine.video import COLUMNS, TRANSPARENT, DisplayAdapter
from retro_pyramid.scenes.easing import Point
from retro_pyramid.scenes.sprites import (
    SourceRect,
    draw_vector_drawing,
    get_vector_drawing,
    has_vector_drawing,
    load_palette_animation,
    load_sprite_cells,
    load_sprite_image,
)


class Sprite(NamedTuple):
    """One or more frames of equal size at a position; the picture depends on the tick only."""

    source: SourceRect | str
    """The first frame: a rectangle of the scene's file, or the name of a vector drawing.

    Further frames follow to the right of the rectangle and then in the rows below; those of a drawing are numbered.
    """
    pos: Point | Callable[[int], Point | None] = (0, 0)
    """The top left corner, or a function of the tick that returns it; None while the sprite is hidden."""
    frames: Sequence[int] | Callable[[int], int] = (0,)
    """The frames that are shown in turn from `begin_tick` on, or a function of the tick that returns the frame."""
    frame_ticks: int = 1
    """The ticks per frame."""
    begin_tick: int = 0
    """The first tick at which the sprite is visible."""
    end_tick: float = inf
    """The first tick at which it is no longer visible."""
    holds_last_frame: bool = False
    """Whether the last frame stays; if not, the frames repeat."""
    clip: Callable[[int], SourceRect] | None = None
    """Returns the visible rectangle of the frame at a tick, in pixels; graphics only."""
    repeat_x: int = 1
    """How often the frame is repeated side by side; text only."""
    flip_x: bool = False
    """Whether the frame is mirrored horizontally; graphics only."""
    keeps_background: bool = False
    """Whether characters keep the background colour that is already there."""
    colour_map: Mapping[int, int] = {}
    """Colours that are drawn as other colours."""
    reduced_colour_map: Mapping[int, int] = {}
    """Additional ones for adapters whose palette registers cannot change."""


CustomSprite = Callable[[DisplayAdapter, int, int], None]
"""A function in place of a sprite: draws on the adapter, `dy` rows lower, at a tick."""


def palette_at(name: str, tick: int) -> Mapping[int, int]:
    """Return the palette registers that a palette animation has changed by a tick.

    >>> palette_at("odm", 600)
    {10: 0, 13: 40}
    """
    return {
        register: colour
        for register, first_tick, colour in load_palette_animation(name)
        if first_tick <= max(tick, 0)
    }


class Scene(NamedTuple):
    """Sprites with pictures from the files `assets/scenes/NAME`, the front ones last, all shifted `dy` rows down."""

    name: str
    sprites: tuple[Sprite | CustomSprite, ...]
    dy: int = 0


def make_scene(name: str, *sprites: Sprite | CustomSprite) -> Scene:
    """Create a scene from sprites, the back ones first, with pictures from the files `name`."""
    return Scene(name, sprites)


class SceneVariants(NamedTuple):
    """The two variants of a scene, for the graphics mode and for the text mode."""

    graphics: Scene
    text: Scene


def draw_scene(display: DisplayAdapter, scene: Scene | SceneVariants, tick: int, dy: int = 0) -> None:
    """Draw a scene at a tick, shifted `dy` rows down."""
    text = display.mode == "text"
    if isinstance(scene, SceneVariants):
        scene = scene.text if text else scene.graphics
    for sprite in scene.sprites:
        if not isinstance(sprite, Sprite):
            sprite(display, dy + scene.dy, tick)
        elif sprite.begin_tick <= tick < sprite.end_tick:
            pos = sprite.pos(tick) if callable(sprite.pos) else sprite.pos
            if pos is not None:
                shifted_pos = pos[0], pos[1] + dy + scene.dy
                (_draw_cells if text else _draw_pixels)(display, scene.name, sprite, shifted_pos, tick)


_COMPOSITE_SCALE = 4, 1.75
"""The columns and rows of picture pixels per pixel of a picture for 160x200."""


def _frame_index(sprite: Sprite, tick: int) -> int:
    """Return the index of the frame at a tick."""
    if callable(sprite.frames):
        return sprite.frames(tick)
    step = (tick - sprite.begin_tick) // sprite.frame_ticks
    return sprite.frames[
        min(step, len(sprite.frames) - 1) if sprite.holds_last_frame else step % len(sprite.frames)
    ]


def draw_scene_image(
    display: DisplayAdapter, scene_name: str, source: SourceRect | str, pos: Point = (0, 0), index: int = 0
) -> None:
    """Draw a frame or a vector drawing of a scene at a position."""
    _draw_pixels(display, scene_name, Sprite(source, frames=(index,)), pos, 0)


def _draw_pixels(display: DisplayAdapter, name: str, sprite: Sprite, pos: Point, tick: int) -> None:
    page, index, source, scale = display.page, _frame_index(sprite, tick), sprite.source, (1.0, 1.0)
    colour_map = (
        sprite.colour_map
        if display.can_animate_palette
        else {**sprite.colour_map, **sprite.reduced_colour_map}
    )
    for colour, other in colour_map.items():
        page.pal(colour, other)
    if (
        isinstance(source, str)
        and display.drawing_suffix
        and has_vector_drawing(name, source + display.drawing_suffix, index)
    ):
        source, scale = source + display.drawing_suffix, _COMPOSITE_SCALE
    if isinstance(source, str) and not get_vector_drawing(name, source, index).size_and_background:
        draw_vector_drawing(page, name, source, pos, index)
    else:
        picture = load_sprite_image(name, source, index, sprite.flip_x, display.has_full_palette)
        if scale is _COMPOSITE_SCALE:
            display.override_image(picture, picture)
        clip = (
            sprite.clip(tick) if sprite.clip else (0, 0, scale[0] * picture.width, scale[1] * picture.height)
        )
        page.blt(*pos, picture, *clip, TRANSPARENT)
    if colour_map:
        page.pal()


def _draw_cells(display: DisplayAdapter, name: str, sprite: Sprite, pos: Point, tick: int) -> None:
    assert not isinstance(sprite.source, str)
    colour_map = (
        None
        if display.has_full_palette
        else bytes(sprite.reduced_colour_map.get(colour, colour) for colour in range(16))
    )
    file = f"{name}_mono" if display.is_monochrome else name
    for column, row, run in load_sprite_cells(
        file, sprite.source, _frame_index(sprite, tick), sprite.repeat_x
    ):
        if sprite.keeps_background:
            _draw_over_background(display, pos[0] + column, pos[1] + row, run)
        else:
            display.put_cells(
                pos[0] + column,
                pos[1] + row,
                _map_colours(run, colour_map) if colour_map and sprite.reduced_colour_map else run,
            )


def _map_colours(run: bytes, colour_map: bytes) -> bytes:
    mapped = bytearray(run)
    mapped[1::2] = bytes(colour_map[value >> 4] << 4 | colour_map[value & 15] for value in run[1::2])
    return bytes(mapped)


_FULL_BLOCK, _SHADE_CHARS, _HALF_BLOCKS = 0xDB, b" \xb0\xb1\xdb", b"\xdc\xdb\xdf"


def _draw_over_background(display: DisplayAdapter, column: int, row: int, run: bytes) -> None:
    """Write characters on the background that is there, except where they would look like holes in dense dots."""
    for i in range(max(0, -column), min(len(run) // 2, COLUMNS - column)):
        offset = 2 * (COLUMNS * row + column + i)
        char, ink = run[2 * i : 2 * i + 2]
        background_char, attribute = display.cells[offset : offset + 2]
        background_colour = attribute & 15 if background_char == _FULL_BLOCK else attribute >> 4 & 7
        if (background_char in _SHADE_CHARS and background_colour < 8) or char in _HALF_BLOCKS:
            paper = 0 if display.is_monochrome else (background_colour & 7) << 4
            display.cells[offset : offset + 2] = bytes((char, paper | ink & 15))
