"""The least number of steps that clears the pyramid, where the stock top is playable and draws are single.

A* over positions. A removal can be moved forward to the moment its cards became available: it costs no more
steps then, and among equal lines the search wants the one that removes earliest. So a pair that was there
for the taking when a card was drawn is forbidden from then on, and the costs of its class rise.
"""

from __future__ import annotations

from typing import NamedTuple

from retro_pyramid.cards import KING
from retro_pyramid.rules.moves import Move
from retro_pyramid.rules.pyramid import open_in
from retro_pyramid.rules.record import Rules
from retro_pyramid.rules.state import State
from retro_pyramid.solver.costs import LANE, OUT_OF_REACH, all_costs
from retro_pyramid.solver.pairs import CLASSES, Node, PairGame

_CLASS_NODES = 100
"""What the costs of one class count for in a slice of work."""

Forbidden = tuple[int, ...]
"""For each class the pairs that are no longer allowed."""


_Reached = tuple[int, int, int, Forbidden, Node | None]
"""The best way found to a position: steps, when the removals were, the bound's lanes, forbidden pairs, where
from. A plain tuple, since the garbage collector leaves those alone, and there are very many."""


class _Open(NamedTuple):
    """What can be taken from one pyramid, with the pairs' bits for ClassCosts."""

    pairs: list[tuple[int, int, int, int]]
    """(class, pyramid left, bits to keep, bit of the pair)."""
    partners: list[list[tuple[int, int, int]]]
    """For each rank (pyramid left, bits to keep, field) of the open cards that pair with it."""
    fields: list[int]
    """For each rank one bit at the field of each open card that pairs with it."""
    pair_bits: list[tuple[int, int]]
    """(class, bits of its open pairs)."""


