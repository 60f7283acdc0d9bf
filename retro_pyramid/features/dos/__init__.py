"""The DOS prompt."""
