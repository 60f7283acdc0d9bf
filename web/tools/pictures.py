"""Reads and writes PNG files, and makes icons and the preview of a link, with the standard library alone."""

from __future__ import annotations

import struct
import zlib
from collections.abc import Sequence

from retro_pyramid.formats.pictures.icon import ICON_COLOURS, RGB

_SIGNATURE = b"\x89PNG\r\n\x1a\n"
_CHANNELS = {2: 3, 3: 1}


class PictureError(ValueError):
    """An unusable picture; the message is one line."""


def icon(drawing: Sequence[str], size: int, scale: int) -> bytes:
    """Return a square PNG file of `size` pixels with a drawing in its middle, each pixel enlarged to `scale` by `scale`."""
    margin = (size - scale * len(drawing)) // 2
    if margin < 0:
        raise PictureError(f"an icon of {size} pixels: expected a scale of at most {size // len(drawing)}")
    palette = list(ICON_COLOURS)
    blank = bytes(size)
    rows = [blank] * margin
    for line in drawing:
        pixels = b"".join(bytes([palette.index(letter)]) * scale for letter in line)
        rows += [bytes(margin) + pixels + bytes(size - margin - len(pixels))] * scale
    rows += [blank] * (size - len(rows))
    return write_png(rows, [ICON_COLOURS[letter] for letter in palette])


def write_png(rows: Sequence[bytes], palette: Sequence[RGB] | None = None) -> bytes:
    """Return a PNG file of rows of palette indices, or without a palette of red, green and blue bytes."""
    width = len(rows[0]) if palette else len(rows[0]) // 3
    header = struct.pack(">IIBBBBB", width, len(rows), 8, 3 if palette else 2, 0, 0, 0)
    chunks = [(b"IHDR", header)]
    if palette:
        chunks.append((b"PLTE", b"".join(bytes(colour) for colour in palette)))
    chunks.append((b"IDAT", zlib.compress(b"".join(b"\0" + row for row in rows), 9)))
    return _SIGNATURE + b"".join(_chunk(name, data) for name, data in [*chunks, (b"IEND", b"")])


def indexed_png(rows: Sequence[bytes]) -> bytes:
    """Return a PNG file with a palette for rows of red, green and blue bytes in at most 256 colours."""
    palette: dict[RGB, int] = {}
    indices = []
    for row in rows:
        colours = zip(row[::3], row[1::3], row[2::3], strict=True)
        indices.append(bytes([palette.setdefault(colour, len(palette)) for colour in colours]))
    return write_png(indices, list(palette))


def _chunk(name: bytes, data: bytes) -> bytes:
    return struct.pack(">I", len(data)) + name + data + struct.pack(">I", zlib.crc32(name + data))


def read_png(data: bytes) -> list[bytes]:
    """Return a PNG file's rows as red, green and blue bytes.

    Raises PictureError unless the file is RGB or has a palette, and is not interlaced.
    """
    if not data.startswith(_SIGNATURE):
        raise PictureError("expected a PNG file")
    parts: dict[bytes, bytes] = {}
    offset = len(_SIGNATURE)
    while offset < len(data):
        (length,) = struct.unpack_from(">I", data, offset)
        name = data[offset + 4 : offset + 8]
        parts[name] = parts.get(name, b"") + data[offset + 8 : offset + 8 + length]
        offset += length + 12
    width, height, depth, kind, _, _, interlaced = struct.unpack(">IIBBBBB", parts[b"IHDR"])
    if kind not in _CHANNELS or interlaced or (kind == 2 and depth != 8):
        raise PictureError(f"a PNG file of kind {kind}, {depth} bits: expected RGB or one with a palette")
    length = (width * depth * _CHANNELS[kind] + 7) // 8
    rows = _remove_filters(zlib.decompress(parts[b"IDAT"]), height, length, 3 if kind == 2 else 1)
    if kind == 2:
        return rows
    colours = [parts[b"PLTE"][index : index + 3] for index in range(0, len(parts[b"PLTE"]), 3)]
    return [b"".join(colours[index] for index in _indices(row, depth, width)) for row in rows]


def _remove_filters(data: bytes, height: int, length: int, step: int) -> list[bytes]:
    """Undo the filters of the rows (PNG specification, 9.2); `step` is the size of a pixel in bytes, at least 1."""
    rows: list[bytes] = []
    above = bytearray(length)
    for start in range(0, height * (length + 1), length + 1):
        kind, row = data[start], bytearray(data[start + 1 : start + 1 + length])
        for index in range(length if kind else 0):
            left = row[index - step] if index >= step else 0
            corner = above[index - step] if index >= step else 0
            row[index] = (row[index] + _predict(kind, left, above[index], corner)) & 255
        rows.append(bytes(row))
        above = row
    return rows


def _predict(kind: int, left: int, above: int, corner: int) -> int:
    if kind == 4:
        guess = left + above - corner
        return min((left, above, corner), key=lambda value: abs(guess - value))
    return (0, left, above, (left + above) // 2)[kind]


def _indices(row: bytes, depth: int, width: int) -> list[int]:
    mask, in_byte = (1 << depth) - 1, 8 // depth
    return [row[x // in_byte] >> 8 - depth * (x % in_byte + 1) & mask for x in range(width)]


def preview(rows: Sequence[bytes], size: tuple[int, int]) -> bytes:
    """Return the PNG file for a link: rows of a screen, stretched to 4:3 and as high as `size` allows, on black."""
    width, height = size
    picture_width = min(width, height * 4 // 3)
    wide_rows = [
        _stretch([row[index : index + 3] for index in range(0, len(row), 3)], picture_width) for row in rows
    ]
    stretched = _stretch([b"".join(row) for row in wide_rows], picture_width * 3 // 4)
    left = 3 * ((width - picture_width) // 2)
    top = (height - len(stretched)) // 2
    picture = [bytes(left) + row + bytes(3 * width - left - len(row)) for row in stretched]
    blank = bytes(3 * width)
    return write_png([blank] * top + picture + [blank] * (height - top - len(picture)))


def _stretch(parts: Sequence[bytes], count: int) -> list[bytes]:
    """Return equal parts, as bytes, stretched to `count` of them; one across a border is mixed by its shares.

    >>> [part[0] for part in _stretch([b"\\x00", b"\\x80"], 3)]
    [0, 64, 128]
    """
    result = []
    for index in range(count):
        first, start = divmod(index * len(parts), count)
        overlap = start + len(parts) - count
        if overlap <= 0 or parts[first] == parts[min(first + 1, len(parts) - 1)]:
            result.append(parts[first])
        else:
            mixed = zip(parts[first], parts[first + 1], strict=True)
            result.append(bytes([(a * (len(parts) - overlap) + b * overlap) // len(parts) for a, b in mixed]))
    return result
