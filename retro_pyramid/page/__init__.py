"""Runs the program in a browser page."""
