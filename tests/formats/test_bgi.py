"""Borland BGI images: planes, padding, trailer, and bytes that are none."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from retro_pyramid.formats import FormatError
from retro_pyramid.formats.pictures.bgi import Picture, decode_picture, encode_picture, picture_size

# Three pixels wide, two high: light red (8+4), blue, white (15) above green, black, yellow (8+4+2).
SMALL = bytes.fromhex("0200 0100  A0 A0 20 60  20 20 A0 00  0000")
SMALL_PIXELS = bytes([12, 1, 15, 2, 0, 14])


@st.composite
def pictures(draw: st.DrawFn) -> Picture:
    width, height = draw(st.integers(1, 40)), draw(st.integers(1, 12))
    colours = st.integers(0, 15)

    def row(count: int) -> bytes:
        return bytes(draw(st.lists(colours, min_size=count, max_size=count)))

    padding = row(-width % 8 * height) if draw(st.booleans()) else b""
    return Picture(width, height, row(width * height), draw(st.integers(0, 65535)), padding)


def slow_pixels(data: bytes) -> list[int]:
    """Decode the plain way, one bit at a time, as the format is described."""
    width, height = data[0] + 256 * data[1] + 1, data[2] + 256 * data[3] + 1
    row_bytes = (width + 7) // 8
    pixels = []
    for y in range(height):
        for x in range(width):
            colour = 0
            for plane, weight in enumerate((8, 4, 2, 1)):
                byte = data[4 + (4 * y + plane) * row_bytes + x // 8]
                colour += weight * (byte >> 7 - x % 8 & 1)
            pixels.append(colour)
    return pixels


def test_pictures_worked_out_by_hand_follow_one_another() -> None:
    picture = Picture(3, 2, SMALL_PIXELS)
    assert encode_picture(picture) == SMALL
    assert decode_picture(SMALL * 2) == (picture, len(SMALL))
    assert decode_picture(SMALL * 2, len(SMALL)) == (picture, 2 * len(SMALL))


def test_a_cga_image_worked_out_by_hand() -> None:
    data = bytes.fromhex("0700 0100  1B E4  00 FF  3412")
    picture = Picture(8, 2, bytes([0, 1, 2, 3, 3, 2, 1, 0, 0, 0, 0, 0, 3, 3, 3, 3]), 0x1234)
    assert decode_picture(data, 0, planes=2) == (picture, len(data))
    assert encode_picture(picture, planes=2) == data
    with pytest.raises(FormatError, match="colours 0 to 3, found 4"):
        encode_picture(Picture(8, 1, bytes([4] * 8)), planes=2)


@given(pictures())
@settings(max_examples=30)
def test_encoding_and_decoding_agree_with_the_plain_way(picture: Picture) -> None:
    data = encode_picture(picture)
    assert len(data) == picture_size(picture.width, picture.height)
    assert slow_pixels(data) == list(picture.pixels)
    assert decode_picture(data)[0].pixels == picture.pixels


def test_the_trailing_word_and_the_padding_are_kept() -> None:
    odd = bytearray(SMALL)
    odd[4] |= 0x01
    odd[-2:] = b"\x34\x12"
    picture, _ = decode_picture(bytes(odd))
    assert picture.pixels == SMALL_PIXELS
    assert picture.trailer == 0x1234
    assert picture.padding == bytes([0, 0, 0, 0, 8, 0, 0, 0, 0, 0])
    assert encode_picture(picture) == bytes(odd)


def test_a_picture_cut_short_anywhere_is_refused() -> None:
    for size in range(len(SMALL)):
        with pytest.raises(FormatError, match=r"BGI image.* at byte 0: expected .* bytes, found"):
            decode_picture(SMALL[:size])


def test_a_header_that_asks_for_64_kib_is_refused_whatever_follows() -> None:
    with pytest.raises(FormatError, match="below 64 KiB, found 65536 x 65536 pixels"):
        decode_picture(b"\xff" * 200_000)
    with pytest.raises(FormatError, match="64 KiB"):
        encode_picture(Picture(640, 350, bytes(640 * 350)))


@pytest.mark.parametrize(
    ("picture", "reason"),
    [
        (Picture(0, 1, b""), "0 x 1 pixels"),
        (Picture(2, 2, bytes(3)), "pixels: expected 4, found 3"),
        (Picture(2, 1, bytes([0, 16])), "colours 0 to 15, found 16"),
        (Picture(2, 1, bytes(2), 0, bytes(5)), "padding: expected 6, found 5"),
        (Picture(8, 1, bytes(8), 0, bytes(1)), "padding: expected 0, found 1"),
        (Picture(2, 1, bytes(2), 65536), "word: expected 0 to 65535"),
    ],
)
def test_a_picture_that_is_none_is_not_encoded(picture: Picture, reason: str) -> None:
    with pytest.raises(FormatError, match=reason):
        encode_picture(picture)
