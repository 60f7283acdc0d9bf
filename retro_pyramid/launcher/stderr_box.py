"""What is said on standard error where nobody reads it, as after a double click: it goes into a window, or a file."""

from __future__ import annotations

import atexit
import os
import stat
import sys
from collections.abc import Sequence
from contextlib import suppress
from typing import Any, TextIO

TITLE = "Retro Pyramid"
_MOST_PIECES = 1000
ERROR_FILE = "PYRAMID.ERR"
"""In the data folder, where no window can be opened."""


def nobody_reads(system: str, number: int = 2) -> bool:
    """Return whether the stream of this number leads nowhere on `system` (a value of sys.platform).

    That is /dev/null or a journal's socket, and on Windows no console or one that is this process's own and hidden. A
    terminal, a file or a pipe has a reader.
    """
    try:
        if system == "win32":
            return os.isatty(number) and _console_is_nobodys()
        mode = os.fstat(number).st_mode
    except OSError:
        return True
    return stat.S_ISSOCK(mode) or (stat.S_ISCHR(mode) and not os.isatty(number))


def _console_is_nobodys() -> bool:
    import ctypes

    # GetConsoleProcessList returns how many processes share the console, this one among them; 0 where there is none.
    processes: int = _windows("kernel32").GetConsoleProcessList((ctypes.c_uint32 * 2)(), 2)
    return processes < 2


def _windows(library: str) -> Any:
    """Return one of Windows' own libraries."""
    import ctypes

    return getattr(ctypes, "windll")[library]  # noqa: B009 - other systems' type checkers know no windll


class Overheard:
    """A text stream that hands on everything to `stream`, and keeps the first `pieces` that are written."""

    def __init__(self, stream: TextIO, pieces: list[str]) -> None:
        self._stream = stream
        self._pieces = pieces

    def write(self, text: str) -> int:
        """Take a text."""
        if len(self._pieces) < _MOST_PIECES:
            self._pieces.append(text)
        return self._stream.write(text)

    def __getattr__(self, name: str) -> Any:
        return getattr(self._stream, name)


def listen(words: Sequence[str], system: str = sys.platform) -> None:
    """From now on let what is said on standard error be shown when the program ends, if nobody reads it there.

    `words` are those of the command line, which may be what is wrong: with --headless nobody is there to close a window, and
    --data names the folder.
    """
    if sys.stderr is None or not nobody_reads(system):
        return
    said: list[str] = []
    sys.stderr = Overheard(sys.stderr, said)
    # What is registered first is called last, after the window has closed and said what it had to say.
    folder = None
    rest = iter(words)
    for word in rest:
        name, equals, value = word.partition("=")
        if name == "--data":
            folder = value if equals else next(rest, None)
    atexit.register(lambda: show("".join(said).strip(), "" if "--headless" in words else system, folder))


def show(text: str, system: str, folder: str | None = None) -> None:
    """Show a text in a window of `system`; where that fails, or it is empty, write PYRAMID.ERR in the data folder."""
    if not text:
        return
    with suppress(Exception):
        if system:
            _show_box(text, system)
            return
    from retro_pyramid.storage import StorageError, open_store

    # Where that fails too there is no place left to say it.
    with suppress(StorageError):
        open_store(folder).write(ERROR_FILE, f"{text}\n".encode())


def _show_box(text: str, system: str) -> None:
    if system == "win32":
        error = 0x10
        _windows("user32").MessageBoxW(None, text, TITLE, error)
    elif system == "darwin":
        from subprocess import run

        # The text is an argument, and not part of the script.
        script = f'on run words\ndisplay alert "{TITLE}" message (item 1 of words) as critical\nend run'
        run(["/usr/bin/osascript", "-e", script, text], check=True, capture_output=True)
    else:
        from retro_pyramid.machine.window.desktop_window import message_box

        message_box(TITLE, text)
