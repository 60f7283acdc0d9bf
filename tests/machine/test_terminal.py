"""The terminal as a host, on a pseudo-terminal: input, output, signals, and that it is left as it was found."""

import os
import signal
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import suppress
from typing import Any, NamedTuple

import pytest

from retro_pyramid.machine.events import Event, Key, Press
from retro_pyramid.machine.host import NoScreen
from retro_pyramid.machine.pc import Machine
from retro_pyramid.machine.terminal.host import (
    REPEAT_SECONDS,
    Bell,
    Held,
    run_terminal,
    terminal_colours,
)
from retro_pyramid.machine.terminal.output import LEAVE
from tests.machine.stage import Act, act_out, nothing
from tests.machine.vt import Vt

termios = pytest.importorskip("termios", reason="this system's terminals are of another kind")
from retro_pyramid.machine.terminal.posix import PosixTerminal  # noqa: E402


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
def pty(monkeypatch: pytest.MonkeyPatch) -> Iterator[Pty]:
    monkeypatch.setenv("TERM", "xterm")
    pair = Pty(*os.openpty())
    pair.size(80, 25)
    yield pair
    for end in pair:
        with suppress(OSError):
            os.close(end)


def run(machine: Machine, pty: Pty, *acts: Callable[[], None]) -> tuple[int, Act, list[Exception | None]]:
    program = Act(machine, acts)
    code, finished = act_out(program, machine, PosixTerminal(pty.program, pty.program))
    return code, program, finished


def test_events_come_in_and_cells_go_out(text_machine: Machine, pty: Pty) -> None:
    os.write(pty.hand, b"\x1b[Aq\x1b[<0;1;1M")
    code, program, finished = run(text_machine, pty, nothing)
    assert (code, finished) == (0, [None])
    assert program.events[:2] == [Key("UP"), Key("q", "q")]
    assert Press(4, 7) in program.events
    seen = pty.seen()
    entered, _, left = seen.partition(b"here")
    assert Vt().feed(entered + b"here").text()[0].startswith("here")
    vt = Vt().feed(entered + b"here" + left)
    assert vt.modes == dict.fromkeys((1049, 1000, 1002, 1003, 1006, 2004), False) | {25: True, 7: True}




def test_a_lone_esc_is_the_key_a_moment_later(text_machine: Machine, pty: Pty) -> None:
    os.write(pty.hand, b"\x1b")

    class Waiting(Act):
        def update(self, events: list[Event], ticks: int) -> None:
            self.events += events
            self.frames.append(events)
            self.done = bool(events) or len(self.frames) > 600

    waiting = Waiting(text_machine, [])
    run_terminal(text_machine, waiting, PosixTerminal(pty.program, pty.program), lambda _: 0)
    assert waiting.events == [Key("ESC")]




def test_presses_that_come_together_are_each_one(text_machine: Machine, pty: Pty) -> None:
    def press(sent: bytes, after: float = 0.0) -> Callable[[], None]:
        def act() -> None:
            time.sleep(after)
            os.write(pty.hand, sent)

        return act

    program = run(
        text_machine,
        pty,
        *(press(b"\r\r"), *[nothing] * 3, press(b"\r", 2 * REPEAT_SECONDS), *[nothing] * 3),
        *(press(b"\x1b[A\raa  "), *[nothing] * 3),
    )[1]
    assert [(event.name, event.repeat) for event in program.events if isinstance(event, Key)] == [
        *[("ENTER", False)] * 3,
        *(("UP", False), ("ENTER", False), ("a", False), ("a", False)),
        *[("SPACE", False)] * 2,
    ]


def test_a_held_key_repeats_also_where_a_late_frame_finds_several_of_it() -> None:
    held = Held()
    came = [(0.0, 1), (0.5, 1), (0.53, 1), (0.6, 3), (0.66, 1), (1.0, 2), (1.005, 1)]
    repeats = [
        [event.repeat for event in held.marked([Key("ENTER")] * count, now) if isinstance(event, Key)]
        for now, count in came
    ]
    assert repeats == [[False], [False], [True], [True] * 3, [True], [False] * 2, [False]]


