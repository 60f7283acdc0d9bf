"""Small cards of 48 x 48 pixels, composed of pieces of the program's own 64 x 64 cards, which are not scaled.

Scaling would drop rows and columns, and with them the difference between clubs and spades. Instead, the index is
copied, the pips are placed closer together, and a court card shows the upper part of its figure. `art/small_cga.py`
builds those for the CGA in the same way.
"""

from collections.abc import Sequence

from retro_pyramid.formats.pictures.bgi import Picture
from retro_pyramid.formats.pictures.deck import FACE_COUNT, Deck, resize_picture

SMALL_CARD_SIZE = 48
"""Width and height of a small card in pixels."""
_RANKS, _ACE, _COURT_RANKS = 13, 0, (10, 11, 12)
_EDGE_PX, _INDEX_WIDTH = 3, 14
_FIELD = (_INDEX_WIDTH, _EDGE_PX, SMALL_CARD_SIZE - _INDEX_WIDTH - _EDGE_PX, SMALL_CARD_SIZE - 2 * _EDGE_PX)
"""The area of the pips or the figure on a small card: left, top, width, height."""
# Areas of pieces of a large card, likewise: an upright pip (from the five) and a turned one (from the four), paper
# without pips (from the four), a court card's figure without its frame, an ace's picture, its middle, and the part
# below the index.
_UPRIGHT, _TURNED, _PAPER = (27, 27, 11, 9), (15, 52, 11, 9), (14, 13, _FIELD[2], 38)
_FIGURE, _PICTURE = (18, _EDGE_PX, _FIELD[2] - 2, _FIELD[3] - 1), (12, _EDGE_PX, 40, 58)
_MIDDLE, _BELOW = (
    (16, 11, _FIELD[2], _FIELD[3]),
    (_EDGE_PX, 27, _INDEX_WIDTH - _EDGE_PX, SMALL_CARD_SIZE - _EDGE_PX - 27),
)
_FRAME_LEFT, _FRAME_RIGHT, _FRAME_BOTTOM = 14, 48, 60
# Left and top of the pips of ranks 2 to 10.
_L, _M, _R = 15, 25, 35
_T, _C, _B = 3, 19, 36
_CORNERS = ((_L, _T), (_R, _T), (_L, _B), (_R, _B))
_SIDES = tuple((x, y) for x in (_L, _R) for y in (_T, 14, 25, _B))
_PIPS = (
    ((_M, _T), (_M, _B)),
    ((_M, _T), (_M, _C), (_M, _B)),
    _CORNERS,
    (*_CORNERS, (_M, _C)),
    (*_CORNERS, (_L, _C), (_R, _C)),
    (*_CORNERS, (_L, _C), (_R, _C), (_M, 11)),
    (*_CORNERS, (_L, _C), (_R, _C), (_M, 11), (_M, 28)),
    (*_SIDES, (_M, _C)),
    (*_SIDES, (_M, 8), (_M, 31)),
)


def build_small_deck(deck: Deck) -> Deck:
    """Return the small cards of one of the program's own decks."""
    return scale_down_deck(deck)._replace(
        faces=tuple([_build_face(deck.faces, card) for card in range(FACE_COUNT)])
    )


def scale_down_deck(deck: Deck) -> Deck:
    """Return any other deck scaled down to small cards."""
    faces = tuple([resize_picture(face, SMALL_CARD_SIZE, SMALL_CARD_SIZE) for face in deck.faces])
    return Deck(
        faces=faces,
        back=resize_picture(deck.back, SMALL_CARD_SIZE, SMALL_CARD_SIZE),
        empty_pile=resize_picture(deck.empty_pile, SMALL_CARD_SIZE, SMALL_CARD_SIZE),
    )


