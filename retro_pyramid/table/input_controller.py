"""The player's grip on a table: the hand, what the pointer is over, what a hint marks; and what an event means with them."""

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
    """`hinted` are the target ids that a hint marks; `cue` is what the pointer is over or a key has just gone to.

    The cue is looked for only while the player is taught; `at_once` says whether one tap plays where it can.
    What is meant is told; nothing is played, said or heard here.
    """

    def __init__(self, manner: Manner) -> None:
        self._manner = manner
        self.hand = Hand()
        self.hinted: tuple[str, ...] = ()
        self.cue: str | None = None
        self.taught = False
        self.at_once = False

    def forget(self) -> None:
        """Let go of whatever is selected, marked or held."""
        self.hinted, self.cue = (), None
        self.hand = self.hand._replace(picked=None, drag=None, again=False, row=None)

    def stand(self, session: Session, places: Places, focus: str) -> None:
        """Let the hand be where it is at the beginning of a position: on the first open card, or near the `focus`."""
        if self._manner.kind == "select":
            first = next(iter(open_cards(session, places, self._manner)), STOCK)
            self.hand = self.hand.on(first)._replace(last=first)
        else:
            self.go_near(session, places, focus)

    def go_near(self, session: Session, places: Places, name: str) -> None:
        """Let the focus be on the open card nearest to a target."""
        self.hand = self.hand.on(near(session, places, self._manner, name))

    def position(self, view: View) -> Position:
        """Return what lies on the table that is seen."""
        return Position(view.session.rules, view.session.state, view.over, self.at_once)

    def meant(self, event: Event, view: View) -> Intent | Letter | None:
        """Return what an event means on the table that is seen, a key that may be a command's, or None for nothing."""
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
            return self._walk(gesture.key, view, targets)
        return intent(self._manner, self.position(view), self.hand, gesture) or Select(self.hand)

    def _gesture(self, event: Event, view: View, targets: list[Target]) -> Gesture | None:
        if isinstance(event, Key):
            return of_key(event, self._manner.numbers, self.hand.row)
        hand, goal = self.hand, partial(drop_goal, view, targets)
        gesture = of_pointer(event, hand, targets, partial(self._grasped, view), goal)
        if hand.drag is not None and gesture is not None:
            self.hand = hand._replace(drag=None)
        elif hand.drag is not None and isinstance(event, Motion):
            self.hand = hand._replace(drag=self._over(view, hand.drag, goal(hand.drag, event.x, event.y)))
        return gesture

    def _over(self, view: View, drag: Drag, goal: str | None) -> Drag:
        """Return a card held over a target, which is its goal where dropping it there would be a move."""
        position = self.position(view)
        meant = intent(self._manner, position, self.hand, Drop(drag, goal))
        legal = isinstance(meant, Play) and why_not(position.rules, position.state, meant.move) is None
        pile = WASTE if goal == self._manner.waste else goal
        return drag._replace(goal=pile if drag.moved and legal else None)

    def _grasped(self, view: View, target: Target, press: Press) -> Drag | None:
        """Return the card of a target that can be taken with the pointer."""
        session, name = view.session, target.id
        if view.over:
            return None
        card = card_at(session.rules, session.state, name)
        face_down = self._manner.kind == "select" and name == STOCK and target.enabled
        if card is None and not face_down:
            return None
        x, y = place_of(view.places, self._manner, session, name)
        return Drag(name, card, (x, y), (press.x - x, press.y - y), (press.x, press.y))

    def _walk(self, key: str, view: View, targets: list[Target]) -> Select:
        """Move the focus."""
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
