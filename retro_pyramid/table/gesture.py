"""Gestures at the table, and the input state they act on: selection, keyboard focus and drag."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import NamedTuple

from retro_pyramid.machine.events import Event, Key, Press, Release
from retro_pyramid.machine.targets import Target, apart, target_at
from retro_pyramid.scenes.easing import Point, Rect
from retro_pyramid.table.animation import Drag
from retro_pyramid.table.target_ids import STOCK

_ROW_DIGITS, _DIGITS = frozenset("1234567"), frozenset("0123456789")
_FOCUS_KEYS = frozenset({"LEFT", "RIGHT", "UP", "DOWN", "TAB", "HOME", "END"})
ENTER = frozenset({"ENTER", "KPENTER", "SPACE"})
_CANCEL_KEYS = frozenset({"ESC", "BACKSPACE"})
_EFFECT_KEYS = {"walk": _FOCUS_KEYS, "use": ENTER, "leave": _CANCEL_KEYS}


class PressTarget(NamedTuple):
    """A target was pressed that is not a card to pick up."""

    name: str


class Grasp(NamedTuple):
    """A card was picked up and now follows the pointer."""

    drag: Drag


class Tap(NamedTuple):
    """A card was picked up and released in place. `was_focused`: it had the focus before."""

    name: str
    again: bool


class Drop(NamedTuple):
    """A card was dragged and dropped on a target. None: on nothing."""

    drag: Drag
    goal: str | None


class RightClick(NamedTuple):
    """A button other than the left one was pressed, anywhere."""


class Walk(NamedTuple):
    """A key that moves the focus was pressed."""

    key: str


class Use(NamedTuple):
    """Enter or Space: activate the focused target."""


class Back(NamedTuple):
    """Esc or Backspace: cancel what was begun, or leave."""


class Digit(NamedTuple):
    """A digit key that selects a row or a column."""

    digit: str


class Letter(NamedTuple):
    """Any other key. It may be that of a command."""

    key: Key


Gesture = PressTarget | Grasp | Tap | Drop | RightClick | Walk | Use | Back | Digit | Letter


def of_pointer(
    event: Event,
    hand: Hand,
    targets: Sequence[Target],
    grasp: Callable[[Target, Press], Drag | None],
    goal: Callable[[Drag, int, int], str | None],
) -> Gesture | None:
    """Return the gesture of a pointer event, or None if there is none yet.

    `pick_up` returns the card of a target as a drag, `find_drop_target` the id of the target a card is dropped on.
    """
    match event:
        case Press(button=1):
            target = target_at(targets, event.x, event.y)
            if target is None:
                return None
            drag = grasp(target, event)
            return PressTarget(target.id) if drag is None else Grasp(drag)
        case Press():
            return RightClick()
        case Release(button=1) if hand.drag is not None:
            drag = hand.drag.to(event.x, event.y)
            return Drop(drag, goal(drag, event.x, event.y)) if drag.moved else Tap(drag.name, hand.again)
    return None


def of_key(key: Key, numbers: bool, row: str | None) -> Gesture | None:
    """Return the gesture of a key, or None if it has none.

    With `has_digit_selection`, digits name cards. While the column for a `pending_row` is awaited, no digit is a command.

    >>> of_key(Key("LEFT"), False, None), of_key(Key("7", "7"), True, None)
    (Walk(key='LEFT'), Digit(digit='7'))
    """
    if key.name in _FOCUS_KEYS:
        return Walk(key.name)
    if key.name in ENTER:
        return None if key.repeat else Use()
    if key.name in _CANCEL_KEYS:
        return None if key.repeat else Back()
    if numbers and key.char in (_DIGITS if row else _ROW_DIGITS):
        return Digit(key.char)
    return Letter(key)


def key_names(numbers: bool, tab: bool) -> list[tuple[str, str]]:
    """Return the keys that a table has in every edition, each with the name of its effect.

    With `has_digit_selection`, digits name cards.
    """
    digits = [(key, "digit") for key in sorted(_ROW_DIGITS) if numbers]
    bindings = [(key, effect) for effect, keys in _EFFECT_KEYS.items() for key in sorted(keys)]
    return [*digits, *((key, effect) for key, effect in bindings if tab or key != "TAB")]


def aimless(event: Event, targets: Sequence[Target]) -> bool:
    """Return whether a press hits none of the visible commands."""
    if not isinstance(event, Press):
        return False
    target = target_at(targets, event.x, event.y)
    target_id = target.id if target else ""
    return target_id == "button:go-on" or not target_id.startswith(("button:", "menu:", "back"))


class Hand(NamedTuple):
    """Selection, keyboard focus and drag of the player."""

    focus: str = STOCK
    """Target id of the keyboard focus."""
    last: str = ""
    """The card that had the focus before it moved to the stock."""
    picked: str | None = None
    """Target id of the selected card, or None."""
    drag: Drag | None = None
    """The card that follows the pointer, or None."""
    again: bool = False
    """Whether the picked-up card already had the focus."""
    row: str | None = None
    """The digit of a row while that of its column is awaited, or None."""
    by_keys: bool = True
    """Whether the last input came from the keyboard."""

    def on(self, name: str) -> Hand:
        """Return the state with the focus on a target.

        >>> Hand().on("card:71").on("stock").last
        'card:71'
        """
        return self._replace(focus=name, last=self.last if name == STOCK else name)


def step(cards: Sequence[str], hand: Hand, key: str) -> str | None:
    """Return the card or stock that a key moves the selector to, or None if it does not move.

    Up and Down go to the stock; Left and Right return from it, and wrap around. `card_ids` are sorted from left to right.

    >>> step(("card:71", "card:72"), Hand("card:72"), "RIGHT"), step(("card:71",), Hand("card:71"), "UP")
    ('card:71', 'stock')
    """
    match key:
        case "UP" | "DOWN":
            return STOCK
        case "HOME" | "END" if cards:
            return cards[0 if key == "HOME" else -1]
        case "LEFT" | "RIGHT" if cards and hand.focus == STOCK:
            return hand.last
        case "LEFT" | "RIGHT" if hand.focus in cards:
            return cards[(cards.index(hand.focus) + (1 if key == "RIGHT" else -1)) % len(cards)]
    return None


def walk(groups: Sequence[Sequence[str]], rects: Mapping[str, Rect], focus: str, key: str) -> str:
    """Return the target that a key moves the focus to: Left and Right within a group, Up and Down between groups.

    `groups` are target ids from the top of the screen to the bottom, each from left to right. Buttons below each other
    form rows of their own.
    """

    def centre_x(target_id: str) -> int:
        return rects[target_id][0] + rects[target_id][2] // 2

    def nearest_in(target_ids: Sequence[str]) -> str:
        return min(
            target_ids,
            key=lambda target_id: (target_id == "automatch", abs(centre_x(target_id) - centre_x(focus))),
        )

    all_ids = [target_id for group in groups for target_id in group]
    if focus not in all_ids:
        return all_ids[0]
    group = next(group for group in groups if focus in group)
    rows = _split_rows(group, rects)
    row = next(row for row in rows if focus in row)
    direction = 1 if key in ("RIGHT", "DOWN") else -1
    match key:
        case "LEFT" | "RIGHT":
            line = row if len(row) > 1 else group
            return line[(line.index(focus) + direction) % len(line)]
        case "HOME" | "END":
            return group[0 if key == "HOME" else -1]
        case "TAB":
            return all_ids[(all_ids.index(focus) + 1) % len(all_ids)]
    if 0 <= (row_index := rows.index(row) + direction) < len(rows):
        return nearest_in(rows[row_index])
    other_rows = _split_rows(groups[(groups.index(group) + direction) % len(groups)], rects)
    return nearest_in(other_rows[0 if key == "DOWN" else -1])


def _split_rows(group: Sequence[str], rects: Mapping[str, Rect]) -> list[list[str]]:
    """Return the rows of a group: buttons by their position, cards and piles as a single row."""
    if not group[0].startswith("button:"):
        return [list(group)]
    tops = sorted({rects[target_id][1] for target_id in group})
    return [[target_id for target_id in group if rects[target_id][1] == top] for top in tops]


def nearest(cards: Mapping[str, Point], to: Point) -> str:
    """Return the card nearest to a point, or the first of several. Distances allow for pixels that are higher than wide.

    >>> nearest({"card:71": (0, 0), "card:72": (10, 0)}, (8, 5))
    'card:72'
    """
    return min(cards, key=lambda name: apart(cards[name][0] - to[0], cards[name][1] - to[1]))
