"""Coordinates of a table, and its commands and menus: plain data of an edition."""

from __future__ import annotations

from collections.abc import Sized
from typing import NamedTuple

from retro_pyramid.machine.video import WIDTH
from retro_pyramid.scenes.easing import Point

CellRect = tuple[int, int, int, int]
"""Rectangle in character cells: column, row, width, height."""


class TableLayout(NamedTuple):
    """Coordinates of the piles and controls of a table, in picture pixels if not stated otherwise.

    Filled by keyword from the layout sections of an edition's text file.
    """

    slots: tuple[Point, ...]
    """Position of each of the 28 pyramid cards."""
    stock: Point
    """Position of the stock."""
    waste: Point
    """Position of the waste."""
    lamp: tuple[int, int]
    """Column and row of the win indicator."""
    discard: Point | None = None
    """Position of the pile of removed cards. None: removed cards leave the picture, towards `exit`."""
    exit: Point = (WIDTH, 40)
    """Where removed cards go if there is no such pile."""
    auto_match: CellRect | None = None
    """Rectangle of the Auto-Match check box in cells, or None."""
    fan: int = 0
    """How many pixels of each of the waste's top three cards are visible. 0: only the top card is."""
    bar_row: int = 0
    """Row of the menu bar."""
    verdict: CellRect | None = None
    """Rectangle of the result window in cells. None: the result is drawn as lines."""
    tip: CellRect | None = None
    """Rectangle for tips in cells, for tables whose lowest cards reach into the message row."""


class SmallCardLayouts(NamedTuple):
    """Coordinates for small cards, used if the player has set `setting_key` to `small`."""

    setting_key: str
    graphics_layout: TableLayout
    text_layout: TableLayout


class Command(NamedTuple):
    """A command of the table: a target with an action and keys."""

    id: str
    """Target id."""
    label: str
    """Label."""
    action: str
    """Name of the action."""
    keys: tuple[str, ...] = ()
    """Key names. Letters are capitals and act in either case."""
    key_label: str = ""
    """The key as it is displayed. Empty: the command has no key hint in the footer."""
    rect_cells: CellRect | None = None
    """Rectangle of the command's button, or None. A command without a button is a key hint or an item of a menu."""
    checked_if: str | None = None
    """Name of the condition under which a menu item has a check mark, or None."""
    hide_if_disabled: bool = False
    """Whether the command is hidden, not dimmed, while it is disabled."""


SOLUTION = Command("button:how", "How", "how", ("F9",), "F9", hide_if_disabled=True)
RETRY = Command("button:again", "Try again", "again", ("B",), hide_if_disabled=True)
REPLAY = Command("button:replay", "My game", "replay", ("M",), "M", hide_if_disabled=True)


class BarMenu(NamedTuple):
    """A menu of the menu bar. The first letter of its title opens it. An item that is None is a separator."""

    title: str
    items: tuple[Command | None, ...]


def compute_waste_card_positions(layout: TableLayout, waste: Sized, max_visible: int = 3) -> list[Point]:
    """Return the positions of the visible cards of the waste, the top card last."""
    x, y = layout.waste
    visible_count = min(len(waste), max_visible if layout.fan else 1)
    return [(x + layout.fan * index, y) for index in range(max(1, visible_count))]
