"""What tests of the player's files share: a folder looked at from outside, and system calls that fail."""

import errno
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from retro_pyramid.storage import DataFolder, UserData

FULL = OSError(errno.ENOSPC, "No space left on device")
DENIED = PermissionError(errno.EACCES, "Permission denied")


def game(folder: Path) -> UserData:
    return UserData(DataFolder(folder))


def entry(edition: str, number: int = 1) -> str:
    """The id of an entry in RESUME.PYR."""
    return f"{edition} {number:08X}"


def contents(folder: Path) -> dict[str, bytes]:
    """The files of a folder but its locks."""
    there = sorted(folder.iterdir()) if folder.exists() else []
    return {
        path.name: path.read_bytes() for path in there if path.is_file() and path.suffix.upper() != ".LCK"
    }


def names(folder: Path) -> list[str]:
    return sorted(path.name for path in folder.iterdir() if path.suffix.upper() != ".LCK")


class Failing:
    """A system call that fails while `on`, once `room` calls of it have gone well."""

    def __init__(self, patch: pytest.MonkeyPatch, call: str, error: OSError = FULL, room: int = 0) -> None:
        self.on, self.room = True, room
        real = getattr(os, call)

        def failing(*arguments: Any, **options: Any) -> Any:
            if self.on and self.room <= 0:
                raise error
            self.room -= 1
            return real(*arguments, **options)

        patch.setattr(os, call, failing)


def begun(code: str, *words: object) -> subprocess.Popen[str]:
    """A Python program that has begun: it has `files`, the game's files in the folder that its first word names."""
    head = (
        "import os, signal, sys, time; from pathlib import Path\n"
        "from retro_pyramid.storage import DataFolder, UserData\n"
        "files = UserData(DataFolder(Path(sys.argv[1])))\n"
    )
    command = [sys.executable, "-c", head + code, *map(str, words)]
    return subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
