"""Small cards, 48 x 48 pixels: composed of pieces of the program's own cards of 64 x 64, which are not scaled.

Scaling would drop rows and columns, and with them the difference between clubs and spades. So the index is copied, the
pips stand closer together, and a court card shows the upper part of its figure. The CGA's are 24 x 27, of 32 x 36.
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
# The same for the CGA, whose small card is 24 x 27: one index, and a pip twice as large or a court's figure.
_CGA_SIZE = 24, 27
_CGA_FIELD, _CGA_PIP, _CGA_FIGURE = (8, 2, 14, 23), (2, 10, 5, 6), (9, 1, 14, 25)
_CGA_BELOW = (2, 17, 6, 8)
_CGA_BACK_EDGE, _CGA_OUTLINE, _CGA_RED, _CGA_PAPER = 3, 0, 2, 3


def small_deck(deck: Deck) -> Deck:
    """Return the small cards of one of the program's own decks."""
    return fitted_deck(deck)._replace(faces=tuple([_face(deck.faces, card) for card in range(FACES)]))


def small_cga_deck(deck: Deck) -> Deck:
    """Return the small cards of one of the program's own decks for the CGA."""
    faces = tuple([_cga_face(face, card % _RANKS) for card, face in enumerate(deck.faces)])
    return Deck(faces, _cga_back(deck.back), _cga_back(deck.empty))


def fitted_deck(deck: Deck) -> Deck:
    """Return the small cards of any other deck: every card is scaled."""
    faces = tuple([fit(face, SIZE, SIZE) for face in deck.faces])
    return Deck(faces, fit(deck.back, SIZE, SIZE), fit(deck.empty, SIZE, SIZE))


def _cga_face(whole: Picture, rank: int) -> Picture:
    width, height = _CGA_SIZE
    rows = _corners(whole, width - 2, height - 2, 2)
    # There is one index: at the right edge nothing of another one's outline, but what the edge is below it.
    for row in rows[1 : _CGA_BELOW[1]]:
        if row[width - 2] == _CGA_OUTLINE:
            row[width - 2] = rows[_CGA_BELOW[1]][width - 2]
    for x, y, across, down in (_CGA_FIELD, _CGA_BELOW):
        _put(rows, Picture(across, down, bytes([_CGA_PAPER]) * across * down), x, y)
    left, _, wide, _ = _CGA_FIELD
    if rank in _COURTS:
        _put(rows, _crop(whole, *_CGA_FIGURE), width - 2 - _CGA_FIGURE[2], _CGA_FIGURE[1])
    else:
        pip = fit(_crop(whole, *_CGA_PIP), 2 * _CGA_PIP[2], 2 * _CGA_PIP[3])
        clear = frozenset([_CGA_OUTLINE] if _CGA_RED in pip.pixels else [])
        _put(rows, pip, left + (wide - pip.width) // 2, (height - pip.height) // 2, clear)
    return _picture(rows)


def _cga_back(whole: Picture) -> Picture:
    """Return a back or an empty pile: its edge, and the middle of what is inside."""
    (width, height), edge = _CGA_SIZE, _CGA_BACK_EDGE
    rows = _corners(whole, width - edge, height - edge, edge)
    wide, high = width - 2 * edge, height - 2 * edge
    middle = (whole.width - wide) // 2, (whole.height - high) // 2
    _put(rows, _crop(whole, *middle, wide, high), edge, edge)
    return _picture(rows)


def _corners(whole: Picture, across: int, down: int, edge: int) -> list[bytearray]:
    """Return the rows of a smaller card: so many columns and rows of the large one, then its last `edge` ones."""
    wide, high = whole.width, whole.height
    starts = [y * wide for y in (*range(down), *range(high - edge, high))]
    pixels = whole.pixels
    return [bytearray(pixels[at : at + across] + pixels[at + wide - edge : at + wide]) for at in starts]


def _face(faces: Sequence[Picture], card: int) -> Picture:
    suit, rank = divmod(card, _RANKS)
    whole, four, five = faces[card], faces[suit * _RANKS + 3], faces[suit * _RANKS + 4]
    # The edges and the index: all but the field comes from the nearest corner.
    rows = _corners(whole, SIZE - _EDGE, SIZE - _EDGE, _EDGE)
    left, top, width, height = _FIELD
    if rank in _COURTS:
        _put(rows, _crop(whole, _FRAME_LEFT, top, 1, height), left, top)
        _put(rows, _crop(whole, *_FIGURE), left + 1, top)
        _put(rows, _crop(whole, _FRAME_RIGHT, top, 1, height), left + width - 1, top)
        _put(rows, _crop(whole, _FIGURE[0], _FRAME_BOTTOM, width, 1), left, top + height - 1)
        return _picture(rows)
    paper = _crop(four, *_PAPER)
    for y in (top, top + _PAPER[3]):
        _put(rows, paper, left, y, height=top + height - y)
    _put(rows, _crop(four, *_BELOW), *_BELOW[:2])
    if rank == _ACE:
        _put(rows, _ace(whole, frozenset(paper.pixels)), left, top)
        return _picture(rows)
    upright, turned, clear = _crop(five, *_UPRIGHT), _crop(four, *_TURNED), frozenset(paper.pixels)
    for x, y in _PIPS[rank - 1]:
        _put(rows, upright if y <= _C else turned, x, y, clear)
    return _picture(rows)


def _ace(whole: Picture, paper: frozenset[int]) -> Picture:
    """Return an ace's picture as it is if it has room on a small card, else brought to size."""
    picture, middle = _crop(whole, *_PICTURE), _crop(whole, *_MIDDLE)
    inks = [sum(pixel not in paper for pixel in piece.pixels) for piece in (picture, middle)]
    return middle if inks[0] == inks[1] else fit(picture, middle.width, middle.height)


def _crop(picture: Picture, left: int, top: int, width: int, height: int) -> Picture:
    starts = range(top * picture.width + left, (top + height) * picture.width + left, picture.width)
    return Picture(width, height, b"".join([picture.pixels[start : start + width] for start in starts]))


def _put(
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


def _picture(rows: list[bytearray]) -> Picture:
    return Picture(len(rows[0]), len(rows), b"".join(map(bytes, rows)))
