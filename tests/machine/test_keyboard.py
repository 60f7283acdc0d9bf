"""Keys, characters, mouse and files as the host reports them, turned into events; the host is a stand-in for Pyxel."""

import pytest
import pyxel

from retro_pyramid.machine import keyboard
from retro_pyramid.machine.events import (
    NAMED_KEYS,
    Event,
    FileDrop,
    KeyPress,
    MouseMotion,
    MousePress,
    MouseRelease,
    MouseWheel,
)
from retro_pyramid.machine.keyboard import REPEAT_DELAY_FRAMES, REPEAT_INTERVAL_FRAMES, InputReader
from retro_pyramid.machine.presenter import Presenter, WindowOptions


class Host:
    """Stands in for Pyxel: what is down since which frame, what was typed, where the mouse is."""

    def __init__(self) -> None:
        self.frame = 0
        self.down: dict[int, int] = {}
        self.up: set[int] = set()
        self.input_text = ""
        self.mouse_x = self.mouse_y = self.mouse_wheel = 0
        self.dropped_files: list[str] = []

    @property
    def input_keys(self) -> list[int]:
        return [key for key, since in self.down.items() if since == self.frame]

    def btnp(self, key: int, hold: int | None = None, repeat: int | None = None) -> bool:
        if key not in self.down:
            return False
        held = self.frame - self.down[key]
        return held == 0 or bool(hold and repeat and held >= hold and (held - hold) % repeat == 0)

    def btn(self, key: int) -> bool:
        return key in self.down

    def btnr(self, key: int) -> bool:
        return key in self.up

    def btnv(self, key: int) -> int:
        return self.down.get(key, 0)


@pytest.fixture
def pc(monkeypatch: pytest.MonkeyPatch) -> Host:
    stand_in = Host()
    monkeypatch.setattr(keyboard, "pyxel", stand_in)
    return stand_in


def devices() -> InputReader:
    return InputReader(Presenter(WindowOptions("t")))


def pyxel_key(name: str) -> int:
    """The key's number in Pyxel, found by its own table: SDL's key codes."""
    others = {"ENTER": "RETURN", "ESC": "ESCAPE", "PGUP": "PAGEUP", "PGDN": "PAGEDOWN", "KPENTER": "KP_ENTER"}
    others |= {f"KP{n}": f"KP_{n}" for n in range(10)}
    number: int = getattr(pyxel, f"KEY_{others.get(name, name)}")
    return number


def test_every_named_key_is_read(pc: Host) -> None:
    for name in NAMED_KEYS:
        pc.down = {pyxel_key(name): 0}
        (event,) = devices().read_events()
        assert isinstance(event, KeyPress)
        assert (event.name, event.is_repeat) == (name, False)


def test_a_held_key_repeats_and_says_so(pc: Host) -> None:
    keys = devices()
    pc.down[pyxel.KEY_DOWN] = 0
    seen = []
    for pc.frame in range(40):
        seen += [(pc.frame, event.is_repeat) for event in keys.read_events() if isinstance(event, KeyPress)]
    first = REPEAT_DELAY_FRAMES
    assert seen == [(0, False)] + [(frame, True) for frame in range(first, 40, REPEAT_INTERVAL_FRAMES)]
    # Near the AT keyboard's default: half a second at most, then ten to twenty a second.
    assert 15 <= REPEAT_DELAY_FRAMES <= 30
    assert 3 <= REPEAT_INTERVAL_FRAMES <= 6


SPACE = KeyPress("SPACE", " ")


def typed(text: str) -> list[KeyPress]:
    return [SPACE if char == " " else KeyPress(char, char) for char in text]


@pytest.mark.parametrize(
    ("down", "text", "keys"),
    [
        ([], "Né!", typed("Né!")),
        (
            [ord("a"), pyxel.KEY_KP_7, pyxel.KEY_LEFT, pyxel.KEY_SPACE, ord("7")],
            "A7 7",
            [*typed("A"), KeyPress("KP7", "7"), KeyPress("LEFT"), *typed(" 7")],
        ),
        ([ord("h"), ord("g"), pyxel.KEY_SPACE, ord("a")], "hgh a", typed("hgh a")),
        ([ord("ж"), pyxel.KEY_SPACE, pyxel.KEY_LSHIFT, ord("ю")], "ж Ю", typed("ж Ю")),
        ([ord("´"), ord("e"), pyxel.KEY_SPACE], "é ", typed("é ")),
        ([], " ", [SPACE]),
        ([], "\t\n\x7f\x1b", []),
        ([pyxel.KEY_RETURN], "\r", [KeyPress("ENTER", "")]),
        ([pyxel.KEY_UP, ord("n"), pyxel.KEY_LALT, pyxel.KEY_RETURN], "n", [KeyPress("UP"), *typed("n")]),
        ([pyxel.KEY_RALT, pyxel.KEY_Q], "@", typed("@")),
    ],
)
def test_typing_comes_once_and_in_order(pc: Host, down: list[int], text: str, keys: list[KeyPress]) -> None:
    pc.down, pc.input_text = dict.fromkeys(down, 0), text
    assert devices().read_events() == keys


