"""The data folder as the DOS prompt lists and changes it: only the files in it, and a copy of what is replaced.

A link is listed as the file it leads to; changes affect the link, never that file.
"""

import re
import time
from collections.abc import Callable, Mapping
from contextlib import suppress
from types import MappingProxyType
from typing import NamedTuple

from retro_pyramid.storage.backends.data_folder import DataFolder
from retro_pyramid.storage.backends.store import StorageError, Store, one_line

Stamp = tuple[int, int, int, int, int]
_HIDDEN = (".LCK", ".TMP")
_PRESSED = (1991, 11, 1, 12, 0)
"""The date of the game's own files: the month of the magazine's issue."""
_MOST_FREE = 65_535 * 32_768
"""Free bytes on the largest disk of DOS 5, which counts as many clusters of that size."""
_KEPT = re.compile(r"(?i)\.BAK[0-9]*$")


class Found(NamedTuple):
    """A file: its name, its size in bytes, and its date (year, month, day, hour, minute) where it is known."""

    name: str
    size: int
    stamp: Stamp | None


class Directory:
    """A Store's files by name; every method raises StorageError when it cannot.

    `ours` are the game's own files, NAME.EXT -> a function that returns its bytes. They are listed too, unless the player
    has a file of that name, and cannot be changed.
    """

    def __init__(self, store: Store, ours: Mapping[str, Callable[[], bytes]] = MappingProxyType({})) -> None:
        self._store = store
        self._ours = ours

    def entries(self) -> list[Found]:
        """Return the files, sorted by name in capitals, without locks and temporary files."""
        names = [name for name in self._store.names() if not name.upper().endswith(_HIDDEN)]
        theirs = [found for name in names if (found := self._found(name)) is not None]
        taken = {found.name.upper() for found in theirs}
        ours = [Found(name, len(data()), _PRESSED) for name, data in self._ours.items() if name not in taken]
        return sorted([*theirs, *ours], key=lambda found: found.name.upper())

    def _found(self, name: str) -> Found | None:
        if not isinstance(self._store, DataFolder):
            data = self._store.read(name)
            return None if data is None else Found(name, len(data), None)
        path = self._store.path / name
        with one_line(path):
            if not path.is_file():
                return None
            facts = path.stat()
        stamp = None
        # A file system may have dates outside the calendar.
        with suppress(OverflowError, ValueError, OSError):
            written = time.localtime(facts.st_mtime)
            stamp = (written.tm_year, written.tm_mon, written.tm_mday, written.tm_hour, written.tm_min)
        return Found(name, facts.st_size, stamp)

    def read(self, name: str) -> bytes:
        data = self._store.read(name)
        if data is None and name in self._ours:
            return self._ours[name]()
        if data is None:
            raise StorageError(f"{name}: it is not there any more")
        return data

    def is_read_only(self, name: str) -> bool:
        return name in self._ours and all(name != other.upper() for other in self._store.names())

    def copy(self, name: str, new: str) -> str | None:
        """Copy a file; return the name under which one that was there before is kept."""
        data = self.read(name)
        with self._store.lock(new):
            kept = None if self._store.read(new) is None else self._store.keep_as_bak(new)
            self._store.write(new, data)
        return kept

    def remove(self, name: str) -> str | None:
        """Remove a file; return the .BAK name it is kept under, None when it was a .BAK itself and is deleted."""
        with self._store.lock(name):
            if not self.is_kept(name):
                return self._store.keep_as_bak(name)
            self._store.remove(name)
        return None

    def is_kept(self, name: str) -> bool:
        return bool(_KEPT.search(name))

    def rename(self, name: str, new: str) -> None:
        """Give a file another name, which must be free."""
        with self._store.lock(name):
            if name.upper() != new.upper() and self._store.read(new) is not None:
                raise StorageError(f"{new}: there is such a file already")
            self._store.rename(name, new)

    def free(self) -> int | None:
        """Return the free bytes on the folder's disk, as many as DOS can count; None where that is not known."""
        if isinstance(self._store, DataFolder):
            with suppress(OSError):
                from shutil import disk_usage

                return min(disk_usage(self._store.path).free, _MOST_FREE)
        return None
