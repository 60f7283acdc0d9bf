"""The least number of steps that clears the pyramid, where the stock top is playable and draws are single.

A* over positions. A removal can be moved forward to the moment its cards became available: it costs no more
steps then, and among equal lines the search wants the one that removes earliest. So a pair that was there
for the taking when a card was drawn is forbidden from then on, and the costs of its class rise.

The bound is the sum of the classes' costs over those ends of the game that the free stock allows: before the
next redeal cards that are buried in the waste are missing, and a pass has to go on until enough cards came.
"""

from __future__ import annotations

from collections import defaultdict

from retro_pyramid.cards import KING
from retro_pyramid.rules.moves import Move
from retro_pyramid.rules.record import Rules
from retro_pyramid.rules.state import State
from retro_pyramid.solver.costs import FULL_LANE, OUT_OF_REACH, all_costs
from retro_pyramid.solver.freestock import TABLE_NODES, FreeStock, made_a_table
from retro_pyramid.solver.opens import Forbidden, Openings
from retro_pyramid.solver.pairs import CLASSES, PARTS, REDEALS, STOCK, WASTE, PairGame, packed, unpacked

_Reached = tuple[int, int, Forbidden, int, int, int]
"""The best way found to a packed position: steps and, below _STEP, when the removals were; the bound's lanes,
forbidden pairs, how much of the waste is buried, where from (-1 at the start), the position itself. A plain tuple,
since the garbage collector leaves those alone, and there are very many."""

_STEPS = 16
_STEP = 1 << _STEPS
_LEFT = 8
"""How many bits of a place in the queues are for the steps left, of OUT_OF_REACH at most."""


