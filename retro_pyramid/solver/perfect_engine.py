"""The exact solver for a game in progress: searches in slices, cached results, perfect play, and the value of a deal."""

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
    """The exact result of a position."""

    verdict: Literal["won", "lost"] | None
    """Whether the goal can be reached; None if the search stopped at its node limit first."""
    line: tuple[Move, ...] = ()
    """The best line of play: in a pair game it leads to the goal, in odm to `best_points`."""
    best: int | None = None
    """The most points that the rest of an odm game can add; None in other games."""


def find(rules: Rules, state: State, goal: str = "won", most: int | None = None) -> Thought[Answer]:
    """Search a position until its result is known, or until `max_nodes` positions have been examined."""
    solver = Solver(rules, state, goal)
    node_count = 0
    answer = solver.step(SLICE)
    while answer is None and not solver.gave_up and (most is None or node_count < most):
        node_count += SLICE
        yield SLICE
        answer = solver.step(SLICE)
    result: Literal["won", "lost"] | None = "won" if answer == "won" else "lost" if answer else None
    return Answer(result, tuple(solver.line()), solver.gain)


class Oracle:
    """A move policy that knows all cards. It plays the next move of a best line, or a heuristic move if the game is lost.

    It searches under `solver_rules(rules)`. Results are cached for the game, and a search that is running is not started
    again, so that the hint and the win indicator can share one engine.

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
        self._cache: dict[tuple[str, State], Answer] = {}
        self._query: tuple[str, State] | None = None
        self._task: Thinking[Answer] | None = None

    def forget(self) -> None:
        """Forget all results, and the running search."""
        self._cache.clear()
        self._query = self._task = None

    def known(self, state: State) -> Answer | None:
        """Return the result for the goal 'won' from a position, or None if it is not known yet."""
        return self._cache.get(("won", state))

    def ask(self, rules: Rules, history: Sequence[Entry], goal: str = "won") -> Thinking[Answer]:
        """Return the task that searches the last position of a history: the same object if it is running already."""
        rules = judged(rules)
        if rules != self._rules:
            self.forget()
            self._rules = rules
        query = (goal, history[-1].state)
        if self._task is None or self._query != query:
            self._query = query
            self._task = Thinking(self._search(rules, history, goal))
        return self._task

    def __call__(self, rules: Rules, history: Sequence[Entry]) -> Thinking[Move]:
        return Thinking(self._find_move(rules, history))

    def _search(self, rules: Rules, history: Sequence[Entry], goal: str) -> Thought[Answer]:
        state = history[-1].state
        result = self._cache.get((goal, state)) or self._infer(rules, history, goal)
        if result is None:
            result = yield from find(rules, state, goal)
        assert result is not None
        self._cache[goal, state] = result
        return result

    def _infer(self, rules: Rules, history: Sequence[Entry], goal: str) -> Answer | None:
        """Return the result that follows from the previous position: the rest of its line, or that lost stays lost."""
        before = self._cache.get((goal, history[-2].state)) if len(history) > 1 else None
        if before is None:
            return None
        if before.line and play(rules, history[-2].state, before.line[0]) == history[-1].state:
            return Answer(before.verdict, before.line[1:])
        return before if before.verdict == "lost" and not before.line else None

    def _find_move(self, rules: Rules, history: Sequence[Entry]) -> Thought[Move]:
        state = history[-1].state
        goals = ("won",) if rules.won is pyramid_empty or not state.pyramid else ("won", "cleared")
        for goal in goals:
            task = self.ask(rules, history, goal)
            while not task.step(SLICE):
                yield SLICE
            if task.answer and task.answer.line:
                return task.answer.line[0]
        return (yield from choose(rules, view_of(rules, state)))


Verdict = Literal["winnable", "only clearable", "neither", "not known"]


class Worth(NamedTuple):
    """The best that a deal allows."""

    verdict: Verdict
    """Whether the deal can be won, or its pyramid at least be cleared."""
    best: int | None
    """The exact best score in odm; None in other games, or if not known."""
    moves: list[Move]
    """A line of play that proves the value."""


def weigh(rules: Rules, state: State) -> Thought[Worth]:
    """Find the best that the game from a position on allows. `rules` must come from `solver_rules(rules)`.

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
    is_known = won.verdict is not None and cleared.verdict is not None
    return Worth("only clearable" if is_known else "not known", None, list(cleared.line))
