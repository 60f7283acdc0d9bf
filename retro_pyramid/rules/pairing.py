"""Pairing to thirteen: two available cards that total 13 are discarded, or a King alone (pair editions)."""

from retro_pyramid.cards import KING, RANK, card_text
from retro_pyramid.rules.moves import (
    PAIRS,
    SINGLES,
    STOCK_AND_WASTE,
    STOCK_KING,
    WASTE_KING,
    WASTE_PAIR,
    WITH_STOCK,
    WITH_WASTE,
    Move,
)
from retro_pyramid.rules.pyramid import open_in, position_text
from retro_pyramid.rules.record import Matching, Rules
from retro_pyramid.rules.state import State

TOTAL = KING


def _takes(rules: Rules, state: State) -> list[Move]:
    layout, pyramid, stock, waste, *_ = state
    cards = [(i, RANK[layout[i]]) for i in open_in(pyramid)]
    moves = []
    for at, (i, rank) in enumerate(cards, 1):
        if rank == TOTAL:
            moves.append(SINGLES[i])
            continue
        partner = TOTAL - rank
        moves += [PAIRS[i][j] for j, other in cards[at:] if other == partner]
    stock_rank = RANK[stock[0]] if stock and rules.stock_top_playable else 0
    waste_rank = RANK[waste[-1]] if waste else 0
    if stock_rank:
        if stock_rank == TOTAL:
            moves.append(STOCK_KING)
        moves += [WITH_STOCK[i] for i, rank in cards if rank + stock_rank == TOTAL]
    if waste_rank:
        if waste_rank == TOTAL:
            moves.append(WASTE_KING)
        moves += [WITH_WASTE[i] for i, rank in cards if rank + waste_rank == TOTAL]
        if stock_rank and stock_rank + waste_rank == TOTAL:
            moves.append(STOCK_AND_WASTE)
        if rules.waste_pairs and len(waste) > 1 and waste_rank + RANK[waste[-2]] == TOTAL:
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
    total = sum([RANK[card] for card in cards])
    if total == TOTAL:
        return None
    if len(cards) == 1:
        return f"{card_text(cards[0])} does not go alone: only a King does"
    return f"{card_text(cards[0])} and {card_text(cards[1])} total {total}, not {TOTAL}"


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


PAIRING = Matching(_takes, _why_not, _take)
