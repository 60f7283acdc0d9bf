"""PNG files in and out through Pyxel, and contact sheets; only for tools, scripts and tests.

Reading a PNG file changes Pyxel's palette for the moment.
"""

from collections.abc import Sequence
from pathlib import Path

import pyxel

from retro_pyramid.machine.video import pixels_of

_ACROSS = 13
_GAP = 4
"""Pictures in a row of a contact sheet, and the pixels between them."""


def read_png(path: Path, colours: Sequence[int], foreign: list[str] | None = None) -> tuple[int, int, bytes]:
    """Return width, height and the pixels of a PNG file as indices into `colours` (24-bit values).

    Raises ValueError naming the first pixel whose colour is none of them, OSError when it cannot be read. With a list
    `foreign` such a pixel is 255, and a line for each such colour is added there.
    """
    if not path.is_file():
        raise FileNotFoundError(f"{path}: no such picture")
    kept = list(pyxel.colors)
    try:
        # Without include_colors Pyxel would silently take the nearest of its own colours.
        image = pyxel.Image.from_image(str(path), include_colors=True)
        found = list(pyxel.colors)
    finally:
        pyxel.colors[:] = kept
    index = {colour: number for number, colour in reversed(list(enumerate(colours)))}
    table = bytes([index.get(colour, 255) for colour in found] + [255] * (256 - len(found)))
    source = pixels_of(image)
    first = sorted(source.index(value) for value in set(source) if table[value] == 255)
    told = [
        f"{path.name}: pixel ({at % image.width}, {at // image.width}) is #{found[source[at]]:06X}, "
        f"none of the {len(colours)} colours"
        for at in first
    ]
    if foreign is not None:
        foreign += told
    elif told:
        raise ValueError(told[0])
    return image.width, image.height, source.translate(table)


def png_bytes(image: pyxel.Image) -> bytes:
    """Return an image as the bytes of a PNG file, pixel for pixel in the present palette's colours."""
    from tempfile import TemporaryDirectory

    with TemporaryDirectory() as folder:
        path = Path(folder) / "picture.png"
        image.save(str(path), 1)
        return path.read_bytes()


def draw_sheet(groups: Sequence[Sequence[pyxel.Image]]) -> pyxel.Image:
    """Return one image of all pictures, 13 a row on grey, each group beginning a new row; all are of one size."""
    rows = [group[start : start + _ACROSS] for group in groups for start in range(0, len(group), _ACROSS)]
    width, height = rows[0][0].width, rows[0][0].height
    sheet = pyxel.Image(_ACROSS * (width + _GAP) + _GAP, len(rows) * (height + _GAP) + _GAP)
    sheet.cls(8)
    for row, pictures in enumerate(rows):
        for column, picture in enumerate(pictures):
            place = (_GAP + column * (width + _GAP), _GAP + row * (height + _GAP))
            sheet.blt(*place, picture, 0, 0, width, height)
    return sheet