class ShortestSearch:
    """A search for a line of least steps that clears the pyramid."""

    def __init__(self, rules: Rules, state: State) -> None:
        self.game = PairGame(rules, state)
        self.nodes = 0
        self.verdict: str | None = None
        self.steps: int | None = None
        self._classes, self._kings, self._lanes = all_costs(self.game)
        self._limits = [self._lanes.ones * ((1 << LANE - 1) - 1 - bound) for bound in range(OUT_OF_REACH)]
        self._opens: dict[int, _Open] = {}
        self._reached: dict[Node, _Reached] = {}
        self._queues: list[list[tuple[Node, _Reached]]] = [[] for _ in range(OUT_OF_REACH)]
        self._bound = 0
        self._end: Node | None = None
        self._ready = 0

    def step(self, nodes: int) -> str | None:
        """Look at `nodes` more positions; 'won', 'lost' or None while it is not known."""
        until = self.nodes + nodes
        while self.verdict is None and self.nodes < until:
            if self._ready <= CLASSES:
                self.nodes += _CLASS_NODES
                self._begin()
            else:
                self.nodes += 1
                self._one()
        return self.verdict

    def _begin(self) -> None:
        """Work out the costs of one class; when all are there, queue the start."""
        root = self.game.root
        if self._ready < CLASSES:
            self._ready += 1
            if self._class_cost(self._ready - 1, root, 0) < 0:
                self.verdict = "lost"
            return
        self._ready += 1
        total = self._total(root, (0,) * CLASSES)
        self._put(root, (0, 0, total, (0,) * CLASSES, None))

    def _class_cost(self, group: int, key: Node, forbidden: int) -> int:
        costs = self._classes[group]
        pyramid, waste, stock, redeals = key
        cards = costs.stock_members
        return costs.cost(pyramid & costs.members, waste & cards, stock & cards, redeals, forbidden)

    def _king_cost(self, key: Node) -> int:
        cards = self._kings.cards
        return self._kings.cost(key[1] & cards, key[2] & cards, key[3])

    def _total(self, key: Node, forbidden: Forbidden) -> int:
        """Return the sum of all costs, or -1 if one class is out of reach."""
        total = self._king_cost(key)
        for group in range(CLASSES):
            cost = self._class_cost(group, key, forbidden[group])
            if cost < 0:
                return -1
            total += cost
        return total

    def _put(self, key: Node, reached: _Reached) -> None:
        """Queue a position by the least steps a whole line through it can have, unless there is none."""
        steps, _, lanes, _, _ = reached
        high, limits = self._lanes.high, self._limits
        # No bound falls along a line, so the search of the least lane begins at the present one.
        for bound in range(max(self._bound - steps, 0), OUT_OF_REACH):
            if (lanes + limits[bound]) & high != high:
                self._queues[bound + steps].append((key, reached))
                return
            if bound & 7 == 7 and (lanes + limits[-1]) & high == high:
                return

    def _one(self) -> None:
        queues = self._queues
        while not queues[self._bound]:
            self._bound += 1
            if self._bound == OUT_OF_REACH:
                self.verdict = "lost"
                return
        key, reached = queues[self._bound].pop()
        if self._reached.setdefault(key, reached) is not reached:
            return
        if not key[0]:
            self.verdict = "won"
            self._end = key
            self.steps = len(self.line())
            return
        self._expand(key, reached)

    def _open(self, pyramid: int) -> _Open:
        found = self._opens.get(pyramid)
        if found is None:
            found = self._opens[pyramid] = self._work_out_open(pyramid)
        return found

    def _work_out_open(self, pyramid: int) -> _Open:
        game = self.game
        ranks = game.ranks
        opens = open_in(pyramid)
        pairs = []
        partners: list[list[tuple[int, int, int]]] = [[] for _ in range(KING + 1)]
        fields = [0] * (KING + 1)
        bits = [0] * CLASSES
        for at, j in enumerate(opens):
            partner = KING - ranks[j]
            group = min(ranks[j], partner) - 1
            costs = self._classes[group]
            left = game.without_kings(pyramid ^ 1 << j)
            partners[partner].append((left, ~costs.own[j], costs.field[j]))
            fields[partner] |= 1 << costs.field[j]
            for i in opens[:at]:
                if ranks[i] == partner:
                    left = game.without_kings(pyramid ^ (1 << i | 1 << j))
                    bit = costs.pair_bit(i, j)
                    bits[group] |= bit
                    pairs.append((group, left, ~(costs.own[i] | costs.own[j]), bit))
        return _Open(pairs, partners, fields, [(group, bit) for group, bit in enumerate(bits) if bit])

    def _expand(self, key: Node, reached: _Reached) -> None:
        order = self.game.order
        pyramid, waste, stock, redeals = key
        forbidden = reached[3]
        opened = self._open(pyramid)
        for group, left, rest, bit in opened.pairs:
            if not forbidden[group] & bit:
                self._take(key, reached, (left, waste, stock, redeals), group, rest)
        top = card = top_rank = 0
        if stock:
            top = stock & -stock
            card = top.bit_length() - 1
            top_rank = order[card]
            if top_rank == KING:
                self._advance(key, reached, (pyramid, waste, stock ^ top, redeals), opened)
            else:
                group = min(top_rank, KING - top_rank) - 1
                of_stock = self._classes[group].of_stock[card]
                for left, rest, field in opened.partners[top_rank]:
                    if not forbidden[group] >> field + card & 1:
                        after = (left, waste, stock ^ top, redeals)
                        self._take(key, reached, after, group, rest & ~of_stock)
                self._advance(key, reached, (pyramid, waste | top, stock ^ top, redeals), opened)
        elif waste and redeals:
            self._advance(key, reached, (pyramid, 0, waste, redeals - 1), opened)
        if waste:
            self._expand_waste(key, reached, opened, top_rank)

    def _expand_waste(self, key: Node, reached: _Reached, opened: _Open, top_rank: int) -> None:
        order = self.game.order
        pyramid, waste, stock, redeals = key
        last = waste.bit_length() - 1
        under = waste ^ 1 << last
        rank = order[last]
        if rank == KING:
            self._advance(key, reached, (pyramid, under, stock, redeals), None)
            return
        group = min(rank, KING - rank) - 1
        forbidden = reached[3][group]
        of_stock = self._classes[group].of_stock
        for left, rest, field in opened.partners[rank]:
            if not forbidden >> field + last & 1:
                self._take(key, reached, (left, under, stock, redeals), group, rest & ~of_stock[last])
        if rank + top_rank == KING:
            top = stock & -stock
            rest = ~(of_stock[last] | of_stock[top.bit_length() - 1])
            self._take(key, reached, (pyramid, under, stock ^ top, redeals), group, rest)
        second = under.bit_length() - 1
        if self.game.rules.waste_pairs and under and rank + order[second] == KING:
            rest = ~(of_stock[last] | of_stock[second])
            self._take(key, reached, (pyramid, under ^ 1 << second, stock, redeals), group, rest)

    def _take(self, key: Node, reached: _Reached, after: Node, group: int, rest: int) -> None:
        """Reach a position by a removal in one class; `rest` keeps the bits of pairs that still can be."""
        steps, late, lanes, forbidden, _ = reached
        steps += 1
        late += steps
        known = self._reached.get(after)
        if known is not None and known[:2] <= (steps, late):
            return
        old = forbidden[group]
        if old & ~rest:
            forbidden = (*forbidden[:group], old & rest, *forbidden[group + 1 :])
        cost = self._class_cost(group, after, forbidden[group])
        if cost >= 0:
            lanes += cost - self._class_cost(group, key, old)
            found = self._reached[after] = (steps, late, lanes, forbidden, key)
            self._put(after, found)

    def _advance(self, key: Node, reached: _Reached, after: Node, opened: _Open | None) -> None:
        """Reach a position by a draw, a redeal or a King's going.

        A draw or redeal passes over what lay open, so those pairs are forbidden from here on.
        """
        steps, late, lanes, forbidden, _ = reached
        steps += 1
        known = self._reached.get(after)
        if known is not None and known[:2] <= (steps, late):
            return
        if opened is not None:
            forbidden = self._passed(key, forbidden, opened)
        if after[3] != key[3]:
            lanes = self._total(after, forbidden)
        else:
            lanes = self._moved(key, after, lanes, reached[3], forbidden)
        if lanes >= 0:
            found = self._reached[after] = (steps, late, lanes, forbidden, key)
            self._put(after, found)

    def _moved(self, key: Node, after: Node, lanes: int, old: Forbidden, forbidden: Forbidden) -> int:
        """Return the sum of all costs after a card left the stock or a King the waste, or -1."""
        rank = self.game.order[((key[1] ^ after[1]) | (key[2] ^ after[2])).bit_length() - 1]
        if rank == KING:
            lanes += self._king_cost(after) - self._king_cost(key)
        drawn = min(rank, KING - rank) - 1
        for group in range(CLASSES):
            now = forbidden[group]
            if group == drawn or now != old[group]:
                cost = self._class_cost(group, after, now)
                if cost < 0:
                    return -1
                lanes += cost - self._class_cost(group, key, old[group])
        return lanes

    def _passed(self, key: Node, forbidden: Forbidden, opened: _Open) -> Forbidden:
        order = self.game.order
        _, waste, stock, _ = key
        found = list(forbidden)
        for group, bits in opened.pair_bits:
            found[group] |= bits
        cards = []
        if waste:
            cards.append(waste.bit_length() - 1)
        if stock:
            cards.append((stock & -stock).bit_length() - 1)
        for card in cards:
            rank = order[card]
            if rank != KING:
                found[min(rank, KING - rank) - 1] |= opened.fields[rank] << card
        return tuple(found)

    def line(self) -> list[Move]:
        """Return the moves of a shortest line, [] if there is none or it is not known yet."""
        nodes = []
        key = self._end
        while key is not None:
            nodes.append(key)
            key = self._reached[key][4]
        return self.game.moves(nodes[::-1]) if nodes else []
