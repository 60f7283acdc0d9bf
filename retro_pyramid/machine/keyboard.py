"""The host's devices turned into events: named keys with typematic repeat, typed characters, mouse, wheel, gamepads."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING

import pyxel

from retro_pyramid.machine.events import (
    CHORDS,
    NAMED_KEYS,
    Drop,
    Event,
    Key,
    Motion,
    Press,
    Release,
    Wheel,
    is_foreign_letter,
    key_press,
)
from retro_pyramid.resources import sections

if TYPE_CHECKING:
    from retro_pyramid.machine.presenter import Presenter

REPEAT_DELAY, REPEAT_RATE = 24, 4
"""Frames till a held key repeats (0.4 s) and between repeats (15 a second), near the AT keyboard's default."""

_PYXEL_NAMES = dict(sections("keys")["pyxel"])
_MODIFIERS = {
    getattr(pyxel, f"KEY_{side}{key}"): name
    for side in "LR"
    for key, name in (("ALT", "ALT"), ("CTRL", "CTRL"), ("GUI", "META"))
}
# In a browser the page makes keys of gamepads.
_PADS = () if sys.platform == "emscripten" else (1, 2)
_PAD_BUTTONS = tuple(
    (getattr(pyxel, f"GAMEPAD{pad}_BUTTON_{button}"), name)
    for pad in _PADS
    for button, name in sections("keys")["gamepad"]
)
_STICKS = tuple(
    (getattr(pyxel, f"GAMEPAD{pad}_AXIS_LEFT{axis}"), names)
    for pad in _PADS
    for axis, names in (("X", ("LEFT", "RIGHT")), ("Y", ("UP", "DOWN")))
)
_PUSHED = 1 << 14
"""How far the stick is pushed that counts as the cross, half of its way."""
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
        self._padded: dict[str, int] = {}
        """For how many frames a gamepad has held a key down, by its name."""

    def events(self) -> list[Event]:
        """Return what happened since the last frame, in a fixed order: mouse, keys, gamepads, drops."""
        return [*self._mouse(), *self._keys(), *self._pads(), *map(Drop, pyxel.dropped_files)]

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

        A key pressed while Alt, Ctrl or Meta is held belongs to the host, except for a letter with the left Alt alone and
        the CHORDS. Only a character that is not the key's own was meant: AltGr, or Option on a Mac, has typed it.
        """
        typed = list(pyxel.input_text)
        events: list[Event] = []
        held = self._held
        for key in pyxel.input_keys:
            held = held or key in _MODIFIERS
            name = _NAMES.get(key)
            if held:
                down = [modifier for modifier in _MODIFIERS if pyxel.btn(modifier)]
                letter = self._letter(key) if len(down) == 1 else ""
                if letter:
                    chord = f"{_MODIFIERS[down[0]]}+{letter.upper()}"
                    if chord in CHORDS or down == [_ALT]:
                        events.append(key_press(chord))
                continue
            if name is not None:
                press = key_press(name)
                # Space and the keypad are named keys that also type: their character must not come a second time. What
                # was typed before it comes before it: Pyxel names a key once, however often it was pressed.
                if press.char in typed:
                    while (char := typed.pop(0)) != press.char:
                        events += self._typed(char)
                events.append(press)
            elif key in _PRINTABLE and typed and typed[0] != " ":
                events += self._typed(typed.pop(0))
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
            events += self._typed(char)
        self._held = any(pyxel.btn(key) and not pyxel.btnr(key) for key in _MODIFIERS)
        return events

    def _typed(self, char: str) -> list[Event]:
        if not char.isprintable():
            return []
        press = key_press(char)
        desk = self._presenter.desk
        if desk is not None and is_foreign_letter(char):
            press = press._replace(latin=desk.latin_letter(char))
        return [press]

    def _letter(self, key: int) -> str:
        """Return the Latin letter of a key, "" where it has none."""
        if key in _LETTERS:
            return chr(key)
        typed = self._typed(chr(key)) if key in _PRINTABLE else []
        return "".join([press.latin for press in typed if isinstance(press, Key)])

    def _pads(self) -> list[Event]:
        """Return the keys that buttons and left sticks of gamepads stand for; what is held repeats."""
        down = [name for key, name in _PAD_BUTTONS if pyxel.btn(key)]
        down += [names[value > 0] for key, names in _STICKS if abs(value := pyxel.btnv(key)) > _PUSHED]
        self._padded = {name: self._padded.get(name, -1) + 1 for name in down}
        return [
            key_press(name, repeat=frames > 0)
            for name, frames in self._padded.items()
            if frames == 0 or (frames >= REPEAT_DELAY and (frames - REPEAT_DELAY) % REPEAT_RATE == 0)
        ]
