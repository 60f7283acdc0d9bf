"""The base class of the searches that examine one position after another in slices, and their priority queues."""

from retro_pyramid.solver.search.pairs import PARTS

_BUCKETS = 200
"""The number of buckets of a queue: more than any priority that the searches use."""


class Search:
    """A search in slices: call `run_slice` until it returns a result, 'won' or 'lost'."""

    nodes = 0
    """The number of positions examined; work on tables is counted as well."""
    verdict: str | None = None
    """'won' or 'lost'; None while it is not known."""
    gain: int | None = None
    """Always None: only building games have points, and those have a search of their own, BestScoreSearch."""

    def step(self, nodes: int) -> str | None:
        """Examine up to `node_budget` more positions. Return 'won', 'lost', or None while the result is not known."""
        limit = self.nodes + nodes
        while self.verdict is None and self.nodes < limit and not self._prepare_step():
            self.nodes += 1
            self.look()
        return self.verdict

    def _prepare_step(self) -> bool:
        """Do the preparation needed before the next position. Return True if it was enough work for one slice."""
        return False

    def look(self) -> None:
        """Examine the next position. `run_slice` counts one node for it."""
        raise NotImplementedError


class Queues:
    """Two priority queues of packed positions, used in turn. Each position is returned once; ties go to the newest.

    >>> queues = Queues()
    >>> queues.put(61, 3, 0), queues.put(62, 1, 5), queues.put(63, 3, 0)
    (None, None, None)
    >>> queues.next(), queues.next(), queues.next(), queues.next()
    (62, 63, 61, -1)
    """

    def __init__(self) -> None:
        self.parents: list[dict[int, int]] = [{} for _ in range(PARTS)]
        """For each position the one before it, -1 for the first; split into SHARD_COUNT dictionaries."""
        self._buckets: tuple[list[list[int]], ...] = tuple([[] for _ in range(_BUCKETS)] for _ in range(2))
        self._min_priorities = [0, 0]
        self._turn = 1
        self._popped: list[set[int]] = [set() for _ in range(PARTS)]

    def put(self, key: int, one: int, other: int) -> None:
        """Add a position to both queues, with its priority in each. The lowest priority is returned first."""
        self._buckets[0][one].append(key)
        self._buckets[1][other].append(key)
        min_priorities = self._min_priorities
        if one < min_priorities[0]:
            min_priorities[0] = one
        if other < min_priorities[1]:
            min_priorities[1] = other

    def next(self) -> int:
        """Remove and return the first position of the queue whose turn it is; -1 if there is none."""
        turn = self._turn = 1 - self._turn
        buckets = self._buckets[turn]
        for priority in range(self._min_priorities[turn], len(buckets)):
            bucket = buckets[priority]
            while bucket:
                key = bucket.pop()
                popped = self._popped[key % PARTS]
                if key not in popped:
                    self._min_priorities[turn] = priority
                    popped.add(key)
                    return key
        return -1

    def way_to(self, key: int) -> list[int]:
        """Return the positions that lead to a position, by their parents, from the very first; [] for -1."""
        keys = []
        while key >= 0:
            keys.append(key)
            key = self.parents[key % PARTS][key]
        return keys[::-1]
