"""Stands in for the program in the page: shows a test picture and repeats on `window.echo` what Pyxel tells it.

The picture has one colour a row (the row's number modulo 16) and, on its diagonal, one white dot a row.
"""

import json
from importlib import import_module
from typing import Any

import pyxel

window: Any = import_module("js")
WIDTH, HEIGHT = 640, 350


def start(query: str) -> None:
    """Open the window; never returns."""
    # Pyxel goes to the folder of the file it is called from, and this one lies in an archive: so from no file.
    options = {"title": "Echo", "fps": 60, "quit_key": pyxel.KEY_NONE, "capture_sec": 0}
    eval("init(*size, **options)", {"init": pyxel.init, "size": (WIDTH, HEIGHT), "options": options})
    for color in range(16):
        pyxel.colors[color] = 0x0F0F0F * color
    pyxel.mouse(False)
    # Not before: when this file is read, Pyxel itself is not there yet.
    buttons = {pyxel.MOUSE_BUTTON_LEFT: "left", pyxel.MOUSE_BUTTON_RIGHT: "right"}
    heard: list[dict[str, object]] = []
    window.echo = json.dumps(heard)

    def update() -> None:
        news: dict[str, object] = {}
        if pyxel.input_keys:
            news["keys"] = list(pyxel.input_keys)
        if pyxel.input_text:
            news["text"] = pyxel.input_text
        if pyxel.mouse_wheel:
            news["wheel"] = pyxel.mouse_wheel
        for button, name in buttons.items():
            if pyxel.btnp(button):
                news[name] = [pyxel.mouse_x, pyxel.mouse_y]
        if news:
            heard.append(news)
            window.echo = json.dumps(heard)

    def draw() -> None:
        for y in range(HEIGHT):
            pyxel.rect(0, y, WIDTH, 1, y % 16)
            pyxel.pset(y * WIDTH // HEIGHT, y, 15)

    pyxel.run(update, draw)
