"""The sub-command `odds`: the share of the deals that can be won. PYRAMID.ODD keeps the count to go on from."""

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
"""Deals that a worker answers, and that are counted, at a time."""
_QUANTILE = 1.96
Graded = dict[str, object]
"""A deal's number with its grade, None for none, and the share it is made from."""


def run_odds(arguments: argparse.Namespace) -> Report:
    """Report the share of deals 1 to N that can be won, with its 95 % interval; exit code 130 if it was stopped early.

    With --grade every deal is graded too; then the count begins anew and is not kept.
    """
    deals = whole_number("deals", arguments.deals, MAX_DEAL)
    jobs = jobs_of(arguments)
    options = options_of(arguments)
    question = question_of(
        rules_for(arguments.edition, options), options, arguments.goal, graded=arguments.grade
    )
    # As PYRAMID.ODD names the question.
    tag, notices = f"{question.rules.tag} goal={question.goal}", Notices()
    file = OddsFile(storage.open_store(arguments.data), notices)
    count, graded, said = _count(question, tag, deals, jobs, file)
    known = count.counted - count.unknown
    low, high = interval(count.yes, known)
    share = count.yes / known if known else None
    lines = [
        f"{tag}: {count.yes} of {count.counted} deals"
        + (f", {count.unknown} not known" if count.unknown else "")
    ]
    if assumed := assumed_options(question.rules):
        lines.append(f"judged with {assumed}")
    if share is not None:
        lines.append(f"{share:.2%}, 95 % interval {low:.2%} to {high:.2%}")
    data: dict[str, object] = {
        "edition": question.rules.edition,
        "options": question.rules.options,
        "goal": question.goal,
        "deals": count.counted,
        "yes": count.yes,
        "unknown": count.unknown,
        "share": share,
        "low": low,
        "high": high,
    }
    if question.graded:
        grades = [deal["grade"] for deal in graded]
        counts = {grade: grades.count(grade) for grade in GRADES}
        lines.append(", ".join(f"{number} {grade}" for grade, number in counts.items()))
        data |= {"grades": counts, "graded": graded}
    return Report(lines, data, [*said, *notices.lines], 0 if count.counted == deals else STOPPED)


def interval(yes: int, deals: int) -> tuple[float, float]:
    """Return the 95 % interval (Wilson's) of a share of which `yes` of `deals` were found.

    >>> [round(end, 3) for end in interval(67, 100)]
    [0.573, 0.754]
    """
    if not deals:
        return 0.0, 1.0
    share, square = yes / deals, _QUANTILE**2
    middle = share + square / (2 * deals)
    reach = _QUANTILE * math.sqrt(share * (1 - share) / deals + square / (4 * deals**2))
    low, high = ((middle + side * reach) / (1 + square / deals) for side in (-1, 1))
    return max(0.0, low), min(1.0, high)


def _count(
    question: Question, tag: str, deals: int, jobs: int, file: OddsFile
) -> tuple[Count, list[Graded], list[str]]:
    """Count on from where the file has come to, and keep each step there.

    Return the count, the grades that were asked for, and why it ended early. A file that has come past `deals` is left as
    it is, and the count begins anew, as it does for grades.
    """
    count = file.count(tag)
    keep = count.counted <= deals and not question.graded
    if not keep:
        count = Count()
    progress = Progress(deals)
    tasks = range(count.counted + 1, deals + 1, CHUNK)
    note, said = "", []
    graded: list[Graded] = []
    try:
        for answers, grades in spread(partial(_ask, question, deals), tasks, jobs):
            graded += grades
            unknown = count.unknown + answers.count(None)
            count = Count(count.counted + len(answers), count.yes + answers.count(True), unknown)
            if keep:
                file.reach(tag, count)
            progress.show(count.counted, f"  {count.yes} can be won")
    except KeyboardInterrupt:
        note = "stopped" if question.graded else "stopped: the same command goes on from here"
    except WorkerEnded as error:
        said = [str(error) if question.graded else f"{error}: the same command goes on from here"]
    progress.end(note)
    return count, graded, said


def _ask(question: Question, deals: int, first: int) -> tuple[list[bool | None], list[Graded]]:
    """Answer the deals from `first` on: whether each can be won, None for not known, and its grade where that is asked."""
    rules = question.rules
    answers: list[bool | None] = []
    grades: list[Graded] = []
    for number in range(first, min(first + CHUNK, deals + 1)):
        state = start(rules, deal(number))
        result = solve_deal(rules, state, question.goal)
        answers.append(result.winnable if question.goal == "won" else result.cleared)
        if question.graded:
            grades.append({"deal": number, **grade_of(rules, state, result.winnable)})
    return answers, grades
