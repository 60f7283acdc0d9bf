"""Renderers of the card table, for graphics mode and text mode."""
