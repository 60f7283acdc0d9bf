"""One Chromium for all tests of the page; they are skipped, saying why, where it or the run-time is missing."""

from collections.abc import Callable, Iterator
from typing import Any

import pytest

from tests.web import harness
from web import build

Sit = Callable[..., harness.Player]


@pytest.fixture(scope="session")
def chromium() -> Iterator[Any]:
    if missing := harness.browser_missing():
        pytest.skip(f"page not tried in a browser: {missing}")
    with harness.open_browser() as browser:
        yield browser


@pytest.fixture(scope="module")
def sit(chromium: Any) -> Iterator[Sit]:
    """Return a function that seats a player before a page, and at last leave it without errors.

    Who is not seated beside another takes the place of those before: a page that nobody looks at would draw on, and
    without a graphics card that slows down all others.
    """
    players: list[harness.Player] = []

    def leave() -> None:
        for player in players:
            player.check()
        for context in {player.context for player in players}:
            context.close()
        players.clear()

    def seat(html: str, beside: harness.Player | None = None, **options: Any) -> harness.Player:
        if beside is None:
            leave()
        players.append(harness.Player(chromium, html, beside=beside, **options))
        return players[-1]

    yield seat
    leave()


@pytest.fixture(scope="session")
def shipped() -> str:
    """Return the page as `python web/build.py` writes it."""
    assert build.main() == 0
    return (build.WEB / "dist" / "index.html").read_text(encoding="utf-8")
