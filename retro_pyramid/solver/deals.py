"""Whole answers about one position or deal, as the command line gives them."""

from __future__ import annotations

import gc
from typing import NamedTuple

from retro_pyramid.rules.moves import Move
from retro_pyramid.rules.record import Rules
from retro_pyramid.rules.state import State, pyramid_empty
from retro_pyramid.solver.exact import Solver


class Result(NamedTuple):
    """An answer; None is what was not worked out. `best` is what the rest of an odm game adds at best."""

    winnable: bool | None
    cleared: bool | None
    steps: int | None
    best: int | None
    moves: list[Move]


def solve_deal(rules: Rules, state: State, goal: str = "won", shortest: bool = False) -> Result:
    """Work out a position to the end: the goal in a pair game, the best score (with its line) in odm.

    PositionError as for Solver.

    >>> from retro_pyramid.cards import deal
    >>> from retro_pyramid.rules import rules_for, start
    >>> rules = rules_for("em")
    >>> solve_deal(rules, start(rules, deal(2)), "cleared", shortest=True).steps
    37
    """
    # As in a step, and until the solver is gone: what it holds would be looked through once for nothing.
    enabled = gc.isenabled()
    gc.disable()
    try:
        return _solved(rules, state, goal, shortest)
    finally:
        if enabled:
            gc.enable()


def _solved(rules: Rules, state: State, goal: str, shortest: bool) -> Result:
    solver = Solver(rules, state, goal, shortest)
    verdict = None
    while verdict is None and not solver.gave_up:
        verdict = solver.step(10_000)
    answer = None if verdict is None else verdict == "won"
    if solver.best is not None:
        return Result(answer, answer, None, solver.best.gain, solver.best.line())
    same = rules.won is pyramid_empty
    # All cards gone leaves no pyramid, and a pyramid that cannot be cleared leaves cards.
    winnable = answer if goal == "won" or same or answer is False else None
    cleared = answer if goal == "cleared" or same or answer else None
    if not state.pyramid:
        cleared = True
    return Result(winnable, cleared, solver.steps, None, solver.line() if answer else [])


def first_winnable(rules: Rules, goal: str = "won", start_at: int = 0) -> int:
    """Return the first deal number from a number on that can be won without long thought; after the highest comes 0.

    CardError if there is no such number.

    >>> from retro_pyramid.rules import rules_for
    >>> first_winnable(rules_for("em"), "cleared", 1)
    2
    """
    from retro_pyramid.solver.seeking import Seeking

    seeking = Seeking(rules, start_at, goal)
    while not seeking.step(1_000):
        pass
    return seeking.number
