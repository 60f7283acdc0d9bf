"""Setup from the first screen on: a script by keys alone and one by the mouse alone, begun in graphics and in text."""

from collections.abc import Mapping
from itertools import product
from pathlib import Path

import pytest

from retro_pyramid import storage
from retro_pyramid.app.settings_store import Choices
from retro_pyramid.editions import PROGRAMS
from retro_pyramid.settings import CARDS, CGA, DECK, DISPLAY, FINGERS, MODE, OPTIONS, WINDOW_SIZES
from tests.scripts.conftest import MODES, RunScript

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
    "power": "off",
}
each_way = pytest.mark.parametrize(("device", "mode"), list(product(("keys", "mouse"), ("graphics", "text"))))


@each_way
def test_every_page_is_reached_and_what_is_chosen_there_holds(
    run_script: RunScript, tmp_path: Path, device: str, mode: str
) -> None:
    states = run_script(f"setup_{device}", MODES[mode])
    assert {state["screen"] for name, state in states.items() if name not in ("magazine", "last")} == {
        "setup"
    }
    videos = [states[name]["video"] for name in ("cga", "mono", "amber", "text")]
    assert videos == ["cga", "mono", "mono", "ega"]
    cards = states["cards"]
    assert (states["text"]["mode"], cards["mode"], cards["deck"]) == ("text", "graphics", 2)
    assert (states["magazine"]["program"], states["magazine"]["screen"]) == ("shell", "menu")
    kept = storage.game_files(str(tmp_path / "data")).config.values()
    assert {name: kept[f"shell.{name}"] for name in SHELL} == SHELL
    assert kept["odm.sound"] == "on"


@each_way
def test_every_choice_is_reached_in_graphics_and_in_text(
    run_script: RunScript, monkeypatch: pytest.MonkeyPatch, device: str, mode: str
) -> None:
    chosen: set[tuple[str, str, str]] = set()
    change = Choices.change

    def noting(choices: Choices, kept: Mapping[str, str]) -> None:
        change(choices, kept)
        # A monochrome display has letters only, whatever the mode will be after it.
        chosen.update((choices.values["shell.mode"], *choice) for choice in kept.items())

    monkeypatch.setattr(Choices, "change", noting)
    states = run_script(f"setup_every_{device}", MODES[mode])
    every = (*DISPLAY, WINDOW_SIZES, *CARDS, *OPTIONS, *PROGRAMS["odm"].settings)
    expected = {
        (mode, setting.setting, value)
        for mode in ("graphics", "text")
        for setting in every
        for value, _ in setting.values
        # There is no deck of one's own; letters have no palette of four and no decks.
        if value != "own"
        and setting.setting not in FINGERS
        and not (mode == "text" and setting.setting in (CGA, DECK))
        and not (setting.setting == MODE and value != mode)
    }
    assert expected - chosen == set()
    screens = {"": "setup", "folder": "setup", "editions": "menu", "dos": "prompt", "magazine": "menu"}
    del states["last"]
    for name, state in states.items():
        assert state["screen"] == screens[name.removeprefix("graphics").removeprefix("text").strip("_")]
    assert (states["graphics"]["mode"], states["text"]["mode"]) == ("graphics", "text")
    assert states["magazine"]["program"] == "shell"
    for mode in ("graphics", "text"):
        assert "menu:em" in [target["id"] for target in states[f"{mode}_editions"]["targets"]]
