"""POSIX terminal, controlled by termios. Ctrl+Z stops the process and restores the terminal for the shell."""

import os
import select
import signal
import sys
from typing import Any

from retro_pyramid.machine.host import DisplayUnavailableError
from retro_pyramid.machine.terminal.output import ENTER_SEQUENCE, LEAVE_SEQUENCE
from retro_pyramid.machine.terminal.terminal import SignalHandler, Terminal

_MAX_READ_BYTES = 65536


class PosixTerminal(Terminal):
    """The terminal on two file descriptors; raises DisplayUnavailableError if they are no usable terminal."""

    def __init__(self, input_fd: int = 0, output_fd: int = 1) -> None:
        super().__init__(output_fd)
        for fd, name in ((input_fd, "input"), (output_fd, "output")):
            if not os.isatty(fd):
                raise DisplayUnavailableError(f"standard {name} is no terminal: expected one for --terminal")
        try:
            import termios
            import tty
        except ImportError:
            raise DisplayUnavailableError(
                "this system's terminals cannot be played in: expected one with termios"
            ) from None
        term = os.environ.get("TERM", "")
        if term in ("", "dumb"):
            raise DisplayUnavailableError(
                f"TERM is {term or 'empty'}: expected a terminal that can place characters"
            )
        self._termios: Any = termios
        self._tty: Any = tty
        self._input_fd = input_fd
        self._original_modes: list[Any] = self._termios.tcgetattr(input_fd)
        # The Linux console does not know the cursor sequence and would show its last letter.
        if term.startswith("linux"):
            self.enter_sequence, self.leave_sequence = ENTER_SEQUENCE, LEAVE_SEQUENCE
        self._should_stop = False
        self._is_open = False

    def _signal_handlers(self) -> dict[int, SignalHandler]:
        if sys.platform == "win32":
            # Never called there, but these signals do not exist, so type checkers would complain.
            return {}
        end_signals = (signal.SIGINT, signal.SIGTERM, signal.SIGHUP, signal.SIGQUIT)
        return {
            signal.SIGTSTP: self._on_stop,
            signal.SIGCONT: self._on_continue,
            **dict.fromkeys(end_signals, self._on_end_signal),
        }

    def _on_stop(self, *_: object) -> None:
        self._should_stop = True

    def _on_continue(self, *_: object) -> None:
        # The shell may have set its own modes and written to the screen.
        self._is_open = False

    def _open(self) -> None:
        """Switch to raw mode, in which Ctrl+C and Ctrl+Z still send their signals, and to the alternate screen."""
        termios = self._termios
        self._is_open = self.needs_redraw = True
        try:
            self._tty.setraw(self._input_fd, termios.TCSADRAIN)
            modes = termios.tcgetattr(self._input_fd)
            modes[3] |= termios.ISIG
            termios.tcsetattr(self._input_fd, termios.TCSADRAIN, modes)
        except termios.error:
            self._mark_lost()
        self.write(self.enter_sequence)

    def _close(self) -> None:
        self.write(self.leave_sequence)
        try:
            # TCSAFLUSH: unread mouse reports must not become the shell's input.
            self._termios.tcsetattr(self._input_fd, self._termios.TCSAFLUSH, self._original_modes)
        except self._termios.error:
            self._mark_lost()

    def handle_pending_signals(self) -> None:
        """Stop the process after Ctrl+Z, and open the terminal again after the process has been continued."""
        if self._should_stop and sys.platform != "win32":
            self._should_stop = False
            self._close()
            handler = signal.signal(signal.SIGTSTP, signal.SIG_DFL)
            # raise_signal sends it to this thread, so the process stops here.
            signal.raise_signal(signal.SIGTSTP)
            signal.signal(signal.SIGTSTP, handler)
            self._is_open = False
        if not self._is_open:
            self._open()

    def read(self, timeout_seconds: float) -> bytes:
        try:
            if not select.select([self._input_fd], [], [], max(0.0, timeout_seconds))[0]:
                return b""
            data = os.read(self._input_fd, _MAX_READ_BYTES)
        except OSError:
            data = b""
        if not data:
            self._mark_lost()
        return data

    def write(self, data: bytes) -> None:
        try:
            while data:
                data = data[os.write(self._output_fd, data) :]
        except OSError:
            self._mark_lost()
