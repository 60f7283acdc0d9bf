"""PYRAMID.DEC: two decks of 54 BGI images of 64 x 64 pixels, one after another; and decks in other layouts.

PYRCGA.DEC, the program's own cards for 320x200 in 4 colours, has CGA images of 32 x 36 pixels. PYRTV.DEC, for 160x200
in 16 colours, has images of 16 x 36. Files with the prefix small_ contain the small cards.

The canonical layout is a reconstruction: the original's bytes are not published, but its family (BGI images) is known.
"""

from collections.abc import Sequence
from typing import NamedTuple

from retro_pyramid.formats import raise_if
from retro_pyramid.formats.layouts import BITS_PER_PIXEL, CANONICAL_NAME, PictureLayout
from retro_pyramid.formats.pictures.bgi import Picture, compute_picture_size, encode_picture
from retro_pyramid.formats.pictures.card_order import BACK, EMPTY_PILE, UNUSED, CardOrder
from retro_pyramid.formats.pictures.picture_inference import (
    decode_deck_images,
    decode_picture_file,
    require_picture_size,
)

DECK_COUNT = 2
FACE_COUNT = 52
IMAGES_PER_DECK = FACE_COUNT + 2
CARD_WIDTH = CARD_HEIGHT = 64
DECK_FILE_BYTES = DECK_COUNT * IMAGES_PER_DECK * compute_picture_size(CARD_WIDTH, CARD_HEIGHT)
# docs/layouts/decks.layout contains the same layout with explanations.
DECK_LAYOUT = PictureLayout(
    name=CANONICAL_NAME,
    image_format="bgi16",
    deck_count=DECK_COUNT,
    images_per_deck=IMAGES_PER_DECK,
    image_size=(CARD_WIDTH, CARD_HEIGHT),
)
"""The layout of PYRAMID.DEC."""
ADAPTER_DECK_LAYOUTS = {
    f"{prefix}{name}": PictureLayout(
        name=CANONICAL_NAME,
        image_format=image_format,
        deck_count=DECK_COUNT,
        images_per_deck=IMAGES_PER_DECK,
        image_size=(width * scale // 4, 9 * scale),
    )
    for name, image_format, width in (("PYRCGA.DEC", "cga4", 32), ("PYRTV.DEC", "bgi16", 16))
    for prefix, scale in (("", 4), ("small_", 3))
}
"""Layouts of the program's own cards for adapters other than the EGA, by file name."""

_RANKS_PER_SUIT, _FIRST_COURT_RANK = 13, 10
_CLUBS, _DIAMONDS = 0, 1
_GREEN = bytes.maketrans(b"\x00\x08", b"\x02\x0a")
_BLUE = bytes.maketrans(b"\x04\x0c", b"\x01\x09")
"""Colour tables: black and its shade become green, red and its shade become blue."""
_EDGE_PX = 2
_INDEX_SIZE = (14, 28)
"""Columns and rows from a corner of a court card that contain index and suit. The figure keeps its colours."""


class Deck(NamedTuple):
    """The pictures of a deck: `faces[card]` for the 52 cards, the `back`, and the outline of an empty pile."""

    faces: tuple[Picture, ...]
    back: Picture
    empty_pile: Picture


def decode_deck(data: bytes, deck_number: int, layout: PictureLayout = DECK_LAYOUT) -> Deck:
    """Return deck 1 or 2 of a PYRAMID.DEC, or of a file in another layout of this program.

    Raise FormatError with the number of the invalid image.
    """
    pictures, _ = decode_deck_images(layout, data, deck_number, (deck_number - 1) * (len(data) // DECK_COUNT))
    return _build_deck(pictures)


def decode_decks(data: bytes) -> tuple[Deck, Deck]:
    """Return both decks of a canonical PYRAMID.DEC of 221,832 bytes. Raise FormatError if it is invalid."""
    first, second = decode_picture_file(DECK_LAYOUT, data)
    return _build_deck(first), _build_deck(second)


def encode_decks(decks: tuple[Deck, Deck], layout: PictureLayout = DECK_LAYOUT) -> bytes:
    """Return the bytes of a PYRAMID.DEC, or of a file in another layout.

    Raise FormatError for an image of the wrong size or a wrong number of faces.
    """
    parts = []
    for number, deck in enumerate(decks, 1):
        raise_if(
            len(deck.faces) != FACE_COUNT, f"deck {number}", None, f"{FACE_COUNT} faces", len(deck.faces)
        )
        for image, picture in enumerate((*deck.faces, deck.back, deck.empty_pile), 1):
            require_picture_size(f"image {image} of deck {number}", None, picture, layout.image_size)
            parts.append(encode_picture(picture, BITS_PER_PIXEL[layout.image_format]))
    return b"".join(parts)


def decode_decks_for_table(
    layout: PictureLayout, data: bytes, card_order: CardOrder | None, builtin_decks: tuple[Deck, Deck]
) -> tuple[Deck, Deck]:
    """Return the decks of a picture file of any layout as the table draws them: 64 x 64 pixels, colours 0 to 15.

    `card_order` comes from a sidecar file; None means the layout's own order. A back or an outline that the file lacks
    is taken from `builtin_decks`. A file with one deck is returned as two equal decks. Raise FormatError if it is
    invalid.
    """
    card_order = card_order or layout.card_order
    decoded = decode_picture_file(layout, data)
    face_count = sum(0 <= card < FACE_COUNT for card in card_order.cards[: layout.images_per_deck])
    raise_if(
        face_count < FACE_COUNT,
        "deck",
        None,
        f"{FACE_COUNT} faces among {layout.images_per_deck} images",
        face_count,
    )
    decks = []
    for pictures, builtin_deck in zip((decoded[0], decoded[-1]), builtin_decks, strict=True):
        pictures_by_card = dict(zip(card_order.cards, pictures, strict=False))
        cards = {
            card: apply_palette(picture, layout, card_order)
            for card, picture in pictures_by_card.items()
            if card != UNUSED
        }
        if (pictures[0].width, pictures[0].height) != (CARD_WIDTH, CARD_HEIGHT):
            cards = {
                card: resize_picture(picture, CARD_WIDTH, CARD_HEIGHT) for card, picture in cards.items()
            }
        faces = tuple([cards[card] for card in range(FACE_COUNT)])
        back, empty = cards.get(BACK, builtin_deck.back), cards.get(EMPTY_PILE, builtin_deck.empty_pile)
        decks.append(Deck(faces=faces, back=back, empty_pile=empty))
    return decks[0], decks[1]


def apply_palette(picture: Picture, layout: PictureLayout, card_order: CardOrder) -> Picture:
    """Return an image in colours 0 to 15. A CGA image gets the palette of the order, any other is unchanged."""
    if layout.image_format != "cga4":
        return picture
    table = bytes(card_order.palette) + bytes(range(4, 256))
    return Picture(width=picture.width, height=picture.height, pixels=picture.pixels.translate(table))


def resize_picture(picture: Picture, width: int, height: int) -> Picture:
    """Return the picture in another size, without smoothing and regardless of its proportions.

    Each pixel is the one under its centre.

    >>> resize_picture(Picture(2, 1, bytes([1, 2])), 4, 2).pixels.hex()
    '0101020201010202'
    """
    columns = [(2 * x + 1) * picture.width // (2 * width) for x in range(width)]
    rows = [(2 * y + 1) * picture.height // (2 * height) * picture.width for y in range(height)]
    pixels = b"".join([bytes([picture.pixels[row + column] for column in columns]) for row in rows])
    return Picture(width=width, height=height, pixels=pixels)


def _build_deck(pictures: Sequence[Picture]) -> Deck:
    return Deck(
        faces=tuple(pictures[:FACE_COUNT]), back=pictures[FACE_COUNT], empty_pile=pictures[FACE_COUNT + 1]
    )


def make_four_colour_deck(deck: Deck) -> Deck:
    """Return the deck with green clubs and blue diamonds, so that every suit has its own colour."""
    return deck._replace(faces=tuple([_recolour_face(deck.faces[card], card) for card in range(FACE_COUNT)]))


def _recolour_face(face: Picture, card: int) -> Picture:
    suit, rank = divmod(card, _RANKS_PER_SUIT)
    if suit not in (_CLUBS, _DIAMONDS):
        return face
    table = _GREEN if suit == _CLUBS else _BLUE
    width, height, pixels = face.width, face.height, bytearray(face.pixels)
    corner_width, corner_height = _INDEX_SIZE if rank >= _FIRST_COURT_RANK else (width // 2, height // 2)
    for row in range(_EDGE_PX, height - _EDGE_PX):
        if corner_height <= row < height - corner_height:
            continue
        start = row * width
        for left, right in ((_EDGE_PX, corner_width), (width - corner_width, width - _EDGE_PX)):
            pixels[start + left : start + right] = pixels[start + left : start + right].translate(table)
    return face._replace(pixels=bytes(pixels))
