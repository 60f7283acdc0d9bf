"""Argument specifications and parsers of all commands, exit codes, and one-line messages on stderr."""

from __future__ import annotations

import sys
import time
from collections.abc import Mapping, Sequence
from contextlib import suppress
from functools import partial
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, NoReturn

from retro_pyramid.cards import join_or, parse_int, quote
from retro_pyramid.resources import load_asset_sections
from retro_pyramid.rules import EDITIONS

if TYPE_CHECKING:
    import argparse
    from types import SimpleNamespace

ArgumentSpec = tuple[str, dict[str, Any]]
"""An option or positional name and the keyword arguments for `add_argument`."""
ArgumentOrGroup = ArgumentSpec | list[ArgumentSpec]
"""An argument, or a group of arguments of which exactly one must be given."""
SubcommandSpecs = Mapping[str, tuple[str, Sequence[ArgumentOrGroup]]]
"""The arguments of a command with sub-commands: (help text, arguments) by sub-command name."""
_SECTIONS = load_asset_sections("words")
COMMANDS: Mapping[str, tuple[str, str]] = {
    name: (first[2:], sentence[0])
    for name, ((first, *sentence), *_) in _SECTIONS.items()
    if first.startswith("= ") and " " not in name
}
"""The module in this folder and a one-sentence help text, by sub-command name.

The module defines `run_NAME(arguments)`, which returns a `CommandReport`. Lazy import: each module is imported when its
command runs, which keeps start-up fast.
"""
OPTION_CONFLICTS = tuple(
    (option, conflicting.split(), unless, message)
    for option, conflicting, unless, message in _SECTIONS["refused"]
)
"""Options that cannot be combined when starting a game: (option, conflicting options, exception, message).

A rule applies if its option is given together with a conflicting one, unless the exception is given too.
"""


def load_command_arguments(command: str) -> SubcommandSpecs | Sequence[ArgumentOrGroup]:
    """Return the argument specifications of a sub-command from `words.txt`."""
    parts = {section.partition(" ")[2]: section for section in _SECTIONS if section.startswith(f"{command} ")}
    if parts:
        return {
            part: (_SECTIONS[section][0][0][2:], load_argument_specs(section))
            for part, section in parts.items()
        }
    return load_argument_specs(command)


def load_argument_specs(
    section: str, choices_by_dest: Mapping[str, Sequence[str]] = MappingProxyType({})
) -> list[ArgumentOrGroup]:
    """Return the argument specifications of a section of `words.txt`.

    `choices_by_dest` has the valid values of the settings that can be overridden on the command line.
    """
    rows: list[ArgumentOrGroup] = []
    exclusive_group: list[ArgumentSpec] = []
    for declaration, *help in _SECTIONS[section]:
        if declaration.startswith("@"):
            rows += load_argument_specs(declaration[1:], choices_by_dest)
        elif declaration.startswith("+ "):
            rows += [] if exclusive_group else [exclusive_group]
            exclusive_group.append(_parse_argument_line(declaration[2:], help[0], choices_by_dest))
        elif not declaration.startswith("= "):
            rows.append(_parse_argument_line(declaration, help[0], choices_by_dest))
    return rows


def _parse_argument_line(declaration: str, help: str, values: Mapping[str, Sequence[str]]) -> ArgumentSpec:
    """Return the specification for one line of `words.txt`: the option name, its value syntax and its help text."""
    name, _, value = declaration.partition(" ")
    options: dict[str, Any] = {"help": help.replace("{editions}", join_or(EDITIONS))}
    if not value:
        options["action"] = "store_true"
    elif value.startswith("="):
        options["dest"], is_constant, const = value[1:].partition("=")
        options |= (
            {"action": "store_const", "const": const} if is_constant else {"choices": values[options["dest"]]}
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
EXIT_BAD_INPUT = 2
"""Exit code for input that cannot be parsed or processed."""
CLOSED_STDOUT_MESSAGE = "standard output is closed: expected a place to print to"
_MAX_STDERR_LENGTH = 600
"""Maximum number of characters in a line on stderr."""
EXIT_INTERRUPTED = 130
"""Exit code after Ctrl+C, as shells expect it."""


class UsageError(Exception):
    """Invalid command-line arguments; the message is one line."""


def fail(message: str) -> int:
    """Print a one-line error message on stderr and return the exit code for bad input."""
    warn(message)
    return EXIT_BAD_INPUT


def warn(message: str) -> None:
    """Print a message on stderr as one line.

    A line longer than the maximum, such as one with a path of thousands of characters, is shortened in the middle.
    """
    line, half = escape_control_chars(" ".join(message.splitlines())), _MAX_STDERR_LENGTH // 2
    if len(line) > _MAX_STDERR_LENGTH:
        line = f"{line[:half]} ... {line[-half:]}"
    # If stderr is closed, the exit code still reports the error.
    with suppress(OSError):
        print(f"pyramid: {line}", file=sys.stderr)


def escape_control_chars(text: str) -> str:
    r"""Return the text with control characters escaped, since a path or an argument may contain terminal escape sequences.

    >>> escape_control_chars("x\x1b[31m")
    'x\\x1b[31m'
    """
    return "".join(char if char.isprintable() or char == "\xa0" else repr(char)[1:-1] for char in text)


def get_utc_today() -> int:
    """Return the current date in UTC as YYYYMMDD, which is the same all over the world."""
    return int(time.strftime("%Y%m%d", time.gmtime()))


def create_parser(**options: object) -> argparse.ArgumentParser:
    """Return an argument parser that raises `UsageError` with a one-line message."""
    import argparse

    class Parser(argparse.ArgumentParser):
        def error(self, message: str) -> NoReturn:
            raise UsageError(message)

    # The width of the game's screens. Asking the terminal for its width would load as much code as argparse itself.
    help_formatter = partial(argparse.HelpFormatter, width=80)
    return Parser(allow_abbrev=False, formatter_class=help_formatter, **options)  # type: ignore[arg-type]


def parse_whole_number(label: str, text: str, max_value: int = 999_999, min_value: int = 1) -> int:
    """Parse an integer from `min_value` to `max_value`; raise UsageError that names the argument.

    The message always gives the range as 1 to `max_value`.
    """
    number = parse_int(text, max_value)
    if number is None or number < min_value:
        raise UsageError(f"{label} {quote(text)}: expected a whole number from 1 to {max_value}")
    return number


def parse_game_options(arguments: argparse.Namespace | SimpleNamespace) -> dict[str, str]:
    """Return the game options from `--option` and `--level`; the last value of an option wins. Raises UsageError."""
    level = [] if arguments.level is None else [f"level={arguments.level}"]
    options = {}
    for pair in [*arguments.option, *level]:
        name, equals, value = pair.partition("=")
        if not (name and equals and value):
            raise UsageError(f"option {quote(pair)}: expected NAME=VALUE")
        options[name] = value
    return options


def add_arguments(
    parser: argparse.ArgumentParser, specs: SubcommandSpecs | Sequence[ArgumentOrGroup]
) -> None:
    """Add the specified arguments, exclusive groups or sub-commands to a parser."""
    if isinstance(specs, Mapping):
        part_names = "|".join(specs)
        subparsers = parser.add_subparsers(
            dest="part", required=True, metavar=part_names, parser_class=type(parser)
        )
        for part, (help, part_specs) in specs.items():
            add_arguments(subparsers.add_parser(part, help=help, allow_abbrev=False), part_specs)
        return
    for row in specs:
        group = parser.add_mutually_exclusive_group(required=True) if isinstance(row, list) else parser
        for name, options in row if isinstance(row, list) else [row]:
            group.add_argument(name, **options)
