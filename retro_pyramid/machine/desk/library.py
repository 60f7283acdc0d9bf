"""Where the SDL lies that Pyxel calls, so that the program can call it too."""

import sys
from importlib.util import find_spec
from pathlib import Path

_LIBRARIES = {"win32": "SDL2.dll", "darwin": "SDL2.framework/Versions/A/SDL2"}
"""Where Pyxel has its SDL inside: the same one, as pysdl2-dll brings it."""


def sdl_file() -> str | None:
    """Return what SDL is loaded from; None where there is only the one built into Pyxel, which cannot be reached."""
    if sys.platform == "linux":
        return "libSDL2-2.0.so.0"
    package = find_spec("sdl2dll")
    if package is None or package.origin is None or sys.platform not in _LIBRARIES:
        return None
    file = Path(package.origin).parent / "dll" / _LIBRARIES[sys.platform]
    return str(file) if file.is_file() else None
