"""A scene: sprites, each at its place for its ticks; one player shows it in pixels and in characters."""

from collections.abc import Callable, Mapping, Sequence
from math import inf
from typing import NamedTuple

from retro_pyramid.machine.video import CLEAR, COLUMNS, Video
from retro_pyramid.scenes.easing import Point
from retro_pyramid.scenes.sprites import Cut, cells, draw, drawing, has, image, lights


class Sprite(NamedTuple):
    """Pictures of equal size, one after another, at a place; all of it depends on the tick alone.

    `cut` is the first one in the scene's file. The others follow to the right, and then in the rows below. Or it is the
    name of drawings, numbered where there are more than one. `order` are those that are seen from tick `begin` on, each
    for `step` ticks, over and over; with `once` the last one stays. Or it returns which is seen at a tick. `at` is the
    upper left corner, or returns it; None while nothing is seen. Nothing is seen before the tick `begin`, and from `end`
    on. `seen` returns which rectangle of a picture in pixels is seen. `wide`: so often side by side, in cells. `flip`:
    mirrored. `over`: characters are written on the paper that is there. `pal` are the colours that are drawn as others,
    `few` those where registers cannot change.
    """

    cut: Cut | str
    at: Point | Callable[[int], Point | None] = (0, 0)
    order: Sequence[int] | Callable[[int], int] = (0,)
    step: int = 1
    begin: int = 0
    end: float = inf
    once: bool = False
    seen: Callable[[int], Cut] | None = None
    wide: int = 1
    flip: bool = False
    over: bool = False
    pal: Mapping[int, int] = {}
    few: Mapping[int, int] = {}


Draws = Callable[[Video, int, int], None]
"""What draws itself: it is told the adapter, how many rows lower, and the tick."""


def lit(name: str, now: int) -> Mapping[int, int]:
    """Return the palette registers that a light has changed by a tick.

    >>> lit("odm", 600)
    {10: 0, 13: 40}
    """
    return {register: colour for register, tick, colour in lights(name) if tick <= max(now, 0)}


class Scene(NamedTuple):
    """The sprites of a picture from the files `assets/scenes/NAME`, those in front last, all of it so many rows lower."""

    name: str
    sprites: tuple[Sprite | Draws, ...]
    down: int = 0


def scene(name: str, *sprites: Sprite | Draws) -> Scene:
    """Return the scene of these sprites, the lowest first, out of the files `name`."""
    return Scene(name, sprites)


class Scenes(NamedTuple):
    """A scene as it is drawn in pixels, and in characters."""

    pixels: Scene
    cells: Scene


def show(video: Video, scene: Scene | Scenes, now: int, down: int = 0) -> None:
    """Draw a scene as it is at a tick, so many rows lower."""
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
                (_show_cells if text else _show_pixels)(video, scene.name, sprite, place, now)


_WHOLE = 4, 1.75
"""How many columns and rows of the programs' pixels one of a picture for 160x200 has."""


def _number(sprite: Sprite, now: int) -> int:
    if callable(sprite.order):
        return sprite.order(now)
    step = (now - sprite.begin) // sprite.step
    return sprite.order[min(step, len(sprite.order) - 1) if sprite.once else step % len(sprite.order)]


def stamp(video: Video, name: str, which: Cut | str, at: Point = (0, 0), number: int = 0) -> None:
    """Draw a picture of a scene, or a drawing, at a place."""
    _show_pixels(video, name, Sprite(which, order=(number,)), at, 0)


def _show_pixels(video: Video, name: str, sprite: Sprite, at: Point, now: int) -> None:
    page, number, cut, scale = video.page, _number(sprite, now), sprite.cut, (1.0, 1.0)
    pal = sprite.pal if video.lit else {**sprite.pal, **sprite.few}
    for colour, other in pal.items():
        page.pal(colour, other)
    if isinstance(cut, str) and video.drawings and has(name, cut + video.drawings, number):
        cut, scale = cut + video.drawings, _WHOLE
    if isinstance(cut, str) and not drawing(name, cut, number).size:
        draw(page, name, cut, at, number)
    else:
        picture = image(name, cut, number, sprite.flip, video.full_colour)
        if scale is _WHOLE:
            video.own(picture, picture)
        seen = (
            sprite.seen(now) if sprite.seen else (0, 0, scale[0] * picture.width, scale[1] * picture.height)
        )
        page.blt(*at, picture, *seen, CLEAR)
    if pal:
        page.pal()


def _show_cells(video: Video, name: str, sprite: Sprite, at: Point, now: int) -> None:
    assert not isinstance(sprite.cut, str)
    few = None if video.full_colour else bytes(sprite.few.get(colour, colour) for colour in range(16))
    file = f"{name}_mono" if video.mono else name
    for column, row, run in cells(file, sprite.cut, _number(sprite, now), sprite.wide):
        if sprite.over:
            _write_over(video, at[0] + column, at[1] + row, run)
        else:
            video.put(at[0] + column, at[1] + row, _in_colours(run, few) if few and sprite.few else run)


def _in_colours(run: bytes, few: bytes) -> bytes:
    made = bytearray(run)
    made[1::2] = bytes(few[value >> 4] << 4 | few[value & 15] for value in run[1::2])
    return bytes(made)


_FULL, _PLAIN, _HALVES = 0xDB, b" \xb0\xb1\xdb", b"\xdc\xdb\xdf"


def _write_over(video: Video, column: int, row: int, run: bytes) -> None:
    """Write characters on the paper that is there, but not where they would be holes in dense dots."""
    for at in range(max(0, -column), min(len(run) // 2, COLUMNS - column)):
        place = 2 * (COLUMNS * row + column + at)
        char, ink = run[2 * at : 2 * at + 2]
        under, attribute = video.cells[place : place + 2]
        ground = attribute & 15 if under == _FULL else attribute >> 4 & 7
        if (under in _PLAIN and ground < 8) or char in _HALVES:
            paper = 0 if video.mono else (ground & 7) << 4
            video.cells[place : place + 2] = bytes((char, paper | ink & 15))
