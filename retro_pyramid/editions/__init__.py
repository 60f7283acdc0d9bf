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


def _load_edition_info(edition: str) -> Entry:
    """Return what a program's file says to lists."""
    spec = sections(f"programs/{edition}")
    entry = dict(spec["entry"])
    switches = (row[0].split() for row in spec.get("switches", []))
    return Entry(
        entry["title"],
        entry["command"],
        tuple(setting(edition, *row) for row in spec["settings"]),
        {
            f"{edition}.{row[0]}": Numbers(int(row[1]), int(row[2]), int(row[3]))
            for row in spec.get("numbers", [])
        },
        {switch: (edition, value) for switch, edition, value in switches},
    )


PROGRAMS: Mapping[str, Entry] = {edition: _load_edition_info(edition) for edition in EDITIONS}
"""What lists tell of each program, by its edition's id, in the order of lists."""


def load(edition: str) -> ProgramRecord:
    """Return the record of an edition; KeyError for one that cannot be played."""
    if edition not in PROGRAMS:
        raise KeyError(edition)
    spec: ProgramRecord = import_module(f"retro_pyramid.editions.{edition}.edition").EDITION
    return spec


def look(edition: str) -> TableLook:
    """Return the table of an edition that can be played."""
    spec: TableLook = import_module(f"retro_pyramid.editions.{edition}.table").TABLE
    return spec
