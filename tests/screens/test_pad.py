"""Every screen by the buttons of a gamepad alone, as web/page/gamepad.js and web/page/virtual_keyboard.js give them keys."""

import re
from pathlib import Path

import pytest

from retro_pyramid.features.start.navigator import DailyDealMenu
from retro_pyramid.formats.native.game_code import is_game_code
from retro_pyramid.rules import EDITIONS
from tests.screens.conftest import Start
from tests.screens.driver import Game
from tests.screens.places import PLACES, reach

PAGE = Path(__file__).parents[2] / "web" / "page"
OURS = {name: name.upper() for name in ("Enter", "Home", "End", "Tab", "Backspace", "Insert")}
OURS |= {f"Arrow{way}": way.upper() for way in ("Up", "Down", "Left", "Right")}
OURS |= {"Escape": "ESC", " ": "SPACE"}
"""The browser's names of keys, and the scripts'."""
NAMES = {"a": 0, "b": 1, "x": 2, "y": 3, "lb": 4, "rb": 5, "back": 8, "start": 9, "ls": 10} | {
    name: number for number, name in enumerate(("up", "down", "left", "right"), 12)
}
"""The buttons of the standard kind of gamepad."""
SIGNS = "↑↓←→"
NAMED = {
    *["PGUP", "PGDN", "INS", "DEL", "HOME", "END", "TAB", "ENTER", "ESC", "SPACE"],
    *(f"F{n}" for n in range(1, 13)),
}
ELSEWISE = {"PgUp": "up", "PgDn": "down", "Del": "key BACKSPACE", "+-": "right"}
"""Keys that cannot be had, and what does as well."""


def _script(key: str) -> str:
    return OURS.get(key, key)


def _within(file: str, pattern: str) -> str:
    found = re.search(pattern, (PAGE / file).read_text(encoding="utf-8"), re.DOTALL)
    assert found
    return found[1]


def pad_keys() -> dict[int, str]:
    """Return the key of each button."""
    pairs = re.findall(r'(\d+): "(\w+)"', _within("gamepad.js", r"const KEYS = \{(.*?)\}"))
    return {int(number): _script(key) for number, key in pairs}


def board_keys() -> set[str]:
    """Return the keys on the screen, those with Shift among them."""
    texts = set(re.findall(r'"([^"]+)"', _within("virtual_keyboard.js", r"const ROWS = \[(.*?)\];")))
    names = texts & {*OURS, "F1"}
    letters = {letter for text in texts - names - {"Shift"} for letter in text}
    shifted = {f"F{digit if digit != '0' else 10}" for digit in letters if digit.isdigit()}
    return {_script(name) for name in names} | letters | {letter.upper() for letter in letters} | shifted


PAD, BOARD = pad_keys(), board_keys()


def push(game: Game, *buttons: str) -> Game:
    """Push buttons by their names; `key X` strikes a key on the screen."""
    for button in buttons:
        key = button.removeprefix("key ") if button.startswith("key ") else PAD[NAMES[button]]
        assert key in PAD.values() or key in BOARD, key
        game.do(f"key {key}", "settle")
    return game


def can(key: str) -> bool:
    """Return whether a key that a hint names can be had; a word is typed, and arrows stand together."""
    there = {one.upper() for one in (*PAD.values(), *BOARD)}
    if key.upper() in there or key in ELSEWISE:
        return True
    return key.upper() not in NAMED and all(sign in SIGNS or sign.upper() in there for sign in key)


@pytest.mark.parametrize("edition", EDITIONS)
def test_setup(start: Start, edition: str) -> None:
    game = push(start("--edition", edition, "--start", "menu"), "ls", "down", "a")
    assert game.says("Suits")
    before = game.app.settings["shell.suits"]
    push(game, "down", "right")
    assert game.app.settings["shell.suits"] != before
    push(game, "left", "key TAB", "rb")
    assert game.says("Magazine")
    assert push(game, "a", "a").app.top_screen.state_program == "shell"
    assert push(start("--edition", edition, "--start", "menu"), "ls", "b").screen == "menu"


def test_figures_and_the_deal_of_the_day(start: Start) -> None:
    game = reach(start, "figures_many")
    before = game.rows()
    assert push(game, "right").rows() != before
    assert push(game, "b").screen == "menu"
    assert isinstance(push(game, "key F3").app.top_screen, DailyDealMenu)
    assert push(game, "b").screen == "menu"


def test_a_replay(start: Start) -> None:
    game = start(*PLACES["replay"][0])
    assert len(push(game, "right", "right", "left").moves) == 1
    push(game, "rb")
    assert len(game.moves) > 10
    push(game, "lb", "key SPACE").do("wait 200")
    assert game.moves
    assert push(game, "key F1").screen == "help"
    push(game, "b", "key F6")
    assert any(is_game_code(word) for row in game.rows() for word in row.split()) or game.says("--watch")
    assert push(game, "b").screen == "replay"
    assert push(game, "lb", "right", "a").screen == "table"


def test_the_odds_of_a_deal(start: Start) -> None:
    game = push(start(*PLACES["table"][0]).do("settle"), "key F6", "key 1", "key 5", "key F7")
    assert game.rows() == reach(start, "odds").rows()
    assert push(game, "b").screen == "table"


def test_the_magazine_and_the_sounds(start: Start) -> None:
    game = push(start("--start", "menu"), "key F8", "down", "down", "a", "up", "right")
    assert game.heard == game.app.edition.tune_names[str(game.selected).removeprefix("config:listen:")]
    assert push(game, "b").screen == "menu"
    game = push(start("--start", "shell", "--page", "luck"), "a", "down", "rb", "lb", "b", "b")
    assert game.app.link_params["page"] == "features"


def test_help_and_its_lesson(start: Start) -> None:
    game = push(start("--start", "menu"), "key F1", "key s")
    assert game.screen == "demonstration"
    assert push(game, "b").screen == "help"
    assert push(game, "b").screen == "menu"
