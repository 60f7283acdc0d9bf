"""The exact solver for a game in progress: searches in slices, cached results, perfect play, and the value of a deal."""

from collections.abc import Sequence
from typing import Literal, NamedTuple

from retro_pyramid.rules import Move, Rules, State, apply_move, solver_rules
from retro_pyramid.rules.state import is_pyramid_cleared
from retro_pyramid.rules.transcript import HistoryEntry
from retro_pyramid.solver.exact import SLICE_NODES, Solver
from retro_pyramid.solver.heuristic import find_best_move
from retro_pyramid.solver.incremental_task import IncrementalTask, Work
from retro_pyramid.solver.observation import observe


class SearchResult(NamedTuple):
    """The exact result of a position."""

    result: Literal["won", "lost"] | None
    """Whether the goal can be reached; None if the search stopped at its node limit first."""
    moves: tuple[Move, ...] = ()
    """The best line of play: in a pair game it leads to the goal, in odm to `best_points`."""
    best_points: int | None = None
    """The most points that the rest of an odm game can add; None in other games."""


def search_position(
    rules: Rules, state: State, goal: str = "won", max_nodes: int | None = None
) -> Work[SearchResult]:
    """Search a position until its result is known, or until `max_nodes` positions have been examined."""
    solver = Solver(rules, state, goal)
    node_count = 0
    answer = solver.run_slice(SLICE_NODES)
    while answer is None and not solver.has_given_up and (max_nodes is None or node_count < max_nodes):
        node_count += SLICE_NODES
        yield SLICE_NODES
        answer = solver.run_slice(SLICE_NODES)
    result: Literal["won", "lost"] | None = "won" if answer == "won" else "lost" if answer else None
    return SearchResult(result, tuple(solver.get_solution()), solver.best_gain)


class PerfectEngine:
    """A move policy that knows all cards. It plays the next move of a best line, or a heuristic move if the game is lost.

    It searches under `solver_rules(rules)`. Results are cached for the game, and a search that is running is not started
    again, so that the hint and the win indicator can share one engine.

    >>> from retro_pyramid.cards import deal
    >>> from retro_pyramid.rules import rules_for
    >>> from retro_pyramid.rules.transcript import initial_entry
    >>> rules, engine = rules_for("em"), PerfectEngine()
    >>> task = engine.get_search_task(rules, [initial_entry(rules, deal(2))])
    >>> while not task.run_slice(SLICE_NODES):
    ...     pass
    >>> task.result.result, str(task.result.moves[0])
    ('won', '71')
    """

    def __init__(self) -> None:
        self._rules: Rules | None = None
        self._cache: dict[tuple[str, State], SearchResult] = {}
        self._query: tuple[str, State] | None = None
        self._task: IncrementalTask[SearchResult] | None = None

    def clear_cache(self) -> None:
        """Forget all results, and the running search."""
        self._cache.clear()
        self._query = self._task = None

    def get_cached_result(self, state: State) -> SearchResult | None:
        """Return the result for the goal 'won' from a position, or None if it is not known yet."""
        return self._cache.get(("won", state))

    def get_search_task(
        self, rules: Rules, history: Sequence[HistoryEntry], goal: str = "won"
    ) -> IncrementalTask[SearchResult]:
        """Return the task that searches the last position of a history: the same object if it is running already."""
        rules = solver_rules(rules)
        if rules != self._rules:
            self.clear_cache()
            self._rules = rules
        query = (goal, history[-1].state)
        if self._task is None or self._query != query:
            self._query = query
            self._task = IncrementalTask(self._search(rules, history, goal))
        return self._task

    def __call__(self, rules: Rules, history: Sequence[HistoryEntry]) -> IncrementalTask[Move]:
        return IncrementalTask(self._find_move(rules, history))

    def _search(self, rules: Rules, history: Sequence[HistoryEntry], goal: str) -> Work[SearchResult]:
        state = history[-1].state
        result = self._cache.get((goal, state)) or self._infer(rules, history, goal)
        if result is None:
            result = yield from search_position(rules, state, goal)
        assert result is not None
        self._cache[goal, state] = result
        return result

    def _infer(self, rules: Rules, history: Sequence[HistoryEntry], goal: str) -> SearchResult | None:
        """Return the result that follows from the previous position: the rest of its line, or that lost stays lost."""
        before = self._cache.get((goal, history[-2].state)) if len(history) > 1 else None
        if before is None:
            return None
        if before.moves and apply_move(rules, history[-2].state, before.moves[0]) == history[-1].state:
            return SearchResult(before.result, before.moves[1:])
        return before if before.result == "lost" and not before.moves else None

    def _find_move(self, rules: Rules, history: Sequence[HistoryEntry]) -> Work[Move]:
        state = history[-1].state
        goals = ("won",) if rules.is_won is is_pyramid_cleared or not state.pyramid else ("won", "cleared")
        for goal in goals:
            task = self.get_search_task(rules, history, goal)
            while not task.run_slice(SLICE_NODES):
                yield SLICE_NODES
            if task.result and task.result.moves:
                return task.result.moves[0]
        return (yield from find_best_move(rules, observe(rules, state)))


Winnability = Literal["winnable", "only clearable", "neither", "not known"]


class DealValue(NamedTuple):
    """The best that a deal allows."""

    winnability: Winnability
    """Whether the deal can be won, or its pyramid at least be cleared."""
    best_score: int | None
    """The exact best score in odm; None in other games, or if not known."""
    moves: list[Move]
    """A line of play that proves the value."""


def evaluate_deal(rules: Rules, state: State) -> Work[DealValue]:
    """Find the best that the game from a position on allows. `rules` must come from `solver_rules(rules)`.

    >>> from retro_pyramid.cards import deal
    >>> from retro_pyramid.rules import rules_for, initial_state
    >>> rules = rules_for("odm")
    >>> task = IncrementalTask(evaluate_deal(rules, initial_state(rules, deal(61))))
    >>> task.run_slice(10_000), task.result[:2]
    (True, ('neither', 735))
    """
    won = yield from search_position(rules, state)
    assert won is not None
    if won.result == "won" or won.best_points is not None:
        return DealValue("winnable" if won.result == "won" else "neither", won.best_points, list(won.moves))
    if rules.is_won is is_pyramid_cleared:
        return DealValue("not known" if won.result is None else "neither", None, [])
    cleared = yield from search_position(rules, state, "cleared")
    assert cleared is not None
    if cleared.result == "lost":
        return DealValue("neither", None, [])
    is_known = won.result is not None and cleared.result is not None
    return DealValue("only clearable" if is_known else "not known", None, list(cleared.moves))
