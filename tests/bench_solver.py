"""The study `solver`: times of the exact solver over 200 fixed deals, beside its goals, in processor time.

Everything is done three times in turns, and of each deal and each slice the least counts: the work is the same every
time, and what else a machine has to do only adds to it. The rows below show what that comes to.
The reference to beat is a compiled A* solver in Lisp that takes 206 ms in the median, 4.2 s at p95, for least steps.
"""

import subprocess
import sys
from collections.abc import Callable, Sequence
from time import process_time

from retro_pyramid.cards import deal
from retro_pyramid.rules import Rules, rules_for, start
from retro_pyramid.solver.costs import lanes_for
from retro_pyramid.solver.deals import Result, solve_deal
from retro_pyramid.solver.shapes import both_open, shapes, within
from retro_pyramid.solver.stepper import SLICE, Solver

FIRST, DEALS = 1, 200
ROUNDS = 3
MODULES = ", ".join(f"retro_pyramid.solver.{name}" for name in ("deals", "building", "winning", "shortest"))
IMPORT = f"import time; t = time.process_time(); import {MODULES}; print(1e3 * (time.process_time() - t))"
Goals = tuple[float, ...]
"""Milliseconds that median, p95 and maximum may take; none where the issue names none."""


def report(name: str, rounds: list[list[float]], goals: Goals, note: str) -> int:
    """Print the figures of the least of all rounds, and of the first alone; return 1 if a goal is missed."""
    found = figures([min(times) for times in zip(*rounds, strict=True)])
    kept = all(value <= goal for value, goal in zip(found, goals, strict=False))
    wanted = " / ".join(f"{goal:g}" for goal in goals)
    verdict = "" if not goals else f"  <= {wanted} ms  {'ok' if kept else 'MISSED'}"
    print(f"{name:28} {cells(found)}{verdict}  {note}")
    if len(rounds) > 1:
        print(f"{'  the first round alone':28} {cells(figures(rounds[0]))}", flush=True)
    return 0 if kept else 1


def figures(times: list[float]) -> list[float]:
    """Return median, p95 and maximum in milliseconds."""
    times = sorted(times)
    return [1e3 * value for value in (times[len(times) // 2], times[int(0.95 * len(times))], times[-1])]


def cells(found: list[float]) -> str:
    """Return figures as the table has them."""
    return "  ".join(f"{value:8.2f}" for value in found)


def timed(
    rules: Rules, name: str, goal: str, shortest: bool, goals: Goals, yes: Callable[[Result], bool | None]
) -> int:
    """Time one kind of question on all deals."""
    rounds: list[list[float]] = [[] for _ in range(ROUNDS)]
    answers: list[bool | None] = []
    for times in rounds:
        answers.clear()
        for number in range(FIRST, FIRST + DEALS):
            state = start(rules, deal(number))
            begun = process_time()
            result = solve_deal(rules, state, goal, shortest)
            times.append(process_time() - begun)
            answers.append(yes(result))
    note = f"yes {answers.count(True)}, no {answers.count(False)}, unknown {answers.count(None)}"
    return report(name, rounds, goals, note)


def slices(rules: Rules, shortest: bool) -> int:
    """Time the single slices of the stepper."""
    rounds: list[list[float]] = [[] for _ in range(ROUNDS)]
    for times in rounds:
        # In each round the first slices make the tables that all games share.
        for table in (shapes, both_open, within, lanes_for):
            table.cache_clear()
        for number in range(FIRST, FIRST + 40):
            solver = Solver(rules, start(rules, deal(number)), "cleared", shortest)
            verdict = None
            while verdict is None:
                begun = process_time()
                verdict = solver.step(SLICE)
                times.append(process_time() - begun)
    name = f"slice of {rules.edition}{' shortest' if shortest else ''}"
    return report(name, rounds, (4, 4, 4), f"{len(rounds[0])} slices")


def main(arguments: Sequence[str] = ()) -> int:
    """Print all figures; 1 if a goal is missed."""
    run = [sys.executable, "-c", IMPORT]
    imports = [float(subprocess.run(run, capture_output=True, check=True).stdout) / 1e3 for _ in range(5)]
    print(f"{'milliseconds':28} {'median':>8}  {'p95':>8}  {'max':>8}")
    missed = report("import", [imports], (40,), "5 times")
    em, odm = rules_for("em"), rules_for("odm")
    solve_deal(em, start(em, deal(2)), "cleared")
    missed += slices(odm, False) + slices(em, False) + slices(em, True)
    missed += slices(rules_for("windows", {"variation": "draw3"}), False)
    missed += slices(rules_for("relaxed", {"passes": "2"}), False)
    missed += timed(odm, "odm best score, clearable", "won", False, (25, 40), lambda result: result.cleared)
    missed += timed(
        em, "three passes, cleared", "cleared", False, (2, 10, 1000), lambda result: result.cleared
    )
    missed += timed(em, "three passes, won", "won", False, (4, 20, 2000), lambda result: result.winnable)
    missed += timed(
        em, "three passes, least steps", "cleared", True, (30, 250, 1500), lambda result: result.cleared
    )
    for edition, options in (
        ("tilldawn", {"auto_match": "on"}),
        ("windows", {"variation": "draw1"}),
        ("windows", {"variation": "draw3"}),
        ("relaxed", {"passes": "2"}),
    ):
        rules = rules_for(edition, options)
        name = " ".join([edition, *options.values()])
        missed += timed(rules, f"{name}, won", "won", False, (), lambda result: result.winnable)
    return 1 if missed else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
