"""Game modes: a match of six games against par, and games that lead to a high score table."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from retro_pyramid.features.tournament.standings import MatchProgress
from retro_pyramid.rules.editions import GAMES_PER_MATCH
from retro_pyramid.session import Session
from retro_pyramid.session.tournament import compare_with_par
from retro_pyramid.table.game_mode import GameMode
from retro_pyramid.table.layout import Command
from retro_pyramid.ui.dialogs import ConfirmDialog

if TYPE_CHECKING:
    from retro_pyramid.table.table_screen import TableScreen

_NO_SCORES = "none"
"""Value of the setting while no game of a match has ended."""


def _is_par_made(scores: tuple[int, ...]) -> bool:
    return len(scores) >= GAMES_PER_MATCH and compare_with_par(sum(scores)) != "below"


def _describe_match(scores: tuple[int, ...]) -> list[str]:
    """Return the lines about the progress or the result of a match."""
    lines = [f"Game {len(scores)} of {GAMES_PER_MATCH}   Total {sum(scores):+}"]
    if len(scores) >= GAMES_PER_MATCH:
        lines.append(
            "Par is made: the match is yours!" if _is_par_made(scores) else "Par is missed: the match is lost"
        )
    return lines


class MatchMode(GameMode):
    """Game mode in which six games form a match against par.

    The scores of the match are stored in the setting `setting_name`. Dealing a new game ends the one being played.
    """

    def __init__(self, setting_name: str, commands: tuple[Command, ...]) -> None:
        super().__init__(commands)
        self._setting_name = setting_name
        self._has_reloaded = False
        """Whether the scores were reloaded: another window may have played on before this one locked the match."""
        self._counted_session: Session | None = None
        self._previous: tuple[Session, tuple[int, ...]] | None = None

    @property
    def lock_name(self) -> str:
        return self._setting_name

    def read_scores(self, table: TableScreen) -> tuple[int, ...]:
        """Return the scores of the finished games, in order."""
        stored = table.app.settings[self._setting_name]
        return () if stored == _NO_SCORES else tuple(map(int, stored.split()))

    def get_mode_data(self, table: TableScreen) -> MatchProgress:
        scores = self.read_scores(table)
        return MatchProgress(len(scores) + (0 if self._is_settled(table) else 1), sum(scores))

    def _is_settled(self, table: TableScreen) -> bool:
        """Return True if the game on the table does not count for the match, or its score is already stored."""
        return self._counted_session is not table.session or table.session.is_unrecorded

    def _write_scores(self, table: TableScreen, scores: tuple[int, ...]) -> None:
        table.app.settings_store.set_values({self._setting_name: " ".join(map(str, scores)) or _NO_SCORES})

    def create_next_game(self, table: TableScreen) -> Session:
        """Return the next game; the one on the table ends with its current score."""
        scores = self.read_scores(table)
        if not self._is_settled(table):
            self._previous = (table.session, scores)
            if table.session.moves:
                self._write_scores(table, (*scores, table.session.score or 0))
        if len(self.read_scores(table)) >= GAMES_PER_MATCH:
            self._write_scores(table, ())
        return super().create_next_game(table)

    def shows_end_first(self, table: TableScreen) -> bool:
        """Return True if ending the game on the table now would end the match, so that its end is shown first."""
        has_begun = not self._is_settled(table) and table.session.moves and not table.is_over()
        return bool(has_begun) and len(self.read_scores(table)) + 1 >= GAMES_PER_MATCH

    def on_start(self, table: TableScreen) -> None:
        """Start counting this game. The score of a restored previous game is removed again."""
        if not self._has_reloaded:
            self._has_reloaded = True
            table.app.settings_store.reload([self._setting_name])
        if self._previous is not None and self._previous[0] is table.session:
            self._write_scores(table, self._previous[1])
            self._previous = None
        if len(self.read_scores(table)) >= GAMES_PER_MATCH:
            self._write_scores(table, ())
        self.is_scored = False
        is_counted = table.session.status == "playing" and not table.session.is_unrecorded
        self._counted_session = table.session if is_counted else None

    def on_move(self, table: TableScreen) -> None:
        """Reopen a game of the match that had ended, when it continues after an undo."""
        self.is_scored = False
        if (
            self._counted_session is None
            and not table.session.is_unrecorded
            and table.session.status == "playing"
            and self.read_scores(table)
        ):
            self._write_scores(table, self.read_scores(table)[:-1])
            self._counted_session = table.session

    def on_end(self, table: TableScreen) -> None:
        if not self._is_settled(table):
            self._write_scores(table, (*self.read_scores(table), table.session.score or 0))
            self._counted_session = None

    def take_over_game(self, table: TableScreen) -> bool:
        self._has_reloaded = False
        return super().take_over_game(table)

    def start_match(self, table: TableScreen) -> None:
        self._write_scores(table, ())

    def get_ending(self, table: TableScreen) -> str:
        """Return the kind of ending; a won game keeps its own ending even if the match is lost with it."""
        scores, ending = self.read_scores(table), super().get_ending(table)
        if not self._is_settled(table):
            scores = (*scores, table.session.score or 0)
        if (
            len(scores) < GAMES_PER_MATCH
            or table.session.is_unrecorded
            or (ending == "win" and not _is_par_made(scores))
        ):
            return ending
        return "match_won" if _is_par_made(scores) else "match_lost"

    def build_result_lines(self, table: TableScreen) -> list[str]:
        scores, is_won = self.read_scores(table), table.session.status == "won"
        result = self.win_text if is_won else "Scored as it stands." if self.is_scored else "No more moves."
        return [f"{result} Score {table.session.score:+}.", *_describe_match(scores)]


class HighScoreMode(GameMode):
    """Game mode with a high score table: a finished game waits for a name if it earns a place; Esc gives up a game."""

    continue_text = "Press Esc to go on, N deals a new game"

    def awaits_name(self, table: TableScreen) -> bool:
        return table.is_over() and table.exits.earns_high_score(table.session)

    def finish_then(self, table: TableScreen, on_finished: Callable[[], None]) -> None:
        """Leave for another game; a finished game is entered in the high scores first, so that its score is not lost."""

        def continue_() -> None:
            table.app.replace_screens(table)
            on_finished()

        if table.is_over():
            table.exits.on_game_over(table.session, continue_)
        else:
            on_finished()

    def leave_table(self, table: TableScreen) -> None:
        """Enter a finished game in the high scores, or ask whether to give up: the game is then neither scored nor saved."""

        def give_up() -> None:
            table.lifecycle.drop_unfinished()
            table.exits.show_menu()

        if table.is_over():
            table.exits.on_game_over(table.session, None)
        else:
            app = table.app
            app.push(ConfirmDialog(app, "Give up this game?", "It will not be scored", give_up))

    def get_leave_label(self, table: TableScreen) -> str:
        return "Go on" if table.is_over() else ""

    def continue_after_game(self, table: TableScreen) -> None:
        self.leave_table(table)

    def build_result_lines(self, table: TableScreen) -> list[str]:
        session = table.session
        if session.status == "won":
            return [f"You cleared the pyramid! Final score {session.score}."]
        return [f"No more moves. Final score {session.score}. {self.continue_text}."]

    def get_continue_text(self, table: TableScreen) -> str:
        """Return the line about what follows; the result of a lost game already contains it."""
        return self.continue_text if table.session.status == "won" else ""

    def may_reveal_deal_value(self, table: TableScreen) -> bool:
        """Return False: the value of the deal is shown in the line below."""
        return False
