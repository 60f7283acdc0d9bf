"""The study `solver`: times of the exact solver over 200 fixed deals, beside its goals, in processor time.

Everything is done three times, a round after the other, and of each deal and each slice the least counts: the work is
the same every time, and what else a machine has to do only adds to it. A line below tells what the first round alone
comes to. The reference to beat is a compiled A* solver in Lisp that takes 206 ms in the median, 4.2 s at p95, for least
steps.
"""

import subprocess
import sys
from collections.abc import Callable, Sequence
from functools import partial
from tempfile import TemporaryDirectory
from time import process_time
from typing import Any

from retro_pyramid.cards import deal
from retro_pyramid.deals.deal_search import MAX_NODES_PER_TICK as MOST_A_TICK
from retro_pyramid.rules import Rules, initial_state, rules_for, solver_rules
from retro_pyramid.rules.editions import ALL_RULES
from retro_pyramid.solver.difficulty import DIFFICULTIES, MAX_NODES_PER_DEAL, rate_deal
from retro_pyramid.solver.exact import SLICE_NODES, Solver, solve_position
from retro_pyramid.solver.incremental_task import IncrementalTask
from retro_pyramid.solver.search.bound import get_lanes
from retro_pyramid.solver.search.shapes import (
    find_reachable_shapes,
    get_exposed_slots_by_mask,
    get_shape_table,
    get_transitions_by_slot_pair,
)
from retro_pyramid.table.analysis import NODES_PER_TICK
from tests.bench_lines import a_users, p95

FIRST, DEALS = 1, 200
ROUNDS = 3
SEARCHES = ("exact", "search.building", "search.winning", "search.shortest")
MODULES = ", ".join(f"retro_pyramid.solver.{name}" for name in SEARCHES)
IMPORT = f"import time; t = time.process_time(); import {MODULES}; print(time.process_time() - t)"
Goals = tuple[float, ...]
"""Milliseconds that median, p95 and maximum may take; none where the issue names none."""
Round = tuple[list[float], str]
"""The seconds of a round, and what there is to say of them."""
Study = tuple[str, Goals, Callable[[], Round]]


