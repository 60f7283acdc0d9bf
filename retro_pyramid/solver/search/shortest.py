"""The search for the fewest steps that clear the pyramid: A* for games with a playable stock top and single draws.

A removal can be moved forward to the moment at which its two cards became available, at no cost. So a pair that could have
been removed when a card was drawn is forbidden from then on, and the cost of its class rises. Of equally long paths to a
position the one with the earliest removals is kept. Positions with the same canonical key share one table entry.

The lower bound is the minimum lane of the sum of the classes' costs (see bound.py), among the lanes that the free stock
allows. A card is *buried* if it is in the waste at or under a card that cannot be removed before the next redeal. Buried
cards are missing in this pass, so the pass must continue until enough other cards have come, or it cannot end the game.
"""

from collections.abc import Iterable
from heapq import heappop, heappush

from retro_pyramid.cards import KING
from retro_pyramid.rules.moves import Move
from retro_pyramid.rules.pair_match import PAIR_MATCH
from retro_pyramid.rules.ruleset import Rules
from retro_pyramid.rules.state import State
from retro_pyramid.solver.search.bound import KingCosts, RankClassCosts, get_lanes
from retro_pyramid.solver.search.freestock import TABLE_NODE_COST, FreeStockRelaxation, build_next_table
from retro_pyramid.solver.search.pairs import (
    CLASS_COUNT,
    PACK_MASK,
    PYRAMID_MASK,
    REDEALS_SHIFT,
    SHARD_COUNT,
    STOCK_SHIFT,
    WASTE_SHIFT,
    PairGame,
    create_canonicalizer,
    key_to_node,
    node_to_key,
)
from retro_pyramid.solver.search.removals import ForbiddenPairs, MoveGenerator
from retro_pyramid.solver.search.search import Search

_Depth = tuple[bool, int, int, int]
"""How far a game must go: whether this pass cannot end it; the key for the relaxation; its need_lanes (see
FreeStockRelaxation.find_min_depth); and the number of stock cards that must be drawn in this pass, or else in the next."""

_Entry = tuple[int, int, ForbiddenPairs, int, "_Entry | None", int, int, bool, int, int, int]
"""The table entry for a canonical key, the best path found: its time (the steps, from bit _STEPS_SHIFT up, and in the lower
bits the sum of the steps at which its removals were made); the lanes of the bound; the forbidden pairs; the number of buried
cards at the bottom of the waste; the entry before; the packed position; its canonical key; and the four parts of _Depth. A
plain tuple, because there are many."""

_STEPS_SHIFT = 16
_STEP = 1 << _STEPS_SHIFT
_BOUND_BITS = 8
"""The number of low bits of a queue's priority that contain the bound on the steps left."""


