"""Match rule of the pair editions: two available cards that match are discarded together, a single such as a King alone."""

from retro_pyramid.cards import CARD_RANKS, KING, card_text, join_or, rank_with_article
from retro_pyramid.rules.geometry import exposed_slots_in, slot_name
from retro_pyramid.rules.moves import (
    PYRAMID_PAIRS,
    PYRAMID_SINGLES,
    PYRAMID_STOCK_PAIRS,
    PYRAMID_WASTE_PAIRS,
    STOCK_SINGLE,
    STOCK_WASTE_PAIR,
    WASTE_PAIR,
    WASTE_SINGLE,
    Move,
)
from retro_pyramid.rules.ruleset import MatchRule, Rules
from retro_pyramid.rules.state import State


def _find_removals(rules: Rules, state: State) -> list[Move]:
    pyramid_cards, pyramid, stock, waste, *_ = state
    partners, singles = rules.match_rule.partners, rules.match_rule.singles
    exposed = [(slot, CARD_RANKS[pyramid_cards[slot]]) for slot in exposed_slots_in(pyramid)]
    moves = []
    for next_index, (slot, rank) in enumerate(exposed, 1):
        if rank in singles:
            moves.append(PYRAMID_SINGLES[slot])
        matching_ranks = partners[rank]
        moves += [
            PYRAMID_PAIRS[slot][other_slot]
            for other_slot, other in exposed[next_index:]
            if other in matching_ranks
        ]
    stock_rank = CARD_RANKS[stock[0]] if stock and rules.stock_top_playable else 0
    waste_rank = CARD_RANKS[waste[-1]] if waste else 0
    if stock_rank:
        if stock_rank in singles:
            moves.append(STOCK_SINGLE)
        moves += [PYRAMID_STOCK_PAIRS[slot] for slot, rank in exposed if rank in partners[stock_rank]]
    if waste_rank:
        if waste_rank in singles:
            moves.append(WASTE_SINGLE)
        moves += [PYRAMID_WASTE_PAIRS[slot] for slot, rank in exposed if rank in partners[waste_rank]]
        if stock_rank in partners[waste_rank]:
            moves.append(STOCK_WASTE_PAIR)
        if rules.allows_waste_pairs and len(waste) > 1 and CARD_RANKS[waste[-2]] in partners[waste_rank]:
            moves.append(WASTE_PAIR)
    return moves


def _illegal_reason(rules: Rules, state: State, move: Move) -> str | None:
    _, slots, stock_count, waste_count = move
    pyramid_cards, pyramid, stock, waste, *_ = state
    exposed = exposed_slots_in(pyramid)
    for slot in slots:
        if slot not in exposed:
            return f"the card at {slot_name(slot)} is {'covered' if pyramid >> slot & 1 else 'gone'}"
    cards = [pyramid_cards[slot] for slot in slots]
    if stock_count:
        if not rules.stock_top_playable:
            return "the top of the stock is not in play"
        if not stock:
            return "the stock is empty"
        cards.append(stock[0])
    if waste_count:
        if waste_count > 1 and not rules.allows_waste_pairs:
            return "only the top card of the waste is in play"
        if len(waste) < waste_count:
            return "the waste has only one card" if waste else "the waste is empty"
        cards += waste[-waste_count:]
    match_rule = rules.match_rule
    if len(cards) == 1:
        if match_rule.is_single(cards[0]):
            return None
        single_ranks = [rank_with_article(rank) for rank in sorted(match_rule.singles)]
        expected = f"only {join_or(single_ranks)} does" if single_ranks else "no card does"
        return f"{card_text(cards[0])} does not go alone: {expected}"
    if match_rule.matches(*cards):
        return None
    return match_rule.mismatch_text.format(*map(card_text, cards), sum([CARD_RANKS[card] for card in cards]))


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


PAIR_MATCH = MatchRule(
    _find_removals,
    _illegal_reason,
    _remove,
    ((), *((KING - rank,) for rank in range(1, KING)), ()),
    singles=frozenset((KING,)),
    sum_text=str(KING),
    mismatch_text=f"{{}} and {{}} total {{}}, not {KING}",
    single_note=f"is {KING} and ",
)
"""Two cards match if their ranks total thirteen; a King is removed alone."""
