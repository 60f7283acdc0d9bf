"""What is said on standard error where nobody reads it, as after a double click: it goes into a window, or a file."""

from __future__ import annotations

import atexit
import io
import os
import stat
import sys
from collections.abc import Callable, Sequence
from contextlib import suppress
from typing import Any, TextIO

TITLE = "Retro Pyramid"
ERROR_FILE = "PYRAMID.ERR"
"""In the data folder, where no window can be opened."""


def nobody_reads(system: str, number: int = 2) -> bool:
    """Return whether the stream of this number leads nowhere on `system` (a value of sys.platform).

    That is /dev/null or a journal's socket, and on Windows a console that is this process's own and hidden. A terminal, a
    file or a pipe has a reader.
    """
    try:
        if system == "win32":
            return os.isatty(number) and _console_is_ours()
        mode = os.fstat(number).st_mode
    except OSError:
        return True
    return stat.S_ISSOCK(mode) or (stat.S_ISCHR(mode) and not os.isatty(number))


def _console_is_ours() -> bool:
    import ctypes

    # GetConsoleProcessList returns how many processes share the console, this one among them.
    processes: int = _windows("kernel32").GetConsoleProcessList((ctypes.c_uint32 * 2)(), 2)
    return processes == 1


def _windows(library: str) -> Any:
    """Return one of Windows' own libraries."""
    import ctypes

    return getattr(ctypes, "windll")[library]  # noqa: B009 - other systems' type checkers know no windll


class Unread(io.TextIOBase):
    """A stream that hands on what is written, and keeps it to be shown at the end."""

    def __init__(self, beneath: TextIO) -> None:
        self._beneath = beneath
        self._said: list[str] = []

    def writable(self) -> bool:
        """Return that this can be written to."""
        return True

    def write(self, text: str) -> int:
        """Take a text."""
        self._said.append(text)
        return self._beneath.write(text)

    def flush(self) -> None:
        """Hand on what is still kept back."""
        self._beneath.flush()

    def said(self) -> str:
        """Return all that was written."""
        return "".join(self._said).strip()


def listen(words: Sequence[str], system: str = sys.platform) -> None:
    """From now on let what is said on standard error be shown when the program ends, if nobody reads it there.

    `words` are those of the command line, which may be what is wrong: with --headless nobody is there to close a window, and
    --data names the folder.
    """
    if sys.stderr is None or not nobody_reads(system):
        return
    unread = Unread(sys.stderr)
    sys.stderr = unread
    # What is registered first is called last, after the window has closed and said what it had to say.
    folder = None
    rest = iter(words)
    for word in rest:
        name, equals, value = word.partition("=")
        if name == "--data":
            folder = value if equals else next(rest, None)
    atexit.register(lambda: show(unread.said(), "" if "--headless" in words else system, folder))


def show(text: str, system: str, folder: str | None = None) -> None:
    """Show a text in a window of `system`; where that fails, or it is empty, write PYRAMID.ERR in the data folder."""
    if not text:
        return
    boxes: dict[str, Callable[[str], None]] = {"win32": _on_windows, "darwin": _on_macos}
    if system:
        with suppress(Exception):
            boxes.get(system, _by_sdl)(text)
            return
    from retro_pyramid.storage import StorageError, open_store

    # Where that fails too there is no place left to say it.
    with suppress(StorageError):
        open_store(folder).write(ERROR_FILE, f"{text}\n".encode())


def _on_windows(text: str) -> None:
    error = 0x10
    _windows("user32").MessageBoxW(None, text, TITLE, error)


def _on_macos(text: str) -> None:
    from subprocess import run

    # The text is an argument, and not part of the script.
    script = f'on run words\ndisplay alert "{TITLE}" message (item 1 of words) as critical\nend run'
    run(["/usr/bin/osascript", "-e", script, text], check=True, capture_output=True)


def _by_sdl(text: str) -> None:
    from retro_pyramid.machine.desk.window import message_box

    message_box(TITLE, text)
