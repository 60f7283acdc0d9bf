"""What a newcomer is told at the table: what can be done now, and what using the card under the pointer would do."""

from collections.abc import Sequence
from typing import NamedTuple

from retro_pyramid.cards import RANK, RANK_NAMES, Card, a_rank, one_of, rank_name
from retro_pyramid.rules import DRAW, REDEAL, Rules, State, legal_moves
from retro_pyramid.table.target_ids import STOCK, WASTE, available, card_at, covered

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
    told = _building if rules.matching.builds else _pairing
    return told(rules, state, attention)


def _fitting(rules: Rules, card: Card) -> str:
    """Return the ranks that go with a card, as in `a 6 or an 8`."""
    return one_of([a_rank(rank) for rank in rules.matching.partners[RANK[card]]] or ["another card"])


# One card goes on the discard pile.


def _building(rules: Rules, state: State, attention: Attention) -> str:
    at, top = attention.at, state.waste[-1]
    pile = rank_name(top)
    fitting = _fitting(rules, top)
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
        if not rules.matching.fits(card, top):
            return f"The {rank} does not fit: {fitting} goes on the {pile}"
        if attention.keys:
            return f"Enter plays the {rank}: it goes on the {pile}"
        if attention.picked == at:
            return f"Click the {rank} again to play it: it goes on the {pile}"
        return f"The {rank} goes on the {pile}: click it twice"
    if at is not None and covered(state, at):
        return "This card is covered: the two that lie on it go first"
    fit = f"{fitting[0].upper()}{fitting[1:]} goes on the {pile}."
    if not state.stock:
        return f"{fit} The deck is empty."
    some = legal_moves(rules, state) != [DRAW]
    return f"{fit} {'Nothing fits? Draw.' if some else 'None is open: draw.'}"


# Two cards go together, or one goes alone.


def _pairing(rules: Rules, state: State, attention: Attention) -> str:
    picked, at = attention.picked, attention.at
    if picked is not None and (card := card_at(rules, state, picked)) is not None:
        return _second(rules, state, picked, card, attention.keys)
    if at is not None:
        words = _under(rules, state, at, attention)
        if words:
            return words
    makes = rules.matching.makes
    pairs, alone = _open_pairs(rules, state)
    if pairs:
        too = f". {alone} goes alone." if alone else ""
        return f"Two cards that make {makes}: {', '.join(pairs[:_MOST_PAIRS])}{too}"
    if alone:
        how = "go to it and press Enter" if attention.keys else "click it"
        return f"{alone} {rules.matching.alone_because}goes alone: {how}"
    moves = legal_moves(rules, state)
    if DRAW in moves:
        how = "click the stock, or press D" if attention.stock_deals else "press D, or the right button"
        return f"No two open cards make {makes}. Turn a card: {how}."
    if REDEAL in moves:
        how = "click its place" if attention.stock_deals else "press D"
        return f"No two cards make {makes}, and the stock is empty: {how} to redeal."
    return ""


def _second(rules: Rules, state: State, picked: str, card: Card, keys: bool) -> str:
    """Return what goes with the card that is selected, and how it is let go."""
    rank, makes = rank_name(card), rules.matching.makes
    again = f"{'Enter on' if keys else 'Click'} the {rank} again {'lets' if keys else 'to let'} it go."
    if not _partners(rules, state, picked, card):
        names = one_of([RANK_NAMES[rank] for rank in rules.matching.partners[RANK[card]]] or ["other card"])
        return f"No {names} is open now. {again}"
    if keys:
        return f"Enter on {_fitting(rules, card)} makes {makes}. {again}"
    return f"Now click {_fitting(rules, card)} to make {makes}. {again}"


def _under(rules: Rules, state: State, at: str, attention: Attention) -> str:
    """Return what using this target would do, empty for what is no card."""
    keys, deals = attention.keys, attention.stock_deals and at == STOCK
    card = card_at(rules, state, at)
    alone = rules.matching.goes_alone(card)
    if card is None or (deals and not alone and not _partners(rules, state, at, card)):
        return _unused(rules, state, at, attention)
    rank, makes = rank_name(card), rules.matching.makes
    if alone:
        return f"{'Enter takes' if keys else 'Click'} the {rank}: it {rules.matching.alone_because}goes alone"
    fitting = _fitting(rules, card)
    if not _partners(rules, state, at, card):
        return f"The {rank} needs {fitting}, and none is open"
    if deals:
        return f"{'Take' if keys else 'Click'} {fitting} first, then this {rank}: they make {makes}"
    return f"The {rank} and {fitting} make {makes}: {'Enter takes it up' if keys else 'click both'}"


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
    """Return the target ids of the cards that go with this one."""
    others = {other: card_at(rules, state, other) for other in available(rules, state) if other != name}
    return [
        other for other, found in others.items() if found is not None and rules.matching.fits(found, card)
    ]


def _open_pairs(rules: Rules, state: State) -> tuple[Sequence[str], str]:
    """Return the pairs that can be taken, each rank once, and the first card that goes alone, as in `A King`."""
    pairs: dict[frozenset[str], str] = {}
    alone = ""
    for move in legal_moves(rules, state):
        if move in (DRAW, REDEAL):
            continue
        cards = [state.layout[slot] for slot in move.positions]
        cards += [*state.stock[: move.stock], *(state.waste[-move.waste :] if move.waste else ())]
        ranks = [rank_name(card) for card in cards]
        if len(cards) > 1:
            pairs.setdefault(frozenset(ranks), "+".join(ranks))
        else:
            alone = alone or f"A{a_rank(RANK[cards[0]])[1:]}"
    return list(pairs.values()), alone