@pytest.mark.parametrize("typing", [False, True])
def test_pasted_text_is_typed_where_text_is_asked_and_nothing_elsewhere(
    text_machine: Machine, pty: Pty, typing: bool
) -> None:
    os.write(pty.hand, b"\x1b[200~dQy\x1b[201~n")
    program = Act(text_machine, [nothing] * 3)
    program.typing = typing
    run_terminal(text_machine, program, PosixTerminal(pty.program, pty.program), lambda _: 0)
    assert [event.name for event in program.events if isinstance(event, Key)] == [*"dQyn"][
        0 if typing else 3 :
    ]


@pytest.mark.parametrize(
    ("number", "code"), [(signal.SIGTERM, 143), (signal.SIGHUP, 129), (signal.SIGQUIT, 131)]
)
def test_a_signal_ends_the_game_and_restores_the_terminal(
    text_machine: Machine, pty: Pty, number: int, code: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sys, "stderr", sys.stderr)
    before, handler = pty.modes(), signal.getsignal(number)
    raw: list[Any] = []

    def act() -> None:
        raw.append(pty.modes())
        os.kill(os.getpid(), number)

    ended, _, finished = run(text_machine, pty, nothing, act, *[nothing] * 5)
    assert (ended, finished) == (code, [None])
    assert raw != [before]
    assert pty.modes() == before
    assert signal.getsignal(number) == handler




def test_ctrl_c_is_finished_like_an_end_and_told_and_another_one_does_not_stop_that(
    text_machine: Machine, pty: Pty, monkeypatch: pytest.MonkeyPatch
) -> None:
    write = os.write

    def pressed_again(descriptor: int, data: bytes) -> int:
        if LEAVE in data:
            os.kill(os.getpid(), signal.SIGINT)
        return write(descriptor, data)

    before, finished = pty.modes(), list[Exception | None]()
    for after in (write, pressed_again):
        monkeypatch.setattr(os, "write", after)
        program = Act(text_machine, [lambda: os.kill(os.getpid(), signal.SIGINT), *[nothing] * 5])
        with pytest.raises(KeyboardInterrupt):
            run_terminal(text_machine, program, PosixTerminal(pty.program, pty.program), keep(finished))
        assert pty.modes() == before
        pty.seen()
    assert finished == [None, None]


def keep(finished: list[Exception | None]) -> Callable[[Exception | None], int]:
    return lambda error: len(finished.append(error) or ())


def test_a_second_ctrl_c_stops_a_frame_that_will_not_end(text_machine: Machine, pty: Pty) -> None:
    def stuck() -> None:
        while True:
            os.kill(os.getpid(), signal.SIGINT)

    before = pty.modes()
    with pytest.raises(KeyboardInterrupt):
        run(text_machine, pty, stuck)
    assert pty.modes() == before






def test_two_signals_of_one_end_are_finished_as_the_first(
    text_machine: Machine, pty: Pty, monkeypatch: pytest.MonkeyPatch
) -> None:
    def shut_down() -> None:
        os.kill(os.getpid(), signal.SIGTERM)
        os.kill(os.getpid(), signal.SIGHUP)
        os.kill(os.getpid(), signal.SIGCONT)

    before = pty.modes()
    code, _, finished = run(text_machine, pty, shut_down, *[nothing] * 5)
    assert (code, finished) == (143, [None])
    assert pty.modes() == before




def test_an_exception_comes_through_on_a_restored_terminal(text_machine: Machine, pty: Pty) -> None:
    before = pty.modes()

    def fail() -> None:
        raise RuntimeError("broken")

    with pytest.raises(RuntimeError, match="broken"):
        run(text_machine, pty, nothing, fail)
    assert pty.modes() == before
    assert not Vt().feed(pty.seen()).modes[1003]


def test_a_terminal_that_is_gone_ends_the_game(
    text_machine: Machine, pty: Pty, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sys, "stderr", sys.stderr)
    code, _, finished = run(text_machine, pty, nothing, lambda: os.close(pty.hand), *[nothing] * 600)
    assert (code, finished) == (129, [None])


