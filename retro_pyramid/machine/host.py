"""The hosts a machine can run on: a Pyxel window (or the browser's page), or nothing at all, as fast as it can."""

import atexit
import os
import signal
import time
from collections.abc import Callable
from typing import Literal, NamedTuple

import pyxel

from retro_pyramid.machine.events import Event
from retro_pyramid.machine.pc import Machine, Program
from retro_pyramid.machine.script import Script, ScriptError
from retro_pyramid.machine.video import HEIGHT, WIDTH, Image

TICKS_A_SECOND = 60
_MOST_TICKS = 60
Finish = Callable[[Exception | None], int]
"""Called once at the end, with what went wrong, if anything; returns the exit code."""
TALL = 480
"""Rows of a surface of 640 columns that is as wide and high as the EGA's monitor, 4:3."""


class Window(NamedTuple):
    """How the picture is shown: its title, aspect, whole scale (None: as large as fits) and whether full screen."""

    title: str
    aspect: Literal["4:3", "square"] = "4:3"
    scale: int | None = None
    fullscreen: bool = False
    headless: bool = False
    silent: bool = False
    stretch: bool = True


class Presenter:
    """Shows the 640x350 picture on the host's surface, rows repeated evenly and columns a whole number of times."""

    def __init__(self, window: Window) -> None:
        self.columns = window.scale or 1
        stretched = window.aspect == "4:3" and window.stretch
        self.size = (WIDTH * self.columns, (TALL if stretched else HEIGHT) * self.columns)
        self._rows = [y * HEIGHT // self.size[1] for y in range(self.size[1])]
        self._wide = bytearray(WIDTH * HEIGHT * self.columns)

    def present(self, picture: Image) -> None:
        """Put the picture on Pyxel's screen."""
        if self.size == (WIDTH, HEIGHT):
            pyxel.blt(0, 0, picture, 0, 0, WIDTH, HEIGHT)
            return
        source = memoryview(picture.data_ptr()).cast("B")
        if self.columns > 1:
            pixels = bytes(source)
            for offset in range(self.columns):
                self._wide[offset :: self.columns] = pixels
            source = memoryview(self._wide)
        surface = memoryview(pyxel.screen.data_ptr()).cast("B")
        width = self.size[0]
        start = 0
        for row in self._rows:
            surface[start : start + width] = source[row * width : (row + 1) * width]
            start += width


def open_host(window: Window) -> Presenter:
    """Open the window (or Pyxel without one) and return its presenter; this changes the working directory.

    Every path must have been made absolute before.
    """
    if window.headless or window.silent:
        # SDL then opens no sound device, and prints nothing about the lack of one.
        os.environ["SDL_AUDIODRIVER"] = "dummy"
    presenter = Presenter(window)
    before = {number: signal.getsignal(number) for number in (signal.SIGINT, signal.SIGTERM)}
    options: dict[str, object] = {"headless": True} if window.headless else {}
    pyxel.init(
        *presenter.size,
        title=window.title,
        fps=1000 if window.headless else TICKS_A_SECOND,
        quit_key=pyxel.KEY_NONE,
        display_scale=1 if window.scale else None,
        capture_sec=0,
        **options,  # type: ignore[arg-type]
    )
    if window.headless:
        # Pyxel and SDL take these for the wish to close the window, and where there is none nothing would end.
        for number, handler in before.items():
            signal.signal(number, handler)
    pyxel.mouse(False)
    if window.fullscreen and not window.headless:
        pyxel.fullscreen(True)
    return presenter


def frame_picture(machine: Machine, program: Program) -> Image:
    """Draw the program and return the finished picture."""
    machine.video.clear()
    program.draw()
    return machine.picture()


def run_frame(machine: Machine, program: Program, events: list[Event], ticks: int) -> None:
    """Give machine and program their turn: what happened, and how many 1/60 s passed."""
    machine.tick += ticks
    machine.follow(events)
    program.update(events, ticks)


def run_headless(machine: Machine, program: Program, script: Script, finish: Finish) -> int:
    """Run `program` from `script` until either ends, one tick a frame, with no window; returns the exit code."""
    try:
        while not program.done and (events := script.next_events()) is not None:
            run_frame(machine, program, events, 1)
            script.after_frame()
    except ScriptError as error:
        return finish(error)
    return finish(None)


def run_window(
    machine: Machine,
    program: Program,
    presenter: Presenter,
    script: Script | None,
    finish: Finish,
    after_frame: Callable[[], None] = lambda: None,
    instead: Callable[[], bool] = lambda: False,
) -> None:
    """Run `program` in the open window until it is done; then leave the process with the exit code of `finish`.

    Nothing after this call is executed (Pyxel leaves the process).  `script` stands in for keyboard and mouse;
    `after_frame` is called whenever the program has had its turn; `instead` is asked before, and where it says so,
    it has run the program itself: no time has passed then.
    A window that is closed by its frame, or by a signal, is finished too: Pyxel then calls what `atexit` knows.
    """
    from retro_pyramid.machine.keyboard import Devices

    devices = Devices(presenter.columns, presenter.size[1], HEIGHT)
    started = time.perf_counter()
    passed = 0

    def ticks_passed() -> int:
        nonlocal passed
        due = int((time.perf_counter() - started) * TICKS_A_SECOND)
        ticks, passed = due - passed, due
        return min(ticks, _MOST_TICKS)

    def next_frame() -> tuple[list[Event] | None, int]:
        if script is not None:
            return script.next_events(), 1
        return devices.events(), ticks_passed()

    def closed() -> None:
        finish(None)

    def end(error: Exception | None = None) -> SystemExit:
        atexit.unregister(closed)
        return SystemExit(finish(error))

    def update() -> None:
        if instead():
            ticks_passed()
            after_frame()
            return
        try:
            if script is not None:
                script.after_frame()
            events, ticks = (None, 0) if program.done else next_frame()
        except ScriptError as error:
            raise end(error) from None
        if events is None:
            raise end()
        run_frame(machine, program, events, ticks)
        after_frame()

    def draw() -> None:
        presenter.present(frame_picture(machine, program))

    atexit.register(closed)
    pyxel.run(update, draw)
