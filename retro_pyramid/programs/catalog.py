"""What lists tell of a program before it is played, so that no start pays for the screens of all."""

from collections.abc import Mapping
from functools import cache
from typing import NamedTuple

from retro_pyramid.packaged import asset_text
from retro_pyramid.screens.setting import Numbers, Setting


class Entry(NamedTuple):
    """A program in lists: its title, the command that starts it in DOS, its settings.

    `settings` are those with a choice, `numbers` those that are lists of numbers by name; `switches` are its own words
    on the command line, each with the setting it chooses for one run.
    """

    title: str
    command: str
    settings: tuple[Setting, ...] = ()
    numbers: Mapping[str, Numbers] = {}
    switches: Mapping[str, tuple[str, str]] = {}


@cache
def sections(name: str) -> Mapping[str, list[list[str]]]:
    """Return the sections of `assets/programs/NAME.txt` by their names: lines, cut at their bars."""
    found: dict[str, list[list[str]]] = {}
    for line in asset_text(f"programs/{name}.txt").splitlines():
        if line.startswith("["):
            rows = found[line.strip("[]")] = []
        elif line and not line.startswith("#"):
            rows.append([part.strip() for part in line.split("|")])
    return found


def entry(name: str) -> Entry:
    """Return what a program's file says to lists."""
    file = sections(name)
    facts = dict(file["entry"])
    switches = (row[0].split() for row in file.get("switches", []))
    return Entry(
        facts["title"],
        facts["command"],
        tuple(map(_setting, file["settings"])),
        switches={switch: (setting, value) for switch, setting, value in switches},
    )


def _setting(row: list[str]) -> Setting:
    setting, label, values, *more = row
    default, note, page = (*more, "", "", "")[:3]
    pairs = [value.split(maxsplit=1) for value in values.split(",")]
    return Setting(
        setting, label, tuple((value, word) for value, word in pairs), default, note, page or "own"
    )
