"""`python -m tests.window.counted WORDS`: the program, telling in the file `frames` how many frames and ticks it ran."""

import atexit
import os
import struct
import sys

from retro_pyramid.cli import main
from retro_pyramid.machine import host
from retro_pyramid.machine.events import Event
from retro_pyramid.machine.pc import Machine, Program

FORM = struct.Struct("<qq")
run_frame = host.run_frame
FRAMES = 0
ENDED = 2**62


def counted(machine: Machine, program: Program, events: list[Event], ticks: int) -> None:
    """Run a frame, and tell that it ran."""
    global FRAMES
    run_frame(machine, program, events, ticks)
    FRAMES += 1
    tell(FRAMES, machine.tick)


def tell(frames: int, ticks: int) -> None:
    """Write both numbers over those that stand in the file."""
    os.pwrite(told, FORM.pack(frames, ticks), 0)


if __name__ == "__main__":
    host.run_frame = counted
    told = os.open("frames", os.O_WRONLY | os.O_CREAT)
    # Nobody waits for frames of a program that has ended; Pyxel ends it in its own way, so not by `finally`.
    atexit.register(tell, ENDED, ENDED)
    sys.exit(main())
