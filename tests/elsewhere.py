"""Runs the program as another system would: `python tests/elsewhere.py win32 WORDS... [then WORDS...]`; as `here`, too.

The system's name is that of the other, what it lacks is taken away, and its own modules are stood in for. Python's own
modules are loaded before, as they choose their way by the real system.
"""

import concurrent.futures.process
import ctypes
import multiprocessing
import os
import pathlib
import signal
import subprocess
import sys
from types import ModuleType

import pyxel

LOADED = (concurrent.futures.process, ctypes, multiprocessing, pathlib, pyxel, subprocess)
SIGNALS = "SIGHUP SIGKILL SIGQUIT SIGTSTP SIGCONT SIGALRM SIGUSR1 SIGUSR2 SIGPIPE"
CALLS = "memfd_create pread fork openpty getuid geteuid mkfifo O_NONBLOCK killpg"
LACKING: dict[str, dict[ModuleType, str]] = {
    "win32": {signal: SIGNALS, os: CALLS},
    "darwin": {os: "memfd_create"},
}
ABSENT = {"win32": ("fcntl", "termios", "tty", "pty", "pwd", "grp", "resource"), "darwin": ("msvcrt",)}


class Msvcrt(ModuleType):
    """The locks of the C run-time of Windows: one byte of a file, asked for without waiting."""

    LK_UNLCK, LK_LOCK, LK_NBLCK = 0, 1, 2

    def __init__(self) -> None:
        super().__init__("msvcrt")
        self.held: dict[tuple[int, int], int] = {}

    def locking(self, handle: int, mode: int, count: int) -> None:
        """Lock or unlock the next bytes; a byte that another handle has is refused as the system does it."""
        assert count == 1
        file = os.fstat(handle)
        place = file.st_dev, file.st_ino
        if mode == self.LK_UNLCK:
            if self.held.get(place) != handle:
                raise PermissionError(13, "Permission denied")
            del self.held[place]
        else:
            assert mode == self.LK_NBLCK
            if place in self.held:
                raise PermissionError(13, "Permission denied")
            self.held[place] = handle


def become(system: str) -> None:
    """Make this process look like one on `system`, a value of sys.platform."""
    for owner, names in LACKING[system].items():
        for name in names.split():
            if hasattr(owner, name):
                delattr(owner, name)
    for name in ABSENT[system]:
        sys.modules[name] = None  # type: ignore[assignment]
    if system == "win32":
        sys.modules["msvcrt"] = Msvcrt()
        # As Windows opens what is not a console.
        for stream in (sys.stdout, sys.stderr):
            stream.reconfigure(encoding="cp1252", newline="\r\n")  # type: ignore[union-attr]
    sys.platform = system


if __name__ == "__main__":
    sys.path.insert(0, str(pathlib.Path(__file__).parents[1]))
    if sys.argv[1] != "here":
        become(sys.argv[1])
    from retro_pyramid.cli import main

    home, codes = pathlib.Path.cwd(), []
    for line in "\n".join(sys.argv[2:]).split("\nthen\n"):
        # Pyxel goes to another folder as it opens.
        os.chdir(home)
        codes.append(main(line.split("\n")))
    sys.exit(max(codes))
