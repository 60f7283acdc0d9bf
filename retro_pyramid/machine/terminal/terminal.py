"""Base class of terminals: entering and leaving, signals, size."""

import os
import signal
from abc import ABC, abstractmethod
from collections.abc import Callable
from types import FrameType
from typing import Any, Self

from retro_pyramid.machine.terminal.output import (
    DEFAULT_CURSOR_SEQUENCE,
    ENTER_SEQUENCE,
    LEAVE_SEQUENCE,
    UNDERLINE_CURSOR_SEQUENCE,
)
from retro_pyramid.machine.text_layer import COLUMNS, ROWS

SIGHUP_NUMBER = 1
"""Number of SIGHUP, which means that the terminal is gone; defined here also for platforms without that signal."""
SignalHandler = Callable[[int, FrameType | None], None]


class Terminal(ABC):
    """A terminal that is in raw mode and on the alternate screen while it is used as a context manager.

    Modes and screen are restored at the end, after an exception or a signal, and while the process is stopped.
    A signal is recorded and handled between two frames. The same signal a second time raises KeyboardInterrupt, in case a
    frame does not end; a repeated SIGHUP does not, since the connection is lost already.
    """

    def __init__(self, writing: int) -> None:
        self._output_fd = writing
        self._old_handlers: dict[int, Any] = {}
        self.end_signal = 0
        """Number of the signal that requested the end, or 0."""
        self.enter_sequence, self.leave_sequence = (
            ENTER_SEQUENCE + UNDERLINE_CURSOR_SEQUENCE,
            DEFAULT_CURSOR_SEQUENCE + LEAVE_SEQUENCE,
        )
        """Sequences that switch to the alternate screen and back; empty if no picture is shown."""
        self.needs_redraw = True
        """Whether the content of the terminal is unknown, so that all of it must be written."""

    @abstractmethod
    def _signal_handlers(self) -> dict[int, SignalHandler]:
        """Return the handlers to install, by signal number."""

    @abstractmethod
    def _open(self) -> None:
        """Switch to raw mode, in which Ctrl+C still sends its signal, and to the alternate screen."""

    @abstractmethod
    def _close(self) -> None:
        """Restore the screen and the modes, unless the terminal is gone."""

    @abstractmethod
    def read(self, timeout_seconds: float) -> bytes:
        """Wait for input, at most this long, and return it. Returns empty bytes if there is none."""

    @abstractmethod
    def write(self, data: bytes) -> None:
        """Write all data, unless the terminal is gone."""

    def handle_pending_signals(self) -> None:  # noqa: B027 - some terminals have no such signals
        """Act on recorded stop and continue signals; called between two frames."""

    def __enter__(self) -> Self:
        for signum, handler in self._signal_handlers().items():
            self._old_handlers[signum] = signal.signal(signum, handler)
        self._open()
        return self

    def __exit__(self, *_: object) -> None:
        for signum in self._old_handlers:
            # No handler may run until the terminal is restored.
            signal.signal(signum, signal.SIG_IGN)
        self._close()
        for signum, handler in self._old_handlers.items():
            signal.signal(signum, handler)

    def size(self) -> tuple[int, int]:
        """Return the current columns and rows, or 80x25 if the terminal does not report them."""
        try:
            columns, rows = os.get_terminal_size(self._output_fd)
        except OSError:
            return COLUMNS, ROWS
        return (columns, rows) if columns and rows else (COLUMNS, ROWS)

    def _on_end_signal(self, signum: int, _: FrameType | None) -> None:
        if self.end_signal == signum != SIGHUP_NUMBER:
            raise KeyboardInterrupt
        self.end_signal = self.end_signal or signum

    def _mark_lost(self) -> None:
        self.end_signal = self.end_signal or SIGHUP_NUMBER
