"""Cards on their way over a table: the deal, a move both ways, a card dropped wrongly. Pure values."""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

from retro_pyramid.cards import CARDS_IN_DECK, Card
from retro_pyramid.rules import POSITIONS, Rules, State, is_open
from retro_pyramid.screens.parts.motion import PILE_STEP, Glide, Point
from retro_pyramid.screens.table.layout import Places
from retro_pyramid.screens.table.view import waste_places

TO_WASTE, TO_STOCK, TO_DISCARD = -1, -2, -3
"""Where a glide goes that does not end in the pyramid."""

FLOAT_TICKS = 36
_FLOAT_WAY = 26
FLASH_TICKS = 5
STREAK_FLASHES = frozenset({5, 10, 15, 20, 25})
"""The cards in a row at which the table flashes."""


class Float(NamedTuple):
    """Points that rise from the middle of where they were won, or fall from where they were lost, from tick `begin` on.

    `place` is in picture pixels.
    """

    points: int
    place: Point
    begin: int

    def at(self, now: int) -> Point | None:
        """Return where the words are at a tick, None when they are gone."""
        passed = now - self.begin
        if not 0 <= passed < FLOAT_TICKS:
            return None
        way = _FLOAT_WAY * passed // FLOAT_TICKS
        return self.place[0], self.place[1] - (way if self.points > 0 else -way)


class Rest(NamedTuple):
    """Where a card lies: its pyramid position or pile, as `Glide.slot` has it, its place, and whether its face is seen."""

    at: int
    place: Point
    up: bool = True


def face(rules: Rules, state: State, slot: int) -> Card | None:
    """Return the card at a pyramid position as it is seen, None for a back."""
    return state.layout[slot] if not rules.hides_covered or is_open(state, slot) else None


def resting(rules: Rules, state: State, places: Places) -> dict[Card, Rest]:
    """Return where every card lies: the pyramid's, those of stock and waste, each from the bottom, and those taken."""
    rests = {
        state.layout[slot]: Rest(slot, places.slots[slot], face(rules, state, slot) is not None)
        for slot in range(POSITIONS)
        if state.pyramid >> slot & 1
    }
    for card in reversed(state.stock):
        rests[card] = Rest(TO_STOCK, places.stock, rules.stock_top_playable and card == state.stock[0])
    rests |= {card: Rest(TO_WASTE, place) for card, place in in_waste(state, places).items()}
    taken = Rest(TO_DISCARD, places.discard or places.exit)
    return rests | {card: taken for card in range(CARDS_IN_DECK) if card not in rests}


def in_waste(state: State, places: Places) -> dict[Card, Point]:
    """Return where each card of the waste lies, from the bottom."""
    spots = waste_places(places, state.waste)
    hidden = len(state.waste) - len(spots)
    return {card: spots[max(at - hidden, 0)] for at, card in enumerate(state.waste)}


def flight(
    before: Mapping[Card, Rest], after: Mapping[Card, Rest], now: int, step: int = PILE_STEP
) -> list[Glide]:
    """Return the cards on their way from where they lay to where they lie, undermost first.

    Those that leave a pile do so one after another, `step` ticks apart.
    """
    glides = []
    for card, lies in after.items():
        lay = before[card]
        if lay != lies:
            glides.append(Glide(card, lay.place, lies.place, now, lies.at, lay.at, (lay.up, lies.up)))
            if lay.at in (TO_STOCK, TO_WASTE) and lies.at != lay.at:
                now += step
    return glides
