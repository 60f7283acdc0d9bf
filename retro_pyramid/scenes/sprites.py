"""The files below `assets/scenes`, from which scenes take their pictures.

- `NAME.BIN` in characters, as ANSI editors read and write them: rows of 80 cells of character and attribute. Cells of
  character 0 and attribute 0 show what lies behind. A monochrome display has a file of its own, `NAME_mono.BIN`.
- `NAME.BGI` in pixels, drawn as `art/scenes/NAME.png`. Pixels of colour 7 show what lies behind.
- `NAME_composite.BGI`: the same for finales on a composite monitor, in its pixels; drawings whose names end in _composite
  are made of it and seen there in the place of others.
- `NAME.txt`: drawings by lines and areas, for what is large or must be sharp on displays with fewer pixels. Each begins with
  a colon and its name, and where it is a picture of its own, its width, height and ground. On a ground of 7 pixels of that
  colour show what lies behind. Then what is drawn, as Pyxel has it: `rect 10 20 30 40 15`. `dots 0.5`: from here on in so
  many of the pixels. `dither 0.5`: on displays of few colours in all or, if it is less than a half, in none; `soft 0.5`:
  there in none. `stamp 0 8 16 8 120 30`: at 120, 30 the rectangle of the `.BGI` that begins at 0, 8. `use box 120 30`: there
  the drawing of that name, which comes before.
- `lights.txt`: what palette registers are from a time on.
- `places.txt`: rows of numbers, most of them columns and rows of pixels.
"""

from collections.abc import Iterable
from functools import cache, lru_cache
from itertools import groupby
from typing import Any, NamedTuple

from retro_pyramid.formats.pictures.bgi import Picture, decode_pile
from retro_pyramid.machine.video import CLEAR, COLUMNS, Image, image_from_pixels, pixels_of
from retro_pyramid.resources import asset_bytes, asset_text
from retro_pyramid.scenes.easing import Point

Cut = tuple[int, int, int, int]
"""A rectangle of a picture, in pixels or in cells: column, row, width, height."""
_CLEAR = 7
"""The colour in files that shows what lies behind."""
_NOTHING = bytes(CLEAR if colour == _CLEAR else colour for colour in range(256))
_CORNERS = {"line": 2, "tri": 3}
"""How many of a shape's numbers are places, where that is more than the first two."""


Shape = tuple[str, list[float]]
"""What is drawn: a word, and numbers."""


class Drawing(NamedTuple):
    """Width, height and ground of a picture, none of what is drawn over others;"""

    size: tuple[int, ...]
    shapes: list[Shape]


