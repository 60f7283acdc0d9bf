"""What hands do at a table, in the table's terms: it knows what can be pointed at, not the rules."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import NamedTuple

from retro_pyramid.machine.events import Event, Key, Press, Release
from retro_pyramid.machine.targets import Target, target_at
from retro_pyramid.screens.parts.motion import Drag
from retro_pyramid.screens.table.hand import Hand

_ROWS, _DIGITS = frozenset("1234567"), frozenset("0123456789")
_WALKING = frozenset({"LEFT", "RIGHT", "UP", "DOWN", "TAB", "HOME", "END"})
ENTER = frozenset({"ENTER", "KPENTER", "SPACE"})
_LEAVE = frozenset({"ESC", "BACKSPACE"})
_MEANT = {"walk": _WALKING, "use": ENTER, "leave": _LEAVE}


class Point(NamedTuple):
    """A target was clicked that is no card to be taken."""

    name: str


class Grasp(NamedTuple):
    """A card was taken by the pointer, and follows it from now on."""

    drag: Drag


class Tap(NamedTuple):
    """A card was taken and let go where it lies; `again` if it had the focus before."""

    name: str
    again: bool


class Drop(NamedTuple):
    """A card was dragged and dropped on a target, None if on nothing."""

    drag: Drag
    goal: str | None


class RightClick(NamedTuple):
    """Another button than the left one was pressed, wherever that was."""


class Walk(NamedTuple):
    """A key that moves the focus."""

    key: str


class Use(NamedTuple):
    """Enter: use what the focus is on."""


class Back(NamedTuple):
    """Esc: take back what was begun, or leave."""


class Digit(NamedTuple):
    """A digit of a row or a column."""

    digit: str


class Letter(NamedTuple):
    """Any other key, which may be that of a command."""

    key: Key


Gesture = Point | Grasp | Tap | Drop | RightClick | Walk | Use | Back | Digit | Letter


def of_pointer(
    event: Event,
    hand: Hand,
    targets: Sequence[Target],
    grasp: Callable[[Target, Press], Drag | None],
    goal: Callable[[Drag, int, int], str | None],
) -> Gesture | None:
    """Return what the pointer did, None if nothing yet.

    `grasp` makes a card of a target that can be taken, `goal` tells what a card is dropped on.
    """
    match event:
        case Press(button=1):
            target = target_at(targets, event.x, event.y)
            if target is None:
                return None
            drag = grasp(target, event)
            return Point(target.id) if drag is None else Grasp(drag)
        case Press():
            return RightClick()
        case Release(button=1) if hand.drag is not None:
            drag = hand.drag.to(event.x, event.y)
            return Drop(drag, goal(drag, event.x, event.y)) if drag.moved else Tap(drag.name, hand.again)
    return None


def of_key(key: Key, numbers: bool, row: str | None) -> Gesture | None:
    """Return what a key means, None for nothing; digits name cards where rows and columns have `numbers`.

    Where the column in a `row` is awaited, no digit is a command.

    >>> of_key(Key("LEFT"), False, None), of_key(Key("7", "7"), True, None)
    (Walk(key='LEFT'), Digit(digit='7'))
    """
    if key.name in _WALKING:
        return Walk(key.name)
    if key.name in ENTER:
        return None if key.repeat else Use()
    if key.name in _LEAVE:
        return None if key.repeat else Back()
    if numbers and key.char in (_DIGITS if row else _ROWS):
        return Digit(key.char)
    return Letter(key)


def key_names(numbers: bool, tab: bool) -> list[tuple[str, str]]:
    """Return the keys that a table has in any program, each with what it does.

    Digits name cards if rows and columns have `numbers`; `tab` says whether Tab moves the focus.
    """
    digits = [(key, "digit") for key in sorted(_ROWS) if numbers]
    others = [(key, what) for what, keys in _MEANT.items() for key in sorted(keys)]
    return [*digits, *((key, what) for key, what in others if tab or key != "TAB")]


def aimless(event: Event, targets: Sequence[Target]) -> bool:
    """Return whether a press means none of the commands that can be seen."""
    if not isinstance(event, Press):
        return False
    target = target_at(targets, event.x, event.y)
    name = target.id if target else ""
    return name == "button:go-on" or not name.startswith(("button:", "menu:", "back"))
