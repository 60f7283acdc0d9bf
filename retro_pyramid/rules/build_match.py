"""Match rule of odm: an exposed card moves to the discard pile if its rank is one above or below that pile's top card."""

from retro_pyramid.cards import KING, RANK, a_rank, one_of
from retro_pyramid.rules.geometry import open_in, position_text
from retro_pyramid.rules.moves import SINGLES, Move
from retro_pyramid.rules.ruleset import Matching, Rules
from retro_pyramid.rules.state import State


def _find_removals(rules: Rules, state: State) -> list[Move]:
    pyramid_cards = state.layout
    matching_ranks = rules.matching.partners[RANK[state.waste[-1]]]
    return [SINGLES[slot] for slot in open_in(state.pyramid) if RANK[pyramid_cards[slot]] in matching_ranks]


def _illegal_reason(rules: Rules, state: State, move: Move) -> str | None:
    if move.stock or move.waste or len(move.positions) != 1:
        return "cards go from the pyramid to the discard pile one at a time"
    (slot,) = move.positions
    if slot not in open_in(state.pyramid):
        return f"the card at {position_text(slot)} is {'covered' if state.pyramid >> slot & 1 else 'gone'}"
    top_card = state.waste[-1]
    if rules.matching.fits(state.layout[slot], top_card):
        return None
    expected = one_of([a_rank(rank) for rank in rules.matching.partners[RANK[top_card]]])
    return f"only {expected} goes on {a_rank(RANK[top_card])}"


def _remove(_rules: Rules, state: State, move: Move) -> State:
    (slot,) = move.positions
    waste = (*state.waste, state.layout[slot])
    return state._replace(pyramid=state.pyramid ^ 1 << slot, waste=waste, streak=state.streak + 1)


# Ace and King are neighbours.
_NEIGHBOUR_RANKS = ((), *((rank - 1 or KING, rank % KING + 1) for rank in range(1, KING + 1)))

BUILDING = Matching(_find_removals, _illegal_reason, _remove, _NEIGHBOUR_RANKS, builds=True)
"""The next lower and the next higher rank match; suits do not matter. Ace and King are neighbours."""
