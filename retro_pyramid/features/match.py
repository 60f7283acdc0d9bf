"""Game modes for a match of six games against par and for games that lead to a high score table."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from retro_pyramid.features.tournament.standings import NowPlaying
from retro_pyramid.rules.editions import GAMES
from retro_pyramid.session import Session
from retro_pyramid.session.tournament import verdict
from retro_pyramid.table.game_mode import Referee
from retro_pyramid.table.layout import Command
from retro_pyramid.ui.dialogs import Confirm

if TYPE_CHECKING:
    from retro_pyramid.table.table_screen import Table

_NONE = "none"
"""What the setting is while no game of a match has ended."""


def _made(scores: tuple[int, ...]) -> bool:
    return len(scores) >= GAMES and verdict(sum(scores)) != "below"


def _standing(scores: tuple[int, ...]) -> list[str]:
    """Return in words how a match stands or ended."""
    lines = [f"Game {len(scores)} of {GAMES}   Total {sum(scores):+}"]
    if len(scores) >= GAMES:
        lines.append(
            "Par is made: the match is yours!" if _made(scores) else "Par is missed: the match is lost"
        )
    return lines


class SoloMatch(Referee):
    """Adds up the scores of a match, which are kept in a setting named `setting`; a new game ends the one being played."""

    def __init__(self, setting: str, commands: tuple[Command, ...]) -> None:
        super().__init__(commands)
        self._setting = setting
        self._known = False
        """Whether the scores are those of the files: another window may have played the match before it is claimed."""
        self._on: Session | None = None
        self._undone: tuple[Session, tuple[int, ...]] | None = None

    @property
    def claims(self) -> str:
        return self._setting

    def read(self, table: Table) -> tuple[int, ...]:
        """Return the scores of the games ended, first to last."""
        kept = table.app.settings[self._setting]
        return () if kept == _NONE else tuple(map(int, kept.split()))

    def facts(self, table: Table) -> NowPlaying:
        scores = self.read(table)
        return NowPlaying(len(scores) + (0 if self._counted(table) else 1), sum(scores))

    def _counted(self, table: Table) -> bool:
        return self._on is not table.session or table.session.aside

    def _write(self, table: Table, scores: tuple[int, ...]) -> None:
        table.app.choices.change({self._setting: " ".join(map(str, scores)) or _NONE})

    def deal(self, table: Table) -> Session:
        """Return the next game; the one on the table ends with its score as it stands."""
        before = self.read(table)
        if not self._counted(table):
            self._undone = (table.session, before)
            if table.session.moves:
                self._write(table, (*before, table.session.score or 0))
        if len(self.read(table)) >= GAMES:
            self._write(table, ())
        return super().deal(table)

    def shows_first(self, table: Table) -> bool:
        """Return whether a match ends with the game on the table, if that ends as it stands."""
        begun = not self._counted(table) and table.session.moves and not table.over()
        return bool(begun) and len(self.read(table)) + 1 >= GAMES

    def began(self, table: Table) -> None:
        """Begin to count for this game; if it was brought back, its score does not count yet."""
        if not self._known:
            self._known = True
            table.app.choices.refresh([self._setting])
        if self._undone is not None and self._undone[0] is table.session:
            self._write(table, self._undone[1])
            self._undone = None
        if len(self.read(table)) >= GAMES:
            self._write(table, ())
        self.entered = False
        counts = table.session.status == "playing" and not table.session.aside
        self._on = table.session if counts else None

    def played(self, table: Table) -> None:
        """Take a game that had ended back into the match when it goes on."""
        self.entered = False
        if (
            self._on is None
            and not table.session.aside
            and table.session.status == "playing"
            and self.read(table)
        ):
            self._write(table, self.read(table)[:-1])
            self._on = table.session

    def ended(self, table: Table) -> None:
        if not self._counted(table):
            self._write(table, (*self.read(table), table.session.score or 0))
            self._on = None

    def take_over(self, table: Table) -> bool:
        self._known = False
        return super().take_over(table)

    def start_match(self, table: Table) -> None:
        self._write(table, ())

    def sign(self, table: Table) -> str:
        """Return what the game is the end of; one that is won has its own joy even where the match is lost with it."""
        scores, sign = self.read(table), super().sign(table)
        if not self._counted(table):
            scores = (*scores, table.session.score or 0)
        if len(scores) < GAMES or table.session.aside or (sign == "win" and not _made(scores)):
            return sign
        return "match_won" if _made(scores) else "match_lost"

    def verdict(self, table: Table) -> list[str]:
        scores, won = self.read(table), table.session.status == "won"
        said = self.won if won else "Scored as it stands." if self.entered else "No more moves."
        return [f"{said} Score {table.session.score:+}.", *_standing(scores)]


class Scored(Referee):
    """Referee of a program with a board of names: a finished game waits there for its name; Esc gives one up."""

    go_on_line = "Press Esc to go on, N deals a new game"

    def awaits_name(self, table: Table) -> bool:
        return table.over() and table.ways.earns(table.session)

    def leave_for(self, table: Table, then: Callable[[], None]) -> None:
        """Go on to another game; a finished one goes to the board first, or its score would be lost."""

        def go_on() -> None:
            table.app.go(table)
            then()

        if table.over():
            table.ways.over(table.session, go_on)
        else:
            then()

    def leave(self, table: Table) -> None:
        """Go on to the board, or ask whether the game is to be given up; then it is neither scored nor taken up again."""

        def give_up() -> None:
            table.game.give_up()
            table.ways.menu()

        if table.over():
            table.ways.over(table.session, None)
        else:
            app = table.app
            app.push(Confirm(app, "Give up this game?", "It will not be scored", give_up))

    def leave_word(self, table: Table) -> str:
        return "Go on" if table.over() else ""

    def go_on(self, table: Table) -> None:
        self.leave(table)

    def verdict(self, table: Table) -> list[str]:
        session = table.session
        if session.status == "won":
            return [f"You cleared the pyramid! Final score {session.score}."]
        return [f"No more moves. Final score {session.score}. {self.go_on_line}."]

    def go_on_words(self, table: Table) -> str:
        """Return what comes next; a lost game has said so already."""
        return self.go_on_line if table.session.status == "won" else ""

    def tells_worth(self, table: Table) -> bool:
        """Return False: what the deal was worth stands in the line below."""
        return False
