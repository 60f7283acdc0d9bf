"""The waiting positions of a best-first search, and the way to each of them."""

from __future__ import annotations

from retro_pyramid.solver.search.pairs import PARTS

_BUCKETS = 200
"""More than any estimate of the searches."""


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
