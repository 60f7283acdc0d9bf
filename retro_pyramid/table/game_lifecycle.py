"""The game on a table: what it is, what is written down of it, when it counts, and which deal comes next."""

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
    """The game on the table of a `referee`; nothing of it is seen here.

    `before` is the game before the last New, which undo brings back; `laid` says whether the game was ended as it
    stood; `told` are the deals whose odds were told: a game of one of them is assisted.
    """

    session: Session

    def __init__(self, app: App, referee: Referee) -> None:
        self._app = app
        self._files = app.services.files
        self._referee = referee
        self._ended = False
        self.before: Session | None = None
        self.laid = False
        self.dealing = Dealing(app)
        self.told: set[tuple[Card, ...]] = set()

    def take(self, session: Session) -> None:
        """Put a game on the table as it stands; the one before cannot be brought back."""
        self.session = self._app.session = session
        if session.day is None and self._app.day is not None:
            session.day = self._app.day.of(session.deal)
            session.late = session.day not in (None, self._app.services.today())
        self.before, self.laid = None, False
        name = self._referee.claims or self._files.resume.claim_name(session.save())
        self._files.play("" if session.aside else name)
        self._ended = self.over()
        self._ends_known = self._ends()

    def of(self, number: int) -> Session:
        """Return a game of this deal under the program's rules, not begun."""
        return Session(self._app.rules(), deal(number), number, self._app.record.habits)

    def over(self) -> bool:
        """Return whether the game is won, stuck or scored."""
        return self.session.status != "playing" or self._referee.entered

    @property
    def laid_down(self) -> bool:
        """Whether the game ended as it stood, for a new one that has not been dealt."""
        return self.laid and self._referee.entered

    @property
    def brings_back(self) -> bool:
        """Whether undo brings back the game before the last New."""
        return self.before is not None and not self.session.timeline.can_go_back

    @property
    def deals(self) -> str:
        """What deals of chance are to be: a value of the setting DEALS."""
        return ANY if self._referee.proving else self._app.settings[DEALS]

    @property
    def begun(self) -> bool:
        """Whether anything was played in it."""
        return self.session.timeline.can_go_back or self.session.timeline.can_go_on

    def outlasts_its_day(self) -> bool:
        """Return whether this is the deal of a day that has ended before anything was played in it."""
        session = self.session
        if session.day is None or session.late or self.begun:
            return False
        return session.day != self._app.services.today()

    def has_ended(self) -> bool:
        """Return whether the game is over that was not when this was asked last."""
        before, self._ended = self._ended, self.over()
        return self._ended and not before

    def keep(self, table: Table) -> None:
        """Write the game down as the referee says, unless it stands aside from all others."""
        if self.is_mine() and not self.session.aside and self._ends() > self._ends_known:
            self._stand_aside()
        if not self.session.aside:
            self._referee.keep(table)

    def is_mine(self) -> bool:
        """Return whether no other program plays the game; else it stands aside from now on."""
        mine = self._files.claim.mine
        self.session.aside = self.session.aside or not mine
        return mine

    def again(self) -> Session | None:
        """Return the game as the program kept it that played it till now, None where it is kept no more.

        A game without a move may have no entry. Then it is the last unfinished one of its deal, else it goes on itself.
        """
        resume, session = self._files.resume, self.session
        entry = session.entry
        kept = None if entry is None else resume.at(entry)
        if kept is None and not self.begun and self._ends() <= self._ends_known:
            stored = resume.same_deal(session.save())
            if stored is None:
                session.aside, session.entry = False, None
                return session
            entry, kept = stored
        return None if kept is None else Session.resume(kept, self._app.record.habits, entry)

    def write_down(self, awaits_name: bool) -> None:
        """Keep the game as the one left off, or forget it when it is over and no name is to be entered for it."""
        if self.over() and not awaits_name:
            self.give_up()
        else:
            self._files.resume.put(self.session.save(), self._entry(), waits=self.over())

    def give_up(self) -> None:
        """Forget the game as one left off."""
        if self.is_mine() and not self.session.aside and self.session.entry is not None:
            self._files.resume.drop(self.session.entry)

    def count(self) -> None:
        """Count the game, unless another window has ended it at this moment."""
        session = self.session
        if self._files.resume.end(self._entry(), self._ends_known):
            # If its end is undone, it may end again.
            self._ends_known += 1
            won, score = session.status == "won", session.score
            self._files.count(session.rules, won, score, session.day, session.late)
        else:
            self._stand_aside()

    def _ends(self) -> int:
        """Return how often the game on the table was counted, here or in another window."""
        return 0 if self.session.entry is None else self._files.resume.ends(self.session.entry)

    def _entry(self) -> str:
        """Return the entry of the game in the file, a new one if it has none yet."""
        if self.session.entry is None:
            self.session.entry = self._files.new_entry(self.session.rules.edition)
        return self.session.entry

    def _stand_aside(self) -> None:
        self.session.aside = True
        self._files.notices.append("This game was finished in another window: here it counts for nothing")
