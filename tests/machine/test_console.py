"""The console of Windows as a terminal, with the system's functions stood in for: modes, keys, what is written, its end."""

import ctypes
import signal
import struct
import sys
from collections.abc import Callable
from types import SimpleNamespace
from typing import Any

import pytest

from retro_pyramid.machine.events import KeyPress, MousePress
from retro_pyramid.machine.host import DisplayUnavailableError
from retro_pyramid.machine.pc import Machine
from retro_pyramid.machine.terminal.terminal_loop import detect_colour_support, open_terminal
from tests.machine.stage import Act, act_out, nothing
from tests.machine.vt import Vt

Patch = pytest.MonkeyPatch
INPUT, OUTPUT = 101, 102
USUAL = {INPUT: 0x1F7, OUTPUT: 0x3}
"""What a shell of Windows leaves: lines, echo, the mouse marks."""
LINES, ECHO, MARKING, EXTENDED, SEQUENCES_IN = 0x2, 0x4, 0x40, 0x80, 0x200
PROCESSED, SEQUENCES_OUT = 0x1, 0x4


def record(unit: bytes, down: bool = True, times: int = 1, kind: int = 1) -> bytes:
    """INPUT_RECORD with a KEY_EVENT_RECORD in it, as Microsoft's documents lay it out."""
    return struct.pack("<HHiHHH", kind, 0xDEAD, down, times, 0, 0) + unit + bytes(4)


class Kernel:
    """As much of kernel32.dll as a terminal needs: a console with its two buffers, or what was redirected."""

    def __init__(self) -> None:
        self.modes = dict(USUAL)
        self.waiting: list[bytes] = []
        self.written = ""
        self.longest = 0
        self.flushed: list[int] = []
        self.waits: list[int] = []
        self.knows = True
        self.gone = False
        self.GetStdHandle = lambda number: {-10: INPUT, -11: OUTPUT}[number]

    def GetConsoleMode(self, handle: ctypes.c_void_p, mode: Any) -> int:
        if self.gone or handle.value not in self.modes:
            return 0
        mode._obj.value = self.modes[handle.value]
        return 1

    def SetConsoleMode(self, handle: ctypes.c_void_p, mode: int) -> int:
        if self.gone or handle.value is None or (not self.knows and mode & SEQUENCES_IN):
            return 0
        self.modes[handle.value] = mode
        return 1

    def WaitForSingleObject(self, handle: ctypes.c_void_p, milliseconds: int) -> int:
        assert handle.value == INPUT
        self.waits.append(milliseconds)
        return 0 if self.waiting or self.gone else 0x102

    def ReadConsoleInputW(self, handle: ctypes.c_void_p, records: Any, most: int, count: Any) -> int:
        assert handle.value == INPUT
        if self.gone:
            return 0
        taken, self.waiting = self.waiting[:most], self.waiting[most:]
        ctypes.memmove(records, b"".join(taken), 20 * len(taken))
        count._obj.value = len(taken)
        return 1

    def WriteConsoleW(
        self, handle: ctypes.c_void_p, text: str, length: int, written: Any, nothing: None
    ) -> int:
        assert (handle.value, nothing) == (OUTPUT, None)
        assert len(text.encode("utf-16-le")) == 2 * length
        if self.gone:
            return 0
        self.written += text
        self.longest = max(self.longest, length)
        written._obj.value = length
        return 1

    def FlushConsoleInputBuffer(self, handle: ctypes.c_void_p) -> int:
        assert handle.value == INPUT
        self.flushed.append(len(self.waiting))
        return 1

    def send(self, text: str) -> None:
        units = text.encode("utf-16-le")
        for at in range(0, len(units), 2):
            self.waiting += [record(units[at : at + 2], down) for down in (True, False)]


@pytest.fixture
def kernel(monkeypatch: Patch) -> Kernel:
    stood_in = Kernel()
    monkeypatch.setattr(ctypes, "windll", SimpleNamespace(kernel32=stood_in), raising=False)
    return stood_in


def run(machine: Machine, *acts: Callable[[], object]) -> tuple[int, Act, list[Exception | None]]:
    program = Act(machine, acts, "here ♥")
    code, finished = act_out(program, machine, open_terminal("win32"))
    return code, program, finished


