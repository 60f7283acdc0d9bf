"""The sub-command `odds`: the proportion of deals that can be won. PYRAMID.ODD stores the count, so it can be resumed."""

from __future__ import annotations

import argparse
import math
from functools import partial

from retro_pyramid import storage
from retro_pyramid.cards import MAX_DEAL, deal
from retro_pyramid.commands.arguments import STOPPED, options_of, whole_number
from retro_pyramid.commands.parallel import WorkerEnded, spread
from retro_pyramid.commands.report import Progress, Report
from retro_pyramid.commands.solve import Question, grade_of, jobs_of, question_of
from retro_pyramid.formats.native.statistics_text import Count
from retro_pyramid.rules import assumed_options, rules_for, start
from retro_pyramid.solver.difficulty import GRADES
from retro_pyramid.solver.exact import solve_deal
from retro_pyramid.storage.statistics_file import OddsFile
from retro_pyramid.storage.value_file import Notices

CHUNK = 5
"""Number of deals that a worker process solves, and that are counted, per task."""
_NORMAL_QUANTILE = 1.96
"""97.5 % quantile of the normal distribution."""
Graded = dict[str, object]
"""A deal number with its difficulty (None if it has none) and the win rate that the difficulty is derived from."""


def run_odds(arguments: argparse.Namespace) -> Report:
    """Report the proportion of deals 1 to N that can be won, with its 95 % confidence interval.

    The exit code is 130 if the count was interrupted. With `--grade` the difficulty of each deal is computed too; then the
    count starts from 0 and is not stored.
    """
    deals = whole_number("deals", arguments.deals, MAX_DEAL)
    jobs = jobs_of(arguments)
    options = options_of(arguments)
    request = question_of(
        rules_for(arguments.edition, options), options, arguments.goal, graded=arguments.grade
    )
    # The key of the count in PYRAMID.ODD.
    tag, notices = f"{request.rules.tag} goal={request.goal}", Notices()
    file = OddsFile(storage.open_store(arguments.data), notices)
    count, difficulty_rows, stderr_lines = _count_deals(request, tag, deals, jobs, file)
    decided = count.counted - count.unknown
    low, high = interval(count.yes, decided)
    win_rate = count.yes / decided if decided else None
    lines = [
        f"{tag}: {count.yes} of {count.counted} deals"
        + (f", {count.unknown} not known" if count.unknown else "")
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
        "yes": count.yes,
        "unknown": count.unknown,
        "share": win_rate,
        "low": low,
        "high": high,
    }
    if request.graded:
        grades = [row["grade"] for row in difficulty_rows]
        counts = {grade: grades.count(grade) for grade in GRADES}
        lines.append(", ".join(f"{number} {grade}" for grade, number in counts.items()))
        data |= {"grades": counts, "graded": difficulty_rows}
    return Report(lines, data, [*stderr_lines, *notices.lines], 0 if count.counted == deals else STOPPED)


def interval(yes: int, deals: int) -> tuple[float, float]:
    """Return the 95 % Wilson confidence interval of a proportion of `successes` in `trials`.

    >>> [round(end, 3) for end in interval(67, 100)]
    [0.573, 0.754]
    """
    if not deals:
        return 0.0, 1.0
    proportion, quantile_squared = yes / deals, _NORMAL_QUANTILE**2
    centre = proportion + quantile_squared / (2 * deals)
    half_width = _NORMAL_QUANTILE * math.sqrt(
        proportion * (1 - proportion) / deals + quantile_squared / (4 * deals**2)
    )
    low, high = ((centre + sign * half_width) / (1 + quantile_squared / deals) for sign in (-1, 1))
    return max(0.0, low), min(1.0, high)


def _count_deals(
    request: Question, tag: str, deals: int, jobs: int, file: OddsFile
) -> tuple[Count, list[Graded], list[str]]:
    """Resume the count from the file and store each step there.

    Return the count, the difficulties if requested, and lines for stderr that say why the count ended early. If the file has
    counted more than `deals`, or if difficulties are requested, the file is not changed and the count starts from 0.
    """
    count = file.count(tag)
    is_recorded = count.counted <= deals and not request.graded
    if not is_recorded:
        count = Count()
    progress = Progress(deals)
    first_deals = range(count.counted + 1, deals + 1, CHUNK)
    note, stderr_lines = "", []
    difficulty_rows: list[Graded] = []
    try:
        for results, new_rows in spread(partial(_answer_deals, request, deals), first_deals, jobs):
            difficulty_rows += new_rows
            undecided = count.unknown + results.count(None)
            count = Count(count.counted + len(results), count.yes + results.count(True), undecided)
            if is_recorded:
                file.reach(tag, count)
            progress.show(count.counted, f"  {count.yes} can be won")
    except KeyboardInterrupt:
        note = "stopped" if request.graded else "stopped: the same command goes on from here"
    except WorkerEnded as error:
        stderr_lines = [str(error) if request.graded else f"{error}: the same command goes on from here"]
    progress.end(note)
    return count, difficulty_rows, stderr_lines


def _answer_deals(request: Question, deals: int, first: int) -> tuple[list[bool | None], list[Graded]]:
    """Solve the deals of one task.

    Return for each whether it can be won (None: not known), and its difficulty if requested.
    """
    rules = request.rules
    results: list[bool | None] = []
    difficulty_rows: list[Graded] = []
    for deal_number in range(first, min(first + CHUNK, deals + 1)):
        state = start(rules, deal(deal_number))
        result = solve_deal(rules, state, request.goal)
        results.append(result.winnable if request.goal == "won" else result.cleared)
        if request.graded:
            difficulty_rows.append({"deal": deal_number, **grade_of(rules, state, result.winnable)})
    return results, difficulty_rows
