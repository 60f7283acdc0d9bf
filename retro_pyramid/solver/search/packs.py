"""The pack (stock and waste) when all cards have to go: a test for dead states, and the moves after the pyramid is cleared.

Two cards of the pack can only be removed together once all cards between them are gone. So the pairs within the pack nest
like brackets: no two of them cross.
"""

from retro_pyramid.cards import KING
from retro_pyramid.solver.search.pairs import CLASS_COUNT, Node, PairGame, build_rank_mask

Frontier = tuple[int, ...]
"""A Pareto frontier: for each number of pairs of one rank class, the most pairs of another that are possible as well. It
never increases."""


class PackSolver:
    """The removals that are possible within the pack, for games with single draws."""

    def __init__(self, game: PairGame) -> None:
        self._game = game
        low_ranks = range(1, CLASS_COUNT + 1)
        self._highs = [build_rank_mask(game.slot_ranks, KING - low) for low in low_ranks]
        self._lows = [build_rank_mask(game.pack_ranks, low) for low in low_ranks]
        self._frontiers: dict[int, Frontier] = {}
        self._can_clear_cache: dict[tuple[int, int, int], bool] = {}
        self._unmatched_cards: dict[int, int] = {}
        """By pyramid, the pack cards that no pyramid card can be paired with."""

    def may_clear_all(self, node: Node) -> bool:
        """Return whether all cards may be removable, judged by the order of the pack. False is certain, True is not."""
        pyramid, waste, stock, redeals = node
        pack = waste | stock
        # The pyramid can use up only so many pack cards. The rest must be paired within the pack.
        needs = [
            (class_index, need)
            for class_index, (low, high) in enumerate(zip(self._lows, self._highs, strict=True))
            if (need := (pack & low).bit_count() - (pyramid & high).bit_count()) > 0
        ]
        members = self._game.pack_class_masks
        for index, (class_index, need) in enumerate(needs):
            for other_class, other_need in needs[:index]:
                cards = pack & (members[class_index] | members[other_class])
                pair_counts = self._frontiers.get(cards)
                if pair_counts is None:
                    pair_counts = self._frontiers[cards] = compute_frontier(
                        cards, self._game.pack_ranks, other_class + 1
                    )
                if other_need >= len(pair_counts) or pair_counts[other_need] < need:
                    return False
        unmatched = self._unmatched_cards.get(pyramid)
        if unmatched is None:
            unmatched = self._game.pack_king_mask
            for class_index, cards in enumerate(self._game.class_masks):
                if not pyramid & cards:
                    unmatched |= members[class_index]
            self._unmatched_cards[pyramid] = unmatched
        return self.can_clear(waste & unmatched, stock & unmatched, redeals)

    def can_clear(self, waste: int, stock: int, redeals: int) -> bool:
        """Return whether all cards of two masks can be removed without any others. This is exact."""
        key = (waste, stock, redeals)
        can_clear = self._can_clear_cache.get(key)
        if can_clear is None:
            end = self.play_greedily((0, waste, stock, redeals))[-1]
            can_clear = self._can_clear_cache[key] = not (end[1] or end[2])
        return can_clear

    def play_greedily(self, node: Node) -> list[Node]:
        """Return the positions from a cleared pyramid to the end if every card is removed as soon as possible.

        Waiting never helps: if a card waits for a later partner, an equal card takes its place and the rest is the same.
        """
        game = self._game
        order, top_playable = game.pack_ranks, game.rules.stock_top_playable
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
            elif game.has_waste_pair(waste, redeals):
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


def compute_frontier(cards: int, pack_ranks: list[int], first_low_rank: int) -> Frontier:
    """Return the numbers of pairs that can be made of the cards of two rank classes without crossing each other.

    `cards` is a mask of pack cards, `first_low_rank` the lower rank of the first class.

    >>> order = [1, 2, 12, 11]
    >>> compute_frontier(0b1111, order, 1), compute_frontier(0b0111, order, 1), compute_frontier(0b1011, order, 1)
    ((1, 0), (0, 0), (1,))
    """
    ranks = [pack_ranks[card] for card in range(cards.bit_length()) if cards >> card & 1]
    size = len(ranks)
    # best[i][j] is the frontier of the cards from index i up to, but not including, index j.
    best: list[list[Frontier]] = [[(0,)] * (size + 1) for _ in range(size + 2)]
    for i in range(size - 1, -1, -1):
        row, next_row = best[i], best[i + 1]
        partner = KING - ranks[i]
        is_first_class = ranks[i] in (first_low_rank, KING - first_low_rank)
        partners = [k for k in range(i + 1, size) if ranks[k] == partner]
        for j in range(i + 2, size + 1):
            merged = next_row[j]
            for k in partners:
                if k >= j:
                    break
                merged = _merge(merged, _combine(next_row[k], best[k + 1][j], is_first_class))
            row[j] = merged
    return best[0][size]


def _combine(inner: Frontier, outer: Frontier, is_first_class: bool) -> Frontier:
    """Return the frontier of a pair with `inner` between its two cards and `outer` after it."""
    combined = [0] * (len(inner) + len(outer) - 1)
    for inner_first, inner_second in enumerate(inner):
        for outer_first, outer_second in enumerate(outer):
            if inner_second + outer_second > combined[inner_first + outer_first]:
                combined[inner_first + outer_first] = inner_second + outer_second
    return (combined[0], *combined) if is_first_class else tuple([count + 1 for count in combined])


def _merge(first: Frontier, second: Frontier) -> Frontier:
    """Return the better of two frontiers for each number of pairs."""
    if len(first) < len(second):
        first, second = second, first
    return tuple([max(a, b) for a, b in zip(first, second, strict=False)]) + first[len(second) :]
