"""A display without a screen, the program in a window on it, and real hands: keys, mouse, the window's close button."""

import ctypes
import os
import re
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from fractions import Fraction
from pathlib import Path

import pyxel

from retro_pyramid.machine.events import Event, Motion, Press
from retro_pyramid.machine.host import run_frame
from retro_pyramid.machine.targets import visible_point
from retro_pyramid.machine.video import Image
from tests.patience import SECONDS, wait_for
from tests.screens.driver import Game
from tests.window import counted

ROOT = Path(__file__).parents[2]
KEYS = {
    "ENTER": "Return",
    "ESC": "Escape",
    "SPACE": "space",
    "UP": "Up",
    "DOWN": "Down",
    "LEFT": "Left",
    "RIGHT": "Right",
    "END": "End",
}


@contextmanager
def served(size: str = "1400x1100") -> Iterator[str]:
    """A display of its own, whose number the X server chooses.

    A server that resets itself when its last window goes refuses the next program that comes just then.
    """
    reading, writing = os.pipe()
    words = [
        "Xvfb",
        "-displayfd",
        str(writing),
        "-screen",
        "0",
        f"{size}x24",
        "-nolisten",
        "tcp",
        "-noreset",
    ]
    with subprocess.Popen(words, pass_fds=[writing], stderr=subprocess.DEVNULL) as server:
        os.close(writing)
        with os.fdopen(reading) as told:
            number = told.readline().strip()
        try:
            yield f":{number}"
        finally:
            server.terminate()


def surroundings(display: str, folder: Path) -> dict[str, str]:
    kept = {name: os.environ[name] for name in ("PATH", "LD_LIBRARY_PATH") if name in os.environ}
    return {
        **kept,
        "DISPLAY": display,
        "SDL_AUDIODRIVER": "dummy",
        "HOME": str(folder),
        "PYTHONPATH": str(ROOT),
    }


def start(
    display: str, folder: Path, *words: str, module: str = "tests.window.counted"
) -> subprocess.Popen[str]:
    """Start the program in `folder`, with its files in `data`, its last state in `last.json`, its count in `frames`."""
    folder.mkdir(exist_ok=True)
    # What an earlier one in this folder counted says nothing of this one.
    (folder / "frames").unlink(missing_ok=True)
    return subprocess.Popen(
        [sys.executable, "-m", module, *words, "--data", "data", "--state", "last.json"],
        cwd=folder,
        env=surroundings(display, folder),
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
    )


def the_same_files(display: str, folder: Path, *words: str) -> dict[str, bytes]:
    """Run a script in a window and without one; see that both write the same files, and return them by name."""
    runs = {
        name: start(display, folder / name, *words, "--shots", ".", word, module="tests.window.hurried")
        for name, word in (("window", "--mute"), ("headless", "--headless"))
    }
    for name, program in runs.items():
        said = program.communicate(timeout=120)[0]
        assert (program.returncode, said) == (0, ""), name
    window, headless = (
        {
            file.relative_to(folder / name).as_posix(): file.read_bytes()
            for file in (folder / name).rglob("*.*")
        }
        for name in runs
    )
    assert sorted(window) == sorted(headless)
    assert [name for name in window if window[name] != headless[name]] == []
    return window


FRAMES = 3
"""The frame under way when a hand acts, one that surely meets what it did, and one to spare."""


