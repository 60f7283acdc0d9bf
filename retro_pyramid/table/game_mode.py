"""Game modes: rules around a game, such as its commands, the next deal and what happens at its end."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from retro_pyramid.session import Session

if TYPE_CHECKING:
    from retro_pyramid.table.layout import Command
    from retro_pyramid.table.table_screen import Table


JOYS = frozenset(("win", "match_won"))
"""The endings that are shown in the colours of a win."""


def is_over(table: Table) -> str:
    """Return a reason once the game is over, else an empty string."""
    return "the game is over" if table.over() else ""


def is_not_yours(table: Table) -> str:
    """Return a reason once the game is over, and while the computer plays it."""
    return "the computer is playing" if table.lent else is_over(table)


class Referee:
    """Edition-specific rules around a game: available commands, how the next game is dealt, what happens when it ends.

    This base class treats each game on its own. Editions with matches or tournaments have subclasses.
    """

    won = "You won!"
    """The result text of a won game."""
    go_on_line = "N deals a new game, Esc leads to the menu"
    """The last line below the result of a game."""

    entered = False
    """Whether the game is scored already, even if moves are left."""

    def __init__(self, commands: tuple[Command, ...] = ()) -> None:
        self._commands = commands

    @property
    def proving(self) -> bool:
        """Whether the game counts for a verified total. No assists are available in it."""
        return False

    @property
    def claims(self) -> str:
        """Name of the lock, if more than the game on the table is locked against other processes. Else empty."""
        return ""

    @property
    def needs_deal(self) -> bool:
        """Whether the next game has new cards."""
        return True

    def commands(self, table: Table) -> tuple[Command, ...]:
        """Return all current commands, those with buttons and those in the footer."""
        return self._commands

    def deal(self, table: Table) -> Session:
        """Return the session of the next game."""
        return table.game.of(table.game.dealing.take(self.proving))

    def began(self, table: Table) -> None:
        """Called after a game is dealt or resumed, before it is drawn."""

    def played(self, table: Table) -> None:
        """Called after a move, an undo or a redo."""

    def ended(self, table: Table) -> None:
        """Called once per game, when it is won or stuck."""

    def sign(self, table: Table) -> str:
        """Return the ending of a finished game, which is the name of its tune: `win`, `stuck`, or that of a match."""
        return "win" if table.session.status == "won" else "stuck"

    def verdict(self, table: Table) -> list[str]:
        """Return the result of a finished game: one to three lines."""
        score = "" if table.session.score is None else f" Score {table.session.score}."
        return [f"{self.outcome(table)}{score}"]

    def outcome(self, table: Table) -> str:
        """Return the result of a finished game without its score."""
        return self.won if table.session.status == "won" else "No more moves. This game is lost."

    def tells_worth(self, table: Table) -> bool:
        """Return whether the deal's value may be shown after the game."""
        return True

    def shows_first(self, table: Table) -> bool:
        """Return whether a new game would end more than the game on the table, so that its result is shown first."""
        return False

    def go_on_words(self, table: Table) -> str:
        """Return the line about what comes next, below the result of a game."""
        return self.go_on_line

    def go_on(self, table: Table) -> None:
        """Continue after a finished game."""
        table.run("new")

    def leave(self, table: Table) -> None:
        """Leave the table. Called for Esc."""
        table.run("menu")

    def leave_word(self, table: Table) -> str:
        """Return the key hint of Esc if nothing is selected, or an empty string for the one of the `TableSpec`."""
        return ""

    def facts(self, table: Table) -> object:
        """Return additional data for the edition's own texts."""
        return None

    def leave_for(self, table: Table, then: Callable[[], None]) -> None:
        """Finish the current game with all that its end leads to, then call `on_finished` to deal another one."""
        then()

    def awaits_name(self, table: Table) -> bool:
        """Return whether the game is over and a name is still to be entered for it."""
        return False

    def keep(self, table: Table) -> None:
        """Save the game as unfinished, or drop it when it is over."""
        table.game.write_down(self.awaits_name(table))

    def take_over(self, table: Table) -> bool:
        """Resume what another process has played until now. Return False if it is no longer saved."""
        session = table.game.again()
        if session is not None:
            table.take(session)
        return session is not None

    def left_at(self, table: Table, deal: int) -> None:
        """Resume an unfinished match at this deal. Does nothing in modes without matches."""

    def start_match(self, table: Table) -> None:
        """Start a match. Does nothing in modes without matches."""

    def tick(self, table: Table, ticks: int) -> None:
        """Advance the mode's own timers."""
