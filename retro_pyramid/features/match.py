"""Game modes: a match of six games against par, and games that lead to a high score table."""

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

_NO_SCORES = "none"
"""Value of the setting while no game of a match has ended."""


def _is_par_made(scores: tuple[int, ...]) -> bool:
    return len(scores) >= GAMES and verdict(sum(scores)) != "below"


def _describe_match(scores: tuple[int, ...]) -> list[str]:
    """Return the lines about the progress or the result of a match."""
    lines = [f"Game {len(scores)} of {GAMES}   Total {sum(scores):+}"]
    if len(scores) >= GAMES:
        lines.append(
            "Par is made: the match is yours!" if _is_par_made(scores) else "Par is missed: the match is lost"
        )
    return lines


class SoloMatch(Referee):
    """Game mode in which six games form a match against par.

    The scores of the match are stored in the setting `setting_name`. Dealing a new game ends the one being played.
    """

    def __init__(self, setting: str, commands: tuple[Command, ...]) -> None:
        super().__init__(commands)
        self._setting_name = setting
        self._has_reloaded = False
        """Whether the scores were reloaded: another window may have played on before this one locked the match."""
        self._counted_session: Session | None = None
        self._previous: tuple[Session, tuple[int, ...]] | None = None

    @property
    def claims(self) -> str:
        return self._setting_name

    def read(self, table: Table) -> tuple[int, ...]:
        """Return the scores of the finished games, in order."""
        stored = table.app.settings[self._setting_name]
        return () if stored == _NO_SCORES else tuple(map(int, stored.split()))

    def facts(self, table: Table) -> NowPlaying:
        scores = self.read(table)
        return NowPlaying(len(scores) + (0 if self._is_settled(table) else 1), sum(scores))

    def _is_settled(self, table: Table) -> bool:
        """Return True if the game on the table does not count for the match, or its score is already stored."""
        return self._counted_session is not table.session or table.session.aside

    def _write_scores(self, table: Table, scores: tuple[int, ...]) -> None:
        table.app.choices.change({self._setting_name: " ".join(map(str, scores)) or _NO_SCORES})

    def deal(self, table: Table) -> Session:
        """Return the next game; the one on the table ends with its current score."""
        scores = self.read(table)
        if not self._is_settled(table):
            self._previous = (table.session, scores)
            if table.session.moves:
                self._write_scores(table, (*scores, table.session.score or 0))
        if len(self.read(table)) >= GAMES:
            self._write_scores(table, ())
        return super().deal(table)

    def shows_first(self, table: Table) -> bool:
        """Return True if ending the game on the table now would end the match, so that its end is shown first."""
        has_begun = not self._is_settled(table) and table.session.moves and not table.over()
        return bool(has_begun) and len(self.read(table)) + 1 >= GAMES

    def began(self, table: Table) -> None:
        """Start counting this game. The score of a restored previous game is removed again."""
        if not self._has_reloaded:
            self._has_reloaded = True
            table.app.choices.refresh([self._setting_name])
        if self._previous is not None and self._previous[0] is table.session:
            self._write_scores(table, self._previous[1])
            self._previous = None
        if len(self.read(table)) >= GAMES:
            self._write_scores(table, ())
        self.entered = False
        is_counted = table.session.status == "playing" and not table.session.aside
        self._counted_session = table.session if is_counted else None

    def played(self, table: Table) -> None:
        """Reopen a game of the match that had ended, when it continues after an undo."""
        self.entered = False
        if (
            self._counted_session is None
            and not table.session.aside
            and table.session.status == "playing"
            and self.read(table)
        ):
            self._write_scores(table, self.read(table)[:-1])
            self._counted_session = table.session

    def ended(self, table: Table) -> None:
        if not self._is_settled(table):
            self._write_scores(table, (*self.read(table), table.session.score or 0))
            self._counted_session = None

    def take_over(self, table: Table) -> bool:
        self._has_reloaded = False
        return super().take_over(table)

    def start_match(self, table: Table) -> None:
        self._write_scores(table, ())

    def sign(self, table: Table) -> str:
        """Return the kind of ending; a won game keeps its own ending even if the match is lost with it."""
        scores, ending = self.read(table), super().sign(table)
        if not self._is_settled(table):
            scores = (*scores, table.session.score or 0)
        if len(scores) < GAMES or table.session.aside or (ending == "win" and not _is_par_made(scores)):
            return ending
        return "match_won" if _is_par_made(scores) else "match_lost"

    def verdict(self, table: Table) -> list[str]:
        scores, is_won = self.read(table), table.session.status == "won"
        result = self.won if is_won else "Scored as it stands." if self.entered else "No more moves."
        return [f"{result} Score {table.session.score:+}.", *_describe_match(scores)]


class Scored(Referee):
    """Game mode with a high score table: a finished game waits for a name if it earns a place; Esc gives up a game."""

    go_on_line = "Press Esc to go on, N deals a new game"

    def awaits_name(self, table: Table) -> bool:
        return table.over() and table.ways.earns(table.session)

    def leave_for(self, table: Table, then: Callable[[], None]) -> None:
        """Leave for another game; a finished game is entered in the high scores first, so that its score is not lost."""

        def continue_() -> None:
            table.app.go(table)
            then()

        if table.over():
            table.ways.over(table.session, continue_)
        else:
            then()

    def leave(self, table: Table) -> None:
        """Enter a finished game in the high scores, or ask whether to give up: the game is then neither scored nor saved."""

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
        """Return the line about what follows; the result of a lost game already contains it."""
        return self.go_on_line if table.session.status == "won" else ""

    def tells_worth(self, table: Table) -> bool:
        """Return False: the value of the deal is shown in the line below."""
        return False
