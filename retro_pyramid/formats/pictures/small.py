"""Small cards, 48 x 48 pixels: composed of pieces of the program's own cards of 64 x 64, which are not scaled.

Scaling would drop rows and columns, and with them the difference between clubs and spades. So the index is copied, the
pips stand closer together, and a court card shows the upper part of its figure. Those for the CGA are built so by
`art/small_cga.py`.
"""

from collections.abc import Sequence

from retro_pyramid.formats.pictures.bgi import Picture
from retro_pyramid.formats.pictures.deck import FACES, Deck, fit

SIZE = 48
_RANKS, _ACE, _COURTS = 13, 0, (10, 11, 12)
_EDGE, _INDEX = 3, 14
_FIELD = (_INDEX, _EDGE, SIZE - _INDEX - _EDGE, SIZE - 2 * _EDGE)
"""Where the pips or the figure lie on a small card: left, top, width, height."""
# The same of pieces of a large card: a pip upright (of the five) and turned (of the four), paper without any (of the
# four), a court's figure without its frame, an ace's picture, its middle, what lies below the index.
_UPRIGHT, _TURNED, _PAPER = (27, 27, 11, 9), (15, 52, 11, 9), (14, 13, _FIELD[2], 38)
_FIGURE, _PICTURE = (18, _EDGE, _FIELD[2] - 2, _FIELD[3] - 1), (12, _EDGE, 40, 58)
_MIDDLE, _BELOW = (16, 11, _FIELD[2], _FIELD[3]), (_EDGE, 27, _INDEX - _EDGE, SIZE - _EDGE - 27)
_FRAME_LEFT, _FRAME_RIGHT, _FRAME_BOTTOM = 14, 48, 60
# The pips of the ranks 2 to 10, left and top.
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


def small_deck(deck: Deck) -> Deck:
    """Return the small cards of one of the program's own decks."""
    return fitted_deck(deck)._replace(faces=tuple([_face(deck.faces, card) for card in range(FACES)]))


def fitted_deck(deck: Deck) -> Deck:
    """Return the small cards of any other deck: every card is scaled."""
    faces = tuple([fit(face, SIZE, SIZE) for face in deck.faces])
    return Deck(faces=faces, back=fit(deck.back, SIZE, SIZE), empty=fit(deck.empty, SIZE, SIZE))


def corners(whole: Picture, across: int, down: int, edge: int) -> list[bytearray]:
    """Return the rows of a smaller card: so many columns and rows of the large one, then its last `edge` ones."""
    wide, high = whole.width, whole.height
    starts = [y * wide for y in (*range(down), *range(high - edge, high))]
    pixels = whole.pixels
    return [bytearray(pixels[at : at + across] + pixels[at + wide - edge : at + wide]) for at in starts]


def _face(faces: Sequence[Picture], card: int) -> Picture:
    suit, rank = divmod(card, _RANKS)
    whole, four, five = faces[card], faces[suit * _RANKS + 3], faces[suit * _RANKS + 4]
    # The edges and the index: all but the field comes from the nearest corner.
    rows = corners(whole, SIZE - _EDGE, SIZE - _EDGE, _EDGE)
    left, top, width, height = _FIELD
    if rank in _COURTS:
        put(rows, crop(whole, _FRAME_LEFT, top, 1, height), left, top)
        put(rows, crop(whole, *_FIGURE), left + 1, top)
        put(rows, crop(whole, _FRAME_RIGHT, top, 1, height), left + width - 1, top)
        put(rows, crop(whole, _FIGURE[0], _FRAME_BOTTOM, width, 1), left, top + height - 1)
        return picture(rows)
    paper = crop(four, *_PAPER)
    for y in (top, top + _PAPER[3]):
        put(rows, paper, left, y, height=top + height - y)
    put(rows, crop(four, *_BELOW), *_BELOW[:2])
    if rank == _ACE:
        put(rows, _ace(whole, frozenset(paper.pixels)), left, top)
        return picture(rows)
    upright, turned, clear = crop(five, *_UPRIGHT), crop(four, *_TURNED), frozenset(paper.pixels)
    for x, y in _PIPS[rank - 1]:
        put(rows, upright if y <= _C else turned, x, y, clear)
    return picture(rows)


def _ace(whole: Picture, paper: frozenset[int]) -> Picture:
    """Return an ace's picture as it is if it has room on a small card, else brought to size."""
    picture, middle = crop(whole, *_PICTURE), crop(whole, *_MIDDLE)
    inks = [sum(pixel not in paper for pixel in piece.pixels) for piece in (picture, middle)]
    return middle if inks[0] == inks[1] else fit(picture, middle.width, middle.height)


def crop(picture: Picture, left: int, top: int, width: int, height: int) -> Picture:
    """Return a piece of a picture."""
    starts = range(top * picture.width + left, (top + height) * picture.width + left, picture.width)
    pixels = b"".join([picture.pixels[start : start + width] for start in starts])
    return Picture(width=width, height=height, pixels=pixels)


def put(
    rows: list[bytearray],
    piece: Picture,
    left: int,
    top: int,
    clear: frozenset[int] = frozenset(),
    height: int = SIZE,
) -> None:
    """Lay a piece on the rows, so many of its rows at most; colours in `clear` let through what lies there."""
    right = left + piece.width
    for y in range(min(piece.height, height)):
        line = piece.pixels[y * piece.width : (y + 1) * piece.width]
        if clear:
            under = rows[top + y][left:right]
            line = bytes([old if new in clear else new for old, new in zip(under, line, strict=True)])
        rows[top + y][left:right] = line


def picture(rows: list[bytearray]) -> Picture:
    """Return the picture of rows."""
    return Picture(width=len(rows[0]), height=len(rows), pixels=b"".join(map(bytes, rows)))
