"""Menus: what every key that they name does, Setup over them, and words that light up. Their acts: `acts.txt`."""

import pytest

from retro_pyramid.machine.video import _LIFTED
from retro_pyramid.programs import PROGRAMS
from tests.screens.conftest import Start

MENUS = {
    "main": ("--start", "menu"),
    "others": ("--start", "menu", "key o; key ENTER"),
    "today": ("--start", "menu", "key F3"),
    "magazine": ("--start", "shell"),
    "games": ("--start", "shell", "key ENTER"),
    "department": ("--start", "shell", "key f; key ENTER"),
    **{edition: ("--edition", edition, "--start", "menu") for edition in PROGRAMS},
}


@pytest.mark.parametrize("menu", MENUS)
def test_every_key_that_a_menu_names_does_something(start: Start, menu: str) -> None:
    words = [word for word in MENUS[menu] if not word.startswith("key ")]
    game = start(*words).do(*(word for word in MENUS[menu] if word.startswith("key ")))
    here = game.app.screens[:]
    for hint in game.app.top.hints():
        if hint.key in ("↑↓", "F2"):
            continue
        for line in (f"key {hint.key.upper()}", f"clickon {hint.id}"):
            game.do(line)
            assert game.app.screens != here or game.app.done, line
            game.app.done = False
            game.app.go(*here)


@pytest.mark.parametrize("menu", MENUS)
def test_f8_brings_setup_over_a_menu(start: Start, menu: str) -> None:
    words = [word for word in MENUS[menu] if not word.startswith("key ")]
    # What lives in a title picture would go on meanwhile.
    game = start(*words, "--still").do(*(word for word in MENUS[menu] if word.startswith("key ")))
    before = game.picture()
    game.do("key F8; clickon setup:play; clickon config:helps:on")
    assert (game.screen, game.says("SETUP") or game.says(" - Setup")) == ("setup", True)
    assert game.app.settings["shell.helps"] == "on"
    assert game.do("key ESC").picture() == before


@pytest.mark.parametrize("words", [(), ("T",), ("--video", "cga"), ("--video", "mono")], ids=" ".join)
def test_words_under_the_pointer_light_up(start: Start, words: tuple[str, ...]) -> None:
    game = start("--start", "menu", "--still", *words).do("moveon menu:quit; wait 1")
    elsewhere = game.picture()
    assert game.do("moveon menu:help; wait 1").picture() != elsewhere
    cells, rects = {}, game.enabled()
    for name in ("menu:help", "menu:setup"):
        game.do(f"moveon {name}; wait 1").picture()
        cells[name] = bytes(game.machine.video.cells)
    for name, other in (("menu:help", "menu:setup"), ("menu:setup", "menu:help")):
        x, y, width, _ = rects[name]
        row = slice(2 * (80 * (y // 14) + x // 8) + 1, 2 * (80 * (y // 14) + (x + width) // 8), 2)
        assert cells[name][row] != cells[other][row]


def test_what_lights_up_can_be_read_on_light_papers() -> None:
    assert {_LIFTED[0x70 | ink] & 15 for ink in range(16)} == {1}
    assert {_LIFTED[0x30 | ink] for ink in range(16)} == {0x1F}