class Hands:
    """A real keyboard and mouse on the display; every step is done headless too, to know where things are."""

    def __init__(self, display: str, folder: Path, game: Game) -> None:
        self._display = display
        self._environment = surroundings(display, folder)
        self._title = game.app.record.title
        self._window: dict[str, int] = {}
        self._count = folder / "frames"
        self.game = game
        # A display knows no second press of a button that another test's hands left down.
        self.ask("mouseup", "1")

    def ask(self, *words: str) -> str:
        done = subprocess.run(
            ["xdotool", *words], env=self._environment, capture_output=True, text=True, timeout=10
        )
        return done.stdout

    def place(self) -> dict[str, int]:
        """Where the program's window is, once it has the focus and its size."""
        if self._title not in self.ask("getwindowfocus", "getwindowname"):
            return {}
        if least_size(self._display, self.ask("getwindowfocus").strip()) is None:
            return {}
        lines = self.ask("getwindowfocus", "getwindowgeometry", "--shell").splitlines()
        return {name: int(value) for name, value in (line.split("=") for line in lines)}

    def wait(self) -> dict[str, int]:
        """Wait for the window; return where it is. It is sized first and moved then: both are done when frames are drawn."""
        self.see_pass()
        self._window = wait_for("a window with the focus", self.place)
        return self._window

    def look_at(self, place: dict[str, int]) -> None:
        """See the picture only there, in a part of the window."""
        self._window = place

    def do(self, *lines: str) -> None:
        """Do script lines with the real devices, each in a frame of its own; `settle` waits as long as the cards fly."""
        for line in lines:
            word, _, rest = line.partition(" ")
            match word:
                case "key":
                    self.ask("key", KEYS.get(rest, rest))
                case "text":
                    self.ask("type", "--delay", "30", rest)
                case "clickon":
                    self._click(1, self._at(rest))
                case "rclickon":
                    self._click(3, self._at(rest))
                case "dragon":
                    self._drag(*map(self._at, rest.split()))
                case "settle":
                    before = self.game.machine.tick
                    self.game.do(line)
                    self.see_pass(ticks=self.game.machine.tick - before)
                    continue
                case _:
                    raise AssertionError(f"no hand does {line!r}")
            self.game.do(line)
            self.see_pass()

    def counted(self) -> tuple[int, int]:
        """How many frames and ticks the program ran."""
        told = self._count.read_bytes() if self._count.exists() else b""
        return counted.FORM.unpack(told) if len(told) == counted.FORM.size else (0, 0)

    def see_pass(self, frames: int = FRAMES, ticks: int = 0) -> None:
        """Wait till the program ran so many frames and ticks more: two clicks within one frame would be one."""
        start = self.counted()
        wait_for(
            "frames",
            lambda: all(
                now >= min(before + more, counted.ENDED)
                for now, before, more in zip(self.counted(), start, (frames, ticks), strict=True)
            ),
        )

    def hold(self, target: str, over: str) -> None:
        """Take a card and hold it over another target; the button stays down."""
        between = self._at(target), self._at(over)
        points = [self._point(name) for name in (target, over)]
        for step in (("mousemove", *between[0]), ("mousedown", "1"), ("mousemove", *between[1])):
            self._act(*step)
        events: list[Event] = [Motion(*points[0]), Press(*points[0]), Motion(*points[1])]
        for event in events:
            run_frame(self.game.machine, self.game.app, [event], 1)

    def close(self) -> None:
        """Close the window by its frame: what a window manager sends when its cross is clicked."""
        ask_to_close(self._display, self._window["WINDOW"])

    def _point(self, target: str) -> tuple[int, int]:
        point = visible_point(self.game.app.targets(), target)
        assert point is not None, target
        return point

    def _at(self, target: str) -> tuple[str, str]:
        """The display's point of a target: the picture fills the window, 640 columns and 350 rows at 4:3."""
        point = self._point(target)
        window = self._window
        across, down = (
            (2 * at + 1) * window[side] for at, side in zip(point, ("WIDTH", "HEIGHT"), strict=True)
        )
        return str(window["X"] + across // 1280), str(window["Y"] + down // 700)

    def _act(self, *words: str) -> None:
        """Do something with the mouse. The X server answers where it is only when it has passed that on."""
        self.ask(*words, "getmouselocation")
        self.see_pass()

    def _click(self, button: int, point: tuple[str, str]) -> None:
        self._act("mousemove", *point)
        self._act("click", str(button))

    def _drag(self, first: tuple[str, str], last: tuple[str, str]) -> None:
        between = [str((int(a) + int(b)) // 2) for a, b in zip(first, last, strict=True)]
        steps = (("mousemove", *first), ("mousedown", "1"), ("mousemove", *between), ("mousemove", *last))
        for step in (*steps, ("mouseup", "1")):
            self._act(*step)


ROW_STEP, COLUMN_STEP = 3, 5
"""Pictures are compared on a grid, each row of it a pixel further right: all would take long."""


def _grid(size: tuple[int, int]) -> list[tuple[int, range]]:
    return [(y, range(y % COLUMN_STEP, size[0], COLUMN_STEP)) for y in range(0, size[1], ROW_STEP)]


def _covered(at: int, size: int, pixels: int) -> tuple[int, int, Fraction]:
    """Which two of the picture's pixels a pixel of the window covers, and how much of it the first one fills."""
    begins = Fraction(at * pixels, size)
    first = int(begins)
    return first, min(first + 1, pixels - 1), min((first + 1 - begins) * size / pixels, Fraction(1))


def shown_evenly(picture: Image, place: dict[str, int]) -> bytes:
    """Return the colours that the light of a picture gives a window, three bytes for each point of the grid."""
    size = (place["WIDTH"], place["HEIGHT"])
    pixels = bytes(memoryview(picture.data_ptr()).cast("B"))
    lights = [[value**2 for value in rgb.to_bytes(3)] for rgb in list(pyxel.colors)]
    columns = [_covered(x, size[0], picture.width) for x in range(size[0])]
    across = [(left, right, float(share)) for left, right, share in columns]
    shown = bytearray()
    for y, row in _grid(size):
        upper, lower, exactly = _covered(y, size[1], picture.height)
        above = pixels[upper * picture.width : (upper + 1) * picture.width]
        below = pixels[lower * picture.width : (lower + 1) * picture.width]
        high = float(exactly)
        for x in row:
            left, right, wide = across[x]
            corners = lights[above[left]], lights[above[right]], lights[below[left]], lights[below[right]]
            for a, b, c, d in zip(*corners, strict=True):
                light = high * (wide * a + (1 - wide) * b) + (1 - high) * (wide * c + (1 - wide) * d)
                shown.append(round(light**0.5))
    return bytes(shown)


def alike(one: bytes, other: bytes) -> bool:
    """Say whether two such pictures are the same as far as a graphics card counts."""
    return len(one) == len(other) and all(abs(a - b) <= 3 for a, b in zip(one, other, strict=True))


def picture_of(display: str, place: dict[str, int]) -> bytes:
    """Return what a window really shows on the grid."""
    return on_grid(pixels_of(display, place), place)


def on_grid(rgb: bytes, place: dict[str, int]) -> bytes:
    """Return the colours on the grid of a picture that is there whole, three bytes a pixel."""
    width = place["WIDTH"]
    points = ((width * y + x) * 3 for y, row in _grid((width, place["HEIGHT"])) for x in row)
    return b"".join(rgb[at : at + 3] for at in points)


def pixels_of(display: str, place: dict[str, int]) -> bytes:
    """Return all that a window really shows, three bytes a pixel: read from the display, whatever drew it."""
    x = ctypes.CDLL("libX11.so.6")
    x.XOpenDisplay.restype = ctypes.c_void_p
    x.XGetImage.restype = ctypes.POINTER(_Image)
    opened = ctypes.c_void_p(x.XOpenDisplay(display.encode()))
    every_plane, by_pixel = ctypes.c_ulong(0xFFFFFFFF), 2
    size = (place["WIDTH"], place["HEIGHT"])
    image = x.XGetImage(opened, ctypes.c_ulong(place["WINDOW"]), 0, 0, *size, every_plane, by_pixel)
    assert image
    assert (image.contents.bits_per_pixel, image.contents.bytes_per_line) == (32, 4 * size[0])
    data = ctypes.string_at(image.contents.data, 4 * size[0] * size[1])
    x.XDestroyImage(image)
    x.XCloseDisplay(opened)
    rgb = bytearray(3 * size[0] * size[1])
    for part in range(3):
        rgb[part::3] = data[2 - part :: 4]
    return bytes(rgb)


def least_size(display: str, window: str) -> str | None:
    """Return the size below which no window manager makes a window; the program says it last when it opens one."""
    words = ["xprop", "-display", display, "-id", window, "WM_NORMAL_HINTS"]
    said = subprocess.run(words, capture_output=True, text=True, timeout=10, check=False).stdout
    found = re.search(r"minimum size: (\d+) by (\d+)", said)
    return None if found is None else f"{found[1]} {found[2]}"


class _Image(ctypes.Structure):
    """The beginning of XImage of Xlib.h."""

    _fields_ = (
        ("sizes", ctypes.c_int * 4),
        ("data", ctypes.c_void_p),
        ("orders", ctypes.c_int * 4),
        ("depth", ctypes.c_int),
        ("bytes_per_line", ctypes.c_int),
        ("bits_per_pixel", ctypes.c_int),
    )


class _ClientMessage(ctypes.Structure):
    """XClientMessageEvent of Xlib.h, as long as the union XEvent is."""

    _fields_ = (
        ("type", ctypes.c_int),
        ("serial", ctypes.c_ulong),
        ("send_event", ctypes.c_int),
        ("display", ctypes.c_void_p),
        ("window", ctypes.c_ulong),
        ("message_type", ctypes.c_ulong),
        ("format", ctypes.c_int),
        ("data", ctypes.c_long * 5),
        ("rest", ctypes.c_long * 12),
    )


TABLE = ("--start", "table", "--deal", "61", "--still")


@contextmanager
def window(display: str, folder: Path, game: Game, *words: str) -> Iterator[tuple[Hands, dict[str, int]]]:
    """The program in a window, closed by its frame at the end."""
    hands = Hands(display, folder, game)
    with start(display, folder, *TABLE, *words, "--mute") as program:
        try:
            yield hands, hands.wait()
            hands.close()
            assert program.wait(timeout=SECONDS) == 0
        finally:
            program.kill()


def see(display: str, place: dict[str, int], game: Game) -> None:
    """Wait till the window shows the game, with strokes of one weight."""
    expected = shown_evenly(game.image(), place)
    wait_for("the picture", lambda: alike(picture_of(display, place), expected))


CLIENT_MESSAGE = 33


def ask_to_close(display: str, window: int) -> None:
    """Send WM_DELETE_WINDOW to a window (Inter-Client Communication Conventions Manual, 4.2.8)."""
    x = ctypes.CDLL("libX11.so.6")
    x.XOpenDisplay.restype = ctypes.c_void_p
    x.XInternAtom.restype = ctypes.c_ulong
    opened = ctypes.c_void_p(x.XOpenDisplay(display.encode()))
    protocols, delete = (x.XInternAtom(opened, name, 0) for name in (b"WM_PROTOCOLS", b"WM_DELETE_WINDOW"))
    event = _ClientMessage(type=CLIENT_MESSAGE, window=window, message_type=protocols, format=32)
    event.data[0] = delete
    x.XSendEvent(opened, ctypes.c_ulong(window), 0, ctypes.c_long(0), ctypes.byref(event))
    x.XCloseDisplay(opened)
