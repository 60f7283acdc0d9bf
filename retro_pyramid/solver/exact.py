"""The stepper: exact answers in bounded slices, for every edition, dropped as easily as started."""

from __future__ import annotations

import gc
from typing import TYPE_CHECKING

from retro_pyramid.rules.moves import Move
from retro_pyramid.rules.record import Rules
from retro_pyramid.rules.state import State, pyramid_empty
from retro_pyramid.solver.positions import PositionError, check_position

if TYPE_CHECKING:
    from retro_pyramid.solver.search.building import BestScore
    from retro_pyramid.solver.search.cycles import CycleSearch
    from retro_pyramid.solver.search.shortest import ShortestSearch
    from retro_pyramid.solver.search.winning import WinSearch

GOALS = ("won", "cleared")
SLICE = 60
"""Nodes that take well under 4 ms."""
_MOST_WIN = 1_200_000
_ALONE = 6_000
"""Nodes a search for least steps looks at before whether there is a line at all is worth a search of its own."""
_MOST_SHORTEST = 220_000
"""A search that has looked at so many positions gives up: beyond that it would need more than 300 MB."""


def has_shortest(rules: Rules) -> bool:
    """Say whether least steps are worked out: three passes, the stock top playable, no forced match."""
    return rules.stock_top_playable and rules.redeals == 2 and not rules.auto_match


class Solver:
    """Answers whether the goal can be reached from a position; 'won' is the edition's own test.

    PositionError if the position cannot arise, the goal is unknown, or least steps are not worked out there.

    >>> from retro_pyramid.cards import deal
    >>> from retro_pyramid.rules import rules_for, start
    >>> rules = rules_for("em")
    >>> solver = Solver(rules, start(rules, deal(2)), "cleared")
    >>> while (verdict := solver.step(SLICE)) is None:
    ...     pass
    >>> verdict, str(solver.line()[0])
    ('won', '71')
    """

    def __init__(self, rules: Rules, state: State, goal: str = "won", shortest: bool = False) -> None:
        check_position(rules, state)
        if goal not in GOALS:
            raise PositionError(f"unknown goal {goal!r}: expected {' or '.join(GOALS)}")
        if shortest and not (has_shortest(rules) and goal == "cleared"):
            raise PositionError(
                "least steps: expected three passes, the stock top playable without auto-match, goal cleared"
            )
        self._rules, self._state = rules, state
        self._all_gone = goal == "won" and rules.won is not pyramid_empty
        self.best: BestScore | None = None
        """The search of a building game, with the best score as `gain`."""
        self._win: WinSearch | CycleSearch | None = None
        self._short: ShortestSearch | None = None
        # Each search is loaded when first needed.
        if rules.waste_is_discard:
            from retro_pyramid.solver.search.building import BestScore

            self.best = BestScore(rules, state)
        elif rules.redeals is None:
            from retro_pyramid.solver.search.cycles import CycleSearch

            self._win = CycleSearch(rules, state)
        elif shortest:
            from retro_pyramid.solver.search.shortest import ShortestSearch

            self._short = ShortestSearch(rules, state)
        else:
            self._win = self._new_win()
        self._given_up = False

    def _new_win(self) -> WinSearch:
        from retro_pyramid.solver.search.winning import WinSearch

        return WinSearch(self._rules, self._state, self._all_gone)

    @property
    def gave_up(self) -> bool:
        """True once so much was looked at that memory would run short; the answer stays unknown."""
        return self._given_up

    def step(self, nodes: int = SLICE) -> str | None:
        """Look at `nodes` more positions; 'won', 'lost', or None while it is not known."""
        # The searches make no cycles: Python's garbage collector would find nothing, but look through all they
        # hold for 10 ms and more. A context manager would be made, and so collected for, before it is paused.
        enabled = gc.isenabled()
        gc.disable()
        try:
            return self._step(nodes)
        finally:
            if enabled:
                gc.enable()

    def _step(self, nodes: int) -> str | None:
        if self.best is not None:
            return self.best.step(nodes)
        if self._given_up:
            return None
        if self._short is not None and self._short.nodes < _ALONE:
            return self._short.step(nodes)
        if self._win is None:
            self._win = self._new_win()
        verdict = self._win.step(nodes)
        if verdict != "won" or self._short is None:
            self._given_up = verdict is None and self._win.nodes >= _MOST_WIN
            return verdict
        verdict = self._short.step(nodes)
        self._given_up = verdict is None and self._short.nodes >= _MOST_SHORTEST
        return verdict

    @property
    def steps(self) -> int | None:
        """The least number of steps to an empty pyramid, if asked for and known."""
        return None if self._short is None else self._short.steps

    def line(self) -> list[Move]:
        """Return moves that reach the goal; in a building game those that clear, else to the best score."""
        if self.best is not None:
            return self.best.clearing_line() or self.best.line()
        if self._short is not None:
            return self._short.line()
        return [] if self._win is None else self._win.line()
