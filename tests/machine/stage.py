"""A program that does nothing but keep what it is told; for tests of what drives programs."""

from collections.abc import Callable, Sequence

from retro_pyramid.machine.events import Event, MouseMotion, MousePress, MouseRelease
from retro_pyramid.machine.pc import Machine
from retro_pyramid.machine.targets import Target
from retro_pyramid.machine.terminal.terminal import Terminal
from retro_pyramid.machine.terminal.terminal_loop import run_terminal


def click(x: int, y: int, button: int = 1) -> list[Event]:
    return [MouseMotion(x, y), MousePress(x, y, button), MouseRelease(x, y, button)]


class Stage:
    """Three targets and a finite animation of `busy_ticks`; `done` after event number `last`."""

    typing = False
    moving = True

    def __init__(self, busy_ticks: int = 0, last: int | None = None) -> None:
        self.is_done = False
        self.frames: list[list[Event]] = []
        self.ticks = 0
        self.draws = 0
        self.busy_ticks = busy_ticks
        self._last = last

    def update(self, events: list[Event], ticks: int) -> None:
        self.frames.append(events)
        self.ticks += ticks
        self.is_done = len(self.frames) == self._last

    def draw(self) -> None:
        self.draws += 1

    def targets(self) -> list[Target]:
        return [
            Target("stock", (10, 20, 64, 64)),
            Target("card:11", (100, 100, 64, 64), False),
            Target("card:22", (100, 120, 64, 64)),
            Target("hidden", (500, 10, 20, 20)),
            Target("lid", (490, 0, 60, 60)),
        ]

    def poll_changed(self) -> bool:
        return self.moving

    def is_animating(self) -> bool:
        return self.ticks < self.busy_ticks

    def accepts_text(self) -> bool:
        return self.typing

    def state(self) -> dict[str, object]:
        return {"program": "stage", "screen": "table"}


class Act(Stage):
    """Does something in a frame of its own, one act after another; ends after the last. It shows `words`."""

    def __init__(self, machine: Machine, acts: Sequence[Callable[[], object]], words: str = "here") -> None:
        super().__init__()
        self.acts = list(acts)
        self._machine, self._words = machine, words
        self.events: list[Event] = []

    def update(self, events: list[Event], ticks: int) -> None:
        self.events += events
        if self.acts:
            self.acts.pop(0)()
        else:
            self.is_done = True

    def draw(self) -> None:
        self._machine.display.put_text(0, 0, self._words, 0x1F)


def act_out(program: Act, machine: Machine, terminal: Terminal) -> tuple[int, list[Exception | None]]:
    """Run a program in a terminal; return the exit code and what it was finished with."""
    finished: list[Exception | None] = []

    def finish(error: Exception | None) -> int:
        finished.append(error)
        return 0

    return run_terminal(machine, program, terminal, finish), finished


def nothing() -> None:
    """Let a frame pass."""
