"""What a newcomer is told at the table: what can be done now, and what using the card under the pointer would do."""

from collections.abc import Sequence
from typing import NamedTuple

from retro_pyramid.cards import KING, RANK, RANKS, SUITS, Card, parse_card
from retro_pyramid.rules import DRAW, REDEAL, Rules, State, legal_moves
from retro_pyramid.screens.parts.positions import (
    STOCK,
    WASTE,
    available,
    card_at,
    covered,
    names_of,
    rank_name,
)

_MOST_PAIRS = 3


class Attention(NamedTuple):
    """What a player has in hand and in view, by target ids.

    `picked` is the card selected, `at` what the pointer is over or a key has just gone to. `keys` says whether the
    keyboard was used last. `stock_deals`: a click on the stock deals, else it selects the stock's top card.
    """

    picked: str | None = None
    at: str | None = None
    keys: bool = False
    stock_deals: bool = True


NOTHING = Attention()


def advice(rules: Rules, state: State, attention: Attention = NOTHING) -> str:
    """Return in one line what can be done now; the game must not be over.

    >>> from retro_pyramid.cards import deal
    >>> from retro_pyramid.rules import rules_for, start
    >>> rules = rules_for("odm")
    >>> advice(rules, start(rules, deal(61)))
    'A 6 or an 8 goes on the 7. Nothing fits? Draw.'
    >>> advice(rules, start(rules, deal(61)), Attention("card:75", "card:75"))
    'Click the 6 again to play it: it goes on the 7'
    >>> rules = rules_for("relaxed")
    >>> advice(rules, start(rules, deal(61)))
    'Two cards that make 13: 2+Jack. A King goes alone.'
    """
    told = _building if rules.waste_is_discard else _pairing
    return told(rules, state, attention)


def _one(rank: str) -> str:
    """Return a rank with its article.

    >>> _one("8"), _one("Queen")
    ('an 8', 'a Queen')
    """
    return f"{'an' if rank in ('8', 'Ace') else 'a'} {rank}"


def _rank(value: int) -> str:
    """Return the name of a rank from 1 to 13; 0 is a King again, 14 an Ace.

    >>> _rank(14), _rank(11), _rank(0)
    ('Ace', 'Jack', 'King')
    """
    return rank_name(parse_card(RANKS[(value - 1) % KING] + SUITS[0]))


# One card goes on the discard pile.


def _building(rules: Rules, state: State, attention: Attention) -> str:
    at, top = attention.at, state.waste[-1]
    pile = rank_name(top)
    low, high = _one(_rank(RANK[top] - 1)), _one(_rank(RANK[top] + 1))
    if at == STOCK:
        if not state.stock:
            return "The deck is empty"
        cost = f": it costs {rules.draw_cost} points" if rules.draw_cost else ""
        if attention.keys:
            return f"Enter draws a card{cost}"
        return f"Click the deck {'again' if attention.picked == STOCK else 'twice'} to draw a card{cost}"
    card = None if at is None or at == WASTE else card_at(rules, state, at)
    if card is not None:
        rank = rank_name(card)
        fits = any(at in names_of(move) for move in legal_moves(rules, state))
        if not fits:
            return f"The {rank} does not fit: {low} or {high} goes on the {pile}"
        if attention.keys:
            return f"Enter plays the {rank}: it goes on the {pile}"
        if attention.picked == at:
            return f"Click the {rank} again to play it: it goes on the {pile}"
        return f"The {rank} goes on the {pile}: click it twice"
    if at is not None and covered(state, at):
        return "This card is covered: the two that lie on it go first"
    fit = f"{low[0].upper()}{low[1:]} or {high} goes on the {pile}."
    if not state.stock:
        return f"{fit} The deck is empty."
    some = legal_moves(rules, state) != [DRAW]
    return f"{fit} {'Nothing fits? Draw.' if some else 'None is open: draw.'}"


# Two cards that make thirteen go together.


