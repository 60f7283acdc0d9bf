"""Solitaire Till Dawn's Pyramid."""
