"""The lower bound on the steps to an empty pyramid: what each rank class costs if all other cards were out of the way.

Every step belongs to one class, to a stock King or to a redeal, so the costs add up. What a class costs depends on when
the game ends: with which redeal, and how far into the stock. A *lane* is one such end. The costs of all ends stand side
by side in one integer, 12 bits a lane, and one addition adds them all. Adding lane by lane makes all classes end the game
at the same time, which a sum of their least costs would not. Lanes of more redeals than are left have no meaning.
"""

from functools import lru_cache

from retro_pyramid.rules.geometry import FULL
from retro_pyramid.solver.search.pairs import PACK, PAIRS_FROM, STOCK, WASTE, PairGame, unpacked
from retro_pyramid.solver.search.removals import ClassCards

LANE = 12
FULL_LANE = (1 << LANE - 1) - 1
"""The most a lane holds; its highest bit is kept free for comparing."""
OUT_OF_REACH = 128
"""At least this many steps stand in the lane of an end that is impossible: more than any game has. A class adds fewer than
as many again, and seven such sums fit a lane."""
_DEAD = -1
_KEY = (1 << PAIRS_FROM) - 1


class Lanes:
    """Arithmetic on lanes for games of so many cards in stock and waste and so many redeals left.

    Lane (cards + 1) * r + k is the end after r redeals, with the first k cards drawn or taken in that pass.
    """

    def __init__(self, cards: int, redeals: int) -> None:
        self.worked_out = 0
        """How many costs were worked out, which a search counts as work."""
        self.width = cards + 1
        self.redeals = redeals
        self.size = size = LANE * self.width
        """The number of bits of the lanes of one pass."""
        self.count = self.width * (redeals + 1)
        self.ones = sum(1 << LANE * lane for lane in range(self.count))
        self.high = self.ones << LANE - 1
        self.out = self.ones * OUT_OF_REACH
        self._highest = self.out - self.ones | self.high
        self._every = (1 << LANE * self.count) - 1
        self.not_before = [self.out & (1 << LANE * lanes) - 1 for lanes in range(self.width + 1)]
        """By a number of cards: impossible in the lanes of this pass with fewer cards."""
        full = self.ones * FULL_LANE
        before = [full & (1 << LANE * lanes) - 1 for lanes in range(self.width + 1)]
        beyond = [full >> size * passes << size * passes for passes in range(1, redeals + 2)]
        self.early = [[lanes | more for lanes in before] for more in beyond]
        """By redeals left and a number of cards: full in the lanes of this pass with fewer cards, and of more redeals."""
        self.late = [[before[-1] | lanes << size | more for lanes in before] for more in beyond]
        """The same if this pass cannot end the game, for the number of cards in the next one."""
        self.limits = [self.ones * (FULL_LANE - bound) for bound in range(OUT_OF_REACH)]
        """By a bound: what to add to lanes so that the highest bit is set in those above it."""

    def ends(self, waste: int, stock: int) -> int:
        """Return 0 in the lanes at which a cleared class can have these cards left in waste and stock, else impossible."""
        first = (stock & -stock).bit_length() - 1 if stock else self.width - 1
        start = LANE * waste.bit_length()
        return self.out & ~((1 << LANE * (first + 1)) - (1 << start))

    def least(self, one: int, other: int) -> int:
        more = (one | self.high) - other
        larger = more & self.high
        return one - (more & (larger - (larger >> LANE - 1)))

    def reached(self, lanes: int) -> int:
        return (self._highest - lanes) & self.high

    def redealt(self, lanes: int) -> int:
        """Return the costs as seen from before a redeal: the ends are one redeal farther off."""
        return lanes << self.size & self._every | self.not_before[-1]


@lru_cache(maxsize=4)
def lanes_for(cards: int, redeals: int) -> Lanes:
    """Return the lanes for such numbers of cards and redeals left; the last 4 are kept."""
    return Lanes(cards, redeals)


Cost = tuple[int, int]
"""The least steps in each lane (-1 if every lane is impossible), and how many cards at the bottom of the waste are buried:
the uppermost of them cannot go before the next redeal, so neither can those under it."""


