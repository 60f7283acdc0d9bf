"""Moves and their notation, the same for all editions."""

from typing import NamedTuple

from retro_pyramid.cards import quoted
from retro_pyramid.rules.pyramid import POSITIONS, position_text


class InvalidMove(ValueError):
    """A text that is no move of any edition. (A move that cannot be played now is an IllegalMove.)"""


class Move(NamedTuple):
    """A move: its text, the pyramid positions it takes, how many cards off stock and waste; draw and redeal take none."""

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

_NAMES = [position_text(i) for i in range(POSITIONS)]
SINGLES = tuple(Move(name, (i,)) for i, name in enumerate(_NAMES))
PAIRS = tuple(
    tuple(Move(f"{first}+{second}", (i, j)) if i < j else SINGLES[i] for j, second in enumerate(_NAMES))
    for i, first in enumerate(_NAMES)
)
"""PAIRS[i][j] with i < j takes two pyramid cards."""
WITH_STOCK = tuple(Move(f"{name}+P", (i,), stock=1) for i, name in enumerate(_NAMES))
WITH_WASTE = tuple(Move(f"{name}+W", (i,), waste=1) for i, name in enumerate(_NAMES))

ALL_MOVES: dict[str, Move] = {
    move.text: move
    for group in (
        *PAIRS,
        WITH_STOCK,
        WITH_WASTE,
        (STOCK_ALONE, WASTE_ALONE, STOCK_AND_WASTE, WASTE_PAIR, DRAW, REDEAL),
    )
    for move in group
}


def parse_move(text: str) -> Move:
    """Read a move text; InvalidMove says what is expected.

    >>> parse_move("71+74").positions
    (21, 24)
    """
    move = ALL_MOVES.get(text)
    if move is None:
        first, plus, second = text.partition("+")
        turned = f"{second}+{first}"
        if plus and turned in ALL_MOVES:
            raise InvalidMove(f"{text!r} is no move: expected {turned}")
        expected = "11 to 77, P, W, a pair such as 71+74, WW, D or R"
        raise InvalidMove(f"{quoted(text)} is no move: expected {expected}")
    return move
