"""Looking for a deal that can be won, in slices: deal numbers are tried one after another."""

from __future__ import annotations

from retro_pyramid.cards import MAX_DEAL, deal
from retro_pyramid.rules.game import start
from retro_pyramid.rules.record import Rules
from retro_pyramid.solver.oracle import find
from retro_pyramid.solver.thinking import Thinking, Thought

MOST = 3_000
"""A deal that takes more positions is passed over: most of those are lost, and an easier one is soon found."""


class Seeking:
    """Looks for the first deal that can be won without long thought, from a number upward; after the highest comes 0.

    `number` is the deal looked at, at the end the one found. A deal is to be asked about under the rules it is judged
    by, `judged(rules)`.

    >>> from retro_pyramid.rules import rules_for
    >>> seeking = Seeking(rules_for("em"), 1)
    >>> while not seeking.step(1000):
    ...     pass
    >>> seeking.number, seeking.tried
    (2, 2)
    """

    def __init__(self, rules: Rules, number: int, goal: str = "won", most: int | None = MOST) -> None:
        """Begin at a number; `most` is how many positions a deal may take, None for all that memory allows."""
        deal(number)
        self.number = number
        self.tried = 1
        self._rules = rules
        self._goal = goal
        self._most = most
        self._thinking: Thinking[int] = Thinking(self._seek())

    def step(self, budget: int) -> bool:
        """Look at so many positions and say whether a deal is found."""
        return self._thinking.step(budget)

    def _seek(self) -> Thought[int]:
        while True:
            state = start(self._rules, deal(self.number))
            answer = yield from find(self._rules, state, self._goal, self._most)
            if answer is not None and answer.verdict == "won":
                return self.number
            yield 1
            self.number = 0 if self.number == MAX_DEAL else self.number + 1
            self.tried += 1
