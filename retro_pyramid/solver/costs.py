"""The steps one rank class costs if every other card were out of the way: the bound of the shortest line.

Every step of a game concerns one class, so the costs of the classes add up. They are worked out for every
way the game can end, by redeals left and by how far into the stock, side by side in one integer: a lane of
11 bits each. Classes that are cheap only in different ways do not cheat the sum.
"""

from __future__ import annotations

from retro_pyramid.cards import KING
from retro_pyramid.rules.pyramid import FULL
from retro_pyramid.solver.opens import REDEALT, ClassCards
from retro_pyramid.solver.pairs import CLASSES, PAIRS_FROM, REDEALS, STOCK, WASTE, PairGame, unpacked

LANE = 11
FULL_LANE = (1 << LANE - 1) - 1
"""The most a lane holds, its highest bit being kept for comparing."""
OUT_OF_REACH = 140
"""Steps in a lane in which the game cannot end so; more than any game has, and seven of them fit a lane."""
_DEAD = -1
_KEY = (1 << PAIRS_FROM) - 1


class Lanes:
    """Lanes for every end of a game: redeals left, and the number of the first stock card not reached."""

    def __init__(self, game: PairGame) -> None:
        self.worked_out = 0
        """How many costs were worked out with these lanes, for slices of even work."""
        self.width = len(game.order) + 1
        self.count = self.width * (game.redeals + 1)
        self.ones = sum(1 << LANE * lane for lane in range(self.count))
        self.high = self.ones << LANE - 1
        self.out = self.ones * OUT_OF_REACH
        self.most = self.out - self.ones
        self.highest = self.most | self.high
        lowest = [self.ones & (1 << LANE * lanes) - 1 for lanes in range(self.width + 1)]
        self.early = [
            [lanes * FULL_LANE << LANE * self.width * left for lanes in lowest]
            for left in range(game.redeals + 1)
        ]
        """By redeals left and number of cards: the lanes of ends in that pass before so many came, full."""

    def ends(self, key: int) -> int:
        """Return 0 in the lanes of ends that the cards left of a cleared class agree with, else out of reach."""
        _, waste, stock, redeals = unpacked(key)
        first = (stock & -stock).bit_length() - 1 if stock else self.width - 1
        start = LANE * (redeals * self.width + waste.bit_length())
        size = LANE * (first - waste.bit_length() + 1)
        return self.out & ~((1 << size) - 1 << start)

    def least(self, one: int, other: int) -> int:
        """Return the lesser of two values, lane by lane."""
        larger = ((one | self.high) - other) & self.high
        return one ^ ((one ^ other) & (larger - (larger >> LANE - 1)))


class ClassCosts(ClassCards):
    """The costs of one class, pairs that are forbidden left out."""

    def __init__(self, game: PairGame, group: int, lanes: Lanes) -> None:
        super().__init__(game, group)
        self._lanes = lanes
        self.known: dict[int, int] = {}
        self.judged: dict[int, tuple[int, int]] = {}
        """What `judge` has told."""

    def cost(self, asked: int) -> int:
        """Return the least steps in each lane, or -1 if there is no end at all.

        Asked is about a key under the mask with the pairs forbidden.
        """
        found = self.known.get(asked)
        return self._work_out(asked) if found is None else found

    def _work_out(self, asked: int) -> int:
        lanes, known = self._lanes, self.known
        lanes.worked_out += 1
        high = lanes.high
        key = asked & _KEY
        pyramid, redeals = key & FULL, key >> REDEALS
        if not pyramid and self.members & 1:
            # The apex was the last card of all.
            best = lanes.ends(key)
        else:
            best = lanes.most
            early = lanes.early[redeals]
            redealt = _DEAD
            for rest, change, bit, card in self.following(key):
                if asked & bit:
                    continue
                after = asked & rest ^ change
                value = known.get(after)
                if value is None:
                    value = self._work_out(after)
                if card == REDEALT:
                    # Its step is counted with those of the Kings.
                    redealt = value
                elif value >= 0:
                    if card >= 0:
                        value |= early[card + 1]
                    larger = ((best | high) - value) & high
                    best ^= (best ^ value) & (larger - (larger >> LANE - 1))
            best += lanes.ones
            if redealt >= 0:
                best = lanes.least(best, redealt)
            if not pyramid:
                best = lanes.least(best, lanes.ends(key))
            if not (lanes.highest - best) & high:
                best = _DEAD
        known[asked] = best
        return best

    def judge(self, asked: int) -> tuple[int, int]:
        """Return the cost, and how many cards from the bottom of the waste cannot go before the next redeal.

        A card stays, and buries those under it, if no partner in reach is allowed, or if with its like above
        it outnumbers the partners in reach.
        """
        found = self.judged.get(asked)
        if found is None:
            found = self.judged[asked] = self.cost(asked), self._bury(*unpacked(asked & _KEY), asked)
        return found

    def _bury(self, pyramid: int, waste: int, stock: int, redeals: int, forbidden: int) -> int:
        order = self._order
        partners = [0] * KING
        others = stock
        if redeals == self._game.redeals:
            others |= waste & self._game.waste_pairs
        for card in range(others.bit_length()):
            if others >> card & 1:
                partners[KING - order[card]] += 1
        from_pack = tuple(partners)
        fields: list[list[int]] = [[] for _ in range(KING)]
        for i, field in self.field.items():
            if pyramid >> i & 1:
                partners[KING - self._game.ranks[i]] += 1
                fields[KING - self._game.ranks[i]].append(field)
        while waste:
            card = waste.bit_length() - 1
            rank = order[card]
            partners[rank] -= 1
            allowed = from_pack[rank] or any(not forbidden >> field + card & 1 for field in fields[rank])
            if partners[rank] < 0 or not allowed:
                break
            waste ^= 1 << card
        return waste.bit_length()


class KingCosts:
    """The steps stock Kings and redeals cost: a King goes, once its turn comes, in the step of a draw."""

    def __init__(self, game: PairGame, lanes: Lanes) -> None:
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
        width = self._lanes.width
        total = 0
        for lane in range(self._lanes.count):
            used, reached = redeals - lane // width, (1 << lane % width) - 1
            if used < 0:
                continue
            steps = used + (stock if used else stock & reached).bit_count()
            if used:
                steps += (waste if used > 1 else waste & reached).bit_count()
            total |= steps << LANE * lane
        return total


def all_costs(game: PairGame) -> tuple[list[ClassCosts], KingCosts, Lanes]:
    """Return the costs of all classes of a game, of its Kings, and their lanes."""
    lanes = Lanes(game)
    return [ClassCosts(game, group, lanes) for group in range(CLASSES)], KingCosts(game, lanes), lanes
