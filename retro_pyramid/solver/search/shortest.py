"""The least number of steps that clears the pyramid, where the stock top is playable and draws are single.

A* over positions. A removal can be moved forward to the moment its cards became available: it costs no more
steps then, and among equal lines the search wants the one that removes earliest. So a pair that was there
for the taking when a card was drawn is forbidden from then on, and the costs of its class rise. Of positions
that are alike but for which of equal cards are left the best way to one serves for all.

The bound is the sum of the classes' costs over those ends of the game that the free stock allows: before the
next redeal cards that are buried in the waste are missing, and a pass has to go on until enough cards came.
"""

from __future__ import annotations

from collections.abc import Iterable
from heapq import heappop, heappush

from retro_pyramid.cards import KING
from retro_pyramid.rules.moves import Move
from retro_pyramid.rules.record import Rules
from retro_pyramid.rules.state import State
from retro_pyramid.solver.search.bound import all_costs
from retro_pyramid.solver.search.freestock import TABLE_NODES, FreeStock, made_a_table
from retro_pyramid.solver.search.pairs import (
    CLASSES,
    PACK,
    PARTS,
    PYRAMID,
    REDEALS,
    STOCK,
    WASTE,
    Alike,
    PairGame,
    packed,
    unpacked,
)
from retro_pyramid.solver.search.removals import Forbidden, Openings

_Reach = tuple[bool, int, int, int]
"""Whether the pass cannot end the game any more, the question about the free stock, what that needs, and how far into
the stock of this pass or the next one has to go."""

_Reached = tuple[int, int, Forbidden, int, "_Reached | None", int, int, bool, int, int, int]
"""The best way found to a position: steps and, below _STEP, when the removals were; the bound's lanes, forbidden
pairs, how much of the waste is buried, where from, the packed position, its number as Alike has it, and the four
parts of _Reach. A plain tuple, since the garbage collector leaves those alone, and there are very many."""

_STEPS = 16
_STEP = 1 << _STEPS
_LEFT = 8
"""How many bits of a place in the queues are for the steps left."""


