"""Runs a sub-command, prints its report and returns the exit code."""

from __future__ import annotations

import io
import sys
from collections.abc import Callable, Sequence
from importlib import import_module
from typing import TYPE_CHECKING

from retro_pyramid.cards import CardError
from retro_pyramid.commands.arguments import (
    CLOSED_STDOUT_MESSAGE,
    COMMANDS,
    EXIT_BAD_INPUT,
    UsageError,
    add_arguments,
    create_parser,
    fail,
    load_command_arguments,
    warn,
)
from retro_pyramid.commands.report import CommandReport, OutputClosedError, print_lines
from retro_pyramid.formats import FormatError
from retro_pyramid.rules import IllegalMoveError, RulesError
from retro_pyramid.rules.transcript import TranscriptError
from retro_pyramid.solver.daily_search import DayTableError
from retro_pyramid.solver.exact import PositionError
from retro_pyramid.storage import StorageError

if TYPE_CHECKING:
    from argparse import ArgumentParser

INPUT_ERRORS = (
    *(UsageError, StorageError, FormatError, CardError),
    *(RulesError, TranscriptError, IllegalMoveError, PositionError, DayTableError),
)
"""Exceptions that report bad input; their message is one line."""


def print_report(build_report: Callable[[], CommandReport]) -> int:
    """Build a report, print it and return its exit code.

    All output is written before the exit code is returned. It is not an error if the reader has closed the pipe; the exit
    code is still that of the report.
    """
    if sys.stdout is None:
        return fail(CLOSED_STDOUT_MESSAGE)
    if isinstance(sys.stdout, io.TextIOWrapper):
        # A name in the high scores may have characters that the encoding of the output lacks.
        sys.stdout.reconfigure(errors="backslashreplace")
    code = 0
    try:
        report = build_report()
        code = report.exit_code
        for line in report.stderr_lines:
            warn(line)
        print_lines(report.stdout_lines)
    except OutputClosedError as error:
        return fail(str(error)) if str(error) else code
    return code


def run_command(args: Sequence[str]) -> CommandReport:
    """Return the report of a sub-command, with its data as a line of JSON if the arguments request it.

    Bad input also results in a report: one line for stderr and exit code 2.

    >>> run_command(["deal", "--edition", "odm", "--deal", "x"]).stderr_lines
    ("'x' is no deal number: expected 0 to 4294967295",)
    """
    name, *command_args = args
    try:
        arguments = create_command_parser(name).parse_args(command_args)
        module = import_module(f"retro_pyramid.commands.{COMMANDS[name][0]}")
        report: CommandReport = getattr(module, f"run_{name}")(arguments)
    except INPUT_ERRORS as error:
        return CommandReport(stderr_lines=(str(error),), exit_code=EXIT_BAD_INPUT)
    if report.json_data is None or not arguments.json:
        return report
    import json

    return report._replace(stdout_lines=(json.dumps(report.json_data),))


def create_command_parser(command: str) -> ArgumentParser:
    """Return the argument parser of a sub-command."""
    parser = create_parser(prog=f"pyramid {command}", description=COMMANDS[command][1])
    add_arguments(parser, load_command_arguments(command))
    return parser
