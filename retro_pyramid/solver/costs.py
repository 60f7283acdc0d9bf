"""The steps one rank class costs if every other card were out of the way: the bound of the shortest line.

Every step of a game concerns one class, so the costs of the classes add up. They are worked out for every
way the game can end, by redeals left and by how far into the stock, side by side in one integer: a lane of
12 bits each. Classes that are cheap only in different ways do not cheat the sum.
"""

from __future__ import annotations

from functools import lru_cache

from retro_pyramid.rules.pyramid import FULL
from retro_pyramid.solver.opens import ClassCards
from retro_pyramid.solver.pairs import CLASSES, PACK, PAIRS_FROM, REDEALS, STOCK, WASTE, PairGame, unpacked

LANE = 12
FULL_LANE = (1 << LANE - 1) - 1
"""The most a lane holds, its highest bit being kept for comparing."""
OUT_OF_REACH = 128
"""Steps in a lane in which the game cannot end so, or more: a bit above what any game has. A class adds fewer than
as many again, and seven such sums fit a lane."""
_DEAD = -1
_KEY = (1 << PAIRS_FROM) - 1


class Lanes:
    """Lanes for every end of a game: by redeals left then, of at most so many, and the first stock card not reached."""

    def __init__(self, cards: int, redeals: int) -> None:
        self.worked_out = 0
        """In the lanes of a last pass how many costs were worked out, with any lanes, for slices of even work."""
        self.width = cards + 1
        self.count = self.width * (redeals + 1)
        self.ones = sum(1 << LANE * lane for lane in range(self.count))
        self.high = self.ones << LANE - 1
        self.out = self.ones * OUT_OF_REACH
        self.highest = self.out - self.ones | self.high
        before = LANE * self.width * redeals
        self.this_pass = self.out >> before << before
        """Out of reach in the lanes of ends before the next redeal."""
        self.not_before = [
            self.out & (1 << before + LANE * lanes) - (1 << before) for lanes in range(self.width + 1)
        ]
        """By number of cards out of reach in the lanes of ends in this pass before so many came."""
        self.early = [
            (self.ones & (1 << LANE * lanes) - 1) * FULL_LANE << before for lanes in range(self.width + 1)
        ]
        """By number of cards the lanes of ends in this pass before so many came, full."""
        self.limits = [self.ones * (FULL_LANE - bound) for bound in range(OUT_OF_REACH)]
        """What to add to lanes so that the highest bit is set in those above a bound."""

    def ends(self, key: int) -> int:
        """Return 0 in the lanes of ends that the cards left of a cleared class agree with, else out of reach."""
        _, waste, stock, redeals = unpacked(key)
        first = (stock & -stock).bit_length() - 1 if stock else self.width - 1
        start = LANE * (redeals * self.width + waste.bit_length())
        size = LANE * (first - waste.bit_length() + 1)
        return self.out & ~((1 << size) - 1 << start)

    def least(self, one: int, other: int) -> int:
        """Return the lesser of two values, lane by lane."""
        more = (one | self.high) - other
        larger = more & self.high
        return one - (more & (larger - (larger >> LANE - 1)))


@lru_cache(maxsize=4)
def lanes_for(cards: int, redeals: int) -> Lanes:
    """Return the lanes of games with so many cards in stock and waste and so many redeals left."""
    return Lanes(cards, redeals)


Cost = tuple[int, int]
"""The least steps in each lane, -1 if there is no end at all, and how many cards from the bottom of the waste
cannot go before the next redeal: one of them stays whatever is done, and buries those under it."""


class ClassCosts(ClassCards):
    """The costs of one class, pairs that are forbidden left out."""

    def __init__(self, game: PairGame, group: int, lanes: list[Lanes]) -> None:
        super().__init__(game, group)
        self._lanes = lanes
        self.known: dict[int, Cost] = {}
        """What was worked out, by what `of` was asked."""

    def of(self, asked: int) -> Cost:
        """Return the cost of a key under the mask with the pairs forbidden."""
        return self.known.get(asked) or self.work_out(asked)

    def work_out(self, asked: int) -> Cost:
        """Return the same, not known yet."""
        key = asked & _KEY
        pyramid, redeals = key & FULL, key >> REDEALS
        lanes, known = self._lanes[redeals], self.known
        self._lanes[0].worked_out += 1
        high = lanes.high
        stay = (key >> WASTE & PACK).bit_length()
        if not pyramid and self.members & 1:
            # The apex was the last card of all.
            best = lanes.ends(key)
        else:
            best = out = lanes.out
            not_before = lanes.not_before
            for rest, change, bit, first in self.following(key):
                if not asked & bit:
                    after = asked & rest ^ change
                    value, low = known.get(after) or self.work_out(after)
                    if value >= 0:
                        if low < stay:
                            stay = low
                        if first:
                            value |= not_before[first]
                        if best is out:
                            best = value
                            continue
                        more = (best | high) - value
                        if larger := more & high:
                            best -= more & (larger - (larger >> LANE - 1))
            best += lanes.ones
            # Mostly there is none, and a call for each position would show in the time.
            if not key >> STOCK & PACK and (change := self.redealt(key)):
                # Its step is counted with those of the Kings.
                value, _ = self.of(asked ^ change)
                if value >= 0:
                    best = lanes.least(best, value | lanes.this_pass)
            if not pyramid:
                best = lanes.least(best, lanes.ends(key))
            if not (lanes.highest - best) & high:
                best = _DEAD
        found = known[asked] = best, stay
        return found


class KingCosts:
    """The steps stock Kings and redeals cost: a King goes, once its turn comes, in the step of a draw."""

    def __init__(self, game: PairGame, lanes: list[Lanes]) -> None:
        self.mask = game.stock_kings << WASTE | game.stock_kings << STOCK | 3 << REDEALS
        self._lanes = lanes
        self._known: dict[int, int] = {}

    def cost(self, key: int) -> int:
        """Return the steps in each lane; `key` is under the mask."""
        found = self._known.get(key)
        if found is None:
            found = self._known[key] = self._cost(*unpacked(key))
        return found

    def _cost(self, _: int, waste: int, stock: int, redeals: int) -> int:
        lanes = self._lanes[redeals]
        total = 0
        for lane in range(lanes.count):
            used, reached = redeals - lane // lanes.width, (1 << lane % lanes.width) - 1
            steps = used + (stock if used else stock & reached).bit_count()
            if used:
                steps += (waste if used > 1 else waste & reached).bit_count()
            total |= steps << LANE * lane
        return total


def all_costs(game: PairGame) -> tuple[list[ClassCosts], KingCosts, list[Lanes]]:
    """Return the costs of all classes of a game, of its Kings, and their lanes by redeals left."""
    lanes = [lanes_for(len(game.order), redeals) for redeals in range(game.redeals + 1)]
    return [ClassCosts(game, group, lanes) for group in range(CLASSES)], KingCosts(game, lanes), lanes
