"""Host loops that run an application on the emulated machine: in a Pyxel window (or web page), or headless at full speed."""

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

from retro_pyramid.machine.events import Event, translate_to_latin
from retro_pyramid.machine.pc import Application, Machine
from retro_pyramid.machine.presenter import Phosphor, Presenter, WindowOptions
from retro_pyramid.machine.script import Script, ScriptError
from retro_pyramid.machine.video import Image

if TYPE_CHECKING:
    from ctypes import CDLL

TICKS_PER_SECOND = 60
_DISPLAYS = ("DISPLAY", "WAYLAND_DISPLAY")
_AUDIO_MESSAGES = (b"ALSA lib ", b"Failed to initialize audio device")
_WINDOW_CLASS = "retro-pyramid"
"""Window class by which a desktop finds the icon and groups windows; SDL's default would be Python's name."""
_ICON_SCALE = 2
ExitCallback = Callable[[Exception | None], int]
"""Called once at the end, with the error that ended the run or None. Returns the exit code."""


class DisplayUnavailableError(Exception):
    """Neither a window nor a terminal is available. The message is one line that says what is missing."""


def _check_display() -> None:
    """Raise DisplayUnavailableError if no display is configured; SDL would continue without a window."""
    if sys.platform == "linux" and not any(os.environ.get(name) for name in (*_DISPLAYS, "SDL_VIDEODRIVER")):
        raise DisplayUnavailableError(
            "no display to open a window on: expected DISPLAY or WAYLAND_DISPLAY to be set"
        )


def _check_window(sdl: CDLL) -> None:
    """Raise DisplayUnavailableError if SDL found no display and opened its window in memory only."""
    if not os.environ.get("SDL_VIDEODRIVER") and sdl.SDL_GetCurrentVideoDriver() in (b"offscreen", b"dummy"):
        variables = (f"{name} is {os.environ[name]!r}" for name in _DISPLAYS if os.environ.get(name))
        raise DisplayUnavailableError(
            f"no window can be opened: {', '.join(variables)}, and nothing answers there"
        )


@contextmanager
def _suppress_audio_messages() -> Iterator[None]:
    """Suppress the messages that ALSA and Pyxel print if there is no sound card; the game then runs without sound.

    If Pyxel panics, all captured output is dropped, because the exception's message is enough.
    """
    if sys.platform == "win32" or not hasattr(os, "memfd_create"):
        yield
        return
    captured = os.memfd_create("said")
    saved_fds = {fd: os.dup(fd) for fd in (1, 2)}
    for fd in saved_fds:
        os.dup2(captured, fd)
    panicked = False
    try:
        yield
    except BaseException as error:
        panicked = _is_panic(error)
        raise
    finally:
        for fd, saved_fd in saved_fds.items():
            os.dup2(saved_fd, fd)
            os.close(saved_fd)
        lines = [] if panicked else os.pread(captured, 1 << 20, 0).splitlines(keepends=True)
        os.close(captured)
        os.write(2, b"".join([line for line in lines if not line.startswith(_AUDIO_MESSAGES)]))


def _is_panic(error: BaseException) -> bool:
    """Return whether this is Pyxel's panic. Its class is no subclass of Exception and cannot be imported."""
    return type(error).__name__ == "PanicException"


