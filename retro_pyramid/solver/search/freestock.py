"""A relaxed game with a free stock: every card of stock and waste can be used at any time, once. Exact for that game.

The fewer partners a class has in the stock, the more pairs it needs within the pyramid. For each shape it is worked
out which numbers of such pairs, one number for each class, are possible. The six numbers are the digits of one number
in a mixed radix, and the set of the possible ones is kept as the bits of one integer.
"""

from retro_pyramid.cards import KING
from retro_pyramid.rules.geometry import FULL
from retro_pyramid.solver.search.pairs import CLASSES, STOCK, WASTE, Node, PairGame, mask_of, unpacked
from retro_pyramid.solver.search.shapes import both_open, opens, shapes, within

TABLE_NODES = 100
"""The nodes that making one such table counts for in a slice of work."""

_LANE = 24
_LANE_MASK = (1 << _LANE) - 1
_OUT = 1 << 20
"""The weight of pairs that cannot be: more than all that can be, and six times this still fits a lane."""


def made_a_table() -> bool:
    """Make one of the tables that all games share, if any is missing, and say so: it is work enough for a slice.

    It counts for no nodes, so that the number of nodes of a search does not depend on earlier ones in the process.
    """
    for table in (opens, shapes, both_open):
        if not table.cache_info().currsize:
            table()
            return True
    return False


class _Needs(dict[int, int]):
    """A memo for one class: by its bits of a packed position, the weight of the pairs that it needs within the pyramid.

    Lane n holds the weight if the last n cards of the stock are not used.
    """

    def __init__(self, lower: int, partners: int, weight: int, most: int, cards: int) -> None:
        super().__init__({0: 0})
        self._lower, self._partners = lower, partners
        self._weight, self._most = weight, most
        self._cards = cards
        ones = sum(1 << _LANE * given for given in range(cards + 1))
        self._given = [ones >> _LANE * given << _LANE * given for given in range(cards + 1)]
        """By a number of unused cards, a one in each lane of so many or more."""

    def __missing__(self, key: int) -> int:
        partners, weight, most = self._partners, self._weight, self._most
        pyramid, cards, later, _ = unpacked(key)
        lows = (pyramid & self._lower).bit_count()
        highs = pyramid.bit_count() - lows
        every = cards | later
        spare = [(every & ~partners).bit_count() - highs, (every & partners).bit_count() - lows]
        need = max(0, -min(spare))
        each = need * weight if need <= most else _OUT
        lanes = each * self._given[0]
        while later:
            card = later.bit_length() - 1
            later ^= 1 << card
            side = partners >> card & 1
            spare[side] -= 1
            if need + spare[side] < 0:
                need += 1
                more = (need * weight if need <= most else _OUT) - each
                lanes += more * self._given[self._cards - card]
                each += more
        self[key] = lanes
        return lanes


