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
    """The pictures of a deck: `faces[card]` for the 52 cards, the `back` and the outline of an `empty` pile."""

    faces: tuple[Picture, ...]
    back: Picture
    empty: Picture


def decode_decks(data: bytes) -> tuple[Deck, Deck]:
    """Return both decks of a canonical PYRAMID.DEC (221,832 bytes); raise FormatError saying which image is wrong."""
    pictures = []
    for image in range(DECKS * IMAGES):
        offset = image * IMAGE_BYTES
        what = f"image {image % IMAGES + 1} of deck {image // IMAGES + 1}"
        try:
            picture, end = decode_picture(data, offset)
        except FormatError as error:
            raise FormatError(f"{what}, {error.what}", error.offset, error.expected, error.found) from None
        if end != offset + IMAGE_BYTES or picture.width != WIDTH:
            raise FormatError(
                what, offset, f"{WIDTH} x {HEIGHT} pixels", f"{picture.width} x {picture.height} pixels"
            )
        pictures.append(picture)
    if len(data) != FILE_BYTES:
        raise FormatError("end of the decks", FILE_BYTES, f"{FILE_BYTES} bytes in all", str(len(data)))
    first, second = pictures[:IMAGES], pictures[IMAGES:]
    return (
        Deck(tuple(first[:FACES]), first[FACES], first[FACES + 1]),
        Deck(tuple(second[:FACES]), second[FACES], second[FACES + 1]),
    )


def encode_decks(decks: tuple[Deck, Deck]) -> bytes:
    """Return the 221,832 bytes of a canonical PYRAMID.DEC; raise FormatError when an image or a count is wrong."""
    parts = []
    for number, deck in enumerate(decks, 1):
        if len(deck.faces) != FACES:
            raise FormatError(f"deck {number}", None, f"{FACES} faces", str(len(deck.faces)))
        for image, picture in enumerate((*deck.faces, deck.back, deck.empty), 1):
            if (picture.width, picture.height) != (WIDTH, HEIGHT):
                size = f"{picture.width} x {picture.height} pixels"
                raise FormatError(f"image {image} of deck {number}", None, f"{WIDTH} x {HEIGHT} pixels", size)
            parts.append(encode_picture(picture))
    return b"".join(parts)
