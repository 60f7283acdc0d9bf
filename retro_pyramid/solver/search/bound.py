"""The lower bound on the steps to an empty pyramid: the cost of each rank class if all other cards were out of the way.

Every step belongs to one class, to a stock King or to a redeal, so the costs add up. The cost of a class depends on when
the game ends: after which redeal, and how far into the stock. A *lane* is one such end. The costs of all ends are packed
side by side into one integer, 12 bits per lane, and one addition adds them all. Adding lane by lane makes all classes end
the game at the same time, which a sum of their minimum costs would not. Lanes of more redeals than are left are
meaningless.
"""

from functools import lru_cache

from retro_pyramid.rules.geometry import FULL
from retro_pyramid.solver.search.pairs import PACK, PAIRS_FROM, STOCK, WASTE, PairGame, unpacked
from retro_pyramid.solver.search.removals import ClassCards

LANE = 12
FULL_LANE = (1 << LANE - 1) - 1
"""The maximum value of a lane. Its highest bit is kept free for comparisons."""
OUT_OF_REACH = 128
"""The lane of an impossible end has at least this many steps: more than any game has. A class adds fewer than as many again,
and seven such sums fit a lane."""
_DEAD = -1
_POSITION_MASK = (1 << PAIRS_FROM) - 1


class Lanes:
    """Arithmetic on lanes, for games with a given number of pack cards and of redeals left.

    Lane (pack_size + 1) * r + k is the end after r redeals, with the first k cards drawn or removed in that pass. Lanes are
    packed into an integer, the first one in the lowest bits.
    """

    def __init__(self, cards: int, redeals: int) -> None:
        self.worked_out = 0
        """The number of costs computed, which a search counts as work."""
        self.width = cards + 1
        """The number of lanes of one pass."""
        self.redeals = redeals
        self.size = size = LANE * self.width
        """The number of bits of the lanes of one pass."""
        self.count = self.width * (redeals + 1)
        """The number of all lanes."""
        self.ones = sum(1 << LANE * lane for lane in range(self.count))
        """A one in each lane."""
        self.high = self.ones << LANE - 1
        """The highest bit of each lane."""
        self.out = self.ones * OUT_OF_REACH
        """Every lane impossible."""
        self._max_reachable = self.out - self.ones | self.high
        self._all_bits = (1 << LANE * self.count) - 1
        self.not_before = [self.out & (1 << LANE * lanes) - 1 for lanes in range(self.width + 1)]
        """By a number of cards: impossible in the lanes of this pass with fewer cards."""
        full = self.ones * FULL_LANE
        before = [full & (1 << LANE * lanes) - 1 for lanes in range(self.width + 1)]
        beyond = [full >> size * passes << size * passes for passes in range(1, redeals + 2)]
        self.early = [[lanes | excess for lanes in before] for excess in beyond]
        """By redeals left and a number of cards: the maximum in the lanes of this pass with fewer cards, and of more
        redeals than are left."""
        self.late = [[before[-1] | lanes << size | excess for lanes in before] for excess in beyond]
        """The same if this pass cannot end the game, for the number of cards in the next pass."""
        self.limits = [self.ones * (FULL_LANE - bound) for bound in range(OUT_OF_REACH)]
        """By a bound: the lanes to add so that the highest bit is set in each lane above the bound."""

    def ends(self, waste: int, stock: int) -> int:
        """Return 0 in the lanes at which a cleared class can have these cards left in waste and stock, else impossible."""
        first = (stock & -stock).bit_length() - 1 if stock else self.width - 1
        start = LANE * waste.bit_length()
        return self.out & ~((1 << LANE * (first + 1)) - (1 << start))

    def least(self, one: int, other: int) -> int:
        """Return the minimum of two packed values in each lane."""
        difference = (one | self.high) - other
        larger = difference & self.high
        return one - (difference & (larger - (larger >> LANE - 1)))

    def reached(self, lanes: int) -> int:
        """Return the highest bit of each lane that is not impossible."""
        return (self._max_reachable - lanes) & self.high

    def redealt(self, lanes: int) -> int:
        """Return the costs as seen from before a redeal: every end is one redeal farther away."""
        return lanes << self.size & self._all_bits | self.not_before[-1]


@lru_cache(maxsize=4)
def lanes_for(cards: int, redeals: int) -> Lanes:
    """Return the lanes for a number of pack cards and of redeals left. The last 4 are cached."""
    return Lanes(cards, redeals)


Cost = tuple[int, int]
"""The fewest steps in each lane (-1 if every lane is impossible), and the number of buried cards at the bottom of the waste:
the uppermost of them cannot be removed before the next redeal, so the cards under it cannot either."""


