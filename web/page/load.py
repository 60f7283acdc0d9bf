"""Makes the program's modules ready in the page; stands behind `archive.py` there, in one script."""

import os
import sys

import js

archive = Archive(js.retroPyramid.archive().to_bytes(), js.retroPyramid.code().to_bytes())
sys.meta_path.insert(0, archive)
# Pyxel goes to the folder of the file it is called from.
for folder in archive.folders():
    os.makedirs(folder, exist_ok=True)
