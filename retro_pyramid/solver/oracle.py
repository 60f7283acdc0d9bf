"""The oracle: what the exact solver knows about the positions of a game, found in slices and remembered."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal, NamedTuple

from retro_pyramid.rules import Move, Rules, State, judged, play
from retro_pyramid.rules.state import pyramid_empty
from retro_pyramid.solver.exact import SLICE, Solver
from retro_pyramid.solver.fair import Seen, choose
from retro_pyramid.solver.thinking import Thinking, Thought
from retro_pyramid.solver.view import view_of


class Answer(NamedTuple):
    """What is known about a position: the verdict, None where it is beyond the limit, and the best line of play.

    `line` proves a win; in a building game it leads to `best`, what the rest of the game adds to the score at best.
    """

    verdict: Literal["won", "lost"] | None
    line: tuple[Move, ...] = ()
    best: int | None = None


def find(rules: Rules, state: State, goal: str = "won", most: int | None = None) -> Thought[Answer]:
    """Think about a position until it is known, or until `most` positions were looked at."""
    solver = Solver(rules, state, goal)
    looked = 0
    verdict = solver.step(SLICE)
    while verdict is None and not solver.gave_up and (most is None or looked < most):
        looked += SLICE
        yield SLICE
        verdict = solver.step(SLICE)
    known: Literal["won", "lost"] | None = "won" if verdict == "won" else "lost" if verdict else None
    if solver.best is not None:
        return Answer(known, tuple(solver.best.line()), solver.best.gain)
    return Answer(known, tuple(solver.line()) if known == "won" else ())


class Oracle:
    """A chooser that knows all cards: the next move of a line to the best there is, or a fair one where it is lost.

    It answers under the rules by which the deal is judged. What it found along a game it remembers, and a question
    asked twice is thought about once, so that a hint and a lamp can share one.

    >>> from retro_pyramid.cards import deal
    >>> from retro_pyramid.rules import rules_for
    >>> from retro_pyramid.rules.transcript import opening_entry
    >>> rules, oracle = rules_for("em"), Oracle()
    >>> thinking = oracle.ask(rules, [opening_entry(rules, deal(2))])
    >>> while not thinking.step(SLICE):
    ...     pass
    >>> thinking.answer.verdict, str(thinking.answer.line[0])
    ('won', '71')
    """

    def __init__(self) -> None:
        self._rules: Rules | None = None
        self._known: dict[tuple[str, State], Answer] = {}
        self._asked: tuple[str, State] | None = None
        self._thinking: Thinking[Answer] | None = None

    def forget(self) -> None:
        """Forget everything, for a new game."""
        self._known.clear()
        self._asked = self._thinking = None

    def known(self, state: State) -> Answer | None:
        """Return what is known about winning from a position, None while nothing is."""
        return self._known.get(("won", state))

    def ask(self, rules: Rules, history: Sequence[Seen], goal: str = "won") -> Thinking[Answer]:
        """Return the thinking about the last position of a history: the one that goes on already, if it is the same."""
        rules = judged(rules)
        if rules != self._rules:
            self.forget()
            self._rules = rules
        asked = (goal, history[-1].state)
        if self._thinking is None or self._asked != asked:
            self._asked = asked
            self._thinking = Thinking(self._answer(rules, history, goal))
        return self._thinking

    def __call__(self, rules: Rules, history: Sequence[Seen]) -> Thinking[Move]:
        """Return the thinking about a move for the last position of a history."""
        return Thinking(self._move(rules, history))

    def _answer(self, rules: Rules, history: Sequence[Seen], goal: str) -> Thought[Answer]:
        state = history[-1].state
        answer = self._known.get((goal, state)) or self._following(rules, history, goal)
        if answer is None:
            answer = yield from find(rules, state, goal)
        assert answer is not None
        self._known[goal, state] = answer
        return answer

    def _following(self, rules: Rules, history: Sequence[Seen], goal: str) -> Answer | None:
        """Return what the position before tells about the last one: its line goes on, and what is lost stays lost."""
        before = self._known.get((goal, history[-2].state)) if len(history) > 1 else None
        if before is None:
            return None
        if before.line and play(rules, history[-2].state, before.line[0]) == history[-1].state:
            return Answer(before.verdict, before.line[1:])
        return before if before.verdict == "lost" and not before.line else None

    def _move(self, rules: Rules, history: Sequence[Seen]) -> Thought[Move]:
        state = history[-1].state
        goals = ("won",) if rules.won is pyramid_empty or not state.pyramid else ("won", "cleared")
        for goal in goals:
            thinking = self.ask(rules, history, goal)
            while not thinking.step(SLICE):
                yield SLICE
            if thinking.answer and thinking.answer.line:
                return thinking.answer.line[0]
        return choose(rules, view_of(rules, state))
