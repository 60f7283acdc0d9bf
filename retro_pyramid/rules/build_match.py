"""Match rule of odm: an exposed card moves to the discard pile if its rank is one above or below that pile's top card."""

from retro_pyramid.cards import CARD_RANKS, KING, join_or, rank_with_article
from retro_pyramid.rules.geometry import exposed_slots_in, slot_name
from retro_pyramid.rules.moves import PYRAMID_SINGLES, Move
from retro_pyramid.rules.ruleset import MatchRule, Rules
from retro_pyramid.rules.state import State


def _find_removals(rules: Rules, state: State) -> list[Move]:
    pyramid_cards = state.pyramid_cards
    matching_ranks = rules.match_rule.partners[CARD_RANKS[state.waste[-1]]]
    return [
        PYRAMID_SINGLES[slot]
        for slot in exposed_slots_in(state.pyramid)
        if CARD_RANKS[pyramid_cards[slot]] in matching_ranks
    ]


def _illegal_reason(rules: Rules, state: State, move: Move) -> str | None:
    if move.stock_count or move.waste_count or len(move.slots) != 1:
        return "cards go from the pyramid to the discard pile one at a time"
    (slot,) = move.slots
    if slot not in exposed_slots_in(state.pyramid):
        return f"the card at {slot_name(slot)} is {'covered' if state.pyramid >> slot & 1 else 'gone'}"
    top_card = state.waste[-1]
    if rules.match_rule.matches(state.pyramid_cards[slot], top_card):
        return None
    expected = join_or([rank_with_article(rank) for rank in rules.match_rule.partners[CARD_RANKS[top_card]]])
    return f"only {expected} goes on {rank_with_article(CARD_RANKS[top_card])}"


def _remove(_rules: Rules, state: State, move: Move) -> State:
    (slot,) = move.slots
    waste = (*state.waste, state.pyramid_cards[slot])
    return state._replace(pyramid=state.pyramid ^ 1 << slot, waste=waste, streak=state.streak + 1)


# Ace and King are neighbours.
_NEIGHBOUR_RANKS = ((), *((rank - 1 or KING, rank % KING + 1) for rank in range(1, KING + 1)))

BUILD_MATCH = MatchRule(_find_removals, _illegal_reason, _remove, _NEIGHBOUR_RANKS, builds_on_waste=True)
"""The next lower and the next higher rank match; suits do not matter. Ace and King are neighbours."""
