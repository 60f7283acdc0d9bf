"""Pages that share a browser's storage as separate processes do: each sees its own writes at once, others' later."""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

from retro_pyramid.storage import BrowserStore, UserData


class JsNull:
    """What a missing key gives in the browser: neither text nor None."""


class Change(NamedTuple):
    """A write as the storage's own process tells it: whose it was, the key, its text."""

    page: View
    key: str
    text: str | None


class Shared:
    """The storage itself; it tells every page of every write, in the one order in which they came."""

    def __init__(self) -> None:
        self.texts: dict[str, str] = {}
        self.views: list[View] = []

    def change(self, change: Change) -> None:
        if change.text is None:
            self.texts.pop(change.key, None)
        else:
            self.texts[change.key] = change.text
        for view in self.views:
            view.news.append(change)


class View:
    """`window.localStorage` in one page: writes are `sent` and come into the storage one by one, news likewise.

    What others wrote under a key does not show while a write of the page's own to it is under way: that one comes later.
    """

    def __init__(self, shared: Shared, room: int = 1 << 20) -> None:
        self._shared = shared
        self.texts = dict(shared.texts)
        self.room = room
        self.sent: list[Change] = []
        self.news: list[Change] = []
        self._under_way: dict[str, int] = {}
        self.heard: Callable[[str, str], None] = lambda _key, _text: None
        shared.views.append(self)

    def getItem(self, key: str) -> object:
        return self.texts.get(key, JsNull())

    def setItem(self, key: str, value: str) -> None:
        if len(value) > self.room:
            raise RuntimeError("QuotaExceededError: the quota has been exceeded\n    at setItem (page)")
        self.texts[key] = value
        self._send(key, value)

    def removeItem(self, key: str) -> None:
        del self.texts[key]
        self._send(key, None)

    def _send(self, key: str, text: str | None) -> None:
        self._under_way[key] = self._under_way.get(key, 0) + 1
        self.sent.append(Change(self, key, text))

    @property
    def length(self) -> int:
        return len(self.texts)

    def key(self, number: int) -> str:
        return list(self.texts)[number]

    def deliver(self) -> None:
        self._shared.change(self.sent.pop(0))

    def listen(self) -> None:
        """Take the first of the news, as the page's event does."""
        page, key, text = self.news.pop(0)
        if page is self:
            self._under_way[key] -= 1
            return
        if not self._under_way.get(key):
            if text is None:
                self.texts.pop(key, None)
            else:
                self.texts[key] = text
        self.heard(key, text or "")


class Page:
    """One page with the game's files, as the program in it has them."""

    def __init__(self, shared: Shared, name: str, now: Callable[[], float] = lambda: 0.0) -> None:
        self.view = View(shared)
        store = BrowserStore(lambda: self.view, name, now)
        self.files = UserData(store)
        self._heard: list[tuple[str, str]] = []
        self.view.heard = self._hear

    def _hear(self, key: str, text: str) -> None:
        name = key.removeprefix("retro-pyramid/")
        self._heard.append((name, text))
        self.files.store.on_external_write(name, text, is_settled=False)

    def look_again(self) -> bool:
        """Look again at the first of what was heard, as the page does a while later; say whether there was any."""
        if self._heard:
            self.files.store.on_external_write(*self._heard.pop(0), is_settled=True)
            return True
        return False
