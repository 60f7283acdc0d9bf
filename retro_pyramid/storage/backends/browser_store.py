"""The game's files in a browser page.

Pages of one address share the storage. Each runs in a process of its own and may see a write of another a little later.
So if two pages write a file at once, the later write overwrites the steps of the earlier one. Each text therefore carries
marks: how many steps of each page are in it. A page keeps its own steps for a while. When its mark in a file is too low,
it applies the missing steps again to what is there. A page that was closed meanwhile cannot do so: another page that
heard of its text and still misses its mark a while later writes that text again, and then its own steps. The marks
prevent that a step is applied twice.
"""

import os
import time
from base64 import b64decode, b64encode
from collections.abc import Callable
from contextlib import suppress
from typing import Any, NamedTuple

from retro_pyramid.cards import whole
from retro_pyramid.storage.backends.store import BrokenFile, Claim, Steps, StorageError, Store, blocked

PREFIX = "retro-pyramid/"
VERSION_KEY = "retro-pyramid"
VERSION = "1"
"""Of the texts: base64, then after a space the marks, `page:number`, separated by commas."""
_SETTLED = 10.0
"""Seconds after which every page has seen a text."""
_MOST_MARKS = 16
Marks = dict[str, int]


class _Step(NamedTuple):
    """One of our own steps in a file: its number from 1, and when it was first written."""

    number: int
    when: float
    step: Callable[[Any], Any]


class BrowserStore(Store):
    """A Store in the browser's `window.localStorage`, which survives a reload."""

    def __init__(
        self, storage: Callable[[], Any], page: str | None = None, now: Callable[[], float] = time.monotonic
    ) -> None:
        """Take a function that returns the storage or raises, a name no other page has, the time in seconds."""
        self._storage = storage
        self._page = page or os.urandom(6).hex()
        self._now = now
        self._steps: dict[str, list[_Step]] = {}
        self._count: dict[str, int] = {}
        self._watched: dict[str, Callable[[], object]] = {}

    def read(self, name: str) -> bytes | None:
        """Return the bytes kept under the name, None when there are none; raise BrokenFile if no base64."""
        text = self._text(name)
        if text is None:
            return None
        try:
            return b64decode(text.partition(" ")[0], validate=True)
        except ValueError:
            raise BrokenFile(f"{name}: expected base64 in the browser's storage") from None

    def write(self, name: str, data: bytes, over_link: bool = False, steps: Steps = ()) -> None:
        known = self._steps.get(name, [])
        count = self._count.get(name, 0)
        new = [step for step in steps if all(step is not one.step for one in known)]
        marks = _marks(self._text(name) or "")
        if count + len(new):
            # The latest mark is last; the oldest are dropped, as their pages have long settled.
            marks.pop(self._page, 0)
            marks[self._page] = count + len(new)
        told = ",".join(f"{page}:{number}" for page, number in list(marks.items())[-_MOST_MARKS:])
        with blocked(name):
            storage = self._storage()
            version = storage.getItem(VERSION_KEY)
            if not isinstance(version, str):
                storage.setItem(VERSION_KEY, VERSION)
            elif version != VERSION:
                raise StorageError(
                    f"it is of version {version[:20]!r}, expected {VERSION!r}: load the page again"
                )
            storage.setItem(PREFIX + name, f"{b64encode(data).decode('ascii')} {told}".rstrip())
        self._count[name] = count + len(new)
        added = [_Step(number, self._now(), step) for number, step in enumerate(new, count + 1)]
        self._steps[name] = [*known, *added]

    def rename(self, name: str, new: str) -> None:
        with blocked(name):
            storage = self._storage()
            storage.setItem(PREFIX + new, storage.getItem(PREFIX + name))
            storage.removeItem(PREFIX + name)

    def remove(self, name: str) -> None:
        with blocked(name):
            self._storage().removeItem(PREFIX + name)

    def names(self) -> list[str]:
        with blocked("names"):
            storage = self._storage()
            keys = [str(storage.key(number)) for number in range(storage.length)]
        return sorted(key.removeprefix(PREFIX) for key in keys if key.startswith(PREFIX))

    # Other pages. There is no lock: a page runs nothing between its own read and write, and repairs what others lost.

    def lost(self, name: str) -> Steps:
        text = self._text(name)
        if text is None:
            return ()
        there = _marks(text).get(self._page)
        settled = self._now() - _SETTLED
        # A missing mark may have been dropped as one of the oldest.
        kept = [
            one
            for one in self._steps.get(name, ())
            if one.when > settled or (there or one.number) < one.number
        ]
        self._steps[name] = kept
        return tuple([one.step for one in kept if one.number > (there or 0)])

    def watch(self, name: str, again: Callable[[], object]) -> None:
        self._watched[name] = again

    def heard(self, name: str, text: str, late: bool = False) -> None:
        """Take note that another page has written this text under a name, empty for having removed it.

        Afterwards the steps of this page are in the file. `late` says that it was a while ago: then the steps of the
        other page are in the file, too.
        """
        again = self._watched.get(name)
        if again is None:
            return
        try:
            present = _marks(self._text(name) or "")
            if late and any(count > present.get(page, 0) for page, count in _marks(text).items()):
                with blocked(name):
                    self._storage().setItem(PREFIX + name, text)
        except StorageError:
            # The next use of the file tells about it.
            return
        again()

    def claim(self, name: str) -> Claim:
        """Claim the game by a lock of the browser, where it has such locks; the answer comes a moment later."""
        with suppress(Exception):
            claim: Claim = self._storage().claim(name)
            return claim
        return Claim()

    def _text(self, name: str) -> str | None:
        with blocked(name):
            text = self._storage().getItem(PREFIX + name)
        # For a missing key the bridge returns its own value (jsnull), not None.
        return text if isinstance(text, str) else None


def _marks(text: str) -> Marks:
    """Return the marks of a text, none where it has none that can be read.

    >>> _marks("YQ== 0a:3,0b:12")
    {'0a': 3, '0b': 12}
    """
    marks: Marks = {}
    for mark in text.partition(" ")[2].split(","):
        page, _, digits = mark.partition(":")
        number = whole(digits)
        if page and number is not None:
            marks[page] = number
    return marks
