"""A stage: the table of a program on which a game that is over is shown, move by move; nothing of it is ever kept."""

from __future__ import annotations

from retro_pyramid.app.app import App
from retro_pyramid.app.services import Services
from retro_pyramid.machine.video import ROWS
from retro_pyramid.rules.transcript import Transcript
from retro_pyramid.session import Habits, Session
from retro_pyramid.table.animation_controller import Course
from retro_pyramid.table.move_text import told
from retro_pyramid.table.render.painter import draw
from retro_pyramid.table.table_spec import TableLook
from retro_pyramid.table.view import View
from retro_pyramid.table.view_builder import game_seen


class Stage:
    """A game at one of its positions, first at the opening; a `silent` one makes no sound.

    IllegalMove if a move cannot be played. `pause` is for how many ticks the opening is to be looked at. The pyramid ends
    above the row `foot`. The stage has an app of its own, dressed as the game's program, so that the game beneath stays
    what it is.
    """

    def __init__(
        self,
        app: App,
        look: TableLook,
        game: Transcript,
        silent: bool = False,
        foot: int = ROWS,
        pause: int = 0,
    ) -> None:
        record = app.record if app.record.id == game.edition else app.services.load(game.edition)
        self.app = App(app.machine, record, app.services, app.choices, game.options)
        self._look = look
        self.session = _at_opening(game, record.habits)
        self.last = len(game.moves)
        """The number of the position after the last move; the opening's is 0."""
        self.pointed: tuple[str, ...] = ()
        """The target ids that are marked, as those of a hint are."""
        self.pause = pause
        """The ticks for which the position is still to be looked at, once its cards lie."""
        self._course = Course(self.app, look, silent, foot)
        self._surface = self._course.surface

    def refit(self, services: Services) -> None:
        self.app.services = services
        self._surface.lay_out()

    @property
    def at(self) -> int:
        return self.session.timeline.at

    def deal(self) -> None:
        self._surface.deal(self.session)

    def jump(self, at: int) -> None:
        self.finish()
        self.session.timeline.at = min(max(at, 0), self.last)

    def finish(self) -> None:
        """Put everything where it goes; a finale ends with its music."""
        self._course.finish()

    @property
    def score(self) -> int | None:
        """The points shown: less, while a bonus is counted; None where there are none."""
        return None if self.session.score is None else self.session.score - self._surface.uncounted()

    def step(self, by: int = 1) -> None:
        """Play the next move with all its flight and sound; or, by -1, take the last one back."""
        session, timeline = self.session, self.session.timeline
        self._surface.finish()
        self._course.go(session, timeline.on if by > 0 else timeline.back, back=by < 0)
        if by > 0 and session.status != "playing":
            won = session.status == "won"
            self._course.end(session, "win" if won else "stuck", self._look.end(session.status))

    def caption(self) -> str:
        """Return in words the move that led to the position shown; empty at the opening."""
        return told(self.session.rules, self.session.history)

    def due(self, ticks: int) -> bool:
        """Let time pass; return whether all cards lie, and what was to be looked at has had its `pause`."""
        self._surface.tick(ticks)
        if self.moving():
            return False
        self.pause -= ticks
        return self.pause <= 0

    def moving(self) -> bool:
        return self._surface.running()

    def view(self) -> View:
        session, look, surface = self.session, self._look, self._surface
        finale = look.end(session.status)
        places = surface.places._replace(auto_match=None)
        view = game_seen(
            session, self.app, look, surface, finale, [], hinted=self.pointed, places=places
        )._replace(captioned=True)
        return view._replace(standing=look.standing(view))

    def draw(self) -> None:
        draw(self.view(), self._look, self._surface.felt, self.app.machine.video)


def _at_opening(game: Transcript, habits: Habits) -> Session:
    session = Session.from_transcript(game, habits)
    session.timeline.at = 0
    return session