def figures(times: list[float]) -> list[float]:
    """Return median, p95 and maximum in milliseconds."""
    return [1e3 * value for value in (sorted(times)[len(times) // 2], p95(times), max(times))]


def cells(found: list[float]) -> str:
    """Return figures as the table has them."""
    return "  ".join(f"{value:8.2f}" for value in found)


def report(name: str, goals: Goals, rounds: list[Round]) -> int:
    """Print the figures of the least of all rounds, and of the first alone; return 1 if a goal is missed."""
    found = figures([min(times) for times in zip(*[times for times, _ in rounds], strict=True)])
    kept = all(value <= goal for value, goal in zip(found, goals, strict=False))
    wanted = " / ".join(f"{goal:g}" for goal in goals)
    verdict = "" if not goals else f"  <= {wanted} ms  {'ok' if kept else 'MISSED'}"
    print(f"{name:28} {cells(found)}{verdict}  {rounds[0][1]}")
    print(f"{'  the first round alone':28} {cells(figures(rounds[0][0]))}", flush=True)
    return 0 if kept else 1


def imports() -> Round:
    """Time the import of the solver, compiled, each in a process of its own."""
    run = [sys.executable, "-c", IMPORT]
    with TemporaryDirectory() as compiled:
        starts = [
            subprocess.run(run, capture_output=True, check=True, env=a_users(compiled)) for _ in range(6)
        ]
    # The first keeps the compiled modules.
    return [float(start.stdout) for start in starts[1:]], "5 times"


def whole(rules: Rules, goal: str, shortest: bool, yes: str) -> Round:
    """Time one kind of question on all deals."""
    times, answers = [], []
    for number in range(FIRST, FIRST + DEALS):
        state = initial_state(rules, deal(number))
        begun = process_time()
        result = solve_position(rules, state, goal, shortest)
        times.append(process_time() - begun)
        answers.append(getattr(result, yes))
    return times, f"yes {answers.count(True)}, no {answers.count(False)}, unknown {answers.count(None)}"


def slices(rules: Rules, shortest: bool) -> Round:
    """Time the single slices of the stepper, from those on that make the tables all games share."""
    for table in (
        get_exposed_slots_by_mask,
        get_shape_table,
        get_transitions_by_slot_pair,
        find_reachable_shapes,
        get_lanes,
    ):
        table.cache_clear()
    return _slices(
        lambda number: Solver(rules, initial_state(rules, deal(number)), "cleared", shortest), SLICE_NODES
    )


def grade_slices(rules: Rules) -> Round:
    """Time the single slices of a grade as F6 asks for it: the plays, and the exact answer to its end."""
    return _slices(
        lambda number: IncrementalTask(rate_deal(rules, initial_state(rules, deal(number)))), MOST_A_TICK
    )


def _slices(begin: Callable[[int], Solver | IncrementalTask[Any]], budget: int) -> Round:
    times = []
    for number in range(FIRST, FIRST + 40):
        work, done = begin(number), False
        while not done:
            begun = process_time()
            done = work.run_slice(budget) not in (None, False)
            times.append(process_time() - begun)
    return times, f"{len(times)} slices"


def grades(rules: Rules, deals: int = DEALS) -> Round:
    """Time the grade of each deal: the plays, and the exact answer where none is won."""
    times, found = [], []
    for number in range(FIRST, FIRST + deals):
        state = initial_state(rules, deal(number))
        begun = process_time()
        thinking = IncrementalTask(rate_deal(rules, state, MAX_NODES_PER_DEAL))
        while not thinking.run_slice(NODES_PER_TICK):
            pass
        times.append(process_time() - begun)
        found.append(thinking.result.difficulty if thinking.result else None)
    return times, ", ".join(f"{grade} {found.count(grade)}" for grade in DIFFICULTIES)


def name_of(rules: Rules) -> str:
    """Return a rule set in a word or two."""
    return " ".join([rules.edition, *rules.options.values()])


def studies() -> list[Study]:
    """Return all studies, in the order of the table."""
    em, odm = rules_for("em"), rules_for("odm")
    draw1, draw3 = (rules_for("windows", {"variation": name}) for name in ("draw1", "draw3"))
    tilldawn, relaxed = rules_for("tilldawn", {"auto_match": "on"}), rules_for("relaxed", {"passes": "2"})
    short = (4, 4, 4)
    graded = [rules for rules in ALL_RULES if rules == solver_rules(rules)]
    return [
        ("import", (40,), imports),
        ("slice of odm", short, partial(slices, odm, False)),
        ("slice of em", short, partial(slices, em, False)),
        ("slice of em shortest", short, partial(slices, em, True)),
        ("slice of windows", short, partial(slices, draw3, False)),
        ("slice of relaxed", short, partial(slices, relaxed, False)),
        ("odm best score, clearable", (25, 40), partial(whole, odm, "won", False, "cleared")),
        ("three passes, cleared", (2, 10, 1000), partial(whole, em, "cleared", False, "cleared")),
        ("three passes, won", (4, 20, 2000), partial(whole, em, "won", False, "winnable")),
        ("three passes, least steps", (30, 250, 1500), partial(whole, em, "cleared", True, "cleared")),
        ("tilldawn on, won", (), partial(whole, tilldawn, "won", False, "winnable")),
        ("windows draw1, won", (), partial(whole, draw1, "won", False, "winnable")),
        ("windows draw3, won", (), partial(whole, draw3, "won", False, "winnable")),
        ("relaxed 2, won", (), partial(whole, relaxed, "won", False, "winnable")),
        *[(f"grade, {name_of(rules)}", (300, 300, 300), partial(grades, rules)) for rules in graded],
        *[(f"slice of a grade, {name_of(rules)}", short, partial(grade_slices, rules)) for rules in graded],
    ]


def main(arguments: Sequence[str] = ()) -> int:
    """Print all figures; 1 if a goal is missed."""
    todo = studies()
    rounds = [[run() for _, _, run in todo] for _ in range(ROUNDS)]
    print(f"{'milliseconds':28} {'median':>8}  {'p95':>8}  {'max':>8}")
    missed = [
        report(name, goals, list(found))
        for (name, goals, _), found in zip(todo, zip(*rounds, strict=True), strict=True)
    ]
    return 1 if any(missed) else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
