"""Work in bounded steps, so that looking for a hint or a move never holds up a frame."""

import warnings
from collections.abc import Generator
from typing import Generic, TypeVar

T = TypeVar("T")

Thought = Generator[int, None, T | None]
"""Work as a generator: it yields how many positions it looked at since the last yield, and returns the answer."""


class Thinking(Generic[T]):
    """A Thought that is run step by step; an error in it leaves the answer unknown, with a warning: it ends no game."""

    def __init__(self, thought: Thought[T]) -> None:
        self._thought: Thought[T] | None = thought
        self.answer: T | None = None
        """What was found; None if there is nothing to tell, or while the work goes on."""

    def step(self, budget: int) -> bool:
        """Work until `budget` positions are looked at or more, and say whether the answer is there."""
        while self._thought is not None and budget > 0:
            try:
                budget -= next(self._thought)
            except StopIteration as done:
                self.answer = done.value
                self._thought = None
            except Exception as error:
                self._thought = None
                warnings.warn(f"the solver gave up: {error!r}", RuntimeWarning, stacklevel=2)
        return self._thought is None
