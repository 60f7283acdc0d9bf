"""Borland BGI images in 16 colours or in CGA's 4, as stored by Turbo Pascal's GetImage and drawn by PutImage.

Format: the little-endian words width-1 and height-1, then the scanlines from top to bottom, then one word of any value.
A scanline in 16 colours consists of four planes with the weights 8, 4, 2 and 1, each ceil(width/8) bytes with the
leftmost pixel in bit 7. A scanline in CGA colours has 2 bits per pixel, the leftmost in bits 7 and 6, in
2*ceil(width/8) bytes (the rounding is known only for widths that are multiples of 8). RIPscrip's .ICN icons are such
images in 16 colours. Source: files of the time written by Borland's GetImage (212 real ones in 16 colours agree).
"""

from typing import NamedTuple

from retro_pyramid.formats import FormatError, raise_if
from retro_pyramid.formats.pascal import WORD

SIZE_LIMIT_BYTES = 0x10000
"""Images must be smaller than this many bytes."""
_FRAME_BYTES = 6
# For each plane, from the highest weight, the bit that each colour has in it.
_PLANE_BITS = [bytes([value >> 3 - plane & 1 for value in range(256)]) for plane in range(4)]
# The four pixels of each byte of a CGA image, from left to right, and the inverse.
_UNPACKED = [bytes([value >> shift & 3 for shift in (6, 4, 2, 0)]) for value in range(256)]
_PACKED = {pixels: value for value, pixels in enumerate(_UNPACKED)}


class Picture(NamedTuple):
    """A picture as pixels, with everything needed to encode the same bytes again."""

    width: int
    """Width in pixels."""
    height: int
    """Height in pixels."""
    pixels: bytes
    """One byte per pixel, rows from top to bottom, width * height bytes.

    The colours are 0 to 15, or 0 to 3 in a CGA image until a palette is applied (see apply_palette).
    """
    trailer: int = 0
    """The trailing word, 0 in the files of this program."""
    padding: bytes = b""
    """Colours of the pixels beyond the width that pad each row to a multiple of 8, row by row. Empty if all are 0."""


