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
    return {register: colour for register, tick, colour in lights(name) if tick <= max(now, 0)}


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
            at = sprite.at(now) if callable(sprite.at) else sprite.at
            if at is not None:
                place = at[0], at[1] + down + scene.down
                (_draw_cells if text else _draw_pixels)(video, scene.name, sprite, place, now)


_COMPOSITE_SCALE = 4, 1.75
"""The columns and rows of picture pixels per pixel of a picture for 160x200."""


def _frame_index(sprite: Sprite, now: int) -> int:
    """Return the index of the frame at a tick."""
    if callable(sprite.order):
        return sprite.order(now)
    step = (now - sprite.begin) // sprite.step
    return sprite.order[min(step, len(sprite.order) - 1) if sprite.once else step % len(sprite.order)]


def stamp(video: Video, name: str, which: Cut | str, at: Point = (0, 0), number: int = 0) -> None:
    """Draw a frame or a vector drawing of a scene at a position."""
    _draw_pixels(video, name, Sprite(which, order=(number,)), at, 0)


def _draw_pixels(video: Video, name: str, sprite: Sprite, at: Point, now: int) -> None:
    page, number, cut, scale = video.page, _frame_index(sprite, now), sprite.cut, (1.0, 1.0)
    pal = sprite.pal if video.lit else {**sprite.pal, **sprite.few}
    for colour, other in pal.items():
        page.pal(colour, other)
    if isinstance(cut, str) and video.drawings and has(name, cut + video.drawings, number):
        cut, scale = cut + video.drawings, _COMPOSITE_SCALE
    if isinstance(cut, str) and not drawing(name, cut, number).size:
        draw(page, name, cut, at, number)
    else:
        picture = image(name, cut, number, sprite.flip, video.full_colour)
        if scale is _COMPOSITE_SCALE:
            video.own(picture, picture)
        seen = (
            sprite.seen(now) if sprite.seen else (0, 0, scale[0] * picture.width, scale[1] * picture.height)
        )
        page.blt(*at, picture, *seen, CLEAR)
    if pal:
        page.pal()


def _draw_cells(video: Video, name: str, sprite: Sprite, at: Point, now: int) -> None:
    assert not isinstance(sprite.cut, str)
    few = None if video.full_colour else bytes(sprite.few.get(colour, colour) for colour in range(16))
    file = f"{name}_mono" if video.mono else name
    for column, row, run in cells(file, sprite.cut, _frame_index(sprite, now), sprite.wide):
        if sprite.over:
            _draw_over_background(video, at[0] + column, at[1] + row, run)
        else:
            video.put(at[0] + column, at[1] + row, _map_colours(run, few) if few and sprite.few else run)


def _map_colours(run: bytes, few: bytes) -> bytes:
    made = bytearray(run)
    made[1::2] = bytes(few[value >> 4] << 4 | few[value & 15] for value in run[1::2])
    return bytes(made)


_FULL_BLOCK, _SHADE_CHARS, _HALF_BLOCKS = 0xDB, b" \xb0\xb1\xdb", b"\xdc\xdb\xdf"


def _draw_over_background(video: Video, column: int, row: int, run: bytes) -> None:
    """Write characters on the background that is there, except where they would look like holes in dense dots."""
    for at in range(max(0, -column), min(len(run) // 2, COLUMNS - column)):
        place = 2 * (COLUMNS * row + column + at)
        char, ink = run[2 * at : 2 * at + 2]
        under, attribute = video.cells[place : place + 2]
        ground = attribute & 15 if under == _FULL_BLOCK else attribute >> 4 & 7
        if (under in _SHADE_CHARS and ground < 8) or char in _HALF_BLOCKS:
            paper = 0 if video.mono else (ground & 7) << 4
            video.cells[place : place + 2] = bytes((char, paper | ink & 15))
