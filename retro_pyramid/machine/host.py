"""The hosts a machine can run on: a Pyxel window (or the browser's page), or nothing at all, as fast as it can."""

from __future__ import annotations

import atexit
import io
import os
import signal
import sys
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from functools import partial
from typing import TYPE_CHECKING

import pyxel

from retro_pyramid.machine.events import Event, as_commands
from retro_pyramid.machine.pc import Machine, Program
from retro_pyramid.machine.presenter import Phosphor, Presenter, Window
from retro_pyramid.machine.script import Script, ScriptError
from retro_pyramid.machine.video import Image

if TYPE_CHECKING:
    from ctypes import CDLL

TICKS_A_SECOND = 60
_DISPLAYS = ("DISPLAY", "WAYLAND_DISPLAY")
_NO_SOUND = (b"ALSA lib ", b"Failed to initialize audio device")
_WINDOW_CLASS = "retro-pyramid"
"""What a desktop calls the window, to find its icon and to group windows; SDL would name it after Python."""
_ICON_SCALE = 2
Finish = Callable[[Exception | None], int]
"""Called once at the end, with what went wrong, if anything; returns the exit code."""


class NoScreen(Exception):
    """There is no window and no terminal to play in; the message is one line that says what is missing."""


def _check_display() -> None:
    """Raise NoScreen where no display is named: SDL would go on without a window."""
    if sys.platform == "linux" and not any(os.environ.get(name) for name in (*_DISPLAYS, "SDL_VIDEODRIVER")):
        raise NoScreen("no display to open a window on: expected DISPLAY or WAYLAND_DISPLAY to be set")


def _check_window(sdl: CDLL) -> None:
    """Raise NoScreen where SDL found no display and opened its window in memory only."""
    if not os.environ.get("SDL_VIDEODRIVER") and sdl.SDL_GetCurrentVideoDriver() in (b"offscreen", b"dummy"):
        named = (f"{name} is {os.environ[name]!r}" for name in _DISPLAYS if os.environ.get(name))
        raise NoScreen(f"no window can be opened: {', '.join(named)}, and nothing answers there")


@contextmanager
def _quiet_without_sound() -> Iterator[None]:
    """Suppress what ALSA and Pyxel print where there is no sound card: the game then runs without sound.

    Of a panic its own message is enough, without what Rust prints.
    """
    if sys.platform == "win32" or not hasattr(os, "memfd_create"):
        yield
        return
    said = os.memfd_create("said")
    outputs = {number: os.dup(number) for number in (1, 2)}
    for number in outputs:
        os.dup2(said, number)
    panicked = False
    try:
        yield
    except BaseException as error:
        panicked = _is_panic(error)
        raise
    finally:
        for number, output in outputs.items():
            os.dup2(output, number)
            os.close(output)
        lines = [] if panicked else os.pread(said, 1 << 20, 0).splitlines(keepends=True)
        os.close(said)
        os.write(2, b"".join([line for line in lines if not line.startswith(_NO_SOUND)]))


def _is_panic(error: BaseException) -> bool:
    """Return whether this is Pyxel's panic, which is no Exception and whose class cannot be imported."""
    return type(error).__name__ == "PanicException"


def open_host(window: Window) -> Presenter:
    """Open the window (or Pyxel without one) and return its presenter; this changes the working directory.

    Every path must have been made absolute before.  Raises NoScreen where a window cannot be seen.
    """
    if not window.headless:
        _check_display()
    if window.headless or window.silent:
        # SDL then opens no sound device, and prints nothing about the lack of one.
        os.environ["SDL_AUDIODRIVER"] = "dummy"
    for desktop in ("X11", "WAYLAND"):
        os.environ.setdefault(f"SDL_VIDEO_{desktop}_WMCLASS", _WINDOW_CLASS)
    sdl = None
    if window.stretch and not window.headless:
        from retro_pyramid.machine.window.desktop_window import DeskWindow, load_sdl

        sdl = load_sdl()
    # What sizes the window itself needs no larger surface for it.
    presenter = Presenter(window if sdl is None else window._replace(scale=1))
    before = {number: signal.getsignal(number) for number in (signal.SIGINT, signal.SIGTERM)}
    options: dict[str, object] = {"headless": True} if window.headless else {}
    try:
        with _quiet_without_sound():
            pyxel.init(
                *presenter.size,
                title=window.title,
                fps=1000 if window.headless else TICKS_A_SECOND,
                quit_key=pyxel.KEY_NONE,
                display_scale=1 if window.scale or sdl else None,
                capture_sec=0,
                **options,  # type: ignore[arg-type]
            )
    except BaseException as error:
        if not _is_panic(error):
            raise
        raise NoScreen(f"no window can be opened: {error}") from None
    if window.headless:
        # Pyxel and SDL make these signals close the window; without one they would do nothing.
        for number, handler in before.items():
            signal.signal(number, handler)
    elif sdl is not None:
        _check_window(sdl)
        if sdl.SDL_GL_GetCurrentWindow():  # else it is not the one that Pyxel called
            presenter.desk = DeskWindow(sdl, presenter.size)
    if window.icon and not window.headless:
        _show_icon(window.icon)
    pyxel.mouse(False)
    presenter.show(window.picture)
    if window.stretch:
        presenter.reshape(window.aspect, window.adapter)
    if presenter.desk is not None:
        presenter.desk.fit(window.size, window.scale)
    if window.fullscreen and not window.headless:
        pyxel.fullscreen(True)
    return presenter


def _show_icon(rows: Sequence[Sequence[int]]) -> None:
    colours = list(dict.fromkeys(colour for row in rows for colour in row))
    kept = list(pyxel.colors)
    pyxel.colors[:] = colours
    pyxel.icon(["".join(f"{colours.index(colour):x}" for colour in row) for row in rows], _ICON_SCALE)
    pyxel.colors[:] = kept


