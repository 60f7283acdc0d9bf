"""What a program does around its games: which commands there are now, what a deal and an end lead to."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Protocol

from retro_pyramid.session import Session

if TYPE_CHECKING:
    from retro_pyramid.machine.targets import Target
    from retro_pyramid.rules import Move
    from retro_pyramid.screens.app import App
    from retro_pyramid.screens.deals.dealing import Dealing
    from retro_pyramid.screens.record import Ways
    from retro_pyramid.screens.table.layout import Command
    from retro_pyramid.screens.table.view import View


JOYS = frozenset(("win", "match_won"))
"""The signs of an end that is told in the colours of joy."""


class Seat(Protocol):
    """The table as those who stand beside it know it: what they may look at, and what they may ask for."""

    app: App
    ways: Ways
    session: Session
    message: str | None
    referee: Referee
    dealing: Dealing

    def over(self) -> bool:
        """Return whether the game is won or stuck."""

    def still(self) -> bool:
        """Return whether all cards lie where they go."""

    def to_front(self) -> None:
        """Leave everything that lies over the table."""

    def run(self, action: str) -> None:
        """Do an action by its name."""

    def forget(self) -> None:
        """Let go of whatever is selected, advised, held or being thought about."""

    def say(self, message: str | None) -> None:
        """Show a message for five seconds, or none."""

    def refuse(self, reason: str) -> None:
        """Say why something cannot be done, and beep."""

    def take(self, session: Session) -> None:
        """Put a game on the table as it stands; the one before cannot be brought back."""

    def deal_session(self, number: int) -> Session:
        """Return a game of this deal under the program's rules, not begun."""

    def worth_words(self) -> str:
        """Return the line that tells, after a game, what its deal was worth."""

    def give_up(self) -> None:
        """Forget the game as one left off."""

    def write_down(self) -> None:
        """Keep the game as the one left off, or forget it when it is over."""

    def keep(self) -> None:
        """Write the game down as the referee says."""

    def commands(self) -> tuple[Command, ...]:
        """Return what can be asked for now."""

    def give(self, command: Command) -> None:
        """Do a command, if it can be used now."""

    @property
    def lent(self) -> bool:
        """Whether the computer plays."""

    def lend(self, lent: bool) -> None:
        """Let the computer play, or give the table back."""

    def point(self, names: tuple[str, ...]) -> None:
        """Mark cards as a hint does."""

    def show_played(self, move: Move) -> None:
        """Let the cards of a move fly that was played in the session."""

    def tick(self, ticks: int) -> None:
        """Let time pass."""

    def targets(self) -> list[Target]:
        """Return what can be pointed at."""

    def view(self) -> View | None:
        """Return all that is to be seen."""


def is_over(table: Seat) -> str:
    """Refuse once the game is over."""
    return "the game is over" if table.over() else ""


def is_not_yours(table: Seat) -> str:
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
    def needs_deal(self) -> bool:
        """Whether the next game is one of new cards."""
        return True

    def commands(self, table: Seat) -> tuple[Command, ...]:
        """Return the commands there are now, those with buttons and those of the bottom line alike."""
        return self._commands

    def deal(self, table: Seat) -> Session:
        """Return the next game, not begun."""
        return table.deal_session(table.dealing.take())

    def began(self, table: Seat) -> None:
        """Take note that a game was dealt or taken up again; called before anything is drawn of it."""

    def played(self, table: Seat) -> None:
        """Take note of a move played, undone or done again."""

    def ended(self, table: Seat) -> None:
        """Take note that the game on the table is won or stuck; called once a game, when it ends."""

    def sign(self, table: Seat) -> str:
        """Return what a game that is over is the end of, by the name of its tune: `win`, `stuck`, or more than a game."""
        return "win" if table.session.status == "won" else "stuck"

    def verdict(self, table: Seat) -> list[str]:
        """Return what is said of a game that is over: one to three lines."""
        won = table.session.status == "won"
        score = "" if table.session.score is None else f" Score {table.session.score}."
        return [f"{self.won if won else 'No more moves. This game is lost.'}{score}"]

    def tells_worth(self, table: Seat) -> bool:
        """Return whether a game that is over may tell what its deal was worth."""
        return True

    def shows_first(self, table: Seat) -> bool:
        """Return whether a new game would end more than the one on the table, which is to be seen first."""
        return False

    def go_on_words(self, table: Seat) -> str:
        """Return the last line under a game that is over: what comes next."""
        return self.go_on_line

    def go_on(self, table: Seat) -> None:
        """Go on after a game that is over."""
        table.run("new")

    def lasting(self, table: Seat) -> str | None:
        """Return what is said of a game that is over for as long as it lies there, None for nothing."""
        return None

    def leave(self, table: Seat) -> None:
        """Leave the table, by Esc."""
        table.run("menu")

    def leave_word(self, table: Seat) -> str:
        """Return what Esc does with nothing selected, in a word or two; empty for what the look says."""
        return ""

    def facts(self, table: Seat) -> object:
        """Return what the program's own words on the table need beside the game."""
        return None

    def leave_for(self, table: Seat, then: Callable[[], None]) -> None:
        """Go on to another game, by way of whatever the end of this one still leads to."""
        then()

    def awaits_name(self, table: Seat) -> bool:
        """Return whether the game is over and a name is still to be entered for it."""
        return False

    def keep(self, table: Seat) -> None:
        """Write the game down as the one left off, or forget it when it is over."""
        table.write_down()

    def left_at(self, table: Seat, deal: int) -> None:
        """Take up a match that was left off at this deal, where there are such."""

    def start_match(self, table: Seat) -> None:
        """Begin a match, where there are such."""

    def tick(self, table: Seat, ticks: int) -> None:
        """Let time pass."""
