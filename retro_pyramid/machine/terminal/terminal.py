"""What terminals of all kinds have in common: opened and left again, signals, size."""

import os
import signal
from abc import ABC, abstractmethod
from collections.abc import Callable
from types import FrameType
from typing import Any, Self

from retro_pyramid.machine.terminal.output import ENTER, LEAVE, UNDERLINE_CURSOR, USUAL_CURSOR
from retro_pyramid.machine.text_layer import COLUMNS, ROWS

HANG_UP = 1
"""The number of SIGHUP, also where there is no such signal: nobody is at the terminal any more."""
Handler = Callable[[int, FrameType | None], None]


class Terminal(ABC):
    """A terminal, in raw mode and on the alternate screen while it is a context.

    Its modes and its screen are restored at the end, at an exception, at a signal, and while the program is stopped.
    A signal is noted and handled between two frames; the same signal a second time raises KeyboardInterrupt, for a
    frame that does not end. Once the line is lost, it may hang up as often as it likes.
    """

    def __init__(self, writing: int) -> None:
        self._writing = writing
        self._handlers: dict[int, Any] = {}
        self.ended = 0
        """The signal that asked for the end, 0 for none yet."""
        self.enter, self.leave = ENTER + UNDERLINE_CURSOR, USUAL_CURSOR + LEAVE
        """What switches to the alternate screen and back; empty where no picture is to be shown."""
        self.anew = True
        """Whether nothing is known of what the terminal shows."""

    @abstractmethod
    def _heeded(self) -> dict[int, Handler]:
        """Return what is done at which signal."""

    @abstractmethod
    def _open(self) -> None:
        """Switch to raw mode, with the signal of Ctrl+C, and to the alternate screen."""

    @abstractmethod
    def _close(self) -> None:
        """Restore the screen and the modes, unless the terminal is gone."""

    @abstractmethod
    def read(self, seconds: float) -> bytes:
        """Wait for input, this long at most; return it, empty when none has come."""

    @abstractmethod
    def write(self, data: bytes) -> None:
        """Write all of it, unless the terminal is gone."""

    def rest(self) -> None:  # noqa: B027 - some terminals have no such signals
        """Do between two frames what signals asked for."""

    def __enter__(self) -> Self:
        for number, handler in self._heeded().items():
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

    def size(self) -> tuple[int, int]:
        """Return the columns and rows there are now, 80x25 where the terminal does not tell."""
        try:
            columns, rows = os.get_terminal_size(self._writing)
        except OSError:
            return COLUMNS, ROWS
        return (columns, rows) if columns and rows else (COLUMNS, ROWS)

    def _end(self, number: int, _: FrameType | None) -> None:
        if self.ended == number != HANG_UP:
            raise KeyboardInterrupt
        self.ended = self.ended or number

    def _gone(self) -> None:
        self.ended = self.ended or HANG_UP
