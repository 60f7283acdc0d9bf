"""Input state of the table, and the translation of events into intents."""

from __future__ import annotations

from functools import partial

from retro_pyramid.machine.events import Event, Key, Motion, Press
from retro_pyramid.machine.targets import Target, target_at
from retro_pyramid.rules import why_not
from retro_pyramid.session import Session
from retro_pyramid.table.animation import Drag
from retro_pyramid.table.gesture import Drop, Gesture, Hand, Letter, Use, Walk, of_key, of_pointer, step, walk
from retro_pyramid.table.intent import Intent, Manner, Play, Position, Select, intent
from retro_pyramid.table.layout import Places
from retro_pyramid.table.target_ids import STOCK, WASTE, card_at
from retro_pyramid.table.view import View
from retro_pyramid.table.view_geometry import (
    drop_goal,
    near,
    open_cards,
    place_of,
    rects_of,
    targets_of,
    walking_groups,
)


class Grip:
    """Input state (selection, focus, drag, hint marks) and what an event means with it.

    Has no effect on the game, the screen or the sound: it only changes its own state and returns intents.
    """

    def __init__(self, manner: Manner) -> None:
        self._manner = manner
        self.hand = Hand()
        self.hinted: tuple[str, ...] = ()
        """Target ids that a hint marks."""
        self.cue: str | None = None
        """Target under the pointer, or the one a key has just moved to. Only tracked while tips are enabled."""
        self.taught = False
        """Whether the player is shown tips."""
        self.at_once = False
        """Whether a tap plays at once if only one move is possible."""

    def forget(self) -> None:
        """Clear selection, hint marks and drag."""
        self.hinted, self.cue = (), None
        self.hand = self.hand._replace(picked=None, drag=None, again=False, row=None)

    def stand(self, session: Session, places: Places, focus: str) -> None:
        """Put the focus on its initial target: the first exposed card in style `select`, else the one nearest `focus_id`."""
        if self._manner.kind == "select":
            first = next(iter(open_cards(session, places, self._manner)), STOCK)
            self.hand = self.hand.on(first)._replace(last=first)
        else:
            self.go_near(session, places, focus)

    def go_near(self, session: Session, places: Places, name: str) -> None:
        """Put the focus on the exposed card nearest to a target."""
        self.hand = self.hand.on(near(session, places, self._manner, name))

    def position(self, view: View) -> Position:
        """Return the position of the view as context of an intent."""
        return Position(view.session.rules, view.session.state, view.over, self.at_once)

    def meant(self, event: Event, view: View) -> Intent | Letter | None:
        """Return the intent of an event, the event of a key that may be a command's, or None if it means nothing."""
        targets = targets_of(view)
        if isinstance(event, Motion) and self.hand.drag is not None:
            self.hand = self.hand._replace(drag=self.hand.drag.to(event.x, event.y))
        if isinstance(event, Motion | Press) and self.taught:
            target = target_at(targets, event.x, event.y)
            self.cue = target.id if target else None
        gesture = self._gesture(event, view, targets)
        if isinstance(gesture, Walk | Letter | Use):
            self.hand = self.hand._replace(row=None)
        if gesture is None or isinstance(gesture, Letter):
            return gesture
        if isinstance(gesture, Walk):
            return self._move_focus(gesture.key, view, targets)
        return intent(self._manner, self.position(view), self.hand, gesture) or Select(self.hand)

    def _gesture(self, event: Event, view: View, targets: list[Target]) -> Gesture | None:
        if isinstance(event, Key):
            return of_key(event, self._manner.numbers, self.hand.row)
        input_state, goal = self.hand, partial(drop_goal, view, targets)
        gesture = of_pointer(event, input_state, targets, partial(self._pick_up, view), goal)
        if input_state.drag is not None and gesture is not None:
            self.hand = input_state._replace(drag=None)
        elif input_state.drag is not None and isinstance(event, Motion):
            self.hand = input_state._replace(
                drag=self._update_drop_target(
                    view, input_state.drag, goal(input_state.drag, event.x, event.y)
                )
            )
        return gesture

    def _update_drop_target(self, view: View, drag: Drag, goal: str | None) -> Drag:
        """Return the dragged card with the target it is over, if dropping it there is a legal move."""
        position = self.position(view)
        resolved = intent(self._manner, position, self.hand, Drop(drag, goal))
        legal = isinstance(resolved, Play) and why_not(position.rules, position.state, resolved.move) is None
        pile = WASTE if goal == self._manner.waste else goal
        return drag._replace(goal=pile if drag.moved and legal else None)

    def _pick_up(self, view: View, target: Target, press: Press) -> Drag | None:
        """Return the card of a target as a drag, or None if it cannot be picked up."""
        session, target_id = view.session, target.id
        if view.over:
            return None
        card = card_at(session.rules, session.state, target_id)
        face_down = self._manner.kind == "select" and target_id == STOCK and target.enabled
        if card is None and not face_down:
            return None
        x, y = place_of(view.places, self._manner, session, target_id)
        return Drag(target_id, card, (x, y), (press.x - x, press.y - y), (press.x, press.y))

    def _move_focus(self, key: str, view: View, targets: list[Target]) -> Select:
        """Return the input state with the focus moved by a key, and update the tip's target."""
        if self._manner.kind == "select":
            cards = open_cards(view.session, view.places, self._manner)
            goal = None if view.over and key in ("UP", "DOWN") else step(cards, self.hand, key)
            if goal is None:
                return Select(self.hand)
            self.cue = goal
            return Select(self.hand.on(goal), None)
        rects = rects_of(view, targets)
        self.cue = walk(walking_groups(view, rects), rects, self.hand.focus, key)
        return Select(self.hand._replace(focus=self.cue))
