"""Questions to the exact solver, thought through at once."""

from collections.abc import Generator, Iterable
from typing import TypeVar

from retro_pyramid.rules import Move, Rules, State, apply_move
from retro_pyramid.solver.difficulty import DealSearch
from retro_pyramid.solver.exact import SLICE_NODES
from retro_pyramid.solver.incremental_task import IncrementalTask
from retro_pyramid.solver.perfect_engine import DealValue, evaluate_deal

T = TypeVar("T")


def thought(thinking: IncrementalTask[T], budget: int = SLICE_NODES) -> T:
    """Think to the end, so many positions at a time, and return the answer."""
    while not thinking.run_slice(budget):
        pass
    assert thinking.result is not None
    return thinking.result


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
    seeking = DealSearch(rules, start_at)
    while not seeking.run_slice(1_000):
        pass
    return seeking.deal_number


def worth(rules: Rules, state: State) -> DealValue:
    """What the game from a position on was worth at best."""
    return thought(IncrementalTask(evaluate_deal(rules, state)), 10_000)


def after(rules: Rules, state: State, moves: Iterable[Move]) -> State:
    """The position after some moves."""
    for move in moves:
        state = apply_move(rules, state, move)
    return state