class FreeStock:
    """Whether the pyramid of a game can be cleared with a free stock, and how much of the stock that takes."""

    def __init__(self, game: PairGame) -> None:
        self._number = shapes().number
        self._parts: list[tuple[int, int, int, int]] = []
        """For each class: pyramid cards of the lower rank, their partners in the stock, the weight of its digit, and the
        most pairs within the pyramid."""
        weight = 1
        weights = [(0, 0)] * CLASSES
        pyramid = game.root[0]
        for group in range(CLASSES):
            low = mask_of(game.ranks, group + 1) & pyramid
            high = game.members[group] & pyramid & ~low
            partners = mask_of(game.order, KING - 1 - group)
            most = min(low.bit_count(), high.bit_count())
            self._parts.append((low, partners, weight, most))
            weights[group] = weight, most
            weight *= most + 1
        self._fill(game, weight, weights)
        self.cards = len(game.order)
        self._classes = [
            (members | cards << WASTE | cards << STOCK, _Needs(*part, self.cards))
            for members, cards, part in zip(game.members, game.stock_members, self._parts, strict=True)
        ]
        """For each class its bits in a question of `reach`, and its memo."""
        self._allowed_bytes: dict[int, bytes] = {}
        """By pyramid the set of possible numbers as bytes, which are quicker to look into."""

    def _fill(self, game: PairGame, size: int, weights: list[tuple[int, int]]) -> None:
        every = (1 << size) - 1
        # For each class the set of numbers whose digit for it is not the largest yet.
        room = [
            ((1 << weight * most) - 1) * (every // ((1 << weight * (most + 1)) - 1))
            for weight, most in weights
        ]
        order = within(game.root[0])
        table = shapes()
        allowed = self._allowed = [1] * len(table.masks)
        pairs: dict[int, list[tuple[int, int, int]]] = {}
        ranks = game.ranks
        for (i, j), rows in both_open().items():
            if ranks[i] + ranks[j] == KING:
                group = min(ranks[i], ranks[j]) - 1
                fits, weight = room[group], weights[group][0]
                for shape, smaller in rows:
                    if shape in pairs:
                        pairs[shape].append((smaller, fits, weight))
                    else:
                        pairs[shape] = [(smaller, fits, weight)]
        after = table.after
        for shape in order:
            found = 1
            for _, smaller in after[shape]:
                found |= allowed[smaller]
            if shape in pairs:
                for smaller, fits, weight in pairs[shape]:
                    found |= (allowed[smaller] & fits) << weight
            allowed[shape] = found

    def allows(self, node: Node) -> bool:
        """Say whether the pyramid of a position can be cleared with its stock and waste free."""
        pyramid, waste, stock, _ = node
        left = waste | stock
        at = 0
        for low, partners, weight, most in self._parts:
            need = (pyramid & low).bit_count() - (left & partners).bit_count()
            if need > 0:
                if need > most:
                    return False
                at += need * weight
        return bool(self._allowed[self._number[pyramid]] >> at & 1)

    def reach(self, key: int, near: int, before: int = 0, needs: int = 0) -> tuple[int, int]:
        """Return how many cards of the stock have to come to clear the pyramid of a packed position; its waste is free.

        The second number is the answer: the number after the last card needed, 0 if the waste is enough, -1 if all cards
        are not. It is never less than `near`. The first, `needs`, is the sum of the classes' lanes. It is found quicker
        from an earlier question, `before`, and its needs.
        """
        changed = before ^ key
        for mask, known in self._classes:
            if changed & mask:
                needs += known[key & mask] - known[before & mask]
        return needs, self._far(key, needs, near)

    def reach_after(self, before: int, needs: int, near: int, key: int, group: int) -> tuple[int, int]:
        """Return the same, quicker still, if since the question `before` only cards of one class went."""
        mask, known = self._classes[group]
        needs += known[key & mask] - known[before & mask]
        return needs, self._far(key, needs, near)

    def _far(self, key: int, needs: int, near: int) -> int:
        """Return the answer of `reach` from the sum of the lanes."""
        pyramid = key & FULL
        allowed = self._allowed_bytes.get(pyramid)
        if allowed is None:
            bits = self._allowed[self._number[pyramid]]
            allowed = self._allowed_bytes[pyramid] = bits.to_bytes(bits.bit_length() + 7 >> 3, "little")
        size = len(allowed) << 3
        # What is needed only grows with the cards not used. Mostly `near` is enough, or all cards are not.
        beyond = self.cards - near
        at = needs >> _LANE * beyond & _LANE_MASK
        if at < size and allowed[at >> 3] >> (at & 7) & 1:
            return near
        at = needs & _LANE_MASK
        if at >= size or not allowed[at >> 3] >> (at & 7) & 1:
            return -1
        given = 0
        while beyond - given > 1:
            middle = (given + beyond) // 2
            at = needs >> _LANE * middle & _LANE_MASK
            if at < size and allowed[at >> 3] >> (at & 7) & 1:
                given = middle
            else:
                beyond = middle
        return self.cards - given