class ClassCosts(ClassCards):
    """The costs of one rank class, given its forbidden pairs."""

    def __init__(self, game: PairGame, group: int, lanes: Lanes) -> None:
        super().__init__(game, group)
        # The number of redeals left only decides which lanes are meaningful, unless waste pairs depend on it.
        self.mask = self.matters
        self._lanes = lanes
        self.known: dict[int, Cost] = {}
        """The costs computed so far, by the key passed to `get_cost`."""

    def of(self, asked: int) -> Cost:
        """Return the cost for a packed position, masked by `key_mask`, with the bits of the forbidden pairs."""
        return self.known.get(asked) or self.work_out(asked)

    def work_out(self, asked: int) -> Cost:
        """Compute the cost for a key that is not cached yet, and cache it.

        All points of a pass are computed together: a draw leads from one to the next, and a redeal from the last to the
        first.
        """
        lanes, cache = self._lanes, self.known
        is_cleared = not asked & FULL
        waste, stock = asked >> WASTE & PACK, asked >> STOCK & PACK
        if is_cleared and self.members & 1:
            # The apex is the last card of all: the game ends here.
            cost = cache[asked] = lanes.ends(waste, stock), waste.bit_length()
            return cost
        # From the last point, where all cards are on the waste, to the first.
        point_key = asked ^ (stock << WASTE | stock << STOCK)
        waste, stock = waste | stock, 0
        best, buried = self._find_best_removal(point_key, waste.bit_length())
        points = []
        while True:
            best += lanes.ones
            if is_cleared:
                best = lanes.least(best, lanes.ends(waste, stock))
            points.append((point_key, best, buried))
            if not waste:
                break
            top = 1 << waste.bit_length() - 1
            waste ^= top
            stock |= top
            point_key ^= top << WASTE | top << STOCK
            after_draw = best
            best, buried = self._find_best_removal(point_key, waste.bit_length())
            best = after_draw if best is lanes.out else lanes.least(best, after_draw)
        lanes.worked_out += len(points)
        if lanes.redeals:
            after_redeal = self._cost_after_redeal(best, len(points) - 1)
        min_buried = PACK
        for point_key, best, buried in points:
            if lanes.redeals:
                best = lanes.least(best, after_redeal)
                after_redeal += lanes.ones
            if lanes.reached(best):
                min_buried = min(min_buried, buried)
                cache[point_key] = best, min_buried
            else:
                cache[point_key] = _DEAD, buried
        return cache[asked]

    def _find_best_removal(self, key: int, buried: int) -> Cost:
        """Return the cost after the best removal (impossible if there is none) and the number of buried cards.

        `buried` is that number if no removal is possible.
        """
        lanes, cache = self._lanes, self.known
        high_bits, unreachable_before = lanes.high, lanes.not_before
        best = unreachable = lanes.out
        for keep, change, bit, depth in self.removals(key & _POSITION_MASK):
            if not key & bit:
                new_key = key & keep ^ change
                cost, new_buried = cache.get(new_key) or self.work_out(new_key)
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
                        best -= difference & (larger - (larger >> LANE - 1))
        return best, buried

    def _cost_after_redeal(self, start_cost: int, draws: int) -> int:
        """Return the fewest steps in each lane from a redeal on, given those from the start of a pass.

        The step of the redeal itself is in KingCosts. Pairs on the waste are assumed to be possible in every pass, which
        makes the bound lower, but never wrong.
        """
        lanes = self._lanes
        cost = lanes.redealt(start_cost)
        for _ in range(1, lanes.redeals):
            cost = lanes.redealt(lanes.least(start_cost, cost + draws * lanes.ones))
        return cost


class KingCosts:
    """The steps of pack Kings and redeals. A King is either removed or drawn past: one step in each pass that reaches it."""

    def __init__(self, game: PairGame, lanes: Lanes) -> None:
        self.mask = game.stock_kings << WASTE | game.stock_kings << STOCK
        """The bits of a packed position that are about the pack Kings."""
        self._lanes = lanes
        self._cache: dict[int, int] = {}

    def cost(self, key: int) -> int:
        """Return the steps in each lane for a packed position, masked by `key_mask`."""
        cost = self._cache.get(key)
        if cost is None:
            cost = self._cache[key] = self._compute_cost(*unpacked(key))
        return cost

    def _compute_cost(self, _: int, waste: int, stock: int, _redeals: int) -> int:
        lanes = self._lanes
        total = 0
        for lane in range(lanes.count):
            redeals, reached = lane // lanes.width, (1 << lane % lanes.width) - 1
            steps = redeals + (stock if redeals else stock & reached).bit_count()
            if redeals:
                steps += (waste if redeals > 1 else waste & reached).bit_count()
            total |= steps << LANE * lane
        return total
