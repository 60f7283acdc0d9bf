"""Three pair programs by the command line: a script by keys and one by the mouse, through every command, in both modes."""

import itertools
from collections.abc import Callable
from typing import Any

import pytest

from tests.screens.pair_games import PAIRS
from tests.scripts.conftest import RunScript, States

MODES = {"graphics": (), "text": ("T",)}
OPENING = ["73", "72+77", "D", "D"]
Run = tuple[str, str, str, States]


@pytest.fixture(params=list(itertools.product(PAIRS, ("keys", "mouse"), MODES)), ids="-".join)
def run(request: pytest.FixtureRequest, run_script: RunScript) -> Run:
    """Edition, device, mode, and the states that the script wrote."""
    edition, device, mode = request.param
    words = ("--edition", edition, "--deal", "61", *MODES[mode])
    return edition, device, mode, run_script(f"{edition}_{device}", *words)


def test_every_command_does_what_it_should(run: Run) -> None:
    edition, _, mode, states = run
    screens = {name: state["screen"] for name, state in states.items() if state["screen"] != "table"}
    asked = {"exit": "confirm"} if "exit" in states else {}
    assert screens == {"help": "help", "others": "menu", "quit": "confirm", **asked}
    assert {state["program"] for state in states.values()} == {edition, "shell"}
    assert states["others"]["program"] == "shell"
    assert {state["mode"] for state in states.values()} == {mode}
    assert states["dealt"]["moves"] == []
    # The stock of deal 61 begins 7h Kd; one card is drawn before the games part.
    played = states["played"]["moves"]
    assert played in (OPENING, OPENING[:3])
    assert states["undone"]["moves"] in (played[:-1], played[:-2])
    assert states["redone"]["moves"] == played[: len(states["undone"]["moves"]) + 1]
    assert states["hint"]["moves"] == (states["loaded"] if "loaded" in states else states["redone"])["moves"]
    assert (states["again"]["deal"], states["again"]["moves"]) == (61, [])
    assert states["new"]["deal"] in (1001, 1002)
    assert states["number"]["deal"] == 7
    for name in ("dealt", "played", "number"):
        assert states[name]["status"] == "playing"


def _height(state: dict[str, Any]) -> int:
    """How high a card is."""
    (rect,) = [target["rect"] for target in state["targets"] if target["id"] == "card:74"]
    return int(rect[3])


def test_what_a_program_has_for_itself(run: Run) -> None:
    edition, _, _, states = run
    own: dict[str, Callable[[], tuple[object, ...]]] = {
        "relaxed": lambda: (states["refused"]["message"][:18], states["easy"]["options"]["passes"]),
        "tilldawn": lambda: (
            states["box"]["message"],
            states["played"]["score"],
            states["small"]["message"],
            _height(states["dealt"]) > _height(states["small"]),
        ),
        "windows": lambda: (states["variation"]["options"]["variation"], states["loaded"]["message"]),
    }
    expected = {
        "relaxed": ("Hint is off. F5 tu", "2"),
        "tilldawn": ("Auto-Match is off", -49, "Small cards", True),
        "windows": ("draw3", "MINE is back"),
    }
    assert own[edition]() == expected[edition]
