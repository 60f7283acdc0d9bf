"""Building on the discard: an open card one rank above or below the discard's top goes on to it (odm)."""

from retro_pyramid.cards import KING, RANK, a_rank, one_of
from retro_pyramid.rules.moves import SINGLES, Move
from retro_pyramid.rules.pyramid import open_in, position_text
from retro_pyramid.rules.record import Matching, Rules
from retro_pyramid.rules.state import State


def _takes(rules: Rules, state: State) -> list[Move]:
    layout = state.layout
    fitting = rules.matching.partners[RANK[state.waste[-1]]]
    return [SINGLES[i] for i in open_in(state.pyramid) if RANK[layout[i]] in fitting]


def _why_not(rules: Rules, state: State, move: Move) -> str | None:
    if move.stock or move.waste or len(move.positions) != 1:
        return "cards go from the pyramid to the discard pile one at a time"
    (index,) = move.positions
    if index not in open_in(state.pyramid):
        return f"the card at {position_text(index)} is {'covered' if state.pyramid >> index & 1 else 'gone'}"
    top = state.waste[-1]
    if rules.matching.fits(state.layout[index], top):
        return None
    fitting = one_of([a_rank(rank) for rank in rules.matching.partners[RANK[top]]])
    return f"only {fitting} goes on {a_rank(RANK[top])}"


def _take(_rules: Rules, state: State, move: Move) -> State:
    (index,) = move.positions
    waste = (*state.waste, state.layout[index])
    return state._replace(pyramid=state.pyramid ^ 1 << index, waste=waste, streak=state.streak + 1)


# Ace and King are neighbours.
_NEIGHBOURS = ((), *((rank - 1 or KING, rank % KING + 1) for rank in range(1, KING + 1)))

BUILDING = Matching(_takes, _why_not, _take, _NEIGHBOURS, builds=True)
