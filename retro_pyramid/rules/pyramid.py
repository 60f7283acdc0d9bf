"""The pyramid's geometry: 28 positions in seven rows, and which of them lie open.

Index order is row by row from the apex, each left to right: apex 0 ('11'), bottom row 21..27 ('71'..'77').
A set of positions is a bit mask, bit i for index i.
"""

from functools import cache, lru_cache

from retro_pyramid.cards import quoted

ROWS = 7
POSITIONS = 28
FULL = (1 << POSITIONS) - 1

_PLACES = tuple((row, column) for row in range(1, ROWS + 1) for column in range(1, row + 1))
_INDEX = {place: index for index, place in enumerate(_PLACES)}
_TEXT = tuple(f"{row}{column}" for row, column in _PLACES)
_BY_TEXT = {text: index for index, text in enumerate(_TEXT)}
_COVERERS = tuple(
    (_INDEX[row + 1, column], _INDEX[row + 1, column + 1]) if row < ROWS else () for row, column in _PLACES
)
_COVERED = tuple(
    (index, 1 << index, sum(1 << cover for cover in pair)) for index, pair in enumerate(_COVERERS)
)
"""For each position its bit and the mask of those that cover it."""


def row_of(index: int) -> int:
    """Return the row of a position, 1 at the apex to 7 at the bottom.

    >>> row_of(parse_position("52"))
    5
    """
    return _PLACES[index][0]


def coverers(index: int) -> tuple[int, ...]:
    """Return the two positions that cover this one, or nothing for the bottom row.

    >>> [position_text(i) for i in coverers(parse_position("52"))]
    ['62', '63']
    """
    return _COVERERS[index]


def position_text(index: int) -> str:
    """Return a position as its row digit and column digit.

    >>> position_text(0), position_text(27)
    ('11', '77')
    """
    return _TEXT[index]


def parse_position(text: str) -> int:
    """Read a position; ValueError if the pyramid has none of that name.

    >>> parse_position("71")
    21
    """
    index = _BY_TEXT.get(text)
    if index is None:
        raise ValueError(f"{quoted(text)} is no position: expected row and column from 11 to 77")
    return index


def positions_in(mask: int) -> list[int]:
    """Return the positions of a mask, open or covered, in index order."""
    return [index for index in range(mask.bit_length()) if mask >> index & 1]


@cache
def below(index: int) -> int:
    """Return the mask of the positions below this one: those whose cards must go before its card is open.

    >>> below(0).bit_count(), below(21)
    (27, 0)
    """
    mask = 0
    for coverer in coverers(index):
        mask |= 1 << coverer | below(coverer)
    return mask


def without_open(pyramid: int, some: int) -> int:
    """Return a pyramid without those cards of a mask that lie open, and without those that this opens.

    >>> without_open(0b111, 0b101), without_open(0b111, 0b111)
    (3, 0)
    """
    some &= pyramid
    while some:
        # A card has a lower index than those that cover it.
        index = some.bit_length() - 1
        some ^= 1 << index
        if not pyramid & below(index):
            pyramid ^= 1 << index
    return pyramid


# A game can reach no more than 1430 different pyramids (the Catalan number C8), so all of them fit.
@lru_cache(maxsize=4096)
def open_in(pyramid: int) -> tuple[int, ...]:
    """Return the positions of this mask that hold a card no other card covers, in index order.

    >>> [position_text(i) for i in open_in(FULL)]
    ['71', '72', '73', '74', '75', '76', '77']
    """
    return tuple([index for index, bit, covers in _COVERED if pyramid & bit and not pyramid & covers])
