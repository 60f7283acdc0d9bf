"""The terminal as a host, on a pseudo-terminal: input, output, signals, and that it is left as it was found."""

import os
import signal
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import suppress
from typing import Any, NamedTuple

import pytest

from retro_pyramid.machine.events import Event, KeyPress, MousePress
from retro_pyramid.machine.host import DisplayUnavailableError
from retro_pyramid.machine.pc import Machine
from retro_pyramid.machine.terminal.output import LEAVE_SEQUENCE
from retro_pyramid.machine.terminal.terminal_loop import (
    MAX_REPEAT_SECONDS,
    KeyRepeatDetector,
    TerminalBell,
    detect_colour_support,
    run_terminal,
)
from tests.machine.stage import Act, act_out, nothing
from tests.machine.vt import Vt

termios = pytest.importorskip("termios", reason="this system's terminals are of another kind")
from retro_pyramid.machine.terminal.posix import PosixTerminal  # noqa: E402

Patch = pytest.MonkeyPatch


class Pty(NamedTuple):
    """Both ends: the hand's and the program's."""

    hand: int
    program: int

    def modes(self) -> list[Any]:
        modes: list[Any] = termios.tcgetattr(self.program)
        return modes

    def size(self, columns: int, rows: int) -> None:
        termios.tcsetwinsize(self.hand, (rows, columns))

    def seen(self) -> bytes:
        """What the program has written up to now; a pseudo-terminal holds some thousand bytes."""
        os.set_blocking(self.hand, False)
        data = b""
        try:
            while piece := os.read(self.hand, 65536):
                data += piece
        except OSError:
            pass
        return data


@pytest.fixture
def pty(monkeypatch: Patch) -> Iterator[Pty]:
    monkeypatch.setenv("TERM", "xterm")
    pair = Pty(*os.openpty())
    pair.size(80, 25)
    yield pair
    for end in pair:
        with suppress(OSError):
            os.close(end)


def run(machine: Machine, pty: Pty, *acts: Callable[[], object]) -> tuple[int, Act, list[Exception | None]]:
    """Run a program, which may end as it likes: the terminal is left as it was found, every mode and handler."""
    numbers = (signal.SIGINT, signal.SIGTERM, signal.SIGHUP, signal.SIGQUIT, signal.SIGCONT)
    before, handlers = pty.modes(), [signal.getsignal(number) for number in numbers]
    program, during = Act(machine, acts), list[list[Any]]()
    program.acts.insert(0, lambda: during.append(pty.modes()))
    try:
        code, finished = act_out(program, machine, PosixTerminal(pty.program, pty.program))
    finally:
        assert pty.modes() == before != during[0]
        assert [signal.getsignal(number) for number in numbers] == handlers
    return code, program, finished


def kill(*numbers: int) -> Callable[[], None]:
    def act() -> None:
        for number in numbers:
            os.kill(os.getpid(), number)

    return act


def test_events_come_in_and_cells_go_out(text_machine: Machine, pty: Pty) -> None:
    os.write(pty.hand, b"\x1b[Aq\x1b[<0;1;1M")
    code, program, finished = run(text_machine, pty, nothing)
    assert (code, finished) == (0, [None])
    assert program.events[:2] == [KeyPress("UP"), KeyPress("q", "q")]
    assert MousePress(4, 7) in program.events
    entered, _, left = pty.seen().partition(b"here")
    assert Vt().feed(entered + b"here").text()[0].startswith("here")
    vt = Vt().feed(entered + b"here" + left)
    assert vt.modes == dict.fromkeys((1049, 1000, 1002, 1003, 1006, 2004), False) | {25: True, 7: True}


def test_a_lone_esc_is_the_key_a_moment_later(text_machine: Machine, pty: Pty) -> None:
    os.write(pty.hand, b"\x1b")

    class Waiting(Act):
        def update(self, events: list[Event], ticks: int) -> None:
            self.events += events
            self.frames.append(events)
            self.is_done = bool(events) or len(self.frames) > 600

    waiting = Waiting(text_machine, [])
    run_terminal(text_machine, waiting, PosixTerminal(pty.program, pty.program), lambda _: 0)
    assert waiting.events == [KeyPress("ESC")]


def test_presses_that_come_together_are_each_one(text_machine: Machine, pty: Pty) -> None:
    def press(sent: bytes, after: float = 0.0) -> list[Callable[[], object]]:
        return [lambda: time.sleep(after), lambda: os.write(pty.hand, sent), *[nothing] * 3]

    acts = press(b"\r\r") + press(b"\r", 2 * MAX_REPEAT_SECONDS) + press(b"\x1b[A\raa  ")
    events = run(text_machine, pty, *acts)[1].events
    assert [event.name for event in events if isinstance(event, KeyPress) and not event.is_repeat] == [
        *("ENTER", "ENTER", "ENTER", "UP", "ENTER", "a", "a", "SPACE", "SPACE")
    ]


