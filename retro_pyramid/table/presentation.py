"""What a table displays: layout, renderer, running animations and the clock of the end animation."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

from retro_pyramid.cards import CARDS_IN_DECK, Card
from retro_pyramid.machine.video import CELL_HEIGHT, ROWS
from retro_pyramid.rules import SLOT_COUNT, Move, count_cards_left
from retro_pyramid.scenes.easing import CARD_TWEEN_TICKS, Point
from retro_pyramid.scenes.end_animation import (
    BONUS_COUNT_STEP,
    BONUS_COUNT_TICKS,
    AnimationFrame,
    EndAnimation,
    compact_pyramid,
)
from retro_pyramid.session import Session
from retro_pyramid.settings import SUIT_COLOURS_SETTING
from retro_pyramid.table.animation import (
    DEAL_STEP_TICKS,
    DISCARD_SLOT,
    FLASH_TICKS,
    FLASHING_STREAKS,
    STOCK_SLOT,
    WASTE_SLOT,
    Animations,
    CardPlacement,
    CardTween,
    Drag,
    ScorePopup,
    build_tweens,
    compute_placements,
    compute_waste_positions,
    get_visible_card,
)
from retro_pyramid.table.gesture import InputState
from retro_pyramid.table.layout import CellRect, TableLayout, compute_waste_card_positions
from retro_pyramid.table.render.base import FULL_STOCK_COUNT, Highlight, TableRenderer
from retro_pyramid.table.render.graphics import GraphicsRenderer
from retro_pyramid.table.render.text import TextRenderer
from retro_pyramid.table.table_spec import TableSpec
from retro_pyramid.table.target_ids import (
    STOCK,
    WASTE,
    card_target_id,
    find_last_discarded,
    get_move_target_ids,
    slot_from_target_id,
)
from retro_pyramid.table.view import CardView, PileView
from retro_pyramid.ui.drawing import cells_to_pixels

if TYPE_CHECKING:
    from retro_pyramid.app.app import App


class TablePresentation:
    """Positions of all cards, the renderer, running animations, and the end animation.

    The pyramid is moved up so far that it ends above `bottom_row`.
    """

    def __init__(self, app: App, table_spec: TableSpec, bottom_row: int = ROWS) -> None:
        self._app = app
        self._table_spec = table_spec
        self._bottom_row = bottom_row
        self.animations = Animations(app.reduces_motion)
        self._bonus = self._end_animation_tick = self._result_tick = 0
        self._end_animation = table_spec.win_animation
        self.update_layout()

    @property
    def has_small_cards(self) -> bool:
        """Whether the player has chosen small cards."""
        small = self._table_spec.small_cards
        return small is not None and self._app.settings[small.setting_key] == "small"

    def update_layout(self) -> None:
        """Create layout and renderer for the current display mode and card size."""
        app, table_spec, display, has_small_cards = (
            self._app,
            self._table_spec,
            self._app.machine.display,
            self.has_small_cards,
        )
        self.finish_animations()
        self.animations.reduces_motion = app.reduces_motion
        self.layout = table_spec.get_layout(display.mode, has_small_cards)
        self.renderer: TableRenderer
        if display.mode == "text":
            self.renderer = TextRenderer(
                display,
                table_spec.text_background,
                app.edition.palette,
                has_small_cards,
                app.settings.get(SUIT_COLOURS_SETTING) == "four",
            )
        else:
            cards = app.services.card_art.get_card_images(has_small_cards)
            self.renderer = GraphicsRenderer(
                display,
                cards,
                table_spec.background_scene,
                app.edition.palette,
                table_spec.empty_outline,
                table_spec.shadow_offset,
            )
        slots = self.layout.slots
        overflow = max(y for _, y in slots) + self.renderer.card_size[1] - self._bottom_row * CELL_HEIGHT
        if overflow > 0:
            shift = -(-overflow // self._y_unit) * self._y_unit
            self.layout = self.layout._replace(slots=tuple((x, y - shift) for x, y in slots))

    # Animations

    def get_placements(self, session: Session, drag: Drag | None = None) -> dict[Card, CardPlacement]:
        """Return the placement of every card. The dragged card is at the pointer."""
        placements = compute_placements(session.rules, session.state, self.layout)
        if drag is not None:
            card = session.state.stock[0] if drag.card is None else drag.card
            placements[card] = placements[card]._replace(pos=drag.pos)
        return placements

    def animate_deal(self, session: Session) -> None:
        """Animate the deal of a new game."""
        undealt = dict.fromkeys(
            range(CARDS_IN_DECK), CardPlacement(STOCK_SLOT, self.layout.stock, is_face_up=False)
        )
        self._start_tweens(
            build_tweens(undealt, self.get_placements(session), self.animations.current_tick, DEAL_STEP_TICKS)
        )

    def animate_from(self, session: Session, placements_before: Mapping[Card, CardPlacement]) -> bool:
        """Animate all cards whose placement has changed. Return whether one of them has flipped in place."""
        glides = build_tweens(placements_before, self.get_placements(session), self.animations.current_tick)
        if (
            self._table_spec.animation_setting
            and self._app.settings[self._table_spec.animation_setting] == "vanish"
        ):
            glides = [glide for glide in glides if DISCARD_SLOT not in (glide.to_slot, glide.from_slot)]
        self._start_tweens(glides)
        return any(
            glide.to_slot == glide.from_slot and glide.face_up[0] != glide.face_up[1] for glide in glides
        )

    def _start_tweens(self, glides: list[CardTween]) -> None:
        self.animations.finish()
        self.animations.tweens += glides

    def show_points(
        self, session: Session, move: Move, points: int, placements_before: Mapping[Card, CardPlacement]
    ) -> None:
        """Show a score pop-up: earned points rise from the card, lost ones fall from the pile.

        At some lengths of a streak the table flashes.
        """
        if not points or self.animations.reduces_motion:
            return
        slots = [
            slot
            for target_id in get_move_target_ids(move)
            if (slot := slot_from_target_id(target_id)) is not None
        ]
        x, y = placements_before[session.state.pyramid_cards[slots[0]]].pos if slots else self.layout.stock
        width, height = self.renderer.card_size
        pos = (x + width // 2, y + (height // 3 if points > 0 else height))
        self._popups = [ScorePopup(points, pos, self.animations.current_tick)]
        if session.state.streak in FLASHING_STREAKS and points > 0:
            self._flash_end_tick = self.animations.current_tick + FLASH_TICKS

    def get_score_popups(self) -> list[tuple[Point, int]]:
        """Return the position and points of all current score pop-ups."""
        tick = self.animations.current_tick
        return [(pos, popup.points) for popup in self._popups if (pos := popup.position_at(tick)) is not None]

    def is_flashing(self) -> bool:
        """Return whether the table flashes."""
        return self.animations.current_tick < self._flash_end_tick

    def start_end_animation(
        self, end_animation: EndAnimation, bonus: int, result_tick: int | None = None
    ) -> None:
        """Start an end animation. It begins after the last card has arrived and the bonus has been counted.

        `result_tick` is the tick of the animation at which the result appears. None: its last tick.
        """
        self._end_animation = end_animation
        self._result_tick = (
            end_animation.duration_ticks
            if result_tick is None
            else min(result_tick, end_animation.duration_ticks)
        )
        self._bonus = bonus
        self._end_animation_tick = -CARD_TWEEN_TICKS - bonus // BONUS_COUNT_STEP * BONUS_COUNT_TICKS
        if self.animations.reduces_motion:
            self.finish_animations()

    def finish_animations(self) -> None:
        """Finish all animations at once."""
        self.animations.finish()
        self._popups = []
        self._flash_end_tick = 0
        self._end_animation_tick = max(self._end_animation_tick, self._end_animation.duration_ticks)

    def advance(self, ticks: int) -> None:
        """Advance all animations."""
        self.animations.advance(ticks)
        self._end_animation_tick += ticks

    def is_end_animation_running(self) -> bool:
        """Return whether the end animation is running."""
        return self._end_animation_tick < self._end_animation.duration_ticks

    def is_animating(self) -> bool:
        """Return whether a card is moving, or the end animation is running."""
        return bool(self.animations.tweens) or self.is_end_animation_running()

    def shows_result(self) -> bool:
        """Return whether the result is shown: no card is moving, and the end animation has come far enough."""
        return not self.animations.tweens and self._end_animation_tick >= self._result_tick

    def get_uncounted_bonus(self) -> int:
        """Return the part of the bonus for the cleared pyramid that is still to be counted."""
        steps = min(max(0, -self._end_animation_tick) // BONUS_COUNT_TICKS, self._bonus // BONUS_COUNT_STEP)
        return steps * BONUS_COUNT_STEP

    def get_animation_frame(
        self, session: Session, end_animation: EndAnimation | None
    ) -> AnimationFrame | None:
        """Return the current frame of an end animation, or None if there is none or it has not begun.

        After its end, the last picture is returned. Time goes on in it, unless motion is reduced.
        """
        if end_animation is None or self._end_animation_tick < 0:
            return None
        last = (
            end_animation.duration_ticks
            if self.animations.reduces_motion
            else max(self._end_animation_tick, end_animation.duration_ticks)
        )
        tick = self._end_animation_tick if self.is_end_animation_running() else last
        pile_pos, slots = self.layout.discard or self.layout.waste, self.layout.slots
        slots = self._raise_slots(slots, self._table_spec.result_bottom_row - end_animation.banner_rows)
        return AnimationFrame(tick, session.state.pyramid_cards, slots, pile_pos, self.renderer.card_size)

    def get_layout_above(self, pyramid_mask: int, rect_cells: CellRect) -> TableLayout:
        """Return the layout with the pyramid moved up above a rectangle of cells, its rows closer together."""
        used_slots = pyramid_mask.bit_length()
        slots = self.layout.slots
        return self.layout._replace(
            slots=(*self._raise_slots(slots[:used_slots], rect_cells[1]), *slots[used_slots:])
        )

    def get_layout_beside(self, pyramid_mask: int, rect_cells: CellRect) -> TableLayout:
        """Return the layout with the pyramid's rows moved down, so that a window at the right covers no card.

        The lowest row keeps its position, and the others come nearer to it.
        """
        left, top, _, height = cells_to_pixels(*rect_cells)
        slots, rows = self.layout.slots, sorted({y for _, y in self.layout.slots})
        row_step = rows[1] - rows[0]
        for slot, (x, y) in enumerate(slots):
            if (
                pyramid_mask >> slot & 1
                and x + self.renderer.card_size[0] > left
                and top + height > y < rows[-1]
            ):
                row_step = min(row_step, (rows[-1] - top - height) // (len(rows) - 1 - rows.index(y)))
        row_step -= row_step % self._y_unit
        new_y = {y: rows[-1] - row_step * above for above, y in enumerate(reversed(rows))}
        return self.layout._replace(slots=tuple((x, new_y[y]) for x, y in slots))

    def _raise_slots(self, slots: tuple[Point, ...], row: int) -> tuple[Point, ...]:
        return compact_pyramid(slots, self.renderer.card_size[1], row * CELL_HEIGHT, self._y_unit)

    @property
    def _y_unit(self) -> int:
        """The smallest vertical step, in picture pixels."""
        return CELL_HEIGHT if self._app.machine.display.mode == "text" else 1

    # View model

    def count_cards_being_dealt(self) -> int:
        """Return the number of cards on their way from the stock to the pyramid."""
        return sum(glide.to_slot >= 0 and glide.from_slot == STOCK_SLOT for glide in self.animations.tweens)

    def get_highlight(
        self, target_id: str, input_state: InputState, hinted_ids: tuple[str, ...]
    ) -> Highlight:
        """Return the highlight of a card or pile: hinted, selected, or drop target of the dragged card."""
        if target_id in hinted_ids:
            return "hint"
        is_drop_target = input_state.drag is not None and input_state.drag.drop_target_id == target_id
        return (
            self._table_spec.selection_highlight
            if is_drop_target or target_id == input_state.picked_id
            else ""
        )

    def build_piles(
        self, session: Session, input_state: InputState, hinted_ids: tuple[str, ...], focused_id: str | None
    ) -> list[PileView]:
        """Return the piles, without cards that are dragged or moving."""
        state, layout, input_rules = session.state, self.layout, self._table_spec.input_rules
        dragged_id = (
            input_state.drag.target_id
            if input_state.drag is not None and input_state.drag.has_moved
            else None
        )
        flying = [glide for glide in self.animations.tweens if glide.to_slot < SLOT_COUNT]
        moving = {glide.card for glide in flying}
        # Cards whose tween has not begun are still on their pile, such as the stock until the deal is done.
        waiting = [
            glide
            for glide in flying
            if glide.begin_tick > self.animations.current_tick and glide.to_slot != glide.from_slot
        ]

        stock = [card for card in state.stock if card not in moving][dragged_id == STOCK :]
        leaving = sum(glide.from_slot == STOCK_SLOT for glide in waiting)
        is_face_up = session.rules.stock_top_playable and not leaving and stock[:1] == list(state.stock[:1])
        # During the deal the stock is no thicker than after it: there is no room beside it.
        card_count = min(len(stock) + leaving, FULL_STOCK_COUNT)
        top = stock[0] if stock and is_face_up else None
        is_focused = focused_id in (STOCK, input_rules.empty_stock_id)
        piles = [
            PileView(
                layout.stock, card_count, top, is_focused, self.get_highlight(STOCK, input_state, hinted_ids)
            )
        ]

        waste = [
            (pos, card) for card, pos in compute_waste_positions(state, layout).items() if card not in moving
        ]
        if dragged_id == WASTE:
            del waste[-1:]
        waste += [
            (glide.start_pos, glide.card) for glide in reversed(waiting) if glide.from_slot == WASTE_SLOT
        ]
        is_focused, mark = focused_id == WASTE, self.get_highlight(WASTE, input_state, hinted_ids)
        if not waste and (is_focused or mark or not self._table_spec.hides_empty_waste):
            piles.append(PileView(layout.waste, 0, None, is_focused, mark))
        seen = len(compute_waste_card_positions(layout, waste))
        for index, (pos, card) in enumerate(waste[-seen:], 1 - min(seen, len(waste))):
            card_count = 1 if layout.fan else len(waste)
            piles.append(PileView(pos, card_count, card, is_focused and not index, "" if index else mark))

        if layout.discard:
            removed_count = (
                CARDS_IN_DECK
                - count_cards_left(state)
                - sum(glide.to_slot == DISCARD_SLOT for glide in flying)
            )
            top = find_last_discarded(session.history, moving)
            is_focused, mark = (
                focused_id == input_rules.discard_id,
                self.get_highlight(input_rules.discard_id, input_state, hinted_ids),
            )
            piles.append(PileView(layout.discard, removed_count, top, is_focused, mark))
        return piles

    def build_cards(
        self,
        session: Session,
        input_state: InputState,
        hinted_ids: tuple[str, ...],
        focused_id: str | None,
        layout: TableLayout,
    ) -> list[CardView]:
        """Return the pyramid cards at rest, at the positions of a layout."""
        arriving = {glide.to_slot for glide in self.animations.tweens}
        dragged_id = (
            input_state.drag.target_id
            if input_state.drag is not None and input_state.drag.has_moved
            else None
        )
        cards, state = [], session.state
        for slot in range(SLOT_COUNT):
            target_id = card_target_id(slot)
            if state.pyramid >> slot & 1 and slot not in arriving and target_id != dragged_id:
                card = get_visible_card(session.rules, state, slot)
                mark = self.get_highlight(target_id, input_state, hinted_ids)
                cards.append(CardView(layout.slots[slot], card, focused_id == target_id, mark))
        return cards

    def build_moving_cards(self) -> list[CardView]:
        """Return the moving cards that have started, at their current positions."""
        tick, moving = self.animations.current_tick, []
        for glide in self.animations.tweens:
            if (pos := glide.position_at(tick)) is not None:
                card, stage = glide.face_at(tick)
                moving.append(CardView(pos, card, flip_stage=stage))
        return moving
