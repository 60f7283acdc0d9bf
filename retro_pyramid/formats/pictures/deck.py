"""PYRAMID.DEC: two decks of 54 BGI images of 64 x 64 pixels, one after another; and decks of other layouts.

PYRCGA.DEC, the program's own cards for 320x200 in 4 colours, is the same of CGA's images of 32 x 36 pixels, PYRTV.DEC,
for 160x200 in 16, of images of 16 x 36; files whose names begin with small_ have the small ones.

The canonical layout is a reconstruction: the original's bytes are not published, its family (BGI images) is known.
"""

from collections.abc import Sequence
from typing import NamedTuple

from retro_pyramid.formats import refuse
from retro_pyramid.formats.layouts import CANONICAL, PLANES, PictureLayout
from retro_pyramid.formats.pictures.bgi import Picture, encode_picture, picture_size
from retro_pyramid.formats.pictures.inference import check_size, decode_images, decode_pictures
from retro_pyramid.formats.pictures.order import BACK, EMPTY, UNUSED, Order

DECKS = 2
FACES = 52
IMAGES = FACES + 2
WIDTH = HEIGHT = 64
FILE_BYTES = DECKS * IMAGES * picture_size(WIDTH, HEIGHT)
# The same layout stands, with words, in docs/layouts/decks.layout.
LAYOUT = PictureLayout(name=CANONICAL, image="bgi16", decks=DECKS, images=IMAGES, size=(WIDTH, HEIGHT))
LAYOUTS = {
    f"{begin}{name}": PictureLayout(
        name=CANONICAL, image=kind, decks=DECKS, images=IMAGES, size=(wide * part // 4, 9 * part)
    )
    for name, kind, wide in (("PYRCGA.DEC", "cga4", 32), ("PYRTV.DEC", "bgi16", 16))
    for begin, part in (("", 4), ("small_", 3))
}
"""Of the program's own cards for other adapters than the EGA, by their file."""

_SUIT, _COURT = 13, 10
_CLUBS, _DIAMONDS = 0, 1
_GREEN = bytes.maketrans(b"\x00\x08", b"\x02\x0a")
_BLUE = bytes.maketrans(b"\x04\x0c", b"\x01\x09")
"""Black and its shade become green, red and its shade blue."""
_EDGE = 2
_INDEX = (14, 28)
"""How far from a corner of a court card index and suit reach, in columns and rows: the figure keeps its colours."""


class Deck(NamedTuple):
    """A deck's pictures: `faces[card]` for the 52 cards, the `back`, the outline of an `empty` pile."""

    faces: tuple[Picture, ...]
    back: Picture
    empty: Picture


def decode_deck(data: bytes, number: int, layout: PictureLayout = LAYOUT) -> Deck:
    """Return deck 1 or 2 of a PYRAMID.DEC or, by another of LAYOUTS, of a PYRCGA.DEC; FormatError names a wrong image."""
    pictures, _ = decode_images(layout, data, number, (number - 1) * (len(data) // DECKS))
    return _deck(pictures)


def decode_decks(data: bytes) -> tuple[Deck, Deck]:
    """Return both decks of a canonical PYRAMID.DEC, 221,832 bytes; raise FormatError saying what is wrong."""
    first, second = decode_pictures(LAYOUT, data)
    return _deck(first), _deck(second)


def encode_decks(decks: tuple[Deck, Deck], layout: PictureLayout = LAYOUT) -> bytes:
    """Return the bytes of a PYRAMID.DEC, or by another layout of others; FormatError for a wrong image or count."""
    parts = []
    for number, deck in enumerate(decks, 1):
        refuse(len(deck.faces) != FACES, f"deck {number}", None, f"{FACES} faces", len(deck.faces))
        for image, picture in enumerate((*deck.faces, deck.back, deck.empty), 1):
            check_size(f"image {image} of deck {number}", None, picture, layout.size)
            parts.append(encode_picture(picture, PLANES[layout.image]))
    return b"".join(parts)


def read_decks(
    layout: PictureLayout, data: bytes, order: Order | None, builtin: tuple[Deck, Deck]
) -> tuple[Deck, Deck]:
    """Return the decks of a picture file of any layout, as the table draws them: 64 x 64, colours 0 to 15.

    `order` is that of a sidecar file, None for the layout's own. A back or an empty pile that the file lacks comes from
    `builtin`; a file of one deck gives it twice. Raise FormatError.
    """
    order = order or layout.order
    found = decode_pictures(layout, data)
    faces_shown = sum(0 <= show < FACES for show in order.shows[: layout.images])
    refuse(faces_shown < FACES, "deck", None, f"{FACES} faces among {layout.images} images", faces_shown)
    decks = []
    for pictures, spare in zip((found[0], found[-1]), builtin, strict=True):
        shown = dict(zip(order.shows, pictures, strict=False))
        cards = {show: coloured(picture, layout, order) for show, picture in shown.items() if show != UNUSED}
        if (pictures[0].width, pictures[0].height) != (WIDTH, HEIGHT):
            cards = {show: fit(picture, WIDTH, HEIGHT) for show, picture in cards.items()}
        faces = tuple([cards[card] for card in range(FACES)])
        back, empty = cards.get(BACK, spare.back), cards.get(EMPTY, spare.empty)
        decks.append(Deck(faces=faces, back=back, empty=empty))
    return decks[0], decks[1]


def coloured(picture: Picture, layout: PictureLayout, order: Order) -> Picture:
    """Return an image in colours 0 to 15: one of CGA by the order's palette, any other as it is."""
    if layout.image != "cga4":
        return picture
    table = bytes(order.palette) + bytes(range(4, 256))
    return Picture(width=picture.width, height=picture.height, pixels=picture.pixels.translate(table))


def fit(picture: Picture, width: int, height: int) -> Picture:
    """Return the picture in another size, whatever its shape, without smoothing: each pixel is the one under its centre.

    >>> fit(Picture(2, 1, bytes([1, 2])), 4, 2).pixels.hex()
    '0101020201010202'
    """
    columns = [(2 * x + 1) * picture.width // (2 * width) for x in range(width)]
    rows = [(2 * y + 1) * picture.height // (2 * height) * picture.width for y in range(height)]
    pixels = b"".join([bytes([picture.pixels[row + column] for column in columns]) for row in rows])
    return Picture(width=width, height=height, pixels=pixels)


def _deck(pictures: Sequence[Picture]) -> Deck:
    return Deck(faces=tuple(pictures[:FACES]), back=pictures[FACES], empty=pictures[FACES + 1])


def four_coloured(deck: Deck) -> Deck:
    """Return any deck in four colours: clubs green and diamonds blue, so that no suit has the colour of another."""
    return deck._replace(faces=tuple([_in_its_colour(deck.faces[card], card) for card in range(FACES)]))


def _in_its_colour(face: Picture, card: int) -> Picture:
    suit, rank = divmod(card, _SUIT)
    if suit not in (_CLUBS, _DIAMONDS):
        return face
    table = _GREEN if suit == _CLUBS else _BLUE
    width, height, pixels = face.width, face.height, bytearray(face.pixels)
    across, down = _INDEX if rank >= _COURT else (width // 2, height // 2)
    for row in range(_EDGE, height - _EDGE):
        if down <= row < height - down:
            continue
        start = row * width
        for left, right in ((_EDGE, across), (width - across, width - _EDGE)):
            pixels[start + left : start + right] = pixels[start + left : start + right].translate(table)
    return face._replace(pixels=bytes(pixels))
