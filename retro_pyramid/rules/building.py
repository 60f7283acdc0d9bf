"""Building on the discard: an open card one rank above or below the discard's top goes on to it (odm)."""

from retro_pyramid.cards import KING, RANK, RANKS
from retro_pyramid.rules.moves import SINGLES, Move
from retro_pyramid.rules.pyramid import open_in, position_text
from retro_pyramid.rules.record import Matching, Rules
from retro_pyramid.rules.state import State

# Ace and King are neighbours, so ranks a step apart differ by 1, or by 12 the other way round.
_STEPS = (1, KING - 1)
_NAMES = {"A": "an Ace", "8": "an 8", "T": "a 10", "J": "a Jack", "Q": "a Queen", "K": "a King"}


def _takes(_rules: Rules, state: State) -> list[Move]:
    layout = state.layout
    top = RANK[state.waste[-1]]
    return [SINGLES[i] for i in open_in(state.pyramid) if abs(RANK[layout[i]] - top) in _STEPS]


def _one(rank: str) -> str:
    return _NAMES.get(rank, f"a {rank}")


def _why_not(_rules: Rules, state: State, move: Move) -> str | None:
    if move.stock or move.waste or len(move.positions) != 1:
        return "cards go from the pyramid to the discard pile one at a time"
    (index,) = move.positions
    if index not in open_in(state.pyramid):
        return f"the card at {position_text(index)} is {'covered' if state.pyramid >> index & 1 else 'gone'}"
    card, top = state.layout[index], state.waste[-1]
    if abs(RANK[card] - RANK[top]) not in _STEPS:
        lower, higher = RANKS[RANK[top] - 2], RANKS[RANK[top] % KING]
        return f"only {_one(lower)} or {_one(higher)} goes on {_one(RANKS[RANK[top] - 1])}"
    return None


def _take(_rules: Rules, state: State, move: Move) -> State:
    layout, pyramid, stock, waste, streak, pass_number, cleared_pass = state
    (index,) = move.positions
    return State(
        layout,
        pyramid ^ 1 << index,
        stock,
        (*waste, layout[index]),
        streak + 1,
        pass_number,
        cleared_pass,
    )


BUILDING = Matching(_takes, _why_not, _take)