def open_window(options: WindowOptions) -> Presenter:
    """Open the window, or initialize Pyxel without one, and return its presenter.

    This changes the working directory, so every path must be absolute before.
    Raises DisplayUnavailableError if no visible window can be opened.
    """
    if not options.is_headless:
        _check_display()
    if options.is_headless or options.is_silent:
        # SDL then opens no sound device and prints no message if there is none.
        os.environ["SDL_AUDIODRIVER"] = "dummy"
    for desktop in ("X11", "WAYLAND"):
        os.environ.setdefault(f"SDL_VIDEO_{desktop}_WMCLASS", _WINDOW_CLASS)
    sdl = None
    if options.fits_monitor_shape and not options.is_headless:
        from retro_pyramid.machine.window.desktop_window import DesktopWindow, load_sdl

        sdl = load_sdl()
    # With SDL the window itself is resized, so the surface stays at scale 1.
    presenter = Presenter(options if sdl is None else options._replace(scale=1))
    handlers = {signum: signal.getsignal(signum) for signum in (signal.SIGINT, signal.SIGTERM)}
    init_options: dict[str, object] = {"headless": True} if options.is_headless else {}
    try:
        with _suppress_audio_messages():
            pyxel.init(
                *presenter.surface_size,
                title=options.title,
                fps=1000 if options.is_headless else TICKS_PER_SECOND,
                quit_key=pyxel.KEY_NONE,
                display_scale=1 if options.scale or sdl else None,
                capture_sec=0,
                **init_options,  # type: ignore[arg-type]
            )
    except BaseException as error:
        if not _is_panic(error):
            raise
        raise DisplayUnavailableError(f"no window can be opened: {error}") from None
    if options.is_headless:
        # Pyxel and SDL install handlers that close the window; without a window they would do nothing.
        for signum, handler in handlers.items():
            signal.signal(signum, handler)
    elif sdl is not None:
        _check_window(sdl)
        if sdl.SDL_GL_GetCurrentWindow():  # if not, Pyxel uses another SDL library
            presenter.desktop_window = DesktopWindow(sdl, presenter.surface_size)
    if options.icon_rows and not options.is_headless:
        _set_icon(options.icon_rows)
    pyxel.mouse(False)
    presenter.set_picture_style(options.picture_style)
    if options.fits_monitor_shape:
        presenter.set_aspect(options.aspect, options.adapter_type)
    if presenter.desktop_window is not None:
        presenter.desktop_window.set_size(options.window_size, options.scale)
    if options.is_fullscreen and not options.is_headless:
        pyxel.fullscreen(True)
    return presenter


def _set_icon(rows: Sequence[Sequence[int]]) -> None:
    colours = list(dict.fromkeys(colour for row in rows for colour in row))
    saved_colours = list(pyxel.colors)
    pyxel.colors[:] = colours
    pyxel.icon(["".join(f"{colours.index(colour):x}" for colour in row) for row in rows], _ICON_SCALE)
    pyxel.colors[:] = saved_colours


def set_fullscreen(is_fullscreen: bool) -> None:
    """Switch the window to full screen, or back to its normal size."""
    pyxel.fullscreen(is_fullscreen)


class FrameClock:
    """Counts ticks of 1/60 s in real time."""

    def __init__(self) -> None:
        self._start_time = time.perf_counter()
        self._tick_count = 0

    def seconds_until_next_tick(self) -> float:
        """Return the seconds until the next tick; negative if it is overdue."""
        return self._start_time + (self._tick_count + 1) / TICKS_PER_SECOND - time.perf_counter()

    def take_elapsed_ticks(self) -> int:
        """Return the number of ticks since the last call, at most one second's worth."""
        tick_count = int((time.perf_counter() - self._start_time) * TICKS_PER_SECOND)
        ticks, self._tick_count = tick_count - self._tick_count, tick_count
        return min(ticks, TICKS_PER_SECOND)


def render_frame(machine: Machine, application: Application) -> Image:
    """Draw the application and return the finished picture."""
    machine.display.clear_text()
    application.draw()
    return machine.compose_picture()


def run_frame(machine: Machine, application: Application, events: list[Event], ticks: int) -> None:
    """Advance machine and application by `ticks` of 1/60 s and pass them the events of the frame.

    While no text is typed, letters of non-Latin scripts become those of the same keys on a US keyboard.
    """
    if not application.accepts_text():
        events = translate_to_latin(events)
    machine.tick += ticks
    machine.sync_pointer(events)
    application.update(events, ticks)


def run_script_frame(machine: Machine, application: Application, script: Script) -> bool:
    """Run the script's next frame, which is one tick. Return False if the application or the script has ended.

    Raises ScriptError if the next line cannot be run.
    """
    if application.is_done or (events := script.next_events()) is None:
        return False
    run_frame(machine, application, events, 1)
    script.write_requested_output()
    return True


def run_headless(machine: Machine, application: Application, script: Script, on_exit: ExitCallback) -> int:
    """Run the application from a script, without a window, until either ends. Return the exit code from `on_exit`."""
    try:
        while run_script_frame(machine, application, script):
            pass
    except ScriptError as error:
        return on_exit(error)
    return on_exit(None)