class ShortestSearch:
    """A search for a line of least steps that clears the pyramid."""

    def __init__(self, rules: Rules, state: State) -> None:
        game = self.game = PairGame(rules, state)
        self.nodes = 0
        self.verdict: str | None = None
        self.steps: int | None = None
        self._classes, self._kings, self._lanes = all_costs(game)
        self._limits = [self._lanes.ones * (FULL_LANE - bound) for bound in range(OUT_OF_REACH)]
        self._free: FreeStock | None = None
        self._openings = Openings(game, list(self._classes))
        self._reached: list[dict[int, _Reached]] = [{} for _ in range(PARTS)]
        self._queues: defaultdict[int, list[_Reached]] = defaultdict(list)
        """What waits, by the least steps of a whole line and then by how many of them are left."""
        self._place = 0
        self._end = -1
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
            if costs.cost(root & costs.mask) < 0:
                self.verdict = "lost"
            return
        self._free = FreeStock(self.game)
        self._restart(root, 0, (0,) * CLASSES, -1, self._free)

    def _restart(self, key: int, at: int, forbidden: Forbidden, before: int, free: FreeStock) -> None:
        """Reach a position whose bound is to be worked out anew, such as the start of a pass."""
        known = self._reached[key % PARTS].get(key)
        if known is not None and known[0] <= at:
            return
        lanes = self._kings.cost(key & self._kings.mask)
        buried = 0
        for costs, pairs in zip(self._classes, forbidden, strict=True):
            cost, now = costs.judge(key & costs.mask | pairs)
            if cost < 0:
                return
            lanes += cost
            buried = max(buried, now)
        self._put((at, lanes, forbidden, buried, before, key), free)

    def _put(self, reached: _Reached, free: FreeStock) -> None:
        """Queue a position by the least steps a whole line through it can have, unless there is none."""
        at, lanes, _, buried, _, key = reached
        self._reached[key % PARTS][key] = reached
        pyramid, waste, stock, redeals = unpacked(key)
        kept = waste & (1 << buried) - 1
        cards = waste ^ kept | stock
        first = free.reach(pyramid | cards << STOCK)
        if first >= 0:
            lanes |= self._lanes.early[redeals][first]
        elif redeals:
            first = free.reach(pyramid | cards << WASTE | kept << STOCK)
            if first < 0:
                return
            early = self._lanes.early
            lanes |= early[redeals][-1] | early[redeals - 1][first]
        else:
            return
        high, limits = self._lanes.high, self._limits
        steps = at >> _STEPS
        # The search of the least lane begins at the present bound: what lies below is over.
        bound = max((self._place >> _LEFT) - steps, 0)
        while (lanes + limits[bound]) & high == high:
            if bound & 7 == 7 and (lanes + limits[-1]) & high == high:
                return
            bound += 1
        place = bound + steps << _LEFT | bound
        self._queues[place].append(reached)
        if place < self._place:
            self._place = place

    def _one(self, free: FreeStock) -> None:
        queues, place = self._queues, self._place
        while not (waiting := queues.get(place)):
            place += 1
            if place == OUT_OF_REACH << _LEFT:
                self.verdict = "lost"
                return
        self._place = place
        reached = waiting.pop()
        key = reached[-1]
        if self._reached[key % PARTS][key] is not reached:
            return
        node = pyramid, waste, _, _ = unpacked(key)
        if not pyramid:
            self.verdict = "won"
            self._end = key
            self.steps = len(self.line())
            return
        opened = self._openings.of(pyramid)
        forbidden = reached[2]
        for after, group, rest in self._openings.removals(key, node, opened, forbidden):
            self._take(after, reached, group, rest, free)
        if waste and self.game.order[waste.bit_length() - 1] == KING:
            after = key ^ 1 << waste.bit_length() - 1 + WASTE
            self._restart(after, reached[0] + _STEP, forbidden, key, free)
        after, pairs, drawn, steps = self._openings.draw(node, opened, forbidden)
        if after < 0:
            return
        if (after ^ key) >> REDEALS:
            self._restart(after, reached[0] + steps * _STEP, pairs, key, free)
        else:
            self._pass_to(after, reached, pairs, drawn, steps, free)

    def _take(self, after: int, reached: _Reached, group: int, rest: int, free: FreeStock) -> None:
        """Reach a position by a removal in one class; `rest` keeps the bits of pairs that still can be."""
        at, lanes, forbidden, buried, _, key = reached
        at += _STEP
        at += at >> _STEPS
        known = self._reached[after % PARTS].get(after)
        if known is not None and known[0] <= at:
            return
        old = forbidden[group]
        pairs = old & rest
        costs = self._classes[group]
        mask = costs.mask
        asked = after & mask | pairs
        cost, now = costs.judged.get(asked) or costs.judge(asked)
        if cost < 0:
            return
        lanes += cost - costs.known[key & mask | old]
        if pairs != old:
            forbidden = (*forbidden[:group], pairs, *forbidden[group + 1 :])
        self._put((at, lanes, forbidden, now if now > buried else buried, key, after), free)

    def _pass_to(
        self, after: int, reached: _Reached, forbidden: Forbidden, drawn: int, steps: int, free: FreeStock
    ) -> None:
        """Reach a position by draws; `drawn` is a mask of the classes drawn."""
        at, lanes, old, buried, _, key = reached
        at += steps * _STEP
        known = self._reached[after % PARTS].get(after)
        if known is not None and known[0] <= at:
            return
        mask = self._kings.mask
        if (after ^ key) & mask:
            lanes += self._kings.cost(after & mask) - self._kings.cost(key & mask)
        for group, costs in enumerate(self._classes):
            pairs, before = forbidden[group], old[group]
            if drawn >> group & 1 or pairs != before:
                mask = costs.mask
                asked = after & mask | pairs
                cost, now = costs.judged.get(asked) or costs.judge(asked)
                if cost < 0:
                    return
                lanes += cost - costs.known[key & mask | before]
                if now > buried:
                    buried = now
        self._put((at, lanes, forbidden, buried, key, after), free)

    def line(self) -> list[Move]:
        """Return the moves of a shortest line, [] if there is none or it is not known yet."""
        keys = []
        key = self._end
        while key >= 0:
            keys.append(key)
            key = self._reached[key % PARTS][key][4]
        return self.game.moves([unpacked(key) for key in reversed(keys)]) if keys else []
