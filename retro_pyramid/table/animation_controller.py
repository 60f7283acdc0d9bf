"""Runs the animations and sounds of a game: deal, moves, undo and redo, end animation."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from retro_pyramid.machine.video import ROWS
from retro_pyramid.table.game_mode import JOYS
from retro_pyramid.table.presentation import Surface

if TYPE_CHECKING:
    from retro_pyramid.app.app import App
    from retro_pyramid.scenes.end_animation import Finale
    from retro_pyramid.session import Session
    from retro_pyramid.table.animation import Drag
    from retro_pyramid.table.table_spec import TableLook


class Course:
    """Animations and sounds of one table or one replay.

    A silent one makes no sound. The pyramid ends above `bottom_row`.
    """

    def __init__(self, app: App, look: TableLook, silent: bool = False, foot: int = ROWS) -> None:
        self._app = app
        self._table_spec = look
        self._is_silent = silent
        self.surface = Surface(app, look, foot)

    def sound(self, what: str, back: bool = False) -> None:
        """Play the sound of an event, unless the controller is silent."""
        if not self._is_silent:
            self._app.sounds.play(what, back=back)

    def deal(self, session: Session) -> None:
        """Animate and sound the deal of a new game."""
        self.surface.deal(session)
        self.sound("deal")

    def go(
        self,
        session: Session,
        step: Callable[[], object],
        drag: Drag | None = None,
        back: bool = False,
        points: bool = False,
    ) -> None:
        """Apply a step to the game and animate all cards whose placement changes: a move, a restart, or an undo.

        The dragged card starts from where it is held. With `shows_points`, the points of the move pop up.
        Raises IllegalMoveError if `apply_step` does.
        """
        entry, before = session.timeline.now, self.surface.resting(session, drag)
        step()
        first, last = (session.timeline.now, entry) if back else (entry, session.timeline.now)
        has_flipped, move = self.surface.fly(session, before), last.move
        if points and move is not None and self._table_spec.tells_points:
            scores = [position.score or 0 for position in session.history[-2:]]
            # The bonus for the cleared pyramid is counted separately.
            clear_bonus = session.rules.clear_bonus if session.status == "won" else 0
            self.surface.tell_points(session, move, scores[1] - scores[0] - clear_bonus, before)
        if not self._is_silent:
            self._app.sounds.move(move, first.state, last.state, has_flipped, back)

    def end(self, session: Session, sign: str, finale: Finale | None, quiet: str = "") -> None:
        """Start the end animation with its tune. Without one, play only `fallback_sound`, or the sound of the ending."""
        if finale is None:
            # The tune of an end animation would sound over an empty table.
            self.sound(quiet or sign)
            return
        # The bonus for the cleared pyramid is counted before the animation.
        bonus = session.rules.clear_bonus if session.status == "won" else 0
        # The result of a win appears with the last note of its tune.
        result_tick = self._app.sounds.last_note(sign) if sign in JOYS else None
        self.surface.celebrate(finale, bonus, result_tick)
        if not self._is_silent:
            self._app.sounds.finale(sign, finale.landings, bonus)

    def finish(self) -> None:
        """Finish all animations. An end animation takes its music with it."""
        if self.surface.celebrates() and not self._is_silent:
            self._app.machine.speaker.stop()
        self.surface.finish()
