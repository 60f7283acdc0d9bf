"""Work in bounded steps, so that looking for a hint or a move never holds up a frame."""

from __future__ import annotations

import warnings
from collections.abc import Generator
from typing import Generic, Protocol, TypeVar

from retro_pyramid.rules import Move

T = TypeVar("T")

Thought = Generator[int, None, T | None]
"""Work as a generator: it yields how many positions it looked at since the last yield, and returns the answer."""


class Stepper(Protocol):
    """Work on the choice of a move, by a fair player or the exact solver."""

    def step(self, budget: int) -> bool:
        """Do a bounded amount of work and say whether the answer is there."""

    @property
    def answer(self) -> Move | None:
        """The move found; None if there is none to advise, or while the work goes on."""


class Thinking(Generic[T]):
    """A Thought that is run step by step; for a move it is a Stepper.

    What the thought raises leaves the answer unknown, with a warning: no error of the solver may end a game.
    """

    def __init__(self, thought: Thought[T]) -> None:
        self._thought: Thought[T] | None = thought
        self._answer: T | None = None

    def step(self, budget: int) -> bool:
        """Work until `budget` positions are looked at or more, and say whether the answer is there."""
        while self._thought is not None and budget > 0:
            try:
                budget -= next(self._thought)
            except StopIteration as done:
                self._answer = done.value
                self._thought = None
            except Exception as error:
                self._thought = None
                warnings.warn(f"the solver gave up: {error!r}", RuntimeWarning, stacklevel=2)
        return self._thought is None

    @property
    def answer(self) -> T | None:
        """What was found; None if there is nothing to tell, or while the work goes on."""
        return self._answer
