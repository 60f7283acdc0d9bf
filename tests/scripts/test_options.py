"""The options that no original had, by the command line: a script by keys and one by the mouse, on every display."""

import itertools

import pytest

from retro_pyramid.rules import rules_for
from tests.scripts.conftest import RunScript, States
from tests.solver.asking import first_winnable

MODES = {"graphics": (), "text": ("T",), "mono": ("--video", "mono")}


@pytest.fixture(params=list(itertools.product(("keys", "mouse"), MODES)), ids="-".join)
def states(request: pytest.FixtureRequest, run_script: RunScript) -> States:
    """The states that the script wrote."""
    device, mode = request.param
    return run_script(f"options_{device}", "--deal", "0", *MODES[mode])


def test_every_option_does_what_it_should(states: States) -> None:
    # The pyramid of deal 0 can be cleared, and 72 is the best first move.
    assert states["options"]["screen"] == "setup"
    assert states["hint"]["message"] == "This leads to the best score"
    assert (states["undone"]["moves"], states["redone"]["moves"]) == ([], ["72"])
    assert (states["new"]["deal"], states["new"]["moves"]) == (1001, [])
    assert (states["back"]["deal"], states["back"]["moves"]) == (0, ["72"])
    assert states["back"]["message"] == "The game before is back"
    assert states["number"]["screen"] == "name"
    assert states["dealt"]["deal"] == 4
    assert states["winnable"]["deal"] == first_winnable(rules_for("odm"), "won", 1002)
    assert states["left"]["screen"] == "menu"
    if states["lamp"]["text"]:
        assert any("☼ Winnable" in row for row in states["lamp"]["text"])
        assert any("Pyramid Solitaire, Level 1" in row for row in states["number"]["text"])
        assert any("(winnable)" in row for row in states["winnable"]["text"])
