"""Every key that an edition takes is named in its help."""

import re

import pytest

from retro_pyramid.app.app import GLOBAL_BINDINGS, READ_KEYS
from retro_pyramid.app.assets import load_help_text
from retro_pyramid.features.help import READING_KEY_LINES
from tests.programs import PROGRAMS
from tests.screens.conftest import Start
from tests.screens.pair_games import table_of

_MENU_KEYS = ("F1", "F3")
"""The keys of the main menu beside its letters."""
_AS_WRITTEN = {"←": "LEFT", "→": "RIGHT", "↑": "UP", "↓": "DOWN"}


def bound_keys(start: Start, edition: str) -> set[str]:
    """The keys of the edition's table in every kind of play, of its menu, and those that act everywhere."""
    game = start("--edition", edition, "--start", "table", "--deal", "61").do("settle")
    table = table_of(game)
    spec = getattr(table.game_mode, "spec", None)
    commands = spec.tournament_commands["graphics"] if spec else ()
    of_commands = {key for command in commands for key in command.keys}
    bindings = table.get_key_bindings()
    return {key for key, _ in bindings} | of_commands | {*_MENU_KEYS, *GLOBAL_BINDINGS} - READ_KEYS


def named_keys(text: str) -> set[str]:
    """The keys between the marks of a help text, by the names that bindings have."""
    words = {word.upper() for keys in re.findall(r"\^1(.*?)\^0", text, re.DOTALL) for word in keys.split()}
    named = {_AS_WRITTEN.get(word, word).replace("COMMAND+", "META+") for word in words}
    if "ENTER" in named:
        named.add("KPENTER")
    if "numeric keypad" in text:
        named |= {f"KP{key}" for key in named if key.isdigit()}
    if {"1", "7"} <= named:
        # Rows and columns: from the first to the last.
        named |= set("23456")
    if "ALT" in named:
        named |= {f"ALT+{key}" for key in named if len(key) == 1}
    return named


@pytest.mark.parametrize("edition", PROGRAMS)
def test_every_key_of_an_edition_is_named_in_its_help(start: Start, edition: str) -> None:
    assert sorted(bound_keys(start, edition) - named_keys(load_help_text(edition))) == []


def test_the_keys_that_read_the_screen_are_named_beside_the_help() -> None:
    words = {",": "comma", ".": "full stop", ";": "semicolon"}
    assert set(words) == READ_KEYS
    assert all(any(word in line for line in READING_KEY_LINES) for word in words.values())
