"""The table on which a recorded game is shown move by move. Nothing of it is saved."""

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
    """A recorded game, at one of its positions, drawn on a table; it starts at the initial position.

    It makes no sound if `is_silent`. The initial position is shown for `pause_ticks`. The pyramid ends above the text row
    `bottom_row`. Raises IllegalMoveError if a move cannot be played.

    It has an app of its own, with the edition of the game, so that the app below and its game do not change.
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
        self._table_spec = look
        self.session = _create_session(game, record.habits)
        self.last = len(game.moves)
        """Index of the position after the last move; the initial position has index 0."""
        self.pointed: tuple[str, ...] = ()
        """The target ids that are highlighted, like those of a hint."""
        self.pause = pause
        """Ticks for which the position is still shown, counted once no card is moving."""
        self._animation_controller = Course(self.app, look, silent, foot)
        self._presentation = self._animation_controller.surface

    def refit(self, services: Services) -> None:
        """Use other services and lay the table out again, after a change of adapter, display mode or deck."""
        self.app.services = services
        self._presentation.lay_out()

    @property
    def at(self) -> int:
        """The number of moves that led to the current position."""
        return self.session.timeline.at

    def deal(self) -> None:
        """Start the animation of the deal."""
        self._presentation.deal(self.session)

    def jump(self, at: int) -> None:
        """Show the position after `move_index` moves, limited to those of the game, without animation."""
        self.finish()
        self.session.timeline.at = min(max(at, 0), self.last)

    def finish(self) -> None:
        """End all animations; an end animation is stopped together with its music."""
        self._animation_controller.finish()

    @property
    def score(self) -> int | None:
        """The displayed score, which is lower while a bonus is counted up, or None if the game has no score."""
        return None if self.session.score is None else self.session.score - self._presentation.uncounted()

    def step(self, by: int = 1) -> None:
        """Play the next move with animation and sound, or take the last one back if `direction` is -1."""
        session, undo_history = self.session, self.session.timeline
        self._presentation.finish()
        self._animation_controller.go(session, undo_history.on if by > 0 else undo_history.back, back=by < 0)
        if by > 0 and session.status != "playing":
            is_won = session.status == "won"
            self._animation_controller.end(
                session, "win" if is_won else "stuck", self._table_spec.end(session.status)
            )

    def caption(self) -> str:
        """Return the description of the move that led to the current position; empty at the initial position."""
        return told(self.session.rules, self.session.history)

    def due(self, ticks: int) -> bool:
        """Advance the animation. Return True once no card is moving and `pause_ticks` have passed."""
        self._presentation.tick(ticks)
        if self.moving():
            return False
        self.pause -= ticks
        return self.pause <= 0

    def moving(self) -> bool:
        """Return True while cards or an end animation are moving."""
        return self._presentation.running()

    def view(self) -> View:
        """Return the view model of the current position, with a caption and without commands."""
        session, table_spec, presentation = self.session, self._table_spec, self._presentation
        end_animation = table_spec.end(session.status)
        layout = presentation.places._replace(auto_match=None)
        view = game_seen(
            session, self.app, table_spec, presentation, end_animation, [], hinted=self.pointed, places=layout
        )._replace(captioned=True)
        return view._replace(standing=table_spec.standing(view))

    def draw(self) -> None:
        draw(self.view(), self._table_spec, self._presentation.felt, self.app.machine.video)


def _create_session(transcript: Transcript, assist_policy: Habits) -> Session:
    session = Session.from_transcript(transcript, assist_policy)
    session.timeline.at = 0
    return session
