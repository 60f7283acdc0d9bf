"""The engines that the page's tests run in, and how somebody sits down before each."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any, Protocol

from tests.web import firefox, harness
from tests.web.harness import SMALL, Player
from tests.web.serving import Site, serve
from web import build

# What Firefox lacks of what the page uses -> what is so where it is there.
FIREFOX_LACKS = {
    "lending Esc out in full screen": "navigator.keyboard?.lock !== undefined",
    "a shake at a long press": "navigator.vibrate !== undefined",
    "installing the page like a program": "window.onbeforeinstallprompt !== undefined",
}
UNTRIED_IN_FIREFOX = (
    "sound, which needs a sound card there",
    "the device's list of ways to send a link",
    "enlarging with two fingers, as its fingers here are made on a screen without",
)


class Engine(Protocol):
    """A browser that runs."""

    name: str

    def seat(self, html: str, beside: Player | None = None, **options: Any) -> Player:
        """Seat a player before a page."""

    def leave(self) -> None:
        """Let all players go, none with an error."""


class Chromium:
    """Playwright's browser. Who is seated, not beside another, takes the place of those before.

    A page that nobody looks at would draw on, and without a graphics card that slows down all others.
    """

    name = "chromium"

    def __init__(self, browser: Any) -> None:
        self._browser = browser
        self._players: list[Player] = []

    def seat(self, html: str, beside: Player | None = None, **options: Any) -> Player:
        """Seat a player before a page of a new context, or of another player's."""
        if beside is None:
            self.leave()
        self._players.append(Player(self._browser, html, beside=beside, **options))
        return self._players[-1]

    def leave(self) -> None:
        """Close the contexts of all players."""
        players, self._players = self._players, []
        for context in {player.context for player in players}:
            context.close()
        for player in players:
            player.check()


class FirefoxPlayer(Player):
    """Somebody in front of the page in Firefox, which is served with its run-time beside it."""

    def __init__(self, browser: firefox.Firefox, address: str) -> None:
        self.address = address
        self.page = browser.new_page()
        self.errors = self.page.errors
        self.settle_down(SMALL, touch=False)

    def settle_down(self, size: tuple[int, int], touch: bool) -> None:
        """Take another device: a window of so many pixels, and fingers or not."""
        self.page.set_viewport_size({"width": size[0], "height": size[1]})
        self.touched = touch

    def start(self, query: str = "", key: str = "Enter") -> None:
        """Start the program; with `test` in the query by Pyxel's reset, if the page is open, which takes less time."""
        if "test" in query and self.look("window.retroPyramid?.test?.state") is not None:
            self.start_anew(query)
        else:
            super().start(query, key)

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
        self._browser = browser
        self._site = site
        self._shared: FirefoxPlayer | None = None
        self._others: list[FirefoxPlayer] = []

    def seat(
        self,
        html: str,
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
        player.settle_down(size, touch)
        return player

    def leave(self) -> None:
        """Close the pages beside the first."""
        others, self._others = self._others, []
        for one in others:
            one.page.close()
        for player in filter(None, (self._shared, *others)):
            player.check()


@contextmanager
def open_firefox() -> Iterator[Firefox]:
    """Run a Firefox, and a server that has the page for it."""
    files = build.self_hosted(build.archive(build.wheel_files(build.ROOT)))
    with serve(files) as site, firefox.open_firefox() as browser:
        for script in (harness.TYPING, harness.CHANCE):
            browser.before_every_page(script)
        yield Firefox(browser, site)