def shrink_keep_border(large: Picture, left_columns: int, top_rows: int, edge: int) -> list[bytearray]:
    """Return the rows of a smaller card that keeps the card's border.

    They consist of the first `left_columns` columns and `top_rows` rows of the large card, and its last `edge` ones.
    """
    width, height = large.width, large.height
    starts = [y * width for y in (*range(top_rows), *range(height - edge, height))]
    pixels = large.pixels
    return [
        bytearray(pixels[start : start + left_columns] + pixels[start + width - edge : start + width])
        for start in starts
    ]


def _build_face(faces: Sequence[Picture], card: int) -> Picture:
    suit, rank = divmod(card, _RANKS)
    large, four_of_suit, five_of_suit = faces[card], faces[suit * _RANKS + 3], faces[suit * _RANKS + 4]
    # Edges and index: everything outside the field comes from the nearest corner.
    rows = shrink_keep_border(large, SMALL_CARD_SIZE - _EDGE_PX, SMALL_CARD_SIZE - _EDGE_PX, _EDGE_PX)
    left, top, width, height = _FIELD
    if rank in _COURT_RANKS:
        paste_picture(rows, crop_picture(large, _FRAME_LEFT, top, 1, height), left, top)
        paste_picture(rows, crop_picture(large, *_FIGURE), left + 1, top)
        paste_picture(rows, crop_picture(large, _FRAME_RIGHT, top, 1, height), left + width - 1, top)
        paste_picture(rows, crop_picture(large, _FIGURE[0], _FRAME_BOTTOM, width, 1), left, top + height - 1)
        return picture_from_rows(rows)
    paper = crop_picture(four_of_suit, *_PAPER)
    for y in (top, top + _PAPER[3]):
        paste_picture(rows, paper, left, y, max_rows=top + height - y)
    paste_picture(rows, crop_picture(four_of_suit, *_BELOW), *_BELOW[:2])
    if rank == _ACE:
        paste_picture(rows, _build_ace(large, frozenset(paper.pixels)), left, top)
        return picture_from_rows(rows)
    upright, turned, transparent = (
        crop_picture(five_of_suit, *_UPRIGHT),
        crop_picture(four_of_suit, *_TURNED),
        frozenset(paper.pixels),
    )
    for x, y in _PIPS[rank - 1]:
        paste_picture(rows, upright if y <= _C else turned, x, y, transparent)
    return picture_from_rows(rows)


def _build_ace(large: Picture, paper: frozenset[int]) -> Picture:
    """Return an ace's picture: unchanged if it fits on a small card, otherwise scaled."""
    picture, middle = crop_picture(large, *_PICTURE), crop_picture(large, *_MIDDLE)
    ink_counts = [sum(pixel not in paper for pixel in piece.pixels) for piece in (picture, middle)]
    return middle if ink_counts[0] == ink_counts[1] else resize_picture(picture, middle.width, middle.height)


def crop_picture(picture: Picture, left: int, top: int, width: int, height: int) -> Picture:
    """Return a rectangular part of a picture."""
    starts = range(top * picture.width + left, (top + height) * picture.width + left, picture.width)
    pixels = b"".join([picture.pixels[start : start + width] for start in starts])
    return Picture(width=width, height=height, pixels=pixels)


def paste_picture(
    rows: list[bytearray],
    piece: Picture,
    left: int,
    top: int,
    transparent: frozenset[int] = frozenset(),
    max_rows: int = SMALL_CARD_SIZE,
) -> None:
    """Copy at most `max_rows` rows of a piece into the rows. Pixels in `transparent` colours leave what is there."""
    right = left + piece.width
    for y in range(min(piece.height, max_rows)):
        pixels = piece.pixels[y * piece.width : (y + 1) * piece.width]
        if transparent:
            background = rows[top + y][left:right]
            pixels = bytes(
                [
                    background_pixel if pixel in transparent else pixel
                    for background_pixel, pixel in zip(background, pixels, strict=True)
                ]
            )
        rows[top + y][left:right] = pixels


def picture_from_rows(rows: list[bytearray]) -> Picture:
    """Return the picture that consists of these rows."""
    return Picture(width=len(rows[0]), height=len(rows), pixels=b"".join(map(bytes, rows)))
