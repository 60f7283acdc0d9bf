"""The interface of every place that holds the game's files, an in-memory implementation, and the errors of storage."""

import re
from collections.abc import Callable, Iterable, Iterator
from contextlib import AbstractContextManager, contextmanager, nullcontext
from itertools import count
from pathlib import Path
from typing import Any, Protocol


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


DATA_FILE_LIMIT = 1 << 20
"""The most bytes of a file in a Store."""
Steps = tuple[Callable[[Any], Any], ...]
"""Pure functions that lead from a file's value to its next."""


class Claim:
    """What makes a program the one that plays a game; this one is for a Store whose games nobody else can play."""

    @property
    def mine(self) -> bool:
        """Whether no other program plays the game, as far as is known; one that is told otherwise writes nothing of it."""
        return True

    def take(self) -> None:
        """Take the game over from the program that plays it, which finds `mine` false."""

    def release(self) -> None:
        """Leave the game to others."""


class Store(Protocol):
    """Files by name; every method raises StorageError. What stands here suits a Store that no other program writes to."""

    def read(self, name: str) -> bytes | None:
        """Return the file's bytes, None when there is no such file; raise BrokenFile for bytes that can never be right."""

    def write(self, name: str, data: bytes, over_link: bool = False, steps: Steps = ()) -> None:
        """Replace the file by `data`, wholly or not at all; with `over_link` a link itself, not the file it leads to.

        `steps` led to `data` from what was read before.
        """

    def rename(self, name: str, new: str) -> None:
        """Give a file another name; a file that has it already is lost."""

    def remove(self, name: str) -> None:
        """Delete a file."""

    def names(self) -> list[str]:
        """Return the names of all files, sorted; none where there is no folder yet."""

    def keep_as_bak(self, name: str) -> str:
        """Rename the file to the first free one of NAME.BAK, NAME.BAK2, ...; return that name."""
        kept = free_name(name, self.names())
        self.rename(name, kept)
        return kept

    def lock(self, name: str) -> AbstractContextManager[bool]:
        """Return a context, which nests, in which no other program of ours writes the file; it gives whether that is so."""
        return nullcontext(False)

    def report_to(self, report: Callable[[str], None]) -> None:
        """Have `report` called once, with a notice, when something was written in spite of trouble with its lock."""
        return

    def claim(self, name: str) -> Claim:
        """Claim the game of this name, as far as other programs can be told. It raises nothing."""
        return Claim()

    def lost(self, name: str) -> Steps:
        """Return the steps of this program's writes that another has overwritten in spite of the lock."""
        return ()

    def watch(self, name: str, again: Callable[[], object]) -> None:
        """Call `again` when another program has written the file, where this can be known."""
        return

    def heard(self, name: str, text: str, late: bool = False) -> None:
        """Take note that another program has written this text into the file; empty when it removed the file.

        `late` says that it was a while ago: whoever could repair an overwritten step has done so.
        """
        return


class MemoryStore(Store):
    """Files that last as long as the program: a game played for show must leave no trace."""

    def __init__(self) -> None:
        self._files: dict[str, bytes] = {}

    def read(self, name: str) -> bytes | None:
        return self._files.get(name)

    def write(self, name: str, data: bytes, over_link: bool = False, steps: Steps = ()) -> None:
        self._files[name] = data

    def rename(self, name: str, new: str) -> None:
        self._files[new] = self._files.pop(name)

    def remove(self, name: str) -> None:
        del self._files[name]

    def names(self) -> list[str]:
        return sorted(self._files)


_FORBIDDEN = frozenset('<>:"/\\|?*')
_DEVICE = re.compile(r"(?i)^(CON|PRN|AUX|NUL|CONIN\$|CONOUT\$|CLOCK\$|(COM|LPT)[0-9¹²³])(?= *(\.|$))")


def plain_name(name: str) -> str:
    r"""Return a name as every system takes it for one file of a folder: no path, drive, stream or device, in UTF-8.

    >>> [plain_name(name) for name in ("GAME.PYR", "C:EVIL.PYR", "Con.txt", "COM1", "../x", "caf\udce9.")]
    ['GAME.PYR', 'C_EVIL.PYR', 'Con_.txt', 'COM1_', '.._x', 'caf_']
    """
    name = "".join(char if char.isprintable() and char not in _FORBIDDEN else "_" for char in name)
    return _DEVICE.sub(r"\1_", name.rstrip(". "))


def free_name(name: str, names: Iterable[str]) -> str:
    """Return the first of NAME.BAK, NAME.BAK2, ... that is not among `names` in any case.

    >>> free_name("PYRAMID.HGH", ["pyramid.hgh", "pyramid.hgh.bak"])
    'PYRAMID.HGH.BAK2'
    """
    taken = {other.upper() for other in names}
    return next(kept for kept in bak_names(name) if kept.upper() not in taken)


def bak_names(name: str) -> Iterator[str]:
    """Yield the names under which a file is kept: NAME.BAK, NAME.BAK2, ..."""
    yield f"{name}.BAK"
    yield from (f"{name}.BAK{number}" for number in count(2))
