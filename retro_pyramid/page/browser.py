"""The program inside the browser page: the page's query is the command line, the page shows what is said."""

from __future__ import annotations

import re
import sys
from collections.abc import Iterable, Iterator

from retro_pyramid.page.links import unquoted

_STEPS = (
    *("programs", "formats.pictures.deck", "machine.host", "storage", "screens.app", "screens.table.table"),
    *("screens.flow", "play.playing", "play.words", "cli", "storage.config", "storage.places.browser"),
    *("machine.keyboard", "page.program"),
)
_SWITCH = re.compile("[a-z][a-z-]+")
_OF_THE_PAGE = {"test"}
"""Words of the query for the page itself, not for the program."""


def words(query: str) -> list[str]:
    """Return the command line that the page's query stands for, for example `location.search`.

    `name=value` becomes `--name value`, a bare word of small letters a switch; any other stays a word. The order is kept.
    Left out are words that the command line does not know, as those who pass links on add their own, and a level where
    the edition has none: somebody may have edited the link.

    >>> words("?T&2&level=2&deal=61&mute")
    ['T', '2', '--level', '2', '--deal', '61', '--mute']
    >>> words("?edition=em&deal=61&level=2&T&fbclid=x")
    ['--edition', 'em', '--deal', '61', 'T']
    """
    return [word for group, known in _sorted_out(query) if known for word in group]


def passed_over(query: str) -> list[str]:
    """Return what of the page's query is left out, as words of a command line.

    >>> passed_over("?edition=em&level=2&ref=a+friend&T&test")
    ['--level 2', '--ref a friend']
    """
    return [" ".join(group) for group, known in _sorted_out(query) if not known]


def _sorted_out(query: str) -> list[tuple[tuple[str, ...], bool]]:
    """Return the words of a query in groups, and of each whether the program is told of it."""
    from retro_pyramid.play.words import NAMES, is_game
    from retro_pyramid.rules import EDITIONS, OPTIONS

    groups = list(_groups(query))
    # An unknown edition is refused by the command line.
    options = OPTIONS.get(_edition(groups) or EDITIONS[0], {"level": ()})
    known = NAMES if "level" in options else NAMES - {"--level"}
    return [(group, group[0].lower() in known or is_game(group[0])) for group in groups]


def _edition(groups: Iterable[tuple[str, ...]]) -> str | None:
    """Return the edition that the words ask for, None where they name none."""
    return dict([group for group in groups if len(group) == 2]).get("--edition")


def _groups(query: str) -> Iterator[tuple[str, ...]]:
    """Return the words in groups: a name with its value, or one alone."""
    for part in query.removeprefix("?").split("&"):
        name, _, value = part.partition("=")
        # Software that passes links on writes a bare word T as `T=`.
        if value:
            yield "--" + unquoted(name).removeprefix("--"), unquoted(value)
        elif name and name not in _OF_THE_PAGE:
            word = unquoted(name)
            yield (f"--{word}" if _SWITCH.fullmatch(word) else word,)


def steps(query: str) -> list[str]:
    """Return the modules that the page imports one after another, with those they need, before it asks for a press.

    >>> steps("?edition=em")[-1]
    'retro_pyramid.programs.em.record'
    """
    from retro_pyramid.rules import EDITIONS

    asked = _edition(_groups(query))
    edition = asked if asked in EDITIONS else EDITIONS[0]
    # Pyxel imports ctypes with the first look at a picture's memory.
    return ["ctypes", *(f"retro_pyramid.{step}" for step in (*_STEPS, f"programs.{edition}.record"))]


def start(query: str) -> None:
    """Run the program in the page with the words of its `query`.

    Once the game has started this never returns: Pyxel gives the page its turn and drops everything on the
    stack, `finally` included.  When it does return, the page shows what the program said.
    """
    from retro_pyramid.cli import main
    from retro_pyramid.page.program import Page, javascript
    from retro_pyramid.play.unread import Overheard

    for word in passed_over(query):
        print(f"Passed over in the page's address: {word}")
    said: list[str] = []
    streams = sys.stdout, sys.stderr
    # They stay replaced while the game runs, since nothing below is reached then.
    sys.stdout, sys.stderr = (Overheard(stream, said) for stream in streams)
    try:
        # The system may be set to reduced motion.
        still = ["--still"] if getattr(javascript(), "still", False) else []
        code: object = main([*words(query), *still], Page)
    except SystemExit as end:
        code = end.code
    sys.stdout, sys.stderr = streams
    javascript().said("".join(said).strip(), bool(code))
