"""A scene: parts of a picture, each at its place for its ticks; one player shows it in pixels and in characters.

Pictures are files below `assets/scenes`. Those in characters are `.BIN` files, as ANSI editors read and write them: rows
of 80 cells of character and attribute. Cells of character 0 and attribute 0 show what lies behind. Those in pixels are
`.BGI` files, drawn as `art/scenes/*.png`. Pixels of colour 7 show what lies behind.
"""

from collections.abc import Callable, Sequence
from functools import cache, lru_cache, partial
from itertools import groupby
from math import inf
from typing import NamedTuple

from retro_pyramid.formats.pictures.bgi import decode_pile
from retro_pyramid.machine.video import CLEAR, COLUMNS, Image, Video, image_from_pixels
from retro_pyramid.packaged import asset_bytes, asset_text
from retro_pyramid.screens.parts.motion import Point

Cut = tuple[int, int, int, int]
"""A rectangle of a file, in pixels or in cells: column, row, width, height."""
_NOTHING = bytes((*range(7), CLEAR, *range(8, 256)))
"""What the colours in a file become."""


class Part(NamedTuple):
    """Pictures of equal size, one after another, at a place; all of it depends on the tick alone.

    `cut` is the first one in the scene's file. The others follow to the right, and then in the rows below. `order` are
    those that are seen from tick `begin` on, each for `step` ticks, over and over; with `once` the last one stays. Or it
    returns which is seen at a tick. `at` is the upper left corner, or returns it; None while nothing is seen. Nothing is
    seen before the tick `begin`, and from `end` on. `wide`: so often side by side. `over`: characters are written on the
    paper that is there.
    """

    cut: Cut
    at: Point | Callable[[int], Point | None] = (0, 0)
    order: Sequence[int] | Callable[[int], int] = (0,)
    step: int = 1
    begin: int = 0
    end: float = inf
    once: bool = False
    wide: int = 1
    over: bool = False


class Scene(NamedTuple):
    """The parts of a picture from `assets/scenes/NAME.BIN`, those in front last, all of it so many rows lower.

    A monochrome display has a file of its own, NAME_mono.BIN, with the same parts.
    """

    name: str
    parts: tuple[Part, ...]
    down: int = 0


def show(video: Video, scene: Scene, now: int) -> None:
    """Draw a scene as it is at a tick."""
    name = f"{scene.name}_mono" if video.mono else scene.name
    for part in scene.parts:
        at = part.at(now) if callable(part.at) else part.at
        if at is None or not part.begin <= now < part.end:
            continue
        left, top = at[0], at[1] + scene.down
        put = partial(_write_over, video) if part.over else video.put
        for column, row, cells in _runs(name, part.cut, _picture(part, now), part.wide):
            put(left + column, top + row, cells)


def _picture(part: Part, now: int) -> int:
    if callable(part.order):
        return part.order(now)
    step = (now - part.begin) // part.step
    return part.order[min(step, len(part.order) - 1) if part.once else step % len(part.order)]


@cache
def image(name: str, cut: Cut, picture: int = 0) -> Image:
    """Return a picture in pixels, as `Part` has it, from `assets/scenes/NAME.BGI`."""
    sheet, (left, top, width, height) = decode_pile(asset_bytes(f"scenes/{name}.BGI")), cut
    down, across = divmod(picture, (sheet.width - left) // width)
    starts = range(top + height * down, top + height * (down + 1))
    rows = [sheet.pixels[sheet.width * row + left + width * across :][:width] for row in starts]
    return image_from_pixels(width, height, b"".join(rows).translate(_NOTHING))


@cache
def places(name: str) -> list[tuple[int, ...]]:
    """Return rows of numbers, most of them columns and rows of pixels, by their name in `assets/scenes/places.txt`."""
    lines = dict(line.split(": ") for line in asset_text("scenes/places.txt").splitlines())
    return [tuple(map(int, place.split(","))) for place in lines[name].split()]


@lru_cache(maxsize=512)
def _runs(name: str, cut: Cut, picture: int, wide: int) -> list[tuple[int, int, bytes]]:
    """Return column, row and bytes of the cells of a picture that are seen."""
    data, (left, top, width, height) = asset_bytes(f"scenes/{name}.BIN"), cut
    down, across = divmod(picture, (COLUMNS - left) // width)
    found = []
    for row in range(height):
        start = 2 * (COLUMNS * (top + height * down + row) + left + width * across)
        cells = [data[at : at + 2] for at in range(start, start + 2 * width, 2)] * wide
        column = 0
        for seen, group in groupby(cells, any):
            run = b"".join(group)
            if seen:
                found.append((column, row, run))
            column += len(run) // 2
    return found


_FULL, _PLAIN, _HALVES = 0xDB, b" \xb0\xb1\xdb", b"\xdc\xdb\xdf"


def _write_over(video: Video, column: int, row: int, cells: bytes) -> None:
    """Write characters on the paper that is there, but not where they would be holes in dense dots."""
    for at in range(0, len(cells), 2):
        place = 2 * (COLUMNS * row + column) + at
        under, attribute = video.cells[place : place + 2]
        ground = attribute & 15 if under == _FULL else attribute >> 4 & 7
        if (under in _PLAIN and ground < 8) or cells[at] in _HALVES:
            paper = 0 if video.mono else (ground & 7) << 4
            video.cells[place : place + 2] = bytes((cells[at], paper | cells[at + 1] & 15))
