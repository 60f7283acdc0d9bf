"""Card animations: glides, flips, drags and score pop-ups, as pure values timed in ticks of 1/60 s."""

from __future__ import annotations

from collections.abc import Mapping
from math import floor
from typing import NamedTuple

from retro_pyramid.cards import CARDS_IN_DECK, Card
from retro_pyramid.rules import POSITIONS, Rules, State, is_open
from retro_pyramid.scenes.easing import GLIDE_TICKS, Point, eased
from retro_pyramid.table.layout import Places, waste_places

_TURN = 5
"""Stages of a card turning over: whole, narrow, on its edge, narrow, whole."""
_DRAG_FROM = 4
"""Pixels the pointer moves before a press becomes a drag."""
DEAL_STEP = 3
"""Ticks between two cards of the deal: 28 of them and the last glide take 1.5 s."""
PILE_STEP = 1
"""Ticks between two cards that leave a pile by one move: a whole pile turned over takes half a second."""


class Glide(NamedTuple):
    """A card moving from one point to another, in picture pixels, or turning over where it lies, from tick `begin` on.

    `slot` is the pyramid position it goes to, less than 0 for a pile, `source` the same of where it comes from. `up`
    says whether its face is seen when it leaves and when it arrives.
    """

    card: int
    origin: Point
    goal: Point
    begin: int
    slot: int = -1
    source: int | None = None
    up: tuple[bool, bool] = (True, True)

    def place(self, now: int) -> Point | None:
        """Return where the card is at tick `now`, None before it starts."""
        passed = now - self.begin
        if passed < 0:
            return None
        share, (x, y), (to_x, to_y) = eased(passed, GLIDE_TICKS), self.origin, self.goal
        return floor(x + (to_x - x) * share + 0.5), floor(y + (to_y - y) * share + 0.5)

    def side(self, now: int) -> tuple[int | None, int | None]:
        """Return the card as it is seen at tick `now`, None for its back, and the stage of its turning, None if whole.

        The stages are those of a felt's `turning`: 0 the back narrow, 1 the edge, 2 the face narrow.
        """
        step = min(max(now - self.begin, 0) * _TURN // GLIDE_TICKS, _TURN - 1)
        leaves, arrives = self.up
        if leaves == arrives or step in (0, _TURN - 1):
            return self.card if self.up[step > 0] else None, None
        return self.card, step - 1 if arrives else _TURN - 2 - step


class Drag(NamedTuple):
    """A card (None: its back) held by the pointer: where it was taken from, where it lies now, how it is held.

    `goal` is the target id of what it lies over where dropping it there would be a move.
    """

    name: str
    card: int | None
    place: Point
    held: Point
    start: Point
    moved: bool = False
    goal: str | None = None

    def to(self, x: int, y: int) -> Drag:
        """Return the card with the pointer there; a press becomes a drag once it has moved some pixels.

        >>> held = Drag("stock", None, (10, 10), (5, 5), (15, 15))
        >>> held.to(17, 15).moved, held.to(25, 15).moved, held.to(25, 15).place
        (False, True, (20, 10))
        """
        away = max(abs(x - self.start[0]), abs(y - self.start[1]))
        place = (x - self.held[0], y - self.held[1])
        return self._replace(place=place, moved=self.moved or away >= _DRAG_FROM)


class Motions:
    """All that moves on a table now; with `still` everything is at its goal by the next tick."""

    def __init__(self, still: bool = False) -> None:
        self.still = still
        self.now = 0
        self.glides: list[Glide] = []

    def tick(self, ticks: int) -> None:
        """Let time pass and drop what has arrived."""
        self.now += ticks
        if self.still:
            self.finish()
        self.glides = [g for g in self.glides if self.now < g.begin + GLIDE_TICKS]

    def finish(self) -> None:
        """Put everything where it goes, at once."""
        self.glides.clear()

    def running(self) -> bool:
        """Return whether anything still moves."""
        return bool(self.glides)


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
