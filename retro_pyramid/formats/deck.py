"""PYRAMID.DEC in its canonical layout: two decks of 54 BGI images of 64 x 64 pixels, nothing between them.

The layout is a reconstruction: the original's bytes are not published, its family (BGI images) is known.
"""

from typing import NamedTuple

from retro_pyramid.formats import FormatError
from retro_pyramid.formats.bgi import Picture, decode_picture, encode_picture, picture_size

DECKS = 2
FACES = 52
IMAGES = FACES + 2
WIDTH = HEIGHT = 64
IMAGE_BYTES = picture_size(WIDTH, HEIGHT)
FILE_BYTES = DECKS * IMAGES * IMAGE_BYTES


class Deck(NamedTuple):
    """A deck's pictures: `faces[card]` for the 52 cards, the `back`, the outline of an `empty` pile."""

    faces: tuple[Picture, ...]
    back: Picture
    empty: Picture


def decode_deck(data: bytes, number: int) -> Deck:
    """Return deck `number`, 1 or 2, of a canonical PYRAMID.DEC; raise FormatError naming a wrong image."""
    pictures = []
    for image in range(IMAGES):
        offset = ((number - 1) * IMAGES + image) * IMAGE_BYTES
        what = f"image {image + 1} of deck {number}"
        try:
            picture, _ = decode_picture(data, offset)
        except FormatError as error:
            raise FormatError(f"{what}, {error.what}", error.offset, error.expected, error.found) from None
        _check_size(what, offset, picture)
        pictures.append(picture)
    return Deck(tuple(pictures[:FACES]), pictures[FACES], pictures[FACES + 1])


def decode_decks(data: bytes) -> tuple[Deck, Deck]:
    """Return both decks of a canonical PYRAMID.DEC, 221,832 bytes; raise FormatError saying what is wrong."""
    decks = decode_deck(data, 1), decode_deck(data, 2)
    if len(data) != FILE_BYTES:
        raise FormatError("end of the decks", FILE_BYTES, f"{FILE_BYTES} bytes in all", str(len(data)))
    return decks


def encode_decks(decks: tuple[Deck, Deck]) -> bytes:
    """Return the bytes of a canonical PYRAMID.DEC; raise FormatError when an image or a count is wrong."""
    parts = []
    for number, deck in enumerate(decks, 1):
        if len(deck.faces) != FACES:
            raise FormatError(f"deck {number}", None, f"{FACES} faces", str(len(deck.faces)))
        for image, picture in enumerate((*deck.faces, deck.back, deck.empty), 1):
            _check_size(f"image {image} of deck {number}", None, picture)
            parts.append(encode_picture(picture))
    return b"".join(parts)


def _check_size(what: str, offset: int | None, picture: Picture) -> None:
    if (picture.width, picture.height) != (WIDTH, HEIGHT):
        found = f"{picture.width} x {picture.height} pixels"
        raise FormatError(what, offset, f"{WIDTH} x {HEIGHT} pixels", found)
