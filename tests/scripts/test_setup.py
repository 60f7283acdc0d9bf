"""Setup from the first screen on: a script by keys alone and one by the mouse alone, begun in graphics and in text."""

from pathlib import Path

import pytest

from retro_pyramid import storage
from tests.scripts.conftest import RunScript

SHELL = {
    "video": "ega",
    "phosphor": "amber",
    "mode": "graphics",
    "deck": "2",
    "suits": "four",
    "helps": "on",
    "hint": "exact",
    "lamp": "on",
    "deals": "winnable",
    "still": "on",
    "teach": "off",
}


@pytest.mark.parametrize("words", [(), ("T",)], ids=["graphics", "text"])
@pytest.mark.parametrize("device", ["keys", "mouse"])
def test_every_page_is_reached_and_what_is_chosen_there_holds(
    run_script: RunScript, tmp_path: Path, device: str, words: tuple[str, ...]
) -> None:
    states = run_script(f"setup_{device}", *words)
    assert {state["screen"] for name, state in states.items() if name != "magazine"} == {"setup"}
    videos = [states[name]["video"] for name in ("cga", "mono", "amber", "text")]
    assert videos == ["cga", "mono", "mono", "ega"]
    cards = states["cards"]
    assert (states["text"]["mode"], cards["mode"], cards["deck"]) == ("text", "graphics", 2)
    assert (states["magazine"]["program"], states["magazine"]["screen"]) == ("shell", "menu")
    kept = storage.game_files(str(tmp_path / "data")).config.values()
    assert {name: kept[f"shell.{name}"] for name in SHELL} == SHELL
    assert kept["odm.sound"] == "on"
