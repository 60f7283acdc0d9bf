"""What the searches that look at one position after another have in common: they work in slices."""

from __future__ import annotations


class Search:
    """A search in slices: `step` until it has a verdict, 'won' or 'lost'."""

    nodes = 0
    """How many positions it has looked at."""
    verdict: str | None = None
    gain: int | None = None
    """Points belong to the building games, which are solved otherwise."""

    def step(self, nodes: int) -> str | None:
        """Look at `nodes` more positions; 'won', 'lost' or None while it is not known."""
        until = self.nodes + nodes
        while self.verdict is None and self.nodes < until and not self._prepares():
            self.nodes += 1
            self.look()
        return self.verdict

    def _prepares(self) -> bool:
        """Do what is needed before the next position; say whether that is work enough for a slice."""
        return False

    def look(self) -> None:
        """Look at the next position, for which `step` counts a node."""
        raise NotImplementedError
