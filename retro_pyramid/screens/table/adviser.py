"""What the exact solver tells at a table, found out a slice a tick: the lamp, and what a deal is worth."""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal

from retro_pyramid.cards import Card
from retro_pyramid.rules import Rules, State, judged, start
from retro_pyramid.session import Session
from retro_pyramid.solver.thinking import Thinking

if TYPE_CHECKING:
    from retro_pyramid.solver.oracle import Answer, Oracle
    from retro_pyramid.solver.worth import Worth

BUDGET = 240
"""Positions looked at in a tick, about 2 ms: a frame has room for them beside all else."""

Light = Literal["won", "lost", "unknown"]
"""What the lamp shows: the game can still be won, it cannot, or that is not known (yet)."""

LAMP = "shell.lamp"
DEALS = "shell.deals"


class Adviser:
    """Thinks about the game on a table while its frames go by; whatever is asked anew drops the thought before.

    `light` is what the lamp shows, None while it is off. `worth` is that of the deal, None till it is known.
    """

    def __init__(self) -> None:
        self._oracle: Oracle | None = None
        self.light: Light | None = None
        self.worth: Worth | None = None
        self._state: State | None = None
        self._asking: Thinking[Answer] | None = None
        self._deal: tuple[Rules, tuple[Card, ...]] | None = None
        self._weighing: Thinking[Worth] | None = None

    @property
    def oracle(self) -> Oracle:
        """The exact solver, loaded when it is first asked: the first frame need not wait for it."""
        if self._oracle is None:
            from retro_pyramid.solver.oracle import Oracle

            self._oracle = Oracle()
        return self._oracle

    def tick(self, session: Session, lamp: bool, worth: bool) -> None:
        """Think on: about the position if the lamp is on, about the deal if its worth is to be known."""
        rules = judged(session.rules)
        if self._deal != (rules, session.cards):
            self._deal = (rules, session.cards)
            self._state = self._asking = self._weighing = self.worth = None
            if self._oracle:
                self._oracle.forget()
        busy = self._look(session, lamp and session.status == "playing")
        if worth and self.worth is None and not busy:
            self._weigh(rules, session)

    def _look(self, session: Session, on: bool) -> bool:
        """Let the lamp follow the game; return whether it took this tick's time."""
        if not on:
            self.light = self._state = self._asking = None
            return False
        if self._state is not session.state:
            self._state = session.state
            self._asking = self.oracle.ask(session.rules, session.history)
            self.light = "unknown"
        if self._asking is None:
            return False
        if self._asking.step(BUDGET):
            answer = self._asking.answer
            self.light = (answer and answer.verdict) or "unknown"
            self._asking = None
        return True

    def _weigh(self, rules: Rules, session: Session) -> None:
        if self._weighing is None:
            from retro_pyramid.solver.worth import weigh

            self._weighing = Thinking(weigh(rules, start(rules, session.cards)))
        if self._weighing.step(BUDGET):
            self.worth = self._weighing.answer
            self._weighing = None
