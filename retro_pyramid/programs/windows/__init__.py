"""The Windows Pyramid: what lists tell of it."""

from retro_pyramid.programs.catalog import entry

ENTRY = entry("windows")
