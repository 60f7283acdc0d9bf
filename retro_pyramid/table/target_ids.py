"""Target ids of cards and piles: the card each stands for, and the move that those picked make together."""

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
_LETTERS = {STOCK: "P", WASTE: "W"}
_CARDS = tuple(f"card:{position_text(slot)}" for slot in range(POSITIONS))
_SLOTS = {name: slot for slot, name in enumerate(_CARDS)}


def card_name(slot: int) -> str:
    """Return the target id of the card at a pyramid position."""
    return _CARDS[slot]


def slot_of(name: str) -> int | None:
    """Return the pyramid position that a target id names, None for anything else."""
    return _SLOTS.get(name)


def available(rules: Rules, state: State) -> list[str]:
    """Return what cards can be played from: open positions in index order, then stock and waste.

    >>> from retro_pyramid.cards import deal
    >>> from retro_pyramid.rules import rules_for, start
    >>> rules = rules_for("em")
    >>> available(rules, start(rules, deal(61)))[-2:]
    ['card:77', 'stock']
    """
    names = [card_name(slot) for slot in open_positions(state)]
    if state.stock and rules.stock_top_playable:
        names.append(STOCK)
    return [*names, WASTE] if state.waste else names


def card_at(rules: Rules, state: State, name: str) -> Card | None:
    """Return the card that can be played from there, None if there is none."""
    if name not in available(rules, state):
        return None
    if name == STOCK:
        return state.stock[0]
    return state.waste[-1] if name == WASTE else state.layout[slot_of(name) or 0]


def move_of(*names: str) -> Move | None:
    """Return the move that takes the cards named, in any order; None if the notation has none.

    >>> str(move_of("waste", "card:71")), str(move_of("stock")), move_of("stock", "stock")
    ('71+W', 'P', None)
    """
    parts = sorted(names, key=lambda name: (name in _LETTERS, name))
    return ALL_MOVES.get("+".join(_LETTERS.get(part, part.removeprefix("card:")) for part in parts))


def names_of(move: Move) -> tuple[str, ...]:
    """Return the target ids a move takes cards from, or where it draws or turns the waste over.

    >>> from retro_pyramid.rules import parse_move
    >>> names_of(parse_move("66+P")), names_of(parse_move("WW"))
    (('card:66', 'stock'), ('waste',))
    """
    if move in (DRAW, REDEAL):
        return (STOCK,)
    cards = [card_name(slot) for slot in move.positions]
    return (*cards, *([STOCK] if move.stock else []), *([WASTE] if move.waste else []))


def taken(before: State, after: State) -> list[tuple[str, Card]]:
    """Return what left the game between two states one move apart: where each card was, and the card."""
    left = before.pyramid ^ after.pyramid
    gone = [(card_name(slot), card) for slot, card in enumerate(before.layout) if left >> slot & 1]
    kept = {*after.stock, *after.waste}
    gone += [(STOCK, card) for card in before.stock if card not in kept]
    gone += [(WASTE, card) for card in before.waste if card not in kept]
    return gone


def last_taken(history: Sequence[Entry], moving: Collection[Card] = ()) -> Card | None:
    """Return the card that was discarded last and lies there, none of those `moving`; None if there is none."""
    pairs = zip(reversed(history[:-1]), reversed(history[1:]), strict=True)
    cards = (card for before, after in pairs for _, card in reversed(taken(before.state, after.state)))
    return next((card for card in cards if card not in moving), None)


def covered(state: State, name: str) -> bool:
    """Return whether a target id names a pyramid card that others lie on."""
    slot = slot_of(name)
    return slot is not None and not is_open(state, slot)


def gone(state: State, name: str) -> bool:
    """Return whether a target id names a place of the pyramid that is empty."""
    slot = slot_of(name)
    return slot is not None and not state.pyramid >> slot & 1
