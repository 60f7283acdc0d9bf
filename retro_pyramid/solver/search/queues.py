"""The two queues of a best-first search whose positions are packed into integers."""

from __future__ import annotations

from retro_pyramid.solver.search.pairs import PARTS


class Queues:
    """Positions waiting in two orders, which take turns; each comes out once, of equals the newest first.

    >>> queues = Queues(10)
    >>> queues.put(61, 3, 0), queues.put(62, 1, 5), queues.put(63, 3, 0)
    (None, None, None)
    >>> queues.next(), queues.next(), queues.next(), queues.next()
    (62, 63, 61, -1)
    """

    def __init__(self, most: int) -> None:
        self._buckets: tuple[list[list[int]], ...] = tuple([[] for _ in range(most + 1)] for _ in range(2))
        self._least = [0, 0]
        self._turn = 1
        self._out: list[set[int]] = [set() for _ in range(PARTS)]

    def put(self, key: int, one: int, other: int) -> None:
        """Put a position where the two orders have it."""
        self._buckets[0][one].append(key)
        self._buckets[1][other].append(key)
        least = self._least
        if one < least[0]:
            least[0] = one
        if other < least[1]:
            least[1] = other

    def next(self) -> int:
        """Take out the first position of the queue whose turn it is; -1 if there is none."""
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
