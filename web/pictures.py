"""The page's pictures, made with the standard library alone: icons from a drawing of letters, a card for links."""

from __future__ import annotations

import struct
import zlib
from collections.abc import Sequence

from retro_pyramid.formats.pictures.icon import COLOURS, RGB

_SIGNATURE = b"\x89PNG\r\n\x1a\n"
_CHANNELS = {2: 3, 3: 1}


class PictureError(ValueError):
    """A picture that cannot be used; the message is one line."""


def icon(drawing: Sequence[str], size: int, scale: int) -> bytes:
    """Return a square PNG picture of a drawing, each of its pixels `scale` wide and high, in the middle of the ground."""
    margin = (size - scale * len(drawing)) // 2
    if margin < 0:
        raise PictureError(f"an icon of {size} pixels: expected a scale of at most {size // len(drawing)}")
    palette = list(COLOURS)
    blank = bytes(size)
    rows = [blank] * margin
    for line in drawing:
        pixels = b"".join(bytes([palette.index(letter)]) * scale for letter in line)
        rows += [bytes(margin) + pixels + bytes(size - margin - len(pixels))] * scale
    rows += [blank] * (size - len(rows))
    return write_png(rows, [COLOURS[letter] for letter in palette])


def write_png(rows: Sequence[bytes], palette: Sequence[RGB] | None = None) -> bytes:
    """Return a PNG file of rows of indices into a palette, or without one of red, green and blue bytes."""
    width = len(rows[0]) if palette else len(rows[0]) // 3
    header = struct.pack(">IIBBBBB", width, len(rows), 8, 3 if palette else 2, 0, 0, 0)
    chunks = [(b"IHDR", header)]
    if palette:
        chunks.append((b"PLTE", b"".join(bytes(colour) for colour in palette)))
    chunks.append((b"IDAT", zlib.compress(b"".join(b"\0" + row for row in rows), 9)))
    return _SIGNATURE + b"".join(_chunk(name, data) for name, data in [*chunks, (b"IEND", b"")])


def indexed_png(rows: Sequence[bytes]) -> bytes:
    """Return a PNG file with a palette of rows of red, green and blue bytes in at most 256 colours."""
    palette: dict[RGB, int] = {}
    indices = []
    for row in rows:
        colours = zip(row[::3], row[1::3], row[2::3], strict=True)
        indices.append(bytes([palette.setdefault(colour, len(palette)) for colour in colours]))
    return write_png(indices, list(palette))


def _chunk(name: bytes, data: bytes) -> bytes:
    return struct.pack(">I", len(data)) + name + data + struct.pack(">I", zlib.crc32(name + data))


def read_png(data: bytes) -> list[bytes]:
    """Return a PNG file's rows of red, green and blue bytes; PictureError unless RGB or with a palette, not interlaced."""
    if not data.startswith(_SIGNATURE):
        raise PictureError("expected a PNG file")
    parts: dict[bytes, bytes] = {}
    at = len(_SIGNATURE)
    while at < len(data):
        (length,) = struct.unpack_from(">I", data, at)
        name = data[at + 4 : at + 8]
        parts[name] = parts.get(name, b"") + data[at + 8 : at + 8 + length]
        at += length + 12
    width, height, depth, kind, _, _, interlaced = struct.unpack(">IIBBBBB", parts[b"IHDR"])
    if kind not in _CHANNELS or interlaced or (kind == 2 and depth != 8):
        raise PictureError(f"a PNG file of kind {kind}, {depth} bits: expected RGB or one with a palette")
    length = (width * depth * _CHANNELS[kind] + 7) // 8
    rows = _unfiltered(zlib.decompress(parts[b"IDAT"]), height, length, 3 if kind == 2 else 1)
    if kind == 2:
        return rows
    colours = [parts[b"PLTE"][at : at + 3] for at in range(0, len(parts[b"PLTE"]), 3)]
    return [b"".join(colours[index] for index in _indices(row, depth, width)) for row in rows]


def _unfiltered(data: bytes, height: int, length: int, step: int) -> list[bytes]:
    """Undo the filters of the rows (PNG specification, 9.2); `step` is the bytes of a pixel, at least 1."""
    rows: list[bytes] = []
    above = bytearray(length)
    for start in range(0, height * (length + 1), length + 1):
        kind, row = data[start], bytearray(data[start + 1 : start + 1 + length])
        for at in range(length if kind else 0):
            left = row[at - step] if at >= step else 0
            corner = above[at - step] if at >= step else 0
            row[at] = (row[at] + _predicted(kind, left, above[at], corner)) & 255
        rows.append(bytes(row))
        above = row
    return rows


def _predicted(kind: int, left: int, above: int, corner: int) -> int:
    if kind == 4:
        guess = left + above - corner
        return min((left, above, corner), key=lambda one: abs(guess - one))
    return (0, left, above, (left + above) // 2)[kind]


def _indices(row: bytes, depth: int, width: int) -> list[int]:
    mask, in_byte = (1 << depth) - 1, 8 // depth
    return [row[x // in_byte] >> 8 - depth * (x % in_byte + 1) & mask for x in range(width)]


def preview(rows: Sequence[bytes], size: tuple[int, int]) -> bytes:
    """Return the PNG picture that goes with a link: rows of a screen at 4:3, as high as `size` allows, on black."""
    width, height = size
    shown = min(width, height * 4 // 3)
    wide = [_stretched([row[at : at + 3] for at in range(0, len(row), 3)], shown) for row in rows]
    tall = _stretched([b"".join(row) for row in wide], shown * 3 // 4)
    left = 3 * ((width - shown) // 2)
    above = (height - len(tall)) // 2
    picture = [bytes(left) + row + bytes(3 * width - left - len(row)) for row in tall]
    blank = bytes(3 * width)
    return write_png([blank] * above + picture + [blank] * (height - above - len(picture)))


def _stretched(parts: Sequence[bytes], count: int) -> list[bytes]:
    """Return equal parts stretched to more of them; one that lies over a border is mixed by its shares.

    >>> [part[0] for part in _stretched([b"\\x00", b"\\x80"], 3)]
    [0, 64, 128]
    """
    result = []
    for at in range(count):
        first, start = divmod(at * len(parts), count)
        over = start + len(parts) - count
        if over <= 0 or parts[first] == parts[min(first + 1, len(parts) - 1)]:
            result.append(parts[first])
        else:
            mixed = zip(parts[first], parts[first + 1], strict=True)
            result.append(bytes([(a * (len(parts) - over) + b * over) // len(parts) for a, b in mixed]))
    return result