def compute_picture_size(width: int, height: int, bits_per_pixel: int = 4, has_trailer: bool = True) -> int:
    """Return the size of an encoded image in bytes, header included.

    `bits_per_pixel` is 4 for 16 colours and 2 for CGA. `has_trailer` tells whether the trailing word is present.

    >>> compute_picture_size(64, 64), compute_picture_size(64, 64, 2, False)
    (2054, 1028)
    """
    return _FRAME_BYTES - 2 * (not has_trailer) + bits_per_pixel * ((width + 7) // 8) * height


def decode_picture(
    data: bytes, offset: int = 0, bits_per_pixel: int = 4, has_trailer: bool = True
) -> tuple[Picture, int]:
    """Return the image that starts at byte `offset`, and the offset of the byte after it.

    `bits_per_pixel` is 4 for 16 colours and 2 for CGA. `has_trailer` is False if the file lacks the trailing word.
    Raise FormatError if the data ends inside the image, or if the header declares 64 KiB or more.
    """
    header = data[offset : offset + 4]
    raise_if(len(header) < 4, "BGI image, header", offset, "4 bytes", len(header))
    width = WORD.decode(header) + 1
    height = WORD.decode(header, 2) + 1
    size = compute_picture_size(width, height, bits_per_pixel, has_trailer)
    if size >= SIZE_LIMIT_BYTES:
        raise FormatError("BGI image, header", offset, "an image below 64 KiB", f"{width} x {height} pixels")
    if len(data) - offset < size:
        what = f"BGI image of {width} x {height} pixels"
        raise FormatError(what, offset, f"{size} bytes", str(len(data) - offset))
    end = offset + size
    body = data[offset + 4 : end - 2 * has_trailer]
    row_bytes = (width + 7) // 8
    unpadded = (
        _merge_planes(body, row_bytes)
        if bits_per_pixel == 4
        else b"".join([_UNPACKED[value] for value in body])
    )
    pixels, padding = unpadded, b""
    if width % 8:
        starts = range(0, len(unpadded), 8 * row_bytes)
        pixels = b"".join([unpadded[start : start + width] for start in starts])
        padding = b"".join([unpadded[start + width : start + 8 * row_bytes] for start in starts])
        padding = padding if any(padding) else b""
    picture = Picture(
        width=width,
        height=height,
        pixels=pixels,
        trailer=WORD.decode(data, end - 2) if has_trailer else 0,
        padding=padding,
    )
    return picture, end


def encode_picture(picture: Picture, bits_per_pixel: int = 4) -> bytes:
    """Return the bytes of an image. Raise FormatError if it is empty, too large or inconsistent.

    >>> encode_picture(Picture(2, 1, bytes([15, 1]))).hex(" ")
    '01 00 00 00 80 80 80 c0 00 00'
    """
    width, height, pixels, padding = picture.width, picture.height, picture.pixels, picture.padding
    colours = 1 << bits_per_pixel
    if width < 1 or height < 1 or compute_picture_size(width, height, bits_per_pixel) >= SIZE_LIMIT_BYTES:
        raise FormatError("BGI image", None, "1 x 1 pixels up to 64 KiB", f"{width} x {height} pixels")
    padding_width = -width % 8
    for name, values, count in (
        ("pixels", pixels, width * height),
        ("padding", padding, padding_width * height),
    ):
        if len(values) != count and (values or name == "pixels"):
            raise FormatError(f"BGI image, {name}", None, str(count), str(len(values)))
        if max(values, default=0) >= colours:
            raise FormatError(f"BGI image, {name}", None, f"colours 0 to {colours - 1}", str(max(values)))
    if padding_width:
        padding = padding or bytes(padding_width * height)
        rows = [pixels[row * width : (row + 1) * width] for row in range(height)]
        padding_rows = [padding[row * padding_width : (row + 1) * padding_width] for row in range(height)]
        pixels = b"".join([part for pair in zip(rows, padding_rows, strict=True) for part in pair])
    header = WORD.encode(width - 1) + WORD.encode(height - 1)
    if bits_per_pixel == 4:
        body = _split_planes(pixels, (width + padding_width) // 8)
    else:
        body = bytes([_PACKED[pixels[i : i + 4]] for i in range(0, len(pixels), 4)])
    return header + body + WORD.encode(picture.trailer)


def decode_stacked_picture(data: bytes, bits_per_pixel: int = 4) -> Picture:
    """Return the picture whose horizontal slices, each below 64 KiB, follow each other in the data.

    Raise FormatError if their widths differ.
    """
    parts, offset = list[Picture](), 0
    while offset < len(data):
        part, offset = decode_picture(data, offset, bits_per_pixel)
        parts.append(part)
        raise_if(
            part.width != parts[0].width, "BGI image", offset, f"{parts[0].width} pixels a row", part.width
        )
    return Picture(
        width=parts[0].width,
        height=sum(part.height for part in parts),
        pixels=b"".join(part.pixels for part in parts),
    )


def _merge_planes(body: bytes, row_bytes: int) -> bytes:
    """Return one byte per pixel for rows of four planes of `row_bytes` bytes each."""
    size = len(body) // 4
    # Each plane is one big integer, so that one shift and one mask extract the bits of every eighth pixel.
    planes = [
        int.from_bytes(
            b"".join(
                [
                    body[start : start + row_bytes]
                    for start in range(plane * row_bytes, len(body), 4 * row_bytes)
                ]
            )
        )
        for plane in range(4)
    ]
    low_bits = int.from_bytes(b"\1" * size)
    pixels = bytearray(8 * size)
    for column in range(8):
        merged = 0
        for plane in planes:
            merged = merged << 1 | plane >> 7 - column & low_bits
        pixels[column::8] = merged.to_bytes(size)
    return bytes(pixels)


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
