"""The free-stock relaxation: a game in which every card of stock and waste can be used at any time, once.

The answers are exact for that game. The fewer partners a rank class has in the stock, the more pairs it needs within the
pyramid. For each shape the table has the possible combinations of numbers of such pairs, one number for each class. The six
numbers are the digits of one number in a mixed radix, and the set of the possible numbers is stored as the bits of one
integer.
"""

from retro_pyramid.cards import KING
from retro_pyramid.rules.geometry import FULL_PYRAMID
from retro_pyramid.solver.search.pairs import (
    CLASS_COUNT,
    STOCK_SHIFT,
    WASTE_SHIFT,
    Node,
    PairGame,
    build_rank_mask,
    key_to_node,
)
from retro_pyramid.solver.search.shapes import (
    find_reachable_shapes,
    get_exposed_slots_by_mask,
    get_shape_table,
    get_transitions_by_slot_pair,
)

TABLE_NODE_COST = 100
"""The number of nodes that building one such table counts for in a slice of work."""

_LANE_BITS = 24
_LANE_MASK = (1 << _LANE_BITS) - 1
_IMPOSSIBLE_WEIGHT = 1 << 20
"""The weight of pairs that are impossible: more than all possible ones together, and six times this still fits a lane."""


def build_next_table() -> bool:
    """Build one of the tables that all games share, if any is missing. Return True if so: it is enough work for a slice.

    It does not count as nodes, so that the node count of a search does not depend on earlier searches in the process.
    """
    for table in (get_exposed_slots_by_mask, get_shape_table, get_transitions_by_slot_pair):
        if not table.cache_info().currsize:
            table()
            return True
    return False


class _PairNeeds(dict[int, int]):
    """A memo for one rank class: by its bits of a packed position, the weight of the pairs it needs within the pyramid.

    Lane n is the weight if the last n cards of the stock are not used.
    """

    def __init__(self, lower: int, partners: int, weight: int, max_pairs: int, pack_size: int) -> None:
        super().__init__({0: 0})
        self._lower, self._partners = lower, partners
        self._weight, self._max_pairs = weight, max_pairs
        self._pack_size = pack_size
        ones = sum(1 << _LANE_BITS * unused for unused in range(pack_size + 1))
        self._ones_from = [
            ones >> _LANE_BITS * unused << _LANE_BITS * unused for unused in range(pack_size + 1)
        ]
        """By a number of unused cards, a one in the lane of that number and in all higher lanes."""

    def __missing__(self, key: int) -> int:
        partners, weight, max_pairs = self._partners, self._weight, self._max_pairs
        pyramid, waste, stock, _ = key_to_node(key)
        low_count = (pyramid & self._lower).bit_count()
        high_count = pyramid.bit_count() - low_count
        pack = waste | stock
        spare = [(pack & ~partners).bit_count() - high_count, (pack & partners).bit_count() - low_count]
        need = max(0, -min(spare))
        need_weight = need * weight if need <= max_pairs else _IMPOSSIBLE_WEIGHT
        lanes = need_weight * self._ones_from[0]
        while stock:
            card = stock.bit_length() - 1
            stock ^= 1 << card
            side = partners >> card & 1
            spare[side] -= 1
            if need + spare[side] < 0:
                need += 1
                increase = (need * weight if need <= max_pairs else _IMPOSSIBLE_WEIGHT) - need_weight
                lanes += increase * self._ones_from[self._pack_size - card]
                need_weight += increase
        self[key] = lanes
        return lanes


