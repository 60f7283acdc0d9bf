"""`python -m tests.window.padded WORDS`: the program with a gamepad that SDL makes up; the file `buttons` says what it does.

A line is a button by its number, or `left`, `right` for the stick; each is held for three frames. Then the program ends.
"""

import ctypes
import os
import sys
from collections.abc import Iterator
from pathlib import Path

from retro_pyramid.cli import main
from retro_pyramid.machine import host
from retro_pyramid.machine.events import Event
from retro_pyramid.machine.pc import Application, Machine
from retro_pyramid.machine.window.desktop_window import load_sdl

run_frame = host.run_frame
CONTROLLER, AXES, BUTTONS = 1, 6, 15
PUSHES = {"left": -30000, "right": 30000}


def played() -> Iterator[None]:
    """Plug the gamepad in and do what the file says, three frames a turn."""
    sdl = load_sdl()
    assert sdl is not None
    sdl.SDL_JoystickOpen.restype = ctypes.c_void_p
    pad = ctypes.c_void_p(sdl.SDL_JoystickOpen(sdl.SDL_JoystickAttachVirtual(CONTROLLER, AXES, BUTTONS, 0)))
    for line in ["", *lines]:
        for down in (True, False):
            if line in PUSHES:
                sdl.SDL_JoystickSetVirtualAxis(pad, 0, PUSHES[line] * down)
            elif line:
                sdl.SDL_JoystickSetVirtualButton(pad, int(line), down)
            yield
            yield
            yield


turns = played()


def ran(machine: Machine, application: Application, events: list[Event], ticks: int) -> None:
    run_frame(machine, application, events, ticks)
    application.is_done = application.is_done or next(turns, True) is True


if __name__ == "__main__":
    # Pyxel moves to another folder.
    lines = Path("buttons").read_text().split()
    host.run_frame = ran
    # Without a window manager no window has the focus.
    os.environ["SDL_JOYSTICK_ALLOW_BACKGROUND_EVENTS"] = "1"
    sys.exit(main())
