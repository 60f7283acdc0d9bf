"""What a program does around its games: which commands there are now, what a deal and an end lead to."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from retro_pyramid.session import Session

if TYPE_CHECKING:
    from retro_pyramid.table.layout import Command
    from retro_pyramid.table.table_screen import Table


JOYS = frozenset(("win", "match_won"))
"""The signs of an end that is told in the colours of joy."""


def is_over(table: Table) -> str:
    """Refuse once the game is over."""
    return "the game is over" if table.over() else ""


def is_not_yours(table: Table) -> str:
    """Refuse once the game is over, and while the computer plays it."""
    return "the computer is playing" if table.lent else is_over(table)


class Referee:
    """Stands beside a table; this one lets every game stand alone. Programs with matches have their own."""

    won = "You won!"
    """What is said of a game that is won."""
    go_on_line = "N deals a new game, Esc leads to the menu"
    """The last line under a game that is over."""

    entered = False
    """Whether the game on the table is scored, whatever could still be played in it."""

    def __init__(self, commands: tuple[Command, ...] = ()) -> None:
        self._commands = commands

    @property
    def proving(self) -> bool:
        """Whether the game on the table is to prove a total, so that nothing helps in it."""
        return False

    @property
    def claims(self) -> str:
        """The name of what no other program is to play meanwhile, where that is more than the game on the table."""
        return ""

    @property
    def needs_deal(self) -> bool:
        """Whether the next game is one of new cards."""
        return True

    def commands(self, table: Table) -> tuple[Command, ...]:
        """Return the commands there are now, those with buttons and those of the bottom line alike."""
        return self._commands

    def deal(self, table: Table) -> Session:
        """Return the next game, not begun."""
        return table.game.of(table.game.dealing.take(self.proving))

    def began(self, table: Table) -> None:
        """Take note that a game was dealt or taken up again; called before anything is drawn of it."""

    def played(self, table: Table) -> None:
        """Take note of a move played, undone or done again."""

    def ended(self, table: Table) -> None:
        """Take note that the game on the table is won or stuck; called once a game, when it ends."""

    def sign(self, table: Table) -> str:
        """Return what a game that is over is the end of, by the name of its tune: `win`, `stuck`, or more than a game."""
        return "win" if table.session.status == "won" else "stuck"

    def verdict(self, table: Table) -> list[str]:
        """Return what is said of a game that is over: one to three lines."""
        score = "" if table.session.score is None else f" Score {table.session.score}."
        return [f"{self.outcome(table)}{score}"]

    def outcome(self, table: Table) -> str:
        """Return how a game that is over ended, without its score."""
        return self.won if table.session.status == "won" else "No more moves. This game is lost."

    def tells_worth(self, table: Table) -> bool:
        """Return whether a game that is over may tell what its deal was worth."""
        return True

    def shows_first(self, table: Table) -> bool:
        """Return whether a new game would end more than the one on the table, which is to be seen first."""
        return False

    def go_on_words(self, table: Table) -> str:
        """Return the last line under a game that is over: what comes next."""
        return self.go_on_line

    def go_on(self, table: Table) -> None:
        """Go on after a game that is over."""
        table.run("new")

    def leave(self, table: Table) -> None:
        """Leave the table, by Esc."""
        table.run("menu")

    def leave_word(self, table: Table) -> str:
        """Return what Esc does with nothing selected, in a word or two; empty for what the look says."""
        return ""

    def facts(self, table: Table) -> object:
        """Return what the program's own words on the table need beside the game."""
        return None

    def leave_for(self, table: Table, then: Callable[[], None]) -> None:
        """Go on to another game, by way of whatever the end of this one still leads to."""
        then()

    def awaits_name(self, table: Table) -> bool:
        """Return whether the game is over and a name is still to be entered for it."""
        return False

    def keep(self, table: Table) -> None:
        """Write the game down as the one left off, or forget it when it is over."""
        table.game.write_down(self.awaits_name(table))

    def take_over(self, table: Table) -> bool:
        """Go on with what another program played till now, as it has kept it; return whether it is still there."""
        session = table.game.again()
        if session is not None:
            table.take(session)
        return session is not None

    def left_at(self, table: Table, deal: int) -> None:
        """Take up a match that was left off at this deal, where there are such."""

    def start_match(self, table: Table) -> None:
        """Begin a match, where there are such."""

    def tick(self, table: Table, ticks: int) -> None:
        """Let time pass."""
