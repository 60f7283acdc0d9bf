"""The State of a game: what the legality and the points of later moves depend on, and nothing else."""

from typing import NamedTuple

from retro_pyramid.cards import Card
from retro_pyramid.rules.pyramid import open_in


class State(NamedTuple):
    """A position of a game.

    `layout` is the 28 pyramid cards as dealt. `pyramid` is the mask of those still there, bit i for index i from the
    apex. `stock` has its top first; `waste` has its top last, in odm it is the discard pile. `streak` counts the cards
    built since the last draw, 0 in pair editions. `pass_number` is 1 on the first run through the stock.
    `cleared_pass` is the pass in which the pyramid of a pair edition was cleared, None until then.
    """

    layout: tuple[Card, ...]
    pyramid: int
    stock: tuple[Card, ...]
    waste: tuple[Card, ...]
    streak: int = 0
    pass_number: int = 1
    cleared_pass: int | None = None


def open_positions(state: State) -> tuple[int, ...]:
    """Return the open positions in index order, so left to right within a row."""
    return open_in(state.pyramid)


def is_open(state: State, index: int) -> bool:
    """Say whether the card at this position is there and not covered."""
    return index in open_in(state.pyramid)


def pyramid_left(state: State) -> int:
    """Return the number of cards still in the pyramid."""
    return state.pyramid.bit_count()


def cards_left(state: State) -> int:
    """Return the number of cards in pyramid, stock and waste together."""
    return state.pyramid.bit_count() + len(state.stock) + len(state.waste)


def pyramid_empty(state: State) -> bool:
    """Win test: the pyramid is cleared."""
    return not state.pyramid


def all_gone(state: State) -> bool:
    """Win test: all 52 cards are discarded."""
    return not (state.pyramid or state.stock or state.waste)
