"""Games of the fair player, judged move by move; `python -m tests.solver.judging [GAMES]` tells how long that takes.

An independent search looks at late positions: brute force over the rules alone.
"""

from __future__ import annotations

import sys
import time
from itertools import pairwise

from retro_pyramid.cards import deal
from retro_pyramid.rules import EDITIONS, Rules, rules_for, solver_rules, status
from retro_pyramid.rules.transcript import HistoryEntry, initial_entry, next_entry
from retro_pyramid.solver.exact import SLICE_NODES
from retro_pyramid.solver.game_analysis import GameAnalysis, analyse_game
from retro_pyramid.solver.heuristic import find_best_move
from retro_pyramid.solver.incremental_task import IncrementalTask
from retro_pyramid.solver.observation import observe
from tests.solver.asking import at_once
from tests.solver.brute import best_gain, truth


def fair_game(rules: Rules, number: int) -> list[HistoryEntry]:
    """A game of the fair player to its end."""
    history = [initial_entry(rules, deal(number))]
    while status(rules, history[-1].state) == "playing":
        move = at_once(find_best_move(rules, observe(rules, history[-1].state)))
        assert move is not None
        history.append(next_entry(rules, history[-1], move))
    return history


def contradictions(
    rules: Rules, history: list[HistoryEntry], found: GameAnalysis, most: int
) -> tuple[int, list[str]]:
    """How many positions a search of at most `most` positions could look at, and what it contradicts."""
    looked, wrong = 0, []
    for at, (entry, answer) in enumerate(zip(history, found.position_results, strict=True)):
        if rules.optimises_score:
            # What is left of the stock says how large the tree is.
            if len(entry.state.stock) > 5:
                continue
            gain, said = best_gain(rules, entry.state, {}), (answer.best_points or 0) - (entry.score or 0)
        else:
            known = (
                truth(solver_rules(rules), entry.state, most)
                if entry.state.pyramid.bit_count() < 16
                else None
            )
            if known is None:
                continue
            gain, said = known.winnable, answer.result == "won"
        looked += 1
        wrong += [f"{rules.id} position {at}: {said}, {gain} by brute force"] if gain != said else []
    return looked, wrong


def disordered(found: GameAnalysis, score: int | None) -> bool:
    """Whether the costs do not add up, or something became better by a move."""
    worth = found.position_results
    if worth[0].best_points is not None:
        costs = [cost for cost in found.move_costs if cost is not None]
        return (
            sum(costs) != worth[0].best_points - (score or 0)
            or min(costs) < 0
            or len(costs) != len(worth) - 1
        )
    return any(pair == ("lost", "won") for pair in pairwise(answer.result for answer in worth))


def main() -> None:
    games = int(sys.argv[1]) if len(sys.argv) > 1 else 1000
    print("program | median ms | 99 of 100 | longest | longest slice | lost, winnable | named | not known")
    for edition in EDITIONS:
        rules = rules_for(edition)
        times, slices, winnable, named, unknown = [], [], 0, 0, 0
        for number in range(games):
            history = fair_game(rules, number)
            thinking, longest, spent = IncrementalTask(analyse_game(rules, history)), 0.0, 0.0
            done = False
            while not done:
                began = time.perf_counter()
                done = thinking.run_slice(SLICE_NODES)
                longest = max(longest, time.perf_counter() - began)
                spent += time.perf_counter() - began
            found = thinking.result
            assert found is not None
            assert not disordered(found, history[-1].score), (edition, number)
            times.append(spent * 1000)
            slices.append(longest * 1000)
            unknown += None in [answer.result for answer in found.position_results]
            lost = found.position_results[0].result == "won" and found.position_results[-1].result == "lost"
            winnable += lost
            named += lost and found.mistake_index is not None
        times.sort()
        shown = [times[games // 2], times[games * 99 // 100], times[-1], max(slices)]
        print(edition, *(f"{value:.1f}" for value in shown), winnable, named, unknown, sep=" | ", flush=True)


if __name__ == "__main__":
    main()
