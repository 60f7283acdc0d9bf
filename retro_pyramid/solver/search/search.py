"""The base class of the searches that examine one position after another in slices, and their priority queues."""

from retro_pyramid.solver.search.pairs import SHARD_COUNT

_BUCKETS = 200
"""The number of buckets of a queue: more than any priority that the searches use."""


class Search:
    """A search in slices: call `run_slice` until it returns a result, 'won' or 'lost'."""

    node_count = 0
    """The number of positions examined; work on tables is counted as well."""
    result: str | None = None
    """'won' or 'lost'; None while it is not known."""
    best_gain: int | None = None
    """Always None: only building games have points, and those have a search of their own, BestScoreSearch."""

    def run_slice(self, node_budget: int) -> str | None:
        """Examine up to `node_budget` more positions. Return 'won', 'lost', or None while the result is not known."""
        limit = self.node_count + node_budget
        while self.result is None and self.node_count < limit and not self._prepare_step():
            self.node_count += 1
            self.expand_next()
        return self.result

    def _prepare_step(self) -> bool:
        """Do the preparation needed before the next position. Return True if it was enough work for one slice."""
        return False

    def expand_next(self) -> None:
        """Examine the next position. `run_slice` counts one node for it."""
        raise NotImplementedError


class DualQueue:
    """Two priority queues of packed positions, used in turn. Each position is returned once; ties go to the newest.

    >>> queue = DualQueue()
    >>> queue.put(61, 3, 0), queue.put(62, 1, 5), queue.put(63, 3, 0)
    (None, None, None)
    >>> queue.pop(), queue.pop(), queue.pop(), queue.pop()
    (62, 63, 61, -1)
    """

    def __init__(self) -> None:
        self.parents: list[dict[int, int]] = [{} for _ in range(SHARD_COUNT)]
        """For each position the one before it, -1 for the first; split into SHARD_COUNT dictionaries."""
        self._buckets: tuple[list[list[int]], ...] = tuple([[] for _ in range(_BUCKETS)] for _ in range(2))
        self._min_priorities = [0, 0]
        self._turn = 1
        self._popped: list[set[int]] = [set() for _ in range(SHARD_COUNT)]

    def put(self, key: int, first_priority: int, second_priority: int) -> None:
        """Add a position to both queues, with its priority in each. The lowest priority is returned first."""
        self._buckets[0][first_priority].append(key)
        self._buckets[1][second_priority].append(key)
        min_priorities = self._min_priorities
        if first_priority < min_priorities[0]:
            min_priorities[0] = first_priority
        if second_priority < min_priorities[1]:
            min_priorities[1] = second_priority

    def pop(self) -> int:
        """Remove and return the first position of the queue whose turn it is; -1 if there is none."""
        turn = self._turn = 1 - self._turn
        buckets = self._buckets[turn]
        for priority in range(self._min_priorities[turn], len(buckets)):
            bucket = buckets[priority]
            while bucket:
                key = bucket.pop()
                popped = self._popped[key % SHARD_COUNT]
                if key not in popped:
                    self._min_priorities[turn] = priority
                    popped.add(key)
                    return key
        return -1

    def get_path_to(self, key: int) -> list[int]:
        """Return the positions that lead to a position, by their parents, from the very first; [] for -1."""
        keys = []
        while key >= 0:
            keys.append(key)
            key = self.parents[key % SHARD_COUNT][key]
        return keys[::-1]
