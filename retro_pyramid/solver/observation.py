"""The part of a position that the player can see. Code that chooses a move from it cannot use hidden cards."""

from collections.abc import Sequence
from typing import NamedTuple

from retro_pyramid.cards import BorlandRandom, Card
from retro_pyramid.rules import Rules, State
from retro_pyramid.rules.geometry import exposed_slots_in, slots_in


class Observation(NamedTuple):
    """A position as the player sees it: the fields of State, with None for each card that has not been seen yet.

    The player is assumed to remember every card: from the second pass on the order of the stock is known, and all three
    cards of a three-card draw have been seen.
    """

    pyramid_cards: tuple[Card | None, ...]
    """The 28 pyramid cards as dealt, None where the card is still hidden."""
    pyramid: int
    """The mask of the pyramid cards that are left, bit i for slot i."""
    stock: tuple[Card | None, ...]
    """The stock, top card first, None where the card is still hidden."""
    waste: tuple[Card, ...]
    """The waste, top card last."""
    streak: int
    """The number of cards built since the last draw, 0 in pair editions."""
    pass_number: int
    """The pass through the stock, from 1."""
    cleared_pass: int | None
    """The pass in which the pyramid of a pair edition was cleared, or None."""
    hidden: tuple[Card, ...]
    """The hidden cards in deck order. Which cards these are follows from the cards that have been seen."""

    def to_state(self, hidden_order: Sequence[Card]) -> State:
        """Return the position in which the hidden cards have this order: first those of the pyramid, then the stock."""
        cards = iter(hidden_order)
        pyramid_cards = tuple([next(cards) if card is None else card for card in self.pyramid_cards])
        stock = tuple([next(cards) if card is None else card for card in self.stock])
        return State(pyramid_cards, self.pyramid, stock, *self[3:7])


def create_rng(pyramid: int, cards: Sequence[Card]) -> BorlandRandom:
    """Return a random generator seeded with the cards, so that the same position always gets the same answer."""
    for card in cards:
        pyramid = (pyramid * 53 + card) & 0xFFFFFFFF
    return BorlandRandom(pyramid)


def observe(rules: Rules, state: State) -> Observation:
    """Return the part of a position that the player can see.

    >>> from retro_pyramid.cards import deal
    >>> from retro_pyramid.rules import rules_for, initial_state
    >>> observation = observe(rules_for("em"), initial_state(rules_for("em"), deal(61)))
    >>> observation.stock[0] == deal(61)[28], observation.stock[1], len(observation.hidden)
    (True, None, 23)
    """
    pyramid_cards: tuple[Card | None, ...] = state.pyramid_cards
    stock: tuple[Card | None, ...] = state.stock
    hidden: list[Card] = []
    if rules.hides_covered:
        covered = set(slots_in(state.pyramid)).difference(exposed_slots_in(state.pyramid))
        hidden += [state.pyramid_cards[slot] for slot in covered]
        pyramid_cards = tuple(
            [None if slot in covered else card for slot, card in enumerate(state.pyramid_cards)]
        )
    if state.pass_number == 1:
        visible_count = 1 if rules.stock_top_playable else 0
        hidden += state.stock[visible_count:]
        stock = state.stock[:visible_count] + (None,) * len(state.stock[visible_count:])
    return Observation(pyramid_cards, state.pyramid, stock, *state[3:], tuple(sorted(hidden)))
