"""What is passed on from the machine the program runs on: its clipboard, where there is a way to it, and links."""

from __future__ import annotations

import sys
from collections.abc import Iterable
from contextlib import suppress
from importlib import import_module

_PROGRAMS = ("pbcopy", "clip.exe", "wl-copy", "xclip -selection clipboard", "xsel --input --clipboard")
"""Programs that put their input on the clipboard: of macOS, Windows, Wayland and X11."""
_SECONDS = 2


def copy(text: str) -> bool:
    """Put a text of plain ASCII on the clipboard; return whether it is there, or in a browser whether it may be.

    Pyxel has no clipboard; so the page is asked, which shows the text where it cannot copy it, or the first program of
    the desktop that does it.
    """
    if sys.platform == "emscripten":
        import_module("js").retroPyramid.copyOrShow(text)
        return True
    from subprocess import DEVNULL, SubprocessError, run

    told = text.encode("ascii")
    for program in _PROGRAMS:
        with suppress(OSError, SubprocessError):
            run(program.split(), input=told, stdout=DEVNULL, stderr=DEVNULL, timeout=_SECONDS, check=True)
            return True
    return False


def day_link(day: int, words: Iterable[tuple[str, str]]) -> str:
    """Return what leads to the deal of a day: the page's address, or at the desk, which has none, a command.

    `words` are further options of the command line, each with its value.

    >>> day_link(20261123, [("edition", "em")])
    'pyramid --daily --day 20261123 --edition em'
    """
    if sys.platform == "emscripten":
        place = import_module("js").location
        query = "&".join(f"{name}={value}" for name, value in (("day", day), *words))
        return f"{place.origin}{place.pathname}?{query}"
    return " ".join([f"pyramid --daily --day {day}", *(f"--{name} {value}" for name, value in words)])
