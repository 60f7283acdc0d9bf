"""The least number of steps that clears the pyramid: A* for games with a playable stock top and single draws.

A removal can be moved forward to the moment its two cards became available, at no cost. So a pair that could have
been taken when a card was drawn is forbidden from then on, and the cost of its class rises. Of equally long ways to a
position the one with the earliest removals is kept. Positions with the same canonical key share one table entry.

The lower bound is the least lane of the sum of the classes' costs (see bound.py), of the lanes that the free stock
allows. A card is *buried* if it lies in the waste at or under a card that cannot go before the next redeal. Buried
cards are missing in this pass, so the pass has to go on until enough others came, or it cannot end the game.
"""

from collections.abc import Iterable
from heapq import heappop, heappush

from retro_pyramid.cards import KING
from retro_pyramid.rules.moves import Move
from retro_pyramid.rules.pair_match import PAIRING
from retro_pyramid.rules.ruleset import Rules
from retro_pyramid.rules.state import State
from retro_pyramid.solver.search.bound import ClassCosts, KingCosts, lanes_for
from retro_pyramid.solver.search.freestock import TABLE_NODES, FreeStock, made_a_table
from retro_pyramid.solver.search.pairs import (
    CLASSES,
    PACK,
    PARTS,
    PYRAMID,
    REDEALS,
    STOCK,
    WASTE,
    PairGame,
    canonical_key,
    packed,
    unpacked,
)
from retro_pyramid.solver.search.removals import Forbidden, Openings
from retro_pyramid.solver.search.search import Search

_Reach = tuple[bool, int, int, int]
"""How far a game has to go: whether this pass cannot end it, the question put to the free stock, what that needs (see
FreeStock), and the stock card of this pass, or else of the next, up to which cards have to come."""

_Entry = tuple[int, int, Forbidden, int, "_Entry | None", int, int, bool, int, int, int]
"""The table's entry for a canonical key, the best way found: the steps, from bit _STEPS up, and below the sum of its
removals' times; the lanes of the bound; the forbidden pairs; how many cards at the bottom of the waste are buried; the
entry before; the packed position; its canonical key; and the four parts of _Reach. A plain tuple, as there are many."""

_STEPS = 16
_STEP = 1 << _STEPS
_LEFT = 8
"""The low bits of a queue's number, which hold the bound on the steps left."""


