"""What a table displays: layout, renderer, running animations and the clock of the end animation."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

from retro_pyramid.cards import CARDS_IN_DECK, Card
from retro_pyramid.machine.video import CELL_HEIGHT, ROWS
from retro_pyramid.rules import POSITIONS, Move, cards_left
from retro_pyramid.scenes.easing import GLIDE_TICKS, Point
from retro_pyramid.scenes.end_animation import COUNT_STEP, COUNT_TICKS, Finale, Moment, raised
from retro_pyramid.session import Session
from retro_pyramid.settings import SUITS
from retro_pyramid.table.animation import (
    DEAL_STEP,
    FLASH_TICKS,
    STREAK_FLASHES,
    TO_DISCARD,
    TO_STOCK,
    TO_WASTE,
    Drag,
    Float,
    Glide,
    Motions,
    Rest,
    face,
    flight,
    in_waste,
    resting,
)
from retro_pyramid.table.gesture import Hand
from retro_pyramid.table.layout import Cells, Places, waste_places
from retro_pyramid.table.render.base import WHOLE_STOCK, Felt, Mark
from retro_pyramid.table.render.graphics import Pictures
from retro_pyramid.table.render.text import Characters
from retro_pyramid.table.table_spec import TableLook
from retro_pyramid.table.target_ids import STOCK, WASTE, card_name, last_taken, names_of, slot_of
from retro_pyramid.table.view import Lying, Pile
from retro_pyramid.ui.drawing import cells_rect

if TYPE_CHECKING:
    from retro_pyramid.app.app import App


class Surface:
    """Positions of all cards, the renderer, running animations, and the end animation.

    The pyramid is moved up so far that it ends above `bottom_row`.
    """

    def __init__(self, app: App, look: TableLook, foot: int = ROWS) -> None:
        self._app = app
        self._table_spec = look
        self._bottom_row = foot
        self.motions = Motions(app.still)
        self._bonus = self._end_animation_tick = self._result_tick = 0
        self._end_animation = look.finale
        self.lay_out()

    @property
    def small(self) -> bool:
        """Whether the player has chosen small cards."""
        small = self._table_spec.small
        return small is not None and self._app.settings[small.setting] == "small"

    def lay_out(self) -> None:
        """Create layout and renderer for the current display mode and card size."""
        app, table_spec, display, has_small_cards = (
            self._app,
            self._table_spec,
            self._app.machine.video,
            self.small,
        )
        self.finish()
        self.motions.still = app.still
        self.places = table_spec.arranged(display.mode, has_small_cards)
        self.felt: Felt
        if display.mode == "text":
            self.felt = Characters(
                display,
                table_spec.text_ground,
                app.record.palette,
                has_small_cards,
                app.settings.get(SUITS) == "four",
            )
        else:
            cards = app.services.shown.cards(has_small_cards)
            self.felt = Pictures(
                display, cards, table_spec.ground, app.record.palette, table_spec.outline, table_spec.shade
            )
        slots = self.places.slots
        overflow = max(y for _, y in slots) + self.felt.card_size[1] - self._bottom_row * CELL_HEIGHT
        if overflow > 0:
            shift = -(-overflow // self._y_unit) * self._y_unit
            self.places = self.places._replace(slots=tuple((x, y - shift) for x, y in slots))

    # Animations

    def resting(self, session: Session, drag: Drag | None = None) -> dict[Card, Rest]:
        """Return the placement of every card. The dragged card is at the pointer."""
        placements = resting(session.rules, session.state, self.places)
        if drag is not None:
            card = session.state.stock[0] if drag.card is None else drag.card
            placements[card] = placements[card]._replace(place=drag.place)
        return placements

    def deal(self, session: Session) -> None:
        """Animate the deal of a new game."""
        undealt = dict.fromkeys(range(CARDS_IN_DECK), Rest(TO_STOCK, self.places.stock, up=False))
        self._start_tweens(flight(undealt, self.resting(session), self.motions.now, DEAL_STEP))

    def fly(self, session: Session, before: Mapping[Card, Rest]) -> bool:
        """Animate all cards whose placement has changed. Return whether one of them has flipped in place."""
        glides = flight(before, self.resting(session), self.motions.now)
        if self._table_spec.vanish and self._app.settings[self._table_spec.vanish] == "vanish":
            glides = [glide for glide in glides if TO_DISCARD not in (glide.slot, glide.source)]
        self._start_tweens(glides)
        return any(glide.slot == glide.source and glide.up[0] != glide.up[1] for glide in glides)

    def _start_tweens(self, glides: list[Glide]) -> None:
        self.motions.finish()
        self.motions.glides += glides

    def tell_points(self, session: Session, move: Move, points: int, before: Mapping[Card, Rest]) -> None:
        """Show a score pop-up: earned points rise from the card, lost ones fall from the pile.

        At some lengths of a streak the table flashes.
        """
        if not points or self.motions.still:
            return
        slots = [slot for target_id in names_of(move) if (slot := slot_of(target_id)) is not None]
        x, y = before[session.state.layout[slots[0]]].place if slots else self.places.stock
        width, height = self.felt.card_size
        pos = (x + width // 2, y + (height // 3 if points > 0 else height))
        self._popups = [Float(points, pos, self.motions.now)]
        if session.state.streak in STREAK_FLASHES and points > 0:
            self._flash_end_tick = self.motions.now + FLASH_TICKS

    def floats(self) -> list[tuple[Point, int]]:
        """Return the position and points of all current score pop-ups."""
        tick = self.motions.now
        return [(pos, popup.points) for popup in self._popups if (pos := popup.at(tick)) is not None]

    def flashes(self) -> bool:
        """Return whether the table flashes."""
        return self.motions.now < self._flash_end_tick

    def celebrate(self, finale: Finale, bonus: int, words_at: int | None = None) -> None:
        """Start an end animation. It begins after the last card has arrived and the bonus has been counted.

        `result_tick` is the tick of the animation at which the result appears. None: its last tick.
        """
        self._end_animation = finale
        self._result_tick = finale.length if words_at is None else min(words_at, finale.length)
        self._bonus = bonus
        self._end_animation_tick = -GLIDE_TICKS - bonus // COUNT_STEP * COUNT_TICKS
        if self.motions.still:
            self.finish()

    def finish(self) -> None:
        """Finish all animations at once."""
        self.motions.finish()
        self._popups = []
        self._flash_end_tick = 0
        self._end_animation_tick = max(self._end_animation_tick, self._end_animation.length)

    def tick(self, ticks: int) -> None:
        """Advance all animations."""
        self.motions.tick(ticks)
        self._end_animation_tick += ticks

    def celebrates(self) -> bool:
        """Return whether the end animation is running."""
        return self._end_animation_tick < self._end_animation.length

    def running(self) -> bool:
        """Return whether a card is moving, or the end animation is running."""
        return bool(self.motions.glides) or self.celebrates()

    def shows_words(self) -> bool:
        """Return whether the result is shown: no card is moving, and the end animation has come far enough."""
        return not self.motions.glides and self._end_animation_tick >= self._result_tick

    def uncounted(self) -> int:
        """Return the part of the bonus for the cleared pyramid that is still to be counted."""
        steps = min(max(0, -self._end_animation_tick) // COUNT_TICKS, self._bonus // COUNT_STEP)
        return steps * COUNT_STEP

    def moment(self, session: Session, finale: Finale | None) -> Moment | None:
        """Return the current frame of an end animation, or None if there is none or it has not begun.

        After its end, the last picture is returned. Time goes on in it, unless motion is reduced.
        """
        if finale is None or self._end_animation_tick < 0:
            return None
        last = finale.length if self.motions.still else max(self._end_animation_tick, finale.length)
        tick = self._end_animation_tick if self.celebrates() else last
        pile_pos, slots = self.places.discard or self.places.waste, self.places.slots
        slots = self._raise_slots(slots, self._table_spec.foot - finale.told)
        return Moment(tick, session.state.layout, slots, pile_pos, self.felt.card_size)

    def above(self, pyramid: int, cells: Cells) -> Places:
        """Return the layout with the pyramid moved up above a rectangle of cells, its rows closer together."""
        used_slots = pyramid.bit_length()
        slots = self.places.slots
        return self.places._replace(
            slots=(*self._raise_slots(slots[:used_slots], cells[1]), *slots[used_slots:])
        )

    def beside(self, pyramid: int, cells: Cells) -> Places:
        """Return the layout with the pyramid's rows moved down, so that a window at the right covers no card.

        The lowest row keeps its position, and the others come nearer to it.
        """
        left, top, _, height = cells_rect(*cells)
        slots, rows = self.places.slots, sorted({y for _, y in self.places.slots})
        row_step = rows[1] - rows[0]
        for slot, (x, y) in enumerate(slots):
            if pyramid >> slot & 1 and x + self.felt.card_size[0] > left and top + height > y < rows[-1]:
                row_step = min(row_step, (rows[-1] - top - height) // (len(rows) - 1 - rows.index(y)))
        row_step -= row_step % self._y_unit
        new_y = {y: rows[-1] - row_step * above for above, y in enumerate(reversed(rows))}
        return self.places._replace(slots=tuple((x, new_y[y]) for x, y in slots))

    def _raise_slots(self, slots: tuple[Point, ...], row: int) -> tuple[Point, ...]:
        return raised(slots, self.felt.card_size[1], row * CELL_HEIGHT, self._y_unit)

    @property
    def _y_unit(self) -> int:
        """The smallest vertical step, in picture pixels."""
        return CELL_HEIGHT if self._app.machine.video.mode == "text" else 1

    # View model

    def dealing(self) -> int:
        """Return the number of cards on their way from the stock to the pyramid."""
        return sum(glide.slot >= 0 and glide.source == TO_STOCK for glide in self.motions.glides)

    def mark(self, name: str, hand: Hand, hinted: tuple[str, ...]) -> Mark:
        """Return the highlight of a card or pile: hinted, selected, or drop target of the dragged card."""
        if name in hinted:
            return "hint"
        is_drop_target = hand.drag is not None and hand.drag.goal == name
        return self._table_spec.highlight if is_drop_target or name == hand.picked else ""

    def piles(self, session: Session, hand: Hand, hinted: tuple[str, ...], focused: str | None) -> list[Pile]:
        """Return the piles, without cards that are dragged or moving."""
        state, layout, input_rules = session.state, self.places, self._table_spec.manner
        dragged_id = hand.drag.name if hand.drag is not None and hand.drag.moved else None
        flying = [glide for glide in self.motions.glides if glide.slot < POSITIONS]
        moving = {glide.card for glide in flying}
        # Cards whose tween has not begun are still on their pile, such as the stock until the deal is done.
        waiting = [glide for glide in flying if glide.begin > self.motions.now and glide.slot != glide.source]

        stock = [card for card in state.stock if card not in moving][dragged_id == STOCK :]
        leaving = sum(glide.source == TO_STOCK for glide in waiting)
        is_face_up = session.rules.stock_top_playable and not leaving and stock[:1] == list(state.stock[:1])
        # During the deal the stock is no thicker than after it: there is no room beside it.
        card_count = min(len(stock) + leaving, WHOLE_STOCK)
        top = stock[0] if stock and is_face_up else None
        is_focused = focused in (STOCK, input_rules.empty_stock)
        piles = [Pile(layout.stock, card_count, top, is_focused, self.mark(STOCK, hand, hinted))]

        waste = [(pos, card) for card, pos in in_waste(state, layout).items() if card not in moving]
        if dragged_id == WASTE:
            del waste[-1:]
        waste += [(glide.origin, glide.card) for glide in reversed(waiting) if glide.source == TO_WASTE]
        is_focused, mark = focused == WASTE, self.mark(WASTE, hand, hinted)
        if not waste and (is_focused or mark or not self._table_spec.bare_waste):
            piles.append(Pile(layout.waste, 0, None, is_focused, mark))
        seen = len(waste_places(layout, waste))
        for index, (pos, card) in enumerate(waste[-seen:], 1 - min(seen, len(waste))):
            card_count = 1 if layout.fan else len(waste)
            piles.append(Pile(pos, card_count, card, is_focused and not index, "" if index else mark))

        if layout.discard:
            removed_count = (
                CARDS_IN_DECK - cards_left(state) - sum(glide.slot == TO_DISCARD for glide in flying)
            )
            top = last_taken(session.history, moving)
            is_focused, mark = focused == input_rules.discard, self.mark(input_rules.discard, hand, hinted)
            piles.append(Pile(layout.discard, removed_count, top, is_focused, mark))
        return piles

    def cards(
        self, session: Session, hand: Hand, hinted: tuple[str, ...], focused: str | None, places: Places
    ) -> list[Lying]:
        """Return the pyramid cards at rest, at the positions of a layout."""
        arriving = {glide.slot for glide in self.motions.glides}
        dragged_id = hand.drag.name if hand.drag is not None and hand.drag.moved else None
        cards, state = [], session.state
        for slot in range(POSITIONS):
            target_id = card_name(slot)
            if state.pyramid >> slot & 1 and slot not in arriving and target_id != dragged_id:
                card = face(session.rules, state, slot)
                mark = self.mark(target_id, hand, hinted)
                cards.append(Lying(places.slots[slot], card, focused == target_id, mark))
        return cards

    def moving(self) -> list[Lying]:
        """Return the moving cards that have started, at their current positions."""
        tick, moving = self.motions.now, []
        for glide in self.motions.glides:
            if (pos := glide.place(tick)) is not None:
                card, stage = glide.side(tick)
                moving.append(Lying(pos, card, stage=stage))
        return moving
