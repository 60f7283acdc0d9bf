"""Geometry of the pyramid: its 28 slots in seven rows, which slots cover which, and which cards are exposed.

Slots are numbered row by row from the apex, each row from left to right: the apex is slot 0 (named '11'), the bottom row is
slots 21 to 27 ('71' to '77'). A set of slots is a bit mask, with bit i for slot i.
"""

from functools import cache, lru_cache

from retro_pyramid.cards import quoted

ROWS = 7
POSITIONS = 28
FULL = (1 << POSITIONS) - 1
"""The mask of all slots."""

_ROWS_AND_COLUMNS = tuple((row, column) for row in range(1, ROWS + 1) for column in range(1, row + 1))
_SLOT_AT = {row_and_column: slot for slot, row_and_column in enumerate(_ROWS_AND_COLUMNS)}
_NAMES = tuple(f"{row}{column}" for row, column in _ROWS_AND_COLUMNS)
_SLOT_BY_NAME = {name: slot for slot, name in enumerate(_NAMES)}
_COVERING_SLOTS = tuple(
    (_SLOT_AT[row + 1, column], _SLOT_AT[row + 1, column + 1]) if row < ROWS else ()
    for row, column in _ROWS_AND_COLUMNS
)
_COVERING_MASKS = tuple(
    (slot, 1 << slot, sum(1 << covering for covering in pair)) for slot, pair in enumerate(_COVERING_SLOTS)
)
"""For each slot: the slot, its bit, and the mask of the slots that cover it."""


def row_of(index: int) -> int:
    """Return the row of a slot, from 1 at the apex to 7 at the bottom.

    >>> row_of(parse_position("52"))
    5
    """
    return _ROWS_AND_COLUMNS[index][0]


def coverers(index: int) -> tuple[int, ...]:
    """Return the two slots that directly cover a slot, or () for a slot of the bottom row.

    >>> [position_text(slot) for slot in coverers(parse_position("52"))]
    ['62', '63']
    """
    return _COVERING_SLOTS[index]


def position_text(index: int) -> str:
    """Return the name of a slot: its row digit and column digit.

    >>> position_text(0), position_text(27)
    ('11', '77')
    """
    return _NAMES[index]


def parse_position(text: str) -> int:
    """Return the slot with this name. Raise ValueError if there is none.

    >>> parse_position("71")
    21
    """
    slot = _SLOT_BY_NAME.get(text)
    if slot is None:
        raise ValueError(f"{quoted(text)} is no position: expected row and column from 11 to 77")
    return slot


def positions_in(mask: int) -> list[int]:
    """Return the slots of a mask in ascending order, exposed or not."""
    return [slot for slot in range(mask.bit_length()) if mask >> slot & 1]


@cache
def below(index: int) -> int:
    """Return the mask of all slots that cover a slot directly or indirectly.

    Their cards must be removed before the card in this slot is exposed.

    >>> below(0).bit_count(), below(21)
    (27, 0)
    """
    mask = 0
    for covering_slot in coverers(index):
        mask |= 1 << covering_slot | below(covering_slot)
    return mask


def without_open(pyramid: int, some: int) -> int:
    """Remove those cards of a mask that are exposed, or become exposed as others of the mask are removed.

    Return the mask of the remaining pyramid.

    >>> without_open(0b111, 0b101), without_open(0b111, 0b111)
    (3, 0)
    """
    some &= pyramid
    while some:
        # The slots that cover a card have higher numbers, so they are removed first.
        slot = some.bit_length() - 1
        some ^= 1 << slot
        if not pyramid & below(slot):
            pyramid ^= 1 << slot
    return pyramid


# A game can reach at most 1430 different pyramids (the Catalan number C8), so the cache holds all of them.
@lru_cache(maxsize=4096)
def open_in(pyramid: int) -> tuple[int, ...]:
    """Return the exposed slots of a pyramid in ascending order: those with a card that no other card covers.

    >>> [position_text(slot) for slot in open_in(FULL)]
    ['71', '72', '73', '74', '75', '76', '77']
    """
    return tuple(
        [slot for slot, bit, covering in _COVERING_MASKS if pyramid & bit and not pyramid & covering]
    )
