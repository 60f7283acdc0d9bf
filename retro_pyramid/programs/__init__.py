"""The programs: one module an edition, each a record, imported when it is first played."""

from collections.abc import Mapping
from importlib import import_module

from retro_pyramid.screens.record import ProgramRecord
from retro_pyramid.screens.table.look import TableLook

PROGRAMS: Mapping[str, str] = {
    "odm": "On Disk Monthly's Pyramid",
    "tilldawn": "Solitaire Till Dawn",
    "windows": "Pyramid for Windows",
    "relaxed": "Relaxed Pyramid",
    "em": "EM's Pyramid",
}
"""The editions that can be played, by id, and what they are called in a list."""


def load(edition: str) -> ProgramRecord:
    """Return the record of an edition; KeyError for one that cannot be played."""
    if edition not in PROGRAMS:
        raise KeyError(edition)
    record: ProgramRecord = import_module(f"retro_pyramid.programs.{edition}").RECORD
    return record


def look(edition: str) -> TableLook:
    """Return the table of an edition that can be played."""
    found: TableLook = import_module(f"retro_pyramid.programs.{edition}").LOOK
    return found
