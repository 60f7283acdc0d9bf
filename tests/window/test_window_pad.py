"""A gamepad in a real window: SDL makes one up, Pyxel reads it, and the game is played by it beside keys and mouse."""

import json
from pathlib import Path

from tests.window.desktop import start
from tests.window.display import Display

A, B, X, Y, START, UP = 0, 1, 2, 3, 6, 11


def test_a_gamepad_plays_takes_back_asks_for_a_hint_and_opens_the_menu(
    display: Display, tmp_path: Path
) -> None:
    (tmp_path / "data").mkdir()
    (tmp_path / "data" / "PYRAMID.CFG").write_text("[shell]\nhelps = on\n")
    pushed = ("right", UP, A, A, X, Y, Y, START, B, START, "left", A)
    (tmp_path / "buttons").write_text("\n".join(map(str, pushed)))
    words = ("--start", "table", "--deal", "61", "--still", "--mute", "--record", "keys")
    program = start(display.name, tmp_path, *words, module="tests.window.padded")
    said = program.communicate(timeout=120)[0]
    lines = (tmp_path / "keys").read_text().splitlines()
    keys = " ".join(line.removeprefix("key ") for line in lines if line.startswith("key "))
    assert (said, program.returncode) == ("", 0)
    assert keys == "RIGHT UP ENTER ENTER F3 INSERT INSERT F10 ESC F10 LEFT ENTER"
    state = json.loads((tmp_path / "last.json").read_text())
    assert (state["screen"], state["moves"]) == ("menu", [])
