"""Tips for new players: what can be done now, or what activating the target under the pointer would do."""

from collections.abc import Sequence
from typing import NamedTuple

from retro_pyramid.cards import RANK, RANK_NAMES, Card, a_rank, one_of, rank_name
from retro_pyramid.rules import DRAW, REDEAL, Rules, State, legal_moves
from retro_pyramid.table.target_ids import STOCK, WASTE, available, card_at, covered

_MAX_PAIRS = 3


class Attention(NamedTuple):
    """What the player has selected and points at."""

    picked: str | None = None
    """Target id of the selected card, or None."""
    at: str | None = None
    """Target id under the pointer, or the one a key has just moved to. None if there is none."""
    keys: bool = False
    """Whether the last input came from the keyboard."""
    stock_deals: bool = True
    """Whether a click on the stock draws. Otherwise it selects the stock's top card."""


NOTHING = Attention()


def advice(rules: Rules, state: State, attention: Attention = NOTHING) -> str:
    """Return a tip in one line. The game must not be over.

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
    choose = _build_match_tip if rules.matching.builds else _pair_match_tip
    return choose(rules, state, attention)


def _matching_ranks_text(rules: Rules, card: Card) -> str:
    """Return the ranks that match a card, such as `a 6 or an 8`."""
    return one_of([a_rank(rank) for rank in rules.matching.partners[RANK[card]]] or ["another card"])


# Editions in which a single card is played on the discard pile.


def _build_match_tip(rules: Rules, state: State, attention: Attention) -> str:
    target_id, top = attention.at, state.waste[-1]
    pile = rank_name(top)
    fitting = _matching_ranks_text(rules, top)
    if target_id == STOCK:
        if not state.stock:
            return "The deck is empty"
        cost = f": it costs {rules.draw_cost} points" if rules.draw_cost else ""
        if attention.keys:
            return f"Enter draws a card{cost}"
        return f"Click the deck {'again' if attention.picked == STOCK else 'twice'} to draw a card{cost}"
    card = None if target_id is None or target_id == WASTE else card_at(rules, state, target_id)
    if card is not None:
        rank = rank_name(card)
        if not rules.matching.fits(card, top):
            return f"The {rank} does not fit: {fitting} goes on the {pile}"
        if attention.keys:
            return f"Enter plays the {rank}: it goes on the {pile}"
        if attention.picked == target_id:
            return f"Click the {rank} again to play it: it goes on the {pile}"
        return f"The {rank} goes on the {pile}: click it twice"
    if target_id is not None and covered(state, target_id):
        return "This card is covered: the two that lie on it go first"
    fit = f"{fitting[0].upper()}{fitting[1:]} goes on the {pile}."
    if not state.stock:
        return f"{fit} The deck is empty."
    can_play = legal_moves(rules, state) != [DRAW]
    return f"{fit} {'Nothing fits? Draw.' if can_play else 'None is open: draw.'}"


# Editions in which two cards are removed together, or a single one.


def _pair_match_tip(rules: Rules, state: State, attention: Attention) -> str:
    picked, target_id = attention.picked, attention.at
    if picked is not None and (card := card_at(rules, state, picked)) is not None:
        return _second_card_tip(rules, state, picked, card, attention.keys)
    if target_id is not None:
        tip = _target_tip(rules, state, target_id, attention)
        if tip:
            return tip
    sum_text = rules.matching.makes
    pairs, single = _find_pairs_and_single(rules, state)
    if pairs:
        single_clause = f". {single} goes alone." if single else ""
        return f"Two cards that make {sum_text}: {', '.join(pairs[:_MAX_PAIRS])}{single_clause}"
    if single:
        how = "go to it and press Enter" if attention.keys else "click it"
        return f"{single} {rules.matching.alone_because}goes alone: {how}"
    moves = legal_moves(rules, state)
    if DRAW in moves:
        how = "click the stock, or press D" if attention.stock_deals else "press D, or the right button"
        return f"No two open cards make {sum_text}. Turn a card: {how}."
    if REDEAL in moves:
        how = "click its place" if attention.stock_deals else "press D"
        return f"No two cards make {sum_text}, and the stock is empty: {how} to redeal."
    return ""


def _second_card_tip(rules: Rules, state: State, picked_id: str, card: Card, uses_keyboard: bool) -> str:
    """Return what matches the selected card, and how to deselect it."""
    rank, sum_text = rank_name(card), rules.matching.makes
    deselect = f"{'Enter on' if uses_keyboard else 'Click'} the {rank} again {'lets' if uses_keyboard else 'to let'} it go."
    if not _find_partners(rules, state, picked_id, card):
        rank_names = one_of(
            [RANK_NAMES[rank] for rank in rules.matching.partners[RANK[card]]] or ["other card"]
        )
        return f"No {rank_names} is open now. {deselect}"
    if uses_keyboard:
        return f"Enter on {_matching_ranks_text(rules, card)} makes {sum_text}. {deselect}"
    return f"Now click {_matching_ranks_text(rules, card)} to make {sum_text}. {deselect}"


def _target_tip(rules: Rules, state: State, target_id: str, attention: Attention) -> str:
    """Return what activating a target would do. Empty if it is not a card."""
    uses_keyboard, click_draws = attention.keys, attention.stock_deals and target_id == STOCK
    card = card_at(rules, state, target_id)
    is_single = rules.matching.goes_alone(card)
    if card is None or (click_draws and not is_single and not _find_partners(rules, state, target_id, card)):
        return _unplayable_target_tip(rules, state, target_id, attention)
    rank, sum_text = rank_name(card), rules.matching.makes
    if is_single:
        return f"{'Enter takes' if uses_keyboard else 'Click'} the {rank}: it {rules.matching.alone_because}goes alone"
    fitting = _matching_ranks_text(rules, card)
    if not _find_partners(rules, state, target_id, card):
        return f"The {rank} needs {fitting}, and none is open"
    if click_draws:
        return (
            f"{'Take' if uses_keyboard else 'Click'} {fitting} first, then this {rank}: they make {sum_text}"
        )
    return (
        f"The {rank} and {fitting} make {sum_text}: {'Enter takes it up' if uses_keyboard else 'click both'}"
    )


def _unplayable_target_tip(rules: Rules, state: State, target_id: str, attention: Attention) -> str:
    """Return what a covered card, the stock or its empty place does."""
    if covered(state, target_id):
        return "This card is covered: the two that lie on it go first"
    if target_id != STOCK or not attention.stock_deals:
        return ""
    moves, activation = legal_moves(rules, state), "Enter" if attention.keys else "A click"
    if DRAW in moves:
        cards = "card" if rules.draw_count == 1 else f"{rules.draw_count} cards"
        return f"{activation} turns the next {cards} on to the waste"
    return f"{activation} turns the waste over" if REDEAL in moves else "The stock is empty"


def _find_partners(rules: Rules, state: State, target_id: str, card: Card) -> list[str]:
    """Return the target ids of the cards that match a card."""
    other_cards = {
        other_id: card_at(rules, state, other_id)
        for other_id in available(rules, state)
        if other_id != target_id
    }
    return [
        other_id
        for other_id, other_card in other_cards.items()
        if other_card is not None and rules.matching.fits(other_card, card)
    ]


def _find_pairs_and_single(rules: Rules, state: State) -> tuple[Sequence[str], str]:
    """Return the pairs that can be removed, each combination of ranks once, and the first single, such as `A King`."""
    pairs: dict[frozenset[str], str] = {}
    single = ""
    for move in legal_moves(rules, state):
        if move in (DRAW, REDEAL):
            continue
        cards = [state.layout[slot] for slot in move.positions]
        cards += [*state.stock[: move.stock], *(state.waste[-move.waste :] if move.waste else ())]
        ranks = [rank_name(card) for card in cards]
        if len(cards) > 1:
            pairs.setdefault(frozenset(ranks), "+".join(ranks))
        else:
            single = single or f"A{a_rank(RANK[cards[0]])[1:]}"
    return list(pairs.values()), single
