"""Analysis of a finished game: the exact result of each position, and the move that lost the game or cost the most."""

from collections.abc import Sequence
from itertools import pairwise
from typing import NamedTuple

from retro_pyramid.rules import Rules, solver_rules
from retro_pyramid.rules.transcript import HistoryEntry
from retro_pyramid.solver.exact import SLICE_NODES
from retro_pyramid.solver.incremental_task import Work
from retro_pyramid.solver.perfect_engine import SearchResult, search_position

NODE_BUDGET = 300_000
"""The number of nodes spent on one game. Results that are not known by then stay unknown."""


class GameAnalysis(NamedTuple):
    """The exact results of all positions of a game."""

    position_results: tuple[SearchResult, ...]
    """The result of each position, the opening first.

    In a building game `best_points` is the best final score that was still possible. Wherever the next move made the
    result worse, `moves` has a line of play whose first move would have been better; elsewhere it may be empty.
    """

    @property
    def move_costs(self) -> list[int | None]:
        """The points that each move took off the best final score; None in pair games, or if not known."""
        return [
            None
            if before.best_points is None or after.best_points is None
            else before.best_points - after.best_points
            for before, after in pairwise(self.position_results)
        ]

    @property
    def mistake_index(self) -> int | None:
        """The index of the move that lost the game, in a building game of the one that cost the most points.

        None if there is no such move, or if it is not known.
        """
        costs = self.move_costs
        if self.position_results[-1].best_points is not None:
            known_costs = [cost for cost in costs if cost is not None]
            max_cost = max(known_costs, default=0)
            return costs.index(max_cost) if max_cost and len(known_costs) == len(costs) else None
        results = [answer.result for answer in self.position_results]
        mistakes = [index for index, pair in enumerate(pairwise(results)) if pair == ("won", "lost")]
        return mistakes[0] if mistakes else None


def analyse_game(
    rules: Rules, history: Sequence[HistoryEntry], node_budget: int = NODE_BUDGET
) -> Work[GameAnalysis]:
    """Compute the result of each position of a game, under `solver_rules(rules)`.

    No move improves the result of a position. So if two positions have the same result, every position between them has
    it too, and only a few positions have to be searched.

    >>> from retro_pyramid.rules import rules_for
    >>> from retro_pyramid.rules.transcript import parse_transcript, iter_replay
    >>> from retro_pyramid.solver.incremental_task import IncrementalTask
    >>> game = parse_transcript("retro-pyramid 1\\nedition odm\\ndeal 61\\nmoves D D\\n")
    >>> task = IncrementalTask(analyse_game(rules_for("odm"), list(iter_replay(game))))
    >>> while not task.run_slice(1000):
    ...     pass
    >>> task.result.move_costs, task.result.mistake_index
    ([0, 40], 1)
    """
    rules = solver_rules(rules)
    remaining = node_budget
    results = [SearchResult(None)] * len(history)

    def search(index: int) -> Work[None]:
        nonlocal remaining
        state, _, score = history[index]
        work = search_position(rules, state, max_nodes=max(remaining, 0))
        while True:
            try:
                node_count = next(work)
            except StopIteration as done:
                result: SearchResult = done.value
                break
            remaining -= node_count
            yield node_count
        results[index] = (
            result
            if result.best_points is None
            else result._replace(best_points=result.best_points + (score or 0))
        )
        # Many positions are decided in less than a slice. Yield after each one, or all of them would make one long slice.
        yield SLICE_NODES
        return None

    def search_between(first: int, last: int) -> Work[None]:
        before, after = results[first], results[last]
        if before.result is not None and (before.result, before.best_points) == (
            after.result,
            after.best_points,
        ):
            results[first + 1 : last] = [after._replace(moves=())] * (last - first - 1)
        elif last - first > 1:
            middle = (first + last) // 2
            yield from search(middle)
            yield from search_between(first, middle)
            yield from search_between(middle, last)
        return None

    yield from search(len(history) - 1)
    yield from search(0)
    yield from search_between(0, len(history) - 1)
    return GameAnalysis(tuple(results))
