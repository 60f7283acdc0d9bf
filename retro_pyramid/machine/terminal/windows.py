"""The console of Windows as a terminal: since Windows 10 it takes and sends the sequences that other terminals do.

Sources: Microsoft's "Console Virtual Terminal Sequences", SetConsoleMode, ReadConsoleInput and INPUT_RECORD.
"""

import codecs
import ctypes
import math
import signal
import struct
from typing import Any

from retro_pyramid.machine.host import NoScreen
from retro_pyramid.machine.terminal.terminal import Handler, Terminal

_INPUT, _OUTPUT = -10, -11
_RAW_INPUT = 0x0001 | 0x0080 | 0x0200
"""Ctrl+C is a signal; no lines, no echo, no marking by the mouse; keys and the mouse come as sequences."""
_RAW_OUTPUT = 0x0001 | 0x0004 | 0x0008
"""Sequences are understood, and the end of a line moves nothing."""
_RECORD = struct.Struct("<H2xiHHHHI")
"""An INPUT_RECORD of a key: kind, whether it went down, how often, two codes, a UTF-16 unit, what was held with it."""
_KEY = 1
_MOST_RECORDS = 1024
_MOST_UNITS = 16384
"""Longer texts were too long for consoles of the past."""
_SIGNALED, _TIME_OUT = 0, 0x102


def _kernel32() -> Any:
    kernel = getattr(ctypes, "windll").kernel32  # noqa: B009 - other systems' type checkers know no windll
    kernel.GetStdHandle.restype = ctypes.c_void_p
    return kernel


class Console(Terminal):
    """The console on standard input and output; raises NoScreen where there is none."""

    def __init__(self) -> None:
        super().__init__(1)
        self._kernel = _kernel32()
        self._input, self._output = (
            ctypes.c_void_p(self._kernel.GetStdHandle(number)) for number in (_INPUT, _OUTPUT)
        )
        self._usual = self._mode(self._input, "input"), self._mode(self._output, "output")
        knows = self._set(_RAW_INPUT, _RAW_OUTPUT)
        self._set(*self._usual)
        if not knows:
            raise NoScreen("this console cannot place characters: expected that of Windows 10 or newer")
        self._decoder = codecs.getincrementaldecoder("utf-16-le")("replace")

    def _mode(self, handle: ctypes.c_void_p, name: str) -> int:
        mode = ctypes.c_uint32()
        if not self._kernel.GetConsoleMode(handle, ctypes.byref(mode)):
            raise NoScreen(f"standard {name} is no terminal: expected one for --terminal")
        return mode.value

    def _set(self, reading: int, writing: int) -> bool:
        # The second also where the first is refused: what can be restored is.
        taken = self._kernel.SetConsoleMode(self._input, reading)
        return bool(self._kernel.SetConsoleMode(self._output, writing) and taken)

    def _heeded(self) -> dict[int, Handler]:
        # Ctrl+Break, or the window is closed. Other systems have no such signal.
        ends = (signal.SIGINT, getattr(signal, "SIGBREAK", signal.SIGTERM))
        return dict.fromkeys(ends, self._end)

    def _open(self) -> None:
        if not self._set(_RAW_INPUT, _RAW_OUTPUT):
            self._gone()
        self.write(self.enter)

    def _close(self) -> None:
        self.write(self.leave)
        # Mouse reports that were not read must not become the shell's input.
        self._kernel.FlushConsoleInputBuffer(self._input)
        if not self._set(*self._usual):
            self._gone()

    def read(self, seconds: float) -> bytes:
        # Rounded up: a wait of nothing would be repeated till the next frame is due.
        waited = self._kernel.WaitForSingleObject(self._input, math.ceil(max(0.0, seconds) * 1000))
        if waited == _TIME_OUT:
            return b""
        records = ctypes.create_string_buffer(_RECORD.size * _MOST_RECORDS)
        count = ctypes.c_uint32()
        if waited != _SIGNALED or not self._kernel.ReadConsoleInputW(
            self._input, records, _MOST_RECORDS, ctypes.byref(count)
        ):
            self._gone()
            return b""
        units = b""
        for kind, down, times, _, _, unit, _ in _RECORD.iter_unpack(
            records.raw[: _RECORD.size * count.value]
        ):
            if kind == _KEY and down and unit:
                units += unit.to_bytes(2, "little") * times
        return self._decoder.decode(units).encode()

    def write(self, data: bytes) -> None:
        text = data.decode()
        for start in range(0, len(text), _MOST_UNITS):
            piece = text[start : start + _MOST_UNITS]
            # Our characters are one unit each.
            written = ctypes.c_uint32()
            if not self._kernel.WriteConsoleW(self._output, piece, len(piece), ctypes.byref(written), None):
                self._gone()
                return
