"""All 2000 cells painted at once, a scan line of all rows at a time: cheaper than cell by cell when many have changed."""

from collections.abc import Sequence

_BITS = [bytes(0xFF if value << bit & 0x80 else 0 for value in range(256)) for bit in range(8)]
"""For each column of a pattern, a row byte's mask there."""


def repaint(
    pixels: memoryview, patterns: Sequence[bytes], codes: bytes, papers: bytes, inks: bytes, underlines: bytes
) -> None:
    """Paint a picture of character cells 8 pixels wide: their codes and colour indices, row after row.

    `pixels` is the picture, one byte a pixel, 80 cells to a row; `patterns` are the row bytes of the 256 characters
    for each scan line of a cell. Where `underlines` is 0xFF, 0 elsewhere, the last line is ink throughout.

    >>> picture = bytearray(640 * 2)
    >>> repaint(memoryview(picture), [bytes([0x0F] * 256)] * 2, bytes(80), bytes(80), bytes([3] * 80), bytes(80))
    >>> picture[:9].hex()
    '000000000303030300'
    """
    count, width = 8 * len(codes), 640
    paper = int.from_bytes(papers * 8)
    # A pixel is its paper, or with the difference of the two its ink.
    differences = int.from_bytes(papers) ^ int.from_bytes(inks)
    difference = int.from_bytes(differences.to_bytes(len(codes)) * 8)
    below = int.from_bytes(underlines * 8)
    line = bytearray(count)
    for at, pattern in enumerate(patterns):
        rows = codes.translate(pattern)
        mask = int.from_bytes(b"".join([rows.translate(bit) for bit in _BITS]))
        if at == len(patterns) - 1:
            mask |= below
        columns = (mask & difference ^ paper).to_bytes(count)
        for bit in range(8):
            line[bit::8] = columns[bit * len(codes) : (bit + 1) * len(codes)]
        for start in range(0, count, width):
            to = start * len(patterns) + at * width
            pixels[to : to + width] = line[start : start + width]
