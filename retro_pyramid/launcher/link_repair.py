"""Parses the page's URL; a damaged link is no error, and what can be recovered from it is used."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import islice
from typing import TYPE_CHECKING

from retro_pyramid.commands.arguments import UsageError
from retro_pyramid.formats import FormatError
from retro_pyramid.launcher.cli_args import GAME_ARGUMENTS, is_game_code_or_link, parse_args
from retro_pyramid.storage import StorageError

if TYPE_CHECKING:
    from types import SimpleNamespace

_INPUT_ERRORS = UsageError, FormatError, StorageError
_OPTIONS_TRIED_FIRST = ("--edition", "--option", "--level", "--watch", "--deal", "--day")
"""Options that others depend on; they are tried first."""


def parse_link_args(args: Sequence[str]) -> SimpleNamespace:
    """Parse the arguments from a page's URL as `parse_args` does, but do not raise an error for invalid ones.

    Instead, `damaged` describes the problem, and all other attributes come from the arguments that are valid without the
    damaged ones.
    """
    try:
        return parse_args(args)
    except _INPUT_ERRORS as error:
        # The message is shown on a screen, where the dashes of the command line would be confusing.
        problem = str(error).removeprefix("argument ").removeprefix("--")
    groups = sorted(
        _group_options(args),
        key=lambda group: (
            _OPTIONS_TRIED_FIRST.index(group[0])
            if group[0] in _OPTIONS_TRIED_FIRST
            else len(_OPTIONS_TRIED_FIRST)
        ),
    )
    valid_args: list[str] = []
    is_day_lost = False
    for group in groups:
        try:
            parse_args([*valid_args, *group])
            valid_args += group
        except _INPUT_ERRORS:
            is_day_lost |= group[0] == "--day"
            if group[0] == "--watch" or is_game_code_or_link(group[0]):
                valid_args += _args_from_damaged_code(group[-1])
    if is_day_lost:
        # Today's deal is not the one that the link referred to.
        valid_args = [arg for arg in valid_args if arg not in ("--daily", "--daily-match")]
    arguments = parse_args(valid_args)
    arguments.damaged = problem
    return arguments


def _group_options(args: Sequence[str]) -> Iterator[tuple[str, ...]]:
    """Yield each option together with its value, and each other argument alone."""
    takes_value = {
        name for name, options in GAME_ARGUMENTS if "action" not in options or options["action"] == "append"
    }
    remaining = iter(args)
    for arg in remaining:
        yield (arg, *islice(remaining, int(arg in takes_value)))


def _args_from_damaged_code(game_code: str) -> list[str]:
    """Return command-line options for the parts of a damaged game code that can be recovered."""
    from retro_pyramid.formats.native.game_code import unpack_deal

    edition, options, deal = unpack_deal(game_code)
    args = ["--edition", edition] if edition else []
    args += [arg for pair in options.items() for arg in ("--option", "=".join(pair))]
    return [*args, "--deal", str(deal)] if deal is not None else args
