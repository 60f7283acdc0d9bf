"""The course of a game on its surface: cards that fly from one position to the next, and what that sounds like."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

from retro_pyramid.machine.video import ROWS
from retro_pyramid.rules import Move, State
from retro_pyramid.screens.table.surface import Surface

if TYPE_CHECKING:
    from retro_pyramid.cards import Card
    from retro_pyramid.screens.app import App
    from retro_pyramid.screens.finale.finale import Finale
    from retro_pyramid.screens.table.flight import Rest
    from retro_pyramid.screens.table.look import TableLook
    from retro_pyramid.session import Session


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
        before: Mapping[Card, Rest],
        states: tuple[State, State],
        move: Move | None,
        back: bool = False,
        points: bool = False,
    ) -> None:
        """Let all cards fly that lie elsewhere than `before`, after a move (None: a restart) or one that was taken `back`.

        `states` are those before and after the move, whichever way it goes; `points` says whether what it earned or cost
        is seen.
        """
        turned = self.surface.fly(session, before)
        if points and move is not None and self._look.tells_points:
            scores = [position.score or 0 for position in session.history[-2:]]
            # The bonus for the cleared pyramid is counted by itself.
            won = session.rules.clear_bonus if session.status == "won" else 0
            self.surface.tell_points(session, move, scores[1] - scores[0] - won, before)
        if not self._silent:
            self._app.sounds.move(move, *states, turned, back)

    def end(self, session: Session, sign: str, finale: Finale | None, quiet: str = "") -> None:
        """Begin what is seen and heard at the end of a game; `quiet` sounds where nothing is to be seen, else the `sign`."""
        if finale is None:
            # A finale's tune would sound over an empty table.
            self.sound(quiet or sign)
            return
        # What the cleared pyramid earns is counted before it.
        bonus = session.rules.clear_bonus if session.status == "won" else 0
        self.surface.celebrate(finale, bonus)
        if not self._silent:
            self._app.sounds.finale(sign, finale.landings, bonus)

    def finish(self) -> None:
        """Put everything where it goes; a finale ends with its music."""
        if self.surface.celebrates() and not self._silent:
            self._app.machine.speaker.stop()
        self.surface.finish()