class ShortestSearch(Search):
    """A search for a line of least steps that clears the pyramid; `step` until it has a verdict."""

    @staticmethod
    def solves(rules: Rules) -> bool:
        known = rules.stock_top_playable and not rules.auto_match and rules.draw_count == 1
        return rules.matching == PAIRING and rules.redeals == 2 and known

    def __init__(self, rules: Rules, state: State) -> None:
        game = self.game = PairGame(rules, state)
        self.steps: int | None = None
        self._lanes = lanes = lanes_for(len(game.order), game.redeals)
        self._classes = [ClassCosts(game, group, lanes) for group in range(CLASSES)]
        self._kings = KingCosts(game, lanes)
        self._free: FreeStock
        self._openings = Openings(game, list(self._classes))
        self._canonical = canonical_key(game.order)
        self._table: list[dict[int, _Entry]] = [{} for _ in range(PARTS)]
        self._queues: dict[int, list[_Entry]] = {}
        """The entries that wait, by a number: steps so far and bound added, then the bound."""
        self._places: list[int] = []
        """A heap of the numbers of queues that are not empty."""
        self._place = 0
        self._end: _Entry | None = None
        self._prepared = 0
        """The number of slices of preparation done: one for each class, one for the free stock."""

    def _prepares(self) -> bool:
        return self._prepared <= CLASSES and made_a_table()

    def look(self) -> None:
        if self._prepared <= CLASSES:
            self.nodes += TABLE_NODES - 1
            self._prepare()
        else:
            known = self._lanes.worked_out
            self._expand_next()
            self.nodes += (self._lanes.worked_out - known) // 2

    def _prepare(self) -> None:
        """Work out the costs of the next class; after the last make the free stock and queue the root."""
        root = packed(self.game.root)
        if self._prepared < CLASSES:
            costs = self._classes[self._prepared]
            if costs.of(root & costs.mask)[0] < 0:
                self.verdict = "lost"
        else:
            self._free = FreeStock(self.game)
            self._restart(root, 0, (0,) * CLASSES, None)
        self._prepared += 1

    def _restart(self, key: int, at: int, forbidden: Forbidden, before: _Entry | None) -> None:
        """Enter a position whose bound has to be worked out from nothing, such as the start of a pass."""
        number = self._canonical(key)
        known = self._table[number % PARTS].get(number)
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
        # If the entry before says that its pass cannot end the game, it knows how far the next one has to go. That holds
        # here too: this is that next pass, or the same one after a King was taken off the waste.
        near = before[10] if before is not None and before[7] else 0
        reach = _reach(key, buried, False, near, self._free)
        self._put((at, lanes, forbidden, buried, before, key, number, *reach))

    def _put(self, entry: _Entry) -> None:
        """Enter a position in the table, and in a queue by its steps and bound unless the goal is out of reach."""
        at, lanes, _, _, _, key, number, late, _, _, far = entry
        self._table[number % PARTS][number] = entry
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
        # Nothing is queued below the total that is being expanded, so the least lane is looked for from there on.
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
            self._queues[place] = [entry]
            heappush(self._places, place)
        else:
            waiting.append(entry)

    def _expand_next(self) -> None:
        if not self._places:
            self.verdict = "lost"
            return
        place = self._place = self._places[0]
        waiting = self._queues[place]
        entry = waiting.pop()
        if not waiting:
            del self._queues[place]
            heappop(self._places)
        at, _, forbidden, _, _, key, number, _, _, _, _ = entry
        if self._table[number % PARTS][number] is not entry:
            return
        node = pyramid, waste, _, _ = unpacked(key)
        if not pyramid:
            self.verdict = "won"
            self._end = entry
            self.steps = len(self.line())
            return
        opened = self._openings.of(pyramid)
        for after, group, rest in self._openings.removals(key, node, opened, forbidden):
            self._take(after, entry, group, rest)
        if waste and self.game.order[waste.bit_length() - 1] == KING:
            after = key ^ 1 << waste.bit_length() - 1 + WASTE
            self._restart(after, at + _STEP, forbidden, entry)
        after, pairs, changed, steps = self._openings.draw(node, opened, forbidden)
        if after < 0:
            return
        if (after ^ key) >> REDEALS:
            self._restart(after, at + steps * _STEP, pairs, entry)
        else:
            self._draw_to(after, entry, pairs, changed, steps)

    def _take(self, after: int, entry: _Entry, group: int, rest: int) -> None:
        """Enter the position after a removal in one class; `rest` masks the forbidden pairs whose cards are still there."""
        at, lanes, forbidden, buried, _, key, number, late, asked, needs, far = entry
        at += _STEP
        at += at >> _STEPS
        change = key ^ after
        number = self._canonical(after) if change >> WASTE else number ^ change
        known = self._table[number % PARTS].get(number)
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
            late, asked, needs, far = _reach(after, buried, late, far, self._free)
        else:
            before, asked = asked, _asked(after, buried, late)
            needs, far = self._free.reach_after(before, needs, far, asked, group)
            if far < 0 and not late:
                late, asked, needs, far = _reach(after, buried, True, 0, self._free)
        self._put((at, lanes, forbidden, buried, entry, after, number, late, asked, needs, far))

    def _draw_to(
        self, after: int, entry: _Entry, forbidden: Forbidden, changed: Iterable[int], steps: int
    ) -> None:
        """Enter the position after draws; `changed` are the classes of the cards drawn or with new forbidden pairs."""
        at, lanes, old, buried, _, key, number, late, asked, needs, far = entry
        at += steps * _STEP
        mask = self._kings.mask
        kings = (after ^ key) & mask
        # Without a King taken only the number of cards on the waste changes.
        number = self._canonical(after) if kings else number + (steps << WASTE)
        known = self._table[number % PARTS].get(number)
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
        if buried != entry[3]:
            before, asked = asked, _asked(after, buried, late)
            needs, far = self._free.reach(asked, far, before, needs)
            if far < 0 and not late:
                late, asked, needs, far = _reach(after, buried, True, 0, self._free)
        self._put((at, lanes, forbidden, buried, entry, after, number, late, asked, needs, far))

    def line(self) -> list[Move]:
        nodes = []
        entry = self._end
        while entry is not None:
            nodes.append(unpacked(entry[5]))
            entry = entry[4]
        return self.game.moves(nodes[::-1]) if nodes else []


def _reach(key: int, buried: int, late: bool, near: int, free: FreeStock) -> _Reach:
    """Return how far a game has to go from a position, at least to `near`; `late` if this pass is known not to end it."""
    asked = _asked(key, buried, late)
    needs, far = free.reach(asked, near)
    if far < 0 and not late:
        return _reach(key, buried, True, 0, free)
    return late, asked, needs, far


def _asked(key: int, buried: int, late: bool) -> int:
    """Return the question for the free stock: all cards that are not buried are its stock; if `late`, these are its waste
    and the buried ones its stock."""
    cards = (key >> WASTE + buried << buried | key >> STOCK) & PACK
    if late:
        return key & PYRAMID | cards << WASTE | (key >> WASTE & (1 << buried) - 1) << STOCK
    return key & PYRAMID | cards << STOCK
