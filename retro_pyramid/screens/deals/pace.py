"""How much the solver may do in a tick where a box waits for it."""

from __future__ import annotations

MOST, LEAST = 300, 60
_MORE = 20


class Pace:
    """`budget` is the positions to look at in the next tick: at first MOST, which take 4 ms at most on a usual machine."""

    def __init__(self) -> None:
        self.budget = MOST

    def ticked(self, ticks: int) -> None:
        """Halve it when a tick was missed, as on a slow machine or in a browser; add a little after each that was not."""
        self.budget = max(self.budget // 2, LEAST) if ticks > 1 else min(self.budget + _MORE, MOST)
