"""Analysis of a finished game: the exact result of each position, and the move that lost the game or cost the most."""

from collections.abc import Sequence
from itertools import pairwise
from typing import NamedTuple

from retro_pyramid.rules import Rules, judged
from retro_pyramid.rules.transcript import Entry
from retro_pyramid.solver.exact import SLICE
from retro_pyramid.solver.incremental_task import Thought
from retro_pyramid.solver.perfect_engine import Answer, find

SHARE = 300_000
"""The number of nodes spent on one game. Results that are not known by then stay unknown."""


class Judgement(NamedTuple):
    """The exact results of all positions of a game."""

    worth: tuple[Answer, ...]
    """The result of each position, the opening first.

    In a building game `best_points` is the best final score that was still possible. Wherever the next move made the
    result worse, `moves` has a line of play whose first move would have been better; elsewhere it may be empty.
    """

    @property
    def costs(self) -> list[int | None]:
        """The points that each move took off the best final score; None in pair games, or if not known."""
        return [
            None if before.best is None or after.best is None else before.best - after.best
            for before, after in pairwise(self.worth)
        ]

    @property
    def lost_by(self) -> int | None:
        """The index of the move that lost the game, in a building game of the one that cost the most points.

        None if there is no such move, or if it is not known.
        """
        costs = self.costs
        if self.worth[-1].best is not None:
            known_costs = [cost for cost in costs if cost is not None]
            max_cost = max(known_costs, default=0)
            return costs.index(max_cost) if max_cost and len(known_costs) == len(costs) else None
        results = [answer.verdict for answer in self.worth]
        mistakes = [index for index, pair in enumerate(pairwise(results)) if pair == ("won", "lost")]
        return mistakes[0] if mistakes else None


def judge(rules: Rules, history: Sequence[Entry], share: int = SHARE) -> Thought[Judgement]:
    """Compute the result of each position of a game, under `solver_rules(rules)`.

    No move improves the result of a position. So if two positions have the same result, every position between them has
    it too, and only a few positions have to be searched.

    >>> from retro_pyramid.rules import rules_for
    >>> from retro_pyramid.rules.transcript import parse_transcript, replayed
    >>> from retro_pyramid.solver.incremental_task import Thinking
    >>> game = parse_transcript("retro-pyramid 1\\nedition odm\\ndeal 61\\nmoves D D\\n")
    >>> thinking = Thinking(judge(rules_for("odm"), list(replayed(game))))
    >>> while not thinking.step(1000):
    ...     pass
    >>> thinking.answer.costs, thinking.answer.lost_by
    ([0, 40], 1)
    """
    rules = judged(rules)
    remaining = share
    results = [Answer(None)] * len(history)

    def search(index: int) -> Thought[None]:
        nonlocal remaining
        state, _, score = history[index]
        work = find(rules, state, most=max(remaining, 0))
        while True:
            try:
                node_count = next(work)
            except StopIteration as done:
                result: Answer = done.value
                break
            remaining -= node_count
            yield node_count
        results[index] = result if result.best is None else result._replace(best=result.best + (score or 0))
        # Many positions are decided in less than a slice. Yield after each one, or all of them would make one long slice.
        yield SLICE
        return None

    def search_between(first: int, last: int) -> Thought[None]:
        before, after = results[first], results[last]
        if before.verdict is not None and (before.verdict, before.best) == (after.verdict, after.best):
            results[first + 1 : last] = [after._replace(line=())] * (last - first - 1)
        elif last - first > 1:
            middle = (first + last) // 2
            yield from search(middle)
            yield from search_between(first, middle)
            yield from search_between(middle, last)
        return None

    yield from search(len(history) - 1)
    yield from search(0)
    yield from search_between(0, len(history) - 1)
    return Judgement(tuple(results))
