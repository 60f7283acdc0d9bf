"""Words on the command line: errors of one line, parsers, and what several commands take alike."""

from __future__ import annotations

import sys
import time
from collections.abc import Mapping, Sequence
from contextlib import suppress
from functools import partial
from typing import TYPE_CHECKING, NoReturn

from retro_pyramid.cards import quoted, whole
from retro_pyramid.commands.table import Parts, Row

if TYPE_CHECKING:
    import argparse
    from types import SimpleNamespace

USAGE = "usage: pyramid [T] [2] [options]   (pyramid --help lists them)"
BAD_INPUT = 2
"""Exit code of what cannot be understood or done."""
CLOSED_OUTPUT = "standard output is closed: expected a place to print to"
_LONGEST = 600
"""Characters of a line on stderr."""
STOPPED = 130
"""Exit code of what Ctrl+C stopped, as shells expect it."""


class UsageError(Exception):
    """Words on the command line that cannot be understood; the message is one line."""


def fail(message: str) -> int:
    """Say on stderr in one line what is wrong and return the exit code of bad input."""
    say(message)
    return BAD_INPUT


def say(message: str) -> None:
    """Say something on stderr in one line, of a very long one, such as with a path of thousands of letters, both ends."""
    line, half = printable(" ".join(message.splitlines())), _LONGEST // 2
    if len(line) > _LONGEST:
        line = f"{line[:half]} ... {line[-half:]}"
    # Where nobody hears it any more, the exit code still tells.
    with suppress(OSError):
        print(f"pyramid: {line}", file=sys.stderr)


def printable(text: str) -> str:
    r"""Return a text with what a terminal would act on spelled out: a path or a word may have anything in it.

    >>> printable("x\x1b[31m")
    'x\\x1b[31m'
    """
    return "".join(char if char.isprintable() or char == "\xa0" else repr(char)[1:-1] for char in text)


def today() -> int:
    """Return the day as YYYYMMDD, the same all over the world."""
    return int(time.strftime("%Y%m%d", time.gmtime()))


def new_parser(**options: object) -> argparse.ArgumentParser:
    """Return an argument parser whose errors are UsageErrors of one line."""
    import argparse

    class Parser(argparse.ArgumentParser):
        def error(self, message: str) -> NoReturn:
            raise UsageError(message)

    # The width of the screens; asking the terminal for its own would load as much as all of argparse.
    narrow = partial(argparse.HelpFormatter, width=80)
    return Parser(allow_abbrev=False, formatter_class=narrow, **options)  # type: ignore[arg-type]


def whole_number(name: str, text: str, most: int = 999_999, least: int = 1) -> int:
    """Read a whole number up to `most`; raise UsageError that names it and what is expected, 1 or more."""
    number = whole(text, most)
    if number is None or number < least:
        raise UsageError(f"{name} {quoted(text)}: expected a whole number from 1 to {most}")
    return number


def options_of(arguments: argparse.Namespace | SimpleNamespace) -> dict[str, str]:
    """Read what --option and --level say, the last of a name counting; raise UsageError."""
    level = [] if arguments.level is None else [f"level={arguments.level}"]
    options = {}
    for pair in [*arguments.option, *level]:
        name, equals, value = pair.partition("=")
        if not (name and equals and value):
            raise UsageError(f"option {quoted(pair)}: expected NAME=VALUE")
        options[name] = value
    return options


def add_arguments(parser: argparse.ArgumentParser, arguments: Parts | Sequence[Row]) -> None:
    """Tell a parser what it takes."""
    if isinstance(arguments, Mapping):
        named = "|".join(arguments)
        parts = parser.add_subparsers(dest="part", required=True, metavar=named, parser_class=type(parser))
        for part, (help, own) in arguments.items():
            add_arguments(parts.add_parser(part, help=help, allow_abbrev=False), own)
        return
    for row in arguments:
        group = parser.add_mutually_exclusive_group(required=True) if isinstance(row, list) else parser
        for name, options in row if isinstance(row, list) else [row]:
            group.add_argument(name, **options)
