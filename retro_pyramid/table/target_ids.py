"""Target ids of cards and piles: conversion to slots, cards and moves."""

from collections.abc import Collection, Sequence

from retro_pyramid.cards import Card
from retro_pyramid.rules import (
    DRAW,
    MOVES_BY_TEXT,
    REDEAL,
    SLOT_COUNT,
    Move,
    Rules,
    State,
    exposed_slots,
    is_exposed,
    slot_name,
)
from retro_pyramid.rules.transcript import HistoryEntry

STOCK, WASTE = "stock", "waste"
_PILE_LETTERS = {STOCK: "P", WASTE: "W"}
_CARD_TARGET_IDS = tuple(f"card:{slot_name(slot)}" for slot in range(SLOT_COUNT))
_SLOTS_BY_TARGET_ID = {name: slot for slot, name in enumerate(_CARD_TARGET_IDS)}


def card_target_id(slot: int) -> str:
    """Return the target id of the card in a pyramid slot."""
    return _CARD_TARGET_IDS[slot]


def slot_from_target_id(target_id: str) -> int | None:
    """Return the pyramid slot of a target id, or None if it is not that of a pyramid card."""
    return _SLOTS_BY_TARGET_ID.get(target_id)


def list_available_targets(rules: Rules, state: State) -> list[str]:
    """Return the target ids that cards can be played from: exposed slots by index, then stock and waste.

    >>> from retro_pyramid.cards import deal
    >>> from retro_pyramid.rules import rules_for, initial_state
    >>> rules = rules_for("em")
    >>> list_available_targets(rules, initial_state(rules, deal(61)))[-2:]
    ['card:77', 'stock']
    """
    target_ids = [card_target_id(slot) for slot in exposed_slots(state)]
    if state.stock and rules.stock_top_playable:
        target_ids.append(STOCK)
    return [*target_ids, WASTE] if state.waste else target_ids


def get_playable_card(rules: Rules, state: State, target_id: str) -> Card | None:
    """Return the card that can be played from a target, or None if there is none."""
    if target_id not in list_available_targets(rules, state):
        return None
    if target_id == STOCK:
        return state.stock[0]
    return state.waste[-1] if target_id == WASTE else state.pyramid_cards[slot_from_target_id(target_id) or 0]


def find_move(*target_ids: str) -> Move | None:
    """Return the move that removes the cards of the target ids, in any order, or None if there is no such move.

    >>> str(find_move("waste", "card:71")), str(find_move("stock")), find_move("stock", "stock")
    ('71+W', 'P', None)
    """
    parts = sorted(target_ids, key=lambda name: (name in _PILE_LETTERS, name))
    return MOVES_BY_TEXT.get("+".join(_PILE_LETTERS.get(part, part.removeprefix("card:")) for part in parts))


def get_move_target_ids(move: Move) -> tuple[str, ...]:
    """Return the target ids that a move removes cards from. Draws and redeals have the stock.

    >>> from retro_pyramid.rules import parse_move
    >>> get_move_target_ids(parse_move("66+P")), get_move_target_ids(parse_move("WW"))
    (('card:66', 'stock'), ('waste',))
    """
    if move in (DRAW, REDEAL):
        return (STOCK,)
    cards = [card_target_id(slot) for slot in move.slots]
    return (*cards, *([STOCK] if move.stock_count else []), *([WASTE] if move.waste_count else []))


def find_removed_cards(state_before: State, state_after: State) -> list[tuple[str, Card]]:
    """Return target id and card of everything removed between two states that are one move apart."""
    left = state_before.pyramid ^ state_after.pyramid
    removed = [
        (card_target_id(slot), card)
        for slot, card in enumerate(state_before.pyramid_cards)
        if left >> slot & 1
    ]
    remaining = {*state_after.stock, *state_after.waste}
    removed += [(STOCK, card) for card in state_before.stock if card not in remaining]
    removed += [(WASTE, card) for card in state_before.waste if card not in remaining]
    return removed


def find_last_discarded(history: Sequence[HistoryEntry], moving_cards: Collection[Card] = ()) -> Card | None:
    """Return the card discarded last that is not among the moving ones, or None."""
    pairs = zip(reversed(history[:-1]), reversed(history[1:]), strict=True)
    cards = (
        card for before, after in pairs for _, card in reversed(find_removed_cards(before.state, after.state))
    )
    return next((card for card in cards if card not in moving_cards), None)


def is_covered(state: State, target_id: str) -> bool:
    """Return whether a target id names a pyramid card that is covered by others."""
    slot = slot_from_target_id(target_id)
    return slot is not None and not is_exposed(state, slot)


def is_slot_empty(state: State, target_id: str) -> bool:
    """Return whether a target id names an empty pyramid slot."""
    slot = slot_from_target_id(target_id)
    return slot is not None and not state.pyramid >> slot & 1
