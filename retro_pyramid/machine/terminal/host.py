"""A host for text mode: the terminal on standard input and output, with its keyboard and mouse.

`output` writes the cells of text mode, `keys` reads the events.  The terminal's modes and screen are restored at the
end, at an exception, at a signal, and while Ctrl+Z has stopped the program.
"""

import io
import os
import select
import signal
import sys
import time
from collections.abc import Callable
from types import FrameType
from typing import Any

from retro_pyramid.machine.cells import COLUMNS, ROWS
from retro_pyramid.machine.events import Event, Key
from retro_pyramid.machine.host import Clock, Finish, NoScreen, run_frame
from retro_pyramid.machine.pc import Machine, Program
from retro_pyramid.machine.speaker import Speaker, Tune
from retro_pyramid.machine.terminal.keys import TerminalInput
from retro_pyramid.machine.terminal.output import (
    ENTER,
    LEAVE,
    UNDERLINE_CURSOR,
    USUAL_CURSOR,
    Colours,
    TerminalOutput,
)

KILLED = 128
"""A process ended by a signal has 128 and its number for its exit code, as shells say it."""
TOGETHER_SECONDS, REPEAT_SECONDS = 0.01, 0.1
"""Presses of a key between these two apart are typematic: keyboards repeat 10 to 40 times a second."""
_MOST_BYTES = 65536


class Bell(Speaker):
    """The speaker of a terminal: its bell rings for a tune of one tone; longer tunes are silent."""

    def __init__(self) -> None:
        super().__init__(silent=True)
        self._rings = False

    def play(self, name: str, tune: Tune) -> None:
        """Start `tune`: a single tone rings the bell."""
        super().play(name, tune)
        self._rings = self._rings or (self.on and len(tune) == 1)

    def rung(self) -> bool:
        """Return whether it has rung since the last call."""
        rings, self._rings = self._rings, False
        return rings


def terminal_colours() -> Colours:
    """Return the colours of the terminal by the environment: NO_COLOR, COLORTERM, TERM."""
    if os.environ.get("NO_COLOR"):
        return "none"
    if os.environ.get("COLORTERM") in ("truecolor", "24bit"):
        return "rgb"
    # TERM is passed on over ssh, the others are not.
    return "256" if "256color" in os.environ.get("TERM", "") else "16"


