"""What could still be reached before and after each move of a game, exactly: which move lost it, or cost the most."""

from collections.abc import Sequence
from itertools import pairwise
from typing import NamedTuple

from retro_pyramid.rules import Rules, judged
from retro_pyramid.rules.transcript import Entry
from retro_pyramid.solver.exact import SLICE
from retro_pyramid.solver.incremental_task import Thought
from retro_pyramid.solver.perfect_engine import Answer, find

SHARE = 300_000
"""Positions that are looked at for a game: what is not known by then stays unknown."""


class Judgement(NamedTuple):
    """What each position of a game was worth, the opening first.

    Where a building game is judged, `best` is the final score that could still be had. A line of play stands where worth
    was lost next: its first move would have been better.
    """

    worth: tuple[Answer, ...]

    @property
    def costs(self) -> list[int | None]:
        """What each move took off the best final score; None where there is none, or it is not known."""
        return [
            None if before.best is None or after.best is None else before.best - after.best
            for before, after in pairwise(self.worth)
        ]

    @property
    def lost_by(self) -> int | None:
        """The index of the move that lost the game, in a building game that cost the most; None for none or not known."""
        costs = self.costs
        if self.worth[-1].best is not None:
            known = [cost for cost in costs if cost is not None]
            most = max(known, default=0)
            return costs.index(most) if most and len(known) == len(costs) else None
        verdicts = [answer.verdict for answer in self.worth]
        lost = [at for at, pair in enumerate(pairwise(verdicts)) if pair == ("won", "lost")]
        return lost[0] if lost else None


def judge(rules: Rules, history: Sequence[Entry], share: int = SHARE) -> Thought[Judgement]:
    """Find out what each position of a game was worth, under the rules that its deal is judged by.

    No move makes a position worth more: what two positions are both worth, is worth every position between them.

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
    left = share
    worth = [Answer(None)] * len(history)

    def ask(at: int) -> Thought[None]:
        nonlocal left
        state, _, score = history[at]
        asking = find(rules, state, most=max(left, 0))
        while True:
            try:
                looked = next(asking)
            except StopIteration as done:
                answer: Answer = done.value
                break
            left -= looked
            yield looked
        worth[at] = answer if answer.best is None else answer._replace(best=answer.best + (score or 0))
        # Many positions are answered in less than a slice: one a time, or all of them would make one long slice.
        yield SLICE
        return None

    def between(first: int, last: int) -> Thought[None]:
        low, high = worth[first], worth[last]
        if low.verdict is not None and (low.verdict, low.best) == (high.verdict, high.best):
            worth[first + 1 : last] = [high._replace(line=())] * (last - first - 1)
        elif last - first > 1:
            middle = (first + last) // 2
            yield from ask(middle)
            yield from between(first, middle)
            yield from between(middle, last)
        return None

    yield from ask(len(history) - 1)
    yield from ask(0)
    yield from between(0, len(history) - 1)
    return Judgement(tuple(worth))
