"""Automatic play to the end of a game, step by step."""

from __future__ import annotations

from collections.abc import Callable

from retro_pyramid.rules import DRAW, REDEAL, Move
from retro_pyramid.rules.transcript import Entry
from retro_pyramid.session.play import Chooser, Session
from retro_pyramid.solver.thinking import Thinking

# More moves without a card taken than three passes and their redeals have: then none will be taken any more.
_FRUITLESS = 100


class AutoPlay:
    """Plays a session to its end by the moves of a chooser, which is held against it; the caller steps it.

    `play` plays a move that was found; while it returns nothing true it is asked again at each step.
    """

    def __init__(
        self, session: Session, chooser: Chooser, play: Callable[[Move], object] | None = None
    ) -> None:
        session.did("auto")
        self._session = session
        self._chooser = chooser
        self._play = play or session.play
        self._thinking: Thinking[Move] | None = None
        self._about: Entry | None = None
        self._fruitless = 0

    def step(self, budget: int) -> bool:
        """Look at `budget` positions, play a move once it is found, and say whether all is done.

        IllegalMove if the chooser gives one.
        """
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
        if move is None:
            return True
        if not self._play(move):
            return False
        self._thinking = None
        self._fruitless = self._fruitless + 1 if move in (DRAW, REDEAL) else 0
        return session.status != "playing"
