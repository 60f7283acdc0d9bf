"""Next of Kin, in which equal and neighbouring ranks go together: what lists tell of it."""

from retro_pyramid.programs.catalog import entry

ENTRY = entry("kin")
