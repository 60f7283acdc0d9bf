"""The one place that runs a sub-command, prints its report and returns the exit code."""

from __future__ import annotations

import io
import sys
from collections.abc import Callable, Sequence
from importlib import import_module
from typing import TYPE_CHECKING

from retro_pyramid.cards import CardError
from retro_pyramid.commands.arguments import (
    BAD_INPUT,
    CLOSED_OUTPUT,
    COMMANDS,
    UsageError,
    add_arguments,
    arguments_of,
    fail,
    new_parser,
    say,
)
from retro_pyramid.commands.report import NoOutput, Report, put
from retro_pyramid.formats import FormatError
from retro_pyramid.rules import IllegalMove, RulesError
from retro_pyramid.rules.transcript import TranscriptError
from retro_pyramid.solver.daily_search import DayTableError
from retro_pyramid.solver.exact import PositionError
from retro_pyramid.storage import StorageError

if TYPE_CHECKING:
    from argparse import ArgumentParser

REFUSALS = (
    *(UsageError, StorageError, FormatError, CardError),
    *(RulesError, TranscriptError, IllegalMove, PositionError, DayTableError),
)
"""The errors whose message is one line that says what is wrong with the input."""


def print_report(make: Callable[[], Report]) -> int:
    """Make a report and print it; return its exit code.

    All of the output is written before the exit code is returned. A reader that has closed the pipe is no error, and the
    answer stands.
    """
    if sys.stdout is None:
        return fail(CLOSED_OUTPUT)
    if isinstance(sys.stdout, io.TextIOWrapper):
        # A name on a board may have characters that the terminal or a file lacks.
        sys.stdout.reconfigure(errors="backslashreplace")
    code = 0
    try:
        report = make()
        code = report.code
        for line in report.said:
            say(line)
        put(report.lines)
    except NoOutput as error:
        return fail(str(error)) if str(error) else code
    return code


def report_of(words: Sequence[str]) -> Report:
    """Return the report of a sub-command, its data as a line of JSON where the words ask for that.

    Bad input is a report, too: one line for standard error and the exit code 2.

    >>> report_of(["deal", "--edition", "odm", "--deal", "x"]).said
    ("'x' is no deal number: expected 0 to 4294967295",)
    """
    name, *rest = words
    try:
        arguments = parser_of(name).parse_args(rest)
        module = import_module(f"retro_pyramid.commands.{COMMANDS[name][0]}")
        report: Report = getattr(module, f"run_{name}")(arguments)
    except REFUSALS as error:
        return Report(said=(str(error),), code=BAD_INPUT)
    if report.data is None or not arguments.json:
        return report
    import json

    return report._replace(lines=(json.dumps(report.data),))


def parser_of(name: str) -> ArgumentParser:
    """Return the parser of a sub-command's words."""
    parser = new_parser(prog=f"pyramid {name}", description=COMMANDS[name][1])
    add_arguments(parser, arguments_of(name))
    return parser
