"""Turbo Pascal's simple types, byte for byte."""

import math

import pytest

from retro_pyramid.formats import FormatError, pascal
from tests.formats.writers import encode_real


@pytest.mark.parametrize(
    ("value", "image"),
    [
        (1.0, "810000000000"),
        (-1.0, "810000000080"),
        (10.0, "840000000020"),
        (12345.0, "8E000000E440"),
        (0.0, "000000000000"),
        (0.1, "7DCDCCCCCC4C"),
    ],
)
def test_reals_have_the_bytes_of_turbo_pascal(value: float, image: str) -> None:
    assert pascal.decode_real(bytes.fromhex(image)) == pytest.approx(value, rel=2**-40)
    assert encode_real(value) == bytes.fromhex(image)


def test_a_real_with_exponent_0_is_zero_whatever_follows() -> None:
    assert pascal.decode_real(bytes.fromhex("00FFFFFFFFFF")) == 0.0
    assert pascal.decode_real(encode_real(math.nextafter(2.0, 0.0))) == 2.0


def test_the_256_characters_are_those_of_the_ibm_set() -> None:
    codes = bytes(range(256))
    characters = pascal.decode_cp437(codes)
    assert len(set(characters)) == 256
    assert pascal.encode_cp437(characters) == codes
    assert pascal.decode_cp437(bytes([1, 3, 4, 5, 6, 16, 31, 127])) == "☺♥♦♣♠►▼⌂"
    for plain in (codes[0x80:], codes[0x20:0x7F]):
        assert pascal.decode_cp437(plain) == plain.decode("cp437")
    assert not [character for character in characters if ord(character) < 32], "would steer a terminal"
    with pytest.raises(FormatError, match="'€'"):
        pascal.encode_cp437("10 €")


@pytest.mark.parametrize(
    ("kind", "value", "image"),
    [
        (pascal.BYTE, 200, "c8"),
        (pascal.WORD, 0xABCD, "cdab"),
        (pascal.INTEGER, -32768, "0080"),
        (pascal.INTEGER, 4850, "f212"),
        (pascal.LONGINT, -2, "feffffff"),
    ],
)
def test_whole_numbers_are_little_endian(kind: pascal.OrdinalType, value: int, image: str) -> None:
    assert kind.encode(value).hex() == image
    assert kind.decode(b"?" + bytes.fromhex(image), 1) == value


@pytest.mark.parametrize(
    ("kind", "value", "limits"),
    [
        (pascal.BYTE, 256, "0 to 255"),
        (pascal.WORD, -1, "0 to 65535"),
        (pascal.INTEGER, 32768, "-32768 to 32767"),
        (pascal.LONGINT, 1 << 31, "-2147483648 to 2147483647"),
    ],
)
def test_a_number_out_of_range_is_refused(kind: pascal.OrdinalType, value: int, limits: str) -> None:
    with pytest.raises(FormatError, match=limits):
        kind.encode(value)


def test_strings_ignore_the_junk_behind_them_and_are_refused_longer_than_their_type() -> None:
    for text in ("", "♥", "a" * 15):
        field = bytes([len(text)]) + (pascal.encode_cp437(text) + b"junk" * 4)[:15]
        assert pascal.decode_string(field, 0, 15) == text
        assert pascal.decode_string(pascal.encode_string(text, 15), 0, 15) == text
    with pytest.raises(FormatError, match="name, length byte at byte 2: expected at most 3, found 4"):
        pascal.decode_string(b"..\x04abcd", 2, 3, "name")
    with pytest.raises(FormatError, match="at most 3 characters"):
        pascal.encode_string("abcd", 3)


@pytest.mark.parametrize("size", range(6))
def test_data_that_ends_early_is_told_with_its_place(size: int) -> None:
    with pytest.raises(FormatError, match=f"real at byte 3: expected 6 bytes, found {size}"):
        pascal.decode_real(bytes(3 + size), 3)
