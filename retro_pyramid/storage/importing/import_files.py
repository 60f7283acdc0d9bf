"""Read files from outside: one file, a folder or a .zip, with limits on number and size."""

import os
from collections.abc import Callable, Iterator
from contextlib import suppress
from io import BytesIO
from pathlib import Path
from typing import NamedTuple

from retro_pyramid.storage.backends.data_folder import DataFolder
from retro_pyramid.storage.backends.store import DATA_FILE_LIMIT, BrokenFile, StorageError, one_line
from retro_pyramid.storage.backends.user_files import read_bytes, read_limited
from retro_pyramid.storage.importing.original_files import sidecar_name

MOST_FILES = 1000
"""The most files of a folder or a .zip; a disk of the time holds some 200."""
ALL_BYTES_LIMIT = 16 << 20
_ZIP_STARTS = (b"PK\3\4", b"PK\5\6")
_ZIP_ENTRY = b"PK\1\2"
_STORED, _DEFLATED, _ENCRYPTED = 0, 8, 1


class Incoming(NamedTuple):
    """A file: its name without a path, its bytes, and its folder, which is only shown.

    The folder is relative to the start of the lot, with `/` between its parts; the start itself is the empty text.
    """

    name: str
    data: bytes
    folder: str = ""

    @property
    def place(self) -> str:
        return f"{self.folder}/{self.name}" if self.folder else self.name

    @property
    def dos_name(self) -> str:
        return self.name.upper()


class Lot:
    """What a path led to: its files, a line for each that could not be read, and how many were too large.

    `source` names it in errors. `alone` says that it was one file, not a folder or a .zip; `beside` is then the text
    file next to it that may give the order of its cards.
    """

    def __init__(self, source: str) -> None:
        self.files: list[Incoming] = []
        self.troubles: list[str] = []
        self.too_large = 0
        self.alone = False
        self.beside: Incoming | None = None
        self._source = source
        self._room = ALL_BYTES_LIMIT
        self._count = 0

    def wants(self, size: int) -> bool:
        """Say whether a file of so many bytes is to be read; raise StorageError when there are too many files."""
        self._count += 1
        if self._count > MOST_FILES:
            raise StorageError(f"{self._source}: expected at most {MOST_FILES} files, found more")
        wanted = size <= min(DATA_FILE_LIMIT, self._room)
        self.too_large += not wanted
        return wanted

    def add(self, name: str, data: bytes, folder: str = "") -> None:
        self._room -= len(data)
        self.files.append(Incoming(_shown(name), data, _shown(folder)))


def read_incoming(path: str) -> Lot:
    """Return the files of a folder or a .zip, whatever its name, or the one file, within the limits; raise StorageError."""
    if not path:
        raise StorageError("the path is empty: expected a file, a folder or a .zip")
    place = Path(path)
    with one_line(path):
        if place.is_dir():
            return _of_folder(place)
        # Opening a named pipe would wait for a writer for ever.
        if place.exists() and not place.is_file():
            raise StorageError(f"{path}: expected a file, a folder or a .zip")
    data = read_bytes(str(place))
    if not data:
        raise StorageError(f"{path}: expected high scores, cards or a .zip, found an empty file")
    if data.startswith(_ZIP_STARTS):
        return unzip(path, data)
    lot = Lot(path)
    lot.add(place.name, data)
    lot.alone, lot.beside = True, _beside(place)
    return lot


def _beside(place: Path) -> Incoming | None:
    """Return the text with a sidecar file's name: CARDS.TXT for CARDS.DEC, in any case."""
    name = sidecar_name(place.name)
    with suppress(StorageError):
        data = DataFolder(place.absolute().parent).read(name)
        return None if data is None else Incoming(name, data)
    return None


def _of_folder(folder: Path) -> Lot:
    lot = Lot(str(folder))

    def cannot(error: OSError) -> None:
        lot.troubles.append(f"{error.filename}: {error.strerror}")

    for path in _walk(folder, cannot):
        try:
            if path.is_symlink() or not path.is_file():
                continue
            size = path.stat().st_size
            if lot.wants(size):
                inside = path.parent.relative_to(folder).as_posix()
                # Reading a file of size 0 may wait for ever, as in /proc.
                data = read_limited(path, DATA_FILE_LIMIT) if size else b""
                lot.add(path.name, data, "" if inside == "." else inside)
        except OSError as error:
            cannot(error)
        except BrokenFile as error:
            lot.troubles.append(str(error))
    return lot


def _walk(folder: Path, cannot: Callable[[OSError], None]) -> Iterator[Path]:
    """Yield the files below a folder, sorted; `cannot` gets the errors of folders. Links to folders are not followed."""
    for here, folders, names in os.walk(folder, onerror=cannot):
        folders.sort()
        yield from (Path(here, name) for name in sorted(names))


def unzip(path: str, data: bytes) -> Lot:
    """Return the files of a .zip within the limits of read_incoming; `path` is its name. Raise StorageError."""
    from zipfile import ZipFile

    # Counted before it is read: a list of a million entries takes much memory.
    if data.count(_ZIP_ENTRY) > MOST_FILES:
        raise StorageError(f"{path}: expected at most {MOST_FILES} files, found more")
    lot = Lot(path)
    # The module raises whatever comes up in broken archives: what it may be stands nowhere.
    try:
        archive = ZipFile(BytesIO(data))
    except Exception as error:
        raise StorageError(f"{path}: expected a .zip that can be read: {error}") from None
    for entry in archive.infolist():
        # Only the last part of the path in the archive is used, as a name.
        folder, _, name = entry.filename.replace("\\", "/").rpartition("/")
        if not name or not lot.wants(entry.file_size):
            continue
        if entry.flag_bits & _ENCRYPTED or entry.compress_type not in (_STORED, _DEFLATED):
            packed = (
                "locked by a password" if entry.flag_bits & _ENCRYPTED else "packed in a way unknown here"
            )
            lot.troubles.append(f"{path}, {_shown(name)}: {packed}")
            continue
        try:
            with archive.open(entry) as file:
                lot.add(name, file.read(entry.file_size), folder)
        except Exception as error:
            lot.troubles.append(f"{path}, {_shown(name)}: {error}")
    return lot


def _shown(name: str) -> str:
    """Return a name from outside with only printable characters, 64 at most."""
    return "".join(character if character.isprintable() else "?" for character in name)[:64]
