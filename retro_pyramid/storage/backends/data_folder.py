"""The data folder on a disk: its location, atomic writes, and a lock for each file."""

import os
import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager, suppress
from pathlib import Path

from retro_pyramid.storage.backends.locks import FileGameLock, close_lock_file, open_lock_file, try_lock
from retro_pyramid.storage.backends.store import (
    DATA_FILE_LIMIT_BYTES,
    GameLock,
    StorageError,
    Store,
    Updates,
    storage_errors,
)
from retro_pyramid.storage.backends.user_files import read_limited_bytes, write_atomically

LOCK_TIMEOUT_SECONDS = 2.0
_LOCK_POLL_SECONDS = 0.01


def find_data_folder(data_option: str | None, environ: Mapping[str, str], platform: str, home: Path) -> Path:
    """Return the folder named by --data (`data_option`) or $RETRO_PYRAMID_DATA, else the platform's default.

    It need not exist.

    >>> find_data_folder(None, {}, "linux", Path("/home/ann")).as_posix()
    '/home/ann/.local/share/retro-pyramid'
    """
    folder_name = data_option or environ.get("RETRO_PYRAMID_DATA")
    if folder_name:
        return Path(folder_name).absolute()
    if platform == "win32":
        return Path(environ.get("APPDATA") or home / "AppData" / "Roaming") / "Retro Pyramid"
    if platform == "darwin":
        return home / "Library" / "Application Support" / "Retro Pyramid"
    return find_user_data_home(environ, home) / "retro-pyramid"


def find_user_data_home(environ: Mapping[str, str], home: Path) -> Path:
    """Return this user's folder for data that the desktop reads too (XDG Base Directory Specification)."""
    # The specification says to ignore a relative path.
    xdg_path = Path(environ.get("XDG_DATA_HOME", ""))
    return xdg_path if xdg_path.is_absolute() else home / ".local" / "share"


class DataFolder(Store):
    """A Store in a folder, which is created at the first write. File names are matched ignoring case."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self._held_locks: set[str] = set()
        self._timed_out: set[str] = set()
        """Names of the locks that this program could not get in time."""
        self._lock_warning = ""
        """The warning about a file that could not be locked, empty if there was none."""
        self._warn: Callable[[str], None] | None = None
        """Called with that warning after a write; None once that is done."""

    def check_is_folder(self) -> None:
        with storage_errors(self.path):
            if self.path.exists() and not self.path.is_dir():
                raise StorageError(f"{self.path}: expected a folder, found a file")

    def create(self) -> None:
        self.check_is_folder()
        with storage_errors(self.path):
            self.path.mkdir(parents=True, exist_ok=True)

    def find_path(self, name: str) -> Path:
        """Return the path of the file called `name` ignoring case, or of `name` itself if there is none."""
        with storage_errors(self.path):
            names = self._list_names()
            if name in names:
                return self.path / name
            upper_name = name.upper()
            return self.path / min(
                (existing for existing in names if existing.upper() == upper_name), default=name
            )

    def read(self, name: str) -> bytes | None:
        """Return the file's bytes, or None if there is no file; raise CorruptFileError above 1 MiB."""
        # The exact name is tried first: listing a folder of thousands of files for each of them takes minutes.
        path = self.path / name
        with storage_errors(path):
            if path.is_file() or (not path.exists() and (path := self.find_path(name)).is_file()):
                return read_limited_bytes(path, DATA_FILE_LIMIT_BYTES)
            # Opening a named pipe would block until it has a writer.
            if path.exists():
                raise StorageError(f"{path}: expected a file")
            return None

    def write(self, name: str, data: bytes, replace_link: bool = False, updates: Updates = ()) -> None:
        """Write a temporary file in the same folder, flush it and rename it over the file."""
        self.create()
        path = self.find_path(name)
        original = path.with_name(path.name.partition(".BAK")[0])
        write_atomically(path, data, replace_link, original, is_locked=name in self._held_locks)
        if self._lock_warning and self._warn is not None:
            self._warn(self._lock_warning)
            self._warn = None

    def rename_to_backup(self, name: str) -> str:
        """Rename the file to its first free .BAK name, with the case of its own name; return that name."""
        return super().rename_to_backup(self.find_path(name).name)

    def rename(self, name: str, new_name: str) -> None:
        path = self.find_path(name)
        with storage_errors(path):
            # On Windows Path.rename() fails if the new name exists.
            path.replace(self.path / new_name)

    def remove(self, name: str) -> None:
        path = self.find_path(name)
        with storage_errors(path):
            path.unlink()

    def list_names(self) -> list[str]:
        with storage_errors(self.path):
            return sorted(self._list_names())

    @contextmanager
    def lock(self, name: str) -> Iterator[bool]:
        """Hold the system's lock on NAME.LCK; it nests. If files cannot be locked, continue without and yield False.

        Wait up to 2 s for another program; after one time-out do not wait for that lock again. Raise StorageError.
        """
        if name in self._held_locks:
            yield True
            return
        self.create()
        path = self.find_path(f"{name}.LCK")
        fd = None
        with storage_errors(path):
            try:
                fd = self._wait_for_lock(name, path)
            except OSError as error:
                # If no lock file can be created, no other file can be created in the folder either.
                if not os.path.lexists(path):
                    raise
                reason = error.strerror or error
                self._lock_warning = f"{path}: cannot be locked ({reason}): play in one window at a time"
        try:
            if fd is not None:
                self._held_locks.add(name)
            yield fd is not None
        finally:
            if fd is not None:
                self._held_locks.discard(name)
                close_lock_file(fd, is_locked=True)

    def _wait_for_lock(self, name: str, path: Path) -> int:
        """Open a lock file, lock it and return its descriptor.

        Raise StorageError if another program holds the lock, OSError if the file cannot be locked.
        """
        fd, is_locked = open_lock_file(path)[0], False
        try:
            deadline = time.monotonic() + LOCK_TIMEOUT_SECONDS
            while not (is_locked := try_lock(fd)):
                if name in self._timed_out or time.monotonic() > deadline:
                    self._timed_out.add(name)
                    raise StorageError(f"{path}: another program has held the lock for too long")
                time.sleep(_LOCK_POLL_SECONDS)
        finally:
            if not is_locked:
                os.close(fd)
        self._timed_out.discard(name)
        return fd

    def set_lock_warning_handler(self, handler: Callable[[str], None]) -> None:
        self._warn = handler

    def lock_game(self, lock_name: str) -> GameLock:
        """Lock the game with a file beside the others. If it cannot be created or locked, the game counts as owned."""
        with suppress(StorageError):
            self.create()
        return FileGameLock(self.path / f"{lock_name.upper().replace(' ', '-')}.LCK")

    def _list_names(self) -> set[str]:
        # os.listdir(), because a Path for each file of a folder of thousands takes ten times as long.
        return set(os.listdir(self.path)) if self.path.is_dir() else set()  # noqa: PTH208
