"""The player's hand at a table: what is chosen, where the keyboard is, what the pointer holds. A value."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from retro_pyramid.machine.targets import apart
from retro_pyramid.screens.parts.motion import Drag, Point, Rect
from retro_pyramid.screens.parts.positions import STOCK


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
