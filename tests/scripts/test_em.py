"""EM's Pyramid by the command line: one script by keys and one by the mouse, through every command, in both modes."""

import itertools

import pytest

from tests.scripts.conftest import RunScript, States

WORDS = {"em_keys": ("-nomouse",), "em_mouse": ("-mouse",)}
STANDARD = {"hint", "new", "tour", "config", "auto", "info", "help", "quit"}
TOURNAMENT = {"top10", "new", "save", "config", "score", "info", "help", "exit"}
MODES = {"graphics": (), "text": ("T",)}


@pytest.fixture
def states(request: pytest.FixtureRequest, run_script: RunScript) -> States:
    """The states that the script wrote, by name."""
    script, mode = request.param
    return run_script(script, "--edition", "em", "--deal", "61", "-fast", *WORDS[script], *MODES[mode])


@pytest.mark.parametrize("states", list(itertools.product(WORDS, MODES)), indirect=True, ids="-".join)
def test_every_command_does_what_it_should(states: States) -> None:
    screens = {name: state["screen"] for name, state in states.items()}
    assert screens == {
        **dict.fromkeys(("dealt", "mistake", "played", "hint", "new", "auto"), "table"),
        **dict.fromkeys(("tournament", "standard", "restored"), "table"),
        "config": "config",
        "info": "info",
        "help": "help",
        "score": "standings",
        "top10": "top10",
        "quit": "confirm",
    }
    assert {state["program"] for state in states.values()} == {"em"}
    assert states["dealt"]["moves"] == []
    assert states["mistake"]["moves"] == ["73", "72+77"]
    assert states["mistake"]["message"] == "5♦ and Q♣ total 17, not 13"
    assert states["played"]["moves"] == ["73", "72+77", "D", "P"]
    assert states["played"]["score"] == -48
    assert states["hint"]["moves"] == states["played"]["moves"]
    assert states["config"]["selected"].startswith("config:use_same_deck:")
    assert states["new"]["deal"] == 1001
    assert states["new"]["moves"] == []
    assert states["auto"]["moves"]
    assert states["tournament"]["deal"] == 1002
    assert states["score"]["moves"] == ["D"]
    assert (states["standard"]["deal"], states["standard"]["moves"]) == (1001, states["auto"]["moves"])
    assert (states["restored"]["deal"], states["restored"]["moves"]) == (1003, ["D"])
    assert states["quit"]["message"] == "Quit Pyramid?"


@pytest.mark.parametrize("states", [("em_mouse", "graphics")], indirect=True, ids="-".join)
def test_the_ids_are_those_of_the_interface(states: States) -> None:
    def buttons(name: str) -> set[str]:
        found = {target["id"].removeprefix("button:") for target in states[name]["targets"]}
        return found & (STANDARD | TOURNAMENT)

    assert buttons("dealt") == STANDARD
    assert buttons("tournament") == TOURNAMENT
