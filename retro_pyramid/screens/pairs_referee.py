"""What a program does around its games: which commands there are now, what a deal and an end lead to."""

from __future__ import annotations

from typing import TYPE_CHECKING

from retro_pyramid.session import Session

if TYPE_CHECKING:
    from retro_pyramid.screens.commands import Command
    from retro_pyramid.screens.pairs import PairTable


class Referee:
    """Stands beside a table; this one lets every game stand alone. Programs with matches have their own."""

    entered = False
    """Whether the game on the table is scored, whatever could still be played in it."""

    @property
    def proving(self) -> bool:
        """Whether the game on the table is to prove a total, so that nothing helps in it."""
        return False

    @property
    def needs_deal(self) -> bool:
        """Whether the next game is one of new cards."""
        return True

    def commands(self, table: PairTable) -> tuple[Command, ...]:
        """Return the commands there are now, those with buttons and those of the bottom line alike."""
        return table.look.commands

    def deal(self, table: PairTable) -> Session:
        """Return the next game, not begun."""
        return table.deal_session(table.next_number())

    def began(self, table: PairTable) -> None:
        """Take note that a game was dealt or taken up again; called before anything is drawn of it."""

    def played(self, table: PairTable) -> None:
        """Take note of a move played, undone or done again."""

    def ended(self, table: PairTable) -> None:
        """Take note that the game on the table is won or stuck; called once a game, when it ends."""

    def verdict(self, table: PairTable) -> list[str]:
        """Return what is said of a game that is over: one to three lines."""
        won = table.session.status == "won"
        score = "" if table.session.score is None else f" Score {table.session.score}."
        return [f"{table.look.won if won else 'No more moves. This game is lost.'}{score}"]

    def tells_worth(self, table: PairTable) -> bool:
        """Return whether a game that is over may tell what its deal was worth."""
        return True

    def go_on_words(self, table: PairTable) -> str:
        """Return the last line under a game that is over: what comes next."""
        return table.look.go_on

    def go_on(self, table: PairTable) -> None:
        """Go on after a game that is over."""
        table.run("new")

    def keep(self, table: PairTable) -> None:
        """Write the game down as the one left off, or forget it when it is over."""
        table.write_down()

    def left_at(self, table: PairTable, deal: int) -> None:
        """Take up a match that was left off at this deal, where there are such."""

    def start_match(self, table: PairTable) -> None:
        """Begin a match, where there are such."""

    def tick(self, table: PairTable, ticks: int) -> None:
        """Let time pass."""