def test_sequences_come_in_and_cells_go_out(text_machine: Machine, kernel: Kernel) -> None:
    during: list[dict[int, int]] = []
    kernel.modes[INPUT] |= MARKING
    before = dict(kernel.modes)
    kernel.send("\x1b[Aqé\x1b[<0;1;1M")
    acts = [lambda: during.append(dict(kernel.modes)), lambda: kernel.send("del *")]
    code, program, finished = run(text_machine, *acts)
    assert (code, finished) == (0, [None])
    assert program.events[:3] == [KeyPress("UP"), KeyPress("q", "q"), KeyPress("é", "é")]
    assert MousePress(4, 7) in program.events
    entered, _, left = kernel.written.partition("here ♥")
    vt = Vt().feed(f"{entered}here ♥".encode())
    assert vt.text()[0].startswith("here ♥")
    assert not any(vt.feed(left.encode()).modes[mode] for mode in (1049, 1003, 1006))
    # While it plays the console takes and sends sequences and keeps Ctrl+C.
    reading, writing = during[0][INPUT], during[0][OUTPUT]
    assert reading & (PROCESSED | EXTENDED | SEQUENCES_IN) == PROCESSED | EXTENDED | SEQUENCES_IN
    assert not reading & (LINES | ECHO | MARKING)
    assert writing & (PROCESSED | SEQUENCES_OUT) == PROCESSED | SEQUENCES_OUT
    assert kernel.modes == before
    assert len(kernel.flushed) == 1, "what was not read does not become the shell's"


def test_a_key_that_comes_up_a_shift_alone_and_other_records_say_nothing(kernel: Kernel) -> None:
    terminal = open_terminal("win32")
    focus, window = 16, 4
    kernel.waiting = [
        *(record(b"a\0"), record(b"a\0", down=False), record(b"\0\0")),
        *(record(b"x\0", kind=focus), record(b"y\0", kind=window), record(b"b\0", times=3)),
    ]
    assert (terminal.read(1), terminal.read(0.0155)) == (b"abbb", b"")
    assert kernel.waits == [1000, 16]
    # A character of two units may be cut.
    kernel.send("😀")
    down, kernel.waiting = kernel.waiting[2:], kernel.waiting[:2]
    assert terminal.read(0) == b""
    kernel.waiting = down
    assert terminal.read(0) == "😀".encode()


def test_long_output_goes_in_pieces_that_every_console_takes(kernel: Kernel) -> None:
    open_terminal("win32").write(("═" * 50_000).encode())
    assert kernel.written == "═" * 50_000
    assert kernel.longest < 20_000


def test_ctrl_c_ctrl_break_and_a_console_that_is_gone_end_the_game(
    text_machine: Machine, kernel: Kernel, monkeypatch: Patch
) -> None:
    before = signal.getsignal(signal.SIGINT)
    with pytest.raises(KeyboardInterrupt):
        run(text_machine, lambda: signal.raise_signal(signal.SIGINT), *[nothing] * 5)
    assert kernel.modes == USUAL
    assert signal.getsignal(signal.SIGINT) == before
    # A number that this system has free stands in for one that it has not.
    number = int(getattr(signal, "SIGBREAK", getattr(signal, "SIGUSR1", 0)))
    monkeypatch.setattr(signal, "SIGBREAK", number, raising=False)
    code, _, finished = run(text_machine, lambda: signal.raise_signal(number), *[nothing] * 5)
    assert (code, finished, kernel.modes) == (128 + number, [None], USUAL)
    monkeypatch.setattr(sys, "stderr", sys.stderr)
    code, _, finished = run(text_machine, lambda: setattr(kernel, "gone", True), *[nothing] * 600)
    assert (code, finished) == (129, [None])


def test_what_is_redirected_or_knows_no_sequences_says_so_and_is_left_as_it_was(kernel: Kernel) -> None:
    for handle, name in ((INPUT, "input"), (OUTPUT, "output")):
        kernel.modes = {one: mode for one, mode in USUAL.items() if one != handle}
        with pytest.raises(
            DisplayUnavailableError, match=f"standard {name} is no terminal: expected one for --terminal"
        ):
            open_terminal("win32")
    kernel.modes, kernel.knows = dict(USUAL), False
    with pytest.raises(DisplayUnavailableError, match="expected that of Windows 10 or newer"):
        open_terminal("win32")
    assert kernel.modes == USUAL


def test_a_console_shows_the_exact_colours(monkeypatch: Patch) -> None:
    for name in ("NO_COLOR", "COLORTERM", "TERM"):
        monkeypatch.delenv(name, raising=False)
    assert detect_colour_support("win32") == "rgb"
    monkeypatch.setenv("NO_COLOR", "1")
    assert detect_colour_support("win32") == "none"
