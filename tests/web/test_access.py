"""The page around the picture, checked with axe-core for what bars people with impairments, in all its states."""

from collections.abc import Callable
from importlib.resources import files
from typing import Any

import pytest

from tests.web.conftest import Sit
from tests.web.harness import Player

# What is well is only counted, not described.
CHECK = "axe.run(document, { resultTypes: ['violations'] }).then((found) => found.violations)"


def violations(player: Player) -> list[str]:
    """Return what axe-core finds wrong, a line for each place."""
    if player.look("window.axe === undefined"):
        player.look((files("axe_playwright_python") / "axe.min.js").read_text(encoding="utf-8") + ";0")
    found: list[dict[str, Any]] = player.look(CHECK)
    return [
        f"{one['id']} ({one['impact']}): {node['html'][:150]} {node['failureSummary']}"
        for one in found
        for node in one["nodes"]
    ]


@pytest.fixture(scope="module", params=[(1280, 960), (375, 667)], ids=["desk", "phone"])
def player(request: pytest.FixtureRequest, sit: Sit, shipped: str) -> Player:
    width, height = request.param
    return sit(shipped, size=request.param, touch=width < height)


def test_no_state_of_the_page_bars_anybody(player: Player) -> None:
    def to_pass_on() -> None:
        player.page.click("#files-close")
        player.page.click("#share")

    def wrong() -> None:
        player.load("?deal=many")
        player.press("Enter")

    states: dict[str, Callable[[], None]] = {
        "waiting": lambda: player.load("?test&start=table&deal=61"),
        "playing": player.begin,
        "the files": lambda: player.page.click("#files"),
        "a link to pass on": to_pass_on,
        "a wrong query": wrong,
    }
    found = {}
    for name, enter in states.items():
        enter()
        found[name] = violations(player)
    assert found == {name: [] for name in states}
