"""Shows stderr output in a message box, or writes it to a file, if nobody can read it, as after a double click."""

from __future__ import annotations

import atexit
import os
import stat
import sys
from collections.abc import Sequence
from contextlib import suppress
from typing import Any, TextIO

BOX_TITLE = "Retro Pyramid"
_MAX_CHUNKS = 1000
ERROR_FILE_NAME = "PYRAMID.ERR"
"""Name of the file in the data folder that is written if no message box can be opened."""


def has_no_reader(platform: str, fd: int = 2) -> bool:
    """Return whether a file descriptor leads nowhere; `platform` is a value of sys.platform.

    That is the case for /dev/null or a journal's socket, and on Windows without a console or with a hidden one that belongs
    to this process only. A terminal, a file or a pipe has a reader.
    """
    try:
        if platform == "win32":
            return os.isatty(fd) and _is_console_hidden()
        mode = os.fstat(fd).st_mode
    except OSError:
        return True
    return stat.S_ISSOCK(mode) or (stat.S_ISCHR(mode) and not os.isatty(fd))


def _is_console_hidden() -> bool:
    """Return whether this process has no console or is the only one in it."""
    import ctypes

    # GetConsoleProcessList returns the number of processes in the console, including this one; 0 if there is no console.
    processes: int = _load_windows_library("kernel32").GetConsoleProcessList((ctypes.c_uint32 * 2)(), 2)
    return processes < 2


def _load_windows_library(library: str) -> Any:
    """Return a Windows system library."""
    import ctypes

    return getattr(ctypes, "windll")[library]  # noqa: B009 - other systems' type checkers know no windll


class TeeStream:
    """A text stream that forwards all output to `stream` and stores the first texts written in `chunks`."""

    def __init__(self, stream: TextIO, chunks: list[str]) -> None:
        self._stream = stream
        self._chunks = chunks

    def write(self, text: str) -> int:
        """Forward a text and store it while there is room."""
        if len(self._chunks) < _MAX_CHUNKS:
            self._chunks.append(text)
        return self._stream.write(text)

    def __getattr__(self, name: str) -> Any:
        return getattr(self._stream, name)


def install_stderr_box(args: Sequence[str], platform: str = sys.platform) -> None:
    """From now on collect stderr output if nobody can read it, and show it when the program ends.

    `args` is the command line, which may itself be invalid: with `--headless` nobody could close a message box, and `--data`
    gives the folder for the file.
    """
    if sys.stderr is None or not has_no_reader(platform):
        return
    chunks: list[str] = []
    sys.stderr = TeeStream(sys.stderr, chunks)
    # The function registered first is called last, after the window has closed and printed its messages.
    folder = None
    remaining = iter(args)
    for arg in remaining:
        name, equals, value = arg.partition("=")
        if name == "--data":
            folder = value if equals else next(remaining, None)
    atexit.register(
        lambda: show_or_save_text("".join(chunks).strip(), "" if "--headless" in args else platform, folder)
    )


def show_or_save_text(text: str, platform: str, data_folder: str | None = None) -> None:
    """Show a text in a message box; if that fails or `platform` is empty, write it to PYRAMID.ERR in the data folder."""
    if not text:
        return
    with suppress(Exception):
        if platform:
            _show_box(text, platform)
            return
    from retro_pyramid.storage import StorageError, open_store

    # If that fails too, there is no other way to report it.
    with suppress(StorageError):
        open_store(data_folder).write(ERROR_FILE_NAME, f"{text}\n".encode())


def _show_box(text: str, platform: str) -> None:
    """Show an error message box with the platform's own means."""
    if platform == "win32":
        error = 0x10
        _load_windows_library("user32").MessageBoxW(None, text, BOX_TITLE, error)
    elif platform == "darwin":
        from subprocess import run

        # Pass the text as an argument, so that it is not parsed as script.
        script = f'on run words\ndisplay alert "{BOX_TITLE}" message (item 1 of words) as critical\nend run'
        run(["/usr/bin/osascript", "-e", script, text], check=True, capture_output=True)
    else:
        from retro_pyramid.machine.window.desktop_window import show_message_box

        show_message_box(BOX_TITLE, text)
