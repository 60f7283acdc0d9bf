"""The program in a window on a display without a screen, and real hands: keys, mouse, the window's close button."""

import json
import os
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import cache
from operator import sub
from pathlib import Path
from typing import Any

import pyxel

from retro_pyramid.machine.events import Event, MouseMotion, MousePress
from retro_pyramid.machine.host import run_frame
from retro_pyramid.machine.targets import find_visible_point
from retro_pyramid.machine.video import Image
from tests.patience import SECONDS, wait_for
from tests.screens.driver import Game
from tests.tube import covered
from tests.window import counted
from tests.window.display import Display, Place

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
TABLE = ("--start", "table", "--deal", "61", "--still")


def start(
    display: str, folder: Path, *words: str, module: str = "tests.window.counted"
) -> subprocess.Popen[str]:
    """Start the program in `folder`, with its files in `data`, its last state in `last.json`, its count in `frames`."""
    folder.mkdir(exist_ok=True)
    # What an earlier one in this folder counted says nothing of this one.
    (folder / "frames").unlink(missing_ok=True)
    kept = {name: os.environ[name] for name in ("PATH", "LD_LIBRARY_PATH") if name in os.environ}
    own = {"DISPLAY": display, "SDL_AUDIODRIVER": "dummy", "HOME": str(folder), "PYTHONPATH": str(ROOT)}
    return subprocess.Popen(
        [sys.executable, "-m", module, *words, "--data", "data", "--state", "last.json"],
        cwd=folder,
        env=kept | own,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
    )


FRAMES = 2
"""The frame under way when a hand acts, and one that surely meets what it did."""


class Hands:
    """A real keyboard and mouse on the display; every step is done headless too, to know where things are."""

    def __init__(
        self,
        display: Display,
        folder: Path,
        game: Game,
        program: subprocess.Popen[str],
        size: tuple[int, int],
    ) -> None:
        self.display, self.folder, self.game, self.program = display, folder, game, program
        self.seen: list[bytes] = []
        """The pictures of which one was to be seen last."""
        # A display knows no second press of a button that another test's hands left down.
        display.button(1, False)
        self.place: Place
        """Where the picture is."""
        self.sized(*size)

    def found(self) -> Place | None:
        """Where the program's window is, once it has the focus."""
        window = self.display.focused()
        mine = self.game.app.edition.title in self.display.names(window)[0]
        return self.display.place(window) if mine else None

    def sized(self, width: int, height: int) -> None:
        """Wait till the window has that size, and is drawn so; it is moved to the middle only after that."""
        size = width, height
        what = f"a window of {width}x{height} with the focus"
        wait_for(what, lambda: (now := self.found()) and now.size == size, self.found)
        self.see_pass()
        self.place = wait_for("its place", self.found)

    def do(self, *lines: str) -> None:
        """Do script lines with the real devices, each in a frame of its own; `settle` waits as long as the cards fly."""
        for line in lines:
            word, _, rest = line.partition(" ")
            ticks = self.game.machine.tick
            match word:
                case "key":
                    self.display.key(KEYS.get(rest, rest))
                case "text":
                    for char in rest:
                        self.display.key(char)
                case "clickon" | "rclickon":
                    self.display.move(*self._at(rest))
                    self.display.button(1 if word == "clickon" else 3, True, False)
                case "dragon":
                    self._drag(*map(self._at, rest.split()))
                case "settle":
                    pass
                case _:
                    raise AssertionError(f"no hand does {line!r}")
            self.game.do(line)
            self.see_pass(ticks=self.game.machine.tick - ticks if word == "settle" else 0)

    def counted(self) -> tuple[int, int]:
        """How many frames and ticks the program ran."""
        file = self.folder / "frames"
        told = file.read_bytes() if file.exists() else b""
        return counted.FORM.unpack(told) if len(told) == counted.FORM.size else (0, 0)

    def see_pass(self, frames: int = FRAMES, ticks: int = 0) -> None:
        """Wait till the program ran so many frames and ticks more: two clicks within one frame would be one."""
        start = self.counted()
        goals = [
            min(before + more, counted.ENDED) for before, more in zip(start, (frames, ticks), strict=True)
        ]
        wait_for(
            f"frames and ticks {goals}",
            lambda: all(now >= goal for now, goal in zip(self.counted(), goals, strict=True)),
            self.counted,
        )

    def see(self, *later: str) -> None:
        """Wait till the window shows the game, with strokes of one weight; or what it shows after each of these lines."""
        images = [self.game.image(), *(self.game.do(line).image() for line in later)]
        self.seen = [shown_evenly(image, self.place.size) for image in images]

        def seen() -> bool:
            found = on_grid(self.display.pixels(self.place), self.place.size)
            return any(alike(found, picture) for picture in self.seen)

        wait_for(f"the picture of {self.game.screen}", seen, self.found)

    def hold(self, target: str, over: str) -> None:
        """Take a card and hold it over another target; the button stays down."""
        first, last = self._at(target), self._at(over)
        points = [self._point(name) for name in (target, over)]
        self._steps((self.display.move, first), (self.display.button, (1, True)), (self.display.move, last))
        events: list[Event] = [MouseMotion(*points[0]), MousePress(*points[0]), MouseMotion(*points[1])]
        for event in events:
            run_frame(self.game.machine, self.game.app, [event], 1)

    def end(self, signal: int | None = None) -> str:
        """End the program by a signal or by the window's frame, unless it has been left; return what it has said."""
        if signal is not None:
            self.program.send_signal(signal)
        elif not self.game.app.is_done:
            self.display.ask_to_close(self.display.focused())
        said = self.program.communicate(timeout=SECONDS)[0]
        assert self.program.returncode == 0, said
        return said

    @property
    def last(self) -> dict[str, Any]:
        """The state that the program left."""
        last: dict[str, Any] = json.loads((self.folder / "last.json").read_text(encoding="utf-8"))
        return last

    def left_alike(self) -> bool:
        """Say whether the program ended in the state of the one without a window."""
        return {**self.last, "tick": 0} == {**self.game.state, "tick": 0}

    def _point(self, target: str) -> tuple[int, int]:
        point = find_visible_point(self.game.app.targets(), target)
        assert point is not None, target
        return point

    def _at(self, target: str) -> tuple[int, int]:
        """The display's point of a target: the picture fills the window, 640 columns and 350 rows at 4:3."""
        x, y = self._point(target)
        place = self.place
        return place.x + (2 * x + 1) * place.width // 1280, place.y + (2 * y + 1) * place.height // 700

    def _drag(self, first: tuple[int, int], last: tuple[int, int]) -> None:
        between = (first[0] + last[0]) // 2, (first[1] + last[1]) // 2
        move, button = self.display.move, self.display.button
        self._steps((move, first), (button, (1, True)), (move, between), (move, last), (button, (1, False)))

    def _steps(self, *steps: tuple[Callable[..., None], tuple[int, ...]]) -> None:
        for act, given in steps:
            act(*given)
            self.see_pass()


