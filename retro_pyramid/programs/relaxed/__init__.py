"""Relaxed Pyramid, also known as King Tut or Tut's Tomb: what lists tell of it."""

from retro_pyramid.programs.catalog import entry

ENTRY = entry("relaxed")
