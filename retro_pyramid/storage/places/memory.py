"""Files that last as long as the program: what is played for show must leave no trace."""

from collections.abc import Callable
from contextlib import AbstractContextManager, nullcontext

from retro_pyramid.storage.places.folder import Steps
from retro_pyramid.storage.places.named import free_name


class MemoryStore:
    """A Store that is nothing but memory."""

    def __init__(self) -> None:
        self._files: dict[str, bytes] = {}

    def read(self, name: str) -> bytes | None:
        """Return the file's bytes, None when there is no such file."""
        return self._files.get(name)

    def write(self, name: str, data: bytes, over_link: bool = False, steps: Steps = ()) -> None:
        """Put `data` in the file's place."""
        self._files[name] = data

    def keep_as_bak(self, name: str) -> str:
        """Rename the file to its first free .BAK name; return that name."""
        kept = free_name(name, self._files.__contains__)
        self._files[kept] = self._files.pop(name)
        return kept

    def rename(self, name: str, new: str) -> None:
        """Give a file another name."""
        self._files[new] = self._files.pop(name)

    def remove(self, name: str) -> None:
        """Take a file away."""
        del self._files[name]

    def names(self) -> list[str]:
        """Return the names of all files, sorted."""
        return sorted(self._files)

    def lock(self, name: str) -> AbstractContextManager[None]:
        """Do nothing: nobody else has these files."""
        return nullcontext()

    def lost(self, name: str) -> Steps:
        """Return nothing: nobody else writes here."""
        return ()

    def watch(self, name: str, again: Callable[[], object]) -> None:
        """Do nothing, as nobody else writes here."""

    def heard(self, name: str, text: str, late: bool = False) -> None:
        """Do nothing, as nobody else writes here."""
