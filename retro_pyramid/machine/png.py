"""PNG reading and writing through Pyxel, and contact sheets, for tools, scripts and tests.

Reading a PNG file changes Pyxel's palette temporarily.
"""

from collections.abc import Sequence
from pathlib import Path

import pyxel

from retro_pyramid.machine.video import copy_pixels

_SHEET_COLUMNS = 13
_SHEET_GAP = 4
"""Pictures in a row of a contact sheet, and the gap between them in pixels."""


def read_png(
    path: Path, colours: Sequence[int], mismatches: list[str] | None = None
) -> tuple[int, int, bytes]:
    """Return width, height and pixels of a PNG file, as indices into `colours` (24-bit values).

    Raises ValueError for the first pixel with any other colour, and OSError if the file cannot be read. If a list
    `mismatches` is passed, such pixels become 255 instead, and a message for each such colour is appended to it.
    """
    if not path.is_file():
        raise FileNotFoundError(f"{path}: no such picture")
    saved_colours = list(pyxel.colors)
    try:
        # Without include_colors Pyxel would silently use the nearest of its own colours.
        image = pyxel.Image.from_image(str(path), include_colors=True)
        file_colours = list(pyxel.colors)
    finally:
        pyxel.colors[:] = saved_colours
    index_of = {colour: index for index, colour in reversed(list(enumerate(colours)))}
    table = bytes([index_of.get(colour, 255) for colour in file_colours] + [255] * (256 - len(file_colours)))
    source = copy_pixels(image)
    offsets = sorted(source.index(value) for value in set(source) if table[value] == 255)
    messages = [
        f"{path.name}: pixel ({i % image.width}, {i // image.width}) is #{file_colours[source[i]]:06X}, "
        f"none of the {len(colours)} colours"
        for i in offsets
    ]
    if mismatches is not None:
        mismatches += messages
    elif messages:
        raise ValueError(messages[0])
    return image.width, image.height, source.translate(table)


def encode_png(image: pyxel.Image) -> bytes:
    """Return an image as the bytes of a PNG file at scale 1, in the colours of the current palette."""
    from tempfile import TemporaryDirectory

    with TemporaryDirectory() as folder:
        path = Path(folder) / "picture.png"
        image.save(str(path), 1)
        return path.read_bytes()


def draw_contact_sheet(groups: Sequence[Sequence[pyxel.Image]]) -> pyxel.Image:
    """Return an image of all pictures on grey, 13 in a row, each group in new rows. All pictures must have the same size."""
    rows = [
        group[start : start + _SHEET_COLUMNS]
        for group in groups
        for start in range(0, len(group), _SHEET_COLUMNS)
    ]
    width, height = rows[0][0].width, rows[0][0].height
    sheet = pyxel.Image(
        _SHEET_COLUMNS * (width + _SHEET_GAP) + _SHEET_GAP, len(rows) * (height + _SHEET_GAP) + _SHEET_GAP
    )
    sheet.cls(8)
    for row, pictures in enumerate(rows):
        for column, picture in enumerate(pictures):
            pos = (_SHEET_GAP + column * (width + _SHEET_GAP), _SHEET_GAP + row * (height + _SHEET_GAP))
            sheet.blt(*pos, picture, 0, 0, width, height)
    return sheet
