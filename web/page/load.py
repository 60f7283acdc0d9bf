"""Makes the program's modules ready in the page; stands behind `archive.py` there, in one script.

All of it comes before Pyxel, so that a snapshot can hold it; `resume` comes after.
"""

import importlib
import inspect
import os
import sys

import js


class Image:
    """Stands for Pyxel's class of that name in what is imported before."""

    def __new__(cls, *size: int) -> object:
        """Return one of Pyxel's own."""
        return pyxel.Image(*size)


archive = Archive(js.retroPyramid.archive().to_bytes())
sys.meta_path.insert(0, archive)
# Modules name it as they are imported, and use it later.
pyxel = sys.modules["pyxel"] = ModuleType("pyxel")
pyxel.Image = Image


def settle() -> None:
    """Look for a caller, as Pyxel does when it starts: Python looks at each module for that, but only once."""
    inspect.stack()


def resume() -> None:
    """Go on once Pyxel can be imported, in the visit that took the snapshot and in those that start from it."""
    del sys.modules["js"]
    # Pyxel goes to the folder of the file it is called from.
    for folder in archive.folders():
        os.makedirs(folder, exist_ok=True)
    importlib.invalidate_caches()
    importlib.reload(pyxel)
