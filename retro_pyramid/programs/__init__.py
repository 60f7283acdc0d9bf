"""The programs: one module an edition, each a record."""

from retro_pyramid.programs.odm import ODM
from retro_pyramid.screens.record import ProgramRecord

PROGRAMS: dict[str, ProgramRecord] = {record.id: record for record in (ODM,)}
"""The editions that can be played, by id."""
