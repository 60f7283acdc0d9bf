"""Renderers of the card table, in graphics and in text."""
