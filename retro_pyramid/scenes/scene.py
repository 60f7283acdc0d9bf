"""Scenes: sprites with their positions and times, drawn in pixels or in characters."""

from collections.abc import Callable, Mapping, Sequence
from math import inf
from typing import NamedTuple

from retro_pyramid.machine.video import CLEAR, COLUMNS, Video
from retro_pyramid.scenes.easing import Point
from retro_pyramid.scenes.sprites import Cut, cells, draw, drawing, has, image, lights


class Sprite(NamedTuple):
    """One or more frames of equal size at a position; the picture depends on the tick only."""

    cut: Cut | str
    """The first frame: a rectangle of the scene's file, or the name of a vector drawing.

    Further frames follow to the right of the rectangle and then in the rows below; those of a drawing are numbered.
    """
    at: Point | Callable[[int], Point | None] = (0, 0)
    """The top left corner, or a function of the tick that returns it; None while the sprite is hidden."""
    order: Sequence[int] | Callable[[int], int] = (0,)
    """The frames that are shown in turn from `begin_tick` on, or a function of the tick that returns the frame."""
    step: int = 1
    """The ticks per frame."""
    begin: int = 0
    """The first tick at which the sprite is visible."""
    end: float = inf
    """The first tick at which it is no longer visible."""
    once: bool = False
    """Whether the last frame stays; if not, the frames repeat."""
    seen: Callable[[int], Cut] | None = None
    """Returns the visible rectangle of the frame at a tick, in pixels; graphics only."""
    wide: int = 1
    """How often the frame is repeated side by side; text only."""
    flip: bool = False
    """Whether the frame is mirrored horizontally; graphics only."""
    over: bool = False
    """Whether characters keep the background colour that is already there."""
    pal: Mapping[int, int] = {}
    """Colours that are drawn as other colours."""
    few: Mapping[int, int] = {}
    """Additional ones for adapters whose palette registers cannot change."""


Draws = Callable[[Video, int, int], None]
"""A function in place of a sprite: draws on the adapter, `dy` rows lower, at a tick."""


def lit(name: str, now: int) -> Mapping[int, int]:
    """Return the palette registers that a palette animation has changed by a tick.

    >>> lit("odm", 600)
    {10: 0, 13: 40}
    """
    return {register: colour for register, first_tick, colour in lights(name) if first_tick <= max(now, 0)}


class Scene(NamedTuple):
    """Sprites with pictures from the files `assets/scenes/NAME`, the front ones last, all shifted `dy` rows down."""

    name: str
    sprites: tuple[Sprite | Draws, ...]
    down: int = 0


def scene(name: str, *sprites: Sprite | Draws) -> Scene:
    """Create a scene from sprites, the back ones first, with pictures from the files `name`."""
    return Scene(name, sprites)


class Scenes(NamedTuple):
    """The two variants of a scene, for the graphics mode and for the text mode."""

    pixels: Scene
    cells: Scene


def show(video: Video, scene: Scene | Scenes, now: int, down: int = 0) -> None:
    """Draw a scene at a tick, shifted `dy` rows down."""
    text = video.mode == "text"
    if isinstance(scene, Scenes):
        scene = scene.cells if text else scene.pixels
    for sprite in scene.sprites:
        if not isinstance(sprite, Sprite):
            sprite(video, down + scene.down, now)
        elif sprite.begin <= now < sprite.end:
            pos = sprite.at(now) if callable(sprite.at) else sprite.at
            if pos is not None:
                shifted_pos = pos[0], pos[1] + down + scene.down
                (_draw_cells if text else _draw_pixels)(video, scene.name, sprite, shifted_pos, now)


_COMPOSITE_SCALE = 4, 1.75
"""The columns and rows of picture pixels per pixel of a picture for 160x200."""


def _frame_index(sprite: Sprite, tick: int) -> int:
    """Return the index of the frame at a tick."""
    if callable(sprite.order):
        return sprite.order(tick)
    step = (tick - sprite.begin) // sprite.step
    return sprite.order[min(step, len(sprite.order) - 1) if sprite.once else step % len(sprite.order)]


def stamp(video: Video, name: str, which: Cut | str, at: Point = (0, 0), number: int = 0) -> None:
    """Draw a frame or a vector drawing of a scene at a position."""
    _draw_pixels(video, name, Sprite(which, order=(number,)), at, 0)


def _draw_pixels(display: Video, name: str, sprite: Sprite, pos: Point, tick: int) -> None:
    page, index, source, scale = display.page, _frame_index(sprite, tick), sprite.cut, (1.0, 1.0)
    colour_map = sprite.pal if display.lit else {**sprite.pal, **sprite.few}
    for colour, other in colour_map.items():
        page.pal(colour, other)
    if isinstance(source, str) and display.drawings and has(name, source + display.drawings, index):
        source, scale = source + display.drawings, _COMPOSITE_SCALE
    if isinstance(source, str) and not drawing(name, source, index).size:
        draw(page, name, source, pos, index)
    else:
        picture = image(name, source, index, sprite.flip, display.full_colour)
        if scale is _COMPOSITE_SCALE:
            display.own(picture, picture)
        clip = (
            sprite.seen(tick) if sprite.seen else (0, 0, scale[0] * picture.width, scale[1] * picture.height)
        )
        page.blt(*pos, picture, *clip, CLEAR)
    if colour_map:
        page.pal()


def _draw_cells(display: Video, name: str, sprite: Sprite, pos: Point, tick: int) -> None:
    assert not isinstance(sprite.cut, str)
    colour_map = (
        None if display.full_colour else bytes(sprite.few.get(colour, colour) for colour in range(16))
    )
    file = f"{name}_mono" if display.mono else name
    for column, row, run in cells(file, sprite.cut, _frame_index(sprite, tick), sprite.wide):
        if sprite.over:
            _draw_over_background(display, pos[0] + column, pos[1] + row, run)
        else:
            display.put(
                pos[0] + column,
                pos[1] + row,
                _map_colours(run, colour_map) if colour_map and sprite.few else run,
            )


def _map_colours(run: bytes, colour_map: bytes) -> bytes:
    mapped = bytearray(run)
    mapped[1::2] = bytes(colour_map[value >> 4] << 4 | colour_map[value & 15] for value in run[1::2])
    return bytes(mapped)


_FULL_BLOCK, _SHADE_CHARS, _HALF_BLOCKS = 0xDB, b" \xb0\xb1\xdb", b"\xdc\xdb\xdf"


def _draw_over_background(display: Video, column: int, row: int, run: bytes) -> None:
    """Write characters on the background that is there, except where they would look like holes in dense dots."""
    for i in range(max(0, -column), min(len(run) // 2, COLUMNS - column)):
        offset = 2 * (COLUMNS * row + column + i)
        char, ink = run[2 * i : 2 * i + 2]
        background_char, attribute = display.cells[offset : offset + 2]
        background_colour = attribute & 15 if background_char == _FULL_BLOCK else attribute >> 4 & 7
        if (background_char in _SHADE_CHARS and background_colour < 8) or char in _HALF_BLOCKS:
            paper = 0 if display.mono else (background_colour & 7) << 4
            display.cells[offset : offset + 2] = bytes((char, paper | ink & 15))
