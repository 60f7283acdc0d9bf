"""PNG files in and out through Pyxel; only for tools, scripts and tests: reading borrows Pyxel's palette meanwhile."""

from collections.abc import Sequence
from pathlib import Path

import pyxel


def read_png(path: Path, colours: Sequence[int]) -> tuple[int, int, bytes]:
    """Return width, height and the pixels of a PNG file as indices into `colours` (24-bit values).

    Raises ValueError naming the first pixel whose colour is none of them, OSError when it cannot be read.
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
    source = bytes(memoryview(image.data_ptr()).cast("B"))
    pixels = source.translate(table)
    if 255 in pixels:
        at = pixels.index(255)
        y, x = divmod(at, image.width)
        raise ValueError(
            f"{path.name}: pixel ({x}, {y}) is #{found[source[at]]:06X}, none of the {len(colours)} colours"
        )
    return image.width, image.height, pixels


def png_bytes(image: pyxel.Image) -> bytes:
    """Return an image as the bytes of a PNG file, pixel for pixel in the present palette's colours."""
    from tempfile import TemporaryDirectory

    with TemporaryDirectory() as folder:
        path = Path(folder) / "picture.png"
        image.save(str(path), 1)
        return path.read_bytes()
