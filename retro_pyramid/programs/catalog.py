"""What lists tell of a program before it is played, so that no start pays for the screens of all."""

from collections.abc import Mapping
from typing import NamedTuple

from retro_pyramid.packaged import sections
from retro_pyramid.screens.setting import Numbers, Setting, setting


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


def entry(name: str) -> Entry:
    """Return what a program's file says to lists."""
    file = sections(f"programs/{name}")
    facts = dict(file["entry"])
    switches = (row[0].split() for row in file.get("switches", []))
    return Entry(
        facts["title"],
        facts["command"],
        tuple(setting(name, *row) for row in file["settings"]),
        switches={switch: (name, value) for switch, name, value in switches},
    )
