"""Borland BGI images of 16 colours or of CGA's 4: what Turbo Pascal's GetImage stores and PutImage draws.

The little-endian words width-1 and height-1; then the scanlines, top to bottom; then one word of any value. A scanline
of 16 colours is four planes of the weights 8, 4, 2 and 1, each ceil(width/8) bytes with bit 7 leftmost. A scanline of
CGA has 2 bits a pixel, the leftmost in bits 7 and 6, 2*ceil(width/8) bytes (the rounding is known only for
widths that are multiples of 8). RIPscrip's .ICN icons are such images of 16 colours.
Source: Borland's GetImage as found in files of the time (212 real ones of 16 colours agree).
"""

from typing import NamedTuple

from retro_pyramid.formats import FormatError, refuse
from retro_pyramid.formats.pascal import WORD

SIZE_LIMIT = 0x10000
_FRAME = 6
# For each plane, the heaviest first, a colour's bit in it.
_PLANE_BITS = [bytes([value >> 3 - plane & 1 for value in range(256)]) for plane in range(4)]
# The four pixels of each byte of a CGA image, the leftmost first.
_PAIRS = [bytes([value >> shift & 3 for shift in (6, 4, 2, 0)]) for value in range(256)]
_PACKED = {pixels: value for value, pixels in enumerate(_PAIRS)}


class Picture(NamedTuple):
    """A picture in pixels: `pixels` holds one colour 0..15 a byte, rows top to bottom, width * height bytes.

    In an image of CGA the colours are 0..3 until a palette is applied (formats.pictures).

    Decoding and encoding again gives the same bytes: `trailer` is the trailing word (0 in our files), `padding` the
    colours of the pixels beyond the width that fill each row up to a multiple of 8, row by row, empty when all are 0.
    """

    width: int
    height: int
    pixels: bytes
    trailer: int = 0
    padding: bytes = b""


def picture_size(width: int, height: int, planes: int = 4, trailer: bool = True) -> int:
    """Return how many bytes an image takes, header included: of 4 planes or CGA's 2, with its trailing word or not.

    >>> picture_size(64, 64), picture_size(64, 64, 2, False)
    (2054, 1028)
    """
    return _FRAME - 2 * (not trailer) + planes * ((width + 7) // 8) * height


def decode_picture(
    data: bytes, offset: int = 0, planes: int = 4, trailer: bool = True
) -> tuple[Picture, int]:
    """Return the image that starts at byte `offset`, and the offset of the byte after it.

    `planes` is 4 for 16 colours and 2 for CGA; without a trailing word in the file `trailer` is False. Raise
    FormatError when the data ends inside the image or its header asks for 64 KiB or more.
    """
    header = data[offset : offset + 4]
    refuse(len(header) < 4, "BGI image, header", offset, "4 bytes", len(header))
    width = WORD.decode(header) + 1
    height = WORD.decode(header, 2) + 1
    size = picture_size(width, height, planes, trailer)
    if size >= SIZE_LIMIT:
        raise FormatError("BGI image, header", offset, "an image below 64 KiB", f"{width} x {height} pixels")
    if len(data) - offset < size:
        what = f"BGI image of {width} x {height} pixels"
        raise FormatError(what, offset, f"{size} bytes", str(len(data) - offset))
    end = offset + size
    body = data[offset + 4 : end - 2 * trailer]
    row = (width + 7) // 8
    spread = _merge_planes(body, row) if planes == 4 else b"".join([_PAIRS[value] for value in body])
    pixels, padding = spread, b""
    if width % 8:
        starts = range(0, len(spread), 8 * row)
        pixels = b"".join([spread[start : start + width] for start in starts])
        padding = b"".join([spread[start + width : start + 8 * row] for start in starts])
        padding = padding if any(padding) else b""
    picture = Picture(
        width=width,
        height=height,
        pixels=pixels,
        trailer=WORD.decode(data, end - 2) if trailer else 0,
        padding=padding,
    )
    return picture, end


def encode_picture(picture: Picture, planes: int = 4) -> bytes:
    """Return the bytes of an image of so many planes; FormatError when it is empty, too large, or its parts disagree.

    >>> encode_picture(Picture(2, 1, bytes([15, 1]))).hex(" ")
    '01 00 00 00 80 80 80 c0 00 00'
    """
    width, height, pixels, padding = picture.width, picture.height, picture.pixels, picture.padding
    colours = 1 << planes
    if width < 1 or height < 1 or picture_size(width, height, planes) >= SIZE_LIMIT:
        raise FormatError("BGI image", None, "1 x 1 pixels up to 64 KiB", f"{width} x {height} pixels")
    gap = -width % 8
    for name, values, count in (("pixels", pixels, width * height), ("padding", padding, gap * height)):
        if len(values) != count and (values or name == "pixels"):
            raise FormatError(f"BGI image, {name}", None, str(count), str(len(values)))
        if max(values, default=0) >= colours:
            raise FormatError(f"BGI image, {name}", None, f"colours 0 to {colours - 1}", str(max(values)))
    if gap:
        padding = padding or bytes(gap * height)
        rows = [pixels[row * width : (row + 1) * width] for row in range(height)]
        gaps = [padding[row * gap : (row + 1) * gap] for row in range(height)]
        pixels = b"".join([part for pair in zip(rows, gaps, strict=True) for part in pair])
    header = WORD.encode(width - 1) + WORD.encode(height - 1)
    if planes == 4:
        body = _split_planes(pixels, (width + gap) // 8)
    else:
        body = bytes([_PACKED[pixels[at : at + 4]] for at in range(0, len(pixels), 4)])
    return header + body + WORD.encode(picture.trailer)


def decode_pile(data: bytes, planes: int = 4) -> Picture:
    """Return the picture whose parts, each below 64 KiB, follow each other; FormatError where their widths differ."""
    parts, at = list[Picture](), 0
    while at < len(data):
        part, at = decode_picture(data, at, planes)
        parts.append(part)
        refuse(part.width != parts[0].width, "BGI image", at, f"{parts[0].width} pixels a row", part.width)
    return Picture(
        width=parts[0].width,
        height=sum(part.height for part in parts),
        pixels=b"".join(part.pixels for part in parts),
    )


def _merge_planes(body: bytes, row: int) -> bytes:
    """Return a byte a pixel for rows of four planes of `row` bytes each."""
    size = len(body) // 4
    # Each plane is one big number: one shift and one mask give the bits of every eighth pixel.
    planes = [
        int.from_bytes(
            b"".join([body[start : start + row] for start in range(plane * row, len(body), 4 * row)])
        )
        for plane in range(4)
    ]
    ones = int.from_bytes(b"\1" * size)
    spread = bytearray(8 * size)
    for column in range(8):
        merged = 0
        for plane in planes:
            merged = merged << 1 | plane >> 7 - column & ones
        spread[column::8] = merged.to_bytes(size)
    return bytes(spread)


def _split_planes(pixels: bytes, row_bytes: int) -> bytes:
    planes = []
    for table in _PLANE_BITS:
        bits = pixels.translate(table)
        packed = 0
        for column in range(8):
            packed |= int.from_bytes(bits[column::8], "big") << 7 - column
        planes.append(packed.to_bytes(len(pixels) // 8, "big"))
    starts = range(0, len(pixels) // 8, row_bytes)
    return b"".join([plane[start : start + row_bytes] for start in starts for plane in planes])
