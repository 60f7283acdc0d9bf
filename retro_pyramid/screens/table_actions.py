"""What can be asked for at On Disk Monthly's table: its own questions, and where its commands stand."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING

from retro_pyramid.screens.commands import HOW, Command
from retro_pyramid.screens.dialog import Confirm

if TYPE_CHECKING:
    from retro_pyramid.screens.table import Table

COMMANDS = (
    Command("button:play", "Play", "play", (), "Enter"),
    Command("button:new", "New", "ask_new", ("N",), "N"),
    Command("button:restart", "Again", "ask_restart", ("R",), "R"),
    Command("button:help", "Help", "help", ("F1",), "F1"),
    Command("button:number", "Deal", "number", ("F6",), "F6"),
    Command("button:options", "Options", "options", ("F8",), "F8"),
    HOW,
    Command("button:helps", "Helps", "helps", ("F5",)),
    Command("button:undo", "Undo", "undo", ("U", "F3"), cells=(69, 9, 8, 1), absent=True),
    Command("button:redo", "Y Redo", "redo", ("Y", "F4"), cells=(69, 11, 8, 1), absent=True),
    Command("button:hint", "Hint", "hint", ("H",), cells=(69, 13, 8, 1), absent=True),
)
"""What the magazine's program had, and helps that are not there till they are switched on."""


def _ask_new(table: Table) -> None:
    cost = "The game on the table is finished" if table.over() else "The game on the table will not be scored"
    _ask(table, "Deal a new game?", cost, "new")


def _ask_restart(table: Table) -> None:
    _ask(table, "Start this deal again?", "Played again, it does not count for the board", "restart")


def _ask(table: Table, question: str, detail: str, action: str) -> None:
    def yes() -> None:
        table.leave_for(lambda: table.run(action))

    table.app.push(Confirm(table.app, question, detail, yes))


def give_up(table: Table) -> None:
    """Ask whether the game is to be given up; then it is neither scored nor taken up again."""

    def leave() -> None:
        table.app.services.files.resume.drop(table.session.save())
        table.ways.menu()

    table.app.push(Confirm(table.app, "Give up this game?", "It will not be scored", leave))


TABLE_ACTIONS: Mapping[str, Callable[[Table], None]] = {
    "ask_new": _ask_new,
    "ask_restart": _ask_restart,
    "play": lambda table: table.use_selected(),
}
"""By name, beside those of every table."""
