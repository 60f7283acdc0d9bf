"""Life cycle of the game on a table: what it is, what is saved of it, when it counts, and where the next deal comes from."""

from __future__ import annotations

from typing import TYPE_CHECKING

from retro_pyramid.cards import Card, deal
from retro_pyramid.deals.deal_source import DealSource
from retro_pyramid.session import Session
from retro_pyramid.settings import ANY_DEAL, DEAL_FILTER_SETTING

if TYPE_CHECKING:
    from retro_pyramid.app.app import App
    from retro_pyramid.table.game_mode import GameMode
    from retro_pyramid.table.table_screen import TableScreen


class GameLifecycle:
    """The current game: saved, resumed, counted, and owned by at most one process. Displays nothing."""

    session: Session

    def __init__(self, app: App, game_mode: GameMode) -> None:
        self._app = app
        self._files = app.services.files
        self._game_mode = game_mode
        self._was_over = False
        self.previous: Session | None = None
        """The game before the last New, which undo restores, or None."""
        self.ended_early = False
        """Whether the game was ended in its current state."""
        self.deal_source = DealSource(app)
        self.revealed_deals: set[tuple[Card, ...]] = set()
        """Deals whose odds the player has seen. A game of such a deal is assisted."""

    def set_session(self, session: Session) -> None:
        """Put a session on the table in its current state. The game before can no longer be restored."""
        self.session = self._app.session = session
        if session.daily_date is None and self._app.daily_deal is not None:
            session.daily_date = self._app.daily_deal.get_daily_date(session.deal_number)
            session.is_late = session.daily_date not in (None, self._app.services.get_today())
        self.previous, self.ended_early = None, False
        lock_name = self._game_mode.lock_name or self._files.unfinished_games.make_lock_name(
            session.to_saved_session()
        )
        self._files.switch_game_lock("" if session.is_unrecorded else lock_name)
        self._was_over = self.is_over()
        self._known_end_count = self._count_ends()

    def create_game(self, deal_number: int) -> Session:
        """Return a new session of a deal under the edition's current rules."""
        return Session(self._app.get_rules(), deal(deal_number), deal_number, self._app.edition.assist_policy)

    def is_over(self) -> bool:
        """Return whether the game is won, stuck or scored."""
        return self.session.status != "playing" or self._game_mode.is_scored

    @property
    def can_resume_ended_game(self) -> bool:
        """Whether the game was ended early and undo can resume it, as no new one has been dealt."""
        return self.ended_early and self._game_mode.is_scored

    @property
    def can_restore_previous(self) -> bool:
        """Whether undo restores the game before the last New."""
        return self.previous is not None and not self.session.undo_history.can_undo

    @property
    def deal_filter(self) -> str:
        """The filter for random deals: a value of the setting DEALS."""
        return ANY_DEAL if self._game_mode.is_ranked else self._app.settings[DEAL_FILTER_SETTING]

    @property
    def has_begun(self) -> bool:
        """Whether any move was played."""
        return self.session.undo_history.can_undo or self.session.undo_history.can_redo

    def has_missed_its_day(self) -> bool:
        """Return whether this is a daily deal whose day has ended before a move was played."""
        session = self.session
        if session.daily_date is None or session.is_late or self.has_begun:
            return False
        return session.daily_date != self._app.services.get_today()

    def detect_end(self) -> bool:
        """Return True once, on the first call after the game has ended."""
        was_over, self._was_over = self._was_over, self.is_over()
        return self._was_over and not was_over

    def save(self, table: TableScreen) -> None:
        """Save the game as the game mode says, unless it is unrecorded."""
        if (
            self.check_ownership()
            and not self.session.is_unrecorded
            and self._count_ends() > self._known_end_count
        ):
            self._detach()
        if not self.session.is_unrecorded:
            self._game_mode.save(table)

    def check_ownership(self) -> bool:
        """Return whether this process owns the game. Otherwise the game is unrecorded from now on."""
        is_owner = self._files.game_lock.mine
        self.session.is_unrecorded = self.session.is_unrecorded or not is_owner
        return is_owner

    def load_saved(self) -> Session | None:
        """Return the game as the process saved it that has owned it until now, or None if it is no longer saved.

        A game without a move may have no entry. Then the last unfinished game of its deal is returned, else the game itself.
        """
        resume, session = self._files.unfinished_games, self.session
        entry = session.entry
        saved = None if entry is None else resume.get_unfinished(entry)
        if saved is None and not self.has_begun and self._count_ends() <= self._known_end_count:
            stored = resume.find_same_deal(session.to_saved_session())
            if stored is None:
                session.is_unrecorded, session.entry = False, None
                return session
            entry, saved = stored
        return (
            None
            if saved is None
            else Session.from_saved_session(saved, self._app.edition.assist_policy, entry)
        )

    def save_unfinished(self, is_awaiting_name: bool) -> None:
        """Save the game as unfinished. It is dropped if it is over and no name is to be entered for it."""
        if self.is_over() and not is_awaiting_name:
            self.drop_unfinished()
        else:
            self._files.unfinished_games.save_game(
                self.session.to_saved_session(), self._get_or_create_entry(), is_awaiting_name=self.is_over()
            )

    def drop_unfinished(self) -> None:
        """Drop the game from the unfinished games."""
        if self.check_ownership() and not self.session.is_unrecorded and self.session.entry is not None:
            self._files.unfinished_games.remove_game(self.session.entry)

    def count_result(self) -> None:
        """Add the game to the statistics, unless another process has just counted it."""
        session = self.session
        if self._files.unfinished_games.mark_counted(self._get_or_create_entry(), self._known_end_count):
            # After an undo the game may end again.
            self._known_end_count += 1
            won, score = session.status == "won", session.score
            self._files.count_game(session.rules, won, score, session.daily_date, session.is_late)
        else:
            self._detach()

    def _count_ends(self) -> int:
        """Return how often the game was counted, by this process or another one."""
        return (
            0
            if self.session.entry is None
            else self._files.unfinished_games.get_times_counted(self.session.entry)
        )

    def _get_or_create_entry(self) -> str:
        """Return the key of the game in the file, a new one if it has none yet."""
        if self.session.entry is None:
            self.session.entry = self._files.make_entry_id(self.session.rules.edition)
        return self.session.entry

    def _detach(self) -> None:
        self.session.is_unrecorded = True
        self._files.notification_lines.append(
            "This game was finished in another window: here it counts for nothing"
        )
