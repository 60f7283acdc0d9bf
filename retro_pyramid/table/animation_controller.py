"""The course of a game on its surface: cards that fly from one position to the next, and what that sounds like."""

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
    """A table and a replay have one each; a `silent` one makes no sound. The pyramid ends above the row `foot`."""

    def __init__(self, app: App, look: TableLook, silent: bool = False, foot: int = ROWS) -> None:
        self._app = app
        self._look = look
        self._silent = silent
        self.surface = Surface(app, look, foot)

    def sound(self, what: str, back: bool = False) -> None:
        """Sound what happened, unless nothing is to be heard."""
        if not self._silent:
            self._app.sounds.play(what, back=back)

    def deal(self, session: Session) -> None:
        """Let the cards of a new game fly to their places."""
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
        """Take a step in a game, and let all cards fly that lie elsewhere then: a move, a restart, or one taken `back`.

        The dragged card flies from where it is held; `points` says whether what the move earned or cost is seen.
        IllegalMove where the step is one.
        """
        entry, before = session.timeline.now, self.surface.resting(session, drag)
        step()
        first, last = (session.timeline.now, entry) if back else (entry, session.timeline.now)
        turned, move = self.surface.fly(session, before), last.move
        if points and move is not None and self._look.tells_points:
            scores = [position.score or 0 for position in session.history[-2:]]
            # The bonus for the cleared pyramid is counted by itself.
            won = session.rules.clear_bonus if session.status == "won" else 0
            self.surface.tell_points(session, move, scores[1] - scores[0] - won, before)
        if not self._silent:
            self._app.sounds.move(move, first.state, last.state, turned, back)

    def end(self, session: Session, sign: str, finale: Finale | None, quiet: str = "") -> None:
        """Begin what is seen and heard at the end of a game; `quiet` sounds where nothing is to be seen, else the `sign`."""
        if finale is None:
            # A finale's tune would sound over an empty table.
            self.sound(quiet or sign)
            return
        # What the cleared pyramid earns is counted before it.
        bonus = session.rules.clear_bonus if session.status == "won" else 0
        # The words about a win come with its last note.
        words_at = self._app.sounds.last_note(sign) if sign in JOYS else None
        self.surface.celebrate(finale, bonus, words_at)
        if not self._silent:
            self._app.sounds.finale(sign, finale.landings, bonus)

    def finish(self) -> None:
        """Put everything where it goes; a finale ends with its music."""
        if self.surface.celebrates() and not self._silent:
            self._app.machine.speaker.stop()
        self.surface.finish()
