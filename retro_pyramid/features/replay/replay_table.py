"""The table on which a recorded game is shown move by move. Nothing of it is saved."""

from __future__ import annotations

from retro_pyramid.app.app import App
from retro_pyramid.app.services import Services
from retro_pyramid.machine.video import ROWS
from retro_pyramid.rules.transcript import Transcript
from retro_pyramid.session import AssistPolicy, Session
from retro_pyramid.table.animation_controller import AnimationController
from retro_pyramid.table.move_text import describe_last_move
from retro_pyramid.table.render.painter import draw_table
from retro_pyramid.table.table_spec import TableSpec
from retro_pyramid.table.view import TableView
from retro_pyramid.table.view_builder import build_game_view


class ReplayTable:
    """A recorded game, at one of its positions, drawn on a table; it starts at the initial position.

    It makes no sound if `is_silent`. The initial position is shown for `pause_ticks`. The pyramid ends above the text row
    `bottom_row`. Raises IllegalMoveError if a move cannot be played.

    It has an app of its own, with the edition of the game, so that the app below and its game do not change.
    """

    def __init__(
        self,
        app: App,
        table_spec: TableSpec,
        transcript: Transcript,
        is_silent: bool = False,
        bottom_row: int = ROWS,
        pause_ticks: int = 0,
    ) -> None:
        record = (
            app.edition
            if app.edition.id == transcript.edition
            else app.services.load_edition(transcript.edition)
        )
        self.app = App(app.machine, record, app.services, app.settings_store, transcript.options)
        self._table_spec = table_spec
        self.session = _create_session(transcript, record.assist_policy)
        self.last_index = len(transcript.moves)
        """Index of the position after the last move; the initial position has index 0."""
        self.marked_targets: tuple[str, ...] = ()
        """The target ids that are highlighted, like those of a hint."""
        self.pause_ticks = pause_ticks
        """Ticks for which the position is still shown, counted once no card is moving."""
        self._animation_controller = AnimationController(self.app, table_spec, is_silent, bottom_row)
        self._presentation = self._animation_controller.presentation

    def rebuild(self, services: Services) -> None:
        """Use other services and lay the table out again, after a change of adapter, display mode or deck."""
        self.app.services = services
        self._presentation.update_layout()

    @property
    def move_index(self) -> int:
        """The number of moves that led to the current position."""
        return self.session.undo_history.move_index

    def animate_deal(self) -> None:
        """Start the animation of the deal."""
        self._presentation.animate_deal(self.session)

    def seek(self, move_index: int) -> None:
        """Show the position after `move_index` moves, limited to those of the game, without animation."""
        self.finish_animations()
        self.session.undo_history.move_index = min(max(move_index, 0), self.last_index)

    def finish_animations(self) -> None:
        """End all animations; an end animation is stopped together with its music."""
        self._animation_controller.finish_animations()

    @property
    def score(self) -> int | None:
        """The displayed score, which is lower while a bonus is counted up, or None if the game has no score."""
        return (
            None
            if self.session.score is None
            else self.session.score - self._presentation.get_uncounted_bonus()
        )

    def step(self, direction: int = 1) -> None:
        """Play the next move with animation and sound, or take the last one back if `direction` is -1."""
        session, undo_history = self.session, self.session.undo_history
        self._presentation.finish_animations()
        self._animation_controller.animate_step(
            session, undo_history.redo if direction > 0 else undo_history.undo, is_undo=direction < 0
        )
        if direction > 0 and session.status != "playing":
            is_won = session.status == "won"
            self._animation_controller.start_end_animation(
                session, "win" if is_won else "stuck", self._table_spec.get_end_animation(session.status)
            )

    def describe_current_move(self) -> str:
        """Return the description of the move that led to the current position; empty at the initial position."""
        return describe_last_move(self.session.rules, self.session.history)

    def advance(self, ticks: int) -> bool:
        """Advance the animation. Return True once no card is moving and `pause_ticks` have passed."""
        self._presentation.advance(ticks)
        if self.is_animating():
            return False
        self.pause_ticks -= ticks
        return self.pause_ticks <= 0

    def is_animating(self) -> bool:
        """Return True while cards or an end animation are moving."""
        return self._presentation.is_animating()

    def build_view(self) -> TableView:
        """Return the view model of the current position, with a caption and without commands."""
        session, table_spec, presentation = self.session, self._table_spec, self._presentation
        end_animation = table_spec.get_end_animation(session.status)
        layout = presentation.layout._replace(auto_match=None)
        view = build_game_view(
            session,
            self.app,
            table_spec,
            presentation,
            end_animation,
            [],
            hinted_ids=self.marked_targets,
            layout=layout,
        )._replace(has_captions=True)
        return view._replace(status_line=table_spec.build_status_line(view))

    def draw(self) -> None:
        draw_table(self.build_view(), self._table_spec, self._presentation.renderer, self.app.machine.display)


def _create_session(transcript: Transcript, assist_policy: AssistPolicy) -> Session:
    session = Session.from_transcript(transcript, assist_policy)
    session.undo_history.move_index = 0
    return session
