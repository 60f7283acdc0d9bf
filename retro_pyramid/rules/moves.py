"""Moves and their notation, the same in all editions."""

from typing import NamedTuple

from retro_pyramid.cards import quote
from retro_pyramid.rules.geometry import SLOT_COUNT, slot_name


class InvalidMoveError(ValueError):
    """A text that is not a move of any edition. A move that the current state does not allow is an IllegalMoveError."""


class Move(NamedTuple):
    """A move: its notation and the cards it removes. A draw or redeal removes none.

    `slots` are the pyramid slots; `stock_count` and `waste_count` are the numbers of cards from the top of stock and waste.
    """

    text: str
    slots: tuple[int, ...] = ()
    stock_count: int = 0
    waste_count: int = 0

    def __str__(self) -> str:
        return self.text


DRAW = Move("D")
REDEAL = Move("R")
STOCK_SINGLE = Move("P", stock_count=1)
WASTE_SINGLE = Move("W", waste_count=1)
STOCK_WASTE_PAIR = Move("P+W", stock_count=1, waste_count=1)
WASTE_PAIR = Move("WW", waste_count=2)
"""Removes the top two cards of the waste."""

_SLOT_NAMES = [slot_name(slot) for slot in range(SLOT_COUNT)]
PYRAMID_SINGLES = tuple(Move(name, (slot,)) for slot, name in enumerate(_SLOT_NAMES))
"""For each slot the move that takes only its card."""
PYRAMID_PAIRS = tuple(
    tuple(
        Move(f"{first}+{second}", (i, j)) if i < j else PYRAMID_SINGLES[i]
        for j, second in enumerate(_SLOT_NAMES)
    )
    for i, first in enumerate(_SLOT_NAMES)
)
"""PYRAMID_PAIRS[i][j], with i < j, removes the cards of slots i and j."""
PYRAMID_STOCK_PAIRS = tuple(
    Move(f"{name}+P", (slot,), stock_count=1) for slot, name in enumerate(_SLOT_NAMES)
)
"""For each slot the move that removes its card together with the top of the stock."""
PYRAMID_WASTE_PAIRS = tuple(
    Move(f"{name}+W", (slot,), waste_count=1) for slot, name in enumerate(_SLOT_NAMES)
)
"""For each slot the move that removes its card together with the top of the waste."""

MOVES_BY_TEXT: dict[str, Move] = {
    move.text: move
    for moves in (
        *PYRAMID_PAIRS,
        PYRAMID_STOCK_PAIRS,
        PYRAMID_WASTE_PAIRS,
        (STOCK_SINGLE, WASTE_SINGLE, STOCK_WASTE_PAIR, WASTE_PAIR, DRAW, REDEAL),
    )
    for move in moves
}


def parse_move(text: str) -> Move:
    """Return the move with this notation. Raise InvalidMoveError, with the expected notation, if there is none.

    >>> parse_move("71+74").slots
    (21, 24)
    """
    move = MOVES_BY_TEXT.get(text)
    if move is None:
        first, plus, second = text.partition("+")
        swapped = f"{second}+{first}"
        if plus and swapped in MOVES_BY_TEXT:
            raise InvalidMoveError(f"{text!r} is no move: expected {swapped}")
        expected = "11 to 77, P, W, a pair such as 71+74, WW, D or R"
        raise InvalidMoveError(f"{quote(text)} is no move: expected {expected}")
    return move
