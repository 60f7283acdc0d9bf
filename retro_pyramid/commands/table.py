"""The words of the command line as `assets/words.txt` has them: the parsers, their help and completions are made from it."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from types import MappingProxyType
from typing import Any, NamedTuple

from retro_pyramid.cards import one_of
from retro_pyramid.packaged import asset_text
from retro_pyramid.rules import EDITIONS

Argument = tuple[str, dict[str, Any]]
"""An argument's name and what argparse is told of it."""
Row = Argument | list[Argument]
"""An argument, or several of which exactly one must be given."""


class Parts(NamedTuple):
    """The arguments of a command that has parts: of each its help and arguments, by its name."""

    parts: Mapping[str, tuple[str, Sequence[Row]]]


def _sections() -> dict[str, tuple[str, list[str]]]:
    """Return what stands behind a section's name in its first line, and its other lines."""
    found: dict[str, tuple[str, list[str]]] = {}
    lines: list[str] = []
    for line in asset_text("words.txt").splitlines():
        if line.startswith("["):
            name, _, told = line[1:].partition("]")
            lines = []
            found[name] = told.strip(), lines
        elif line and not line.startswith("#"):
            lines.append(line)
    return found


_SECTIONS = _sections()
COMMANDS: Mapping[str, tuple[str, str]] = {
    name: (module, sentence)
    for name, (told, _) in _SECTIONS.items()
    for module, colon, sentence in [told.partition(": ")]
    if colon
}
"""For each sub-command the module of this folder that does it, and one sentence for its help.

The module has `run_name(arguments)`, which returns a `Report`. It is imported when the command runs, so that no start pays
for another command.
"""
REFUSED = tuple(
    (found[1], (found[2] or found[1]).split(), found[3], found[4])
    for line in _SECTIONS["refused"][1]
    if (found := re.fullmatch(r"(\S+)(?: with ([^:]+?))?(?: unless (\S+))?: (.+)", line))
)
"""What a game refuses: a word, said together with one of others, unless a further one is said; and what is answered."""


def arguments_of(name: str) -> Parts | Sequence[Row]:
    """Return what a sub-command takes."""
    parts = {one.partition(" ")[2]: one for one in _SECTIONS if one.startswith(f"{name} ")}
    if parts:
        return Parts({part: (_SECTIONS[one][0], rows_of(one)) for part, one in parts.items()})
    return rows_of(name)


def rows_of(section: str, values: Mapping[str, Sequence[str]] = MappingProxyType({})) -> list[Row]:
    """Return the arguments of a section; `values` are those of the settings that words may choose."""
    rows: list[Row] = []
    either: list[Argument] = []
    for line in _SECTIONS[section][1]:
        if line.startswith("@"):
            rows += rows_of(line[1:], values)
        elif line.startswith("| "):
            rows += [] if either else [either]
            either.append(_argument(line[2:], values))
        else:
            rows.append(_argument(line, values))
    return rows


def _argument(line: str, values: Mapping[str, Sequence[str]]) -> Argument:
    said, _, help = line.partition("  ")
    name, _, value = said.partition(" ")
    options: dict[str, Any] = {"help": help.strip().replace("{editions}", one_of(EDITIONS))}
    if not value:
        options["action"] = "store_true"
    elif value.startswith("="):
        options["dest"], chosen, const = value[1:].partition("=")
        options |= (
            {"action": "store_const", "const": const} if chosen else {"choices": values[options["dest"]]}
        )
    elif "|" in value:
        options["choices"] = value.replace("*", "").split("|")
        if "*" in value:
            options["default"] = value.partition("*")[0].rpartition("|")[2]
    else:
        options["metavar"] = value.rstrip("!.")
        options |= {"required": True} if value.endswith("!") else {}
        options |= {"action": "append", "default": []} if value.endswith("...") else {}
    return name, options
