"""Setup: whatever can be chosen, on pages, with what it looks like beside it."""

PAGES = ("display", "cards", "sound", "play", "own", "doors")
"""The names of the pages there can be."""
