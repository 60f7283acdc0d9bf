"""Thinking in bounded pieces: what a session steps when it asks for a hint or a move."""

from __future__ import annotations

from collections.abc import Generator
from typing import Generic, Protocol, TypeVar

from retro_pyramid.rules import Move

T = TypeVar("T")

Thought = Generator[int, None, T | None]
"""Thinking as a generator: it yields the number of positions each piece looked at and returns the answer."""


class Stepper(Protocol):
    """What thinks about a move, a fair chooser or the exact solver alike."""

    def step(self, budget: int) -> bool:
        """Do a bounded amount of work and say whether the answer is there."""

    @property
    def answer(self) -> Move | None:
        """The move found, None if there is none to advise or the thinking goes on."""


class Thinking(Generic[T]):
    """A thought in steps; the budget of a step is positions, and a step ends with the piece that spends it.

    One about a move is a Stepper.
    """

    def __init__(self, thought: Thought[T]) -> None:
        self._thought: Thought[T] | None = thought
        self._answer: T | None = None

    def step(self, budget: int) -> bool:
        """Do a bounded amount of work and say whether the answer is there."""
        while self._thought is not None and budget > 0:
            try:
                budget -= next(self._thought)
            except StopIteration as done:
                self._answer = done.value
                self._thought = None
        return self._thought is None

    @property
    def answer(self) -> T | None:
        """What was found, None if there is nothing to tell or the thinking goes on."""
        return self._answer
