"""The least number of steps that clears the pyramid, where the stock top is playable and draws are single.

A* over positions. A removal can be moved forward to the moment its cards became available: it costs no more
steps then, and among equal lines the search wants the one that removes earliest. So a pair that was there
for the taking when a card was drawn is forbidden from then on, and the costs of its class rise.

The bound is the sum of the classes' costs over those ends of the game that the free stock allows: before the
next redeal cards that are buried in the waste are missing, and a pass has to go on until enough cards came.
"""

from __future__ import annotations

from retro_pyramid.cards import KING
from retro_pyramid.rules.moves import Move
from retro_pyramid.rules.record import Rules
from retro_pyramid.rules.state import State
from retro_pyramid.solver.costs import LANE, OUT_OF_REACH, all_costs
from retro_pyramid.solver.freestock import TABLE_NODES, FreeStock
from retro_pyramid.solver.opens import Forbidden, Open, Openings
from retro_pyramid.solver.pairs import CLASSES, REDEALS, STOCK, WASTE, PairGame, packed, unpacked

_REDEAL = 1 << REDEALS

_Reached = tuple[int, int, int, Forbidden, int, int]
"""The best way found to a packed position: steps, when the removals were, the bound's lanes, forbidden pairs,
how much of the waste is buried, where from (-1 at the start). A plain tuple, since the garbage collector
leaves those alone, and there are very many."""


