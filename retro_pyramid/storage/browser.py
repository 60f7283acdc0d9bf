"""The game's files in a browser page."""

from collections.abc import Callable
from contextlib import AbstractContextManager, nullcontext
from typing import Any

from retro_pyramid.storage.errors import BrokenFile, blocked
from retro_pyramid.storage.named import free_name

_BROWSER_PREFIX = "retro-pyramid/"


class BrowserStore:
    """A Store in the browser's `window.localStorage`, which survives a reload: base64 text."""

    def __init__(self, storage: Callable[[], Any]) -> None:
        """Take a function that fetches the storage: where it is blocked, already fetching it raises."""
        self._storage = storage

    def read(self, name: str) -> bytes | None:
        """Return the bytes kept under the name, None when there are none; raise BrokenFile if no base64."""
        from base64 import b64decode

        with blocked(name):
            text = self._storage().getItem(_BROWSER_PREFIX + name)
        # A missing key comes as a value of the bridge's own (jsnull), not as None.
        if not isinstance(text, str):
            return None
        try:
            return b64decode(text, validate=True)
        except ValueError:
            raise BrokenFile(f"{name}: expected base64 in the browser's storage") from None

    def write(self, name: str, data: bytes, over_link: bool = False) -> None:
        """Keep the bytes under the name."""
        from base64 import b64encode

        with blocked(name):
            self._storage().setItem(_BROWSER_PREFIX + name, b64encode(data).decode("ascii"))

    def keep_as_bak(self, name: str) -> str:
        """Move the text under the name to the first free .BAK name; return that name."""
        with blocked(name):
            storage = self._storage()
            kept = free_name(name, lambda other: isinstance(storage.getItem(_BROWSER_PREFIX + other), str))
            storage.setItem(_BROWSER_PREFIX + kept, storage.getItem(_BROWSER_PREFIX + name))
            storage.removeItem(_BROWSER_PREFIX + name)
        return kept

    def names(self) -> list[str]:
        """Return the names kept, sorted; StorageError when the storage is blocked."""
        with blocked("names"):
            storage = self._storage()
            keys = [str(storage.key(number)) for number in range(storage.length)]
        return sorted(key.removeprefix(_BROWSER_PREFIX) for key in keys if key.startswith(_BROWSER_PREFIX))

    def lock(self, name: str) -> AbstractContextManager[None]:
        """Do nothing: a page runs nothing between its own read and write."""
        return nullcontext()
