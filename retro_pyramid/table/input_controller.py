"""Input state of the table, and the translation of events into intents."""

from __future__ import annotations

from functools import partial

from retro_pyramid.machine.events import Event, KeyPress, MouseMotion, MousePress
from retro_pyramid.machine.targets import Target, find_target_at
from retro_pyramid.rules import illegal_reason
from retro_pyramid.session import Session
from retro_pyramid.table.animation import Drag
from retro_pyramid.table.gesture import (
    Activate,
    DropCard,
    Gesture,
    InputState,
    MoveFocus,
    OtherKey,
    find_next_focus,
    find_next_selection,
    gesture_from_key,
    gesture_from_pointer,
)
from retro_pyramid.table.intent import (
    InputRules,
    Intent,
    PlayMove,
    TableContext,
    UpdateSelection,
    resolve_intent,
)
from retro_pyramid.table.layout import TableLayout
from retro_pyramid.table.target_ids import STOCK, WASTE, get_playable_card
from retro_pyramid.table.view import TableView
from retro_pyramid.table.view_geometry import (
    build_focus_groups,
    build_targets,
    find_drop_target,
    find_nearest_available,
    get_card_pos,
    get_target_rects,
    list_exposed_card_ids,
)


class InputController:
    """Input state (selection, focus, drag, hint marks) and what an event means with it.

    Has no effect on the game, the screen or the sound: it only changes its own state and returns intents.
    """

    def __init__(self, input_rules: InputRules) -> None:
        self._manner = input_rules
        self.state = InputState()
        self.hinted_ids: tuple[str, ...] = ()
        """Target ids that a hint marks."""
        self.tip_target_id: str | None = None
        """Target under the pointer, or the one a key has just moved to. Only tracked while tips are enabled."""
        self.tips_enabled = False
        """Whether the player is shown tips."""
        self.plays_on_tap = False
        """Whether a tap plays at once if only one move is possible."""

    def clear_selection(self) -> None:
        """Clear selection, hint marks and drag."""
        self.hinted_ids, self.tip_target_id = (), None
        self.state = self.state._replace(picked_id=None, drag=None, was_focused=False, pending_row=None)

    def reset(self, session: Session, layout: TableLayout, focus_id: str) -> None:
        """Put the focus on its initial target: the first exposed card in style `select`, else the one nearest `focus_id`."""
        if self._manner.style == "select":
            first = next(iter(list_exposed_card_ids(session, layout, self._manner)), STOCK)
            self.state = self.state.with_focus(first)._replace(last_card_id=first)
        else:
            self.focus_nearest(session, layout, focus_id)

    def focus_nearest(self, session: Session, layout: TableLayout, target_id: str) -> None:
        """Put the focus on the exposed card nearest to a target."""
        self.state = self.state.with_focus(find_nearest_available(session, layout, self._manner, target_id))

    def get_context(self, view: TableView) -> TableContext:
        """Return the position of the view as context of an intent."""
        return TableContext(view.session.rules, view.session.state, view.is_over, self.plays_on_tap)

    def resolve_event(self, event: Event, view: TableView) -> Intent | OtherKey | None:
        """Return the intent of an event, the event of a key that may be a command's, or None if it means nothing."""
        targets = build_targets(view)
        if isinstance(event, MouseMotion) and self.state.drag is not None:
            self.state = self.state._replace(drag=self.state.drag.move_to(event.x, event.y))
        if isinstance(event, MouseMotion | MousePress) and self.tips_enabled:
            target = find_target_at(targets, event.x, event.y)
            self.tip_target_id = target.id if target else None
        gesture = self._gesture(event, view, targets)
        if isinstance(gesture, MoveFocus | OtherKey | Activate):
            self.state = self.state._replace(pending_row=None)
        if gesture is None or isinstance(gesture, OtherKey):
            return gesture
        if isinstance(gesture, MoveFocus):
            return self._move_focus(gesture.key_name, view, targets)
        return resolve_intent(self._manner, self.get_context(view), self.state, gesture) or UpdateSelection(
            self.state
        )

    def _gesture(self, event: Event, view: TableView, targets: list[Target]) -> Gesture | None:
        if isinstance(event, KeyPress):
            return gesture_from_key(event, self._manner.has_digit_selection, self.state.pending_row)
        input_state, goal = self.state, partial(find_drop_target, view, targets)
        gesture = gesture_from_pointer(event, input_state, targets, partial(self._pick_up, view), goal)
        if input_state.drag is not None and gesture is not None:
            self.state = input_state._replace(drag=None)
        elif input_state.drag is not None and isinstance(event, MouseMotion):
            self.state = input_state._replace(
                drag=self._update_drop_target(
                    view, input_state.drag, goal(input_state.drag, event.x, event.y)
                )
            )
        return gesture

    def _update_drop_target(self, view: TableView, drag: Drag, goal: str | None) -> Drag:
        """Return the dragged card with the target it is over, if dropping it there is a legal move."""
        position = self.get_context(view)
        resolved = resolve_intent(self._manner, position, self.state, DropCard(drag, goal))
        legal = (
            isinstance(resolved, PlayMove)
            and illegal_reason(position.rules, position.state, resolved.move) is None
        )
        pile = WASTE if goal == self._manner.waste_id else goal
        return drag._replace(drop_target_id=pile if drag.has_moved and legal else None)

    def _pick_up(self, view: TableView, target: Target, press: MousePress) -> Drag | None:
        """Return the card of a target as a drag, or None if it cannot be picked up."""
        session, target_id = view.session, target.id
        if view.is_over:
            return None
        card = get_playable_card(session.rules, session.state, target_id)
        face_down = self._manner.style == "select" and target_id == STOCK and target.enabled
        if card is None and not face_down:
            return None
        x, y = get_card_pos(view.layout, self._manner, session, target_id)
        return Drag(target_id, card, (x, y), (press.x - x, press.y - y), (press.x, press.y))

    def _move_focus(self, key: str, view: TableView, targets: list[Target]) -> UpdateSelection:
        """Return the input state with the focus moved by a key, and update the tip's target."""
        if self._manner.style == "select":
            cards = list_exposed_card_ids(view.session, view.layout, self._manner)
            goal = (
                None
                if view.is_over and key in ("UP", "DOWN")
                else find_next_selection(cards, self.state, key)
            )
            if goal is None:
                return UpdateSelection(self.state)
            self.tip_target_id = goal
            return UpdateSelection(self.state.with_focus(goal), None)
        rects = get_target_rects(view, targets)
        self.tip_target_id = find_next_focus(build_focus_groups(view, rects), rects, self.state.focus_id, key)
        return UpdateSelection(self.state._replace(focus_id=self.tip_target_id))