class ShortestSearch:
    """A search for a line of least steps that clears the pyramid."""

    def __init__(self, rules: Rules, state: State) -> None:
        game = self.game = PairGame(rules, state)
        self.nodes = 0
        self.verdict: str | None = None
        self.steps: int | None = None
        self._classes, self._kings, self._lanes = all_costs(game)
        self._groups = game.groups
        most = (1 << LANE - 1) - 1
        self._limits = [self._lanes.ones * (most - bound) for bound in range(OUT_OF_REACH)]
        width = self._lanes.width
        lowest = [((1 << LANE * lanes) - 1) // ((1 << LANE) - 1) * most for lanes in range(width + 1)]
        self._early = [[lanes << LANE * width * left for lanes in lowest] for left in range(game.redeals + 1)]
        """By redeals left and number of cards: the lanes of ends in that pass before so many came, full."""
        self._free: FreeStock | None = None
        self._openings = Openings(game, list(self._classes))
        self._reached: dict[int, _Reached] = {}
        self._queues: list[list[tuple[int, _Reached]]] = [[] for _ in range(OUT_OF_REACH)]
        self._bound = 0
        self._end = -1
        self._ready = 0

    def step(self, nodes: int) -> str | None:
        """Look at `nodes` more positions; 'won', 'lost' or None while it is not known."""
        until = self.nodes + nodes
        while self.verdict is None and self.nodes < until:
            if self._free is None:
                self.nodes += TABLE_NODES
                self._begin()
            else:
                known = self._lanes.worked_out
                self._one(self._free)
                self.nodes += 1 + (self._lanes.worked_out - known) // 2
        return self.verdict

    def _begin(self) -> None:
        """Work out the costs of one class; when all are there, the free stock, and queue the start."""
        root = packed(self.game.root)
        if self._ready < CLASSES:
            costs = self._classes[self._ready]
            self._ready += 1
            if costs.cost(root & costs.mask, 0) < 0:
                self.verdict = "lost"
            return
        self._free = FreeStock(self.game)
        forbidden = (0,) * CLASSES
        buried = max(costs.bury(root & costs.mask, 0) for costs in self._classes)
        reached = (0, 0, self._total(root, forbidden), forbidden, buried, -1)
        self._reached[root] = reached
        self._queues[0].append((root, reached))

    def _total(self, key: int, forbidden: Forbidden) -> int:
        """Return the sum of all costs, or -1 if one class is out of reach."""
        total = self._kings.cost(key & self._kings.mask)
        for costs, pairs in zip(self._classes, forbidden, strict=True):
            cost = costs.cost(key & costs.mask, pairs)
            if cost < 0:
                return -1
            total += cost
        return total

    def _put(self, key: int, reached: _Reached, free: FreeStock) -> None:
        """Queue a position by the least steps a whole line through it can have, unless there is none."""
        self._reached[key] = reached
        steps, _, lanes, _, buried, _ = reached
        pyramid, waste, stock, redeals = unpacked(key)
        kept = waste & (1 << buried) - 1
        cards = waste ^ kept | stock
        first = free.reach(pyramid, 0, cards)
        if first >= 0:
            lanes |= self._early[redeals][first]
        elif redeals:
            first = free.reach(pyramid, cards, kept)
            if first < 0:
                return
            lanes |= self._early[redeals][-1] | self._early[redeals - 1][first]
        else:
            return
        high, limits = self._lanes.high, self._limits
        # The search of the least lane begins at the present bound: what lies below is over.
        for bound in range(max(self._bound - steps, 0), OUT_OF_REACH):
            if (lanes + limits[bound]) & high != high:
                self._queues[bound + steps].append((key, reached))
                return
            if bound & 7 == 7 and (lanes + limits[-1]) & high == high:
                return

    def _one(self, free: FreeStock) -> None:
        queues = self._queues
        while not queues[self._bound]:
            self._bound += 1
            if self._bound == OUT_OF_REACH:
                self.verdict = "lost"
                return
        key, reached = queues[self._bound].pop()
        if self._reached[key] is not reached:
            return
        if not unpacked(key)[0]:
            self.verdict = "won"
            self._end = key
            self.steps = len(self.line())
            return
        self._expand(key, reached, free)

    def _expand(self, key: int, reached: _Reached, free: FreeStock) -> None:
        order, groups, classes = self.game.order, self._groups, self._classes
        pyramid, waste, stock, _ = unpacked(key)
        forbidden = reached[3]
        opened = self._openings.of(pyramid)
        for group, change, rest, bit in opened.pairs:
            if not forbidden[group] & bit:
                self._take(key, reached, key ^ change, group, rest, free)
        card = (stock & -stock).bit_length() - 1
        last = waste.bit_length() - 1
        top_rank = order[card] if stock else 0
        last_rank = order[last] if waste else 0
        for at, rank, place in ((card, top_rank, STOCK), (last, last_rank, WASTE)):
            if opened.partners[rank]:
                group = groups[rank]
                pairs, of_stock = forbidden[group], ~classes[group].of_stock[at]
                for change, rest, field in opened.partners[rank]:
                    if not pairs >> field + at & 1:
                        after = key ^ (change | 1 << at + place)
                        self._take(key, reached, after, group, rest & of_stock, free)
        if last_rank == KING:
            after = key ^ 1 << last + WASTE
            self._pass_to(after, key, reached, reached[0] + 1, forbidden, 0, free)
        elif last_rank:
            self._take_from_pack(key, reached, card if top_rank + last_rank == KING else -1, free)
        self._draw(key, reached, opened, free)

    def _take_from_pack(self, key: int, reached: _Reached, top: int, free: FreeStock) -> None:
        """Take the top of the waste with that of the stock, a number or -1, or with the card under it."""
        order = self.game.order
        _, waste, _, redeals = unpacked(key)
        last = waste.bit_length() - 1
        group = self._groups[order[last]]
        of_stock = self._classes[group].of_stock
        if top >= 0:
            rest = ~(of_stock[last] | of_stock[top])
            self._take(key, reached, key ^ (1 << last + WASTE | 1 << top + STOCK), group, rest, free)
        if self.game.pairs_on_waste(waste, redeals):
            second = (waste ^ 1 << last).bit_length() - 1
            rest = ~(of_stock[last] | of_stock[second])
            self._take(key, reached, key ^ (1 << last + WASTE | 1 << second + WASTE), group, rest, free)

    def _take(self, key: int, reached: _Reached, after: int, group: int, rest: int, free: FreeStock) -> None:
        """Reach a position by a removal in one class; `rest` keeps the bits of pairs that still can be."""
        steps, late, lanes, forbidden, buried, _ = reached
        steps += 1
        late += steps
        known = self._reached.get(after)
        if known is not None and known[:2] <= (steps, late):
            return
        old = forbidden[group]
        if old & ~rest:
            forbidden = (*forbidden[:group], old & rest, *forbidden[group + 1 :])
        costs = self._classes[group]
        left = after & costs.mask
        cost = costs.cost(left, forbidden[group])
        if cost >= 0:
            lanes += cost - costs.known[key & costs.mask, old]
            now = costs.bury(left, forbidden[group])
            self._put(after, (steps, late, lanes, forbidden, now if now > buried else buried, key), free)

    def _draw(self, key: int, reached: _Reached, opened: Open, free: FreeStock) -> None:
        """Draw, Kings going at once, until there is something to take; at the end of the stock redeal.

        What is passed over, the pairs that lie open, is forbidden from here on.
        """
        order, groups, fields = self.game.order, self._groups, opened.fields
        pyramid, waste, stock, redeals = unpacked(key)
        steps = reached[0]
        forbidden = list(reached[3])
        for group, bits in opened.pair_bits:
            forbidden[group] |= bits
        last = waste.bit_length() - 1
        last_rank = order[last] if waste else 0
        forbidden[groups[last_rank]] |= fields[last_rank] << max(last, 0)
        card = (stock & -stock).bit_length() - 1
        drawn = 0
        choice = False
        while stock and not choice:
            steps += 1
            stock ^= 1 << card
            rank = order[card]
            if rank != KING:
                waste |= 1 << card
                drawn |= 1 << groups[rank]
                forbidden[groups[rank]] |= fields[rank] << card
                last_rank = rank
            if stock:
                card = (stock & -stock).bit_length() - 1
                rank = order[card]
                choice = rank + last_rank == KING or fields[rank] << card & ~forbidden[groups[rank]] > 0
        if not choice:
            if not waste or not redeals:
                return
            waste, stock = 0, waste
            redeals -= 1
            steps += 1
        after = packed((pyramid, waste, stock, redeals))
        self._pass_to(after, key, reached, steps, tuple(forbidden), drawn, free)

    def _pass_to(
        self,
        after: int,
        key: int,
        reached: _Reached,
        steps: int,
        forbidden: Forbidden,
        drawn: int,
        free: FreeStock,
    ) -> None:
        """Reach a position by draws (a mask of the classes drawn), a redeal or Kings' going."""
        _, late, lanes, old, buried, _ = reached
        known = self._reached.get(after)
        if known is not None and known[:2] <= (steps, late):
            return
        if (after ^ key) >> REDEALS:
            lanes = self._total(after, forbidden)
            if lanes >= 0:
                self._put(after, (steps, late, lanes, forbidden, 0, key), free)
            return
        mask = self._kings.mask
        if (after ^ key) & mask:
            lanes += self._kings.cost(after & mask) - self._kings.cost(key & mask)
        for group, costs in enumerate(self._classes):
            now = forbidden[group]
            if drawn >> group & 1 or now != old[group]:
                mask = costs.mask
                cost = costs.cost(after & mask, now)
                if cost < 0:
                    return
                lanes += cost - costs.known[key & mask, old[group]]
                buried = max(buried, costs.bury(after & mask, now))
        self._put(after, (steps, late, lanes, forbidden, buried, key), free)

    def line(self) -> list[Move]:
        """Return the moves of a shortest line, [] if there is none or it is not known yet."""
        keys = []
        key = self._end
        while key >= 0:
            keys.append(key)
            key = self._reached[key][5]
        return self.game.moves([unpacked(key) for key in reversed(keys)]) if keys else []
