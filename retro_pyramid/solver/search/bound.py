"""The steps one rank class costs if every other card were out of the way: the bound of the shortest line.

Every step of a game concerns one class, so the costs of the classes add up. They are worked out for every
way the game can end, by how many redeals from now and by how far into the stock, side by side in one integer: a
lane of 12 bits each. Classes that are cheap only in different ways do not cheat the sum. What is in the lanes of
more redeals than are left means nothing.
"""

from __future__ import annotations

from functools import lru_cache

from retro_pyramid.rules.pyramid import FULL
from retro_pyramid.solver.search.pairs import CLASSES, PACK, PAIRS_FROM, STOCK, WASTE, PairGame, unpacked
from retro_pyramid.solver.search.removals import ClassCards

LANE = 12
FULL_LANE = (1 << LANE - 1) - 1
"""The most a lane holds, its highest bit being kept for comparing."""
OUT_OF_REACH = 128
"""Steps in a lane in which the game cannot end so, or more: a bit above what any game has. A class adds fewer than
as many again, and seven such sums fit a lane."""
_DEAD = -1
_KEY = (1 << PAIRS_FROM) - 1


class Lanes:
    """Lanes for every end of a game: by redeals until then, at most so many, and the first stock card not reached."""

    def __init__(self, cards: int, redeals: int) -> None:
        self.worked_out = 0
        """How many costs were worked out, for slices of even work."""
        self.width = cards + 1
        self.redeals = redeals
        self.size = size = LANE * self.width
        """The bits of the ends in one pass."""
        self.count = self.width * (redeals + 1)
        self.ones = sum(1 << LANE * lane for lane in range(self.count))
        self.high = self.ones << LANE - 1
        self.out = self.ones * OUT_OF_REACH
        self._highest = self.out - self.ones | self.high
        self._every = (1 << LANE * self.count) - 1
        self.not_before = [self.out & (1 << LANE * lanes) - 1 for lanes in range(self.width + 1)]
        """By number of cards out of reach in the lanes of ends in this pass before so many came."""
        full = self.ones * FULL_LANE
        before = [full & (1 << LANE * lanes) - 1 for lanes in range(self.width + 1)]
        beyond = [full >> size * passes << size * passes for passes in range(1, redeals + 2)]
        self.early = [[lanes | more for lanes in before] for more in beyond]
        """By redeals left and number of cards full in the lanes of ends in this pass before so many came, and of
        ends there cannot be any more."""
        self.late = [[before[-1] | lanes << size | more for lanes in before] for more in beyond]
        """The same where this pass does not end the game, for the number of cards in the next one."""
        self.limits = [self.ones * (FULL_LANE - bound) for bound in range(OUT_OF_REACH)]
        """What to add to lanes so that the highest bit is set in those above a bound."""

    def ends(self, waste: int, stock: int) -> int:
        """Return 0 in the lanes of ends that the cards left of a cleared class agree with, else out of reach."""
        first = (stock & -stock).bit_length() - 1 if stock else self.width - 1
        start = LANE * waste.bit_length()
        return self.out & ~((1 << LANE * (first + 1)) - (1 << start))

    def least(self, one: int, other: int) -> int:
        """Return the lesser of two values, lane by lane."""
        more = (one | self.high) - other
        larger = more & self.high
        return one - (more & (larger - (larger >> LANE - 1)))

    def reached(self, lanes: int) -> int:
        """Return a bit for each lane that is not out of reach."""
        return (self._highest - lanes) & self.high

    def redealt(self, lanes: int) -> int:
        """Return what a value is before a redeal: its ends are one redeal farther off."""
        return lanes << self.size & self._every | self.not_before[-1]


@lru_cache(maxsize=4)
def lanes_for(cards: int, redeals: int) -> Lanes:
    """Return the lanes of games with so many cards in stock and waste and so many redeals left."""
    return Lanes(cards, redeals)


Cost = tuple[int, int]
"""The least steps in each lane, -1 if there is no end at all, and how many cards from the bottom of the waste
cannot go before the next redeal: one of them stays whatever is done, and buries those under it."""


class ClassCosts(ClassCards):
    """The costs of one class, pairs that are forbidden left out."""

    def __init__(self, game: PairGame, group: int, lanes: Lanes) -> None:
        super().__init__(game, group)
        # Elsewhere how many redeals are left makes no difference but in which lanes count.
        self.mask = self.matters
        self._lanes = lanes
        self.known: dict[int, Cost] = {}
        """What was worked out, by what `of` was asked."""

    def of(self, asked: int) -> Cost:
        """Return the cost of a key under the mask with the pairs forbidden."""
        return self.known.get(asked) or self.work_out(asked)

    def work_out(self, asked: int) -> Cost:
        """Return the same, not known yet.

        It is worked out at once for every place in a pass: from one to the next of them leads a draw, and from
        the last to the first a redeal.
        """
        lanes, known = self._lanes, self.known
        cleared = not asked & FULL
        waste, stock = asked >> WASTE & PACK, asked >> STOCK & PACK
        if cleared and self.members & 1:
            # The apex was the last card of all.
            found = known[asked] = lanes.ends(waste, stock), waste.bit_length()
            return found
        # From the last place, where all cards lie on the waste, to the first.
        at = asked ^ (stock << WASTE | stock << STOCK)
        waste, stock = waste | stock, 0
        best, stay = self._removed(at, waste.bit_length())
        places = []
        while True:
            best += lanes.ones
            if cleared:
                best = lanes.least(best, lanes.ends(waste, stock))
            places.append((at, best, stay))
            if not waste:
                break
            top = 1 << waste.bit_length() - 1
            waste ^= top
            stock |= top
            at ^= top << WASTE | top << STOCK
            drawn = best
            best, stay = self._removed(at, waste.bit_length())
            best = drawn if best is lanes.out else lanes.least(best, drawn)
        lanes.worked_out += len(places)
        if lanes.redeals:
            again = self._again(best, len(places) - 1)
        lower = PACK
        for at, best, stay in places:
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
        """Return the cost after the best removal, out of reach if there is none, and what stays then."""
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
                    # As in Lanes.least.
                    more = (best | high) - value
                    if larger := more & high:
                        best -= more & (larger - (larger >> LANE - 1))
        return best, stay

    def _again(self, start: int, draws: int) -> int:
        """Return the least steps in each lane from a redeal on, by those from the start of a pass to its end.

        Its own step is counted with those of the Kings. That a pair that may go off the waste may do so in the
        first pass only is let go here.
        """
        lanes = self._lanes
        again = lanes.redealt(start)
        for _ in range(1, lanes.redeals):
            again = lanes.redealt(lanes.least(start, again + draws * lanes.ones))
        return again


class KingCosts:
    """The steps stock Kings and redeals cost: a King goes, once its turn comes, in the step of a draw."""

    def __init__(self, game: PairGame, lanes: Lanes) -> None:
        self.mask = game.stock_kings << WASTE | game.stock_kings << STOCK
        self._lanes = lanes
        self._known: dict[int, int] = {}

    def cost(self, key: int) -> int:
        """Return the steps in each lane; `key` is under the mask."""
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


def all_costs(game: PairGame) -> tuple[list[ClassCosts], KingCosts, Lanes]:
    """Return the costs of all classes of a game, of its Kings, and their lanes."""
    lanes = lanes_for(len(game.order), game.redeals)
    return [ClassCosts(game, group, lanes) for group in range(CLASSES)], KingCosts(game, lanes), lanes
