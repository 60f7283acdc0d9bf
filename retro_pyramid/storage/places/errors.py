"""The exceptions of storage, each of one line, and the system's own turned into them."""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path


class StorageError(Exception):
    """A file or folder that cannot be used, told in one line: which, and why."""


class BrokenFile(StorageError):
    """A file that can be read but not used, such as one that is far too large."""


class NewerFile(StorageError):
    """A file that a newer version of the program wrote; it is left unchanged."""

    def __init__(self, name: str) -> None:
        super().__init__(f"{name} was written by a newer version of Retro Pyramid and is left unchanged")


class Unwritable(StorageError):
    """A value that no file of its kind can hold: its bytes could not be decoded again."""


@contextmanager
def one_line(place: Path | str) -> Iterator[None]:
    """Turn exceptions of the system into StorageError; ValueError and RuntimeError come from impossible paths."""
    try:
        yield
    except OSError as error:
        raise StorageError(f"{place}: {error.strerror or error}") from None
    except (ValueError, RuntimeError) as error:
        raise StorageError(f"{str(place)!r}: {error}") from None


@contextmanager
def blocked(name: str) -> Iterator[None]:
    """Turn any exception of the browser into StorageError: Python knows no class for them."""
    try:
        yield
    except Exception as error:
        reason = str(error).partition("\n")[0].removeprefix("Error: ") or type(error).__name__
        raise StorageError(f"{name}: the browser's storage: {reason}") from None
