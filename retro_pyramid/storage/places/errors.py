"""What goes wrong with files, told in one line: the exceptions, and the system's own turned into them."""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path


class StorageError(Exception):
    """A file or folder that cannot be used, told in one line: which, and why."""


class BrokenFile(StorageError):
    """A file that can be read but whose contents can never be right, such as one far too large."""


class Unwritable(StorageError):
    """A value that no file of its kind can hold: what was written could not be read again."""


@contextmanager
def one_line(place: Path | str) -> Iterator[None]:
    """Turn what the system raises into a StorageError; the last two are for paths that cannot be."""
    try:
        yield
    except OSError as error:
        raise StorageError(f"{place}: {error.strerror or error}") from None
    except (ValueError, RuntimeError) as error:
        raise StorageError(f"{str(place)!r}: {error}") from None


@contextmanager
def blocked(name: str) -> Iterator[None]:
    """Turn whatever the browser raises into a StorageError: its exceptions have no class known here."""
    try:
        yield
    except Exception as error:
        reason = str(error).partition("\n")[0].removeprefix("Error: ") or type(error).__name__
        raise StorageError(f"{name}: the browser's storage: {reason}") from None
