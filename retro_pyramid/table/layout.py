"""Where the things of a table lie, and the commands that can be given there: plain data of a program's record."""

from __future__ import annotations

from collections.abc import Sized
from typing import NamedTuple

from retro_pyramid.machine.video import WIDTH
from retro_pyramid.scenes.easing import Point

Cells = tuple[int, int, int, int]
"""Column, row, width and height in character cells."""


class Places(NamedTuple):
    """Where the piles of a table lie, in picture pixels.

    `slots` are the 28 cards; `fan` pixels of each of the waste's top three cards show; `lamp` is a column and a row.
    `discard` None: cards taken leave the picture, to `exit`. `auto_match` is the box of that name; `bar_row` the row of
    the menu bar. `verdict` is the window that tells how a game ended, None: lines do. `tip` is where tips go if the lowest
    cards reach into the row of messages.
    """

    slots: tuple[Point, ...]
    stock: Point
    waste: Point
    lamp: tuple[int, int]
    discard: Point | None = None
    exit: Point = (WIDTH, 40)
    auto_match: Cells | None = None
    fan: int = 0
    bar_row: int = 0
    verdict: Cells | None = None
    tip: Cells | None = None


class SmallCards(NamedTuple):
    """Where everything lies with small cards, for a player who has chosen `small` for a setting."""

    setting: str
    graphics: Places
    text: Places


class Command(NamedTuple):
    """Something a player can ask for: its target id, its words, the name of the action, its keys.

    `keys` are in capitals; letters act in either case. `shown` is the key as the player reads it. `cells` is where its
    button stands; one without stands in the bottom line, unless it shows no key or is of a bar's menu. `checked` names
    the condition under which a mark stands before it in a menu. What cannot be used now is dim, or not there at all
    where it is `absent`.
    """

    id: str
    words: str
    action: str
    keys: tuple[str, ...] = ()
    shown: str = ""
    cells: Cells | None = None
    checked: str | None = None
    absent: bool = False


HOW = Command("button:how", "How", "how", ("F9",), "F9", absent=True)
AGAIN = Command("button:again", "Try again", "again", ("B",), absent=True)
REPLAY = Command("button:replay", "My game", "replay", ("M",), "M", absent=True)


class BarMenu(NamedTuple):
    """A menu of a bar: its title, whose first letter opens it, and its lines, None being a rule."""

    title: str
    lines: tuple[Command | None, ...]


def waste_places(places: Places, waste: Sized, seen: int = 3) -> list[Point]:
    """Return where the waste's cards lie that can be seen, the top one last."""
    x, y = places.waste
    shown = min(len(waste), seen if places.fan else 1)
    return [(x + places.fan * at, y) for at in range(max(1, shown))]
