"""Read the address of the page: a damaged link is no error, and yields what it still tells."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import islice
from typing import TYPE_CHECKING

from retro_pyramid.commands.arguments import UsageError
from retro_pyramid.formats import FormatError
from retro_pyramid.launcher.cli_args import ARGUMENTS, is_game, parse_playing
from retro_pyramid.storage import StorageError

if TYPE_CHECKING:
    from types import SimpleNamespace

_REFUSALS = UsageError, FormatError, StorageError
_FIRST = ("--edition", "--option", "--level", "--watch", "--deal", "--day")
"""The options that other options depend on; they are tried first."""


def parse_link(words: Sequence[str]) -> SimpleNamespace:
    """Read the words of a page's address as `parse_playing` does; a link with a mistake in it raises no error.

    Then `damaged` is what is wrong with it, and all other attributes come from the words that can be read without the
    damaged ones.
    """
    try:
        return parse_playing(words)
    except _REFUSALS as error:
        # On a screen, the dashes of the command line would only puzzle.
        problem = str(error).removeprefix("argument ").removeprefix("--")
    groups = sorted(
        _groups(words), key=lambda group: _FIRST.index(group[0]) if group[0] in _FIRST else len(_FIRST)
    )
    known: list[str] = []
    day_is_lost = False
    for group in groups:
        try:
            parse_playing([*known, *group])
            known += group
        except _REFUSALS:
            day_is_lost |= group[0] == "--day"
            if group[0] == "--watch" or is_game(group[0]):
                known += _known_words(group[-1])
    if day_is_lost:
        # Today's deal is not the one that the link led to.
        known = [word for word in known if word not in ("--daily", "--daily-match")]
    arguments = parse_playing(known)
    arguments.damaged = problem
    return arguments


def _groups(words: Sequence[str]) -> Iterator[tuple[str, ...]]:
    """Yield each option with its value, and every other word alone."""
    takes_value = {
        name for name, options in ARGUMENTS if "action" not in options or options["action"] == "append"
    }
    rest = iter(words)
    for word in rest:
        yield (word, *islice(rest, int(word in takes_value)))


def _known_words(packed: str) -> list[str]:
    """Return the options of the command line for what a damaged packed game still tells."""
    from retro_pyramid.formats.native.game_code import unpack_deal

    edition, options, deal = unpack_deal(packed)
    words = ["--edition", edition] if edition else []
    words += [word for pair in options.items() for word in ("--option", "=".join(pair))]
    return [*words, "--deal", str(deal)] if deal is not None else words
