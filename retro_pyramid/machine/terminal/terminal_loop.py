"""Host loop for text mode in the terminal on standard input and output, with keyboard and mouse.

`output` encodes the text cells, `keys` parses the input; `posix` and `windows` control the two kinds of terminals.
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
"""Exit code of a process ended by a signal, minus the signal's number, as in shells."""
TOGETHER_SECONDS, REPEAT_SECONDS = 0.01, 0.1
"""Presses of a key at intervals between these two are typematic repeats: keyboards repeat 10 to 40 times a second."""


class Bell(Speaker):
    """Speaker of a terminal: rings the bell for a tune of one tone; longer tunes are silent."""

    def __init__(self) -> None:
        super().__init__(silent=True)
        self._has_rung = False

    def play(self, name: str, tune: Tune) -> None:
        super().play(name, tune)
        self._has_rung = self._has_rung or (self.on and len(tune) == 1)

    def rung(self) -> bool:
        """Return whether the bell has been rung since the last call, and reset it."""
        has_rung, self._has_rung = self._has_rung, False
        return has_rung


def open_terminal(system: str = sys.platform) -> Terminal:
    """Return the terminal of a platform on standard input and output. Raises DisplayUnavailableError if unusable."""
    if system == "win32":
        from retro_pyramid.machine.terminal.windows import Console

        return Console()
    from retro_pyramid.machine.terminal.posix import PosixTerminal

    return PosixTerminal()


def terminal_colours(system: str = sys.platform) -> Colours:
    """Return the terminal's colour support according to the environment: NO_COLOR, COLORTERM, TERM."""
    if os.environ.get("NO_COLOR"):
        return "none"
    # A Windows console that supports sequences supports all colours, and sets none of these variables.
    if system == "win32" or os.environ.get("COLORTERM") in ("truecolor", "24bit"):
        return "rgb"
    # ssh forwards TERM, but not the other variables.
    return "256" if "256color" in os.environ.get("TERM", "") else "16"


def run_terminal(
    machine: Machine, program: Program, terminal: Terminal, finish: Finish, lines: Lines | None = None
) -> int:
    """Run the application in the terminal until it is done or a signal ends it. Return the exit code.

    With `line_output` lines of text are written in place of the picture. Otherwise a terminal smaller than 80x25 is asked
    to grow, and to shrink again at the end if it has grown.
    Raises KeyboardInterrupt after Ctrl+C, once `on_exit` has been called.
    """
    if lines is not None:
        terminal.enter = terminal.leave = b""
    with terminal:
        original_size = terminal.size()
        requested_size = (
            original_size
            if lines is not None
            else (max(original_size[0], COLUMNS), max(original_size[1], ROWS))
        )
        if requested_size != original_size:
            terminal.write(resize(*requested_size))
        _run_frames(machine, program, terminal, lines or TerminalOutput(terminal_colours()))
        if requested_size != original_size and requested_size == terminal.size():
            terminal.write(resize(*original_size))
        is_lost = terminal.ended == HANG_UP
        if is_lost:
            # Errors cannot be read any more. A second SIGHUP, when the shell ends, must not interrupt `on_exit`, so it is
            # called while the handlers are still installed.
            sys.stderr = io.StringIO()
            code = finish(None)
    if not is_lost:
        code = finish(None)
    if terminal.ended == signal.SIGINT:
        raise KeyboardInterrupt
    return code or (KILLED + terminal.ended if terminal.ended else 0)


class Held:
    """Detects repeats of held keys, which a terminal sends like ordinary key presses.

    A press of the same key soon after the last one is a repeat, because nobody presses a key that fast. Presses that
    arrive at the same time are not repeats: keyboards are slower, so a slow connection or a program has sent them together.
    """

    _last_key, _last_seconds, _is_repeating = "", 0.0, False

    def marked(self, events: list[Event], now: float) -> list[Event]:
        """Return the events that arrived at this time, with repeats of named keys marked as such."""
        marked_events: list[Event] = []
        for event in events:
            if isinstance(event, Key) and len(event.name) > 1:
                interval = now - self._last_seconds
                is_close = event.name == self._last_key and interval < REPEAT_SECONDS
                # Once a key is known to be held, presses that a late frame reads together are repeats too.
                self._is_repeating = is_close and (self._is_repeating or interval >= TOGETHER_SECONDS)
                self._last_key, self._last_seconds = event.name, now
                event = event._replace(repeat=self._is_repeating)
            marked_events.append(event)
        return marked_events


def _run_frames(machine: Machine, program: Program, terminal: Terminal, output: TerminalOutput) -> None:
    """Run frames until the end; while the terminal is too small the application is paused."""
    bell = machine.speaker
    parser, repeats, clock = TerminalInput(), Held(), Clock()
    size, last_input_seconds = (0, 0), 0.0
    while not (program.done or terminal.ended):
        terminal.rest()
        if terminal.anew or size != terminal.size():
            terminal.anew = False
            size = terminal.size()
            terminal.write(output.begin(*size))
            parser.corner = output.corner
        events: list[Event] = []
        parser.takes_text = program.takes_text()
        if data := terminal.read(clock.until_next()):
            last_input_seconds = time.perf_counter()
            events = repeats.marked(parser.events(data), last_input_seconds)
        elif parser.patience and time.perf_counter() - last_input_seconds >= parser.patience:
            events = repeats.marked(parser.flush(), time.perf_counter())
        ticks = clock.ticks()
        if not (output.fits and (events or ticks)):
            continue
        run_frame(machine, program, events, ticks)
        machine.video.clear()
        program.draw()
        data_to_write = output.frame(
            machine.video, machine.tick, machine.pointer if machine.pointer_shown else None
        )
        parser.left_out = output.left_out
        terminal.write(data_to_write + b"\a" * (isinstance(bell, Bell) and bell.rung()))
