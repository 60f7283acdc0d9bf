"""`python -m tests.window.counted WORDS`: the program, telling in the file `frames` how many it drew, and its ticks."""

import atexit
import os
import struct
import sys

from retro_pyramid.cli import main
from retro_pyramid.machine import host
from retro_pyramid.machine.pc import Machine, Program
from retro_pyramid.machine.video import Image

FORM = struct.Struct("<qq")
frame_picture = host.frame_picture
FRAMES = 0
ENDED = 2**62


def counted(machine: Machine, program: Program) -> Image:
    """Draw a frame, and tell it: of those that a late program catches up with, Pyxel asks the devices before the first."""
    global FRAMES
    picture = frame_picture(machine, program)
    FRAMES += 1
    tell(FRAMES, machine.tick)
    return picture


def tell(frames: int, ticks: int) -> None:
    """Write both numbers over those that stand in the file."""
    os.pwrite(told, FORM.pack(frames, ticks), 0)


if __name__ == "__main__":
    host.frame_picture = counted
    told = os.open("frames", os.O_WRONLY | os.O_CREAT)
    # Nobody waits for frames of a program that has ended; Pyxel ends it in its own way, so not by `finally`.
    atexit.register(tell, ENDED, ENDED)
    sys.exit(main())
