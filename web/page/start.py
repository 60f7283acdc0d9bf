"""Starts the program in the page; stands behind `archive.py` there, in one script."""

import os
import sys

import js

# Of a program started before nothing is left over.
sys.meta_path[:] = [finder for finder in sys.meta_path if type(finder).__name__ != "Archive"]
archive = Archive(js.retroPyramid.archive().to_bytes())
sys.meta_path.insert(0, archive)
# Pyxel goes to the folder of the file it is called from.
for folder in archive.folders():
    os.makedirs(folder, exist_ok=True)
os.chdir(ROOT)
from retro_pyramid.page.browser import start

start(js.retroPyramid.query())
