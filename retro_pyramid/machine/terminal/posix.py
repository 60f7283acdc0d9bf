"""A POSIX terminal: its modes by termios; Ctrl+Z stops the program, and the shell finds the terminal as it was."""

import os
import select
import signal
import sys
from typing import Any

from retro_pyramid.machine.host import NoScreen
from retro_pyramid.machine.terminal.output import ENTER, LEAVE
from retro_pyramid.machine.terminal.terminal import Handler, Terminal

_MOST_BYTES = 65536


class PosixTerminal(Terminal):
    """The terminal on two descriptors; raises NoScreen where there is none."""

    def __init__(self, reading: int = 0, writing: int = 1) -> None:
        super().__init__(writing)
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
        self._reading = reading
        self._usual: list[Any] = self._termios.tcgetattr(reading)
        # The Linux console does not know this sequence and would show its last letter.
        if kind.startswith("linux"):
            self.enter, self.leave = ENTER, LEAVE
        self._stopping = False
        self._opened = False

    def _heeded(self) -> dict[int, Handler]:
        if sys.platform == "win32":
            # Never asked for there; it has no such signals.
            return {}
        ends = (signal.SIGINT, signal.SIGTERM, signal.SIGHUP, signal.SIGQUIT)
        return {signal.SIGTSTP: self._stop, signal.SIGCONT: self._go_on, **dict.fromkeys(ends, self._end)}

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
        self.write(self.enter)

    def _close(self) -> None:
        self.write(self.leave)
        try:
            # Mouse reports that were not read must not become the shell's input.
            self._termios.tcsetattr(self._reading, self._termios.TCSAFLUSH, self._usual)
        except self._termios.error:
            self._gone()

    def rest(self) -> None:
        """Handle what signals asked for, between two frames: stop at Ctrl+Z, and open the terminal again after it."""
        if self._stopping and sys.platform != "win32":
            self._stopping = False
            self._close()
            handler = signal.signal(signal.SIGTSTP, signal.SIG_DFL)
            # Sent to this thread, it stops the program here.
            signal.raise_signal(signal.SIGTSTP)
            signal.signal(signal.SIGTSTP, handler)
            self._opened = False
        if not self._opened:
            self._open()

    def read(self, seconds: float) -> bytes:
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
        try:
            while data:
                data = data[os.write(self._writing, data) :]
        except OSError:
            self._gone()
