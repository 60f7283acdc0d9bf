"""The files below `assets/scenes`, from which scenes take their pictures.

- `NAME.BIN` in characters, as ANSI editors read and write them: rows of 80 cells of character and attribute. Cells
  of character 0 and attribute 0 are transparent. A monochrome display has a file of its own, `NAME_mono.BIN`.
- `NAME.BGI` in pixels, drawn as `art/scenes/NAME.png`. Pixels of colour 7 are transparent.
- `NAME_composite.BGI`: the same for end animations on a composite monitor, in its pixels. Vector drawings with names
  ending in _composite are made of it and replace others there.
- `NAME.txt`: vector drawings, for what is large or must be sharp on displays with fewer pixels. Each begins with a
  colon and its name and, if it is a picture of its own, its width, height and background; on a background of 7,
  pixels of that colour are transparent. Then follow drawing commands as in Pyxel: `rect 10 20 30 40 15`.
  `dots 0.5`: all that follows is drawn in this fraction of the pixels. `dither 0.5`: the same, but on displays of few
  colours in all pixels or, below one half, in none; `soft 0.5`: there in none. `stamp 0 8 16 8 120 30`: at 120, 30
  the rectangle of the `.BGI` that begins at 0, 8. `use box 120 30`: at 120, 30 the drawing of that name, which must
  come earlier.
- `lights.txt`: palette animations: the value of palette registers from a tick on.
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
_FILE_TRANSPARENT = 7
"""The transparent colour in files."""
_TO_TRANSPARENT = bytes(CLEAR if colour == _FILE_TRANSPARENT else colour for colour in range(256))
_CORNER_COUNTS = {"line": 2, "tri": 3}
"""How many corners a command has, if there is more than one."""


Shape = tuple[str, list[float]]
"""A drawing command: its name and its numbers."""


class Drawing(NamedTuple):
    """A vector drawing: its commands and, if it is a picture of its own, its width, height and background.

    Otherwise `size_and_background` is an empty tuple.
    """

    size: tuple[int, ...]
    shapes: list[Shape]


@cache
def image(name: str, cut: Cut | str, number: int = 0, flip: bool = False, soft: bool = True) -> Image:
    """Return a frame as an image: a rectangle of a file, or the one `index` to the right and then below; or a drawing.

    `flip_x`: mirrored. If not `allow_dither`, dithered areas are drawn solid or, below one half, not at all.
    """
    if isinstance(cut, str):
        vector_drawing = drawing(name, cut, number)
        width, height, background = vector_drawing.size
        canvas = image_from_pixels(width, height, bytes([background]) * (width * height))
        _run_commands(
            canvas, vector_drawing.shapes, soft, f"{name}_composite" if "_composite" in cut else name
        )
        drawn_pixels = pixels_of(canvas)
        rows = [drawn_pixels[start : start + width] for start in range(0, width * height, width)]
    else:
        sheet, (left, top, width, height) = _load_sheet(name), cut
        row_steps, column_steps = divmod(number, (sheet.width - left) // width)
        first_offset = sheet.width * (top + height * row_steps) + left + width * column_steps
        rows = [sheet.pixels[first_offset + sheet.width * row :][:width] for row in range(height)]
        background = _FILE_TRANSPARENT
    pixels = b"".join(row[::-1] if flip else row for row in rows)
    return image_from_pixels(
        width, height, pixels.translate(_TO_TRANSPARENT) if background == _FILE_TRANSPARENT else pixels
    )


@cache
def _load_sheet(name: str) -> Picture:
    return decode_pile(asset_bytes(f"scenes/{name}.BGI"))


def draw(page: Any, name: str, which: str, at: Point = (0, 0), number: int = 0) -> None:
    """Draw a vector drawing with its origin at a position."""
    _run_commands(page, _shifted_commands(name, which, number, at))


def _run_commands(page: Any, shapes: Iterable[Shape], soft: bool = True, stamps: str = "") -> None:
    """Run drawing commands; `stamps` is the file that stamps are taken from."""
    is_visible = True
    for command, numbers in shapes:
        if command in ("dots", "dither", "soft"):
            is_visible = soft or command == "dots" or (command == "dither" and numbers[0] >= 0.5)
            page.dither(numbers[0] if soft or command == "dots" else 1)
        elif is_visible and command == "stamp":
            left, top, width, height, x, y = map(int, numbers)
            picture = image(stamps, (left, top, width, height))
            page.blt(x, y, picture, 0, 0, width, height, CLEAR)
        elif is_visible:
            getattr(page, command)(*numbers)


# Most drawings stay in one place for a while, or return to the same places.
@lru_cache(maxsize=256)
def _shifted_commands(scene_name: str, drawing_name: str, index: int, pos: Point) -> list[Shape]:
    return [_shift_command(command, pos) for command in drawing(scene_name, drawing_name, index).shapes]


def _shift_command(command: Shape, offset: Point) -> Shape:
    """Return a command with its corners shifted."""
    command_name, numbers = command
    coordinate_count = 2 * _CORNER_COUNTS.get(command_name, 1)
    return command_name, [
        number + offset[index % 2] if index < coordinate_count else number
        for index, number in enumerate(numbers)
    ]


def has(name: str, which: str, number: int = 0) -> bool:
    """Return whether there is a vector drawing of that name, or name and index."""
    return not {which, f"{which}{number}"}.isdisjoint(_load_drawings(name))


def drawing(name: str, which: str, number: int = 0) -> Drawing:
    """Return a vector drawing by its name, or by name and index."""
    drawings = _load_drawings(name)
    return drawings.get(which) or drawings[f"{which}{number}"]


@cache
def _load_drawings(name: str) -> dict[str, Drawing]:
    drawings: dict[str, Drawing] = {}
    for line in asset_text(f"scenes/{name}.txt").splitlines():
        command, *args = line.split()
        if command == ":":
            current = drawings[args[0]] = Drawing(tuple(map(int, args[1:])), [])
        elif command == "use":
            offset = int(args[1]), int(args[2])
            current.shapes.extend(
                _shift_command(shape_command, offset) for shape_command in drawings[args[0]].shapes
            )
        else:
            current.shapes.append((command, [float(part) if "." in part else int(part) for part in args]))
    return drawings


@cache
def places(name: str) -> list[tuple[int, ...]]:
    """Return rows of numbers by their name in `places.txt`."""
    lines = dict(line.split(": ") for line in asset_text("scenes/places.txt").splitlines())
    return [tuple(map(int, numbers.split(","))) for numbers in lines[name].split()]


@cache
def lights(name: str) -> list[tuple[int, int, int]]:
    """Return a palette animation as (register, first tick, colour) in time order."""
    animations: dict[str, list[tuple[int, int, int]]] = {}
    for line in asset_text("scenes/lights.txt").splitlines():
        if line.startswith(":"):
            _, animation_name, unit_ticks = line.split()
            steps = animations[animation_name] = []
        elif line and not line.startswith("#"):
            register, *times = line.split()
            pairs = (part.split("=") for part in times)
            steps += [
                (int(register), round(float(time) * float(unit_ticks)), int(colour)) for time, colour in pairs
            ]
    return animations[name]


@lru_cache(maxsize=512)
def cells(name: str, cut: Cut, number: int = 0, wide: int = 1) -> list[tuple[int, int, bytes]]:
    """Return the column, row and bytes of the opaque runs of cells of a frame.

    The frame is repeated `repeat_x` times side by side.
    """
    data, (left, top, width, height) = asset_bytes(f"scenes/{name}.BIN"), cut
    row_steps, column_steps = divmod(number, (COLUMNS - left) // width)
    runs = []
    for row in range(height):
        start = 2 * (COLUMNS * (top + height * row_steps + row) + left + width * column_steps)
        line = [data[offset : offset + 2] for offset in range(start, start + 2 * width, 2)] * wide
        column = 0
        for is_opaque, group in groupby(line, any):
            run = b"".join(group)
            if is_opaque:
                runs.append((column, row, run))
            column += len(run) // 2
    return runs
