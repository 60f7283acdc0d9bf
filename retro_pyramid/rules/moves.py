"""Moves and their notation, the same in all editions."""

from typing import NamedTuple

from retro_pyramid.cards import quoted
from retro_pyramid.rules.geometry import POSITIONS, position_text


class InvalidMove(ValueError):
    """A text that is not a move of any edition. A move that the current state does not allow is an IllegalMoveError."""


class Move(NamedTuple):
    """A move: its notation and the cards it removes. A draw or redeal removes none.

    `slots` are the pyramid slots; `stock_count` and `waste_count` are the numbers of cards from the top of stock and waste.
    """

    text: str
    positions: tuple[int, ...] = ()
    stock: int = 0
    waste: int = 0

    def __str__(self) -> str:
        return self.text


DRAW = Move("D")
REDEAL = Move("R")
STOCK_ALONE = Move("P", stock=1)
WASTE_ALONE = Move("W", waste=1)
STOCK_AND_WASTE = Move("P+W", stock=1, waste=1)
WASTE_PAIR = Move("WW", waste=2)
"""Removes the top two cards of the waste."""

_SLOT_NAMES = [position_text(slot) for slot in range(POSITIONS)]
SINGLES = tuple(Move(name, (slot,)) for slot, name in enumerate(_SLOT_NAMES))
"""For each slot the move that takes only its card."""
PAIRS = tuple(
    tuple(Move(f"{first}+{second}", (i, j)) if i < j else SINGLES[i] for j, second in enumerate(_SLOT_NAMES))
    for i, first in enumerate(_SLOT_NAMES)
)
"""PYRAMID_PAIRS[i][j], with i < j, removes the cards of slots i and j."""
WITH_STOCK = tuple(Move(f"{name}+P", (slot,), stock=1) for slot, name in enumerate(_SLOT_NAMES))
"""For each slot the move that removes its card together with the top of the stock."""
WITH_WASTE = tuple(Move(f"{name}+W", (slot,), waste=1) for slot, name in enumerate(_SLOT_NAMES))
"""For each slot the move that removes its card together with the top of the waste."""

ALL_MOVES: dict[str, Move] = {
    move.text: move
    for moves in (
        *PAIRS,
        WITH_STOCK,
        WITH_WASTE,
        (STOCK_ALONE, WASTE_ALONE, STOCK_AND_WASTE, WASTE_PAIR, DRAW, REDEAL),
    )
    for move in moves
}


def parse_move(text: str) -> Move:
    """Return the move with this notation. Raise InvalidMoveError, with the expected notation, if there is none.

    >>> parse_move("71+74").positions
    (21, 24)
    """
    move = ALL_MOVES.get(text)
    if move is None:
        first, plus, second = text.partition("+")
        swapped = f"{second}+{first}"
        if plus and swapped in ALL_MOVES:
            raise InvalidMove(f"{text!r} is no move: expected {swapped}")
        expected = "11 to 77, P, W, a pair such as 71+74, WW, D or R"
        raise InvalidMove(f"{quoted(text)} is no move: expected {expected}")
    return move