class FreeStockRelaxation:
    """The relaxation of one game: can its pyramid be cleared with a free stock, and how far into the stock must one draw?"""

    def __init__(self, game: PairGame) -> None:
        self._shape_by_mask = get_shape_table().number_by_mask
        self._class_data: list[tuple[int, int, int, int]] = []
        """For each rank class: the pyramid cards of its lower rank, their partners in the pack, the weight of its digit,
        and the maximum number of pairs within the pyramid."""
        weight = 1
        weights = [(0, 0)] * CLASS_COUNT
        pyramid = game.root[0]
        for class_index in range(CLASS_COUNT):
            low = build_rank_mask(game.slot_ranks, class_index + 1) & pyramid
            high = game.class_masks[class_index] & pyramid & ~low
            partners = build_rank_mask(game.pack_ranks, KING - 1 - class_index)
            max_pairs = min(low.bit_count(), high.bit_count())
            self._class_data.append((low, partners, weight, max_pairs))
            weights[class_index] = weight, max_pairs
            weight *= max_pairs + 1
        self._build_table(game, weight, weights)
        self.pack_size = len(game.pack_ranks)
        """The number of pack cards."""
        self._classes = [
            (members | cards << WASTE_SHIFT | cards << STOCK_SHIFT, _PairNeeds(*data, self.pack_size))
            for members, cards, data in zip(
                game.class_masks, game.pack_class_masks, self._class_data, strict=True
            )
        ]
        """For each rank class its bits in a key of `find_min_depth`, and its memo."""
        self._possible_bytes: dict[int, bytes] = {}
        """By pyramid the set of possible numbers as bytes, in which single bits are faster to test."""

    def _build_table(self, game: PairGame, size: int, weights: list[tuple[int, int]]) -> None:
        """Compute `self._possible`: for each shape the set of possible numbers, as bits."""
        all_bits = (1 << size) - 1
        # For each rank class the set of numbers whose digit for it is below its maximum.
        below_max = [
            ((1 << weight * max_pairs) - 1) * (all_bits // ((1 << weight * (max_pairs + 1)) - 1))
            for weight, max_pairs in weights
        ]
        order = find_reachable_shapes(game.root[0])
        table = get_shape_table()
        possible = self._possible = [1] * len(table.masks)
        pairs: dict[int, list[tuple[int, int, int]]] = {}
        ranks = game.slot_ranks
        for (i, j), rows in get_transitions_by_slot_pair().items():
            if ranks[i] + ranks[j] == KING:
                class_index = min(ranks[i], ranks[j]) - 1
                extensible, weight = below_max[class_index], weights[class_index][0]
                for shape, smaller in rows:
                    if shape in pairs:
                        pairs[shape].append((smaller, extensible, weight))
                    else:
                        pairs[shape] = [(smaller, extensible, weight)]
        successors = table.successors
        for shape in order:
            numbers = 1
            for _, smaller in successors[shape]:
                numbers |= possible[smaller]
            if shape in pairs:
                for smaller, extensible, weight in pairs[shape]:
                    numbers |= (possible[smaller] & extensible) << weight
            possible[shape] = numbers

    def is_feasible(self, node: Node) -> bool:
        """Return whether the pyramid of a position can be cleared if its stock and waste are free."""
        pyramid, waste, stock, _ = node
        pack = waste | stock
        number = 0
        for low, partners, weight, max_pairs in self._class_data:
            need = (pyramid & low).bit_count() - (pack & partners).bit_count()
            if need > 0:
                if need > max_pairs:
                    return False
                number += need * weight
        return bool(self._possible[self._shape_by_mask[pyramid]] >> number & 1)

    def find_min_depth(
        self, key: int, min_depth: int, previous_key: int = 0, need_lanes: int = 0
    ) -> tuple[int, int]:
        """Compute how many stock cards must be drawn to clear the pyramid of a packed position. Its waste is free.

        Return (need_lanes, depth). `depth` is the number after the last card needed: 0 if the waste is enough, -1 if all
        cards are not enough. It is never less than `min_depth`. `need_lanes` is the sum of the lanes of all rank classes.
        It is faster to compute from those of an earlier call: pass its key and its need_lanes.
        """
        changed = previous_key ^ key
        for mask, memo in self._classes:
            if changed & mask:
                need_lanes += memo[key & mask] - memo[previous_key & mask]
        return need_lanes, self._find_depth(key, need_lanes, min_depth)

    def update_min_depth(
        self, previous_key: int, need_lanes: int, min_depth: int, key: int, class_index: int
    ) -> tuple[int, int]:
        """Return the same as `find_min_depth`, still faster, if only cards of one class were removed since that call."""
        mask, memo = self._classes[class_index]
        need_lanes += memo[key & mask] - memo[previous_key & mask]
        return need_lanes, self._find_depth(key, need_lanes, min_depth)

    def _find_depth(self, key: int, need_lanes: int, min_depth: int) -> int:
        """Return the depth for `find_min_depth` from the sum of the lanes."""
        pyramid = key & FULL_PYRAMID
        possible = self._possible_bytes.get(pyramid)
        if possible is None:
            bits = self._possible[self._shape_by_mask[pyramid]]
            possible = self._possible_bytes[pyramid] = bits.to_bytes(bits.bit_length() + 7 >> 3, "little")
        size = len(possible) << 3
        # The needs only grow with the number of unused cards. Usually `min_depth` is enough, or all cards are not.
        too_many = self.pack_size - min_depth
        number = need_lanes >> _LANE_BITS * too_many & _LANE_MASK
        if number < size and possible[number >> 3] >> (number & 7) & 1:
            return min_depth
        number = need_lanes & _LANE_MASK
        if number >= size or not possible[number >> 3] >> (number & 7) & 1:
            return -1
        unused = 0
        while too_many - unused > 1:
            middle = (unused + too_many) // 2
            number = need_lanes >> _LANE_BITS * middle & _LANE_MASK
            if number < size and possible[number >> 3] >> (number & 7) & 1:
                unused = middle
            else:
                too_many = middle
        return self.pack_size - unused
