"""The figures by the command line: a script by keys and one by the mouse, on every display."""

import itertools
from pathlib import Path

import pytest

from retro_pyramid.formats.own.statistics import decode_statistics
from tests.scripts.conftest import RunScript

MANY = Path(__file__).parents[1] / "screens" / "figures" / "many.sta"
MODES = {
    "graphics": (),
    "text": ("T",),
    "cga": ("--video", "cga"),
    "mono": ("--video", "mono"),
}


@pytest.mark.parametrize(("device", "mode"), list(itertools.product(("keys", "mouse"), MODES)))
def test_all_of_it_is_reached(device: str, mode: str, run_script: RunScript, tmp_path: Path) -> None:
    data = tmp_path / "data"
    data.mkdir()
    (data / "PYRAMID.STA").write_bytes(MANY.read_bytes())
    states = run_script(f"figures_{device}", "--day", "20261120", *MODES[mode])
    screens = {name: state["screen"] for name, state in states.items() if state["screen"] != "figures"}
    assert screens == {"board": "scores", "top10": "top10", "asked": "confirm", "left": "menu"}
    selected = {name: states[name]["selected"] for name in ("figures", "second", "kept", "cleared")}
    assert selected == {
        "figures": "menu:odm-1",
        "second": "menu:odm-2",
        "kept": "menu:em",
        "cleared": "menu:em",
    }
    assert states["asked"]["message"] == "Clear the figures of EM's Pyramid?"
    assert states["cleared"]["message"] == "Cleared; what was counted is kept as PYRAMID.STA.BAK"
    left = decode_statistics((data / "PYRAMID.STA").read_bytes())
    before = decode_statistics(MANY.read_bytes())
    assert left == {key: figures for key, figures in before.items() if key != "em"}
    assert (data / "PYRAMID.STA.BAK").read_bytes() == MANY.read_bytes()
    if states["earlier"]["text"]:
        months = [" ".join(states[name]["text"]) for name in ("earlier", "now")]
        assert ["October 2026" in months[0], "November 2026" in months[1]] == [True, True]