def fill_screen(on: bool) -> None:
    """Let the window fill the screen, or give it back its size."""
    pyxel.fullscreen(on)


class Clock:
    """Counts the 1/60 s that have really passed."""

    def __init__(self) -> None:
        self._started = time.perf_counter()
        self._passed = 0

    def until_next(self) -> float:
        """Return the seconds till the next tick."""
        return self._started + (self._passed + 1) / TICKS_A_SECOND - time.perf_counter()

    def ticks(self) -> int:
        """Return how many ticks have passed since the last call, one second of them at most."""
        due = int((time.perf_counter() - self._started) * TICKS_A_SECOND)
        ticks, self._passed = due - self._passed, due
        return min(ticks, TICKS_A_SECOND)


def frame_picture(machine: Machine, program: Program) -> Image:
    """Draw the program and return the finished picture."""
    machine.video.clear()
    program.draw()
    return machine.picture()


def run_frame(machine: Machine, program: Program, events: list[Event], ticks: int) -> None:
    """Give machine and program their turn: what happened, and how many 1/60 s passed.

    Where no text is typed, keys of other scripts than Latin are read by the letter they have on a US keyboard.
    """
    if not program.takes_text():
        events = as_commands(events)
    machine.tick += ticks
    machine.follow(events)
    program.update(events, ticks)


def script_frame(machine: Machine, program: Program, script: Script) -> bool:
    """Run the script's next frame, of one tick; return False when the program or the script had ended before.

    Raises ScriptError.
    """
    if program.done or (events := script.next_events()) is None:
        return False
    run_frame(machine, program, events, 1)
    script.after_frame()
    return True


def run_headless(machine: Machine, program: Program, script: Script, finish: Finish) -> int:
    """Run `program` from `script` until either ends, with no window; returns the exit code."""
    try:
        while script_frame(machine, program, script):
            pass
    except ScriptError as error:
        return finish(error)
    return finish(None)


class Follower:
    """Follows a program in a window, frame by frame; this one does nothing."""

    def waits(self) -> bool:
        """Return whether the program waits for its player: its first picture stands, and no time passes."""
        return False

    def instead(self) -> bool:
        """Return whether this has run the program itself, in the place of the player: then no time has passed."""
        return False

    def afterglow(self) -> bool:
        """Return whether what has gone out in the picture is still seen for a moment."""
        return False

    def follow(self, shown: Image, fresh: bool) -> None:
        """See after a frame, which `shown` is the picture of, what has changed; a `fresh` one was drawn in it."""

    def rest(self) -> None:
        """Wait till something happens, a moment at most: the picture has stood still for a while."""


_STILL = 30
"""Frames in which nothing has changed: so long something may be held down that does it again."""


class _Shown:
    """What a window shows of a program: drawn anew only where something is `due`."""

    def __init__(
        self, machine: Machine, program: Program, presenter: Presenter, follower: Follower, scripted: bool
    ) -> None:
        self._machine, self._program = machine, program
        # Each frame of a script is a tick, however long it takes.
        self._scripted = scripted
        self._presenter, self._follower = presenter, follower
        self._phosphor = Phosphor()
        self._picture: Image | None = None
        self._phase: object = None
        self._still = 0
        self.due = True

    def draw(self) -> None:
        machine, follower, picture = self._machine, self._follower, self._picture
        if picture is not None and follower.waits():
            return
        glows, phase = follower.afterglow(), machine.phase()
        fresh = self.due or phase != self._phase or (glows and self._phosphor.fades())
        if fresh or picture is None:
            picture = frame_picture(machine, self._program)
            if glows:
                picture = self._phosphor.shown(picture)
            # Drawing tells of a cursor and of what blinks.
            self._picture, self._phase, self.due = picture, machine.phase(), False
        self._presenter.present(picture, fresh)
        follower.follow(picture, fresh)
        self._still = 0 if fresh else self._still + 1
        if self._still > _STILL and not self._scripted:
            follower.rest()


def run_window(
    machine: Machine,
    program: Program,
    presenter: Presenter,
    script: Script | None,
    finish: Finish,
    follower: Follower,
) -> None:
    """Run `program` in the open window until it is done; then leave the process with the exit code of `finish`.

    Nothing after this call is executed (Pyxel leaves the process).  `script` stands in for keyboard and mouse.
    `finish` is called through `atexit` when the window is closed by its frame or by a signal.
    """
    from retro_pyramid.machine.keyboard import Devices

    devices, clock = Devices(presenter), Clock()
    screen = _Shown(machine, program, presenter, follower, script is not None)
    closed = partial(finish, None)

    def frame() -> bool:
        if program.done:
            return False
        if script is not None:
            return script_frame(machine, program, script)
        events = [*devices.events(), *machine.posted]
        machine.posted.clear()
        run_frame(machine, program, events, clock.ticks())
        return True

    def update() -> None:
        waits = follower.waits()
        if waits or follower.instead():
            screen.due |= not waits
            clock.ticks()
            return
        error = None
        try:
            if frame():
                screen.due |= program.changes()
                return
        except ScriptError as wrong:
            error = wrong
        atexit.unregister(closed)
        raise SystemExit(finish(error))

    def hang_up(*_: object) -> None:
        program.done = True
        # Nobody is at the terminal any more to be told anything.
        sys.stderr = io.StringIO()

    atexit.register(closed)
    if hasattr(signal, "SIGHUP") and signal.getsignal(signal.SIGHUP) == signal.SIG_DFL:
        signal.signal(signal.SIGHUP, hang_up)
    pyxel.run(update, screen.draw)
