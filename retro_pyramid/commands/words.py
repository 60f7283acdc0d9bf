"""Words on the command line: errors of one line, parsers, and what several commands take alike."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from functools import partial
from typing import TYPE_CHECKING, NoReturn

from retro_pyramid.cards import one_of
from retro_pyramid.rules import EDITIONS

if TYPE_CHECKING:
    import argparse

USAGE = "usage: pyramid [T] [2] [options]   (pyramid --help lists them)"
COMMANDS = ("deal", "replay", "perft", "solve", "odds", "scores", "deck", "stats", "import", "export")
STOPPED = 130
"""Exit code of what Ctrl+C stopped, as shells expect it."""


class UsageError(Exception):
    """Words on the command line that cannot be understood; the message is one line."""


def fail(message: str) -> int:
    """Say on stderr in one line what is wrong and return the exit code of bad input."""
    say(message)
    return 2


def say(message: str) -> None:
    """Say something on stderr in one line."""
    print(f"pyramid: {printable(' '.join(message.splitlines()))}", file=sys.stderr)


def printable(text: str) -> str:
    r"""Return a text with what a terminal would act on spelled out: a path or a word may have anything in it.

    >>> printable("x\x1b[31m")
    'x\\x1b[31m'
    """
    return "".join(char if char.isprintable() or char == "\xa0" else repr(char)[1:-1] for char in text)


def new_parser(**options: object) -> argparse.ArgumentParser:
    """Return an argument parser whose errors are UsageErrors of one line."""
    import argparse

    class Parser(argparse.ArgumentParser):
        def error(self, message: str) -> NoReturn:
            raise UsageError(message)

    # The width of the screens; asking the terminal for its own would load as much as all of argparse.
    narrow = partial(argparse.HelpFormatter, width=80)
    return Parser(allow_abbrev=False, formatter_class=narrow, **options)  # type: ignore[arg-type]


def deal_number(text: str) -> int:
    """Read a deal number, 0 to 4294967295; raise UsageError."""
    from retro_pyramid.cards import CardError, parse_deal_number

    try:
        return parse_deal_number(text)
    except CardError as error:
        raise UsageError(str(error)) from None


def option_pairs(pairs: Sequence[str], level: str | None = None) -> dict[str, str]:
    """Read NAME=VALUE options, the last of a name counting; raise UsageError."""
    options = {}
    for pair in [*pairs, *([f"level={level}"] if level is not None else [])]:
        name, equals, value = pair.partition("=")
        if not (name and equals and value):
            raise UsageError(f"option {pair!r}: expected NAME=VALUE")
        options[name] = value
    return options


def add_edition_arguments(parser: argparse.ArgumentParser, default: str | None) -> None:
    """Add what names an edition and its options."""
    parser.add_argument(
        "--edition",
        default=default,
        required=default is None,
        metavar="NAME",
        help=one_of(EDITIONS),
    )
    parser.add_argument(
        "--option",
        action="append",
        default=[],
        metavar="NAME=VALUE",
        help="an option of the edition (repeatable)",
    )
    parser.add_argument("--level", metavar="N", help="the same as --option level=N")
