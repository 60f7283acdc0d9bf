"""Setup from the first screen on: a script by keys alone and one by the mouse alone, begun in graphics and in text."""

from collections.abc import Mapping
from itertools import product
from pathlib import Path

import pytest

from retro_pyramid import storage
from retro_pyramid.app.settings_store import SettingsStore
from retro_pyramid.editions import EDITION_INFO
from retro_pyramid.settings import (
    CARD_DEFS,
    CGA_PALETTE_SETTING,
    DECK_SETTING,
    DISPLAY_DEFS,
    DISPLAY_MODE_SETTING,
    PLAY_DEFS,
    TOUCH_SETTINGS,
    WINDOW_SIZE_DEF,
)
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
    kept = storage.open_user_data(str(tmp_path / "data")).config.read_settings()
    assert {name: kept[f"shell.{name}"] for name in SHELL} == SHELL
    assert kept["odm.sound"] == "on"


@each_way
def test_every_choice_is_reached_in_graphics_and_in_text(
    run_script: RunScript, monkeypatch: pytest.MonkeyPatch, device: str, mode: str
) -> None:
    chosen: set[tuple[str, str, str]] = set()
    change = SettingsStore.set_values

    def noting(choices: SettingsStore, kept: Mapping[str, str]) -> None:
        change(choices, kept)
        # A monochrome display has letters only, whatever the mode will be after it.
        chosen.update((choices.values["shell.mode"], *choice) for choice in kept.items())

    monkeypatch.setattr(SettingsStore, "set_values", noting)
    states = run_script(f"setup_every_{device}", MODES[mode])
    every = (*DISPLAY_DEFS, WINDOW_SIZE_DEF, *CARD_DEFS, *PLAY_DEFS, *EDITION_INFO["odm"].settings)
    expected = {
        (mode, setting.key, value)
        for mode in ("graphics", "text")
        for setting in every
        for value, _ in setting.values
        # There is no deck of one's own; letters have no palette of four and no decks.
        if value != "own"
        and setting.key not in TOUCH_SETTINGS
        and not (mode == "text" and setting.key in (CGA_PALETTE_SETTING, DECK_SETTING))
        and not (setting.key == DISPLAY_MODE_SETTING and value != mode)
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