@contextmanager
def window(
    display: Display, folder: Path, *words: str, size: tuple[int, int] = (640, 480)
) -> Iterator[Hands]:
    """The program in a window, which comes to that size, with the same game without one beside it.

    What is not left is closed by its frame.
    """
    words += ("--power", "off")
    game = Game(folder / "headless", *words, new=True)
    with start(display.name, folder, *words, "--mute") as program:
        try:
            hands = Hands(display, folder, game, program, size)
            yield hands
            if program.returncode is None:
                assert hands.end() == ""
        finally:
            program.kill()


ROW_STEP, COLUMN_STEP = 3, 5
"""Pictures are compared on a grid, each row of it a pixel further right: all would take long."""


def _grid(size: tuple[int, int]) -> list[tuple[int, range]]:
    return [(y, range(y % COLUMN_STEP, size[0], COLUMN_STEP)) for y in range(0, size[1], ROW_STEP)]


def shown_evenly(picture: Image, size: tuple[int, int]) -> bytes:
    """Return the colours that the light of a picture gives a window, three bytes for each point of the grid."""
    pixels = bytes(memoryview(picture.data_ptr()).cast("B"))
    colours = [rgb.to_bytes(3) for rgb in list(pyxel.colors)]

    @cache
    def light(a: int, b: int, c: int, d: int, wide: float, high: float) -> bytes:
        shares = (high * wide, high * (1 - wide), (1 - high) * wide, (1 - high) * (1 - wide))
        parts = zip(*(colours[corner] for corner in (a, b, c, d)), strict=True)
        return bytes(
            round(sum(share * value**2 for share, value in zip(shares, part, strict=True)) ** 0.5)
            for part in parts
        )

    columns = [covered(x, size[0], picture.width) for x in range(size[0])]
    shown: list[bytes] = []
    for y, row in _grid(size):
        upper, lower, high = covered(y, size[1], picture.height)
        above, below = (pixels[line * picture.width :][: picture.width] for line in (upper, lower))
        shown += [
            colours[a]
            if (a := above[left]) == above[right] == below[left] == below[right]
            else light(a, above[right], below[left], below[right], wide, high)
            for left, right, wide in columns[row.start :: COLUMN_STEP]
        ]
    return b"".join(shown)


def alike(one: bytes, other: bytes) -> bool:
    """Say whether two such pictures are the same as far as a graphics card counts."""
    return len(one) == len(other) and max(map(abs, map(sub, one, other))) <= 3


def on_grid(rgb: bytes, size: tuple[int, int]) -> bytes:
    """Return the colours on the grid of a picture that is there whole, three bytes a pixel."""
    width = 3 * size[0]
    shown: list[bytes] = []
    for y, row in _grid(size):
        points = bytearray(3 * len(row))
        for part in range(3):
            points[part::3] = rgb[width * y : width * (y + 1)][3 * row.start + part :: 3 * COLUMN_STEP]
        shown.append(bytes(points))
    return b"".join(shown)
