"""Target ids of cards and piles: conversion to slots, cards and moves."""

from collections.abc import Collection, Sequence

from retro_pyramid.cards import Card
from retro_pyramid.rules import (
    ALL_MOVES,
    DRAW,
    POSITIONS,
    REDEAL,
    Move,
    Rules,
    State,
    is_open,
    open_positions,
    position_text,
)
from retro_pyramid.rules.transcript import Entry

STOCK, WASTE = "stock", "waste"
_PILE_LETTERS = {STOCK: "P", WASTE: "W"}
_CARD_TARGET_IDS = tuple(f"card:{position_text(slot)}" for slot in range(POSITIONS))
_SLOTS_BY_TARGET_ID = {name: slot for slot, name in enumerate(_CARD_TARGET_IDS)}


def card_name(slot: int) -> str:
    """Return the target id of the card in a pyramid slot."""
    return _CARD_TARGET_IDS[slot]


def slot_of(name: str) -> int | None:
    """Return the pyramid slot of a target id, or None if it is not that of a pyramid card."""
    return _SLOTS_BY_TARGET_ID.get(name)


def available(rules: Rules, state: State) -> list[str]:
    """Return the target ids that cards can be played from: exposed slots by index, then stock and waste.

    >>> from retro_pyramid.cards import deal
    >>> from retro_pyramid.rules import rules_for, start
    >>> rules = rules_for("em")
    >>> available(rules, start(rules, deal(61)))[-2:]
    ['card:77', 'stock']
    """
    target_ids = [card_name(slot) for slot in open_positions(state)]
    if state.stock and rules.stock_top_playable:
        target_ids.append(STOCK)
    return [*target_ids, WASTE] if state.waste else target_ids


def card_at(rules: Rules, state: State, name: str) -> Card | None:
    """Return the card that can be played from a target, or None if there is none."""
    if name not in available(rules, state):
        return None
    if name == STOCK:
        return state.stock[0]
    return state.waste[-1] if name == WASTE else state.layout[slot_of(name) or 0]


def move_of(*names: str) -> Move | None:
    """Return the move that removes the cards of the target ids, in any order, or None if there is no such move.

    >>> str(move_of("waste", "card:71")), str(move_of("stock")), move_of("stock", "stock")
    ('71+W', 'P', None)
    """
    parts = sorted(names, key=lambda name: (name in _PILE_LETTERS, name))
    return ALL_MOVES.get("+".join(_PILE_LETTERS.get(part, part.removeprefix("card:")) for part in parts))


def names_of(move: Move) -> tuple[str, ...]:
    """Return the target ids that a move removes cards from. Draws and redeals have the stock.

    >>> from retro_pyramid.rules import parse_move
    >>> names_of(parse_move("66+P")), names_of(parse_move("WW"))
    (('card:66', 'stock'), ('waste',))
    """
    if move in (DRAW, REDEAL):
        return (STOCK,)
    cards = [card_name(slot) for slot in move.positions]
    return (*cards, *([STOCK] if move.stock else []), *([WASTE] if move.waste else []))


def taken(before: State, after: State) -> list[tuple[str, Card]]:
    """Return target id and card of everything removed between two states that are one move apart."""
    left = before.pyramid ^ after.pyramid
    removed = [(card_name(slot), card) for slot, card in enumerate(before.layout) if left >> slot & 1]
    remaining = {*after.stock, *after.waste}
    removed += [(STOCK, card) for card in before.stock if card not in remaining]
    removed += [(WASTE, card) for card in before.waste if card not in remaining]
    return removed


def last_taken(history: Sequence[Entry], moving: Collection[Card] = ()) -> Card | None:
    """Return the card discarded last that is not among the moving ones, or None."""
    pairs = zip(reversed(history[:-1]), reversed(history[1:]), strict=True)
    cards = (card for before, after in pairs for _, card in reversed(taken(before.state, after.state)))
    return next((card for card in cards if card not in moving), None)


def covered(state: State, name: str) -> bool:
    """Return whether a target id names a pyramid card that is covered by others."""
    slot = slot_of(name)
    return slot is not None and not is_open(state, slot)


def gone(state: State, name: str) -> bool:
    """Return whether a target id names an empty pyramid slot."""
    slot = slot_of(name)
    return slot is not None and not state.pyramid >> slot & 1