class Desk:
    """Stands in for the window on the desk: a keyboard on which this letter is on the key D."""

    crt_shader = None

    @staticmethod
    def captured_mouse_pos() -> None:
        return None

    @staticmethod
    def latin_letter_for(char: str) -> str:
        return "d" if char.lower() == "д" else ""


def test_a_letter_of_another_script_has_that_of_its_physical_key(pc: Host) -> None:
    keys = devices()
    for desk, latin in ((None, {"д": "l", "ж": "", "é": ""}), (Desk(), {"Д": "d", "т": "", "é": ""})):
        keys._presenter.desktop_window = desk  # type: ignore[assignment]
        for char, letter in latin.items():
            pc.down, pc.input_text = {ord(char.lower()): 0}, char
            assert keys.read_events() == [KeyPress(char, char, latin_char=letter)]
        pc.down, pc.input_text = {pyxel.KEY_LALT: 0, ord("д"): 0}, ""
        assert keys.read_events() == [KeyPress("ALT+D" if desk else "ALT+L")]
        pc.down = {}
        keys.read_events()


@pytest.mark.parametrize(
    ("key", "char", "name"),
    [(pyxel.KEY_SPACE, " ", "SPACE"), (pyxel.KEY_KP_7, "7", "KP7"), (pyxel.KEY_KP_0, "0", "KP0")],
)
def test_a_named_key_that_types_comes_once(pc: Host, key: int, char: str, name: str) -> None:
    pc.down[key] = 0
    pc.input_text = char
    assert devices().read_events() == [KeyPress(name, char)]
    pc.frame = REPEAT_DELAY_FRAMES
    assert devices().read_events() == [KeyPress(name, char, is_repeat=True)]


@pytest.mark.parametrize("held", ["LALT", "RALT", "LCTRL", "RCTRL", "LGUI", "RGUI"])
@pytest.mark.parametrize("name", ["ENTER", "LEFT", "SPACE", "KP7", "a"])
def test_a_key_with_alt_ctrl_or_meta_is_none_of_ours(pc: Host, held: str, name: str) -> None:
    modifier = getattr(pyxel, f"KEY_{held}")
    key = ord(name) if name == "a" else pyxel_key(name)
    keys = devices()
    pc.down, pc.input_text = {modifier: 0}, ""
    assert keys.read_events() == []
    pc.frame, pc.down[key], pc.input_text = 1, 1, {"SPACE": " ", "KP7": "7", "a": "A"}.get(name, "")
    assert keys.read_events() == ([KeyPress("ALT+A")] if (held, name) == ("LALT", "a") else [])
    # Held on, it repeats as little.
    pc.frame = 1 + REPEAT_DELAY_FRAMES
    assert keys.read_events() == []
    # A quick hand, or a slow machine: the other key is let go within the same frame.
    pc.frame += 1
    pc.down, pc.up = {key: pc.frame}, {modifier}
    assert keys.read_events() == []
    pc.frame, pc.down, pc.up = pc.frame + 1, {key: pc.frame + 1}, set()
    assert len(keys.read_events()) == 1


@pytest.mark.parametrize(
    ("held", "letter", "expected"),
    [
        (["LCTRL"], "d", ["CTRL+D"]),
        (["RCTRL"], "d", ["CTRL+D"]),
        (["LGUI"], "d", ["META+D"]),
        (["RGUI"], "d", ["META+D"]),
        (["LCTRL"], "c", []),
        (["LGUI"], "q", []),
        (["LCTRL", "LALT"], "d", []),
        (["LCTRL", "LGUI"], "d", []),
        (["RALT"], "d", []),
    ],
)
def test_ctrl_d_and_command_d_are_the_only_keys_with_ctrl_or_meta(
    pc: Host, held: list[str], letter: str, expected: list[str]
) -> None:
    keys = devices()
    pc.down = {getattr(pyxel, f"KEY_{name}"): 0 for name in held}
    keys.read_events()
    pc.frame, pc.down[ord(letter)] = 1, 1
    assert keys.read_events() == [KeyPress(name) for name in expected]
    # It does not repeat while it is held.
    pc.frame = 1 + REPEAT_DELAY_FRAMES
    assert keys.read_events() == []


