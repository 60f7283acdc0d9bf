"""The steps one rank class costs if every other card were out of the way: the bound of the shortest line.

Every step of a game concerns one class, so the costs of the classes add up. They are worked out for every
way the game can end, by redeals left and by how far into the stock, side by side in one integer: a lane of
11 bits each. Classes that are cheap only in different ways do not cheat the sum.
"""

from __future__ import annotations

from retro_pyramid.cards import KING
from retro_pyramid.solver.opens import ClassCards
from retro_pyramid.solver.pairs import CLASSES, REDEALS, STOCK, WASTE, PairGame, packed, unpacked

LANE = 11
OUT_OF_REACH = 140
"""Steps in a lane in which the game cannot end so; more than any game has, and seven of them fit a lane."""
_DEAD = -1


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
        lowest = [((1 << LANE * lanes) - 1) // ((1 << LANE) - 1) for lanes in range(self.width + 1)]
        self._before = [
            [lanes * OUT_OF_REACH << LANE * self.width * left for lanes in lowest]
            for left in range(game.redeals + 1)
        ]

    def ends(self, waste: int, stock: int, redeals: int) -> int:
        """Return 0 in the lanes of ends that these cards of a cleared class agree with, else out of reach."""
        first = (stock & -stock).bit_length() - 1 if stock else self.width - 1
        start = LANE * (redeals * self.width + waste.bit_length())
        size = LANE * (first - waste.bit_length() + 1)
        return self.out & ~((1 << size) - 1 << start)

    def least(self, one: int, other: int) -> int:
        """Return the lesser of two values, lane by lane."""
        larger = ((one | self.high) - other) & self.high
        return other ^ ((one ^ other) & ~(larger - (larger >> LANE - 1)))

    def reached(self, value: int, card: int, redeals: int) -> int:
        """Return a value less the ends that do not reach a stock card in this pass; dead ones stay dead."""
        if value == _DEAD:
            return value
        before = self._before[redeals][card + 1]
        return value + before - self.least(value, before)


class ClassCosts(ClassCards):
    """The costs of one class, pairs that are forbidden left out."""

    def __init__(self, game: PairGame, group: int, lanes: Lanes) -> None:
        super().__init__(game, group)
        self._lanes = lanes
        self.known: dict[tuple[int, int], int] = {}
        self._buried: dict[tuple[int, int], int] = {}

    def cost(self, key: int, forbidden: int) -> int:
        """Return the least steps in each lane, or -1 if there is no end at all; `key` is under the mask."""
        found = self.known.get((key, forbidden))
        if found is None:
            self._lanes.worked_out += 1
            found = self.known[key, forbidden] = self._cost(*unpacked(key), forbidden)
        return found

    def bury(self, key: int, forbidden: int) -> int:
        """Return how many cards, from the bottom of the waste, cannot go before the next redeal.

        A card stays, and buries those under it, if no partner in reach is allowed, or if with its like above
        it outnumbers the partners in reach.
        """
        found = self._buried.get((key, forbidden))
        if found is None:
            found = self._buried[key, forbidden] = self._bury(*unpacked(key), forbidden)
        return found

    def _bury(self, pyramid: int, waste: int, stock: int, redeals: int, forbidden: int) -> int:
        order = self.order
        partners = [0] * KING
        others = stock
        if redeals == self.game.redeals:
            others |= waste & self.game.waste_pairs
        for card in range(others.bit_length()):
            if others >> card & 1:
                partners[KING - order[card]] += 1
        from_pack = tuple(partners)
        fields: list[list[int]] = [[] for _ in range(KING)]
        for i, field in self.field.items():
            if pyramid >> i & 1:
                partners[KING - self.ranks[i]] += 1
                fields[KING - self.ranks[i]].append(field)
        while waste:
            card = waste.bit_length() - 1
            rank = order[card]
            partners[rank] -= 1
            allowed = from_pack[rank] or any(not forbidden >> field + card & 1 for field in fields[rank])
            if partners[rank] < 0 or not allowed:
                break
            waste ^= 1 << card
        return waste.bit_length()

    def _cost(self, pyramid: int, waste: int, stock: int, redeals: int, forbidden: int) -> int:
        lanes = self._lanes
        of_stock, order = self.of_stock, self.order

        def cost(pyramid: int, waste: int, stock: int, redeals: int, forbidden: int) -> int:
            return self.cost(packed((pyramid, waste, stock, redeals)), forbidden)

        if not pyramid and self.members & 1:
            # The apex was the last card of all.
            return lanes.ends(waste, stock, redeals)
        found = []
        pairs, partners = self.moves(pyramid)
        for left, rest, bit in pairs:
            if not forbidden & bit:
                found.append(cost(left, waste, stock, redeals, forbidden & rest))
        top = top_rank = card = 0
        if stock:
            top = stock & -stock
            card = top.bit_length() - 1
            top_rank = order[card]
            for left, rest, field in partners.get(top_rank, ()):
                if not forbidden >> field + card & 1:
                    value = cost(left, waste, stock ^ top, redeals, forbidden & rest & ~of_stock[card])
                    found.append(lanes.reached(value, card, redeals))
        if waste:
            last = waste.bit_length() - 1
            under = waste ^ 1 << last
            rank = order[last]
            for left, rest, field in partners.get(rank, ()):
                if not forbidden >> field + last & 1:
                    found.append(cost(left, under, stock, redeals, forbidden & rest & ~of_stock[last]))
            if rank + top_rank == KING:
                rest = ~(of_stock[last] | of_stock[card])
                value = cost(pyramid, under, stock ^ top, redeals, forbidden & rest)
                found.append(lanes.reached(value, card, redeals))
            if self.game.pairs_on_waste(waste, redeals):
                second = under.bit_length() - 1
                rest = ~(of_stock[last] | of_stock[second])
                found.append(cost(pyramid, under ^ 1 << second, stock, redeals, forbidden & rest))
        if stock:
            found.append(cost(pyramid, waste | top, stock ^ top, redeals, forbidden))
        best = lanes.out - lanes.ones
        for value in found:
            if value != _DEAD:
                best = lanes.least(best, value)
        best += lanes.ones
        if not stock and redeals:
            value = cost(pyramid, 0, waste, redeals - 1, forbidden)
            if value != _DEAD:
                best = lanes.least(best, value)
        if not pyramid:
            best = lanes.least(best, lanes.ends(waste, stock, redeals))
        return best if ((lanes.out - lanes.ones | lanes.high) - best) & lanes.high else _DEAD


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
