"""The lower bound on the steps to an empty pyramid: the cost of each rank class if all other cards were out of the way.

Every step belongs to one class, to a stock King or to a redeal, so the costs add up. The cost of a class depends on when
the game ends: after which redeal, and how far into the stock. A *lane* is one such end. The costs of all ends are packed
side by side into one integer, 12 bits per lane, and one addition adds them all. Adding lane by lane makes all classes end
the game at the same time, which a sum of their minimum costs would not. Lanes of more redeals than are left are
meaningless.
"""

from functools import lru_cache

from retro_pyramid.rules.geometry import FULL_PYRAMID
from retro_pyramid.solver.search.pairs import (
    PACK_MASK,
    PAIR_BITS_SHIFT,
    STOCK_SHIFT,
    WASTE_SHIFT,
    PairGame,
    key_to_node,
)
from retro_pyramid.solver.search.removals import RankClass

LANE_BITS = 12
MAX_LANE_VALUE = (1 << LANE_BITS - 1) - 1
"""The maximum value of a lane. Its highest bit is kept free for comparisons."""
UNREACHABLE_COST = 128
"""The lane of an impossible end has at least this many steps: more than any game has. A class adds fewer than as many again,
and seven such sums fit a lane."""
_DEAD = -1
_POSITION_MASK = (1 << PAIR_BITS_SHIFT) - 1


class Lanes:
    """Arithmetic on lanes, for games with a given number of pack cards and of redeals left.

    Lane (pack_size + 1) * r + k is the end after r redeals, with the first k cards drawn or removed in that pass. Lanes are
    packed into an integer, the first one in the lowest bits.
    """

    def __init__(self, pack_size: int, redeals_left: int) -> None:
        self.computed_count = 0
        """The number of costs computed, which a search counts as work."""
        self.lanes_per_pass = pack_size + 1
        """The number of lanes of one pass."""
        self.redeals_left = redeals_left
        self.bits_per_pass = size = LANE_BITS * self.lanes_per_pass
        """The number of bits of the lanes of one pass."""
        self.lane_count = self.lanes_per_pass * (redeals_left + 1)
        """The number of all lanes."""
        self.ones = sum(1 << LANE_BITS * lane for lane in range(self.lane_count))
        """A one in each lane."""
        self.high_bits = self.ones << LANE_BITS - 1
        """The highest bit of each lane."""
        self.unreachable = self.ones * UNREACHABLE_COST
        """Every lane impossible."""
        self._max_reachable = self.unreachable - self.ones | self.high_bits
        self._all_bits = (1 << LANE_BITS * self.lane_count) - 1
        self.unreachable_before = [
            self.unreachable & (1 << LANE_BITS * lanes) - 1 for lanes in range(self.lanes_per_pass + 1)
        ]
        """By a number of cards: impossible in the lanes of this pass with fewer cards."""
        full = self.ones * MAX_LANE_VALUE
        before = [full & (1 << LANE_BITS * lanes) - 1 for lanes in range(self.lanes_per_pass + 1)]
        beyond = [full >> size * passes << size * passes for passes in range(1, redeals_left + 2)]
        self.excluded_this_pass = [[lanes | excess for lanes in before] for excess in beyond]
        """By redeals left and a number of cards: the maximum in the lanes of this pass with fewer cards, and of more
        redeals than are left."""
        self.excluded_next_pass = [
            [before[-1] | lanes << size | excess for lanes in before] for excess in beyond
        ]
        """The same if this pass cannot end the game, for the number of cards in the next pass."""
        self.offset_by_bound = [self.ones * (MAX_LANE_VALUE - bound) for bound in range(UNREACHABLE_COST)]
        """By a bound: the lanes to add so that the highest bit is set in each lane above the bound."""

    def get_end_costs(self, waste: int, stock: int) -> int:
        """Return 0 in the lanes at which a cleared class can have these cards left in waste and stock, else impossible."""
        first = (stock & -stock).bit_length() - 1 if stock else self.lanes_per_pass - 1
        start = LANE_BITS * waste.bit_length()
        return self.unreachable & ~((1 << LANE_BITS * (first + 1)) - (1 << start))

    def minimum(self, first: int, second: int) -> int:
        """Return the minimum of two packed values in each lane."""
        difference = (first | self.high_bits) - second
        larger = difference & self.high_bits
        return first - (difference & (larger - (larger >> LANE_BITS - 1)))

    def find_reachable_lanes(self, lanes: int) -> int:
        """Return the highest bit of each lane that is not impossible."""
        return (self._max_reachable - lanes) & self.high_bits

    def shift_past_redeal(self, lanes: int) -> int:
        """Return the costs as seen from before a redeal: every end is one redeal farther away."""
        return lanes << self.bits_per_pass & self._all_bits | self.unreachable_before[-1]


@lru_cache(maxsize=4)
def get_lanes(pack_size: int, redeals_left: int) -> Lanes:
    """Return the lanes for a number of pack cards and of redeals left. The last 4 are cached."""
    return Lanes(pack_size, redeals_left)


Cost = tuple[int, int]
"""The fewest steps in each lane (-1 if every lane is impossible), and the number of buried cards at the bottom of the waste:
the uppermost of them cannot be removed before the next redeal, so the cards under it cannot either."""


