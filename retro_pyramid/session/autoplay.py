"""Automatic play to the end of a game, step by step."""

from __future__ import annotations

from retro_pyramid.rules import DRAW, REDEAL, Move
from retro_pyramid.rules.transcript import Entry
from retro_pyramid.session.play import Chooser, Session
from retro_pyramid.solver.thinking import Stepper

# More moves without a card taken than three passes and their redeals have: then none will be taken any more.
_FRUITLESS = 100


class AutoPlay:
    """Plays a session to its end by the moves of a chooser, which is held against it; the caller steps it.

    `played` is the move that the last step played, None if it played none.
    """

    def __init__(self, session: Session, chooser: Chooser) -> None:
        session.did("auto")
        self._session = session
        self._chooser = chooser
        self._thinking: Stepper | None = None
        self._about: Entry | None = None
        self._fruitless = 0
        self.played: Move | None = None

    def step(self, budget: int) -> bool:
        """Look at `budget` positions, play a move once it is found, and say whether all is done.

        IllegalMove if the chooser gives one.
        """
        self.played = None
        session = self._session
        if session.status != "playing" or self._fruitless == _FRUITLESS:
            return True
        # If the player made or undid a move since, the work begins anew.
        now = session.timeline.now
        if self._thinking is None or self._about is not now:
            self._thinking, self._about = self._chooser(session.rules, session.history), now
        if not self._thinking.step(budget):
            return False
        move = self._thinking.answer
        self._thinking = None
        if move is None:
            return True
        session.play(move)
        self.played = move
        self._fruitless = self._fruitless + 1 if move in (DRAW, REDEAL) else 0
        return session.status != "playing"
