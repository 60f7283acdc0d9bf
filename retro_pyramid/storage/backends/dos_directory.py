"""The data folder as the DOS prompt lists and changes it: only the files in it, with backups of replaced files.

A symbolic link is listed as the file that it points to; changes affect the link, never that file.
"""

import re
import time
from collections.abc import Callable, Mapping
from contextlib import suppress
from types import MappingProxyType
from typing import NamedTuple

from retro_pyramid.storage.backends.data_folder import DataFolder
from retro_pyramid.storage.backends.store import StorageError, Store, storage_errors

Timestamp = tuple[int, int, int, int, int]
_HIDDEN_EXTENSIONS = (".LCK", ".TMP")
_ISSUE_DATE = (1991, 11, 1, 12, 0)
"""The date of the built-in files: the month of the magazine's issue."""
_MAX_FREE_BYTES = 65_535 * 32_768
"""Free bytes of the largest disk of DOS 5, which counts 65,535 clusters of 32,768 bytes."""
_BACKUP_PATTERN = re.compile(r"(?i)\.BAK[0-9]*$")


class DirEntry(NamedTuple):
    """A file: name, size in bytes, and local time (year, month, day, hour, minute) or None if it is not known."""

    name: str
    size_bytes: int
    timestamp: Timestamp | None


class DosDirectory:
    """A Store's files by name; every method raises StorageError.

    `builtin_files` maps NAME.EXT to a function that returns the bytes of one of the game's own files. They are listed
    too, unless the user has a file of that name, and cannot be changed.
    """

    def __init__(
        self, store: Store, builtin_files: Mapping[str, Callable[[], bytes]] = MappingProxyType({})
    ) -> None:
        self._store = store
        self._builtin_files = builtin_files

    def list_entries(self) -> list[DirEntry]:
        """Return the files without lock files and temporary files, sorted by name ignoring case."""
        names = [name for name in self._store.list_names() if not name.upper().endswith(_HIDDEN_EXTENSIONS)]
        user_entries = [entry for name in names if (entry := self._stat_file(name)) is not None]
        user_names = {entry.name.upper() for entry in user_entries}
        builtin_entries = [
            DirEntry(name, len(data()), _ISSUE_DATE)
            for name, data in self._builtin_files.items()
            if name not in user_names
        ]
        return sorted([*user_entries, *builtin_entries], key=lambda entry: entry.name.upper())

    def _stat_file(self, name: str) -> DirEntry | None:
        if not isinstance(self._store, DataFolder):
            data = self._store.read(name)
            return None if data is None else DirEntry(name, len(data), None)
        path = self._store.path / name
        with storage_errors(path):
            if not path.is_file():
                return None
            file_stat = path.stat()
        timestamp = None
        # A file system may contain dates that the calendar cannot represent.
        with suppress(OverflowError, ValueError, OSError):
            modified = time.localtime(file_stat.st_mtime)
            timestamp = (
                modified.tm_year,
                modified.tm_mon,
                modified.tm_mday,
                modified.tm_hour,
                modified.tm_min,
            )
        return DirEntry(name, file_stat.st_size, timestamp)

    def read(self, name: str) -> bytes:
        data = self._store.read(name)
        if data is None and name in self._builtin_files:
            return self._builtin_files[name]()
        if data is None:
            raise StorageError(f"{name}: it is not there any more")
        return data

    def is_read_only(self, name: str) -> bool:
        return name in self._builtin_files and all(
            name != existing.upper() for existing in self._store.list_names()
        )

    def copy(self, name: str, new_name: str) -> str | None:
        """Copy a file; return the .BAK name of the file that had the new name, or None if there was none."""
        data = self.read(name)
        with self._store.lock(new_name):
            backup_name = (
                None if self._store.read(new_name) is None else self._store.rename_to_backup(new_name)
            )
            self._store.write(new_name, data)
        return backup_name

    def remove(self, name: str) -> str | None:
        """Rename a file to .BAK and return that name; delete a file that is a .BAK itself and return None."""
        with self._store.lock(name):
            if not self.is_backup(name):
                return self._store.rename_to_backup(name)
            self._store.remove(name)
        return None

    def is_backup(self, name: str) -> bool:
        return bool(_BACKUP_PATTERN.search(name))

    def rename(self, name: str, new_name: str) -> None:
        """Rename a file; raise StorageError if the new name is taken."""
        with self._store.lock(name):
            if name.upper() != new_name.upper() and self._store.read(new_name) is not None:
                raise StorageError(f"{new_name}: there is such a file already")
            self._store.rename(name, new_name)

    def get_free_bytes(self) -> int | None:
        """Return the free bytes on the folder's disk, limited to what DOS can count, or None if they are not known."""
        if isinstance(self._store, DataFolder):
            with suppress(OSError):
                from shutil import disk_usage

                return min(disk_usage(self._store.path).free, _MAX_FREE_BYTES)
        return None
