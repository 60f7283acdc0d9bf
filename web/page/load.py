"""Makes the program's modules importable in the page; follows `archive.py` there, in one script.

Everything up to `resume` runs before Pyxel is loaded, so that a snapshot can hold it.
"""

import importlib
import inspect
import os
import sys

import js


class Image:
    """Stands in for Pyxel's class in modules that are imported before Pyxel."""

    def __new__(cls, *size: int) -> object:
        """Return an image of Pyxel."""
        return pyxel.Image(*size)


archive = Archive(js.retroPyramid.programArchive().to_bytes())
sys.meta_path.insert(0, archive)
# Modules only name it as they are imported, and use it later.
pyxel = sys.modules["pyxel"] = ModuleType("pyxel")
pyxel.Image = Image


def settle() -> None:
    """Inspect the stack, as Pyxel does when it starts: the first time Python reads every module for it."""
    inspect.stack()


def resume() -> None:
    """Continue after Pyxel is loaded, both in the visit that took the snapshot and in those that start from it."""
    del sys.modules["js"]
    # Pyxel changes to the folder of the file that calls it.
    for folder in archive.folders():
        os.makedirs(folder, exist_ok=True)
    importlib.invalidate_caches()
    importlib.reload(pyxel)