class ClassCosts(ClassCards):
    """The costs of one class without its forbidden pairs."""

    def __init__(self, game: PairGame, group: int, lanes: Lanes) -> None:
        super().__init__(game, group)
        # The number of redeals left only decides which lanes have a meaning, unless waste pairs depend on it.
        self.mask = self.matters
        self._lanes = lanes
        self.known: dict[int, Cost] = {}
        """The costs worked out so far, by what `of` was asked."""

    def of(self, asked: int) -> Cost:
        return self.known.get(asked) or self.work_out(asked)

    def work_out(self, asked: int) -> Cost:
        """Return the same where it is not known yet.

        It is worked out for all points of a pass together: a draw leads from one to the next, and a redeal from the last
        to the first.
        """
        lanes, known = self._lanes, self.known
        cleared = not asked & FULL
        waste, stock = asked >> WASTE & PACK, asked >> STOCK & PACK
        if cleared and self.members & 1:
            # The apex is the last card of all: the game ends here.
            found = known[asked] = lanes.ends(waste, stock), waste.bit_length()
            return found
        # From the last point, where all cards lie on the waste, to the first.
        at = asked ^ (stock << WASTE | stock << STOCK)
        waste, stock = waste | stock, 0
        best, stay = self._removed(at, waste.bit_length())
        points = []
        while True:
            best += lanes.ones
            if cleared:
                best = lanes.least(best, lanes.ends(waste, stock))
            points.append((at, best, stay))
            if not waste:
                break
            top = 1 << waste.bit_length() - 1
            waste ^= top
            stock |= top
            at ^= top << WASTE | top << STOCK
            drawn = best
            best, stay = self._removed(at, waste.bit_length())
            best = drawn if best is lanes.out else lanes.least(best, drawn)
        lanes.worked_out += len(points)
        if lanes.redeals:
            again = self._again(best, len(points) - 1)
        lower = PACK
        for at, best, stay in points:
            if lanes.redeals:
                best = lanes.least(best, again)
                again += lanes.ones
            if lanes.reached(best):
                lower = min(lower, stay)
                known[at] = best, lower
            else:
                known[at] = _DEAD, stay
        return known[asked]

    def _removed(self, at: int, stay: int) -> Cost:
        """Return the cost after the best removal (impossible if there is none) and how many cards are buried then."""
        lanes, known = self._lanes, self.known
        high, not_before = lanes.high, lanes.not_before
        best = out = lanes.out
        for rest, change, bit, first in self.removals(at & _KEY):
            if not at & bit:
                after = at & rest ^ change
                value, low = known.get(after) or self.work_out(after)
                if value >= 0:
                    if low < stay:
                        stay = low
                    if first:
                        value |= not_before[first]
                    if best is out:
                        best = value
                        continue
                    # The same as Lanes.least, without the call.
                    more = (best | high) - value
                    if larger := more & high:
                        best -= more & (larger - (larger >> LANE - 1))
        return best, stay

    def _again(self, start: int, draws: int) -> int:
        """Return the least steps in each lane from a redeal on, given those from the start of a pass.

        The step of the redeal itself is in KingCosts. Pairs on the waste are taken to be possible in every pass, which
        makes the bound lower, never wrong.
        """
        lanes = self._lanes
        again = lanes.redealt(start)
        for _ in range(1, lanes.redeals):
            again = lanes.redealt(lanes.least(start, again + draws * lanes.ones))
        return again


class KingCosts:
    """The steps of stock Kings and redeals: a King is either taken or drawn past, one step each pass it is met."""

    def __init__(self, game: PairGame, lanes: Lanes) -> None:
        self.mask = game.stock_kings << WASTE | game.stock_kings << STOCK
        self._lanes = lanes
        self._known: dict[int, int] = {}

    def cost(self, key: int) -> int:
        found = self._known.get(key)
        if found is None:
            found = self._known[key] = self._cost(*unpacked(key))
        return found

    def _cost(self, _: int, waste: int, stock: int, _left: int) -> int:
        lanes = self._lanes
        total = 0
        for lane in range(lanes.count):
            redeals, reached = lane // lanes.width, (1 << lane % lanes.width) - 1
            steps = redeals + (stock if redeals else stock & reached).bit_count()
            if redeals:
                steps += (waste if redeals > 1 else waste & reached).bit_count()
            total |= steps << LANE * lane
        return total
