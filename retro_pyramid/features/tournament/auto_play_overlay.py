"""The computer at the table: its moves shown card by card, at the speed that is set."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from retro_pyramid.machine.events import Event, Key, Press
from retro_pyramid.machine.targets import Target, target_at
from retro_pyramid.rules import Move
from retro_pyramid.session import AutoPlay
from retro_pyramid.solver.computer_player import Computer
from retro_pyramid.table.target_ids import names_of
from retro_pyramid.ui.drawing import Hint
from retro_pyramid.ui.lists import ENTER
from retro_pyramid.ui.screen import Screen

if TYPE_CHECKING:
    from retro_pyramid.table.table_screen import Table
    from retro_pyramid.table.view import View

_BUDGET = 400
"""Positions looked at in a tick: a frame stays well below its 16 ms."""


class Watching(Screen):
    """Lies over a table and lets the computer play its game to the end.

    `pause` returns for how many ticks each card of a move is shown. The table's buttons work meanwhile. Esc lets the
    player go on and calls `stopped`; where that is None it leads to the menu.
    """

    name = "table"
    overlay = True
    own_keys = Screen.own_keys | dict.fromkeys((*ENTER, "SPACE"), "faster")
    speaks = True
    read_out = False

    def __init__(self, table: Table, pause: Callable[[], int], stopped: Callable[[], None] | None) -> None:
        super().__init__(table.app)
        self._table = table
        self._auto = AutoPlay(table.session, Computer(), self._play)
        self._pause = pause
        self._stopped = stopped
        self._waited = self._ticks = 0
        self._shown = False
        """Whether the move that was found may be played."""
        table.lend(True)

    def _end(self) -> None:
        self._table.lend(False)
        self.app.pop()

    def event(self, event: Event) -> None:
        """Take keys and clicks for commands, Esc for leaving; refuse everything that would touch a card."""
        if isinstance(event, Key):
            self.act(self.meant(event) or "")
        elif isinstance(event, Press):
            target = target_at(self.targets(), event.x, event.y) if event.button == 1 else None
            self.act(target.id if target else "")

    def keys(self) -> list[tuple[str, str]]:
        """Return the keys that leave and hurry, and those of the table's buttons."""
        buttons = [one for one in self._table.commands() if one.cells]
        return [*self.own_keys.items(), *((key, one.id) for one in buttons for key in one.keys)]

    def act(self, name: str) -> None:
        """Leave, hurry, give a command, or say that nothing else can be done."""
        command = next((one for one in self._table.commands() if one.id == name), None)
        if command is not None:
            self._table.give(command)
        elif name == "faster":
            self._waited = self._pause() * 2
        elif name != "back":
            self._table.refuse("the computer is playing")
        elif self._stopped is None:
            self._table.run("menu")
        else:
            self._end()
            self._stopped()

    def tick(self, ticks: int) -> None:
        table = self._table
        table.tick(ticks)
        if self.app.top is not self:
            return
        self.message, self.warns = table.message, table.warns
        if table.surface.running():
            return
        self._ticks = ticks
        if self._auto.step(_BUDGET):
            self._end()

    def _play(self, move: Move) -> bool:
        """Highlight the cards of the move found, one after another, and play it when all were shown."""
        played, names = self._shown, names_of(move)
        if played:
            self._waited = 0
            self._table.perform(move)
        self._waited += self._ticks
        self._table.point(names[: 1 + self._waited // max(1, self._pause())])
        self._shown = not played and self._waited >= self._pause() * len(names)
        return played

    def view(self) -> View | None:
        return self._table.view()

    def busy(self) -> bool:
        """Return whether cards are still moving; the game itself may go on for long."""
        return self._table.surface.running()

    def hints(self) -> list[Hint]:
        last = "Stop" if self._stopped else "Menu"
        return [Hint("Space", "Faster"), Hint("Esc", last, "back")]

    def targets(self) -> list[Target]:
        """Return what the table has; its cards cannot be used now."""
        cells = [command.id for command in self._table.commands() if command.cells]
        mine = super().targets()
        return [
            *(
                target if target.id in cells else target._replace(enabled=False)
                for target in self._table.targets()
                if target.rect[1] < mine[0].rect[1]
            ),
            *mine,
        ]
