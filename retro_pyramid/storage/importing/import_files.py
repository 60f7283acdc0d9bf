"""Files to import: one file, a folder or a .zip, read with limits on number and size."""

import os
from collections.abc import Callable, Iterator
from contextlib import suppress
from io import BytesIO
from pathlib import Path
from typing import NamedTuple

from retro_pyramid.storage.backends.data_folder import DataFolder
from retro_pyramid.storage.backends.store import (
    DATA_FILE_LIMIT_BYTES,
    CorruptFileError,
    StorageError,
    storage_errors,
)
from retro_pyramid.storage.backends.user_files import read_bytes, read_limited_bytes
from retro_pyramid.storage.importing.original_files import make_sidecar_name

MAX_FILES = 1000
"""Maximum number of files in a folder or a .zip. A disk of the time has about 200."""
MAX_TOTAL_BYTES = 16 << 20
_ZIP_STARTS = (b"PK\3\4", b"PK\5\6")
_ZIP_ENTRY = b"PK\1\2"
_STORED, _DEFLATED, _ENCRYPTED = 0, 8, 1


class ImportFile(NamedTuple):
    """A file to import: its name without a path, its bytes, and its folder, which is only displayed.

    The folder is relative to the root of the batch, with `/` as separator; it is empty for the root itself.
    """

    name: str
    data: bytes
    folder: str = ""

    @property
    def display_path(self) -> str:
        return f"{self.folder}/{self.name}" if self.folder else self.name

    @property
    def dos_name(self) -> str:
        return self.name.upper()


class ImportBatch:
    """The files of a path to import. `source_name` names it in errors."""

    def __init__(self, source_name: str) -> None:
        self.files: list[ImportFile] = []
        """The files read."""
        self.errors: list[str] = []
        """A line for each file that could not be read."""
        self.too_large_count = 0
        """Number of files that were too large to be read."""
        self.is_single_file = False
        """Whether the path was one file, not a folder or a .zip."""
        self.sidecar: ImportFile | None = None
        """The text file next to a single file that may contain its card order."""
        self._source_name = source_name
        self._bytes_left = MAX_TOTAL_BYTES
        self._count = 0

    def admit_file(self, size_bytes: int) -> bool:
        """Count a file and return whether it is small enough to be read; raise StorageError above MAX_FILES files."""
        self._count += 1
        if self._count > MAX_FILES:
            raise StorageError(f"{self._source_name}: expected at most {MAX_FILES} files, found more")
        is_admitted = size_bytes <= min(DATA_FILE_LIMIT_BYTES, self._bytes_left)
        self.too_large_count += not is_admitted
        return is_admitted

    def add(self, name: str, data: bytes, folder: str = "") -> None:
        self._bytes_left -= len(data)
        self.files.append(ImportFile(_to_printable(name), data, _to_printable(folder)))


def read_import_batch(path: str) -> ImportBatch:
    """Return the files of a folder or a .zip of any name, or the one file, within the limits.

    Raise StorageError.
    """
    if not path:
        raise StorageError("the path is empty: expected a file, a folder or a .zip")
    file_path = Path(path)
    with storage_errors(path):
        if file_path.is_dir():
            return _read_folder(file_path)
        # Opening a named pipe would block until it has a writer.
        if file_path.exists() and not file_path.is_file():
            raise StorageError(f"{path}: expected a file, a folder or a .zip")
    data = read_bytes(str(file_path))
    if not data:
        raise StorageError(f"{path}: expected high scores, cards or a .zip, found an empty file")
    if data.startswith(_ZIP_STARTS):
        return read_zip(path, data)
    batch = ImportBatch(path)
    batch.add(file_path.name, data)
    batch.is_single_file, batch.sidecar = True, _read_sidecar(file_path)
    return batch


def _read_sidecar(file_path: Path) -> ImportFile | None:
    """Return the text with the name of a file's sidecar, ignoring case: CARDS.TXT for CARDS.DEC."""
    name = make_sidecar_name(file_path.name)
    with suppress(StorageError):
        data = DataFolder(file_path.absolute().parent).read(name)
        return None if data is None else ImportFile(name, data)
    return None


def _read_folder(folder: Path) -> ImportBatch:
    batch = ImportBatch(str(folder))

    def add_error(error: OSError) -> None:
        batch.errors.append(f"{error.filename}: {error.strerror}")

    for path in _walk(folder, add_error):
        try:
            if path.is_symlink() or not path.is_file():
                continue
            size = path.stat().st_size
            if batch.admit_file(size):
                relative_folder = path.parent.relative_to(folder).as_posix()
                # Reading a file of size 0 may block, as in /proc.
                data = read_limited_bytes(path, DATA_FILE_LIMIT_BYTES) if size else b""
                batch.add(path.name, data, "" if relative_folder == "." else relative_folder)
        except OSError as error:
            add_error(error)
        except CorruptFileError as error:
            batch.errors.append(str(error))
    return batch


def _walk(folder: Path, on_error: Callable[[OSError], None]) -> Iterator[Path]:
    """Yield the files below a folder, sorted; `on_error` gets the errors of folders. Do not follow links to folders."""
    for parent, folders, names in os.walk(folder, onerror=on_error):
        folders.sort()
        yield from (Path(parent, name) for name in sorted(names))


def read_zip(zip_name: str, data: bytes) -> ImportBatch:
    """Return the files of a .zip within the limits of `read_import_batch`; raise StorageError.

    `zip_name` names it in errors.
    """
    from zipfile import ZipFile

    # The entries are counted before they are parsed: a list of a million entries takes much memory.
    if data.count(_ZIP_ENTRY) > MAX_FILES:
        raise StorageError(f"{zip_name}: expected at most {MAX_FILES} files, found more")
    batch = ImportBatch(zip_name)
    # zipfile does not document which exceptions it raises for corrupt archives.
    try:
        archive = ZipFile(BytesIO(data))
    except Exception as error:
        raise StorageError(f"{zip_name}: expected a .zip that can be read: {error}") from None
    for entry in archive.infolist():
        # Only the last part of the path in the archive is used as the name.
        folder, _, name = entry.filename.replace("\\", "/").rpartition("/")
        if not name or not batch.admit_file(entry.file_size):
            continue
        if entry.flag_bits & _ENCRYPTED or entry.compress_type not in (_STORED, _DEFLATED):
            problem = (
                "locked by a password" if entry.flag_bits & _ENCRYPTED else "packed in a way unknown here"
            )
            batch.errors.append(f"{zip_name}, {_to_printable(name)}: {problem}")
            continue
        try:
            with archive.open(entry) as file:
                batch.add(name, file.read(entry.file_size), folder)
        except Exception as error:
            batch.errors.append(f"{zip_name}, {_to_printable(name)}: {error}")
    return batch


def _to_printable(name: str) -> str:
    """Return a name of a foreign file with only printable characters, at most 64."""
    return "".join(char if char.isprintable() else "?" for char in name)[:64]