class ShortestSearch:
    """A search for a line of least steps that clears the pyramid."""

    def __init__(self, rules: Rules, state: State) -> None:
        game = self.game = PairGame(rules, state)
        self.nodes = 0
        self.verdict: str | None = None
        self.steps: int | None = None
        self._classes, self._kings, self._lanes = all_costs(game)
        self._free: FreeStock | None = None
        self._openings = Openings(game, list(self._classes))
        self._number = Alike(game.order).number
        self._reached: list[dict[int, _Reached]] = [{} for _ in range(PARTS)]
        self._queues: dict[int, list[_Reached]] = {}
        """What waits, by the least steps of a whole line and then by how many of them are left."""
        self._places: list[int] = []
        """The places in the queues where something waits, a heap."""
        self._place = 0
        self._end: _Reached | None = None
        self._ready = 0

    def step(self, nodes: int) -> str | None:
        """Look at `nodes` more positions; 'won', 'lost' or None while it is not known."""
        until = self.nodes + nodes
        lanes = self._lanes
        while self.verdict is None and self.nodes < until:
            if self._free is None:
                if made_a_table():
                    break
                self.nodes += TABLE_NODES
                self._begin()
            else:
                known = lanes.worked_out
                self._one(self._free)
                self.nodes += 1 + (lanes.worked_out - known) // 2
        return self.verdict

    def _begin(self) -> None:
        """Work out the costs of one class; when all are there, the free stock, and queue the start."""
        root = packed(self.game.root)
        if self._ready < CLASSES:
            costs = self._classes[self._ready]
            self._ready += 1
            if costs.of(root & costs.mask)[0] < 0:
                self.verdict = "lost"
            return
        self._free = FreeStock(self.game)
        self._restart(root, 0, (0,) * CLASSES, None, self._free)

    def _restart(
        self, key: int, at: int, forbidden: Forbidden, before: _Reached | None, free: FreeStock
    ) -> None:
        """Reach a position whose bound is to be worked out anew, such as the start of a pass."""
        number = self._number(key)
        known = self._reached[number % PARTS].get(number)
        if known is not None and known[0] <= at:
            return
        lanes = self._kings.cost(key & self._kings.mask)
        buried = 0
        for costs, pairs in zip(self._classes, forbidden, strict=True):
            known_as = key & costs.mask | pairs
            cost, now = costs.known.get(known_as) or costs.work_out(known_as)
            if cost < 0:
                return
            lanes += cost
            if now > buried:
                buried = now
        # Where a pass could not end the game, it is known how far the next has to go; if this is still the same one, a
        # King having gone off the waste, it cannot either.
        near = before[10] if before is not None and before[7] else 0
        reach = _reach(key, buried, False, near, free)
        self._put((at, lanes, forbidden, buried, before, key, number, *reach), free)

    def _put(self, reached: _Reached, free: FreeStock) -> None:
        """Queue a position by the least steps a whole line through it can have, unless there is none."""
        at, lanes, _, _, _, key, number, late, _, _, far = reached
        self._reached[number % PARTS][number] = reached
        redeals = key >> REDEALS
        if far < 0:
            return
        ends = self._lanes
        if late:
            if not redeals:
                return
            lanes |= ends.late[redeals][far]
        else:
            lanes |= ends.early[redeals][far]
        high, limits = ends.high, ends.limits
        steps = at >> _STEPS
        # The search of the least lane begins at the present bound: what lies below is over.
        bound = (self._place >> _LEFT) - steps
        if bound < 0:
            bound = 0
        if (lanes + limits[bound]) & high == high:
            if (lanes + limits[-1]) & high == high:
                return
            bound += 1
            while (lanes + limits[bound]) & high == high:
                bound += 1
        place = bound + steps << _LEFT | bound
        waiting = self._queues.get(place)
        if waiting is None:
            self._queues[place] = [reached]
            heappush(self._places, place)
        else:
            waiting.append(reached)

    def _one(self, free: FreeStock) -> None:
        if not self._places:
            self.verdict = "lost"
            return
        place = self._place = self._places[0]
        waiting = self._queues[place]
        reached = waiting.pop()
        if not waiting:
            del self._queues[place]
            heappop(self._places)
        at, _, forbidden, _, _, key, number, _, _, _, _ = reached
        if self._reached[number % PARTS][number] is not reached:
            return
        node = pyramid, waste, _, _ = unpacked(key)
        if not pyramid:
            self.verdict = "won"
            self._end = reached
            self.steps = len(self.line())
            return
        opened = self._openings.of(pyramid)
        for after, group, rest in self._openings.removals(key, node, opened, forbidden):
            self._take(after, reached, group, rest, free)
        if waste and self.game.order[waste.bit_length() - 1] == KING:
            after = key ^ 1 << waste.bit_length() - 1 + WASTE
            self._restart(after, at + _STEP, forbidden, reached, free)
        after, pairs, changed, steps = self._openings.draw(node, opened, forbidden)
        if after < 0:
            return
        if (after ^ key) >> REDEALS:
            self._restart(after, at + steps * _STEP, pairs, reached, free)
        else:
            self._pass_to(after, reached, pairs, changed, steps, free)

    def _take(self, after: int, reached: _Reached, group: int, rest: int, free: FreeStock) -> None:
        """Reach a position by a removal in one class; `rest` keeps the bits of pairs that still can be."""
        at, lanes, forbidden, buried, _, key, number, late, asked, needs, far = reached
        at += _STEP
        at += at >> _STEPS
        change = key ^ after
        number = self._number(after) if change >> WASTE else number ^ change
        known = self._reached[number % PARTS].get(number)
        if known is not None and known[0] <= at:
            return
        old = forbidden[group]
        pairs = old & rest
        costs = self._classes[group]
        mask = costs.mask
        known_as = after & mask | pairs
        cost, now = costs.known.get(known_as) or costs.work_out(known_as)
        if cost < 0:
            return
        lanes += cost - costs.known[key & mask | old][0]
        if pairs != old:
            forbidden = (*forbidden[:group], pairs, *forbidden[group + 1 :])
        if now > buried:
            buried = now
            late, asked, needs, far = _reach(after, buried, late, far, free)
        else:
            before, asked = asked, _asked(after, buried, late)
            needs, far = free.reach_after(before, needs, far, asked, group)
            if far < 0 and not late:
                late, asked, needs, far = _reach(after, buried, True, 0, free)
        self._put((at, lanes, forbidden, buried, reached, after, number, late, asked, needs, far), free)

    def _pass_to(
        self,
        after: int,
        reached: _Reached,
        forbidden: Forbidden,
        changed: Iterable[int],
        steps: int,
        free: FreeStock,
    ) -> None:
        """Reach a position by draws; `changed` are the classes that they concern."""
        at, lanes, old, buried, _, key, number, late, asked, needs, far = reached
        at += steps * _STEP
        mask = self._kings.mask
        kings = (after ^ key) & mask
        # Where no King went it is only that more cards lie on the waste.
        number = self._number(after) if kings else number + (steps << WASTE)
        known = self._reached[number % PARTS].get(number)
        if known is not None and known[0] <= at:
            return
        if kings:
            lanes += self._kings.cost(after & mask) - self._kings.cost(key & mask)
        for group in changed:
            costs = self._classes[group]
            mask = costs.mask
            known_as = after & mask | forbidden[group]
            cost, now = costs.known.get(known_as) or costs.work_out(known_as)
            if cost < 0:
                return
            lanes += cost - costs.known[key & mask | old[group]][0]
            if now > buried:
                buried = now
        if buried != reached[3]:
            before, asked = asked, _asked(after, buried, late)
            needs, far = free.reach(asked, far, before, needs)
            if far < 0 and not late:
                late, asked, needs, far = _reach(after, buried, True, 0, free)
        self._put((at, lanes, forbidden, buried, reached, after, number, late, asked, needs, far), free)

    def line(self) -> list[Move]:
        """Return the moves of a shortest line, [] if there is none or it is not known yet."""
        nodes = []
        reached = self._end
        while reached is not None:
            nodes.append(unpacked(reached[5]))
            reached = reached[4]
        return self.game.moves(nodes[::-1]) if nodes else []


def _reach(key: int, buried: int, late: bool, near: int, free: FreeStock) -> _Reach:
    """Return how far one has to go at a position; `late` if the pass is known not to end the game."""
    asked = _asked(key, buried, late)
    needs, far = free.reach(asked, near)
    if far < 0 and not late:
        return _reach(key, buried, True, 0, free)
    return late, asked, needs, far


def _asked(key: int, buried: int, late: bool) -> int:
    """Return the question about the free stock: the cards that are not buried, or these as waste and then the buried."""
    cards = (key >> WASTE + buried << buried | key >> STOCK) & PACK
    if late:
        return key & PYRAMID | cards << WASTE | (key >> WASTE & (1 << buried) - 1) << STOCK
    return key & PYRAMID | cards << STOCK
