"""The sub-command `odds`: the proportion of deals that can be won. PYRAMID.ODD stores the count, so it can be resumed."""

from __future__ import annotations

import argparse
import math
from functools import partial

from retro_pyramid import storage
from retro_pyramid.cards import MAX_DEAL_NUMBER, deal
from retro_pyramid.commands.arguments import EXIT_INTERRUPTED, parse_game_options, parse_whole_number
from retro_pyramid.commands.parallel import WorkerDiedError, parallel_map
from retro_pyramid.commands.report import CommandReport, ProgressBar
from retro_pyramid.commands.solve import (
    SolveRequest,
    build_solve_request,
    compute_difficulty,
    parse_job_count,
)
from retro_pyramid.formats.native.statistics_text import OddsCount
from retro_pyramid.rules import assumed_options, initial_state, rules_for
from retro_pyramid.solver.difficulty import DIFFICULTIES
from retro_pyramid.solver.exact import solve_position
from retro_pyramid.storage.statistics_file import OddsFile
from retro_pyramid.storage.value_file import Notifications

DEALS_PER_TASK = 5
"""Number of deals that a worker process solves, and that are counted, per task."""
_NORMAL_QUANTILE = 1.96
"""97.5 % quantile of the normal distribution."""
DifficultyRow = dict[str, object]
"""A deal number with its difficulty (None if it has none) and the win rate that the difficulty is derived from."""


def run_odds(arguments: argparse.Namespace) -> CommandReport:
    """Report the proportion of deals 1 to N that can be won, with its 95 % confidence interval.

    The exit code is 130 if the count was interrupted. With `--grade` the difficulty of each deal is computed too; then the
    count starts from 0 and is not stored.
    """
    deals = parse_whole_number("deals", arguments.deals, MAX_DEAL_NUMBER)
    jobs = parse_job_count(arguments)
    options = parse_game_options(arguments)
    request = build_solve_request(
        rules_for(arguments.edition, options), options, arguments.goal, wants_difficulty=arguments.grade
    )
    # The key of the count in PYRAMID.ODD.
    tag, notices = f"{request.rules.id} goal={request.goal}", Notifications()
    file = OddsFile(storage.open_store(arguments.data), notices)
    count, difficulty_rows, stderr_lines = _count_deals(request, tag, deals, jobs, file)
    decided = count.counted - count.undecided
    low, high = compute_wilson_interval(count.solvable, decided)
    win_rate = count.solvable / decided if decided else None
    lines = [
        f"{tag}: {count.solvable} of {count.counted} deals"
        + (f", {count.undecided} not known" if count.undecided else "")
    ]
    if assumed := assumed_options(request.rules):
        lines.append(f"judged with {assumed}")
    if win_rate is not None:
        lines.append(f"{win_rate:.2%}, 95 % interval {low:.2%} to {high:.2%}")
    data: dict[str, object] = {
        "edition": request.rules.edition,
        "options": request.rules.options,
        "goal": request.goal,
        "deals": count.counted,
        "yes": count.solvable,
        "unknown": count.undecided,
        "share": win_rate,
        "low": low,
        "high": high,
    }
    if request.wants_difficulty:
        grades = [row["grade"] for row in difficulty_rows]
        counts = {grade: grades.count(grade) for grade in DIFFICULTIES}
        lines.append(", ".join(f"{number} {grade}" for grade, number in counts.items()))
        data |= {"grades": counts, "graded": difficulty_rows}
    return CommandReport(
        lines, data, [*stderr_lines, *notices.lines], 0 if count.counted == deals else EXIT_INTERRUPTED
    )


def compute_wilson_interval(successes: int, trials: int) -> tuple[float, float]:
    """Return the 95 % Wilson confidence interval of a proportion of `successes` in `trials`.

    >>> [round(end, 3) for end in compute_wilson_interval(67, 100)]
    [0.573, 0.754]
    """
    if not trials:
        return 0.0, 1.0
    proportion, quantile_squared = successes / trials, _NORMAL_QUANTILE**2
    centre = proportion + quantile_squared / (2 * trials)
    half_width = _NORMAL_QUANTILE * math.sqrt(
        proportion * (1 - proportion) / trials + quantile_squared / (4 * trials**2)
    )
    low, high = ((centre + sign * half_width) / (1 + quantile_squared / trials) for sign in (-1, 1))
    return max(0.0, low), min(1.0, high)


def _count_deals(
    request: SolveRequest, tag: str, deals: int, jobs: int, file: OddsFile
) -> tuple[OddsCount, list[DifficultyRow], list[str]]:
    """Resume the count from the file and store each step there.

    Return the count, the difficulties if requested, and lines for stderr that say why the count ended early. If the file has
    counted more than `deals`, or if difficulties are requested, the file is not changed and the count starts from 0.
    """
    count = file.read_count(tag)
    is_recorded = count.counted <= deals and not request.wants_difficulty
    if not is_recorded:
        count = OddsCount()
    progress = ProgressBar(deals)
    first_deals = range(count.counted + 1, deals + 1, DEALS_PER_TASK)
    note, stderr_lines = "", []
    difficulty_rows: list[DifficultyRow] = []
    try:
        for results, new_rows in parallel_map(partial(_answer_deals, request, deals), first_deals, jobs):
            difficulty_rows += new_rows
            undecided = count.undecided + results.count(None)
            count = OddsCount(count.counted + len(results), count.solvable + results.count(True), undecided)
            if is_recorded:
                file.advance_count(tag, count)
            progress.draw(count.counted, f"  {count.solvable} can be won")
    except KeyboardInterrupt:
        note = "stopped" if request.wants_difficulty else "stopped: the same command goes on from here"
    except WorkerDiedError as error:
        stderr_lines = [
            str(error) if request.wants_difficulty else f"{error}: the same command goes on from here"
        ]
    progress.finish(note)
    return count, difficulty_rows, stderr_lines


def _answer_deals(
    request: SolveRequest, deals: int, first: int
) -> tuple[list[bool | None], list[DifficultyRow]]:
    """Solve the deals of one task.

    Return for each whether it can be won (None: not known), and its difficulty if requested.
    """
    rules = request.rules
    results: list[bool | None] = []
    difficulty_rows: list[DifficultyRow] = []
    for deal_number in range(first, min(first + DEALS_PER_TASK, deals + 1)):
        state = initial_state(rules, deal(deal_number))
        result = solve_position(rules, state, request.goal)
        results.append(result.winnable if request.goal == "won" else result.cleared)
        if request.wants_difficulty:
            difficulty_rows.append({"deal": deal_number, **compute_difficulty(rules, state, result.winnable)})
    return results, difficulty_rows
