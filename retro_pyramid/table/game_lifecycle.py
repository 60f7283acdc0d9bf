"""Life cycle of the game on a table: what it is, what is saved of it, when it counts, and where the next deal comes from."""

from __future__ import annotations

from typing import TYPE_CHECKING

from retro_pyramid.cards import Card, deal
from retro_pyramid.deals.deal_source import Dealing
from retro_pyramid.session import Session
from retro_pyramid.settings import ANY, DEALS

if TYPE_CHECKING:
    from retro_pyramid.app.app import App
    from retro_pyramid.table.game_mode import Referee
    from retro_pyramid.table.table_screen import Table


class Game:
    """The current game: saved, resumed, counted, and owned by at most one process. Displays nothing."""

    session: Session

    def __init__(self, app: App, referee: Referee) -> None:
        self._app = app
        self._files = app.services.files
        self._game_mode = referee
        self._was_over = False
        self.before: Session | None = None
        """The game before the last New, which undo restores, or None."""
        self.laid = False
        """Whether the game was ended in its current state."""
        self.dealing = Dealing(app)
        self.told: set[tuple[Card, ...]] = set()
        """Deals whose odds the player has seen. A game of such a deal is assisted."""

    def take(self, session: Session) -> None:
        """Put a session on the table in its current state. The game before can no longer be restored."""
        self.session = self._app.session = session
        if session.day is None and self._app.day is not None:
            session.day = self._app.day.of(session.deal)
            session.late = session.day not in (None, self._app.services.today())
        self.before, self.laid = None, False
        lock_name = self._game_mode.claims or self._files.resume.claim_name(session.save())
        self._files.play("" if session.aside else lock_name)
        self._was_over = self.over()
        self._known_end_count = self._count_ends()

    def of(self, number: int) -> Session:
        """Return a new session of a deal under the edition's current rules."""
        return Session(self._app.rules(), deal(number), number, self._app.record.habits)

    def over(self) -> bool:
        """Return whether the game is won, stuck or scored."""
        return self.session.status != "playing" or self._game_mode.entered

    @property
    def laid_down(self) -> bool:
        """Whether the game was ended early and undo can resume it, as no new one has been dealt."""
        return self.laid and self._game_mode.entered

    @property
    def brings_back(self) -> bool:
        """Whether undo restores the game before the last New."""
        return self.before is not None and not self.session.timeline.can_go_back

    @property
    def deals(self) -> str:
        """The filter for random deals: a value of the setting DEALS."""
        return ANY if self._game_mode.proving else self._app.settings[DEALS]

    @property
    def begun(self) -> bool:
        """Whether any move was played."""
        return self.session.timeline.can_go_back or self.session.timeline.can_go_on

    def outlasts_its_day(self) -> bool:
        """Return whether this is a daily deal whose day has ended before a move was played."""
        session = self.session
        if session.day is None or session.late or self.begun:
            return False
        return session.day != self._app.services.today()

    def has_ended(self) -> bool:
        """Return True once, on the first call after the game has ended."""
        was_over, self._was_over = self._was_over, self.over()
        return self._was_over and not was_over

    def keep(self, table: Table) -> None:
        """Save the game as the game mode says, unless it is unrecorded."""
        if self.is_mine() and not self.session.aside and self._count_ends() > self._known_end_count:
            self._detach()
        if not self.session.aside:
            self._game_mode.keep(table)

    def is_mine(self) -> bool:
        """Return whether this process owns the game. Otherwise the game is unrecorded from now on."""
        is_owner = self._files.claim.mine
        self.session.aside = self.session.aside or not is_owner
        return is_owner

    def again(self) -> Session | None:
        """Return the game as the process saved it that has owned it until now, or None if it is no longer saved.

        A game without a move may have no entry. Then the last unfinished game of its deal is returned, else the game itself.
        """
        resume, session = self._files.resume, self.session
        entry = session.entry
        saved = None if entry is None else resume.at(entry)
        if saved is None and not self.begun and self._count_ends() <= self._known_end_count:
            stored = resume.same_deal(session.save())
            if stored is None:
                session.aside, session.entry = False, None
                return session
            entry, saved = stored
        return None if saved is None else Session.resume(saved, self._app.record.habits, entry)

    def write_down(self, awaits_name: bool) -> None:
        """Save the game as unfinished. It is dropped if it is over and no name is to be entered for it."""
        if self.over() and not awaits_name:
            self.give_up()
        else:
            self._files.resume.put(self.session.save(), self._get_or_create_entry(), waits=self.over())

    def give_up(self) -> None:
        """Drop the game from the unfinished games."""
        if self.is_mine() and not self.session.aside and self.session.entry is not None:
            self._files.resume.drop(self.session.entry)

    def count(self) -> None:
        """Add the game to the statistics, unless another process has just counted it."""
        session = self.session
        if self._files.resume.end(self._get_or_create_entry(), self._known_end_count):
            # After an undo the game may end again.
            self._known_end_count += 1
            won, score = session.status == "won", session.score
            self._files.count(session.rules, won, score, session.day, session.late)
        else:
            self._detach()

    def _count_ends(self) -> int:
        """Return how often the game was counted, by this process or another one."""
        return 0 if self.session.entry is None else self._files.resume.ends(self.session.entry)

    def _get_or_create_entry(self) -> str:
        """Return the key of the game in the file, a new one if it has none yet."""
        if self.session.entry is None:
            self.session.entry = self._files.new_entry(self.session.rules.edition)
        return self.session.entry

    def _detach(self) -> None:
        self.session.aside = True
        self._files.notices.append("This game was finished in another window: here it counts for nothing")
