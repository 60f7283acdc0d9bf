"""What a player may see of a position. Hidden cards are left out, so that what chooses by it cannot cheat."""

from collections.abc import Sequence
from typing import NamedTuple

from retro_pyramid.cards import BorlandRandom, Card
from retro_pyramid.rules import Rules, State
from retro_pyramid.rules.geometry import open_in, positions_in


class View(NamedTuple):
    """A position as the player sees it; the fields are those of State, with None for a card not seen yet.

    The player is taken to remember: from the second pass on the order of the stock is known, and of cards drawn three
    at a time all are seen. `unseen` is the hidden cards in the order of the deck; which they are follows from the
    cards that were seen.
    """

    layout: tuple[Card | None, ...]
    pyramid: int
    stock: tuple[Card | None, ...]
    waste: tuple[Card, ...]
    streak: int
    pass_number: int
    cleared_pass: int | None
    unseen: tuple[Card, ...]

    def filled(self, order: Sequence[Card]) -> State:
        """Return the position if the unseen cards lie in this order, those of the pyramid first, then the stock."""
        cards = iter(order)
        layout = tuple([next(cards) if card is None else card for card in self.layout])
        stock = tuple([next(cards) if card is None else card for card in self.stock])
        return State(layout, self.pyramid, stock, *self[3:7])


def chance_of(pyramid: int, cards: Sequence[Card]) -> BorlandRandom:
    """Return a generator whose numbers follow from the cards alone: what is asked again gets the same answer."""
    for card in cards:
        pyramid = (pyramid * 53 + card) & 0xFFFFFFFF
    return BorlandRandom(pyramid)


def view_of(rules: Rules, state: State) -> View:
    """Return what a player may see of a state.

    >>> from retro_pyramid.cards import deal
    >>> from retro_pyramid.rules import rules_for, start
    >>> view = view_of(rules_for("em"), start(rules_for("em"), deal(61)))
    >>> view.stock[0] == deal(61)[28], view.stock[1], len(view.unseen)
    (True, None, 23)
    """
    layout: tuple[Card | None, ...] = state.layout
    stock: tuple[Card | None, ...] = state.stock
    hidden: list[Card] = []
    if rules.hides_covered:
        covered = set(positions_in(state.pyramid)).difference(open_in(state.pyramid))
        hidden += [state.layout[index] for index in covered]
        layout = tuple([None if index in covered else card for index, card in enumerate(state.layout)])
    if state.pass_number == 1:
        seen = 1 if rules.stock_top_playable else 0
        hidden += state.stock[seen:]
        stock = state.stock[:seen] + (None,) * len(state.stock[seen:])
    return View(layout, state.pyramid, stock, *state[3:], tuple(sorted(hidden)))
