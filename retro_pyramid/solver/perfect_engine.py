"""The exact solver for a game in progress: answers about its positions, found in slices and remembered; a deal's worth."""

from collections.abc import Sequence
from typing import Literal, NamedTuple

from retro_pyramid.rules import Move, Rules, State, judged, play
from retro_pyramid.rules.state import pyramid_empty
from retro_pyramid.rules.transcript import Entry
from retro_pyramid.solver.exact import SLICE, Solver
from retro_pyramid.solver.heuristic import choose
from retro_pyramid.solver.incremental_task import Thinking, Thought
from retro_pyramid.solver.observation import view_of


class Answer(NamedTuple):
    """What is known about a position: the verdict (None if the limit was reached first) and the best line of play.

    In a pair game `line` leads to the win; in odm it leads to `best`, the most points the rest of the game can add.
    """

    verdict: Literal["won", "lost"] | None
    line: tuple[Move, ...] = ()
    best: int | None = None


def find(rules: Rules, state: State, goal: str = "won", most: int | None = None) -> Thought[Answer]:
    """Search until the answer about a position is known, or until `most` positions were looked at."""
    solver = Solver(rules, state, goal)
    looked = 0
    verdict = solver.step(SLICE)
    while verdict is None and not solver.gave_up and (most is None or looked < most):
        looked += SLICE
        yield SLICE
        verdict = solver.step(SLICE)
    known: Literal["won", "lost"] | None = "won" if verdict == "won" else "lost" if verdict else None
    return Answer(known, tuple(solver.line()), solver.gain)


class Oracle:
    """A chooser that knows all cards. It plays the next move of a best line, and a fair move where the game is lost.

    It answers under the rules that the deal is judged by. Answers are remembered for the game, and a question that is
    being worked on is not begun again, so that the hint and the lamp can share one oracle.

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
        self._known.clear()
        self._asked = self._thinking = None

    def known(self, state: State) -> Answer | None:
        """Return the answer about winning from a position, None if it was not found yet."""
        return self._known.get(("won", state))

    def ask(self, rules: Rules, history: Sequence[Entry], goal: str = "won") -> Thinking[Answer]:
        """Return the work on the last position of a history: the same object as before if the question is the same."""
        rules = judged(rules)
        if rules != self._rules:
            self.forget()
            self._rules = rules
        asked = (goal, history[-1].state)
        if self._thinking is None or self._asked != asked:
            self._asked = asked
            self._thinking = Thinking(self._answer(rules, history, goal))
        return self._thinking

    def __call__(self, rules: Rules, history: Sequence[Entry]) -> Thinking[Move]:
        return Thinking(self._move(rules, history))

    def _answer(self, rules: Rules, history: Sequence[Entry], goal: str) -> Thought[Answer]:
        state = history[-1].state
        answer = self._known.get((goal, state)) or self._following(rules, history, goal)
        if answer is None:
            answer = yield from find(rules, state, goal)
        assert answer is not None
        self._known[goal, state] = answer
        return answer

    def _following(self, rules: Rules, history: Sequence[Entry], goal: str) -> Answer | None:
        """Return what the answer about the position before implies: the rest of its line, or that lost stays lost."""
        before = self._known.get((goal, history[-2].state)) if len(history) > 1 else None
        if before is None:
            return None
        if before.line and play(rules, history[-2].state, before.line[0]) == history[-1].state:
            return Answer(before.verdict, before.line[1:])
        return before if before.verdict == "lost" and not before.line else None

    def _move(self, rules: Rules, history: Sequence[Entry]) -> Thought[Move]:
        state = history[-1].state
        goals = ("won",) if rules.won is pyramid_empty or not state.pyramid else ("won", "cleared")
        for goal in goals:
            thinking = self.ask(rules, history, goal)
            while not thinking.step(SLICE):
                yield SLICE
            if thinking.answer and thinking.answer.line:
                return thinking.answer.line[0]
        return (yield from choose(rules, view_of(rules, state)))


Verdict = Literal["winnable", "only clearable", "neither", "not known"]


class Worth(NamedTuple):
    """What a deal was worth at best: the verdict, odm's exact best score (None elsewhere), a line of play that proves it."""

    verdict: Verdict
    best: int | None
    moves: list[Move]


def weigh(rules: Rules, state: State) -> Thought[Worth]:
    """Find out what the game from a position on is worth at best, under the rules it is judged by: `judged(rules)`.

    >>> from retro_pyramid.cards import deal
    >>> from retro_pyramid.rules import rules_for, start
    >>> rules = rules_for("odm")
    >>> thinking = Thinking(weigh(rules, start(rules, deal(61))))
    >>> thinking.step(10_000), thinking.answer[:2]
    (True, ('neither', 735))
    """
    won = yield from find(rules, state)
    assert won is not None
    if won.verdict == "won" or won.best is not None:
        return Worth("winnable" if won.verdict == "won" else "neither", won.best, list(won.line))
    if rules.won is pyramid_empty:
        return Worth("not known" if won.verdict is None else "neither", None, [])
    cleared = yield from find(rules, state, "cleared")
    assert cleared is not None
    if cleared.verdict == "lost":
        return Worth("neither", None, [])
    known = won.verdict is not None and cleared.verdict is not None
    return Worth("only clearable" if known else "not known", None, list(cleared.line))
