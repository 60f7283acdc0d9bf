"""Gestures at the table, and the input state they act on: selection, keyboard focus and drag."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import NamedTuple

from retro_pyramid.machine.events import Event, Key, Press, Release
from retro_pyramid.machine.targets import Target, apart, target_at
from retro_pyramid.scenes.easing import Point, Rect
from retro_pyramid.table.animation import Drag
from retro_pyramid.table.target_ids import STOCK

_ROWS, _DIGITS = frozenset("1234567"), frozenset("0123456789")
_WALKING = frozenset({"LEFT", "RIGHT", "UP", "DOWN", "TAB", "HOME", "END"})
ENTER = frozenset({"ENTER", "KPENTER", "SPACE"})
_LEAVE = frozenset({"ESC", "BACKSPACE"})
_MEANT = {"walk": _WALKING, "use": ENTER, "leave": _LEAVE}


class PressTarget(NamedTuple):
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


Gesture = PressTarget | Grasp | Tap | Drop | RightClick | Walk | Use | Back | Digit | Letter


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
            return PressTarget(target.id) if drag is None else Grasp(drag)
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


class Hand(NamedTuple):
    """What the player holds.

    `focus` is the target id the keyboard is on, `last` the card it was on before it went to the stock. `picked` is
    the target id of the card selected. `drag` is the card that follows the pointer, `again` whether the pointer took
    what had the focus already. `row` is the digit of a row while that of its column is awaited. `by_keys` says
    whether the keyboard was used last.
    """

    focus: str = STOCK
    last: str = ""
    picked: str | None = None
    drag: Drag | None = None
    again: bool = False
    row: str | None = None
    by_keys: bool = True

    def on(self, name: str) -> Hand:
        """Return the hand with the focus there.

        >>> Hand().on("card:71").on("stock").last
        'card:71'
        """
        return self._replace(focus=name, last=self.last if name == STOCK else name)


def step(cards: Sequence[str], hand: Hand, key: str) -> str | None:
    """Return where a key moves a selector over `cards`, left to right, and the stock; None if it stays.

    Up and down go to the stock, left and right come back from it and go round.

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
    """Return where a key moves the focus: left and right within cards, piles or buttons, up and down between them.

    `groups` are target ids from the top of the screen to the bottom, each from left to right. Buttons that stand below
    each other are walked row by row.
    """

    def middle(name: str) -> int:
        return rects[name][0] + rects[name][2] // 2

    def nearest_in(names: Sequence[str]) -> str:
        return min(names, key=lambda name: (name == "automatch", abs(middle(name) - middle(focus))))

    everything = [name for group in groups for name in group]
    if focus not in everything:
        return everything[0]
    group = next(group for group in groups if focus in group)
    rows = _rows(group, rects)
    row = next(row for row in rows if focus in row)
    by = 1 if key in ("RIGHT", "DOWN") else -1
    match key:
        case "LEFT" | "RIGHT":
            line = row if len(row) > 1 else group
            return line[(line.index(focus) + by) % len(line)]
        case "HOME" | "END":
            return group[0 if key == "HOME" else -1]
        case "TAB":
            return everything[(everything.index(focus) + 1) % len(everything)]
    if 0 <= (at := rows.index(row) + by) < len(rows):
        return nearest_in(rows[at])
    others = _rows(groups[(groups.index(group) + by) % len(groups)], rects)
    return nearest_in(others[0 if key == "DOWN" else -1])


def _rows(group: Sequence[str], rects: Mapping[str, Rect]) -> list[list[str]]:
    """Return a group as the rows in which it is walked: buttons as they stand, cards and piles as one."""
    if not group[0].startswith("button:"):
        return [list(group)]
    tops = sorted({rects[name][1] for name in group})
    return [[name for name in group if rects[name][1] == top] for top in tops]


def nearest(cards: Mapping[str, Point], to: Point) -> str:
    """Return the card nearest to a point, the first of two, as the eye sees it: pixels are higher than wide.

    >>> nearest({"card:71": (0, 0), "card:72": (10, 0)}, (8, 5))
    'card:72'
    """
    return min(cards, key=lambda name: apart(cards[name][0] - to[0], cards[name][1] - to[1]))
