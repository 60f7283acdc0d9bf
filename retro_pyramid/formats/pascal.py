"""Turbo Pascal's simple types as a typed file stores them: little-endian, without header or alignment.

Source: the Turbo Pascal language guide's chapter on data formats, checked against score files of 1991.
"""

from collections.abc import Callable
from math import ldexp
from typing import NamedTuple

from retro_pyramid import cp437
from retro_pyramid.formats import FormatError, refuse

REAL_SIZE = 6
_MANTISSA_BITS = 39
_EXPONENT_BIAS = 129


def decode_cp437(codes: bytes) -> str:
    """Return the characters of code page 437, one a byte; encode_cp437 is the inverse for all 256 codes.

    >>> decode_cp437(bytes([0x03, 0x41, 0xE1]))
    '♥Aß'
    """
    return cp437.decode(codes, cp437.NUL)


def encode_cp437(text: str) -> bytes:
    """Return the codes of `text`, one byte each; raise FormatError naming a character without a code."""
    try:
        return cp437.encode(text)
    except UnicodeEncodeError as error:
        found = repr(error.object[error.start])
        raise FormatError("text", None, "characters of code page 437", found) from None


class Ordinal(NamedTuple):
    """A Pascal whole-number type: its name, its size in bytes and whether it has a sign.

    >>> INTEGER.encode(-2).hex(), INTEGER.decode(bytes.fromhex("feff"))
    ('feff', -2)
    """

    name: str
    size: int
    signed: bool

    def decode(self, data: bytes, offset: int = 0) -> int:
        """Return the number at byte `offset`; raise FormatError when the data ends before it does."""
        return int.from_bytes(_take(data, offset, self.size, self.name), "little", signed=self.signed)

    def encode(self, value: int) -> bytes:
        """Return the bytes of `value`; raise FormatError when the type cannot hold it."""
        try:
            return value.to_bytes(self.size, "little", signed=self.signed)
        except OverflowError:
            least = -(1 << 8 * self.size - 1) if self.signed else 0
            most = least + (1 << 8 * self.size) - 1
            raise FormatError(self.name, None, f"{least} to {most}", str(value)) from None


BYTE = Ordinal("byte", 1, False)
INTEGER = Ordinal("integer", 2, True)
WORD = Ordinal("word", 2, False)
LONGINT = Ordinal("longint", 4, True)
ORDINALS = {"byte": BYTE, "int16": INTEGER, "uint16": WORD, "int32": LONGINT}


def decode_string(data: bytes, offset: int, capacity: int, what: str = "string") -> str:
    """Return the `string[capacity]` at byte `offset`, 1 + capacity bytes; `what` names it in errors.

    The bytes past the length are stale and are ignored. Raise FormatError when the data ends before the
    field does or the length byte is above `capacity`.

    >>> decode_string(b"\\x03AnnXXXX", 0, 7)
    'Ann'
    """
    field = _take(data, offset, 1 + capacity, what)
    refuse(field[0] > capacity, f"{what}, length byte", offset, f"at most {capacity}", field[0])
    return decode_cp437(field[1 : 1 + field[0]])


def encode_string(text: str, capacity: int, what: str = "string") -> bytes:
    """Return `text` as a `string[capacity]`, zeros after it; raise FormatError if too long or not CP437.

    >>> encode_string("Ann", 5)
    b'\\x03Ann\\x00\\x00'
    """
    refuse(len(text) > capacity, what, None, f"at most {capacity} characters", len(text))
    return bytes([len(text)]) + encode_cp437(text).ljust(capacity, b"\0")


def decode_real(data: bytes, offset: int = 0) -> float:
    """Return the 6-byte `real` (Real48) at byte `offset`, exactly; raise FormatError if the data ends.

    Byte 0 is the exponent e, 0 meaning 0.0; bit 7 of byte 5 is the sign, the 39 bits between are the mantissa
    m of ±(1 + m/2^39)·2^(e-129).

    >>> decode_real(bytes.fromhex("8E000000E440"))
    12345.0
    """
    field = _take(data, offset, REAL_SIZE, "real")
    if field[0] == 0:
        return 0.0
    mantissa = int.from_bytes(field[1:], "little") & (1 << _MANTISSA_BITS) - 1
    value = ldexp((1 << _MANTISSA_BITS) + mantissa, field[0] - _EXPONENT_BIAS - _MANTISSA_BITS)
    return -value if field[5] & 0x80 else value


NUMBERS: dict[str, Callable[[bytes, int], float]] = {
    **{name: ordinal.decode for name, ordinal in ORDINALS.items()},
    "real48": decode_real,
}
"""The readers of all number types: of the data and an offset in bytes."""


def _take(data: bytes, offset: int, size: int, what: str) -> bytes:
    field = data[offset : offset + size]
    # Not by `refuse`: a score file of unknown layout is read a thousand times.
    if len(field) != size:
        raise FormatError(what, offset, f"{size} bytes", f"{len(field)}")
    return field
