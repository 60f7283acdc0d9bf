"""EM Software's Pyramid for DOS: what lists tell of it."""

from retro_pyramid.programs.catalog import entry

ENTRY = entry("em")
