"""The sub-command `odds`: which share of the deals can be won, counted deal by deal and gone on with later."""

from __future__ import annotations

import math
import os
import sys
from collections.abc import Sequence
from functools import partial

from retro_pyramid import storage
from retro_pyramid.cards import MAX_DEAL, deal
from retro_pyramid.commands.processes import Progress, WorkerEnded, spread
from retro_pyramid.commands.solve import Question, positive
from retro_pyramid.commands.words import STOPPED, add_edition_arguments, fail, new_parser, option_pairs, say
from retro_pyramid.formats.own.odds import Count
from retro_pyramid.rules import RulesError, judged, rules_for, start
from retro_pyramid.solver.exact import GOALS, solve_deal
from retro_pyramid.storage.odds import OddsFile

CHUNK = 5
"""Deals that a worker answers, and that are counted, at a time."""
_QUANTILE = 1.96


def run_odds(words: Sequence[str]) -> int:
    """Run `pyramid odds`: exit code 0 done, 130 stopped before the end, 2 bad input."""
    parser = new_parser(prog="pyramid odds", description="Count which share of deals 1 to N can be won.")
    add_edition_arguments(parser, None)
    parser.add_argument("--deals", required=True, metavar="N", help="how many deals, from number 1 on")
    parser.add_argument(
        "--goal", default="won", choices=GOALS, help="the edition's own win, or an empty pyramid"
    )
    parser.add_argument("--jobs", metavar="N", help="processes (default: one a core)")
    parser.add_argument("--data", metavar="DIR", help="where PYRAMID.ODD keeps how far the counting has come")
    parser.add_argument("--json", action="store_true", help="print one JSON object")
    arguments = parser.parse_args(list(words))
    deals = positive("deals", arguments.deals, 0, MAX_DEAL)
    jobs = positive("jobs", arguments.jobs, os.cpu_count() or 1)
    try:
        options = option_pairs(arguments.option, arguments.level)
        rules = judged(rules_for(arguments.edition, options), options)
    except RulesError as error:
        return fail(str(error))
    question = Question(rules.edition, rules.chosen, arguments.goal, False)
    file = OddsFile(storage.open_store(arguments.data))
    count = _count(question, deals, jobs, file)
    for notice in file.notices.lines:
        say(notice)
    report = figures(question, count)
    if arguments.json:
        import json

        print(json.dumps(report))
    else:
        known = f", {count.unknown} not known" if count.unknown else ""
        print(f"{tag_of(question)}: {count.yes} of {count.counted} deals{known}")
        if count.counted:
            print(f"{report['share']:.2%}, 95 % interval {report['low']:.2%} to {report['high']:.2%}")
    return 0 if count.counted == deals else STOPPED


def tag_of(question: Question) -> str:
    """Return the question in one line, as PYRAMID.ODD names it."""
    options = [f"{name}={value}" for name, value in question.options]
    return " ".join([question.edition, *options, f"goal={question.goal}"])


def figures(question: Question, count: Count) -> dict[str, object]:
    """Return the object `odds --json` prints; share and interval are of the deals whose answer is known."""
    known = count.counted - count.unknown
    low, high = interval(count.yes, known)
    return {
        "edition": question.edition,
        "options": dict(question.options),
        "goal": question.goal,
        "deals": count.counted,
        "yes": count.yes,
        "unknown": count.unknown,
        "share": count.yes / known if known else None,
        "low": low,
        "high": high,
    }


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
    return max(0.0, (middle - reach) / (1 + square / deals)), min(
        1.0, (middle + reach) / (1 + square / deals)
    )


def _count(question: Question, deals: int, jobs: int, file: OddsFile) -> Count:
    """Count on from where the file has come to, if that is not past the end; stopped early it keeps what it has."""
    tag = tag_of(question)
    count = file.count(tag)
    keep = count.counted <= deals
    if not keep:
        count = Count()
    progress = Progress(deals)
    try:
        for yes, unknown, asked in spread(
            partial(_ask, question, deals), range(count.counted + 1, deals + 1, CHUNK), jobs
        ):
            count = Count(count.counted + asked, count.yes + yes, count.unknown + unknown)
            if keep:
                file.reach(tag, count)
            progress.show(count.counted, f"  {count.yes} can be won")
    except KeyboardInterrupt:
        progress.end()
        print("stopped: the same command goes on from here", file=sys.stderr)
    except WorkerEnded as error:
        progress.end()
        fail(f"{error}: the same command goes on from here")
    else:
        progress.end()
    return count


def _ask(question: Question, deals: int, first: int) -> tuple[int, int, int]:
    """Answer the deals from `first` on: how many can be won, of how many it is not known, how many there were."""
    rules = question.rules
    answers = []
    for number in range(first, min(first + CHUNK, deals + 1)):
        result = solve_deal(rules, start(rules, deal(number)), question.goal)
        answers.append(result.winnable if question.goal == "won" else result.cleared)
    return answers.count(True), answers.count(None), len(answers)
