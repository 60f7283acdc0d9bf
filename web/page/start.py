"""Starts the program in the page; stands behind `archive.py` there, in one script."""

import os
import sys

import js

# Pyxel's import hook would ask the server for every module; and of a program started before nothing is left over.
sys.meta_path[:] = [
    finder for finder in sys.meta_path if type(finder).__name__ not in ("ImportHook", "Archive")
]
sys.meta_path.insert(0, Archive(js.retroPyramid.archive().to_bytes()))
# Files that the program's own folder lacks are asked of the server, too.
os.chdir("/tmp")
from retro_pyramid.browser import start

start(js.retroPyramid.query())
