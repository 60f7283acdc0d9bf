"""Every program has all its test data; what is missing is said in one message. Its file names only what there is."""

import pytest

from retro_pyramid.packaged import sections
from retro_pyramid.programs import PROGRAMS, look
from retro_pyramid.programs.common import bar, colours, commands, tunes
from retro_pyramid.screens import library
from retro_pyramid.screens.table.actions import ACTIONS
from tests.programs import DATA, missing

PLACES = {"graphics", "text", "small graphics", "small text"}
OTHER = {"entry", "settings", "switches", "menu", "colours", "tunes"} | PLACES


def test_every_program_has_its_test_data() -> None:
    lacking = [f"{name}: {what}" for name in PROGRAMS for what in missing(name)]
    assert not lacking, "\n".join(["programs lack test data:", *lacking])


def test_what_is_missing_is_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delitem(DATA, "em")
    assert missing("em") == ["clicks and a deal in DATA, tests/programs.py"]


@pytest.mark.parametrize("name", PROGRAMS)
def test_the_words_keys_colours_and_tunes_of_a_program_are_those_that_there_are(name: str) -> None:
    found = {section for section in sections(f"programs/{name}") if not section.startswith("bar ")}
    own = found & {"commands", "standard", "tournament", "keys", "helps"}
    assert found - own <= OTHER
    known = {*ACTIONS, *look(name).actions}
    asked = [command for section in own for command in commands(name, section)]
    asked += [command for menu in bar(name) for command in menu.lines if command]
    assert asked
    assert {command.action for command in asked} <= known
    if "colours" in found:
        # Another word is refused.
        colours(name)
    if "tunes" in found:
        assert set(tunes(name).values()) <= set(library.tunes())
