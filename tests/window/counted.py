"""`python -m tests.window.counted WORDS`: the program, telling in the file `frames` how many it drew, and its ticks."""

import atexit
import os
import struct
import sys

from retro_pyramid.cli import main
from retro_pyramid.machine import host
from retro_pyramid.machine.events import Event
from retro_pyramid.machine.pc import Application, Machine
from retro_pyramid.machine.presenter import Presenter
from retro_pyramid.machine.video import Image

FORM = struct.Struct("<qq")
run_frame, present = host.run_frame, Presenter.present
FRAMES = TICKS = 0
ENDED = 2**62


def ran(machine: Machine, application: Application, events: list[Event], ticks: int) -> None:
    global TICKS
    run_frame(machine, application, events, ticks)
    TICKS = machine.tick


def counted(presenter: Presenter, picture: Image, fresh: bool = True) -> None:
    """Show a frame, and tell it: of those that a late program catches up with, Pyxel asks the devices before the first."""
    global FRAMES
    present(presenter, picture, fresh)
    FRAMES += 1
    tell(FRAMES, TICKS)


def tell(frames: int, ticks: int) -> None:
    """Write both numbers over those that stand in the file."""
    os.pwrite(told, FORM.pack(frames, ticks), 0)


if __name__ == "__main__":
    host.run_frame = ran
    Presenter.present = counted  # type: ignore[assignment, method-assign]
    told = os.open("frames", os.O_WRONLY | os.O_CREAT)
    # Nobody waits for frames of a program that has ended; Pyxel ends it in its own way, so not by `finally`.
    atexit.register(tell, ENDED, ENDED)
    sys.exit(main())
