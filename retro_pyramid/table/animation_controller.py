"""Runs the animations and sounds of a game: deal, moves, undo and redo, end animation."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from retro_pyramid.machine.video import ROWS
from retro_pyramid.table.game_mode import WIN_ENDINGS
from retro_pyramid.table.presentation import TablePresentation

if TYPE_CHECKING:
    from retro_pyramid.app.app import App
    from retro_pyramid.scenes.end_animation import EndAnimation
    from retro_pyramid.session import Session
    from retro_pyramid.table.animation import Drag
    from retro_pyramid.table.table_spec import TableSpec


class AnimationController:
    """Animations and sounds of one table or one replay.

    A silent one makes no sound. The pyramid ends above `bottom_row`.
    """

    def __init__(
        self, app: App, table_spec: TableSpec, is_silent: bool = False, bottom_row: int = ROWS
    ) -> None:
        self._app = app
        self._table_spec = table_spec
        self._is_silent = is_silent
        self.presentation = TablePresentation(app, table_spec, bottom_row)

    def play_sound(self, event_name: str, is_undo: bool = False) -> None:
        """Play the sound of an event, unless the controller is silent."""
        if not self._is_silent:
            self._app.sounds.play_events(event_name, is_reversed=is_undo)

    def animate_deal(self, session: Session) -> None:
        """Animate and sound the deal of a new game."""
        self.presentation.animate_deal(session)
        self.play_sound("deal")

    def animate_step(
        self,
        session: Session,
        apply_step: Callable[[], object],
        drag: Drag | None = None,
        is_undo: bool = False,
        shows_points: bool = False,
    ) -> None:
        """Apply a step to the game and animate all cards whose placement changes: a move, a restart, or an undo.

        The dragged card starts from where it is held. With `shows_points`, the points of the move pop up.
        Raises IllegalMoveError if `apply_step` does.
        """
        entry, before = session.undo_history.current, self.presentation.get_placements(session, drag)
        apply_step()
        first, last = (
            (session.undo_history.current, entry) if is_undo else (entry, session.undo_history.current)
        )
        has_flipped, move = self.presentation.animate_from(session, before), last.move
        if shows_points and move is not None and self._table_spec.shows_score_popups:
            scores = [position.score or 0 for position in session.history[-2:]]
            # The bonus for the cleared pyramid is counted separately.
            clear_bonus = session.rules.clear_bonus if session.status == "won" else 0
            self.presentation.show_points(session, move, scores[1] - scores[0] - clear_bonus, before)
        if not self._is_silent:
            self._app.sounds.play_move(move, first.state, last.state, has_flipped, is_undo)

    def start_end_animation(
        self, session: Session, ending: str, end_animation: EndAnimation | None, fallback_sound: str = ""
    ) -> None:
        """Start the end animation with its tune. Without one, play only `fallback_sound`, or the sound of the ending."""
        if end_animation is None:
            # The tune of an end animation would sound over an empty table.
            self.play_sound(fallback_sound or ending)
            return
        # The bonus for the cleared pyramid is counted before the animation.
        bonus = session.rules.clear_bonus if session.status == "won" else 0
        # The result of a win appears with the last note of its tune.
        result_tick = self._app.sounds.find_last_note_tick(ending) if ending in WIN_ENDINGS else None
        self.presentation.start_end_animation(end_animation, bonus, result_tick)
        if not self._is_silent:
            self._app.sounds.play_end_animation(ending, end_animation.landing_ticks, bonus)

    def finish_animations(self) -> None:
        """Finish all animations. An end animation takes its music with it."""
        if self.presentation.is_end_animation_running() and not self._is_silent:
            self._app.machine.speaker.stop()
        self.presentation.finish_animations()
