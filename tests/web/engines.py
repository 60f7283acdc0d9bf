"""The engines that the page's tests run in, and how somebody sits down before each."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any, Protocol

from tests.web import firefox, harness
from tests.web.harness import SMALL, Player
from tests.web.serving import Site, serve

# What Firefox lacks of what the page uses -> what is so where it is there.
FIREFOX_LACKS = {
    "lending Esc out in full screen": "navigator.keyboard?.lock !== undefined",
    "a shake at a long press": "navigator.vibrate !== undefined",
    "installing the page like a program": "window.onbeforeinstallprompt !== undefined",
}
UNTRIED_IN_FIREFOX = (
    "the device's list of ways to send a link",
    "enlarging with two fingers, as its fingers here are made on a screen without",
)


class Engine(Protocol):
    """A browser that runs. Those who sit down before it with nothing to ask for share one page, which stays loaded."""

    name: str

    def seat(self, html: str | None = None, beside: Player | None = None, **options: Any) -> Player:
        """Seat a player before the shared page, or before one of his own where something is asked for."""

    def leave(self) -> None:
        """Let go all but those at a shared page, none with an error."""


class Chromium:
    """Playwright's browser. Who is seated, not beside another, takes the place of those before."""

    name = "chromium"

    def __init__(self, browser: Any) -> None:
        self._browser = browser
        self._shared: dict[bool, Player] = {}
        """By whether it is a telephone."""
        self._others: list[Player] = []

    def seat(
        self,
        html: str | None = None,
        beside: Player | None = None,
        size: tuple[int, int] = SMALL,
        touch: bool = False,
        **options: Any,
    ) -> Player:
        """Seat a player, with `new=True` or another option before a page of a new context, or of another player's."""
        if beside is None:
            self.leave()
        own = {"html": html, "beside": beside, **options}
        if any(own.values()):
            own.pop("new", None)
            self._others.append(Player(self._browser, size=size, touch=touch, **own))
            return self._others[-1]
        if touch not in self._shared:
            self._shared[touch] = Player(self._browser, size=size, touch=touch)
        self._shared[touch].settle_down(size)
        return self._shared[touch]

    def leave(self) -> None:
        """Close the contexts of all who share no page, and the tabs beside a shared one."""
        others, self._others = self._others, []
        kept = {player.context for player in self._shared.values()}
        for player in others:
            player.page.close()
        for context in {player.context for player in others} - kept:
            context.close()
        for player in self._shared.values():
            player.rest()
        for player in (*self._shared.values(), *others):
            player.check()


class FirefoxPlayer(Player):
    """Somebody in front of the page in Firefox, which is served with its run-time beside it."""

    def __init__(self, browser: firefox.Firefox, address: str) -> None:
        self.address = address
        self.page = browser.new_page()
        self.errors = self.page.errors
        self.settle_down(SMALL)

    def _finger(self, kind: str, places: list[dict[str, float]]) -> None:
        self.page.fingers(kind, places)

    def allow_clipboard(self) -> None:
        """Do nothing: whoever clicks may write there, and the tests read by a paste."""

    def clipboard(self) -> str:
        """Return the text on the clipboard."""
        return str(self.page.pasted())


class Firefox:
    """One Firefox, in which all tests share one page that stays loaded."""

    name = "firefox"

    def __init__(self, browser: firefox.Firefox, site: Site) -> None:
        self.card = browser.card
        self._browser = browser
        self._site = site
        self._shared: FirefoxPlayer | None = None
        self._others: list[FirefoxPlayer] = []

    def seat(
        self,
        html: str | None = None,
        beside: Player | None = None,
        size: tuple[int, int] = SMALL,
        touch: bool = False,
        served: str | None = None,
        **options: Any,
    ) -> Player:
        """Seat a player before the page that all share, or beside another or where a page is served before a new one."""
        if beside or served:
            player = FirefoxPlayer(self._browser, served or self._site.address)
            self._others.append(player)
        else:
            self._shared = player = self._shared or FirefoxPlayer(self._browser, self._site.address)
        player.settle_down(size)
        player.touched = touch
        return player

    def leave(self) -> None:
        """Close the pages beside the first."""
        others, self._others = self._others, []
        for one in others:
            one.page.close()
        if self._shared:
            self._shared.rest()
        for player in filter(None, (self._shared, *others)):
            player.check()


@contextmanager
def open_chromium() -> Iterator[Chromium]:
    """Run a Chromium."""
    with harness.open_browser() as browser:
        yield Chromium(browser)


@contextmanager
def open_firefox() -> Iterator[Firefox]:
    """Run a Firefox, and a server that has the page for it."""
    with serve(harness.self_hosted()) as site, firefox.open_firefox() as browser:
        for script in (harness.TYPING, harness.CHANCE):
            browser.before_every_page(script)
        yield Firefox(browser, site)
