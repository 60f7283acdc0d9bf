"""Builds and starts the program for a window, a script or a terminal."""
