"""Turbo Pascal's simple types as stored in typed files: little-endian, without header or alignment.

Source: the chapter on data formats in the Turbo Pascal language guide, checked against score files from 1991.
"""

from collections.abc import Callable
from math import ldexp
from typing import NamedTuple

from retro_pyramid import cp437
from retro_pyramid.formats import FormatError, raise_if

REAL_SIZE = 6
_MANTISSA_BITS = 39
_EXPONENT_BIAS = 129


def decode_cp437(codes: bytes) -> str:
    """Return the characters of code page 437, one per byte. encode_cp437 is the inverse for all 256 codes.

    >>> decode_cp437(bytes([0x03, 0x41, 0xE1]))
    '♥Aß'
    """
    return cp437.decode(codes, cp437.NUL_SYMBOL)


def encode_cp437(text: str) -> bytes:
    """Return the codes of `text`, one byte each. Raise FormatError for a character that code page 437 lacks."""
    try:
        return cp437.encode(text)
    except UnicodeEncodeError as error:
        character = repr(error.object[error.start])
        raise FormatError("text", None, "characters of code page 437", character) from None


class OrdinalType(NamedTuple):
    """A Pascal integer type: its name, its size in bytes and whether it is signed.

    >>> INTEGER.encode(-2).hex(), INTEGER.decode(bytes.fromhex("feff"))
    ('feff', -2)
    """

    name: str
    size: int
    is_signed: bool

    def decode(self, data: bytes, offset: int = 0) -> int:
        """Return the number at byte `offset`. Raise FormatError if the data is too short."""
        return int.from_bytes(
            _slice_exact(data, offset, self.size, self.name), "little", signed=self.is_signed
        )

    def encode(self, value: int) -> bytes:
        """Return the bytes of `value`. Raise FormatError if it is out of range."""
        try:
            return value.to_bytes(self.size, "little", signed=self.is_signed)
        except OverflowError:
            minimum = -(1 << 8 * self.size - 1) if self.is_signed else 0
            maximum = minimum + (1 << 8 * self.size) - 1
            raise FormatError(self.name, None, f"{minimum} to {maximum}", str(value)) from None


BYTE = OrdinalType("byte", 1, False)
INTEGER = OrdinalType("integer", 2, True)
WORD = OrdinalType("word", 2, False)
LONGINT = OrdinalType("longint", 4, True)
ORDINAL_TYPES = {"byte": BYTE, "int16": INTEGER, "uint16": WORD, "int32": LONGINT}
"""The integer types by the names that layouts use."""


def decode_string(data: bytes, offset: int, capacity: int, subject: str = "string") -> str:
    """Return the `string[capacity]` at byte `offset`, which takes 1 + capacity bytes. `subject` names it in errors.

    The bytes after the string's length are stale and ignored. Raise FormatError if the data is too short or if the
    length byte exceeds `capacity`.

    >>> decode_string(b"\\x03AnnXXXX", 0, 7)
    'Ann'
    """
    field = _slice_exact(data, offset, 1 + capacity, subject)
    raise_if(field[0] > capacity, f"{subject}, length byte", offset, f"at most {capacity}", field[0])
    return decode_cp437(field[1 : 1 + field[0]])


def encode_string(text: str, capacity: int, subject: str = "string") -> bytes:
    """Return `text` as a zero-padded `string[capacity]`. Raise FormatError if it is too long or not in code page 437.

    >>> encode_string("Ann", 5)
    b'\\x03Ann\\x00\\x00'
    """
    raise_if(len(text) > capacity, subject, None, f"at most {capacity} characters", len(text))
    return bytes([len(text)]) + encode_cp437(text).ljust(capacity, b"\0")


def decode_real(data: bytes, offset: int = 0) -> float:
    """Return the 6-byte `real` (Real48) at byte `offset`, exactly. Raise FormatError if the data is too short.

    Byte 0 is the exponent e, where 0 means 0.0. Bit 7 of byte 5 is the sign. The 39 bits between are the mantissa m of
    ±(1 + m/2^39)·2^(e-129).

    >>> decode_real(bytes.fromhex("8E000000E440"))
    12345.0
    """
    field = _slice_exact(data, offset, REAL_SIZE, "real")
    if field[0] == 0:
        return 0.0
    mantissa = int.from_bytes(field[1:], "little") & (1 << _MANTISSA_BITS) - 1
    value = ldexp((1 << _MANTISSA_BITS) + mantissa, field[0] - _EXPONENT_BIAS - _MANTISSA_BITS)
    return -value if field[5] & 0x80 else value


NUMBER_DECODERS: dict[str, Callable[[bytes, int], float]] = {
    **{name: ordinal.decode for name, ordinal in ORDINAL_TYPES.items()},
    "real48": decode_real,
}
"""Decoders of all number types, called with the data and a byte offset."""


def _slice_exact(data: bytes, offset: int, size: int, subject: str) -> bytes:
    field = data[offset : offset + size]
    # An explicit `if`, without a call, because detecting a layout reads a score file a thousand times.
    if len(field) != size:
        raise FormatError(subject, offset, f"{size} bytes", f"{len(field)}")
    return field
