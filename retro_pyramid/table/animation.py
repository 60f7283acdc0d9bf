"""Card animations: tweens, flips, drags and score pop-ups, as pure values timed in ticks of 1/60 s."""

from __future__ import annotations

from collections.abc import Mapping
from math import floor
from typing import NamedTuple

from retro_pyramid.cards import CARDS_IN_DECK, Card
from retro_pyramid.rules import POSITIONS, Rules, State, is_open
from retro_pyramid.scenes.easing import GLIDE_TICKS, Point, eased
from retro_pyramid.table.layout import Places, waste_places

_FLIP_STAGES = 5
"""Stages of a flip: full width, narrow, edge, narrow, full width."""
_DRAG_THRESHOLD_PX = 4
"""Pixels that the pointer moves before a press becomes a drag."""
DEAL_STEP = 3
"""Ticks between two dealt cards: 28 of them and the last tween take 1.5 s."""
PILE_STEP = 1
"""Ticks between two cards that leave a pile in one move: a whole pile that is turned over takes half a second."""


class Glide(NamedTuple):
    """A card that moves from one position to another, or flips in place."""

    card: int
    """The card, also while its back is visible."""
    origin: Point
    """Start, in picture pixels."""
    goal: Point
    """End, in picture pixels."""
    begin: int
    """The tick at which it starts."""
    slot: int = -1
    """The pyramid slot it moves to, or a negative number for a pile."""
    source: int | None = None
    """The slot or pile it comes from."""
    up: tuple[bool, bool] = (True, True)
    """Whether its face is up at the start, and at the end."""

    def place(self, now: int) -> Point | None:
        """Return the position at a tick, or None before the start."""
        elapsed = now - self.begin
        if elapsed < 0:
            return None
        progress, (x, y), (to_x, to_y) = eased(elapsed, GLIDE_TICKS), self.origin, self.goal
        return floor(x + (to_x - x) * progress + 0.5), floor(y + (to_y - y) * progress + 0.5)

    def side(self, now: int) -> tuple[int | None, int | None]:
        """Return the visible card at a tick (None: its back), and the stage of its flip (None: full width).

        The stages are those of `TableRenderer.draw_flip`: 0 the back narrow, 1 the edge, 2 the face narrow.
        """
        step = min(max(now - self.begin, 0) * _FLIP_STAGES // GLIDE_TICKS, _FLIP_STAGES - 1)
        starts_up, ends_up = self.up
        if starts_up == ends_up or step in (0, _FLIP_STAGES - 1):
            return self.card if self.up[step > 0] else None, None
        return self.card, step - 1 if ends_up else _FLIP_STAGES - 2 - step


class Drag(NamedTuple):
    """A card held by the pointer."""

    name: str
    """Target id of the card."""
    card: int | None
    """The card, or None for its back."""
    place: Point
    """Its current position."""
    held: Point
    """Offset of the pointer from the card's position."""
    start: Point
    """Where the button was pressed."""
    moved: bool = False
    """Whether the pointer has moved so far that the press is a drag."""
    goal: str | None = None
    """Target id below the card, if dropping it there is a legal move."""

    def to(self, x: int, y: int) -> Drag:
        """Return the drag with the pointer at a point. It counts as moved after some pixels.

        >>> held = Drag("stock", None, (10, 10), (5, 5), (15, 15))
        >>> held.to(17, 15).moved, held.to(25, 15).moved, held.to(25, 15).place
        (False, True, (20, 10))
        """
        distance = max(abs(x - self.start[0]), abs(y - self.start[1]))
        pos = (x - self.held[0], y - self.held[1])
        return self._replace(place=pos, moved=self.moved or distance >= _DRAG_THRESHOLD_PX)


class Motions:
    """The running animations of a table. With `reduces_motion`, all of them end by the next tick."""

    def __init__(self, still: bool = False) -> None:
        self.still = still
        self.now = 0
        self.glides: list[Glide] = []

    def tick(self, ticks: int) -> None:
        """Advance the time and drop finished tweens."""
        self.now += ticks
        if self.still:
            self.finish()
        self.glides = [g for g in self.glides if self.now < g.begin + GLIDE_TICKS]

    def finish(self) -> None:
        """Finish all animations at once."""
        self.glides.clear()

    def running(self) -> bool:
        """Return whether a tween is running."""
        return bool(self.glides)


TO_WASTE, TO_STOCK, TO_DISCARD = -1, -2, -3
"""Slot numbers of the piles, for cards that do not end in the pyramid."""
FLOAT_TICKS = 36
"""Duration of a score pop-up."""
_SCORE_POPUP_DISTANCE_PX = 26
FLASH_TICKS = 5
"""Duration of a flash."""
STREAK_FLASHES = frozenset({5, 10, 15, 20, 25})
"""Lengths of a streak at which the table flashes."""


class Float(NamedTuple):
    """A score pop-up. Earned points rise from the middle of a card, lost points fall."""

    points: int
    place: Point
    """Start, in picture pixels."""
    begin: int

    def at(self, now: int) -> Point | None:
        """Return the position at a tick, or None if the pop-up is over."""
        elapsed = now - self.begin
        if not 0 <= elapsed < FLOAT_TICKS:
            return None
        distance = _SCORE_POPUP_DISTANCE_PX * elapsed // FLOAT_TICKS
        return self.place[0], self.place[1] - (distance if self.points > 0 else -distance)


class Rest(NamedTuple):
    """Where a card is: its slot or pile (as in `CardTween.to_slot`), its position, and whether its face is up."""

    at: int
    place: Point
    up: bool = True


def face(rules: Rules, state: State, slot: int) -> Card | None:
    """Return the card in a slot as it is seen: None for its back."""
    return state.layout[slot] if not rules.hides_covered or is_open(state, slot) else None


def resting(rules: Rules, state: State, places: Places) -> dict[Card, Rest]:
    """Return the placement of every card: pyramid, stock and waste, each from the bottom, then removed cards."""
    placements = {
        state.layout[slot]: Rest(slot, places.slots[slot], face(rules, state, slot) is not None)
        for slot in range(POSITIONS)
        if state.pyramid >> slot & 1
    }
    for card in reversed(state.stock):
        placements[card] = Rest(TO_STOCK, places.stock, rules.stock_top_playable and card == state.stock[0])
    placements |= {card: Rest(TO_WASTE, pos) for card, pos in in_waste(state, places).items()}
    removed = Rest(TO_DISCARD, places.discard or places.exit)
    return placements | {card: removed for card in range(CARDS_IN_DECK) if card not in placements}


def in_waste(state: State, places: Places) -> dict[Card, Point]:
    """Return the position of each card of the waste, from the bottom."""
    positions = waste_places(places, state.waste)
    hidden = len(state.waste) - len(positions)
    return {card: positions[max(index - hidden, 0)] for index, card in enumerate(state.waste)}


def flight(
    before: Mapping[Card, Rest], after: Mapping[Card, Rest], now: int, step: int = PILE_STEP
) -> list[Glide]:
    """Return tweens for all cards whose placement differs, the undermost card first.

    Cards that leave a pile start one after another, `step_ticks` apart.
    """
    glides = []
    for card, placement in after.items():
        previous = before[card]
        if previous != placement:
            glides.append(
                Glide(
                    card,
                    previous.place,
                    placement.place,
                    now,
                    placement.at,
                    previous.at,
                    (previous.up, placement.up),
                )
            )
            if previous.at in (TO_STOCK, TO_WASTE) and placement.at != previous.at:
                now += step
    return glides
