"""What the searches that look at one position after another have in common: slices of work, and the waiting positions."""

from retro_pyramid.solver.search.pairs import PARTS

_BUCKETS = 200
"""More than any estimate of the searches."""


class Search:
    """A search in slices: `step` until it has a verdict, 'won' or 'lost'."""

    nodes = 0
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


class Queues:
    """Two priority queues of packed positions that take turns. Each position comes out once; of equals the newest.

    `parents` has for each position the one before it, -1 for the first, split into PARTS dictionaries.

    >>> queues = Queues()
    >>> queues.put(61, 3, 0), queues.put(62, 1, 5), queues.put(63, 3, 0)
    (None, None, None)
    >>> queues.next(), queues.next(), queues.next(), queues.next()
    (62, 63, 61, -1)
    """

    def __init__(self) -> None:
        self.parents: list[dict[int, int]] = [{} for _ in range(PARTS)]
        self._buckets: tuple[list[list[int]], ...] = tuple([[] for _ in range(_BUCKETS)] for _ in range(2))
        self._least = [0, 0]
        self._turn = 1
        self._out: list[set[int]] = [set() for _ in range(PARTS)]

    def put(self, key: int, one: int, other: int) -> None:
        """Put a position in both queues, with its estimate for each; the least estimate comes out first."""
        self._buckets[0][one].append(key)
        self._buckets[1][other].append(key)
        least = self._least
        if one < least[0]:
            least[0] = one
        if other < least[1]:
            least[1] = other

    def next(self) -> int:
        """Take the first position out of the queue whose turn it is; -1 if there is none."""
        turn = self._turn = 1 - self._turn
        buckets = self._buckets[turn]
        for at in range(self._least[turn], len(buckets)):
            bucket = buckets[at]
            while bucket:
                key = bucket.pop()
                out = self._out[key % PARTS]
                if key not in out:
                    self._least[turn] = at
                    out.add(key)
                    return key
        return -1

    def way_to(self, key: int) -> list[int]:
        """Return the positions on the way to one by their parents, the first of all first; [] for -1."""
        keys = []
        while key >= 0:
            keys.append(key)
            key = self.parents[key % PARTS][key]
        return keys[::-1]
