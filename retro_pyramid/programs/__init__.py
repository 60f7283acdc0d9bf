"""The programs: a folder an edition, with its entry, its record and its table, the latter two imported when played."""

from __future__ import annotations

from collections.abc import Mapping
from importlib import import_module
from typing import TYPE_CHECKING

from retro_pyramid.programs.catalog import Entry
from retro_pyramid.rules import EDITIONS

if TYPE_CHECKING:
    from retro_pyramid.screens.record import ProgramRecord
    from retro_pyramid.screens.table.look import TableLook

PROGRAMS: Mapping[str, Entry] = {
    edition: import_module(f"retro_pyramid.programs.{edition}").ENTRY for edition in EDITIONS
}
"""What lists tell of each program, by its edition's id, in the order of lists."""


def load(edition: str) -> ProgramRecord:
    """Return the record of an edition; KeyError for one that cannot be played."""
    if edition not in PROGRAMS:
        raise KeyError(edition)
    record: ProgramRecord = import_module(f"retro_pyramid.programs.{edition}.record").RECORD
    return record


def look(edition: str) -> TableLook:
    """Return the table of an edition that can be played."""
    found: TableLook = import_module(f"retro_pyramid.programs.{edition}.table").LOOK
    return found