class HostListener:
    """Callbacks of the window's host loop. This base class does nothing."""

    def is_paused(self) -> bool:
        """Return whether the application is paused: its last picture stays and no time passes."""
        return False

    def replace_frame(self) -> bool:
        """Run the application in place of the host loop, if needed. Return whether it ran; then no time has passed."""
        return False

    def has_afterglow(self) -> bool:
        """Return whether dots that have gone dark fade out as on a phosphor screen."""
        return False

    def after_frame(self, picture: Image, was_redrawn: bool) -> None:
        """Called at the end of each frame with its picture; `was_redrawn` is False if the picture is an earlier frame's."""

    def on_idle(self) -> None:
        """Called when the picture has not changed for a while, to wait for an event for a short time."""


_IDLE_FRAMES = 30
"""Frames without a change after which the loop idles; longer than the delay before a held key repeats."""


class _FramePresenter:
    """Shows an application's frames in the window and redraws the picture only if it is `dirty`."""

    def __init__(
        self,
        machine: Machine,
        program: Application,
        presenter: Presenter,
        follower: HostListener,
        scripted: bool,
    ) -> None:
        self._machine, self._application = machine, program
        # Each frame of a script is one tick, however long it takes, so it never idles.
        self._is_scripted = scripted
        self._presenter, self._listener = presenter, follower
        self._phosphor = Phosphor()
        self._picture: Image | None = None
        self._phase: object = None
        self._unchanged_frames = 0
        self.dirty = True

    def draw(self) -> None:
        machine, listener, picture = self._machine, self._listener, self._picture
        if picture is not None and listener.is_paused():
            return
        has_afterglow, phase = listener.has_afterglow(), machine.animation_phase()
        redraws = self.dirty or phase != self._phase or (has_afterglow and self._phosphor.is_fading())
        if redraws or picture is None:
            picture = render_frame(machine, self._application)
            if has_afterglow:
                picture = self._phosphor.add_afterglow(picture)
            # The phase is read again: drawing may have set a cursor or blinking cells.
            self._picture, self._phase, self.dirty = picture, machine.animation_phase(), False
        self._presenter.present(picture, redraws)
        listener.after_frame(picture, redraws)
        self._unchanged_frames = 0 if redraws else self._unchanged_frames + 1
        if self._unchanged_frames > _IDLE_FRAMES and not self._is_scripted:
            listener.on_idle()


def run_window(
    machine: Machine,
    application: Application,
    presenter: Presenter,
    script: Script | None,
    on_exit: ExitCallback,
    listener: HostListener,
) -> None:
    """Run the application in the open window until it is done, then exit the process with the code from `on_exit`.

    Nothing after this call is executed, because Pyxel exits the process. A `script` replaces keyboard and mouse.
    `on_exit` is called through `atexit` if the window is closed by its title bar or by a signal.
    """
    from retro_pyramid.machine.keyboard import InputReader

    devices, clock = InputReader(presenter), FrameClock()
    frame_presenter = _FramePresenter(machine, application, presenter, listener, script is not None)
    on_close = partial(on_exit, None)

    def run_next_frame() -> bool:
        if application.is_done:
            return False
        if script is not None:
            return run_script_frame(machine, application, script)
        events = [*devices.read_events(), *machine.injected_events]
        machine.injected_events.clear()
        run_frame(machine, application, events, clock.take_elapsed_ticks())
        return True

    def update() -> None:
        is_paused = listener.is_paused()
        if is_paused or listener.replace_frame():
            frame_presenter.dirty |= not is_paused
            clock.take_elapsed_ticks()
            return
        error = None
        try:
            if run_next_frame():
                frame_presenter.dirty |= application.poll_changed()
                return
        except ScriptError as script_error:
            error = script_error
        atexit.unregister(on_close)
        raise SystemExit(on_exit(error))

    def on_hangup(*_: object) -> None:
        application.is_done = True
        # The terminal is gone, so messages cannot be read.
        sys.stderr = io.StringIO()

    atexit.register(on_close)
    if hasattr(signal, "SIGHUP") and signal.getsignal(signal.SIGHUP) == signal.SIG_DFL:
        signal.signal(signal.SIGHUP, on_hangup)
    pyxel.run(update, frame_presenter.draw)
