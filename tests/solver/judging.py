"""Games of the fair player, judged move by move; `python -m tests.solver.judging [GAMES]` tells how long that takes.

An independent search looks at late positions: brute force over the rules alone.
"""

from __future__ import annotations

import sys
import time
from itertools import pairwise

from retro_pyramid.cards import deal
from retro_pyramid.rules import EDITIONS, Rules, judged, rules_for, status
from retro_pyramid.rules.transcript import Entry, next_entry, opening_entry
from retro_pyramid.solver.exact import SLICE
from retro_pyramid.solver.game_analysis import Judgement, judge
from retro_pyramid.solver.heuristic import choose
from retro_pyramid.solver.incremental_task import Thinking
from retro_pyramid.solver.observation import view_of
from tests.solver.asking import at_once
from tests.solver.brute import best_gain, truth


def fair_game(rules: Rules, number: int) -> list[Entry]:
    """A game of the fair player to its end."""
    history = [opening_entry(rules, deal(number))]
    while status(rules, history[-1].state) == "playing":
        move = at_once(choose(rules, view_of(rules, history[-1].state)))
        assert move is not None
        history.append(next_entry(rules, history[-1], move))
    return history


def contradictions(rules: Rules, history: list[Entry], found: Judgement, most: int) -> tuple[int, list[str]]:
    """How many positions a search of at most `most` positions could look at, and what it contradicts."""
    looked, wrong = 0, []
    for at, (entry, answer) in enumerate(zip(history, found.worth, strict=True)):
        if rules.judged_by_score:
            # What is left of the stock says how large the tree is.
            if len(entry.state.stock) > 5:
                continue
            gain, said = best_gain(rules, entry.state, {}), (answer.best or 0) - (entry.score or 0)
        else:
            known = truth(judged(rules), entry.state, most) if entry.state.pyramid.bit_count() < 16 else None
            if known is None:
                continue
            gain, said = known.winnable, answer.verdict == "won"
        looked += 1
        wrong += [f"{rules.tag} position {at}: {said}, {gain} by brute force"] if gain != said else []
    return looked, wrong


def disordered(found: Judgement, score: int | None) -> bool:
    """Whether the costs do not add up, or something became better by a move."""
    worth = found.worth
    if worth[0].best is not None:
        costs = [cost for cost in found.costs if cost is not None]
        return sum(costs) != worth[0].best - (score or 0) or min(costs) < 0 or len(costs) != len(worth) - 1
    return any(pair == ("lost", "won") for pair in pairwise(answer.verdict for answer in worth))


def main() -> None:
    games = int(sys.argv[1]) if len(sys.argv) > 1 else 1000
    print("program | median ms | 99 of 100 | longest | longest slice | lost, winnable | named | not known")
    for edition in EDITIONS:
        rules = rules_for(edition)
        times, slices, winnable, named, unknown = [], [], 0, 0, 0
        for number in range(games):
            history = fair_game(rules, number)
            thinking, longest, spent = Thinking(judge(rules, history)), 0.0, 0.0
            done = False
            while not done:
                began = time.perf_counter()
                done = thinking.step(SLICE)
                longest = max(longest, time.perf_counter() - began)
                spent += time.perf_counter() - began
            found = thinking.answer
            assert found is not None
            assert not disordered(found, history[-1].score), (edition, number)
            times.append(spent * 1000)
            slices.append(longest * 1000)
            unknown += None in [answer.verdict for answer in found.worth]
            lost = found.worth[0].verdict == "won" and found.worth[-1].verdict == "lost"
            winnable += lost
            named += lost and found.lost_by is not None
        times.sort()
        shown = [times[games // 2], times[games * 99 // 100], times[-1], max(slices)]
        print(edition, *(f"{value:.1f}" for value in shown), winnable, named, unknown, sep=" | ", flush=True)


if __name__ == "__main__":
    main()