class ShortestSearch(Search):
    """A search for a line of play that clears the pyramid in the fewest steps."""

    @staticmethod
    def supports(rules: Rules) -> bool:
        """Return whether this search supports the rules."""
        has_stock_rules = rules.stock_top_playable and not rules.auto_match and rules.draw_count == 1
        return rules.match_rule == PAIR_MATCH and rules.max_redeals == 2 and has_stock_rules

    def __init__(self, rules: Rules, state: State) -> None:
        game = self.game = PairGame(rules, state)
        self.min_steps: int | None = None
        """The fewest steps; None until they are known."""
        self._lanes = lanes = get_lanes(len(game.pack_ranks), game.redeals_left)
        self._classes = [RankClassCosts(game, index, lanes) for index in range(CLASS_COUNT)]
        self._king_costs = KingCosts(game, lanes)
        self._relaxation: FreeStockRelaxation
        self._move_generator = MoveGenerator(game, list(self._classes))
        self._canonicalize = create_canonicalizer(game.pack_ranks)
        self._table: list[dict[int, _Entry]] = [{} for _ in range(SHARD_COUNT)]
        self._queues: dict[int, list[_Entry]] = {}
        """The waiting entries by priority: the sum of steps so far and bound, then the bound."""
        self._priorities: list[int] = []
        """A heap of the priorities of the queues that are not empty."""
        self._priority = 0
        self._goal_entry: _Entry | None = None
        self._preparation_count = 0
        """The number of slices of preparation done: one for each rank class, one for the relaxation."""

    def _prepare_step(self) -> bool:
        return self._preparation_count <= CLASS_COUNT and build_next_table()

    def expand_next(self) -> None:
        if self._preparation_count <= CLASS_COUNT:
            self.node_count += TABLE_NODE_COST - 1
            self._prepare()
        else:
            computed_before = self._lanes.computed_count
            self._expand_best()
            self.node_count += (self._lanes.computed_count - computed_before) // 2

    def _prepare(self) -> None:
        """Compute the costs of the next rank class. After the last one build the relaxation and queue the root."""
        root = node_to_key(self.game.root)
        if self._preparation_count < CLASS_COUNT:
            costs = self._classes[self._preparation_count]
            if costs.get_cost(root & costs.key_mask)[0] < 0:
                self.result = "lost"
        else:
            self._relaxation = FreeStockRelaxation(self.game)
            self._add_from_scratch(root, 0, (0,) * CLASS_COUNT, None)
        self._preparation_count += 1

    def _add_from_scratch(
        self, key: int, time: int, forbidden: ForbiddenPairs, parent: _Entry | None
    ) -> None:
        """Add a position whose bound cannot be derived from the one before, such as the start of a pass."""
        number = self._canonicalize(key)
        existing = self._table[number % SHARD_COUNT].get(number)
        if existing is not None and existing[0] <= time:
            return
        lanes = self._king_costs.get_cost(key & self._king_costs.key_mask)
        buried = 0
        for costs, pairs in zip(self._classes, forbidden, strict=True):
            cost_key = key & costs.key_mask | pairs
            cost, class_buried = costs.cost_cache.get(cost_key) or costs.compute_cost(cost_key)
            if cost < 0:
                return
            lanes += cost
            if class_buried > buried:
                buried = class_buried
        # If the parent says that its pass cannot end the game, it knows how far the next pass must go. That is true here
        # too: this is that next pass, or the same one after a King was removed from the waste.
        min_depth = parent[10] if parent is not None and parent[7] else 0
        depth = _find_depth(key, buried, False, min_depth, self._relaxation)
        self._add((time, lanes, forbidden, buried, parent, key, number, *depth))

    def _add(self, entry: _Entry) -> None:
        """Add a position to the table, and to a queue by its steps and bound unless the goal cannot be reached."""
        time, lanes, _, _, _, key, number, is_next_pass, _, _, depth = entry
        self._table[number % SHARD_COUNT][number] = entry
        redeals = key >> REDEALS_SHIFT
        if depth < 0:
            return
        arithmetic = self._lanes
        if is_next_pass:
            if not redeals:
                return
            lanes |= arithmetic.excluded_next_pass[redeals][depth]
        else:
            lanes |= arithmetic.excluded_this_pass[redeals][depth]
        high_bits, offsets = arithmetic.high_bits, arithmetic.offset_by_bound
        steps = time >> _STEPS_SHIFT
        # Nothing is queued below the total that is being expanded, so the search for the minimum lane starts there.
        bound = (self._priority >> _BOUND_BITS) - steps
        if bound < 0:
            bound = 0
        if (lanes + offsets[bound]) & high_bits == high_bits:
            if (lanes + offsets[-1]) & high_bits == high_bits:
                return
            bound += 1
            while (lanes + offsets[bound]) & high_bits == high_bits:
                bound += 1
        priority = bound + steps << _BOUND_BITS | bound
        queue = self._queues.get(priority)
        if queue is None:
            self._queues[priority] = [entry]
            heappush(self._priorities, priority)
        else:
            queue.append(entry)

    def _expand_best(self) -> None:
        if not self._priorities:
            self.result = "lost"
            return
        priority = self._priority = self._priorities[0]
        queue = self._queues[priority]
        entry = queue.pop()
        if not queue:
            del self._queues[priority]
            heappop(self._priorities)
        time, _, forbidden, _, _, key, number, _, _, _, _ = entry
        if self._table[number % SHARD_COUNT][number] is not entry:
            return
        node = pyramid, waste, _, _ = key_to_node(key)
        if not pyramid:
            self.result = "won"
            self._goal_entry = entry
            self.min_steps = len(self.get_solution())
            return
        pyramid_moves = self._move_generator.get_pyramid_moves(pyramid)
        for new_key, class_index, keep in self._move_generator.find_removals(
            key, node, pyramid_moves, forbidden
        ):
            self._add_removal(new_key, entry, class_index, keep)
        if waste and self.game.pack_ranks[waste.bit_length() - 1] == KING:
            new_key = key ^ 1 << waste.bit_length() - 1 + WASTE_SHIFT
            self._add_from_scratch(new_key, time + _STEP, forbidden, entry)
        new_key, pairs, changed, steps = self._move_generator.draw_until_removal(
            node, pyramid_moves, forbidden
        )
        if new_key < 0:
            return
        if (new_key ^ key) >> REDEALS_SHIFT:
            self._add_from_scratch(new_key, time + steps * _STEP, pairs, entry)
        else:
            self._add_draw(new_key, entry, pairs, changed, steps)

    def _add_removal(self, new_key: int, entry: _Entry, class_index: int, keep: int) -> None:
        """Add the position after a removal in one class. `keep` masks the forbidden pairs whose cards are still there."""
        time, lanes, forbidden, buried, _, key, number, is_next_pass, query, need_lanes, depth = entry
        time += _STEP
        time += time >> _STEPS_SHIFT
        change = key ^ new_key
        number = self._canonicalize(new_key) if change >> WASTE_SHIFT else number ^ change
        existing = self._table[number % SHARD_COUNT].get(number)
        if existing is not None and existing[0] <= time:
            return
        old_pairs = forbidden[class_index]
        pairs = old_pairs & keep
        costs = self._classes[class_index]
        mask = costs.key_mask
        cost_key = new_key & mask | pairs
        cost, class_buried = costs.cost_cache.get(cost_key) or costs.compute_cost(cost_key)
        if cost < 0:
            return
        lanes += cost - costs.cost_cache[key & mask | old_pairs][0]
        if pairs != old_pairs:
            forbidden = (*forbidden[:class_index], pairs, *forbidden[class_index + 1 :])
        if class_buried > buried:
            buried = class_buried
            is_next_pass, query, need_lanes, depth = _find_depth(
                new_key, buried, is_next_pass, depth, self._relaxation
            )
        else:
            previous_query, query = query, _relaxation_key(new_key, buried, is_next_pass)
            need_lanes, depth = self._relaxation.update_min_depth(
                previous_query, need_lanes, depth, query, class_index
            )
            if depth < 0 and not is_next_pass:
                is_next_pass, query, need_lanes, depth = _find_depth(
                    new_key, buried, True, 0, self._relaxation
                )
        self._add(
            (time, lanes, forbidden, buried, entry, new_key, number, is_next_pass, query, need_lanes, depth)
        )

    def _add_draw(
        self, new_key: int, entry: _Entry, forbidden: ForbiddenPairs, changed: Iterable[int], steps: int
    ) -> None:
        """Add the position after draws. `changed` are the classes of the cards drawn, and those with new forbidden pairs."""
        time, lanes, old_forbidden, buried, _, key, number, is_next_pass, query, need_lanes, depth = entry
        time += steps * _STEP
        mask = self._king_costs.key_mask
        kings = (new_key ^ key) & mask
        # Unless a King was removed, only the number of cards on the waste changes.
        number = self._canonicalize(new_key) if kings else number + (steps << WASTE_SHIFT)
        existing = self._table[number % SHARD_COUNT].get(number)
        if existing is not None and existing[0] <= time:
            return
        if kings:
            lanes += self._king_costs.get_cost(new_key & mask) - self._king_costs.get_cost(key & mask)
        for class_index in changed:
            costs = self._classes[class_index]
            mask = costs.key_mask
            cost_key = new_key & mask | forbidden[class_index]
            cost, class_buried = costs.cost_cache.get(cost_key) or costs.compute_cost(cost_key)
            if cost < 0:
                return
            lanes += cost - costs.cost_cache[key & mask | old_forbidden[class_index]][0]
            if class_buried > buried:
                buried = class_buried
        if buried != entry[3]:
            previous_query, query = query, _relaxation_key(new_key, buried, is_next_pass)
            need_lanes, depth = self._relaxation.find_min_depth(query, depth, previous_query, need_lanes)
            if depth < 0 and not is_next_pass:
                is_next_pass, query, need_lanes, depth = _find_depth(
                    new_key, buried, True, 0, self._relaxation
                )
        self._add(
            (time, lanes, forbidden, buried, entry, new_key, number, is_next_pass, query, need_lanes, depth)
        )

    def get_solution(self) -> list[Move]:
        """Return moves that clear the pyramid in the fewest steps; [] if there are none or none are known yet."""
        nodes = []
        entry = self._goal_entry
        while entry is not None:
            nodes.append(key_to_node(entry[5]))
            entry = entry[4]
        return self.game.convert_to_moves(nodes[::-1]) if nodes else []


def _find_depth(
    key: int, buried: int, is_next_pass: bool, min_depth: int, relaxation: FreeStockRelaxation
) -> _Depth:
    """Return how far a game must go from a position, at least to `min_depth`.

    `is_next_pass` is True if this pass is known not to end the game.
    """
    query = _relaxation_key(key, buried, is_next_pass)
    need_lanes, depth = relaxation.find_min_depth(query, min_depth)
    if depth < 0 and not is_next_pass:
        return _find_depth(key, buried, True, 0, relaxation)
    return is_next_pass, query, need_lanes, depth


def _relaxation_key(key: int, buried: int, is_next_pass: bool) -> int:
    """Return the key for the relaxation: all cards that are not buried are its stock.

    With `is_next_pass` these are its waste, and the buried cards are its stock.
    """
    cards = (key >> WASTE_SHIFT + buried << buried | key >> STOCK_SHIFT) & PACK_MASK
    if is_next_pass:
        return (
            key & PYRAMID_MASK
            | cards << WASTE_SHIFT
            | (key >> WASTE_SHIFT & (1 << buried) - 1) << STOCK_SHIFT
        )
    return key & PYRAMID_MASK | cards << STOCK_SHIFT
