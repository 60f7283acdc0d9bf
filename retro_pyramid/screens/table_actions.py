"""What can be asked for at On Disk Monthly's table: its own questions, and where its commands stand."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING

from retro_pyramid.screens.dialog import Confirm

if TYPE_CHECKING:
    from retro_pyramid.screens.table import Table

KEYS: Mapping[str, str] = {
    "F1": "help",
    "N": "ask_new",
    "R": "ask_restart",
    "U": "undo",
    "F3": "undo",
    "F4": "redo",
    "H": "hint",
    "F5": "helps",
    "F6": "number",
    "F8": "options",
    "F9": "how",
}
"""Actions by their keys, letters in capitals."""

CLICKS: Mapping[str, str] = {
    "button:help": "help",
    "button:new": "ask_new",
    "button:restart": "ask_restart",
    "button:undo": "undo",
    "button:redo": "redo",
    "button:hint": "hint",
    "button:number": "number",
    "button:options": "options",
    "button:how": "how",
}
"""Actions by their targets."""

BUTTONS: Mapping[str, tuple[str, tuple[int, int, int, int]]] = {
    "undo": ("Undo", (69, 9, 8, 1)),
    "redo": ("Redo", (69, 11, 8, 1)),
    "hint": ("Hint", (69, 13, 8, 1)),
}
"""The buttons of the helps, by the help: the word, and column, row, width and height in cells."""


def _ask_new(table: Table) -> None:
    cost = (
        "The game on the table is finished." if table.over() else "The game on the table will not be scored."
    )
    _ask(table, "Deal a new game?", cost, "new")


def _ask_restart(table: Table) -> None:
    _ask(table, "Start this deal again?", "Played again, it does not count for the board.", "restart")


def _ask(table: Table, question: str, detail: str, action: str) -> None:
    def yes() -> None:
        table.leave_for(lambda: table.run(action))

    table.app.push(Confirm(table.app, question, detail, yes))


def give_up(table: Table) -> None:
    """Ask whether the game is to be given up; then it is neither scored nor taken up again."""

    def leave() -> None:
        table.app.services.files.resume.drop(table.session.save())
        table.ways.menu()

    table.app.push(Confirm(table.app, "Give up this game?", "It will not be scored.", leave))


TABLE_ACTIONS: Mapping[str, Callable[[Table], None]] = {"ask_new": _ask_new, "ask_restart": _ask_restart}
"""By name, beside those of every table."""
