"""On Disk Monthly #61's Pyramid Solitaire (1991): what lists tell of it."""

from retro_pyramid.programs.catalog import entry

ENTRY = entry("odm")
