"""Plays script lines in the page with a real keyboard, a real mouse or real fingers instead of handing them in."""

from __future__ import annotations

from typing import Any

from tests.web.harness import Player

KEYS = {
    "UP": "ArrowUp",
    "DOWN": "ArrowDown",
    "LEFT": "ArrowLeft",
    "RIGHT": "ArrowRight",
    "ENTER": "Enter",
    "ESC": "Escape",
    "SPACE": "Space",
    "HOME": "Home",
    "END": "End",
}
"""The script's names of keys that Chromium calls otherwise, or that are written in capitals."""
LASTING = ("program", "screen", "mode", "deck", "deal", "options", "moves", "score", "status", "selected")
"""What of the state does not depend on how long a hand takes from line to line."""


class Hands:
    """Somebody who reads a script and does what it says; with `fingers` clicks are taps and drags are swipes."""

    def __init__(self, player: Player, fingers: bool = False) -> None:
        self.player = player
        self._fingers = fingers

    def do(self, *lines: str) -> None:
        """Do script lines one after another."""
        for line in lines:
            word, *words = line.split()
            match word:
                case "key":
                    self.player.press(self._key(words[0]))
                case "text":
                    self.player.press(*line.removeprefix("text "))
                case "click" | "rclick":
                    self._click(int(words[0]), int(words[1]), word)
                case "clickon" | "rclickon":
                    self._click(*self.player.place(words[0]), word.removesuffix("on"))
                case "dragon":
                    start, end = map(self.player.place, words)
                    if self._fingers:
                        self.player.swipe(start, end)
                    else:
                        self.player.drag(start, end)
                case "settle":
                    # Animations pass at once; what they lead to is the same.
                    assert self.player.run("settle").error is None
                case "wait":
                    self.player.frame()
                case _:
                    raise AssertionError(f"hands cannot do {line!r}")

    def _key(self, name: str) -> str:
        if name.startswith("KP"):
            return f"Numpad{name.removeprefix('KP')}"
        return KEYS.get(name, name)

    def _click(self, x: int, y: int, word: str) -> None:
        if not self._fingers:
            self.player.click(x, y, button="left" if word == "click" else "right")
        elif word == "click":
            self.player.tap(x, y)
        else:
            self.player.hold(x, y)

    def seen(self) -> dict[str, Any]:
        """Return what of the state does not depend on time."""
        return lasting(self.player.state)


def lasting(state: dict[str, Any]) -> dict[str, Any]:
    """Return what of a state does not depend on how long a hand takes."""
    return {name: state[name] for name in LASTING}