def test_a_held_key_repeats_also_where_a_late_frame_finds_several_of_it() -> None:
    held = KeyRepeatDetector()
    came = [(0.0, 1), (0.5, 1), (0.53, 1), (0.6, 3), (0.66, 1), (1.0, 2), (1.005, 1)]
    repeats = [
        [
            event.is_repeat
            for event in held.mark_repeats([KeyPress("ENTER")] * count, now)
            if isinstance(event, KeyPress)
        ]
        for now, count in came
    ]
    assert repeats == [[False], [False], [True], [True] * 3, [True], [False] * 2, [False]]


@pytest.mark.parametrize(("typing", "typed"), [(False, "n"), (True, "dQyn")])
def test_pasted_text_is_typed_where_text_is_asked(
    text_machine: Machine, pty: Pty, typing: bool, typed: str
) -> None:
    os.write(pty.hand, b"\x1b[200~dQy\x1b[201~n")
    program = Act(text_machine, [nothing] * 3)
    program.typing = typing
    run_terminal(text_machine, program, PosixTerminal(pty.program, pty.program), lambda _: 0)
    assert "".join(event.name for event in program.events if isinstance(event, KeyPress)) == typed


@pytest.mark.parametrize(
    ("numbers", "code"),
    [
        ([signal.SIGTERM], 143),
        ([signal.SIGHUP], 129),
        ([signal.SIGQUIT], 131),
        ([signal.SIGTERM, signal.SIGHUP, signal.SIGCONT], 143),
    ],
)
def test_a_signal_ends_the_game(
    text_machine: Machine, pty: Pty, numbers: list[int], code: int, monkeypatch: Patch
) -> None:
    monkeypatch.setattr(sys, "stderr", sys.stderr)
    ended, _, finished = run(text_machine, pty, nothing, kill(*numbers), *[nothing] * 5)
    assert (ended, finished) == (code, [None])


def test_a_line_that_hangs_up_again_while_all_is_kept_cuts_nothing_off(
    text_machine: Machine, pty: Pty, monkeypatch: Patch
) -> None:
    monkeypatch.setattr(sys, "stderr", sys.stderr)
    kept = []

    def finish(_: Exception | None) -> int:
        kill(signal.SIGHUP)()
        kept.append("all")
        return 0

    program = Act(text_machine, [kill(signal.SIGHUP, signal.SIGHUP), *[nothing] * 3])
    assert run_terminal(text_machine, program, PosixTerminal(pty.program, pty.program), finish) == 129
    assert kept == ["all"]


@pytest.mark.parametrize("again", [False, True], ids=["once", "again while it is restored"])
def test_ctrl_c_is_an_end_and_told(text_machine: Machine, pty: Pty, again: bool, monkeypatch: Patch) -> None:
    write = os.write

    def pressed_again(descriptor: int, data: bytes) -> int:
        if again and LEAVE_SEQUENCE in data:
            os.kill(os.getpid(), signal.SIGINT)
        return write(descriptor, data)

    monkeypatch.setattr(os, "write", pressed_again)
    acted: list[None] = []
    with pytest.raises(KeyboardInterrupt):
        run(text_machine, pty, kill(signal.SIGINT), *[lambda: acted.append(None)] * 5)
    assert len(acted) < 5


def test_a_second_ctrl_c_stops_a_frame_that_will_not_end(text_machine: Machine, pty: Pty) -> None:
    def stuck() -> None:
        while True:
            os.kill(os.getpid(), signal.SIGINT)

    with pytest.raises(KeyboardInterrupt):
        run(text_machine, pty, stuck)


def test_an_exception_comes_through_on_a_restored_terminal(text_machine: Machine, pty: Pty) -> None:
    def fail() -> None:
        raise RuntimeError("broken")

    with pytest.raises(RuntimeError, match="broken"):
        run(text_machine, pty, nothing, fail)
    assert not Vt().feed(pty.seen()).modes[1003]


def test_a_terminal_that_is_gone_ends_the_game(text_machine: Machine, pty: Pty, monkeypatch: Patch) -> None:
    monkeypatch.setattr(sys, "stderr", sys.stderr)
    program = Act(text_machine, [nothing, lambda: os.close(pty.hand), *[nothing] * 600])
    assert act_out(program, text_machine, PosixTerminal(pty.program, pty.program)) == (129, [None])


