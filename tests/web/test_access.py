"""The page around the picture, checked with axe-core for what bars people with impairments, in all its states."""

from importlib.resources import files
from typing import Any

import pytest

from tests.web.conftest import Sit
from tests.web.harness import ADDRESS, SMALL, Player

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


DESK, PHONE = SMALL, (375, 667)


@pytest.mark.parametrize("size", [DESK, PHONE], ids=["desk", "phone"])
def test_no_state_of_the_page_bars_anybody(sit: Sit, size: tuple[int, int]) -> None:
    # A telephone's pages wait in the same words.
    player = sit(size=size, touch=size == PHONE, new=size == DESK)
    found = {}
    if size == DESK:
        player.load("?test&start=table&deal=61")
        found["waiting"] = violations(player)
        player.begin()
    else:
        player.start("?test&start=table&deal=61", key="")
    found["playing"] = violations(player)
    player.page.click("#files")
    found["the files"] = violations(player)
    player.page.click("#files-close")
    player.page.click("#share")
    found["a link to pass on"] = violations(player)
    player.page.keyboard.press("Escape")
    assert found == {state: [] for state in found}


def test_a_wrong_query_says_what_is_wrong_and_the_way_on_below_a_long_answer_can_be_reached(sit: Sit) -> None:
    player = sit(new=True, size=PHONE, touch=True)
    for query, words in (("?help", "--edition"),):
        player.load(query)
        player.press("Enter")
        player.wait_for(lambda words=words: words in player.notice(), "the answer")  # type: ignore[misc]
        assert "usage: pyramid" in player.notice()
        assert violations(player) == []
        on = player.page.locator("#notice a")
        assert player.look("document.querySelector('#notice a').href") == f"{ADDRESS}?"
        on.scroll_into_view_if_needed()
        box = on.bounding_box()
        assert box["y"] >= 0
        assert box["y"] + box["height"] <= PHONE[1]
