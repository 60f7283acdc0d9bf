"""The state of a game: everything that decides which later moves are legal and what they score, and nothing else."""

from typing import NamedTuple

from retro_pyramid.cards import Card
from retro_pyramid.rules.geometry import exposed_slots_in


class State(NamedTuple):
    """A position of a game; immutable and hashable."""

    pyramid_cards: tuple[Card, ...]
    """The 28 cards of the pyramid as dealt, by slot. Removed cards stay in it; `pyramid` tells which are left."""
    pyramid: int
    """The mask of the slots that still have a card, bit i for slot i."""
    stock: tuple[Card, ...]
    """The cards not yet drawn, top card first."""
    waste: tuple[Card, ...]
    """The drawn cards, top card last. In odm this is the discard pile."""
    streak: int = 0
    """The number of cards moved to the discard pile since the last draw; always 0 in pair editions."""
    pass_number: int = 1
    """The current pass through the stock: 1 at first, one more after each redeal."""
    cleared_pass: int | None = None
    """The pass in which the pyramid was cleared, or None if it is not cleared. Always None in odm."""


def exposed_slots(state: State) -> tuple[int, ...]:
    """Return the exposed slots in ascending order, which is left to right within a row."""
    return exposed_slots_in(state.pyramid)


def is_exposed(state: State, slot: int) -> bool:
    """Return whether a slot has a card that no other card covers."""
    return slot in exposed_slots_in(state.pyramid)


def count_pyramid_cards(state: State) -> int:
    """Return the number of cards still in the pyramid."""
    return state.pyramid.bit_count()


def count_cards_left(state: State) -> int:
    """Return the number of cards in pyramid, stock and waste together."""
    return state.pyramid.bit_count() + len(state.stock) + len(state.waste)


def is_pyramid_cleared(state: State) -> bool:
    """Return whether the pyramid is empty: the win condition of odm, windows and relaxed."""
    return not state.pyramid


def are_all_cards_removed(state: State) -> bool:
    """Return whether all 52 cards are discarded: the win condition of tilldawn and em."""
    return not (state.pyramid or state.stock or state.waste)