def test_going_on_after_a_stop_shows_all_again(text_machine: Machine, pty: Pty) -> None:
    seen: list[bytes] = []
    again = kill(signal.SIGCONT)
    run(text_machine, pty, nothing, nothing, lambda: seen.append(pty.seen()), again, nothing, nothing)
    for part in (*seen, pty.seen()):
        assert b"\x1b[?1049h" in part
        assert b"here" in part


def test_on_a_terminal_too_small_the_game_waits(text_machine: Machine, pty: Pty) -> None:
    def shrink() -> None:
        pty.size(60, 20)
        signal.signal(signal.SIGALRM, lambda *_: pty.size(90, 30))
        signal.setitimer(signal.ITIMER_REAL, 0.3)

    try:
        run(text_machine, pty, nothing, shrink, *[nothing] * 3)
    finally:
        signal.signal(signal.SIGALRM, signal.SIG_DFL)
    seen = pty.seen().decode()
    small = seen.index("Here are 60x20 characters,")
    assert "here" not in seen[small : seen.index("\x1b[2J", small)]
    # It goes on in the middle of the larger one.
    assert "\x1b[3;6H" in seen[small:]


@pytest.mark.parametrize(
    ("rows", "asked"), [(25, [(80, 25), (80, 24)]), (24, [(80, 25)])], ids=["heeds", "heeds not"]
)
def test_a_terminal_of_24_rows_is_asked_for_25(
    text_machine: Machine, pty: Pty, rows: int, asked: list[tuple[int, int]]
) -> None:
    pty.size(80, 24)
    acts = [lambda: pty.size(80, rows), nothing, lambda: os.write(pty.hand, b"\x1b[<0;1;%dM" % rows)]
    _, program, _ = run(text_machine, pty, *acts, *[nothing] * 3)
    vt = Vt().feed(pty.seen().partition(LEAVE_SEQUENCE)[0])
    assert vt.asked == asked
    assert vt.text()[0].startswith("here")
    assert MousePress(4, 24 * 14 + 7) in program.events


def test_refusals_ring_and_songs_do_not(text_machine: Machine, pty: Pty) -> None:
    bell = text_machine.speaker = TerminalBell()
    song = [(587, 55), (370, 55)]

    def refuse_twice() -> None:
        for _ in range(2):
            bell.play("refuse", song[:1])

    acts = [refuse_twice, nothing, lambda: bell.play("win", song), nothing]
    run(text_machine, pty, *acts, lambda: setattr(bell, "is_enabled", False), refuse_twice, nothing)
    assert Vt().feed(pty.seen()).bells == 1
    assert bell.last_tune_name == "refuse"


# What is no terminal


def test_a_pipe_is_no_terminal(pty: Pty) -> None:
    reading, writing = os.pipe()
    with os.fdopen(reading), os.fdopen(writing, "w"):
        with pytest.raises(DisplayUnavailableError, match="standard input is no terminal"):
            PosixTerminal(reading, pty.program)
        with pytest.raises(DisplayUnavailableError, match="standard output is no terminal"):
            PosixTerminal(pty.program, writing)


def test_what_cannot_place_characters_is_no_terminal(pty: Pty, monkeypatch: Patch) -> None:
    for kind, says in (("dumb", "TERM is dumb"), ("", "TERM is empty")):
        monkeypatch.setenv("TERM", kind)
        with pytest.raises(DisplayUnavailableError, match=says):
            PosixTerminal(pty.program, pty.program)
    monkeypatch.setenv("TERM", "xterm")
    monkeypatch.setitem(sys.modules, "termios", None)
    with pytest.raises(DisplayUnavailableError, match="expected one with termios"):
        PosixTerminal(pty.program, pty.program)


@pytest.mark.parametrize(
    ("surroundings", "colours"),
    [
        ("PLAIN=", "16"),
        ("COLORTERM=truecolor", "rgb"),
        ("COLORTERM=24bit", "rgb"),
        ("COLORTERM=1", "16"),
        ("NO_COLOR=1 COLORTERM=truecolor", "none"),
        ("NO_COLOR=", "16"),
        ("TERM=xterm-256color", "256"),
        ("TERM=xterm-256color COLORTERM=truecolor", "rgb"),
    ],
)
def test_which_colours_there_are(monkeypatch: Patch, surroundings: str, colours: str) -> None:
    for name in ("NO_COLOR", "COLORTERM", "TERM"):
        monkeypatch.delenv(name, raising=False)
    for word in surroundings.split():
        monkeypatch.setenv(*word.split("="))
    assert detect_colour_support("linux") == colours
