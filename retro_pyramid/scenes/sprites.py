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

from retro_pyramid.formats.pictures.bgi import Picture, decode_stacked_picture
from retro_pyramid.machine.video import COLUMNS, TRANSPARENT, Image, copy_pixels, image_from_pixels
from retro_pyramid.resources import read_asset_bytes, read_asset_text
from retro_pyramid.scenes.easing import Point

SourceRect = tuple[int, int, int, int]
"""A rectangle of a picture, in pixels or in cells: column, row, width, height."""
_FILE_TRANSPARENT = 7
"""The transparent colour in files."""
_TO_TRANSPARENT = bytes(TRANSPARENT if colour == _FILE_TRANSPARENT else colour for colour in range(256))
_CORNER_COUNTS = {"line": 2, "tri": 3}
"""How many corners a command has, if there is more than one."""


DrawCommand = tuple[str, list[float]]
"""A drawing command: its name and its numbers."""


class VectorDrawing(NamedTuple):
    """A vector drawing: its commands and, if it is a picture of its own, its width, height and background.

    Otherwise `size_and_background` is an empty tuple.
    """

    size_and_background: tuple[int, ...]
    commands: list[DrawCommand]


@cache
def load_sprite_image(
    scene_name: str, source: SourceRect | str, index: int = 0, flip_x: bool = False, allow_dither: bool = True
) -> Image:
    """Return a frame as an image: a rectangle of a file, or the one `index` to the right and then below; or a drawing.

    `flip_x`: mirrored. If not `allow_dither`, dithered areas are drawn solid or, below one half, not at all.
    """
    if isinstance(source, str):
        vector_drawing = get_vector_drawing(scene_name, source, index)
        width, height, background = vector_drawing.size_and_background
        canvas = image_from_pixels(width, height, bytes([background]) * (width * height))
        _run_commands(
            canvas,
            vector_drawing.commands,
            allow_dither,
            f"{scene_name}_composite" if "_composite" in source else scene_name,
        )
        drawn_pixels = copy_pixels(canvas)
        rows = [drawn_pixels[start : start + width] for start in range(0, width * height, width)]
    else:
        sheet, (left, top, width, height) = _load_sheet(scene_name), source
        row_steps, column_steps = divmod(index, (sheet.width - left) // width)
        first_offset = sheet.width * (top + height * row_steps) + left + width * column_steps
        rows = [sheet.pixels[first_offset + sheet.width * row :][:width] for row in range(height)]
        background = _FILE_TRANSPARENT
    pixels = b"".join(row[::-1] if flip_x else row for row in rows)
    return image_from_pixels(
        width, height, pixels.translate(_TO_TRANSPARENT) if background == _FILE_TRANSPARENT else pixels
    )


@cache
def _load_sheet(name: str) -> Picture:
    return decode_stacked_picture(read_asset_bytes(f"scenes/{name}.BGI"))


def draw_vector_drawing(
    page: Any, scene_name: str, drawing_name: str, pos: Point = (0, 0), index: int = 0
) -> None:
    """Draw a vector drawing with its origin at a position."""
    _run_commands(page, _shifted_commands(scene_name, drawing_name, index, pos))


def _run_commands(page: Any, shapes: Iterable[DrawCommand], soft: bool = True, stamps: str = "") -> None:
    """Run drawing commands; `stamps` is the file that stamps are taken from."""
    is_visible = True
    for command, numbers in shapes:
        if command in ("dots", "dither", "soft"):
            is_visible = soft or command == "dots" or (command == "dither" and numbers[0] >= 0.5)
            page.dither(numbers[0] if soft or command == "dots" else 1)
        elif is_visible and command == "stamp":
            left, top, width, height, x, y = map(int, numbers)
            picture = load_sprite_image(stamps, (left, top, width, height))
            page.blt(x, y, picture, 0, 0, width, height, TRANSPARENT)
        elif is_visible:
            getattr(page, command)(*numbers)


# Most drawings stay in one place for a while, or return to the same places.
@lru_cache(maxsize=256)
def _shifted_commands(scene_name: str, drawing_name: str, index: int, pos: Point) -> list[DrawCommand]:
    return [
        _shift_command(command, pos)
        for command in get_vector_drawing(scene_name, drawing_name, index).commands
    ]


def _shift_command(command: DrawCommand, offset: Point) -> DrawCommand:
    """Return a command with its corners shifted."""
    command_name, numbers = command
    coordinate_count = 2 * _CORNER_COUNTS.get(command_name, 1)
    return command_name, [
        number + offset[index % 2] if index < coordinate_count else number
        for index, number in enumerate(numbers)
    ]


def has_vector_drawing(scene_name: str, drawing_name: str, index: int = 0) -> bool:
    """Return whether there is a vector drawing of that name, or name and index."""
    return not {drawing_name, f"{drawing_name}{index}"}.isdisjoint(_load_drawings(scene_name))


def get_vector_drawing(scene_name: str, drawing_name: str, index: int = 0) -> VectorDrawing:
    """Return a vector drawing by its name, or by name and index."""
    drawings = _load_drawings(scene_name)
    return drawings.get(drawing_name) or drawings[f"{drawing_name}{index}"]


@cache
def _load_drawings(name: str) -> dict[str, VectorDrawing]:
    drawings: dict[str, VectorDrawing] = {}
    for line in read_asset_text(f"scenes/{name}.txt").splitlines():
        command, *args = line.split()
        if command == ":":
            current = drawings[args[0]] = VectorDrawing(tuple(map(int, args[1:])), [])
        elif command == "use":
            offset = int(args[1]), int(args[2])
            current.commands.extend(
                _shift_command(shape_command, offset) for shape_command in drawings[args[0]].commands
            )
        else:
            current.commands.append((command, [float(part) if "." in part else int(part) for part in args]))
    return drawings


@cache
def load_coordinates(table_name: str) -> list[tuple[int, ...]]:
    """Return rows of numbers by their name in `places.txt`."""
    lines = dict(line.split(": ") for line in read_asset_text("scenes/places.txt").splitlines())
    return [tuple(map(int, numbers.split(","))) for numbers in lines[table_name].split()]


@cache
def load_palette_animation(name: str) -> list[tuple[int, int, int]]:
    """Return a palette animation as (register, first tick, colour) in time order."""
    animations: dict[str, list[tuple[int, int, int]]] = {}
    for line in read_asset_text("scenes/lights.txt").splitlines():
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
def load_sprite_cells(
    file_stem: str, source_rect: SourceRect, index: int = 0, repeat_x: int = 1
) -> list[tuple[int, int, bytes]]:
    """Return the column, row and bytes of the opaque runs of cells of a frame.

    The frame is repeated `repeat_x` times side by side.
    """
    data, (left, top, width, height) = read_asset_bytes(f"scenes/{file_stem}.BIN"), source_rect
    row_steps, column_steps = divmod(index, (COLUMNS - left) // width)
    runs = []
    for row in range(height):
        start = 2 * (COLUMNS * (top + height * row_steps + row) + left + width * column_steps)
        line = [data[offset : offset + 2] for offset in range(start, start + 2 * width, 2)] * repeat_x
        column = 0
        for is_opaque, group in groupby(line, any):
            run = b"".join(group)
            if is_opaque:
                runs.append((column, row, run))
            column += len(run) // 2
    return runs
