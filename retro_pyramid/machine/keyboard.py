"""Events from the host's input devices: named keys with typematic repeat, typed characters, mouse, wheel, gamepads."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING

import pyxel

from retro_pyramid.machine.events import (
    MODIFIER_CHORDS,
    NAMED_KEYS,
    Event,
    FileDrop,
    KeyPress,
    MouseMotion,
    MousePress,
    MouseRelease,
    MouseWheel,
    is_non_latin_letter,
    parse_key,
)
from retro_pyramid.resources import load_asset_sections

if TYPE_CHECKING:
    from retro_pyramid.machine.presenter import Presenter

REPEAT_DELAY_FRAMES, REPEAT_INTERVAL_FRAMES = 24, 4
"""Frames until a held key repeats (0.4 s) and between repeats (15 a second), near the AT keyboard's default."""

_PYXEL_NAMES = dict(load_asset_sections("keys")["pyxel"])
_MODIFIERS = {
    getattr(pyxel, f"KEY_{side}{key}"): name
    for side in "LR"
    for key, name in (("ALT", "ALT"), ("CTRL", "CTRL"), ("GUI", "META"))
}
# In a browser the page's JavaScript converts gamepad input to keys.
_PADS = () if sys.platform == "emscripten" else (1, 2)
_PAD_BUTTONS = tuple(
    (getattr(pyxel, f"GAMEPAD{pad}_BUTTON_{button}"), name)
    for pad in _PADS
    for button, name in load_asset_sections("keys")["gamepad"]
)
_STICKS = tuple(
    (getattr(pyxel, f"GAMEPAD{pad}_AXIS_LEFT{axis}"), names)
    for pad in _PADS
    for axis, names in (("X", ("LEFT", "RIGHT")), ("Y", ("UP", "DOWN")))
)
_STICK_THRESHOLD = 1 << 14
"""Deflection from which a stick counts as the directional pad: half of its range."""
_LEFT_ALT = pyxel.KEY_LALT
_MOUSE_BUTTONS = ((pyxel.MOUSE_BUTTON_LEFT, 1), (pyxel.MOUSE_BUTTON_RIGHT, 2))


def _pyxel_key(name: str) -> int:
    if name[:2] == "KP" and len(name) == 3:
        name = f"KP_{name[2]}"
    key: int = getattr(pyxel, f"KEY_{_PYXEL_NAMES.get(name, name)}")
    return key


_KEY_NAMES = {_pyxel_key(name): name for name in NAMED_KEYS}
# Pyxel's code of a typing key is the character it has on the keyboard, Cyrillic ones included; other codes are far above.
_PRINTABLE_CODES = range(33, 0x110000)
_LETTER_CODES = range(ord("a"), ord("z") + 1)


