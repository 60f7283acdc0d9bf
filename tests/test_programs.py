"""Every program, setting and sub-command has its test data; what is missing is said in one message."""

import re
from collections.abc import Iterable, Sequence
from pathlib import Path

import pytest

from retro_pyramid.app import assets as library
from retro_pyramid.commands.arguments import COMMANDS
from retro_pyramid.editions import EDITION_INFO, load_table_spec
from retro_pyramid.editions.loading import load_commands, load_menu_bar, load_theme, load_tunes
from retro_pyramid.resources import load_asset_sections
from retro_pyramid.settings import CARD_DEFS, DISPLAY_DEFS, PLAY_DEFS, TOUCH_SETTINGS
from retro_pyramid.table.actions import TABLE_ACTIONS
from tests.programs import DATA, TESTS, missing

PLACES = {"graphics", "text", "small graphics", "small text"}
HEADS = ["entry", "record", "info", "numbers", "settings", "switches", "menu", "colours", "tunes", "deals"]
OTHER = {*HEADS, "bright colours", *PLACES}


def test_every_program_has_its_test_data() -> None:
    lacking = [f"{name}: {what}" for name in EDITION_INFO for what in missing(name)]
    assert not lacking, "\n".join(["programs lack test data:", *lacking])


def test_what_is_missing_is_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delitem(DATA, "em")
    assert missing("em") == ["clicks and a deal in DATA, tests/programs.py"]


def lacking(settings: Sequence[str], commands: Iterable[str]) -> list[str]:
    clicks = (TESTS / "scripts/setup_every_mouse.script").read_text(encoding="utf-8")
    page = (TESTS / "../docs/COMMANDS.md").read_text(encoding="utf-8")
    tests = "".join(
        path.read_text(encoding="utf-8") for path in TESTS.glob("test_*.py") if path != Path(__file__)
    )
    wanted = {
        f"setting {key}: its choices in scripts/setup_every_{{keys,mouse}}.script, its page's pictures (--record-golden)": (
            f"config:{key}:" in clicks
        )
        for key in settings
    }
    for name in commands:
        wanted[f"sub-command {name}: its line in docs/COMMANDS.md"] = f"\npyramid {name} " in page
        wanted[
            f"sub-command {name}: its words, also wrong ones, in tests/test_cli.py or a file of its own"
        ] = re.search(rf'"{name}["\s]', tests) is not None
    return [what for what, there in wanted.items() if not there]


def test_every_setting_and_every_sub_command_has_its_test_data() -> None:
    shown = [
        setting.key
        for setting in (*DISPLAY_DEFS, *CARD_DEFS, *PLAY_DEFS)
        if setting.key not in TOUCH_SETTINGS
    ]
    keys = [setting.partition(".")[2] for setting in shown]
    missed = lacking(keys, COMMANDS)
    assert not missed, "\n".join(["test data is missing:", *missed])
    assert len(lacking([*keys, "brand"], [*COMMANDS, "brand"])) == 3


@pytest.mark.parametrize("name", EDITION_INFO)
def test_the_words_keys_colours_and_tunes_of_a_program_are_those_that_there_are(name: str) -> None:
    found = {section for section in load_asset_sections(f"programs/{name}") if not section.startswith("bar ")}
    own = found & {"commands", "standard", "tournament", "keys", "helps"}
    assert found - own <= OTHER
    known = {*TABLE_ACTIONS, *load_table_spec(name).actions}
    asked = [command for section in own for command in load_commands(name, section)]
    asked += [command for menu in load_menu_bar(name) for command in menu.items if command]
    assert asked
    assert {command.action for command in asked} <= known
    if "colours" in found:
        # Another word is refused.
        load_theme(name)
    if "tunes" in found:
        assert set(load_tunes(name).values()) <= set(library.load_tunes())
