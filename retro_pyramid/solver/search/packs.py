"""Stock and waste, the pack, when all cards have to go: a test for dead states, and the moves after the pyramid is cleared.

Two cards of the pack can only go together when all cards between them are gone. So the pairs within the pack nest like
brackets: no two of them cross.
"""

from retro_pyramid.cards import KING
from retro_pyramid.solver.search.pairs import CLASSES, Node, PairGame, mask_of

Frontier = tuple[int, ...]
"""For each number of pairs of one class the most pairs of another that are possible beside them; it never rises."""


class PackPairs:
    """What can be done within stock and waste, for games with single draws."""

    def __init__(self, game: PairGame) -> None:
        self._game = game
        lows = range(1, CLASSES + 1)
        self._highs = [mask_of(game.ranks, KING - low) for low in lows]
        self._lows = [mask_of(game.order, low) for low in lows]
        self._frontiers: dict[int, Frontier] = {}
        self._go: dict[tuple[int, int, int], bool] = {}
        self._without: dict[int, int] = {}

    def allows(self, node: Node) -> bool:
        """Say whether all cards may still go, by the order of stock and waste; with False they cannot."""
        pyramid, waste, stock, redeals = node
        left = waste | stock
        # The pyramid can use up so many pack cards at most; of the rest so many pairs have to be made within the pack.
        needs = [
            (group, need)
            for group, (low, high) in enumerate(zip(self._lows, self._highs, strict=True))
            if (need := (left & low).bit_count() - (pyramid & high).bit_count()) > 0
        ]
        members = self._game.stock_members
        for at, (group, need) in enumerate(needs):
            for other, most in needs[:at]:
                cards = left & (members[group] | members[other])
                found = self._frontiers.get(cards)
                if found is None:
                    found = self._frontiers[cards] = frontier(cards, self._game.order, other + 1)
                if most >= len(found) or found[most] < need:
                    return False
        alone = self._without.get(pyramid)
        if alone is None:
            alone = self._game.stock_kings
            for group, cards in enumerate(self._game.members):
                if not pyramid & cards:
                    alone |= members[group]
            self._without[pyramid] = alone
        return self.go(waste & alone, stock & alone, redeals)

    def go(self, waste: int, stock: int, redeals: int) -> bool:
        """Say whether the cards of two masks can all go among themselves; exact."""
        key = (waste, stock, redeals)
        found = self._go.get(key)
        if found is None:
            end = self.line((0, waste, stock, redeals))[-1]
            found = self._go[key] = not (end[1] or end[2])
        return found

    def line(self, node: Node) -> list[Node]:
        """Return the positions from a cleared pyramid to the end if every card is taken as soon as it can be.

        Waiting never helps: if a card waits for a later partner, an equal card takes its place and the rest is the same.
        """
        game = self._game
        order, top_playable = game.order, game.rules.stock_top_playable
        _, waste, stock, redeals = node
        nodes = [node]
        while waste or stock:
            top = stock & -stock
            last = 1 << waste.bit_length() - 1 if waste else 0
            under = waste ^ last
            rank = order[last.bit_length() - 1] if waste else 0
            top_rank = order[top.bit_length() - 1] if stock and top_playable else 0
            if rank == KING:
                waste = under
            elif game.pairs_on_waste(waste, redeals):
                waste = under ^ 1 << under.bit_length() - 1
            elif top_rank == KING:
                stock ^= top
            elif waste and rank + top_rank == KING:
                waste, stock = under, stock ^ top
            elif stock:
                waste, stock = waste | top, stock ^ top
            elif redeals:
                waste, stock, redeals = 0, waste, redeals - 1
            else:
                break
            nodes.append((0, waste, stock, redeals))
        return nodes


def frontier(cards: int, order: list[int], low: int) -> Frontier:
    """Return which numbers of pairs that do not cross can be made of cards of two classes, the first that of rank `low`.

    >>> order = [1, 2, 12, 11]
    >>> frontier(0b1111, order, 1), frontier(0b0111, order, 1), frontier(0b1011, order, 1)
    ((1, 0), (0, 0), (1,))
    """
    ranks = [order[card] for card in range(cards.bit_length()) if cards >> card & 1]
    size = len(ranks)
    # best[i][j] is about the cards from number i to before number j.
    best: list[list[Frontier]] = [[(0,)] * (size + 1) for _ in range(size + 2)]
    for i in range(size - 1, -1, -1):
        row, after = best[i], best[i + 1]
        partner = KING - ranks[i]
        first = ranks[i] in (low, KING - low)
        partners = [k for k in range(i + 1, size) if ranks[k] == partner]
        for j in range(i + 2, size + 1):
            found = after[j]
            for k in partners:
                if k >= j:
                    break
                found = _better(found, _joined(after[k], best[k + 1][j], first))
            row[j] = found
    return best[0][size]


def _joined(inner: Frontier, outer: Frontier, first: bool) -> Frontier:
    """Return the numbers for a pair, `first` if of the first class, with `inner` between its cards and `outer` after it."""
    found = [0] * (len(inner) + len(outer) - 1)
    for one, others in enumerate(inner):
        for other, more in enumerate(outer):
            if others + more > found[one + other]:
                found[one + other] = others + more
    return (found[0], *found) if first else tuple([others + 1 for others in found])


def _better(one: Frontier, other: Frontier) -> Frontier:
    if len(one) < len(other):
        one, other = other, one
    return tuple([max(a, b) for a, b in zip(one, other, strict=False)]) + one[len(other) :]
