"""Writers of formats that the program only reads: what they write, its readers must give back."""

from collections.abc import Sequence
from math import frexp, isfinite, ldexp

from retro_pyramid.cards import CARDS_IN_DECK, RANK_CHARS, SUIT_CHARS
from retro_pyramid.formats import FormatError
from retro_pyramid.formats.layouts import BITS_PER_PIXEL, PictureLayout
from retro_pyramid.formats.pascal import REAL_SIZE, WORD
from retro_pyramid.formats.pictures.bgi import Picture, encode_picture
from retro_pyramid.formats.pictures.card_order import BACK, EMPTY_PILE, UNUSED, CardOrder

_MANTISSA_BITS = 39
_EXPONENT_BIAS = 129


def encode_real(value: float) -> bytes:
    """Return the nearest `real` to `value`, 6 bytes; too small gives 0.0, too large or NaN FormatError.

    >>> encode_real(0.1).hex()
    '7dcdcccccc4c'
    """
    if not isfinite(value):
        raise FormatError("real", None, "a finite number", str(value))
    fraction, power = frexp(abs(value))
    whole = round(ldexp(fraction, _MANTISSA_BITS + 1))
    if whole >> _MANTISSA_BITS + 1:
        whole, power = whole >> 1, power + 1
    exponent = power - 1 + _EXPONENT_BIAS
    if whole == 0 or exponent < 1:
        return bytes(REAL_SIZE)
    if exponent > 255:
        raise FormatError("real", None, "a number below 1.7e38", str(value))
    mantissa = whole - (1 << _MANTISSA_BITS)
    sign = 1 << _MANTISSA_BITS if value < 0 else 0
    return bytes([exponent]) + (mantissa | sign).to_bytes(5, "little")


def encode_image(picture: Picture, planes: int = 4, trailer: bool = True) -> bytes:
    """Return an image with its trailing word or, as some files have it, without."""
    data = encode_picture(picture, planes)
    return data if trailer else data[: -WORD.size]


def encode_pictures(layout: PictureLayout, decks: Sequence[Sequence[Picture]]) -> bytes:
    """Return the bytes of a file of that layout."""
    parts = []
    for picture in (picture for pictures in decks for picture in pictures):
        data = encode_image(picture, BITS_PER_PIXEL[layout.image_format], layout.has_trailer)
        parts += [b"" if layout.size_prefix is None else WORD.encode(len(data) + layout.size_prefix), data]
    return b"".join(parts)


def order_text(order: CardOrder) -> str:
    """Return the text of a sidecar file that tells this order, image by image; parse_order reads it."""
    words = {BACK: "back", EMPTY_PILE: "empty", UNUSED: "-"}
    cards = [RANK_CHARS[card % 13] + SUIT_CHARS[card // 13] for card in range(CARDS_IN_DECK)]
    shown = " ".join(words[number] if number in words else cards[number] for number in order.cards)
    return f"show {shown}\npalette {' '.join(map(str, order.palette))}\n"
