"""Questions to the exact solver, thought through at once."""

from collections.abc import Generator, Iterable
from typing import TypeVar

from retro_pyramid.rules import Move, Rules, State, play
from retro_pyramid.solver.difficulty import Seeking
from retro_pyramid.solver.exact import SLICE
from retro_pyramid.solver.incremental_task import Thinking
from retro_pyramid.solver.perfect_engine import Worth, weigh

T = TypeVar("T")


def thought(thinking: Thinking[T], budget: int = SLICE) -> T:
    """Think to the end, so many positions at a time, and return the answer."""
    while not thinking.step(budget):
        pass
    assert thinking.answer is not None
    return thinking.answer


def at_once(thought: Generator[int, None, T]) -> T:
    """Do all of some work without a pause and return what it comes to."""
    while True:
        try:
            next(thought)
        except StopIteration as done:
            found: T = done.value
            return found


def first_winnable(rules: Rules, start_at: int = 0) -> int:
    """The first deal number from a number on that is soon found to be winnable; CardError if that is no number."""
    seeking = Seeking(rules, start_at)
    while not seeking.step(1_000):
        pass
    return seeking.number


def worth(rules: Rules, state: State) -> Worth:
    """What the game from a position on was worth at best."""
    return thought(Thinking(weigh(rules, state)), 10_000)


def after(rules: Rules, state: State, moves: Iterable[Move]) -> State:
    """The position after some moves."""
    for move in moves:
        state = play(rules, state, move)
    return state