def test_going_on_after_a_stop_shows_all_again(text_machine: Machine, pty: Pty) -> None:
    before: list[bytes] = []

    def go_on() -> None:
        before.append(pty.seen())
        os.kill(os.getpid(), signal.SIGCONT)

    run(text_machine, pty, nothing, nothing, go_on, nothing, nothing)
    assert b"here" in before[0]
    assert b"\x1b[?1049h" in (again := pty.seen())
    assert b"here" in again


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


@pytest.mark.parametrize("heeds", [True, False])
def test_a_terminal_of_24_rows_is_asked_for_25_and_played_in_as_it_is(
    text_machine: Machine, pty: Pty, heeds: bool
) -> None:
    pty.size(80, 24)

    def grow() -> None:
        if heeds:
            pty.size(80, 25)

    def press_below() -> None:
        os.write(pty.hand, b"\x1b[<0;1;%dM" % (25 if heeds else 24))

    _, program, _ = run(text_machine, pty, nothing, grow, nothing, press_below, *[nothing] * 3)
    vt = Vt().feed(pty.seen().partition(LEAVE)[0])
    assert vt.asked == ([(80, 25), (80, 24)] if heeds else [(80, 25)])
    assert vt.text()[0].startswith("here")
    assert Press(4, 24 * 14 + 7) in program.events


def test_refusals_ring_and_songs_do_not(text_machine: Machine, pty: Pty) -> None:
    bell = text_machine.speaker = Bell()

    def sounds() -> None:
        bell.play("refuse", [(896, 167)])
        bell.play("refuse", [(896, 167)])

    def song() -> None:
        bell.play("win", [(587, 55), (370, 55)])

    def silence() -> None:
        bell.on = False
        bell.play("refuse", [(896, 167)])

    run(text_machine, pty, sounds, nothing, song, nothing, silence, nothing)
    assert Vt().feed(pty.seen()).bells == 1
    assert bell.last == "refuse"


# What is no terminal


def test_a_pipe_is_no_terminal(pty: Pty) -> None:
    reading, writing = os.pipe()
    try:
        with pytest.raises(NoScreen, match="standard input is no terminal"):
            PosixTerminal(reading, pty.program)
        with pytest.raises(NoScreen, match="standard output is no terminal"):
            PosixTerminal(pty.program, writing)
    finally:
        os.close(reading)
        os.close(writing)


@pytest.mark.parametrize(("kind", "says"), [("dumb", "TERM is dumb"), ("", "TERM is empty")])
def test_a_terminal_that_cannot_place_characters_is_none(
    pty: Pty, monkeypatch: pytest.MonkeyPatch, kind: str, says: str
) -> None:
    monkeypatch.setenv("TERM", kind)
    with pytest.raises(NoScreen, match=says):
        PosixTerminal(pty.program, pty.program)


def test_a_system_without_such_terminals_says_so(pty: Pty, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "termios", None)
    with pytest.raises(NoScreen, match="expected one with termios"):
        PosixTerminal(pty.program, pty.program)


@pytest.mark.parametrize(
    ("surroundings", "colours"),
    [
        ({}, "16"),
        ({"COLORTERM": "truecolor"}, "rgb"),
        ({"COLORTERM": "24bit"}, "rgb"),
        ({"COLORTERM": "1"}, "16"),
        ({"NO_COLOR": "1", "COLORTERM": "truecolor"}, "none"),
        ({"NO_COLOR": ""}, "16"),
        ({"TERM": "xterm-256color"}, "256"),
        ({"TERM": "xterm-256color", "COLORTERM": "truecolor"}, "rgb"),
    ],
)
def test_the_surroundings_say_which_colours_there_are(
    monkeypatch: pytest.MonkeyPatch, surroundings: dict[str, str], colours: str
) -> None:
    for name in ("NO_COLOR", "COLORTERM", "TERM"):
        monkeypatch.delenv(name, raising=False)
    for name, value in surroundings.items():
        monkeypatch.setenv(name, value)
    assert terminal_colours("linux") == colours
