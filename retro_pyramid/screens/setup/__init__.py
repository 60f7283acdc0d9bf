"""Setup: whatever can be chosen, on pages, with what it looks like beside it."""

from retro_pyramid.packaged import sections

PAGES = dict(sections("settings")["pages"])
"""The pages there can be, by name, each with the word for it."""
