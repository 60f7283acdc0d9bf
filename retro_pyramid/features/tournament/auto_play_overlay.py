"""The overlay in which the computer plays the game on a table, card by card, at the selected speed."""

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

_NODES_PER_TICK = 400
"""Search nodes per tick: keeps a frame well below its 16 ms."""


class Watching(Screen):
    """Lets the computer play the game of the table below it to the end.

    `get_card_ticks` returns for how many ticks each card of a move is shown. The buttons of the table keep working. Esc
    returns the game to the player and calls `on_stopped`; if that is None, Esc shows the main menu.
    """

    name = "table"
    overlay = True
    own_keys = Screen.own_keys | dict.fromkeys((*ENTER, "SPACE"), "faster")
    speaks = True
    read_out = False

    def __init__(self, table: Table, pause: Callable[[], int], stopped: Callable[[], None] | None) -> None:
        super().__init__(table.app)
        self._table = table
        self._auto_play = AutoPlay(table.session, Computer(), self._show_or_play)
        self._get_card_ticks = pause
        self._on_stopped = stopped
        self._waited_ticks = self._frame_ticks = 0
        self._is_move_shown = False
        """Whether all cards of the next move have been shown, so that it may be played."""
        table.lend(True)

    def _close(self) -> None:
        self._table.lend(False)
        self.app.pop()

    def event(self, event: Event) -> None:
        """Handle keys and clicks for commands, and Esc; reject everything that would use a card."""
        if isinstance(event, Key):
            self.act(self.meant(event) or "")
        elif isinstance(event, Press):
            target = target_at(self.targets(), event.x, event.y) if event.button == 1 else None
            self.act(target.id if target else "")

    def keys(self) -> list[tuple[str, str]]:
        """Return the key bindings: leave, faster, and those of the buttons of the table."""
        buttons = [command for command in self._table.commands() if command.cells]
        return [*self.own_keys.items(), *((key, command.id) for command in buttons for key in command.keys)]

    def act(self, name: str) -> None:
        """Leave, play faster, run a command, or report that nothing else is possible."""
        command = next((candidate for candidate in self._table.commands() if candidate.id == name), None)
        if command is not None:
            self._table.give(command)
        elif name == "faster":
            self._waited_ticks = self._get_card_ticks() * 2
        elif name != "back":
            self._table.refuse("the computer is playing")
        elif self._on_stopped is None:
            self._table.run("menu")
        else:
            self._close()
            self._on_stopped()

    def tick(self, ticks: int) -> None:
        table = self._table
        table.tick(ticks)
        if self.app.top is not self:
            return
        self.message, self.warns = table.message, table.warns
        if table.surface.running():
            return
        self._frame_ticks = ticks
        if self._auto_play.step(_NODES_PER_TICK):
            self._close()

    def _show_or_play(self, move: Move) -> bool:
        """Highlight the cards of a move one after another. Play it once all were shown, and return whether it was played."""
        is_played, targets = self._is_move_shown, names_of(move)
        if is_played:
            self._waited_ticks = 0
            self._table.perform(move)
        self._waited_ticks += self._frame_ticks
        self._table.point(targets[: 1 + self._waited_ticks // max(1, self._get_card_ticks())])
        self._is_move_shown = not is_played and self._waited_ticks >= self._get_card_ticks() * len(targets)
        return is_played

    def view(self) -> View | None:
        return self._table.view()

    def busy(self) -> bool:
        """Return True while cards are moving, not for the whole length of the game."""
        return self._table.surface.running()

    def hints(self) -> list[Hint]:
        leave_label = "Stop" if self._on_stopped else "Menu"
        return [Hint("Space", "Faster"), Hint("Esc", leave_label, "back")]

    def targets(self) -> list[Target]:
        """Return the targets of the table, with all but its buttons disabled, and those of this screen."""
        button_ids = [command.id for command in self._table.commands() if command.cells]
        own_targets = super().targets()
        return [
            *(
                target if target.id in button_ids else target._replace(enabled=False)
                for target in self._table.targets()
                if target.rect[1] < own_targets[0].rect[1]
            ),
            *own_targets,
        ]
