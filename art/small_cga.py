"""The small cards for 320x200 in 4 colours, 24 x 27 pixels: composed of pieces of those of 32 x 36, which are not scaled."""

from retro_pyramid.formats.pictures import small_cards as small
from retro_pyramid.formats.pictures.bgi import Picture
from retro_pyramid.formats.pictures.deck import Deck, resize_picture

RANKS, COURTS = 13, (10, 11, 12)
# One index, and a pip twice as large or a court's figure.
_SIZE = 24, 27
_FIELD, _PIP, _FIGURE = (8, 2, 14, 23), (2, 10, 5, 6), (9, 1, 14, 25)
_BELOW = (2, 17, 6, 8)
_BACK_EDGE, _OUTLINE, _RED, _PAPER = 3, 0, 2, 3


def small_cga_deck(deck: Deck) -> Deck:
    """Return the small cards of one of the program's own decks for the CGA."""
    faces = tuple([_cga_face(face, card % RANKS) for card, face in enumerate(deck.faces)])
    return Deck(faces, _cga_back(deck.back), _cga_back(deck.empty_pile))


def _cga_face(whole: Picture, rank: int) -> Picture:
    width, height = _SIZE
    rows = small.shrink_keep_border(whole, width - 2, height - 2, 2)
    # There is one index: at the right edge nothing of another one's outline, but what the edge is below it.
    for row in rows[1 : _BELOW[1]]:
        if row[width - 2] == _OUTLINE:
            row[width - 2] = rows[_BELOW[1]][width - 2]
    for x, y, across, down in (_FIELD, _BELOW):
        small.paste_picture(rows, Picture(across, down, bytes([_PAPER]) * across * down), x, y)
    left, _, wide, _ = _FIELD
    if rank in COURTS:
        small.paste_picture(rows, small.crop_picture(whole, *_FIGURE), width - 2 - _FIGURE[2], _FIGURE[1])
    else:
        pip = resize_picture(small.crop_picture(whole, *_PIP), 2 * _PIP[2], 2 * _PIP[3])
        clear = frozenset([_OUTLINE] if _RED in pip.pixels else [])
        small.paste_picture(rows, pip, left + (wide - pip.width) // 2, (height - pip.height) // 2, clear)
    return small.picture_from_rows(rows)


def _cga_back(whole: Picture) -> Picture:
    """Return a back or an empty pile: its edge, and the middle of what is inside."""
    (width, height), edge = _SIZE, _BACK_EDGE
    rows = small.shrink_keep_border(whole, width - edge, height - edge, edge)
    wide, high = width - 2 * edge, height - 2 * edge
    middle = (whole.width - wide) // 2, (whole.height - high) // 2
    small.paste_picture(rows, small.crop_picture(whole, *middle, wide, high), edge, edge)
    return small.picture_from_rows(rows)
