"""Card animations: tweens, flips, drags and score pop-ups, as pure values timed in ticks of 1/60 s."""

from __future__ import annotations

from collections.abc import Mapping
from math import floor
from typing import NamedTuple

from retro_pyramid.cards import CARDS_IN_DECK, Card
from retro_pyramid.rules import SLOT_COUNT, Rules, State, is_exposed
from retro_pyramid.scenes.easing import CARD_TWEEN_TICKS, Point, smoothstep
from retro_pyramid.table.layout import TableLayout, compute_waste_card_positions

_FLIP_STAGES = 5
"""Stages of a flip: full width, narrow, edge, narrow, full width."""
_DRAG_THRESHOLD_PX = 4
"""Pixels that the pointer moves before a press becomes a drag."""
DEAL_STEP_TICKS = 3
"""Ticks between two dealt cards: 28 of them and the last tween take 1.5 s."""
PILE_STEP_TICKS = 1
"""Ticks between two cards that leave a pile in one move: a whole pile that is turned over takes half a second."""


class CardTween(NamedTuple):
    """A card that moves from one position to another, or flips in place."""

    card: int
    """The card, also while its back is visible."""
    start_pos: Point
    """Start, in picture pixels."""
    end_pos: Point
    """End, in picture pixels."""
    begin_tick: int
    """The tick at which it starts."""
    to_slot: int = -1
    """The pyramid slot it moves to, or a negative number for a pile."""
    from_slot: int | None = None
    """The slot or pile it comes from."""
    face_up: tuple[bool, bool] = (True, True)
    """Whether its face is up at the start, and at the end."""

    def position_at(self, tick: int) -> Point | None:
        """Return the position at a tick, or None before the start."""
        elapsed = tick - self.begin_tick
        if elapsed < 0:
            return None
        progress, (x, y), (to_x, to_y) = smoothstep(elapsed, CARD_TWEEN_TICKS), self.start_pos, self.end_pos
        return floor(x + (to_x - x) * progress + 0.5), floor(y + (to_y - y) * progress + 0.5)

    def face_at(self, tick: int) -> tuple[int | None, int | None]:
        """Return the visible card at a tick (None: its back), and the stage of its flip (None: full width).

        The stages are those of `TableRenderer.draw_flip`: 0 the back narrow, 1 the edge, 2 the face narrow.
        """
        step = min(max(tick - self.begin_tick, 0) * _FLIP_STAGES // CARD_TWEEN_TICKS, _FLIP_STAGES - 1)
        starts_up, ends_up = self.face_up
        if starts_up == ends_up or step in (0, _FLIP_STAGES - 1):
            return self.card if self.face_up[step > 0] else None, None
        return self.card, step - 1 if ends_up else _FLIP_STAGES - 2 - step


class Drag(NamedTuple):
    """A card held by the pointer."""

    target_id: str
    """Target id of the card."""
    card: int | None
    """The card, or None for its back."""
    pos: Point
    """Its current position."""
    grab_offset: Point
    """Offset of the pointer from the card's position."""
    press_pos: Point
    """Where the button was pressed."""
    has_moved: bool = False
    """Whether the pointer has moved so far that the press is a drag."""
    drop_target_id: str | None = None
    """Target id below the card, if dropping it there is a legal move."""

    def move_to(self, x: int, y: int) -> Drag:
        """Return the drag with the pointer at a point. It counts as moved after some pixels.

        >>> held = Drag("stock", None, (10, 10), (5, 5), (15, 15))
        >>> held.move_to(17, 15).has_moved, held.move_to(25, 15).has_moved, held.move_to(25, 15).pos
        (False, True, (20, 10))
        """
        distance = max(abs(x - self.press_pos[0]), abs(y - self.press_pos[1]))
        pos = (x - self.grab_offset[0], y - self.grab_offset[1])
        return self._replace(pos=pos, has_moved=self.has_moved or distance >= _DRAG_THRESHOLD_PX)


class Animations:
    """The running animations of a table. With `reduces_motion`, all of them end by the next tick."""

    def __init__(self, reduces_motion: bool = False) -> None:
        self.reduces_motion = reduces_motion
        self.current_tick = 0
        self.tweens: list[CardTween] = []

    def advance(self, ticks: int) -> None:
        """Advance the time and drop finished tweens."""
        self.current_tick += ticks
        if self.reduces_motion:
            self.finish()
        self.tweens = [g for g in self.tweens if self.current_tick < g.begin_tick + CARD_TWEEN_TICKS]

    def finish(self) -> None:
        """Finish all animations at once."""
        self.tweens.clear()

    def is_running(self) -> bool:
        """Return whether a tween is running."""
        return bool(self.tweens)


WASTE_SLOT, STOCK_SLOT, DISCARD_SLOT = -1, -2, -3
"""Slot numbers of the piles, for cards that do not end in the pyramid."""
SCORE_POPUP_TICKS = 36
"""Duration of a score pop-up."""
_SCORE_POPUP_DISTANCE_PX = 26
FLASH_TICKS = 5
"""Duration of a flash."""
FLASHING_STREAKS = frozenset({5, 10, 15, 20, 25})
"""Lengths of a streak at which the table flashes."""


class ScorePopup(NamedTuple):
    """A score pop-up. Earned points rise from the middle of a card, lost points fall."""

    points: int
    pos: Point
    """Start, in picture pixels."""
    begin_tick: int

    def position_at(self, tick: int) -> Point | None:
        """Return the position at a tick, or None if the pop-up is over."""
        elapsed = tick - self.begin_tick
        if not 0 <= elapsed < SCORE_POPUP_TICKS:
            return None
        distance = _SCORE_POPUP_DISTANCE_PX * elapsed // SCORE_POPUP_TICKS
        return self.pos[0], self.pos[1] - (distance if self.points > 0 else -distance)


class CardPlacement(NamedTuple):
    """Where a card is: its slot or pile (as in `CardTween.to_slot`), its position, and whether its face is up."""

    slot: int
    pos: Point
    is_face_up: bool = True


def get_visible_card(rules: Rules, state: State, slot: int) -> Card | None:
    """Return the card in a slot as it is seen: None for its back."""
    return state.pyramid_cards[slot] if not rules.hides_covered or is_exposed(state, slot) else None


def compute_placements(rules: Rules, state: State, layout: TableLayout) -> dict[Card, CardPlacement]:
    """Return the placement of every card: pyramid, stock and waste, each from the bottom, then removed cards."""
    placements = {
        state.pyramid_cards[slot]: CardPlacement(
            slot, layout.slots[slot], get_visible_card(rules, state, slot) is not None
        )
        for slot in range(SLOT_COUNT)
        if state.pyramid >> slot & 1
    }
    for card in reversed(state.stock):
        placements[card] = CardPlacement(
            STOCK_SLOT, layout.stock, rules.stock_top_playable and card == state.stock[0]
        )
    placements |= {
        card: CardPlacement(WASTE_SLOT, pos) for card, pos in compute_waste_positions(state, layout).items()
    }
    removed = CardPlacement(DISCARD_SLOT, layout.discard or layout.exit)
    return placements | {card: removed for card in range(CARDS_IN_DECK) if card not in placements}


def compute_waste_positions(state: State, layout: TableLayout) -> dict[Card, Point]:
    """Return the position of each card of the waste, from the bottom."""
    positions = compute_waste_card_positions(layout, state.waste)
    hidden = len(state.waste) - len(positions)
    return {card: positions[max(index - hidden, 0)] for index, card in enumerate(state.waste)}


def build_tweens(
    placements_before: Mapping[Card, CardPlacement],
    placements_after: Mapping[Card, CardPlacement],
    tick: int,
    step_ticks: int = PILE_STEP_TICKS,
) -> list[CardTween]:
    """Return tweens for all cards whose placement differs, the undermost card first.

    Cards that leave a pile start one after another, `step_ticks` apart.
    """
    glides = []
    for card, placement in placements_after.items():
        previous = placements_before[card]
        if previous != placement:
            glides.append(
                CardTween(
                    card,
                    previous.pos,
                    placement.pos,
                    tick,
                    placement.slot,
                    previous.slot,
                    (previous.is_face_up, placement.is_face_up),
                )
            )
            if previous.slot in (STOCK_SLOT, WASTE_SLOT) and placement.slot != previous.slot:
                tick += step_ticks
    return glides
