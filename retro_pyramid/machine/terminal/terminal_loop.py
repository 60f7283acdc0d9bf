"""A host for text mode: the terminal on standard input and output, with its keyboard and mouse.

`output` writes the cells of text mode, `keys` reads the events; `posix` and `windows` know the two kinds of terminals.
"""

import io
import os
import signal
import sys
import time

from retro_pyramid.machine.events import Event, Key
from retro_pyramid.machine.host import Clock, Finish, run_frame
from retro_pyramid.machine.pc import Machine, Program
from retro_pyramid.machine.speaker import Speaker, Tune
from retro_pyramid.machine.terminal.keys import TerminalInput
from retro_pyramid.machine.terminal.output import Colours, Lines, TerminalOutput, resize
from retro_pyramid.machine.terminal.terminal import HANG_UP, Terminal
from retro_pyramid.machine.text_layer import COLUMNS, ROWS

KILLED = 128
"""A process ended by a signal has 128 and its number for its exit code, as shells say it."""
TOGETHER_SECONDS, REPEAT_SECONDS = 0.01, 0.1
"""Presses of a key between these two apart are typematic: keyboards repeat 10 to 40 times a second."""


class Bell(Speaker):
    """The speaker of a terminal: its bell rings for a tune of one tone; longer tunes are silent."""

    def __init__(self) -> None:
        super().__init__(silent=True)
        self._rings = False

    def play(self, name: str, tune: Tune) -> None:
        super().play(name, tune)
        self._rings = self._rings or (self.on and len(tune) == 1)

    def rung(self) -> bool:
        """Return whether it has rung since the last call."""
        rings, self._rings = self._rings, False
        return rings


def open_terminal(system: str = sys.platform) -> Terminal:
    """Return the terminal on standard input and output, of the kind that `system` has; raise NoScreen."""
    if system == "win32":
        from retro_pyramid.machine.terminal.windows import Console

        return Console()
    from retro_pyramid.machine.terminal.posix import PosixTerminal

    return PosixTerminal()


def terminal_colours(system: str = sys.platform) -> Colours:
    """Return the colours of the terminal by the environment: NO_COLOR, COLORTERM, TERM."""
    if os.environ.get("NO_COLOR"):
        return "none"
    # A console of Windows that knows sequences knows all colours, and has none of these words.
    if system == "win32" or os.environ.get("COLORTERM") in ("truecolor", "24bit"):
        return "rgb"
    # TERM is passed on over ssh, the others are not.
    return "256" if "256color" in os.environ.get("TERM", "") else "16"


def run_terminal(
    machine: Machine, program: Program, terminal: Terminal, finish: Finish, lines: Lines | None = None
) -> int:
    """Run `program` in the terminal until it is done or a signal ends it; returns the exit code.

    With `lines` there are words in place of the picture. Else a terminal too small for 80x25 is asked to grow, and to
    shrink again at the end if it did.
    Raises KeyboardInterrupt, with everything finished, when it was Ctrl+C.
    """
    if lines is not None:
        terminal.enter = terminal.leave = b""
    with terminal:
        before = terminal.size()
        asked = before if lines is not None else (max(before[0], COLUMNS), max(before[1], ROWS))
        if asked != before:
            terminal.write(resize(*asked))
        _play(machine, program, terminal, lines or TerminalOutput(terminal_colours()))
        if asked != before and asked == terminal.size():
            terminal.write(resize(*before))
        lost = terminal.ended == HANG_UP
        if lost:
            # Nobody is left to read an error. A lost line hangs up again when its shell ends, which is only noted here.
            sys.stderr = io.StringIO()
            code = finish(None)
    if not lost:
        code = finish(None)
    if terminal.ended == signal.SIGINT:
        raise KeyboardInterrupt
    return code or (KILLED + terminal.ended if terminal.ended else 0)


class Held:
    """Marks the presses that a held key repeats, which a terminal sends like any others.

    A press of the same key soon after the last one is a repeat: no hand is so fast.  Presses that come at the same
    time are none: keyboards are slower, so a slow line or another program has sent them together.
    """

    _last, _came, _repeats = "", 0.0, False

    def marked(self, events: list[Event], now: float) -> list[Event]:
        """Return the events that came now, repeats of named keys marked as with a window's keyboard."""
        found: list[Event] = []
        for event in events:
            if isinstance(event, Key) and len(event.name) > 1:
                since = now - self._came
                near = event.name == self._last and since < REPEAT_SECONDS
                # Once a key is known to be held, presses that a late frame reads together are repeats too.
                self._repeats = near and (self._repeats or since >= TOGETHER_SECONDS)
                self._last, self._came = event.name, now
                event = event._replace(repeat=self._repeats)
            found.append(event)
        return found


def _play(machine: Machine, program: Program, terminal: Terminal, output: TerminalOutput) -> None:
    """Run the frames until the end; on a terminal that is too small the program stands still."""
    bell = machine.speaker
    inputs, held, clock = TerminalInput(), Held(), Clock()
    size, came = (0, 0), 0.0
    while not (program.done or terminal.ended):
        terminal.rest()
        if terminal.anew or size != terminal.size():
            terminal.anew = False
            size = terminal.size()
            terminal.write(output.begin(*size))
            inputs.corner = output.corner
        events: list[Event] = []
        inputs.takes_text = program.takes_text()
        if data := terminal.read(clock.until_next()):
            came = time.perf_counter()
            events = held.marked(inputs.events(data), came)
        elif inputs.patience and time.perf_counter() - came >= inputs.patience:
            events = held.marked(inputs.flush(), time.perf_counter())
        ticks = clock.ticks()
        if not (output.fits and (events or ticks)):
            continue
        run_frame(machine, program, events, ticks)
        machine.video.clear()
        program.draw()
        written = output.frame(
            machine.video, machine.tick, machine.pointer if machine.pointer_shown else None
        )
        inputs.left_out = output.left_out
        terminal.write(written + b"\a" * (isinstance(bell, Bell) and bell.rung()))
