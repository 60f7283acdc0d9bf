"""The words of the command line as `assets/words.txt` has them: the parsers, their help and completions are made from it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from types import MappingProxyType
from typing import Any

from retro_pyramid.cards import one_of
from retro_pyramid.packaged import sections
from retro_pyramid.rules import EDITIONS

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
