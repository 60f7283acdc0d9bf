"""The programs: what lists tell of each, and a folder an edition with its record and its table, imported when played."""

from __future__ import annotations

from collections.abc import Mapping
from importlib import import_module
from typing import TYPE_CHECKING, NamedTuple

from retro_pyramid.resources import sections
from retro_pyramid.rules import EDITIONS
from retro_pyramid.settings import Numbers, Setting, setting

if TYPE_CHECKING:
    from retro_pyramid.app.edition_spec import ProgramRecord
    from retro_pyramid.table.table_spec import TableLook


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


def _entry(name: str) -> Entry:
    """Return what a program's file says to lists."""
    file = sections(f"programs/{name}")
    facts = dict(file["entry"])
    switches = (row[0].split() for row in file.get("switches", []))
    return Entry(
        facts["title"],
        facts["command"],
        tuple(setting(name, *row) for row in file["settings"]),
        {
            f"{name}.{row[0]}": Numbers(int(row[1]), int(row[2]), int(row[3]))
            for row in file.get("numbers", [])
        },
        {switch: (name, value) for switch, name, value in switches},
    )


PROGRAMS: Mapping[str, Entry] = {edition: _entry(edition) for edition in EDITIONS}
"""What lists tell of each program, by its edition's id, in the order of lists."""


def load(edition: str) -> ProgramRecord:
    """Return the record of an edition; KeyError for one that cannot be played."""
    if edition not in PROGRAMS:
        raise KeyError(edition)
    record: ProgramRecord = import_module(f"retro_pyramid.editions.{edition}.edition").RECORD
    return record


def look(edition: str) -> TableLook:
    """Return the table of an edition that can be played."""
    found: TableLook = import_module(f"retro_pyramid.editions.{edition}.table").LOOK
    return found