class InputReader:
    """Reads the host's input devices once per frame; the presenter converts mouse positions to picture coordinates."""

    def __init__(self, presenter: Presenter) -> None:
        self._presenter = presenter
        self._mouse_pos: tuple[int, int] | None = None
        self._modifier_held = False
        self._pad_frames: dict[str, int] = {}
        """Number of frames for which a gamepad has held a key, by key name."""

    def read_events(self) -> list[Event]:
        """Return the events since the last frame, in a fixed order: mouse, keys, gamepads, file drops."""
        return [
            *self._read_mouse(),
            *self._read_keys(),
            *self._read_pads(),
            *map(FileDrop, pyxel.dropped_files),
        ]

    def _read_mouse(self) -> list[Event]:
        x, y = self._presenter.surface_to_picture(
            *(self._presenter.captured_mouse_pos() or (pyxel.mouse_x, pyxel.mouse_y))
        )
        events: list[Event] = []
        # The first position is not a movement.
        if self._mouse_pos is not None and self._mouse_pos != (x, y):
            events.append(MouseMotion(x, y))
        self._mouse_pos = (x, y)
        for key, button in _MOUSE_BUTTONS:
            if pyxel.btnp(key):
                events.append(MousePress(x, y, button))
            if pyxel.btnr(key):
                events.append(MouseRelease(x, y, button))
        if pyxel.mouse_wheel:
            events.append(MouseWheel(pyxel.mouse_wheel))
        return events

    def _read_keys(self) -> list[Event]:
        """Return key presses in order, then repeats of held keys, then characters typed without a key press.

        A key pressed with Alt, Ctrl or Meta belongs to the host, except for a letter with the left Alt alone and the
        MODIFIER_CHORDS. A character typed with a modifier counts only if it differs from the key's own: then AltGr, or
        Option on a Mac, has produced it.
        """
        typed = list(pyxel.input_text)
        events: list[Event] = []
        modifier_held = self._modifier_held
        for key in pyxel.input_keys:
            modifier_held = modifier_held or key in _MODIFIERS
            name = _KEY_NAMES.get(key)
            if modifier_held:
                down = [modifier for modifier in _MODIFIERS if pyxel.btn(modifier)]
                letter = self._latin_letter(key) if len(down) == 1 else ""
                if letter:
                    chord = f"{_MODIFIERS[down[0]]}+{letter.upper()}"
                    if chord in MODIFIER_CHORDS or down == [_LEFT_ALT]:
                        events.append(parse_key(chord))
                continue
            if name is not None:
                press = parse_key(name)
                # Space and the keypad keys are named keys that also type; their character must not be reported twice.
                # Characters typed earlier go first: Pyxel lists a key once, however often it was pressed.
                if press.char in typed:
                    while (char := typed.pop(0)) != press.char:
                        events += self._events_for_char(char)
                events.append(press)
            elif key in _PRINTABLE_CODES and typed and typed[0] != " ":
                events += self._events_for_char(typed.pop(0))
        for key, name in _KEY_NAMES.items():
            if key not in pyxel.input_keys and pyxel.btnp(key, REPEAT_DELAY_FRAMES, REPEAT_INTERVAL_FRAMES):
                press = parse_key(name, is_repeat=True)
                if press.char in typed:
                    typed.remove(press.char)
                if not modifier_held:
                    events.append(press)
        if modifier_held:
            held_chars = {parse_key(name).char for key, name in _KEY_NAMES.items() if pyxel.btn(key)}
            typed = [char for char in typed if char not in held_chars and not pyxel.btn(ord(char.lower()[0]))]
        for char in typed:
            events += self._events_for_char(char)
        self._modifier_held = any(pyxel.btn(key) and not pyxel.btnr(key) for key in _MODIFIERS)
        return events

    def _events_for_char(self, char: str) -> list[Event]:
        if not char.isprintable():
            return []
        press = parse_key(char)
        desktop_window = self._presenter.desktop_window
        if desktop_window is not None and is_non_latin_letter(char):
            press = press._replace(latin_char=desktop_window.latin_letter_for(char))
        return [press]

    def _latin_letter(self, key: int) -> str:
        """Return the Latin letter of a key, or "" if it has none."""
        if key in _LETTER_CODES:
            return chr(key)
        presses = self._events_for_char(chr(key)) if key in _PRINTABLE_CODES else []
        return "".join([press.latin_char for press in presses if isinstance(press, KeyPress)])

    def _read_pads(self) -> list[Event]:
        """Return the key presses that gamepad buttons and left sticks stand for, with repeats of held ones."""
        down = [name for key, name in _PAD_BUTTONS if pyxel.btn(key)]
        down += [
            names[value > 0] for key, names in _STICKS if abs(value := pyxel.btnv(key)) > _STICK_THRESHOLD
        ]
        self._pad_frames = {name: self._pad_frames.get(name, -1) + 1 for name in down}
        return [
            parse_key(name, is_repeat=frames > 0)
            for name, frames in self._pad_frames.items()
            if frames == 0
            or (
                frames >= REPEAT_DELAY_FRAMES and (frames - REPEAT_DELAY_FRAMES) % REPEAT_INTERVAL_FRAMES == 0
            )
        ]
