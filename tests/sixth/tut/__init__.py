"""King Tut's game of three cards at a time: what lists tell of it."""

from retro_pyramid.programs.catalog import entry

ENTRY = entry("tut")
