"""The storage back end of the browser page.

Pages of one address share the storage. Each runs in a process of its own and may see a write of another page a little
later. So if two pages write a file at once, the later write overwrites the updates of the earlier one. Each stored
text therefore contains update counts: how many updates of each page are in it. A page keeps its own updates for a
while. If its count in a file is too low, it applies the missing updates again to the current value. A page that was
closed meanwhile cannot do so. Another page that received its text, and finds that page's count still too low a while
later, writes that text again and then its own updates. The counts prevent that an update is applied twice.
"""

import os
import time
from base64 import b64decode, b64encode
from collections.abc import Callable
from contextlib import suppress
from typing import Any, NamedTuple

from retro_pyramid.cards import parse_int
from retro_pyramid.storage.backends.store import (
    CorruptFileError,
    GameLock,
    StorageError,
    Store,
    Updates,
    browser_errors,
)

KEY_PREFIX = "retro-pyramid/"
VERSION_KEY = "retro-pyramid"
STORAGE_VERSION = "1"
"""Version of the stored texts: base64, then after a space the update counts, `page:count`, separated by commas."""
_SETTLED_SECONDS = 10.0
"""Seconds after which every page has seen a text."""
_MAX_COUNTS = 16
UpdateCounts = dict[str, int]


class _NumberedUpdate(NamedTuple):
    """One of this page's updates of a file: its number from 1, when it was first written in seconds, the function."""

    number: int
    written_at: float
    function: Callable[[Any], Any]


class BrowserStore(Store):
    """A Store in the browser's `window.localStorage`, which survives a reload."""

    def __init__(
        self,
        get_storage: Callable[[], Any],
        page_id: str | None = None,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        """Create the store.

        `get_storage` returns the storage or raises, `page_id` is unique among all pages, `clock` returns the time in
        seconds.
        """
        self._get_storage = get_storage
        self._page_id = page_id or os.urandom(6).hex()
        self._clock = clock
        self._updates: dict[str, list[_NumberedUpdate]] = {}
        self._update_count: dict[str, int] = {}
        self._subscribers: dict[str, Callable[[], object]] = {}

    def read(self, name: str) -> bytes | None:
        """Return the file's bytes, or None if there is no file; raise CorruptFileError if they are not base64."""
        text = self._read_text(name)
        if text is None:
            return None
        try:
            return b64decode(text.partition(" ")[0], validate=True)
        except ValueError:
            raise CorruptFileError(f"{name}: expected base64 in the browser's storage") from None

    def write(self, name: str, data: bytes, replace_link: bool = False, updates: Updates = ()) -> None:
        known_updates = self._updates.get(name, [])
        count = self._update_count.get(name, 0)
        new_updates = [
            update
            for update in updates
            if all(update is not known_update.function for known_update in known_updates)
        ]
        counts = _decode_counts(self._read_text(name) or "")
        if count + len(new_updates):
            # The latest count is last. The oldest are dropped, as every page has seen their writes long ago.
            counts.pop(self._page_id, 0)
            counts[self._page_id] = count + len(new_updates)
        counts_text = ",".join(
            f"{page_id}:{number}" for page_id, number in list(counts.items())[-_MAX_COUNTS:]
        )
        with browser_errors(name):
            storage = self._get_storage()
            version = storage.getItem(VERSION_KEY)
            if not isinstance(version, str):
                storage.setItem(VERSION_KEY, STORAGE_VERSION)
            elif version != STORAGE_VERSION:
                raise StorageError(
                    f"it is of version {version[:20]!r}, expected {STORAGE_VERSION!r}: load the page again"
                )
            storage.setItem(KEY_PREFIX + name, f"{b64encode(data).decode('ascii')} {counts_text}".rstrip())
        self._update_count[name] = count + len(new_updates)
        added = [
            _NumberedUpdate(number, self._clock(), update)
            for number, update in enumerate(new_updates, count + 1)
        ]
        self._updates[name] = [*known_updates, *added]

    def rename(self, name: str, new_name: str) -> None:
        with browser_errors(name):
            storage = self._get_storage()
            storage.setItem(KEY_PREFIX + new_name, storage.getItem(KEY_PREFIX + name))
            storage.removeItem(KEY_PREFIX + name)

    def remove(self, name: str) -> None:
        with browser_errors(name):
            self._get_storage().removeItem(KEY_PREFIX + name)

    def list_names(self) -> list[str]:
        with browser_errors("names"):
            storage = self._get_storage()
            keys = [str(storage.key(index)) for index in range(storage.length)]
        return sorted(key.removeprefix(KEY_PREFIX) for key in keys if key.startswith(KEY_PREFIX))

    # Other pages. There is no lock: a page runs no other code between its read and its write, and repairs lost updates.

    def lost_updates(self, name: str) -> Updates:
        text = self._read_text(name)
        if text is None:
            return ()
        stored_count = _decode_counts(text).get(self._page_id)
        settled_time = self._clock() - _SETTLED_SECONDS
        # A missing count may have been dropped as one of the oldest.
        recent = [
            update
            for update in self._updates.get(name, ())
            if update.written_at > settled_time or (stored_count or update.number) < update.number
        ]
        self._updates[name] = recent
        return tuple([update.function for update in recent if update.number > (stored_count or 0)])

    def subscribe(self, name: str, on_change: Callable[[], object]) -> None:
        self._subscribers[name] = on_change

    def on_external_write(self, name: str, stored_text: str, is_settled: bool = False) -> None:
        """Handle that another page has written this text to a file; empty if it has removed the file.

        Afterwards the updates of this page are in the file. With `is_settled` the write was a while ago; then the
        updates of the other page are in the file, too.
        """
        on_change = self._subscribers.get(name)
        if on_change is None:
            return
        try:
            stored_counts = _decode_counts(self._read_text(name) or "")
            if is_settled and any(
                count > stored_counts.get(page_id, 0)
                for page_id, count in _decode_counts(stored_text).items()
            ):
                with browser_errors(name):
                    self._get_storage().setItem(KEY_PREFIX + name, stored_text)
        except StorageError:
            # The next use of the file reports the error.
            return
        on_change()

    def lock_game(self, lock_name: str) -> GameLock:
        """Lock the game with a lock of the browser, if it has such locks. `mine` is correct a moment later."""
        with suppress(Exception):
            lock: GameLock = self._get_storage().claim(lock_name)
            return lock
        return GameLock()

    def _read_text(self, name: str) -> str | None:
        with browser_errors(name):
            text = self._get_storage().getItem(KEY_PREFIX + name)
        # For a missing key the bridge returns its own value (jsnull), not None.
        return text if isinstance(text, str) else None


def _decode_counts(text: str) -> UpdateCounts:
    """Return the update counts of a stored text, empty if it has none that can be parsed.

    >>> _decode_counts("YQ== 0a:3,0b:12")
    {'0a': 3, '0b': 12}
    """
    counts: UpdateCounts = {}
    for item in text.partition(" ")[2].split(","):
        page_id, _, digits = item.partition(":")
        number = parse_int(digits)
        if page_id and number is not None:
            counts[page_id] = number
    return counts
