"""Incremental tasks: long computations that run in slices, so that a search for a hint or a move never delays a frame."""

import warnings
from collections.abc import Generator
from typing import Generic, TypeVar

T = TypeVar("T")

Thought = Generator[int, None, T | None]
"""A computation as a generator: it yields the number of positions examined since the last yield and returns its result."""


class Thinking(Generic[T]):
    """Runs a Work generator slice by slice. An exception in it leaves the result unknown and becomes a warning.

    The exception is not raised again, so that an error in the solver cannot end a game.
    """

    def __init__(self, thought: Thought[T]) -> None:
        self._work: Thought[T] | None = thought
        self.answer: T | None = None
        """The result; None while the task runs, and if it ended without a result."""

    def step(self, budget: int) -> bool:
        """Run until at least `node_budget` positions have been examined. Return True if the task has ended."""
        while self._work is not None and budget > 0:
            try:
                budget -= next(self._work)
            except StopIteration as done:
                self.answer = done.value
                self._work = None
            except Exception as error:
                self._work = None
                warnings.warn(f"the solver gave up: {error!r}", RuntimeWarning, stacklevel=2)
        return self._work is None
