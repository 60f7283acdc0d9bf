"""Game modes: rules around a game, such as its commands, the next deal and what happens at its end."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from retro_pyramid.session import Session

if TYPE_CHECKING:
    from retro_pyramid.table.layout import Command
    from retro_pyramid.table.table_screen import TableScreen


WIN_ENDINGS = frozenset(("win", "match_won"))
"""The endings that are shown in the colours of a win."""


def get_game_over_reason(table: TableScreen) -> str:
    """Return a reason once the game is over, else an empty string."""
    return "the game is over" if table.is_over() else ""


def get_not_players_turn_reason(table: TableScreen) -> str:
    """Return a reason once the game is over, and while the computer plays it."""
    return "the computer is playing" if table.is_computer_playing else get_game_over_reason(table)


class GameMode:
    """Edition-specific rules around a game: available commands, how the next game is dealt, what happens when it ends.

    This base class treats each game on its own. Editions with matches or tournaments have subclasses.
    """

    win_text = "You won!"
    """The result text of a won game."""
    continue_text = "N deals a new game, Esc leads to the menu"
    """The last line below the result of a game."""

    is_scored = False
    """Whether the game is scored already, even if moves are left."""

    def __init__(self, commands: tuple[Command, ...] = ()) -> None:
        self._commands = commands

    @property
    def is_ranked(self) -> bool:
        """Whether the game counts for a verified total. No assists are available in it."""
        return False

    @property
    def lock_name(self) -> str:
        """Name of the lock, if more than the game on the table is locked against other processes. Else empty."""
        return ""

    @property
    def needs_new_deal(self) -> bool:
        """Whether the next game has new cards."""
        return True

    def get_commands(self, table: TableScreen) -> tuple[Command, ...]:
        """Return all current commands, those with buttons and those in the footer."""
        return self._commands

    def create_next_game(self, table: TableScreen) -> Session:
        """Return the session of the next game."""
        return table.lifecycle.create_game(table.lifecycle.deal_source.take_next(self.is_ranked))

    def on_start(self, table: TableScreen) -> None:
        """Called after a game is dealt or resumed, before it is drawn."""

    def on_move(self, table: TableScreen) -> None:
        """Called after a move, an undo or a redo."""

    def on_end(self, table: TableScreen) -> None:
        """Called once per game, when it is won or stuck."""

    def get_ending(self, table: TableScreen) -> str:
        """Return the ending of a finished game, which is the name of its tune: `win`, `stuck`, or that of a match."""
        return "win" if table.session.status == "won" else "stuck"

    def build_result_lines(self, table: TableScreen) -> list[str]:
        """Return the result of a finished game: one to three lines."""
        score = "" if table.session.score is None else f" Score {table.session.score}."
        return [f"{self.get_outcome_text(table)}{score}"]

    def get_outcome_text(self, table: TableScreen) -> str:
        """Return the result of a finished game without its score."""
        return self.win_text if table.session.status == "won" else "No more moves. This game is lost."

    def may_reveal_deal_value(self, table: TableScreen) -> bool:
        """Return whether the deal's value may be shown after the game."""
        return True

    def shows_end_first(self, table: TableScreen) -> bool:
        """Return whether a new game would end more than the game on the table, so that its result is shown first."""
        return False

    def get_continue_text(self, table: TableScreen) -> str:
        """Return the line about what comes next, below the result of a game."""
        return self.continue_text

    def continue_after_game(self, table: TableScreen) -> None:
        """Continue after a finished game."""
        table.run_action("new")

    def leave_table(self, table: TableScreen) -> None:
        """Leave the table. Called for Esc."""
        table.run_action("menu")

    def get_leave_label(self, table: TableScreen) -> str:
        """Return the key hint of Esc if nothing is selected, or an empty string for the one of the `TableSpec`."""
        return ""

    def get_mode_data(self, table: TableScreen) -> object:
        """Return additional data for the edition's own texts."""
        return None

    def finish_then(self, table: TableScreen, on_finished: Callable[[], None]) -> None:
        """Finish the current game with all that its end leads to, then call `on_finished` to deal another one."""
        on_finished()

    def awaits_name(self, table: TableScreen) -> bool:
        """Return whether the game is over and a name is still to be entered for it."""
        return False

    def save(self, table: TableScreen) -> None:
        """Save the game as unfinished, or drop it when it is over."""
        table.lifecycle.save_unfinished(self.awaits_name(table))

    def take_over_game(self, table: TableScreen) -> bool:
        """Resume what another process has played until now. Return False if it is no longer saved."""
        session = table.lifecycle.load_saved()
        if session is not None:
            table.set_session(session)
        return session is not None

    def resume_match_at(self, table: TableScreen, deal_number: int) -> None:
        """Resume an unfinished match at this deal. Does nothing in modes without matches."""

    def start_match(self, table: TableScreen) -> None:
        """Start a match. Does nothing in modes without matches."""

    def advance(self, table: TableScreen, ticks: int) -> None:
        """Advance the mode's own timers."""
