"""Scripts by keys and by the mouse through every command, by the command line and on every display."""

from pathlib import Path
from typing import Any

import pytest

from retro_pyramid.formats.native.statistics_text import decode_statistics
from retro_pyramid.rules import rules_for
from tests.screens.pair_games import PAIRS
from tests.scripts.conftest import MANY, MODES, RunScript, States, crossed
from tests.solver.asking import first_winnable

TWO = ("graphics", "text")
STANDARD = {"hint", "new", "tour", "config", "auto", "info", "help", "quit"}
TOURNAMENT = {"top10", "new", "save", "config", "score", "info", "help", "exit"}


def facts(states: States, *names: str) -> dict[str, Any]:
    """What is asked for (`dealt.moves`), by name."""
    return {name: states[name.partition(".")[0]][name.partition(".")[2]] for name in names}


def holds(states: States, **expected: dict[str, Any]) -> None:
    """See that states have these values."""
    wanted = {f"{state}.{key}": value for state, values in expected.items() for key, value in values.items()}
    assert facts(states, *wanted) == wanted


def screens(states: States, usual: str) -> dict[str, str]:
    """The screens of the states that do not have the usual one."""
    del states["last"]
    return {name: state["screen"] for name, state in states.items() if state["screen"] != usual}


@pytest.mark.parametrize(("device", "mode"), crossed(("keys", "mouse"), TWO))
def test_every_command_of_em(device: str, mode: str, run_script: RunScript) -> None:
    states = run_script(f"em_{device}", MODES[mode])
    assert screens(states, "table") == {
        **{name: name for name in ("config", "info", "help", "top10")},
        "score": "standings",
        "quit": "confirm",
    }
    assert {state["program"] for state in states.values()} == {"em"}
    played, auto = states["played"]["moves"], states["auto"]["moves"]
    assert auto
    holds(
        states,
        dealt={"moves": []},
        mistake={"moves": ["73", "72+77"], "message": "5♦ and Q♣ total 17, not 13"},
        played={"moves": ["73", "72+77", "D", "P"], "score": -48},
        hint={"moves": played},
        new={"deal": 1001, "moves": []},
        tournament={"deal": 1002},
        score={"moves": ["D"]},
        standard={"deal": 1001, "moves": auto},
        restored={"deal": 1003, "moves": ["D"]},
        quit={"message": "Quit Pyramid?"},
    )
    assert states["config"]["selected"].startswith("config:use_same_deck:")
    for name, expected in (("dealt", STANDARD), ("tournament", TOURNAMENT)):
        ids = {target["id"].removeprefix("button:") for target in states[name]["targets"]}
        assert device == "keys" or ids & (STANDARD | TOURNAMENT) == expected


@pytest.mark.parametrize(
    ("script", "mode"),
    crossed([f"{edition}_{device}" for device in ("keys", "mouse") for edition in PAIRS], TWO),
)
def test_every_command_of_the_pair_programs(script: str, mode: str, run_script: RunScript) -> None:
    edition = script.partition("_")[0]
    states = run_script(script, MODES[mode])
    assert screens(states, "table") == {"help": "help", "others": "menu", "quit": "confirm"}
    assert {state["program"] for state in states.values()} == {edition, "shell"}
    assert {state["mode"] for state in states.values()} == {mode}
    # The stock of deal 61 begins 7h Kd; one card is drawn before the games part.
    played, undone = states["played"]["moves"], states["undone"]["moves"]
    assert played in (["73", "72+77", "D", "D"], ["73", "72+77", "D"])
    assert undone in (played[:-1], played[:-2])
    holds(
        states,
        dealt={"moves": [], "status": "playing"},
        played={"status": "playing"},
        redone={"moves": played[: len(undone) + 1]},
        hint={"moves": states["loaded" if "loaded" in states else "redone"]["moves"]},
        again={"deal": 61, "moves": []},
        others={"program": "shell"},
        number={"deal": 7, "status": "playing"},
    )
    assert states["new"]["deal"] in (1001, 1002)
    if edition == "relaxed":
        assert states["refused"]["message"].startswith("Hint is off. F5 tu")
        assert states["easy"]["options"]["passes"] == "2"
    elif edition == "windows":
        assert states["variation"]["options"]["variation"] == "draw3"
        holds(states, loaded={"message": "MINE is back"})
    else:
        holds(
            states,
            box={"message": "Auto-Match is off"},
            played={"score": -49},
            small={"message": "Small cards"},
        )
        high, low = (
            next(target["rect"][3] for target in states[name]["targets"] if target["id"] == "card:74")
            for name in ("dealt", "small")
        )
        assert high > low


@pytest.mark.parametrize(("device", "mode"), crossed(("keys", "mouse"), ("graphics", "text", "mono"), odd=1))
def test_every_option_that_no_original_had(device: str, mode: str, run_script: RunScript) -> None:
    states = run_script(f"options_{device}", MODES[mode])
    # The pyramid of deal 0 can be cleared, and 72 is the best first move.
    holds(
        states,
        options={"screen": "setup"},
        hint={"message": "This leads to the best score"},
        undone={"moves": []},
        redone={"moves": ["72"]},
        new={"deal": 1001, "moves": []},
        back={"deal": 0, "moves": ["72"], "message": "The game before is back"},
        number={"screen": "name"},
        dealt={"deal": 4},
        winnable={"deal": first_winnable(rules_for("odm"), 1002)},
        left={"screen": "menu"},
    )
    words = {"lamp": "☼ Winnable", "number": "Pyramid Solitaire, Level 1", "winnable": "(winnable)"}
    for name, said in words.items():
        assert mode != "text" or any(said in row for row in states[name]["text"]), name


@pytest.mark.parametrize(("device", "mode"), crossed(("keys", "mouse"), MODES))
def test_all_of_the_figures_is_reached(device: str, mode: str, run_script: RunScript, tmp_path: Path) -> None:
    data = tmp_path / "data"
    data.mkdir()
    (data / "PYRAMID.STA").write_bytes(MANY.read_bytes())
    states = run_script(f"figures_{device}", MODES[mode])
    assert screens(states, "figures") == {
        "board": "scores",
        "top10": "top10",
        "asked": "confirm",
        "left": "menu",
    }
    holds(
        states,
        figures={"selected": "menu:odm-1"},
        second={"selected": "menu:odm-2"},
        kept={"selected": "menu:em"},
        asked={"message": "Clear the figures of EM's Pyramid?"},
        cleared={"selected": "menu:em", "message": "Cleared; what was counted is kept as PYRAMID.STA.BAK"},
    )
    left, before = (decode_statistics(file.read_bytes()) for file in (data / "PYRAMID.STA", MANY))
    assert left == {key: figures for key, figures in before.items() if key != "em"}
    assert (data / "PYRAMID.STA.BAK").read_bytes() == MANY.read_bytes()
    for name, month in (("earlier", "October 2026"), ("now", "November 2026")):
        assert mode != "text" or month in " ".join(states[name]["text"])
