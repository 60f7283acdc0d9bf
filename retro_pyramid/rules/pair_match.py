"""Match rule of the pair editions: two available cards that match are discarded together, a single such as a King alone."""

from retro_pyramid.cards import KING, RANK, a_rank, card_text, one_of
from retro_pyramid.rules.geometry import open_in, position_text
from retro_pyramid.rules.moves import (
    PAIRS,
    SINGLES,
    STOCK_ALONE,
    STOCK_AND_WASTE,
    WASTE_ALONE,
    WASTE_PAIR,
    WITH_STOCK,
    WITH_WASTE,
    Move,
)
from retro_pyramid.rules.ruleset import Matching, Rules
from retro_pyramid.rules.state import State


def _find_removals(rules: Rules, state: State) -> list[Move]:
    pyramid_cards, pyramid, stock, waste, *_ = state
    partners, singles = rules.matching.partners, rules.matching.alone
    exposed = [(slot, RANK[pyramid_cards[slot]]) for slot in open_in(pyramid)]
    moves = []
    for next_index, (slot, rank) in enumerate(exposed, 1):
        if rank in singles:
            moves.append(SINGLES[slot])
        matching_ranks = partners[rank]
        moves += [
            PAIRS[slot][other_slot] for other_slot, other in exposed[next_index:] if other in matching_ranks
        ]
    stock_rank = RANK[stock[0]] if stock and rules.stock_top_playable else 0
    waste_rank = RANK[waste[-1]] if waste else 0
    if stock_rank:
        if stock_rank in singles:
            moves.append(STOCK_ALONE)
        moves += [WITH_STOCK[slot] for slot, rank in exposed if rank in partners[stock_rank]]
    if waste_rank:
        if waste_rank in singles:
            moves.append(WASTE_ALONE)
        moves += [WITH_WASTE[slot] for slot, rank in exposed if rank in partners[waste_rank]]
        if stock_rank in partners[waste_rank]:
            moves.append(STOCK_AND_WASTE)
        if rules.waste_pairs and len(waste) > 1 and RANK[waste[-2]] in partners[waste_rank]:
            moves.append(WASTE_PAIR)
    return moves


def _illegal_reason(rules: Rules, state: State, move: Move) -> str | None:
    _, slots, stock_count, waste_count = move
    pyramid_cards, pyramid, stock, waste, *_ = state
    exposed = open_in(pyramid)
    for slot in slots:
        if slot not in exposed:
            return f"the card at {position_text(slot)} is {'covered' if pyramid >> slot & 1 else 'gone'}"
    cards = [pyramid_cards[slot] for slot in slots]
    if stock_count:
        if not rules.stock_top_playable:
            return "the top of the stock is not in play"
        if not stock:
            return "the stock is empty"
        cards.append(stock[0])
    if waste_count:
        if waste_count > 1 and not rules.waste_pairs:
            return "only the top card of the waste is in play"
        if len(waste) < waste_count:
            return "the waste has only one card" if waste else "the waste is empty"
        cards += waste[-waste_count:]
    match_rule = rules.matching
    if len(cards) == 1:
        if match_rule.goes_alone(cards[0]):
            return None
        single_ranks = [a_rank(rank) for rank in sorted(match_rule.alone)]
        expected = f"only {one_of(single_ranks)} does" if single_ranks else "no card does"
        return f"{card_text(cards[0])} does not go alone: {expected}"
    if match_rule.fits(*cards):
        return None
    return match_rule.misfit.format(*map(card_text, cards), sum([RANK[card] for card in cards]))


def _remove(_rules: Rules, state: State, move: Move) -> State:
    _, slots, stock_count, waste_count = move
    pyramid_cards, pyramid, stock, waste, streak, pass_number, cleared_pass = state
    for slot in slots:
        pyramid ^= 1 << slot
    if cleared_pass is None and not pyramid:
        cleared_pass = pass_number
    if stock_count:
        stock = stock[1:]
    if waste_count:
        waste = waste[:-waste_count]
    return State(pyramid_cards, pyramid, stock, waste, streak, pass_number, cleared_pass)


PAIRING = Matching(
    _find_removals,
    _illegal_reason,
    _remove,
    ((), *((KING - rank,) for rank in range(1, KING)), ()),
    alone=frozenset((KING,)),
    makes=str(KING),
    misfit=f"{{}} and {{}} total {{}}, not {KING}",
    alone_because=f"is {KING} and ",
)
"""Two cards match if their ranks total thirteen; a King is removed alone."""
