"""The Windows console as a terminal: since Windows 10 it supports the control sequences of other terminals.

Sources: Microsoft's "Console Virtual Terminal Sequences", SetConsoleMode, ReadConsoleInput and INPUT_RECORD.
"""

import codecs
import ctypes
import math
import signal
import struct
from typing import Any

from retro_pyramid.machine.host import DisplayUnavailableError
from retro_pyramid.machine.terminal.terminal import SignalHandler, Terminal

_INPUT, _OUTPUT = -10, -11
_RAW_INPUT = 0x0001 | 0x0080 | 0x0200
"""Ctrl+C sends a signal; no line input, echo or mouse selection; keys and mouse are reported as sequences."""
_RAW_OUTPUT = 0x0001 | 0x0004 | 0x0008
"""Control sequences are processed; no wrap at the last column, and no carriage return at a line feed."""
_RECORD = struct.Struct("<H2xiHHHHI")
"""An INPUT_RECORD of a key: type, whether it went down, repeat count, two codes, a UTF-16 unit, modifiers."""
_KEY_EVENT = 1
_MAX_RECORDS = 1024
_MAX_UNITS = 16384
"""Maximum UTF-16 units in a write; older consoles refused longer texts."""
_WAIT_SIGNALED, _WAIT_TIMEOUT = 0, 0x102


def _kernel32() -> Any:
    kernel = getattr(ctypes, "windll").kernel32  # noqa: B009 - other systems' type checkers know no windll
    kernel.GetStdHandle.restype = ctypes.c_void_p
    return kernel


class WindowsConsole(Terminal):
    """The console on standard input and output; raises DisplayUnavailableError if they are no usable console."""

    def __init__(self) -> None:
        super().__init__(1)
        self._kernel = _kernel32()
        self._input, self._output = (
            ctypes.c_void_p(self._kernel.GetStdHandle(handle_id)) for handle_id in (_INPUT, _OUTPUT)
        )
        self._original_modes = self._get_mode(self._input, "input"), self._get_mode(self._output, "output")
        is_supported = self._set_modes(_RAW_INPUT, _RAW_OUTPUT)
        self._set_modes(*self._original_modes)
        if not is_supported:
            raise DisplayUnavailableError(
                "this console cannot place characters: expected that of Windows 10 or newer"
            )
        self._decoder = codecs.getincrementaldecoder("utf-16-le")("replace")

    def _get_mode(self, handle: ctypes.c_void_p, name: str) -> int:
        mode = ctypes.c_uint32()
        if not self._kernel.GetConsoleMode(handle, ctypes.byref(mode)):
            raise DisplayUnavailableError(f"standard {name} is no terminal: expected one for --terminal")
        return mode.value

    def _set_modes(self, input_mode: int, output_mode: int) -> bool:
        # The output mode is set even if the input mode is refused, so that as much as possible is restored.
        input_mode_set = self._kernel.SetConsoleMode(self._input, input_mode)
        return bool(self._kernel.SetConsoleMode(self._output, output_mode) and input_mode_set)

    def _signal_handlers(self) -> dict[int, SignalHandler]:
        # SIGBREAK: Ctrl+Break, or the window is closed. Other systems have no such signal.
        end_signals = (signal.SIGINT, getattr(signal, "SIGBREAK", signal.SIGTERM))
        return dict.fromkeys(end_signals, self._on_end_signal)

    def _open(self) -> None:
        if not self._set_modes(_RAW_INPUT, _RAW_OUTPUT):
            self._mark_lost()
        self.write(self.enter_sequence)

    def _close(self) -> None:
        self.write(self.leave_sequence)
        # Unread mouse reports must not become the shell's input.
        self._kernel.FlushConsoleInputBuffer(self._input)
        if not self._set_modes(*self._original_modes):
            self._mark_lost()

    def read(self, timeout_seconds: float) -> bytes:
        # Rounded up: a wait of 0 ms would be repeated in a busy loop until the next frame is due.
        wait_result = self._kernel.WaitForSingleObject(
            self._input, math.ceil(max(0.0, timeout_seconds) * 1000)
        )
        if wait_result == _WAIT_TIMEOUT:
            return b""
        records = ctypes.create_string_buffer(_RECORD.size * _MAX_RECORDS)
        count = ctypes.c_uint32()
        if wait_result != _WAIT_SIGNALED or not self._kernel.ReadConsoleInputW(
            self._input, records, _MAX_RECORDS, ctypes.byref(count)
        ):
            self._mark_lost()
            return b""
        units = b""
        for event_type, is_down, repeat_count, _, _, unit, _ in _RECORD.iter_unpack(
            records.raw[: _RECORD.size * count.value]
        ):
            if event_type == _KEY_EVENT and is_down and unit:
                units += unit.to_bytes(2, "little") * repeat_count
        return self._decoder.decode(units).encode()

    def write(self, data: bytes) -> None:
        text = data.decode()
        for start in range(0, len(text), _MAX_UNITS):
            chunk = text[start : start + _MAX_UNITS]
            # All characters of the game are one UTF-16 unit each.
            written = ctypes.c_uint32()
            if not self._kernel.WriteConsoleW(self._output, chunk, len(chunk), ctypes.byref(written), None):
                self._mark_lost()
                return
