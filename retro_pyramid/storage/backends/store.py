"""The interface of the storage back ends, the back end in memory, and the errors of storage."""

import re
from collections.abc import Callable, Iterable, Iterator
from contextlib import AbstractContextManager, contextmanager, nullcontext
from itertools import count
from pathlib import Path
from typing import Any, Protocol


class StorageError(Exception):
    """A file or folder cannot be used. The message names it and the reason in one line."""


class CorruptFileError(StorageError):
    """A file can be read but its contents cannot be used; it may be far too large."""


class NewerFileError(StorageError):
    """A newer version of the program wrote the file, which is left unchanged."""

    def __init__(self, name: str) -> None:
        super().__init__(f"{name} was written by a newer version of Retro Pyramid and is left unchanged")


class UnencodableError(StorageError):
    """A value cannot be stored in a file of its type, because its bytes could not be decoded again."""


@contextmanager
def storage_errors(subject: Path | str) -> Iterator[None]:
    """Convert exceptions of the operating system to StorageError, with `subject` in the message.

    ValueError and RuntimeError are converted too: impossible paths raise them.
    """
    try:
        yield
    except OSError as error:
        raise StorageError(f"{subject}: {error.strerror or error}") from None
    except (ValueError, RuntimeError) as error:
        raise StorageError(f"{str(subject)!r}: {error}") from None


@contextmanager
def browser_errors(name: str) -> Iterator[None]:
    """Convert any exception of the browser to StorageError. Python has no classes for them."""
    try:
        yield
    except Exception as error:
        reason = str(error).partition("\n")[0].removeprefix("Error: ") or type(error).__name__
        raise StorageError(f"{name}: the browser's storage: {reason}") from None


DATA_FILE_LIMIT_BYTES = 1 << 20
"""Maximum size of a file in a Store, in bytes."""
Updates = tuple[Callable[[Any], Any], ...]
"""Pure functions, each from a file's value to its next value."""


class GameLock:
    """The exclusive right to play a game. This base class is for a Store whose games no other program can play."""

    @property
    def mine(self) -> bool:
        """Whether no other program plays the game, as far as is known. If not, this program must not write it."""
        return True

    def take(self) -> None:
        """Take the game over from the program that plays it, whose `mine` becomes False."""

    def release(self) -> None:
        """Let other programs play the game."""


class Store(Protocol):
    """Files by name. Every method raises StorageError unless it says otherwise.

    The default implementations suit a store that no other program writes to.
    """

    def read(self, name: str) -> bytes | None:
        """Return the file's bytes, or None if there is no file; raise CorruptFileError if they cannot be valid."""

    def write(self, name: str, data: bytes, replace_link: bool = False, updates: Updates = ()) -> None:
        """Replace the file's contents by `data`, completely or not at all.

        With `replace_link` a symbolic link is itself replaced, not the file that it points to. `updates` are the
        functions that led from the value read before to `data`.
        """

    def rename(self, name: str, new_name: str) -> None:
        """Rename a file; a file that has the new name already is overwritten."""

    def remove(self, name: str) -> None:
        """Delete a file."""

    def list_names(self) -> list[str]:
        """Return the names of all files, sorted; empty if the folder does not exist yet."""

    def rename_to_backup(self, name: str) -> str:
        """Rename the file to the first free one of NAME.BAK, NAME.BAK2, ...; return that name."""
        backup_name = find_free_backup_name(name, self.list_names())
        self.rename(name, backup_name)
        return backup_name

    def lock(self, name: str) -> AbstractContextManager[bool]:
        """Return a context, which nests, in which no other program of this kind writes the file.

        It yields whether that is guaranteed.
        """
        return nullcontext(False)

    def set_lock_warning_handler(self, handler: Callable[[str], None]) -> None:
        """Set a function to call once with a warning, when a file was written although it could not be locked."""
        return

    def lock_game(self, lock_name: str) -> GameLock:
        """Lock the game of this name, as far as other programs can be detected. Raises nothing."""
        return GameLock()

    def lost_updates(self, name: str) -> Updates:
        """Return this program's updates of a file that another program has overwritten in spite of the lock."""
        return ()

    def subscribe(self, name: str, on_change: Callable[[], object]) -> None:
        """Set a function to call when another program has written the file, in stores that can detect that."""
        return

    def on_external_write(self, name: str, stored_text: str, is_settled: bool = False) -> None:
        """Handle that another program has written this text into the file; empty if it has removed the file.

        With `is_settled` that was a while ago: any program that could repair an overwritten update has done so.
        """
        return


class MemoryStore(Store):
    """Files in memory until the program exits, for demonstrations and others that must not write any file."""

    def __init__(self) -> None:
        self._files: dict[str, bytes] = {}

    def read(self, name: str) -> bytes | None:
        return self._files.get(name)

    def write(self, name: str, data: bytes, replace_link: bool = False, updates: Updates = ()) -> None:
        self._files[name] = data

    def rename(self, name: str, new_name: str) -> None:
        self._files[new_name] = self._files.pop(name)

    def remove(self, name: str) -> None:
        del self._files[name]

    def list_names(self) -> list[str]:
        return sorted(self._files)


_FORBIDDEN_CHARS = frozenset('<>:"/\\|?*')
_DEVICE_PATTERN = re.compile(r"(?i)^(CON|PRN|AUX|NUL|CONIN\$|CONOUT\$|CLOCK\$|(COM|LPT)[0-9¹²³])(?= *(\.|$))")


def to_portable_name(name: str) -> str:
    r"""Return a name that every system accepts as one file of a folder: no path, drive, stream or device, in UTF-8.

    >>> [to_portable_name(name) for name in ("GAME.PYR", "C:EVIL.PYR", "Con.txt", "COM1", "../x", "caf\udce9.")]
    ['GAME.PYR', 'C_EVIL.PYR', 'Con_.txt', 'COM1_', '.._x', 'caf_']
    """
    name = "".join(char if char.isprintable() and char not in _FORBIDDEN_CHARS else "_" for char in name)
    return _DEVICE_PATTERN.sub(r"\1_", name.rstrip(". "))


def find_free_backup_name(name: str, taken_names: Iterable[str]) -> str:
    """Return the first of NAME.BAK, NAME.BAK2, ... that is not among the taken names, ignoring case.

    >>> find_free_backup_name("PYRAMID.HGH", ["pyramid.hgh", "pyramid.hgh.bak"])
    'PYRAMID.HGH.BAK2'
    """
    upper_names = {other.upper() for other in taken_names}
    return next(
        backup_name for backup_name in iter_backup_names(name) if backup_name.upper() not in upper_names
    )


def iter_backup_names(name: str) -> Iterator[str]:
    """Yield the backup names of a file: NAME.BAK, NAME.BAK2, ..."""
    yield f"{name}.BAK"
    yield from (f"{name}.BAK{number}" for number in count(2))