@cache
def image(name: str, cut: Cut | str, number: int = 0, flip: bool = False, soft: bool = True) -> Image:
    """Return a picture: a rectangle of a file, or one of those to the right of it and then below; or a drawing.

    `flip`: mirrored. What is drawn with dots is, where it is not `soft`, whole or, if it is less than a half, not there.
    """
    if isinstance(cut, str):
        drawn = drawing(name, cut, number)
        width, height, ground = drawn.size
        made = image_from_pixels(width, height, bytes([ground]) * (width * height))
        _draw(made, drawn.shapes, soft, f"{name}_composite" if "_composite" in cut else name)
        drawn_pixels = pixels_of(made)
        rows = [drawn_pixels[start : start + width] for start in range(0, width * height, width)]
    else:
        sheet, (left, top, width, height) = _sheet(name), cut
        down, across = divmod(number, (sheet.width - left) // width)
        first = sheet.width * (top + height * down) + left + width * across
        rows = [sheet.pixels[first + sheet.width * row :][:width] for row in range(height)]
        ground = _CLEAR
    pixels = b"".join(row[::-1] if flip else row for row in rows)
    return image_from_pixels(width, height, pixels.translate(_NOTHING) if ground == _CLEAR else pixels)


@cache
def _sheet(name: str) -> Picture:
    return decode_pile(asset_bytes(f"scenes/{name}.BGI"))


def draw(page: Any, name: str, which: str, at: Point = (0, 0), number: int = 0) -> None:
    """Draw a drawing with its origin at a place."""
    _draw(page, _placed(name, which, number, at))


def _draw(page: Any, shapes: Iterable[Shape], soft: bool = True, stamps: str = "") -> None:
    """Draw shapes; `stamps` is the file that theirs are from."""
    seen = True
    for word, numbers in shapes:
        if word in ("dots", "dither", "soft"):
            seen = soft or word == "dots" or (word == "dither" and numbers[0] >= 0.5)
            page.dither(numbers[0] if soft or word == "dots" else 1)
        elif seen and word == "stamp":
            left, top, width, height, x, y = map(int, numbers)
            picture = image(stamps, (left, top, width, height))
            page.blt(x, y, picture, 0, 0, width, height, CLEAR)
        elif seen:
            getattr(page, word)(*numbers)


# Most stay where they are for a while, or come by the same places again.
@lru_cache(maxsize=256)
def _placed(name: str, which: str, number: int, at: Point) -> list[Shape]:
    return [_moved(shape, at) for shape in drawing(name, which, number).shapes]


def _moved(shape: Shape, by: Point) -> Shape:
    """Return a shape with its places elsewhere."""
    word, numbers = shape
    places = 2 * _CORNERS.get(word, 1)
    return word, [
        number + by[index % 2] if index < places else number for index, number in enumerate(numbers)
    ]


def has(name: str, which: str, number: int = 0) -> bool:
    """Return whether there is a drawing of that name, or name and number."""
    return not {which, f"{which}{number}"}.isdisjoint(_drawings(name))


def drawing(name: str, which: str, number: int = 0) -> Drawing:
    """Return a drawing by its name, or by name and number."""
    drawings = _drawings(name)
    return drawings.get(which) or drawings[f"{which}{number}"]


@cache
def _drawings(name: str) -> dict[str, Drawing]:
    found: dict[str, Drawing] = {}
    for line in asset_text(f"scenes/{name}.txt").splitlines():
        word, *rest = line.split()
        if word == ":":
            made = found[rest[0]] = Drawing(tuple(map(int, rest[1:])), [])
        elif word == "use":
            by = int(rest[1]), int(rest[2])
            made.shapes.extend(_moved(shape, by) for shape in found[rest[0]].shapes)
        else:
            made.shapes.append((word, [float(part) if "." in part else int(part) for part in rest]))
    return found


@cache
def places(name: str) -> list[tuple[int, ...]]:
    """Return rows of numbers by their name."""
    lines = dict(line.split(": ") for line in asset_text("scenes/places.txt").splitlines())
    return [tuple(map(int, place.split(","))) for place in lines[name].split()]


@cache
def lights(name: str) -> list[tuple[int, int, int]]:
    """Return which palette registers are from which tick on which colours, by the name of a light."""
    found: dict[str, list[tuple[int, int, int]]] = {}
    for line in asset_text("scenes/lights.txt").splitlines():
        if line.startswith(":"):
            _, light, unit = line.split()
            steps = found[light] = []
        elif line and not line.startswith("#"):
            register, *times = line.split()
            pairs = (part.split("=") for part in times)
            steps += [
                (int(register), round(float(time) * float(unit)), int(colour)) for time, colour in pairs
            ]
    return found[name]


@lru_cache(maxsize=512)
def cells(name: str, cut: Cut, number: int = 0, wide: int = 1) -> list[tuple[int, int, bytes]]:
    """Return column, row and bytes of the cells of a picture that are seen; it stands `wide` times side by side."""
    data, (left, top, width, height) = asset_bytes(f"scenes/{name}.BIN"), cut
    down, across = divmod(number, (COLUMNS - left) // width)
    found = []
    for row in range(height):
        start = 2 * (COLUMNS * (top + height * down + row) + left + width * across)
        line = [data[at : at + 2] for at in range(start, start + 2 * width, 2)] * wide
        column = 0
        for seen, group in groupby(line, any):
            run = b"".join(group)
            if seen:
                found.append((column, row, run))
            column += len(run) // 2
    return found