def _pairing(rules: Rules, state: State, attention: Attention) -> str:
    picked, at = attention.picked, attention.at
    if picked is not None and (card := card_at(rules, state, picked)) is not None:
        return _second(rules, state, picked, card, attention.keys)
    if at is not None:
        words = _under(rules, state, at, attention)
        if words:
            return words
    pairs, king = _open_pairs(rules, state)
    if pairs:
        alone = ". A King goes alone." if king else ""
        return f"Two cards that make 13: {', '.join(pairs[:_MOST_PAIRS])}{alone}"
    if king:
        return f"A King is 13 and goes alone: {'go to it and press Enter' if attention.keys else 'click it'}"
    moves = legal_moves(rules, state)
    if DRAW in moves:
        how = "click the stock, or press D" if attention.stock_deals else "press D, or the right button"
        return f"No two open cards make 13. Turn a card: {how}."
    if REDEAL in moves:
        how = "click its place" if attention.stock_deals else "press D"
        return f"No two cards make 13, and the stock is empty: {how} to redeal."
    return ""


def _second(rules: Rules, state: State, picked: str, card: Card, keys: bool) -> str:
    """Return what goes with the card that is selected, and how it is let go."""
    rank, partner = rank_name(card), _rank(KING - RANK[card])
    again = f"{'Enter on' if keys else 'Click'} the {rank} again {'lets' if keys else 'to let'} it go."
    if not _partners(rules, state, picked, card):
        return f"No {partner} is open now. {again}"
    if keys:
        return f"Enter on {_one(partner)} makes 13. {again}"
    return f"Now click {_one(partner)} to make 13. {again}"


def _under(rules: Rules, state: State, at: str, attention: Attention) -> str:
    """Return what using this target would do, empty for what is no card."""
    keys, deals = attention.keys, attention.stock_deals and at == STOCK
    card = card_at(rules, state, at)
    if card is None or (deals and RANK[card] != KING and not _partners(rules, state, at, card)):
        return _unused(rules, state, at, attention)
    rank, partner = rank_name(card), _rank(KING - RANK[card])
    if RANK[card] == KING:
        return "Enter takes the King: it is 13 alone" if keys else "Click the King: it is 13 and goes alone"
    if not _partners(rules, state, at, card):
        return f"The {rank} needs {_one(partner)}, and none is open"
    if deals:
        return f"{'Take' if keys else 'Click'} {_one(partner)} first, then this {rank}: they make 13"
    return f"The {rank} and {_one(partner)} make 13: {'Enter takes it up' if keys else 'click both'}"


def _unused(rules: Rules, state: State, at: str, attention: Attention) -> str:
    """Return what a covered card, the stock or its empty place is good for."""
    if covered(state, at):
        return "This card is covered: the two that lie on it go first"
    if at != STOCK or not attention.stock_deals:
        return ""
    moves, one = legal_moves(rules, state), "Enter" if attention.keys else "A click"
    if DRAW in moves:
        cards = "card" if rules.draw_count == 1 else f"{rules.draw_count} cards"
        return f"{one} turns the next {cards} on to the waste"
    return f"{one} turns the waste over" if REDEAL in moves else "The stock is empty"


def _partners(rules: Rules, state: State, name: str, card: Card) -> list[str]:
    """Return the target ids of the cards that make 13 with this one."""
    others = [other for other in available(rules, state) if other != name]
    ranks = {other: RANK[found] for other in others if (found := card_at(rules, state, other)) is not None}
    return [other for other, rank in ranks.items() if rank + RANK[card] == KING]


def _open_pairs(rules: Rules, state: State) -> tuple[Sequence[str], bool]:
    """Return the pairs that can be taken, each rank once, and whether there is a King."""
    pairs: dict[frozenset[str], str] = {}
    king = False
    for move in legal_moves(rules, state):
        if move in (DRAW, REDEAL):
            continue
        cards = [state.layout[slot] for slot in move.positions]
        cards += [*state.stock[: move.stock], *(state.waste[-move.waste :] if move.waste else ())]
        ranks = [rank_name(card) for card in cards]
        king |= len(cards) == 1
        if len(cards) > 1:
            pairs.setdefault(frozenset(ranks), "+".join(ranks))
    return list(pairs.values()), king
