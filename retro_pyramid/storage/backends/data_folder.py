"""The data folder on a disk: where it is, atomic writes, and a lock for each file."""

import os
import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager, suppress
from pathlib import Path

from retro_pyramid.storage.backends.locks import FileClaim, close_lock_file, open_lock_file, try_lock
from retro_pyramid.storage.backends.store import DATA_FILE_LIMIT, Claim, Steps, StorageError, Store, one_line
from retro_pyramid.storage.backends.user_files import read_limited, write_atomic

LOCK_SECONDS = 2.0
_LOCK_PAUSE = 0.01


def data_folder(explicit: str | None, environ: Mapping[str, str], platform: str, home: Path) -> Path:
    """Return the folder that --data (`explicit`) or $RETRO_PYRAMID_DATA names, else the platform's own; it need not exist.

    >>> data_folder(None, {}, "linux", Path("/home/ann")).as_posix()
    '/home/ann/.local/share/retro-pyramid'
    """
    named = explicit or environ.get("RETRO_PYRAMID_DATA")
    if named:
        return Path(named).absolute()
    if platform == "win32":
        return Path(environ.get("APPDATA") or home / "AppData" / "Roaming") / "Retro Pyramid"
    if platform == "darwin":
        return home / "Library" / "Application Support" / "Retro Pyramid"
    return shared_folder(environ, home) / "retro-pyramid"


def shared_folder(environ: Mapping[str, str], home: Path) -> Path:
    """Return the folder for data of this user, which the desktop reads too (the XDG Base Directory Specification)."""
    # A relative path in the variable is to be ignored.
    named = Path(environ.get("XDG_DATA_HOME", ""))
    return named if named.is_absolute() else home / ".local" / "share"


class DataFolder(Store):
    """A Store that is a folder, made when something is first written; files are found by names in any case."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self._held: set[str] = set()
        self._in_vain: set[str] = set()
        """The locks that this program waited for in vain."""
        self._unlocked = ""
        """The notice about a lock that could not be had, empty if there was none."""
        self._report: Callable[[str], None] | None = None
        """Called with that notice when something was written; None once that is done."""

    def check(self) -> None:
        with one_line(self.path):
            if self.path.exists() and not self.path.is_dir():
                raise StorageError(f"{self.path}: expected a folder, found a file")

    def create(self) -> None:
        self.check()
        with one_line(self.path):
            self.path.mkdir(parents=True, exist_ok=True)

    def find(self, name: str) -> Path:
        """Return the path of the file called `name` in any case, or of `name` itself when there is none."""
        with one_line(self.path):
            names = self._names()
            if name in names:
                return self.path / name
            capitals = name.upper()
            return self.path / min((other for other in names if other.upper() == capitals), default=name)

    def read(self, name: str) -> bytes | None:
        """Return the bytes of the file, None when there is none; raise BrokenFile above 1 MiB."""
        # As it is written, first: to list a folder of thousands for each of them takes minutes.
        path = self.path / name
        with one_line(path):
            if path.is_file() or (not path.exists() and (path := self.find(name)).is_file()):
                return read_limited(path, DATA_FILE_LIMIT)
            # Opening a named pipe would wait for a writer for ever.
            if path.exists():
                raise StorageError(f"{path}: expected a file")
            return None

    def write(self, name: str, data: bytes, over_link: bool = False, steps: Steps = ()) -> None:
        """Write a temporary file in the same folder, flush it and rename it over the file."""
        self.create()
        path = self.find(name)
        model = path.with_name(path.name.partition(".BAK")[0])
        write_atomic(path, data, over_link, model, locked=name in self._held)
        if self._unlocked and self._report is not None:
            self._report(self._unlocked)
            self._report = None

    def keep_as_bak(self, name: str) -> str:
        """Rename the file to its first free .BAK name, in the case that its own name has; return that name."""
        return super().keep_as_bak(self.find(name).name)

    def rename(self, name: str, new: str) -> None:
        path = self.find(name)
        with one_line(path):
            # On Windows `rename` refuses a name that is taken.
            path.replace(self.path / new)

    def remove(self, name: str) -> None:
        path = self.find(name)
        with one_line(path):
            path.unlink()

    def names(self) -> list[str]:
        with one_line(self.path):
            return sorted(self._names())

    @contextmanager
    def lock(self, name: str) -> Iterator[bool]:
        """Hold the system's lock on NAME.LCK; it nests. Where files cannot be locked, go on without and give False.

        Wait up to 2 s for another program; after a wait in vain not at all.
        """
        if name in self._held:
            yield True
            return
        self.create()
        path = self.find(f"{name}.LCK")
        fd = None
        with one_line(path):
            try:
                fd = self._wait_for_lock(name, path)
            except OSError as error:
                # A folder in which no lock file can be created takes no other file either.
                if not os.path.lexists(path):
                    raise
                reason = error.strerror or error
                self._unlocked = f"{path}: cannot be locked ({reason}): play in one window at a time"
        try:
            if fd is not None:
                self._held.add(name)
            yield fd is not None
        finally:
            if fd is not None:
                self._held.discard(name)
                close_lock_file(fd, locked=True)

    def _wait_for_lock(self, name: str, path: Path) -> int:
        """Open a lock file and lock it; raise StorageError if another program keeps it, OSError if it cannot be locked."""
        fd, locked = open_lock_file(path)[0], False
        try:
            deadline = time.monotonic() + LOCK_SECONDS
            while not (locked := try_lock(fd)):
                if name in self._in_vain or time.monotonic() > deadline:
                    self._in_vain.add(name)
                    raise StorageError(f"{path}: another program has held the lock for too long")
                time.sleep(_LOCK_PAUSE)
        finally:
            if not locked:
                os.close(fd)
        self._in_vain.discard(name)
        return fd

    def report_to(self, report: Callable[[str], None]) -> None:
        self._report = report

    def claim(self, name: str) -> Claim:
        """Claim the game by a file beside the others; where none can be made or locked, it is nobody else's."""
        with suppress(StorageError):
            self.create()
        return FileClaim(self.path / f"{name.upper().replace(' ', '-')}.LCK")

    def _names(self) -> set[str]:
        # Names alone: a Path for each file of a folder of thousands takes ten times as long.
        return set(os.listdir(self.path)) if self.path.is_dir() else set()  # noqa: PTH208
