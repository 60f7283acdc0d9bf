"""Incremental tasks: long computations that run in slices, so that a search for a hint or a move never delays a frame."""

import warnings
from collections.abc import Generator
from typing import Generic, TypeVar

T = TypeVar("T")

Work = Generator[int, None, T | None]
"""A computation as a generator: it yields the number of positions examined since the last yield and returns its result."""


class IncrementalTask(Generic[T]):
    """Runs a Work generator slice by slice. An exception in it leaves the result unknown and becomes a warning.

    The exception is not raised again, so that an error in the solver cannot end a game.
    """

    def __init__(self, work: Work[T]) -> None:
        self._work: Work[T] | None = work
        self.result: T | None = None
        """The result; None while the task runs, and if it ended without a result."""

    def run_slice(self, node_budget: int) -> bool:
        """Run until at least `node_budget` positions have been examined. Return True if the task has ended."""
        while self._work is not None and node_budget > 0:
            try:
                node_budget -= next(self._work)
            except StopIteration as done:
                self.result = done.value
                self._work = None
            except Exception as error:
                self._work = None
                warnings.warn(f"the solver gave up: {error!r}", RuntimeWarning, stacklevel=2)
        return self._work is None
