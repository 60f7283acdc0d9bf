"""Tips for new players: what can be done now, or what activating the target under the pointer would do."""

from collections.abc import Sequence
from typing import NamedTuple

from retro_pyramid.cards import CARD_RANKS, RANK_NAMES, Card, join_or, rank_name, rank_with_article
from retro_pyramid.rules import DRAW, REDEAL, Rules, State, legal_moves
from retro_pyramid.table.target_ids import STOCK, WASTE, get_playable_card, is_covered, list_available_targets

_MAX_PAIRS = 3


class TipContext(NamedTuple):
    """What the player has selected and points at."""

    picked_id: str | None = None
    """Target id of the selected card, or None."""
    target_id: str | None = None
    """Target id under the pointer, or the one a key has just moved to. None if there is none."""
    uses_keyboard: bool = False
    """Whether the last input came from the keyboard."""
    click_stock_draws: bool = True
    """Whether a click on the stock draws. Otherwise it selects the stock's top card."""


EMPTY_CONTEXT = TipContext()


def choose_tip(rules: Rules, state: State, context: TipContext = EMPTY_CONTEXT) -> str:
    """Return a tip in one line. The game must not be over.

    >>> from retro_pyramid.cards import deal
    >>> from retro_pyramid.rules import rules_for, initial_state
    >>> rules = rules_for("odm")
    >>> choose_tip(rules, initial_state(rules, deal(61)))
    'A 6 or an 8 goes on the 7. Nothing fits? Draw.'
    >>> choose_tip(rules, initial_state(rules, deal(61)), TipContext("card:75", "card:75"))
    'Click the 6 again to play it: it goes on the 7'
    >>> rules = rules_for("relaxed")
    >>> choose_tip(rules, initial_state(rules, deal(61)))
    'Two cards that make 13: 2+Jack. A King goes alone.'
    """
    choose = _build_match_tip if rules.match_rule.builds_on_waste else _pair_match_tip
    return choose(rules, state, context)


def _matching_ranks_text(rules: Rules, card: Card) -> str:
    """Return the ranks that match a card, such as `a 6 or an 8`."""
    return join_or(
        [rank_with_article(rank) for rank in rules.match_rule.partners[CARD_RANKS[card]]] or ["another card"]
    )


# Editions in which a single card is played on the discard pile.


def _build_match_tip(rules: Rules, state: State, attention: TipContext) -> str:
    target_id, top = attention.target_id, state.waste[-1]
    pile = rank_name(top)
    fitting = _matching_ranks_text(rules, top)
    if target_id == STOCK:
        if not state.stock:
            return "The deck is empty"
        cost = f": it costs {rules.draw_cost} points" if rules.draw_cost else ""
        if attention.uses_keyboard:
            return f"Enter draws a card{cost}"
        return f"Click the deck {'again' if attention.picked_id == STOCK else 'twice'} to draw a card{cost}"
    card = None if target_id is None or target_id == WASTE else get_playable_card(rules, state, target_id)
    if card is not None:
        rank = rank_name(card)
        if not rules.match_rule.matches(card, top):
            return f"The {rank} does not fit: {fitting} goes on the {pile}"
        if attention.uses_keyboard:
            return f"Enter plays the {rank}: it goes on the {pile}"
        if attention.picked_id == target_id:
            return f"Click the {rank} again to play it: it goes on the {pile}"
        return f"The {rank} goes on the {pile}: click it twice"
    if target_id is not None and is_covered(state, target_id):
        return "This card is covered: the two that lie on it go first"
    fit = f"{fitting[0].upper()}{fitting[1:]} goes on the {pile}."
    if not state.stock:
        return f"{fit} The deck is empty."
    can_play = legal_moves(rules, state) != [DRAW]
    return f"{fit} {'Nothing fits? Draw.' if can_play else 'None is open: draw.'}"


# Editions in which two cards are removed together, or a single one.


