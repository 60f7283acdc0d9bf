"""The arguments of all sub-commands, their parsers, and one-line error messages."""

from __future__ import annotations

import sys
import time
from collections.abc import Mapping, Sequence
from contextlib import suppress
from functools import partial
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, NoReturn

from retro_pyramid.cards import one_of, quoted, whole
from retro_pyramid.resources import sections
from retro_pyramid.rules import EDITIONS

if TYPE_CHECKING:
    import argparse
    from types import SimpleNamespace

Argument = tuple[str, dict[str, Any]]
"""An argument's name and what argparse is told of it."""
Row = Argument | list[Argument]
"""An argument, or several of which exactly one must be given."""
Parts = Mapping[str, tuple[str, Sequence[Row]]]
"""The arguments of a command that has parts: of each its help and arguments, by its name."""
_SECTIONS = sections("words")
COMMANDS: Mapping[str, tuple[str, str]] = {
    name: (first[2:], sentence[0])
    for name, ((first, *sentence), *_) in _SECTIONS.items()
    if first.startswith("= ") and " " not in name
}
"""For each sub-command the module of this folder that does it, and one sentence for its help.

The module has `run_name(arguments)`, which returns a `Report`. It is imported when the command runs, so that no start pays
for another command.
"""
REFUSED = tuple((word, others.split(), unless, why) for word, others, unless, why in _SECTIONS["refused"])
"""What a game refuses: a word, said together with one of others, unless a further one is said; and what is answered."""


def arguments_of(name: str) -> Parts | Sequence[Row]:
    """Return what a sub-command takes."""
    parts = {one.partition(" ")[2]: one for one in _SECTIONS if one.startswith(f"{name} ")}
    if parts:
        return {part: (_SECTIONS[one][0][0][2:], rows_of(one)) for part, one in parts.items()}
    return rows_of(name)


def rows_of(section: str, values: Mapping[str, Sequence[str]] = MappingProxyType({})) -> list[Row]:
    """Return the arguments of a section; `values` are those of the settings that words may choose."""
    rows: list[Row] = []
    either: list[Argument] = []
    for said, *help in _SECTIONS[section]:
        if said.startswith("@"):
            rows += rows_of(said[1:], values)
        elif said.startswith("+ "):
            rows += [] if either else [either]
            either.append(_argument(said[2:], help[0], values))
        elif not said.startswith("= "):
            rows.append(_argument(said, help[0], values))
    return rows


def _argument(said: str, help: str, values: Mapping[str, Sequence[str]]) -> Argument:
    name, _, value = said.partition(" ")
    options: dict[str, Any] = {"help": help.replace("{editions}", one_of(EDITIONS))}
    if not value:
        options["action"] = "store_true"
    elif value.startswith("="):
        options["dest"], chosen, const = value[1:].partition("=")
        options |= (
            {"action": "store_const", "const": const} if chosen else {"choices": values[options["dest"]]}
        )
    elif "/" in value:
        options["choices"] = value.replace("*", "").split("/")
        if "*" in value:
            options["default"] = value.partition("*")[0].rpartition("/")[2]
    else:
        options["metavar"] = value.rstrip("!.")
        options |= {"required": True} if value.endswith("!") else {}
        if value.endswith("..."):
            options |= {"action": "append", "default": []} if name.startswith("-") else {"nargs": "+"}
    return name, options


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