def test_where_the_mouse_lies_at_first_and_a_move_within_one_picture_pixel_are_no_motion(pc: Host) -> None:
    mouse = InputReader(Presenter(WindowOptions("t", scale=2)))
    moves: list[list[Event]] = []
    for pc.mouse_x, pc.mouse_y in ((320, 240), (320, 240), (321, 240), (322, 240), (322, 240)):
        moves.append(mouse.read_events())
    assert moves == [[], [], [], [MouseMotion(161, 87)], []]


@pytest.mark.parametrize(("key", "button"), [(pyxel.MOUSE_BUTTON_LEFT, 1), (pyxel.MOUSE_BUTTON_RIGHT, 2)])
def test_buttons_go_down_and_up(pc: Host, key: int, button: int) -> None:
    mouse = devices()
    mouse.read_events()
    pc.mouse_x, pc.mouse_y = 100, 48
    pc.down[key] = 0
    assert mouse.read_events() == [MouseMotion(100, 35), MousePress(100, 35, button)]
    pc.frame = 100
    assert mouse.read_events() == []
    pc.up = {key}
    assert mouse.read_events() == [MouseRelease(100, 35, button)]


def test_a_click_within_one_frame_is_press_and_release(pc: Host) -> None:
    pc.down[pyxel.MOUSE_BUTTON_LEFT] = 0
    pc.up = {pyxel.MOUSE_BUTTON_LEFT}
    assert devices().read_events() == [MousePress(0, 0, 1), MouseRelease(0, 0, 1)]


def test_the_order_is_mouse_keys_characters_drops(pc: Host) -> None:
    mouse = devices()
    mouse.read_events()
    pc.mouse_x, pc.mouse_wheel = 5, -2
    pc.down = {pyxel.MOUSE_BUTTON_LEFT: 0, pyxel.KEY_F1: 0}
    pc.input_text = "y"
    pc.dropped_files = ["/a b/PYRAMID.HGH", "/c.dec"]
    assert mouse.read_events() == [
        *(MouseMotion(5, 0), MousePress(5, 0), MouseWheel(-2), KeyPress("F1"), KeyPress("y", "y")),
        *(FileDrop("/a b/PYRAMID.HGH"), FileDrop("/c.dec")),
    ]


# Gamepads


@pytest.mark.parametrize(
    ("button", "name"),
    [
        ("A", "ENTER"),
        ("B", "ESC"),
        ("X", "F3"),
        ("Y", "INSERT"),
        ("START", "F10"),
        ("BACK", "F2"),
        ("DPAD_UP", "UP"),
        ("DPAD_DOWN", "DOWN"),
        ("DPAD_LEFT", "LEFT"),
        ("DPAD_RIGHT", "RIGHT"),
        ("LEFTSHOULDER", "HOME"),
        ("RIGHTSHOULDER", "END"),
        ("LEFTSTICK", "F8"),
        ("RIGHTSTICK", "F1"),
    ],
)
@pytest.mark.parametrize("pad", [1, 2])
def test_the_buttons_of_a_gamepad_stand_for_keys_and_repeat(
    pc: Host, pad: int, button: str, name: str
) -> None:
    pc.down[getattr(pyxel, f"GAMEPAD{pad}_BUTTON_{button}")] = 0
    reading, seen = devices(), []
    for pc.frame in range(REPEAT_DELAY_FRAMES + 1):
        seen += [(pc.frame, event) for event in reading.read_events()]
    assert seen == [(0, KeyPress(name)), (REPEAT_DELAY_FRAMES, KeyPress(name, is_repeat=True))]


@pytest.mark.parametrize(
    ("axis", "value", "name"),
    [
        ("LEFTX", -30000, "LEFT"),
        ("LEFTX", 30000, "RIGHT"),
        ("LEFTY", -30000, "UP"),
        ("LEFTY", 30000, "DOWN"),
        ("LEFTX", 1 << 14, None),
        ("LEFTX", 12000, None),
        ("LEFTY", -12000, None),
        ("RIGHTX", 30000, None),
    ],
)
def test_a_stick_that_is_pushed_half_of_its_way_is_the_cross(
    pc: Host, axis: str, value: int, name: str | None
) -> None:
    reading, seen = devices(), []
    for pc.frame in range(2 * REPEAT_DELAY_FRAMES):
        pc.down[getattr(pyxel, f"GAMEPAD1_AXIS_{axis}")] = 0 if pc.frame == REPEAT_DELAY_FRAMES + 1 else value
        seen += [(pc.frame, event) for event in reading.read_events()]
    frames = [(0, False), (REPEAT_DELAY_FRAMES, True), (REPEAT_DELAY_FRAMES + 2, False)]
    assert seen == [(frame, KeyPress(name, is_repeat=again)) for frame, again in frames if name]
