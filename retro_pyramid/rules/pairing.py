"""Pairing: two available cards that go together are discarded, or one that goes alone (pair editions)."""

from retro_pyramid.cards import KING, RANK, a_rank, card_text, one_of
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
from retro_pyramid.rules.pyramid import open_in, position_text
from retro_pyramid.rules.record import Matching, Rules
from retro_pyramid.rules.state import State


def _takes(rules: Rules, state: State) -> list[Move]:
    layout, pyramid, stock, waste, *_ = state
    partners, alone = rules.matching.partners, rules.matching.alone
    cards = [(i, RANK[layout[i]]) for i in open_in(pyramid)]
    moves = []
    for at, (i, rank) in enumerate(cards, 1):
        if rank in alone:
            moves.append(SINGLES[i])
        fitting = partners[rank]
        moves += [PAIRS[i][j] for j, other in cards[at:] if other in fitting]
    stock_rank = RANK[stock[0]] if stock and rules.stock_top_playable else 0
    waste_rank = RANK[waste[-1]] if waste else 0
    if stock_rank:
        if stock_rank in alone:
            moves.append(STOCK_ALONE)
        moves += [WITH_STOCK[i] for i, rank in cards if rank in partners[stock_rank]]
    if waste_rank:
        if waste_rank in alone:
            moves.append(WASTE_ALONE)
        moves += [WITH_WASTE[i] for i, rank in cards if rank in partners[waste_rank]]
        if stock_rank in partners[waste_rank]:
            moves.append(STOCK_AND_WASTE)
        if rules.waste_pairs and len(waste) > 1 and RANK[waste[-2]] in partners[waste_rank]:
            moves.append(WASTE_PAIR)
    return moves


def _why_not(rules: Rules, state: State, move: Move) -> str | None:
    _, positions, from_stock, from_waste = move
    layout, pyramid, stock, waste, *_ = state
    opens = open_in(pyramid)
    for index in positions:
        if index not in opens:
            return f"the card at {position_text(index)} is {'covered' if pyramid >> index & 1 else 'gone'}"
    cards = [layout[index] for index in positions]
    if from_stock:
        if not rules.stock_top_playable:
            return "the top of the stock is not in play"
        if not stock:
            return "the stock is empty"
        cards.append(stock[0])
    if from_waste:
        if from_waste > 1 and not rules.waste_pairs:
            return "only the top card of the waste is in play"
        if len(waste) < from_waste:
            return "the waste has only one card" if waste else "the waste is empty"
        cards += waste[-from_waste:]
    matching = rules.matching
    if len(cards) == 1:
        if matching.goes_alone(cards[0]):
            return None
        lone = [a_rank(rank) for rank in sorted(matching.alone)]
        does = f"only {one_of(lone)} does" if lone else "no card does"
        return f"{card_text(cards[0])} does not go alone: {does}"
    if matching.fits(*cards):
        return None
    return matching.misfit.format(*map(card_text, cards), sum([RANK[card] for card in cards]))


def _take(_rules: Rules, state: State, move: Move) -> State:
    _, positions, from_stock, from_waste = move
    layout, pyramid, stock, waste, streak, pass_number, cleared_pass = state
    for index in positions:
        pyramid ^= 1 << index
    if cleared_pass is None and not pyramid:
        cleared_pass = pass_number
    if from_stock:
        stock = stock[1:]
    if from_waste:
        waste = waste[:-from_waste]
    return State(layout, pyramid, stock, waste, streak, pass_number, cleared_pass)


PAIRING = Matching(
    _takes,
    _why_not,
    _take,
    ((), *((KING - rank,) for rank in range(1, KING)), ()),
    alone=frozenset((KING,)),
    makes=str(KING),
    misfit=f"{{}} and {{}} total {{}}, not {KING}",
    alone_because=f"is {KING} and ",
)
"""Two cards that total thirteen go together, a King alone."""
