"""Gestures at the table, and the input state they act on: selection, keyboard focus and drag."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import NamedTuple

from retro_pyramid.machine.events import Event, KeyPress, MousePress, MouseRelease
from retro_pyramid.machine.targets import Target, distance_sq, find_target_at
from retro_pyramid.scenes.easing import Point, Rect
from retro_pyramid.table.animation import Drag
from retro_pyramid.table.target_ids import STOCK

_ROW_DIGITS, _DIGITS = frozenset("1234567"), frozenset("0123456789")
_FOCUS_KEYS = frozenset({"LEFT", "RIGHT", "UP", "DOWN", "TAB", "HOME", "END"})
ENTER_KEYS = frozenset({"ENTER", "KPENTER", "SPACE"})
_CANCEL_KEYS = frozenset({"ESC", "BACKSPACE"})
_EFFECT_KEYS = {"walk": _FOCUS_KEYS, "use": ENTER_KEYS, "leave": _CANCEL_KEYS}


class PressTarget(NamedTuple):
    """A target was pressed that is not a card to pick up."""

    target_id: str


class PickUp(NamedTuple):
    """A card was picked up and now follows the pointer."""

    drag: Drag


class Tap(NamedTuple):
    """A card was picked up and released in place. `was_focused`: it had the focus before."""

    target_id: str
    was_focused: bool


class DropCard(NamedTuple):
    """A card was dragged and dropped on a target. None: on nothing."""

    drag: Drag
    target_id: str | None


class RightClick(NamedTuple):
    """A button other than the left one was pressed, anywhere."""


class MoveFocus(NamedTuple):
    """A key that moves the focus was pressed."""

    key_name: str


class Activate(NamedTuple):
    """Enter or Space: activate the focused target."""


class Cancel(NamedTuple):
    """Esc or Backspace: cancel what was begun, or leave."""


class DigitKey(NamedTuple):
    """A digit key that selects a row or a column."""

    digit: str


class OtherKey(NamedTuple):
    """Any other key. It may be that of a command."""

    key: KeyPress


Gesture = (
    PressTarget | PickUp | Tap | DropCard | RightClick | MoveFocus | Activate | Cancel | DigitKey | OtherKey
)


def gesture_from_pointer(
    event: Event,
    input_state: InputState,
    targets: Sequence[Target],
    pick_up: Callable[[Target, MousePress], Drag | None],
    find_drop_target: Callable[[Drag, int, int], str | None],
) -> Gesture | None:
    """Return the gesture of a pointer event, or None if there is none yet.

    `pick_up` returns the card of a target as a drag, `find_drop_target` the id of the target a card is dropped on.
    """
    match event:
        case MousePress(button=1):
            target = find_target_at(targets, event.x, event.y)
            if target is None:
                return None
            drag = pick_up(target, event)
            return PressTarget(target.id) if drag is None else PickUp(drag)
        case MousePress():
            return RightClick()
        case MouseRelease(button=1) if input_state.drag is not None:
            drag = input_state.drag.move_to(event.x, event.y)
            return (
                DropCard(drag, find_drop_target(drag, event.x, event.y))
                if drag.has_moved
                else Tap(drag.target_id, input_state.was_focused)
            )
    return None


def gesture_from_key(key: KeyPress, has_digit_selection: bool, pending_row: str | None) -> Gesture | None:
    """Return the gesture of a key, or None if it has none.

    With `has_digit_selection`, digits name cards. While the column for a `pending_row` is awaited, no digit is a command.

    >>> gesture_from_key(KeyPress("LEFT"), False, None), gesture_from_key(KeyPress("7", "7"), True, None)
    (MoveFocus(key_name='LEFT'), DigitKey(digit='7'))
    """
    if key.name in _FOCUS_KEYS:
        return MoveFocus(key.name)
    if key.name in ENTER_KEYS:
        return None if key.is_repeat else Activate()
    if key.name in _CANCEL_KEYS:
        return None if key.is_repeat else Cancel()
    if has_digit_selection and key.char in (_DIGITS if pending_row else _ROW_DIGITS):
        return DigitKey(key.char)
    return OtherKey(key)


def get_gesture_bindings(has_digit_selection: bool, tab_moves_focus: bool) -> list[tuple[str, str]]:
    """Return the keys that a table has in every edition, each with the name of its effect.

    With `has_digit_selection`, digits name cards.
    """
    digits = [(key, "digit") for key in sorted(_ROW_DIGITS) if has_digit_selection]
    bindings = [(key, effect) for effect, keys in _EFFECT_KEYS.items() for key in sorted(keys)]
    return [*digits, *((key, effect) for key, effect in bindings if tab_moves_focus or key != "TAB")]


def is_background_press(event: Event, targets: Sequence[Target]) -> bool:
    """Return whether a press hits none of the visible commands."""
    if not isinstance(event, MousePress):
        return False
    target = find_target_at(targets, event.x, event.y)
    target_id = target.id if target else ""
    return target_id == "button:go-on" or not target_id.startswith(("button:", "menu:", "back"))


class InputState(NamedTuple):
    """Selection, keyboard focus and drag of the player."""

    focus_id: str = STOCK
    """Target id of the keyboard focus."""
    last_card_id: str = ""
    """The card that had the focus before it moved to the stock."""
    picked_id: str | None = None
    """Target id of the selected card, or None."""
    drag: Drag | None = None
    """The card that follows the pointer, or None."""
    was_focused: bool = False
    """Whether the picked-up card already had the focus."""
    pending_row: str | None = None
    """The digit of a row while that of its column is awaited, or None."""
    uses_keyboard: bool = True
    """Whether the last input came from the keyboard."""

    def with_focus(self, target_id: str) -> InputState:
        """Return the state with the focus on a target.

        >>> InputState().with_focus("card:71").with_focus("stock").last_card_id
        'card:71'
        """
        return self._replace(
            focus_id=target_id, last_card_id=self.last_card_id if target_id == STOCK else target_id
        )


def find_next_selection(card_ids: Sequence[str], input_state: InputState, key_name: str) -> str | None:
    """Return the card or stock that a key moves the selector to, or None if it does not move.

    Up and Down go to the stock; Left and Right return from it, and wrap around. `card_ids` are sorted from left to right.

    >>> find_next_selection(("card:71", "card:72"), InputState("card:72"), "RIGHT")
    'card:71'
    >>> find_next_selection(("card:71",), InputState("card:71"), "UP")
    'stock'
    """
    match key_name:
        case "UP" | "DOWN":
            return STOCK
        case "HOME" | "END" if card_ids:
            return card_ids[0 if key_name == "HOME" else -1]
        case "LEFT" | "RIGHT" if card_ids and input_state.focus_id == STOCK:
            return input_state.last_card_id
        case "LEFT" | "RIGHT" if input_state.focus_id in card_ids:
            return card_ids[
                (card_ids.index(input_state.focus_id) + (1 if key_name == "RIGHT" else -1)) % len(card_ids)
            ]
    return None


def find_next_focus(
    groups: Sequence[Sequence[str]], rects: Mapping[str, Rect], focus_id: str, key_name: str
) -> str:
    """Return the target that a key moves the focus to: Left and Right within a group, Up and Down between groups.

    `groups` are target ids from the top of the screen to the bottom, each from left to right. Buttons below each other
    form rows of their own.
    """

    def centre_x(target_id: str) -> int:
        return rects[target_id][0] + rects[target_id][2] // 2

    def nearest_in(target_ids: Sequence[str]) -> str:
        return min(
            target_ids,
            key=lambda target_id: (target_id == "automatch", abs(centre_x(target_id) - centre_x(focus_id))),
        )

    all_ids = [target_id for group in groups for target_id in group]
    if focus_id not in all_ids:
        return all_ids[0]
    group = next(group for group in groups if focus_id in group)
    rows = _split_rows(group, rects)
    row = next(row for row in rows if focus_id in row)
    direction = 1 if key_name in ("RIGHT", "DOWN") else -1
    match key_name:
        case "LEFT" | "RIGHT":
            line = row if len(row) > 1 else group
            return line[(line.index(focus_id) + direction) % len(line)]
        case "HOME" | "END":
            return group[0 if key_name == "HOME" else -1]
        case "TAB":
            return all_ids[(all_ids.index(focus_id) + 1) % len(all_ids)]
    if 0 <= (row_index := rows.index(row) + direction) < len(rows):
        return nearest_in(rows[row_index])
    other_rows = _split_rows(groups[(groups.index(group) + direction) % len(groups)], rects)
    return nearest_in(other_rows[0 if key_name == "DOWN" else -1])


def _split_rows(group: Sequence[str], rects: Mapping[str, Rect]) -> list[list[str]]:
    """Return the rows of a group: buttons by their position, cards and piles as a single row."""
    if not group[0].startswith("button:"):
        return [list(group)]
    tops = sorted({rects[target_id][1] for target_id in group})
    return [[target_id for target_id in group if rects[target_id][1] == top] for top in tops]


def find_nearest_card(card_positions: Mapping[str, Point], pos: Point) -> str:
    """Return the card nearest to a point, or the first of several. Distances allow for pixels that are higher than wide.

    >>> find_nearest_card({"card:71": (0, 0), "card:72": (10, 0)}, (8, 5))
    'card:72'
    """
    return min(
        card_positions,
        key=lambda name: distance_sq(card_positions[name][0] - pos[0], card_positions[name][1] - pos[1]),
    )