def _pair_match_tip(rules: Rules, state: State, attention: TipContext) -> str:
    picked, target_id = attention.picked_id, attention.target_id
    if picked is not None and (card := get_playable_card(rules, state, picked)) is not None:
        return _second_card_tip(rules, state, picked, card, attention.uses_keyboard)
    if target_id is not None:
        tip = _target_tip(rules, state, target_id, attention)
        if tip:
            return tip
    sum_text = rules.match_rule.sum_text
    pairs, single = _find_pairs_and_single(rules, state)
    if pairs:
        single_clause = f". {single} goes alone." if single else ""
        return f"Two cards that make {sum_text}: {', '.join(pairs[:_MAX_PAIRS])}{single_clause}"
    if single:
        how = "go to it and press Enter" if attention.uses_keyboard else "click it"
        return f"{single} {rules.match_rule.single_note}goes alone: {how}"
    moves = legal_moves(rules, state)
    if DRAW in moves:
        how = "click the stock, or press D" if attention.click_stock_draws else "press D, or the right button"
        return f"No two open cards make {sum_text}. Turn a card: {how}."
    if REDEAL in moves:
        how = "click its place" if attention.click_stock_draws else "press D"
        return f"No two cards make {sum_text}, and the stock is empty: {how} to redeal."
    return ""


def _second_card_tip(rules: Rules, state: State, picked_id: str, card: Card, uses_keyboard: bool) -> str:
    """Return what matches the selected card, and how to deselect it."""
    rank, sum_text = rank_name(card), rules.match_rule.sum_text
    deselect = f"{'Enter on' if uses_keyboard else 'Click'} the {rank} again {'lets' if uses_keyboard else 'to let'} it go."
    if not _find_partners(rules, state, picked_id, card):
        rank_names = join_or(
            [RANK_NAMES[rank] for rank in rules.match_rule.partners[CARD_RANKS[card]]] or ["other card"]
        )
        return f"No {rank_names} is open now. {deselect}"
    if uses_keyboard:
        return f"Enter on {_matching_ranks_text(rules, card)} makes {sum_text}. {deselect}"
    return f"Now click {_matching_ranks_text(rules, card)} to make {sum_text}. {deselect}"


def _target_tip(rules: Rules, state: State, target_id: str, attention: TipContext) -> str:
    """Return what activating a target would do. Empty if it is not a card."""
    uses_keyboard, click_draws = attention.uses_keyboard, attention.click_stock_draws and target_id == STOCK
    card = get_playable_card(rules, state, target_id)
    is_single = rules.match_rule.is_single(card)
    if card is None or (click_draws and not is_single and not _find_partners(rules, state, target_id, card)):
        return _unplayable_target_tip(rules, state, target_id, attention)
    rank, sum_text = rank_name(card), rules.match_rule.sum_text
    if is_single:
        return f"{'Enter takes' if uses_keyboard else 'Click'} the {rank}: it {rules.match_rule.single_note}goes alone"
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


def _unplayable_target_tip(rules: Rules, state: State, target_id: str, attention: TipContext) -> str:
    """Return what a covered card, the stock or its empty place does."""
    if is_covered(state, target_id):
        return "This card is covered: the two that lie on it go first"
    if target_id != STOCK or not attention.click_stock_draws:
        return ""
    moves, activation = legal_moves(rules, state), "Enter" if attention.uses_keyboard else "A click"
    if DRAW in moves:
        cards = "card" if rules.draw_count == 1 else f"{rules.draw_count} cards"
        return f"{activation} turns the next {cards} on to the waste"
    return f"{activation} turns the waste over" if REDEAL in moves else "The stock is empty"


def _find_partners(rules: Rules, state: State, target_id: str, card: Card) -> list[str]:
    """Return the target ids of the cards that match a card."""
    other_cards = {
        other_id: get_playable_card(rules, state, other_id)
        for other_id in list_available_targets(rules, state)
        if other_id != target_id
    }
    return [
        other_id
        for other_id, other_card in other_cards.items()
        if other_card is not None and rules.match_rule.matches(other_card, card)
    ]


def _find_pairs_and_single(rules: Rules, state: State) -> tuple[Sequence[str], str]:
    """Return the pairs that can be removed, each combination of ranks once, and the first single, such as `A King`."""
    pairs: dict[frozenset[str], str] = {}
    single = ""
    for move in legal_moves(rules, state):
        if move in (DRAW, REDEAL):
            continue
        cards = [state.pyramid_cards[slot] for slot in move.slots]
        cards += [
            *state.stock[: move.stock_count],
            *(state.waste[-move.waste_count :] if move.waste_count else ()),
        ]
        ranks = [rank_name(card) for card in cards]
        if len(cards) > 1:
            pairs.setdefault(frozenset(ranks), "+".join(ranks))
        else:
            single = single or f"A{rank_with_article(CARD_RANKS[cards[0]])[1:]}"
    return list(pairs.values()), single
