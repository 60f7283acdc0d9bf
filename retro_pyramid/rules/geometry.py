"""Geometry of the pyramid: its 28 slots in seven rows, which slots cover which, and which cards are exposed.

Slots are numbered row by row from the apex, each row from left to right: the apex is slot 0 (named '11'), the bottom row is
slots 21 to 27 ('71' to '77'). A set of slots is a bit mask, with bit i for slot i.
"""

from functools import cache, lru_cache

from retro_pyramid.cards import quote

ROW_COUNT = 7
SLOT_COUNT = 28
FULL_PYRAMID = (1 << SLOT_COUNT) - 1
"""The mask of all slots."""

_ROWS_AND_COLUMNS = tuple((row, column) for row in range(1, ROW_COUNT + 1) for column in range(1, row + 1))
_SLOT_AT = {row_and_column: slot for slot, row_and_column in enumerate(_ROWS_AND_COLUMNS)}
_NAMES = tuple(f"{row}{column}" for row, column in _ROWS_AND_COLUMNS)
_SLOT_BY_NAME = {name: slot for slot, name in enumerate(_NAMES)}
_COVERING_SLOTS = tuple(
    (_SLOT_AT[row + 1, column], _SLOT_AT[row + 1, column + 1]) if row < ROW_COUNT else ()
    for row, column in _ROWS_AND_COLUMNS
)
_COVERING_MASKS = tuple(
    (slot, 1 << slot, sum(1 << covering for covering in pair)) for slot, pair in enumerate(_COVERING_SLOTS)
)
"""For each slot: the slot, its bit, and the mask of the slots that cover it."""


def row_of(slot: int) -> int:
    """Return the row of a slot, from 1 at the apex to 7 at the bottom.

    >>> row_of(parse_slot("52"))
    5
    """
    return _ROWS_AND_COLUMNS[slot][0]


def covering_slots(slot: int) -> tuple[int, ...]:
    """Return the two slots that directly cover a slot, or () for a slot of the bottom row.

    >>> [slot_name(slot) for slot in covering_slots(parse_slot("52"))]
    ['62', '63']
    """
    return _COVERING_SLOTS[slot]


def slot_name(slot: int) -> str:
    """Return the name of a slot: its row digit and column digit.

    >>> slot_name(0), slot_name(27)
    ('11', '77')
    """
    return _NAMES[slot]


def parse_slot(text: str) -> int:
    """Return the slot with this name. Raise ValueError if there is none.

    >>> parse_slot("71")
    21
    """
    slot = _SLOT_BY_NAME.get(text)
    if slot is None:
        raise ValueError(f"{quote(text)} is no position: expected row and column from 11 to 77")
    return slot


def slots_in(mask: int) -> list[int]:
    """Return the slots of a mask in ascending order, exposed or not."""
    return [slot for slot in range(mask.bit_length()) if mask >> slot & 1]


@cache
def blocking_mask(slot: int) -> int:
    """Return the mask of all slots that cover a slot directly or indirectly.

    Their cards must be removed before the card in this slot is exposed.

    >>> blocking_mask(0).bit_count(), blocking_mask(21)
    (27, 0)
    """
    mask = 0
    for covering_slot in covering_slots(slot):
        mask |= 1 << covering_slot | blocking_mask(covering_slot)
    return mask


def remove_exposed(pyramid_mask: int, mask: int) -> int:
    """Remove those cards of a mask that are exposed, or become exposed as others of the mask are removed.

    Return the mask of the remaining pyramid.

    >>> remove_exposed(0b111, 0b101), remove_exposed(0b111, 0b111)
    (3, 0)
    """
    mask &= pyramid_mask
    while mask:
        # The slots that cover a card have higher numbers, so they are removed first.
        slot = mask.bit_length() - 1
        mask ^= 1 << slot
        if not pyramid_mask & blocking_mask(slot):
            pyramid_mask ^= 1 << slot
    return pyramid_mask


# A game can reach at most 1430 different pyramids (the Catalan number C8), so the cache holds all of them.
@lru_cache(maxsize=4096)
def exposed_slots_in(pyramid_mask: int) -> tuple[int, ...]:
    """Return the exposed slots of a pyramid in ascending order: those with a card that no other card covers.

    >>> [slot_name(slot) for slot in exposed_slots_in(FULL_PYRAMID)]
    ['71', '72', '73', '74', '75', '76', '77']
    """
    return tuple(
        [
            slot
            for slot, bit, covering in _COVERING_MASKS
            if pyramid_mask & bit and not pyramid_mask & covering
        ]
    )
