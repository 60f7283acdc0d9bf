"""The search for a winnable deal, or one of a grade, in slices: deal numbers are tried one after another."""

from retro_pyramid.cards import MAX_DEAL, deal
from retro_pyramid.rules.game import start
from retro_pyramid.rules.record import Rules
from retro_pyramid.solver.exact import search_for
from retro_pyramid.solver.grade import Grade, Odds, share_won
from retro_pyramid.solver.oracle import find
from retro_pyramid.solver.thinking import Thinking, Thought

MOST = 3_000
"""Positions after which a deal is passed over: most deals that take longer are lost, and another is soon found."""


class Seeking(Thinking[int]):
    """A search for the first deal, from a number upward, that is soon found to be winnable, and of a grade if one is named.

    `number` is the deal being looked at, after the highest 0, at the end the one found (the first under rules that no
    search knows). `tried` counts the deals. `rules` are those that a deal is judged by, `judged(rules)`.

    >>> from retro_pyramid.rules import rules_for
    >>> seeking = Seeking(rules_for("em"), 1)
    >>> while not seeking.step(1000):
    ...     pass
    >>> seeking.number, seeking.tried
    (2, 2)
    """

    def __init__(
        self,
        rules: Rules,
        number: int,
        goal: str = "won",
        most: int | None = MOST,
        grade: Grade | None = None,
    ) -> None:
        """Begin at a number, CardError if it is none; look at `most` positions a deal, None: as many as memory allows."""
        deal(number)
        self.number = number
        self.tried = 1
        self._rules = rules
        self._goal = goal
        self._most = most
        self._grade = grade
        super().__init__(self._seek())

    def _seek(self) -> Thought[int]:
        while search_for(self._rules, self._goal):
            state = start(self._rules, deal(self.number))
            answer = yield from find(self._rules, state, self._goal, self._most)
            if answer is not None and answer.verdict == "won":
                share = None if self._grade is None else (yield from share_won(self._rules, state))
                if share is None or Odds(share, True).grade == self._grade:
                    return self.number
            yield 1
            self.number = 0 if self.number == MAX_DEAL else self.number + 1
            self.tried += 1
        return self.number
