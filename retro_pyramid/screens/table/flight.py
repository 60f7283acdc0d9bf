"""Cards on their way over a table: the deal, a move, a card dropped wrongly. Pure values."""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

from retro_pyramid.cards import Card
from retro_pyramid.rules import DRAW, POSITIONS, REDEAL, Move, Rules, State, coverers, is_open
from retro_pyramid.screens.parts.motion import DEAL_STEP, Flip, Glide, Point
from retro_pyramid.screens.parts.positions import taken
from retro_pyramid.screens.table.layout import Places

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


def face(rules: Rules, state: State, slot: int) -> Card | None:
    """Return the card at a pyramid position as it is seen, None for a back."""
    return state.layout[slot] if not rules.hides_covered or is_open(state, slot) else None


def deal_flight(rules: Rules, state: State, places: Places, now: int) -> list[Glide]:
    """Return the cards of the deal on their way, and the first of the stock where the waste begins with one."""
    glides = [
        Glide(face(rules, state, slot), places.stock, places.slots[slot], now + DEAL_STEP * slot, slot)
        for slot in range(POSITIONS)
    ]
    if state.waste:
        begin = now + DEAL_STEP * POSITIONS
        glides.append(Glide(state.waste[-1], places.stock, places.waste, begin, TO_WASTE))
    return glides


def move_flight(
    move: Move,
    before: State,
    after: State,
    places: Places,
    starts: Mapping[str, Point],
    waste: Point,
    now: int,
) -> list[Glide]:
    """Return the cards of a move on their way from `starts`, by target id, to the piles; `waste` is its top."""
    left = taken(before, after)
    if move == REDEAL:
        return [Glide(None, places.waste, places.stock, now, TO_STOCK)]
    if move == DRAW and not left:
        start = starts.get("stock", places.stock)
        return [Glide(card, start, waste, now, TO_WASTE) for card in after.waste[len(before.waste) :]]
    glides = []
    for name, card in left:
        start = starts.get(name, places.stock)
        if card in after.waste:
            glides.append(Glide(card, start, waste, now, TO_WASTE))
        elif places.discard:
            glides.append(Glide(card, start, places.discard, now, TO_DISCARD))
    return glides


def turning(rules: Rules, before: State, after: State, now: int) -> list[Flip]:
    """Return the cards that a move has uncovered, turning over, where covered ones lie face down."""
    if not rules.hides_covered:
        return []
    went = before.pyramid & ~after.pyramid
    return [
        Flip(slot, now)
        for slot in range(POSITIONS)
        if any(went >> cover & 1 for cover in coverers(slot)) and is_open(after, slot)
    ]
