"""Host loop for text mode in the terminal on standard input and output, with keyboard and mouse.

`output` encodes the text cells, `keys` parses the input; `posix` and `windows` control the two kinds of terminals.
"""

import io
import os
import signal
import sys
import time

from retro_pyramid.machine.events import Event, KeyPress
from retro_pyramid.machine.host import ExitCallback, FrameClock, run_frame
from retro_pyramid.machine.pc import Application, Machine
from retro_pyramid.machine.speaker import Speaker, Tune
from retro_pyramid.machine.terminal.keys import TerminalInputParser
from retro_pyramid.machine.terminal.output import ColourSupport, LineOutput, TerminalOutput, resize_sequence
from retro_pyramid.machine.terminal.terminal import SIGHUP_NUMBER, Terminal
from retro_pyramid.machine.text_layer import COLUMNS, ROWS

SIGNAL_EXIT_BASE = 128
"""Exit code of a process ended by a signal, minus the signal's number, as in shells."""
BATCH_SECONDS, MAX_REPEAT_SECONDS = 0.01, 0.1
"""Presses of a key at intervals between these two are typematic repeats: keyboards repeat 10 to 40 times a second."""


class TerminalBell(Speaker):
    """Speaker of a terminal: rings the bell for a tune of one tone; longer tunes are silent."""

    def __init__(self) -> None:
        super().__init__(is_silent=True)
        self._has_rung = False

    def play(self, tune_name: str, tune: Tune) -> None:
        super().play(tune_name, tune)
        self._has_rung = self._has_rung or (self.is_enabled and len(tune) == 1)

    def take_ring(self) -> bool:
        """Return whether the bell has been rung since the last call, and reset it."""
        has_rung, self._has_rung = self._has_rung, False
        return has_rung


def open_terminal(platform: str = sys.platform) -> Terminal:
    """Return the terminal of a platform on standard input and output. Raises DisplayUnavailableError if unusable."""
    if platform == "win32":
        from retro_pyramid.machine.terminal.windows import WindowsConsole

        return WindowsConsole()
    from retro_pyramid.machine.terminal.posix import PosixTerminal

    return PosixTerminal()


def detect_colour_support(platform: str = sys.platform) -> ColourSupport:
    """Return the terminal's colour support according to the environment: NO_COLOR, COLORTERM, TERM."""
    if os.environ.get("NO_COLOR"):
        return "none"
    # A Windows console that supports sequences supports all colours, and sets none of these variables.
    if platform == "win32" or os.environ.get("COLORTERM") in ("truecolor", "24bit"):
        return "rgb"
    # ssh forwards TERM, but not the other variables.
    return "256" if "256color" in os.environ.get("TERM", "") else "16"


def run_terminal(
    machine: Machine,
    application: Application,
    terminal: Terminal,
    on_exit: ExitCallback,
    line_output: LineOutput | None = None,
) -> int:
    """Run the application in the terminal until it is done or a signal ends it. Return the exit code.

    With `line_output` lines of text are written in place of the picture. Otherwise a terminal smaller than 80x25 is asked
    to grow, and to shrink again at the end if it has grown.
    Raises KeyboardInterrupt after Ctrl+C, once `on_exit` has been called.
    """
    if line_output is not None:
        terminal.enter_sequence = terminal.leave_sequence = b""
    with terminal:
        original_size = terminal.size()
        requested_size = (
            original_size
            if line_output is not None
            else (max(original_size[0], COLUMNS), max(original_size[1], ROWS))
        )
        if requested_size != original_size:
            terminal.write(resize_sequence(*requested_size))
        _run_frames(machine, application, terminal, line_output or TerminalOutput(detect_colour_support()))
        if requested_size != original_size and requested_size == terminal.size():
            terminal.write(resize_sequence(*original_size))
        is_lost = terminal.end_signal == SIGHUP_NUMBER
        if is_lost:
            # Errors cannot be read any more. A second SIGHUP, when the shell ends, must not interrupt `on_exit`, so it is
            # called while the handlers are still installed.
            sys.stderr = io.StringIO()
            code = on_exit(None)
    if not is_lost:
        code = on_exit(None)
    if terminal.end_signal == signal.SIGINT:
        raise KeyboardInterrupt
    return code or (SIGNAL_EXIT_BASE + terminal.end_signal if terminal.end_signal else 0)


class KeyRepeatDetector:
    """Detects repeats of held keys, which a terminal sends like ordinary key presses.

    A press of the same key soon after the last one is a repeat, because nobody presses a key that fast. Presses that
    arrive at the same time are not repeats: keyboards are slower, so a slow connection or a program has sent them together.
    """

    _last_key, _last_seconds, _is_repeating = "", 0.0, False

    def mark_repeats(self, events: list[Event], time_seconds: float) -> list[Event]:
        """Return the events that arrived at this time, with repeats of named keys marked as such."""
        marked_events: list[Event] = []
        for event in events:
            if isinstance(event, KeyPress) and len(event.name) > 1:
                interval = time_seconds - self._last_seconds
                is_close = event.name == self._last_key and interval < MAX_REPEAT_SECONDS
                # Once a key is known to be held, presses that a late frame reads together are repeats too.
                self._is_repeating = is_close and (self._is_repeating or interval >= BATCH_SECONDS)
                self._last_key, self._last_seconds = event.name, time_seconds
                event = event._replace(is_repeat=self._is_repeating)
            marked_events.append(event)
        return marked_events


def _run_frames(machine: Machine, program: Application, terminal: Terminal, output: TerminalOutput) -> None:
    """Run frames until the end; while the terminal is too small the application is paused."""
    bell = machine.speaker
    parser, repeats, clock = TerminalInputParser(), KeyRepeatDetector(), FrameClock()
    size, last_input_seconds = (0, 0), 0.0
    while not (program.is_done or terminal.end_signal):
        terminal.handle_pending_signals()
        if terminal.needs_redraw or size != terminal.size():
            terminal.needs_redraw = False
            size = terminal.size()
            terminal.write(output.start_screen(*size))
            parser.origin = output.origin
        events: list[Event] = []
        parser.accepts_text = program.accepts_text()
        if data := terminal.read(clock.seconds_until_next_tick()):
            last_input_seconds = time.perf_counter()
            events = repeats.mark_repeats(parser.parse_events(data), last_input_seconds)
        elif (
            parser.flush_timeout_seconds
            and time.perf_counter() - last_input_seconds >= parser.flush_timeout_seconds
        ):
            events = repeats.mark_repeats(parser.flush(), time.perf_counter())
        ticks = clock.take_elapsed_ticks()
        if not (output.is_large_enough and (events or ticks)):
            continue
        run_frame(machine, program, events, ticks)
        machine.display.clear_text()
        program.draw()
        data_to_write = output.encode_frame(
            machine.display, machine.tick, machine.pointer_pos if machine.is_pointer_visible else None
        )
        parser.omitted_row = output.omitted_row
        terminal.write(data_to_write + b"\a" * (isinstance(bell, TerminalBell) and bell.take_ring()))
