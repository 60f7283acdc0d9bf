"""The host's keyboard and mouse turned into events: named keys with typematic repeat, typed characters, buttons, wheel."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pyxel

from retro_pyramid.machine.events import (
    NAMED_KEYS,
    Drop,
    Event,
    Key,
    Motion,
    Press,
    Release,
    Wheel,
    key_press,
)

if TYPE_CHECKING:
    from retro_pyramid.machine.host import Presenter

REPEAT_DELAY, REPEAT_RATE = 24, 4
"""Frames till a held key repeats (0.4 s) and between repeats (15 a second), near the AT keyboard's default."""

_PYXEL_NAMES = {
    "ENTER": "RETURN",
    "ESC": "ESCAPE",
    "PGUP": "PAGEUP",
    "PGDN": "PAGEDOWN",
    "KPENTER": "KP_ENTER",
}
_MODIFIERS = tuple(getattr(pyxel, f"KEY_{side}{name}") for side in "LR" for name in ("ALT", "CTRL", "GUI"))
_ALT = pyxel.KEY_LALT
_BUTTONS = ((pyxel.MOUSE_BUTTON_LEFT, 1), (pyxel.MOUSE_BUTTON_RIGHT, 2))


def _pyxel_key(name: str) -> int:
    if name[:2] == "KP" and len(name) == 3:
        name = f"KP_{name[2]}"
    key: int = getattr(pyxel, f"KEY_{_PYXEL_NAMES.get(name, name)}")
    return key


_NAMES = {_pyxel_key(name): name for name in NAMED_KEYS}
# Pyxel's code of a key that types is its character on this keyboard, Cyrillic ones too; other keys lie far above.
_PRINTABLE = range(33, 0x110000)
_LETTERS = range(ord("a"), ord("z") + 1)


class Devices:
    """Reads the host's devices once a frame; the `presenter` knows where on the picture the mouse is."""

    def __init__(self, presenter: Presenter) -> None:
        self._presenter = presenter
        self._position: tuple[int, int] | None = None
        self._held = False

    def events(self) -> list[Event]:
        """Return what happened since the last frame, in a fixed order: mouse, keys, typed characters, drops."""
        return [*self._mouse(), *self._keys(), *(Drop(path) for path in pyxel.dropped_files)]

    def _mouse(self) -> list[Event]:
        x, y = self._presenter.place(*(self._presenter.held_mouse() or (pyxel.mouse_x, pyxel.mouse_y)))
        events: list[Event] = []
        # The first position read is no movement.
        if self._position is not None and self._position != (x, y):
            events.append(Motion(x, y))
        self._position = (x, y)
        for key, button in _BUTTONS:
            if pyxel.btnp(key):
                events.append(Press(x, y, button))
            if pyxel.btnr(key):
                events.append(Release(x, y, button))
        if pyxel.mouse_wheel:
            events.append(Wheel(pyxel.mouse_wheel))
        return events

    def _keys(self) -> list[Event]:
        """Return the presses in their order, then the repeats of held keys, then characters typed without a press.

        A key pressed while Alt, Ctrl or Meta is held belongs to the host, but for a letter with the left Alt alone. Only a
        character that is not the key's own was meant: AltGr, or Option on a Mac, has typed it.
        """
        typed = list(pyxel.input_text)
        events: list[Event] = []
        held = self._held
        for key in pyxel.input_keys:
            held = held or key in _MODIFIERS
            name = _NAMES.get(key)
            if held:
                down = [modifier for modifier in _MODIFIERS if pyxel.btn(modifier)]
                if down == [_ALT] and key in _LETTERS:
                    events.append(key_press(f"ALT+{chr(key).upper()}"))
                continue
            if name is not None:
                press = key_press(name)
                # Space and the keypad are named keys that also type: their character must not come a second time. What
                # was typed before it comes before it: Pyxel names a key once, however often it was pressed.
                if press.char in typed:
                    while (char := typed.pop(0)) != press.char:
                        events += _typed(char)
                events.append(press)
            elif key in _PRINTABLE and typed and typed[0] != " ":
                events += _typed(typed.pop(0))
        for key, name in _NAMES.items():
            if key not in pyxel.input_keys and pyxel.btnp(key, REPEAT_DELAY, REPEAT_RATE):
                press = key_press(name, repeat=True)
                if press.char in typed:
                    typed.remove(press.char)
                if not held:
                    events.append(press)
        if held:
            own = {key_press(name).char for key, name in _NAMES.items() if pyxel.btn(key)}
            typed = [char for char in typed if char not in own and not pyxel.btn(ord(char.lower()[0]))]
        for char in typed:
            events += _typed(char)
        self._held = any(pyxel.btn(key) and not pyxel.btnr(key) for key in _MODIFIERS)
        return events


def _typed(char: str) -> list[Event]:
    return [Key("SPACE" if char == " " else char, char)] if char.isprintable() else []