class RankClassCosts(RankClass):
    """The costs of one rank class, given its forbidden pairs."""

    def __init__(self, game: PairGame, group: int, lanes: Lanes) -> None:
        super().__init__(game, group)
        # The number of redeals left only decides which lanes are meaningful, unless waste pairs depend on it.
        self.key_mask = self.relevant_mask
        self._lanes = lanes
        self.cost_cache: dict[int, Cost] = {}
        """The costs computed so far, by the key passed to `get_cost`."""

    def get_cost(self, key: int) -> Cost:
        """Return the cost for a packed position, masked by `key_mask`, with the bits of the forbidden pairs."""
        return self.cost_cache.get(key) or self.compute_cost(key)

    def compute_cost(self, key: int) -> Cost:
        """Compute the cost for a key that is not cached yet, and cache it.

        All points of a pass are computed together: a draw leads from one to the next, and a redeal from the last to the
        first.
        """
        lanes, cache = self._lanes, self.cost_cache
        is_cleared = not key & FULL_PYRAMID
        waste, stock = key >> WASTE_SHIFT & PACK_MASK, key >> STOCK_SHIFT & PACK_MASK
        if is_cleared and self.slot_mask & 1:
            # The apex is the last card of all: the game ends here.
            cost = cache[key] = lanes.get_end_costs(waste, stock), waste.bit_length()
            return cost
        # From the last point, where all cards are on the waste, to the first.
        point_key = key ^ (stock << WASTE_SHIFT | stock << STOCK_SHIFT)
        waste, stock = waste | stock, 0
        best, buried = self._find_best_removal(point_key, waste.bit_length())
        points = []
        while True:
            best += lanes.ones
            if is_cleared:
                best = lanes.minimum(best, lanes.get_end_costs(waste, stock))
            points.append((point_key, best, buried))
            if not waste:
                break
            top = 1 << waste.bit_length() - 1
            waste ^= top
            stock |= top
            point_key ^= top << WASTE_SHIFT | top << STOCK_SHIFT
            after_draw = best
            best, buried = self._find_best_removal(point_key, waste.bit_length())
            best = after_draw if best is lanes.unreachable else lanes.minimum(best, after_draw)
        lanes.computed_count += len(points)
        if lanes.redeals_left:
            after_redeal = self._cost_after_redeal(best, len(points) - 1)
        min_buried = PACK_MASK
        for point_key, best, buried in points:
            if lanes.redeals_left:
                best = lanes.minimum(best, after_redeal)
                after_redeal += lanes.ones
            if lanes.find_reachable_lanes(best):
                min_buried = min(min_buried, buried)
                cache[point_key] = best, min_buried
            else:
                cache[point_key] = _DEAD, buried
        return cache[key]

    def _find_best_removal(self, key: int, buried: int) -> Cost:
        """Return the cost after the best removal (impossible if there is none) and the number of buried cards.

        `buried` is that number if no removal is possible.
        """
        lanes, cache = self._lanes, self.cost_cache
        high_bits, unreachable_before = lanes.high_bits, lanes.unreachable_before
        best = unreachable = lanes.unreachable
        for keep, change, bit, depth in self.find_removals(key & _POSITION_MASK):
            if not key & bit:
                new_key = key & keep ^ change
                cost, new_buried = cache.get(new_key) or self.compute_cost(new_key)
                if cost >= 0:
                    if new_buried < buried:
                        buried = new_buried
                    if depth:
                        cost |= unreachable_before[depth]
                    if best is unreachable:
                        best = cost
                        continue
                    # The same as Lanes.minimum, without the call.
                    difference = (best | high_bits) - cost
                    if larger := difference & high_bits:
                        best -= difference & (larger - (larger >> LANE_BITS - 1))
        return best, buried

    def _cost_after_redeal(self, start_cost: int, draws: int) -> int:
        """Return the fewest steps in each lane from a redeal on, given those from the start of a pass.

        The step of the redeal itself is in KingCosts. Pairs on the waste are assumed to be possible in every pass, which
        makes the bound lower, but never wrong.
        """
        lanes = self._lanes
        cost = lanes.shift_past_redeal(start_cost)
        for _ in range(1, lanes.redeals_left):
            cost = lanes.shift_past_redeal(lanes.minimum(start_cost, cost + draws * lanes.ones))
        return cost


class KingCosts:
    """The steps of pack Kings and redeals. A King is either removed or drawn past: one step in each pass that reaches it."""

    def __init__(self, game: PairGame, lanes: Lanes) -> None:
        self.key_mask = game.pack_king_mask << WASTE_SHIFT | game.pack_king_mask << STOCK_SHIFT
        """The bits of a packed position that are about the pack Kings."""
        self._lanes = lanes
        self._cache: dict[int, int] = {}

    def get_cost(self, key: int) -> int:
        """Return the steps in each lane for a packed position, masked by `key_mask`."""
        cost = self._cache.get(key)
        if cost is None:
            cost = self._cache[key] = self._compute_cost(*key_to_node(key))
        return cost

    def _compute_cost(self, _: int, waste: int, stock: int, _redeals: int) -> int:
        lanes = self._lanes
        total = 0
        for lane in range(lanes.lane_count):
            redeals, reached = lane // lanes.lanes_per_pass, (1 << lane % lanes.lanes_per_pass) - 1
            steps = redeals + (stock if redeals else stock & reached).bit_count()
            if redeals:
                steps += (waste if redeals > 1 else waste & reached).bit_count()
            total |= steps << LANE_BITS * lane
        return total
