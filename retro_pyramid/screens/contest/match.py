"""A match of six games that a player plays alone, with a running total against par."""

from __future__ import annotations

from typing import TYPE_CHECKING

from retro_pyramid.rules.scoring import GAMES
from retro_pyramid.screens.contest.standings import NowPlaying
from retro_pyramid.screens.table.layout import Command
from retro_pyramid.screens.table.referee import Referee
from retro_pyramid.session import Session
from retro_pyramid.tournament import verdict

if TYPE_CHECKING:
    from retro_pyramid.screens.table.table import Table

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
