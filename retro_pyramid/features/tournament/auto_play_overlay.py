"""The overlay in which the computer plays the game on a table, card by card, at the selected speed."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from retro_pyramid.machine.events import Event, KeyPress, MousePress
from retro_pyramid.machine.targets import Target, find_target_at
from retro_pyramid.rules import Move
from retro_pyramid.session import AutoPlay
from retro_pyramid.solver.computer_player import ComputerPlayer
from retro_pyramid.table.target_ids import get_move_target_ids
from retro_pyramid.ui.drawing import KeyHint
from retro_pyramid.ui.lists import ENTER_KEYS
from retro_pyramid.ui.screen import Screen

if TYPE_CHECKING:
    from retro_pyramid.table.table_screen import TableScreen
    from retro_pyramid.table.view import TableView

_NODES_PER_TICK = 400
"""Search nodes per tick: keeps a frame well below its 16 ms."""


class AutoPlayOverlay(Screen):
    """Lets the computer play the game of the table below it to the end.

    `get_card_ticks` returns for how many ticks each card of a move is shown. The buttons of the table keep working. Esc
    returns the game to the player and calls `on_stopped`; if that is None, Esc shows the main menu.
    """

    name = "table"
    is_overlay = True
    BINDINGS = Screen.BINDINGS | dict.fromkeys((*ENTER_KEYS, "SPACE"), "faster")
    shows_messages = True
    is_spoken = False

    def __init__(
        self, table: TableScreen, get_card_ticks: Callable[[], int], on_stopped: Callable[[], None] | None
    ) -> None:
        super().__init__(table.app)
        self._table = table
        self._auto_play = AutoPlay(table.session, ComputerPlayer(), self._show_or_play)
        self._get_card_ticks = get_card_ticks
        self._on_stopped = on_stopped
        self._waited_ticks = self._frame_ticks = 0
        self._is_move_shown = False
        """Whether all cards of the next move have been shown, so that it may be played."""
        table.set_computer_playing(True)

    def _close(self) -> None:
        self._table.set_computer_playing(False)
        self.app.pop()

    def handle_event(self, event: Event) -> None:
        """Handle keys and clicks for commands, and Esc; reject everything that would use a card."""
        if isinstance(event, KeyPress):
            self.on_action(self.find_action(event) or "")
        elif isinstance(event, MousePress):
            target = find_target_at(self.targets(), event.x, event.y) if event.button == 1 else None
            self.on_action(target.id if target else "")

    def get_key_bindings(self) -> list[tuple[str, str]]:
        """Return the key bindings: leave, faster, and those of the buttons of the table."""
        buttons = [command for command in self._table.get_commands() if command.rect_cells]
        return [*self.BINDINGS.items(), *((key, command.id) for command in buttons for key in command.keys)]

    def on_action(self, action_id: str) -> None:
        """Leave, play faster, run a command, or report that nothing else is possible."""
        command = next(
            (candidate for candidate in self._table.get_commands() if candidate.id == action_id), None
        )
        if command is not None:
            self._table.execute_command(command)
        elif action_id == "faster":
            self._waited_ticks = self._get_card_ticks() * 2
        elif action_id != "back":
            self._table.show_error("the computer is playing")
        elif self._on_stopped is None:
            self._table.run_action("menu")
        else:
            self._close()
            self._on_stopped()

    def advance(self, ticks: int) -> None:
        table = self._table
        table.advance(ticks)
        if self.app.top_screen is not self:
            return
        self.message, self.is_warning = table.message, table.is_warning
        if table.presentation.is_animating():
            return
        self._frame_ticks = ticks
        if self._auto_play.step(_NODES_PER_TICK):
            self._close()

    def _show_or_play(self, move: Move) -> bool:
        """Highlight the cards of a move one after another. Play it once all were shown, and return whether it was played."""
        is_played, targets = self._is_move_shown, get_move_target_ids(move)
        if is_played:
            self._waited_ticks = 0
            self._table.play_move(move)
        self._waited_ticks += self._frame_ticks
        self._table.mark_hint(targets[: 1 + self._waited_ticks // max(1, self._get_card_ticks())])
        self._is_move_shown = not is_played and self._waited_ticks >= self._get_card_ticks() * len(targets)
        return is_played

    def get_table_view(self) -> TableView | None:
        return self._table.get_table_view()

    def is_busy(self) -> bool:
        """Return True while cards are moving, not for the whole length of the game."""
        return self._table.presentation.is_animating()

    def get_key_hints(self) -> list[KeyHint]:
        leave_label = "Stop" if self._on_stopped else "Menu"
        return [KeyHint("Space", "Faster"), KeyHint("Esc", leave_label, "back")]

    def targets(self) -> list[Target]:
        """Return the targets of the table, with all but its buttons disabled, and those of this screen."""
        button_ids = [command.id for command in self._table.get_commands() if command.rect_cells]
        own_targets = super().targets()
        return [
            *(
                target if target.id in button_ids else target._replace(enabled=False)
                for target in self._table.targets()
                if target.rect[1] < own_targets[0].rect[1]
            ),
            *own_targets,
        ]