class Terminal:
    """The terminal on standard input and output; raises NoScreen where there is none.

    As a context it is in raw mode and on the alternate screen.  A signal is noted and handled between two frames; the
    same signal a second time raises KeyboardInterrupt, for a frame that does not end.
    """

    def __init__(self, reading: int = 0, writing: int = 1) -> None:
        for descriptor, name in ((reading, "input"), (writing, "output")):
            if not os.isatty(descriptor):
                raise NoScreen(f"standard {name} is no terminal: expected one for --terminal")
        try:
            import termios
            import tty
        except ImportError:
            raise NoScreen("this system's terminals cannot be played in: expected one with termios") from None
        kind = os.environ.get("TERM", "")
        if kind in ("", "dumb"):
            raise NoScreen(f"TERM is {kind or 'empty'}: expected a terminal that can place characters")
        self._termios: Any = termios
        self._tty: Any = tty
        self._reading, self._writing = reading, writing
        self._usual: list[Any] = termios.tcgetattr(reading)
        # The Linux console does not know this sequence and would show its last letter.
        has_cursors = not kind.startswith("linux")
        self._enter = ENTER + UNDERLINE_CURSOR * has_cursors
        self._leave = USUAL_CURSOR * has_cursors + LEAVE
        self._handlers: dict[int, Any] = {}
        self._stopping = False
        self._opened = False
        self.ended = 0
        """The signal that asked for the end, 0 for none yet."""
        self.anew = True
        """Whether nothing is known of what the terminal shows."""

    def __enter__(self) -> "Terminal":
        handlers: dict[int, Callable[[int, FrameType | None], None]] = {
            signal.SIGTSTP: self._stop,
            signal.SIGCONT: self._go_on,
            **dict.fromkeys((signal.SIGINT, signal.SIGTERM, signal.SIGHUP, signal.SIGQUIT), self._end),
        }
        for number, handler in handlers.items():
            self._handlers[number] = signal.signal(number, handler)
        self._open()
        return self

    def __exit__(self, *_: object) -> None:
        for number in self._handlers:
            # No handler may run until the terminal is restored.
            signal.signal(number, signal.SIG_IGN)
        self._close()
        for number, handler in self._handlers.items():
            signal.signal(number, handler)

    def _end(self, number: int, _: FrameType | None) -> None:
        if self.ended == number:
            raise KeyboardInterrupt
        self.ended = self.ended or number

    def _stop(self, *_: object) -> None:
        self._stopping = True

    def _go_on(self, *_: object) -> None:
        # The shell may have set its own modes and written to the screen.
        self._opened = False

    def _open(self) -> None:
        """Switch to raw mode, with the signals of Ctrl+C and Ctrl+Z, and to the alternate screen."""
        termios = self._termios
        self._opened = self.anew = True
        try:
            self._tty.setraw(self._reading, termios.TCSADRAIN)
            modes = termios.tcgetattr(self._reading)
            modes[3] |= termios.ISIG
            termios.tcsetattr(self._reading, termios.TCSADRAIN, modes)
        except termios.error:
            self._gone()
        self.write(self._enter)

    def _close(self) -> None:
        """Restore the screen and the modes, unless the terminal is gone."""
        self.write(self._leave)
        try:
            # Mouse reports that were not read must not become the shell's input.
            self._termios.tcsetattr(self._reading, self._termios.TCSAFLUSH, self._usual)
        except self._termios.error:
            self._gone()

    def _gone(self) -> None:
        self.ended = self.ended or signal.SIGHUP

    def rest(self) -> None:
        """Handle what signals asked for, between two frames: stop at Ctrl+Z, and open the terminal again after it."""
        if self._stopping:
            self._stopping = False
            self._close()
            handler = signal.signal(signal.SIGTSTP, signal.SIG_DFL)
            # Sent to this thread, it stops the program here.
            signal.raise_signal(signal.SIGTSTP)
            signal.signal(signal.SIGTSTP, handler)
            self._opened = False
        if not self._opened:
            self._open()

    def size(self) -> tuple[int, int]:
        """Return the columns and rows there are now, 80x25 where the terminal does not tell."""
        try:
            columns, rows = os.get_terminal_size(self._writing)
        except OSError:
            return COLUMNS, ROWS
        return (columns, rows) if columns and rows else (COLUMNS, ROWS)

    def read(self, seconds: float) -> bytes:
        """Wait for input, this long at most; return it, empty when none has come."""
        try:
            if not select.select([self._reading], [], [], max(0.0, seconds))[0]:
                return b""
            data = os.read(self._reading, _MOST_BYTES)
        except OSError:
            data = b""
        if not data:
            self._gone()
        return data

    def write(self, data: bytes) -> None:
        """Write all of it, unless the terminal is gone."""
        try:
            while data:
                data = data[os.write(self._writing, data) :]
        except OSError:
            self._gone()


def run_terminal(machine: Machine, program: Program, terminal: Terminal, finish: Finish) -> int:
    """Run `program` in the terminal until it is done or a signal ends it; returns the exit code.

    Raises KeyboardInterrupt, with everything finished, when it was Ctrl+C.
    """
    with terminal:
        _play(machine, program, terminal, TerminalOutput(terminal_colours()))
    if terminal.ended == signal.SIGHUP:
        # Nobody is left to read an error.
        sys.stderr = io.StringIO()
    code = finish(None)
    if terminal.ended == signal.SIGINT:
        raise KeyboardInterrupt
    return code or (KILLED + terminal.ended if terminal.ended else 0)


class Held:
    """Marks the presses that a held key repeats, which a terminal sends like any others.

    A press of the same key soon after the last one is a repeat: no hand is so fast.  Presses that come at the same
    time are none: keyboards are slower, so a slow line or another program has sent them together.
    """

    def __init__(self) -> None:
        self._last, self._came, self._repeats = "", 0.0, False

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
        terminal.write(written + b"\a" * (isinstance(bell, Bell) and bell.rung()))
