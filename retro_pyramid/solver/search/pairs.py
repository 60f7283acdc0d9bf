"""The pair games as the solvers see them: cards left and redeals as small integers, and the moves between.

The cards of stock and waste keep their order for the whole game, so they are numbered once, the waste from
its bottom up and then the stock from its top down; sets of them are masks of these numbers.
"""

from __future__ import annotations

from itertools import pairwise

from retro_pyramid.cards import KING, RANK
from retro_pyramid.rules.moves import (
    DRAW,
    PAIRS,
    REDEAL,
    SINGLES,
    STOCK_AND_WASTE,
    STOCK_KING,
    WASTE_KING,
    WASTE_PAIR,
    WITH_STOCK,
    WITH_WASTE,
    Move,
)
from retro_pyramid.rules.pyramid import below, positions_in
from retro_pyramid.rules.record import Rules
from retro_pyramid.rules.state import State

CLASSES = KING // 2
"""Ranks that total 13 form a class; class c holds the ranks c + 1 and 12 - c. Kings are in none."""


Node = tuple[int, int, int, int]
"""A position: masks of the pyramid, the waste and the stock, and the redeals left (always 1 if unlimited).

A plain tuple: searches keep very many, and the garbage collector leaves those alone.
"""


WASTE, STOCK, REDEALS, PAIRS_FROM = 28, 52, 76, 78
"""Where in a position packed into one integer, the pyramid lowest, the other parts begin; the last is for the
pairs forbidden, where there are only the cards of one class."""
PYRAMID, PACK = (1 << WASTE) - 1, (1 << STOCK - WASTE) - 1


PARTS = 61
"""Tables by position are kept in so many parts, by the remainder: a table that grows is copied, and a large one
for longer than a slice of work may take."""


def packed(node: Node) -> int:
    """Return a position as one integer, which is quicker to look up.

    >>> unpacked(packed((5, 1, 6, 2)))
    (5, 1, 6, 2)
    """
    pyramid, waste, stock, redeals = node
    return pyramid | waste << WASTE | stock << STOCK | redeals << REDEALS


def unpacked(key: int) -> Node:
    """Return the parts of a packed position."""
    return key & PYRAMID, key >> WASTE & PACK, key >> STOCK & PACK, key >> REDEALS


class PairGame:
    """One deal of a pair game from a position, with tables of what depends on the pyramid alone."""

    def __init__(self, rules: Rules, state: State) -> None:
        self.rules = rules
        self.ranks = [RANK[card] for card in state.layout]
        self.order = [RANK[card] for card in (*state.waste, *state.stock)]
        self.kings = self._of_rank(self.ranks, KING)
        self._below = {1 << i: below(i) for i, rank in enumerate(self.ranks) if rank == KING}
        self.stock_kings = self._of_rank(self.order, KING)
        self.members = [
            self._of_rank(self.ranks, c + 1) | self._of_rank(self.ranks, KING - 1 - c) for c in range(CLASSES)
        ]
        self.stock_members = [
            self._of_rank(self.order, c + 1) | self._of_rank(self.order, KING - 1 - c) for c in range(CLASSES)
        ]
        self.groups = [min(rank, KING - rank) - 1 for rank in range(KING + 1)]
        """For each rank its class, -1 for Kings and for no card."""
        waste = (1 << len(state.waste)) - 1
        self.waste_pairs = waste if rules.waste_pairs else 0
        """The cards that may go as the top two of the waste, as long as no redeal was. Two of which the upper was
        drawn since have no need to: the upper, on top of the stock, could have gone with the lower at that time,
        and nothing done in between would have missed them."""
        redeals = 1 if rules.redeals is None else rules.redeals + 1 - state.pass_number
        self.redeals = redeals
        self.dealt = state.pyramid
        stock = ((1 << len(self.order)) - 1) ^ waste
        self.root: Node = (self.without_kings(state.pyramid), waste, stock, redeals)

    @staticmethod
    def _of_rank(ranks: list[int], rank: int) -> int:
        return sum(1 << at for at, other in enumerate(ranks) if other == rank)

    def without_kings(self, pyramid: int) -> int:
        """Return the pyramid after its open Kings went: taking one only ever helps, so it is done at once."""
        kings = self.kings & pyramid
        while kings:
            index = kings.bit_length() - 1
            king = 1 << index
            kings ^= king
            if not pyramid & self._below[king]:
                pyramid ^= king
        return pyramid

    def pairs_on_waste(self, waste: int, redeals: int) -> bool:
        """Say whether the top two cards of the waste may go together."""
        last = waste.bit_length() - 1
        if not waste or not self.waste_pairs >> last & 1 or redeals != self.redeals:
            return False
        second = (waste ^ 1 << last).bit_length() - 1
        return second >= 0 and self.order[last] + self.order[second] == KING

    def moves(self, nodes: list[Node]) -> list[Move]:
        """Return the moves that lead from the first node to the next, and so on.

        What lies between two nodes may be removal of one pair, then draws, a redeal and Kings that go at once.
        """
        moves = self._kings_taken(self.dealt ^ self.root[0])
        for node, end in pairwise(nodes):
            while node != end:
                after = self._toward(node, end)
                moves += self._between(node, after)
                node = after
        return moves

    def _toward(self, node: Node, end: Node) -> Node:
        """Return the node one step from a node on the way to another."""
        pyramid, waste, stock, redeals = node
        gone = (waste | stock) & ~(end[1] | end[2])
        pair = gone & ~self.stock_kings
        if pyramid != end[0] or pair:
            return end[0], waste & ~pair, stock & ~pair, redeals
        top = stock & -stock
        if waste and gone >> waste.bit_length() - 1 & 1:
            return pyramid, waste ^ 1 << waste.bit_length() - 1, stock, redeals
        if gone & top and self.rules.stock_top_playable:
            return pyramid, waste, stock ^ top, redeals
        if stock:
            for _ in range(1, self.rules.draw_count):
                top |= (stock ^ top) & -(stock ^ top)
            return pyramid, waste | top, stock ^ top, redeals
        return pyramid, 0, waste, redeals if self.rules.redeals is None else redeals - 1

    def _kings_taken(self, taken: int) -> list[Move]:
        # A card has a lower index than those that cover it.
        return [SINGLES[i] for i in reversed(positions_in(taken & self.kings))]

    def _between(self, node: Node, after: Node) -> list[Move]:
        pyramid, waste, stock, _ = node
        taken = pyramid ^ after[0]
        from_pyramid = positions_in(taken & ~self.kings)
        gone = (waste | stock) & ~(after[1] | after[2])
        from_stock, from_waste = gone & stock, gone & waste
        if from_pyramid and from_stock:
            move = WITH_STOCK[from_pyramid[0]]
        elif from_pyramid and from_waste:
            move = WITH_WASTE[from_pyramid[0]]
        elif from_pyramid:
            move = PAIRS[from_pyramid[0]][from_pyramid[1]]
        elif gone:
            move = self._stock_move(from_stock, from_waste)
        else:
            move = DRAW if stock else REDEAL
        return [move, *self._kings_taken(taken)]

    @staticmethod
    def _stock_move(from_stock: int, from_waste: int) -> Move:
        if from_stock:
            return STOCK_AND_WASTE if from_waste else STOCK_KING
        return WASTE_PAIR if from_waste & (from_waste - 1) else WASTE_KING


class Alike:
    """Positions alike but for which of equal cards are left: their ranks lie in the same order.

    A deal has several such cards side by side, above all once what lay between them is gone.
    """

    def __init__(self, order: list[int]) -> None:
        self._known: dict[int, int] = {}
        """By cards left in stock and waste their ranks in order, four bits each."""
        self._bytes = [_ranks_of(order[at : at + 8]) for at in range(0, 24, 8)]

    def number(self, key: int) -> int:
        """Return a number that packed positions have in common if they are alike.

        >>> alike = Alike([5, 5, 8])
        >>> one, other, third = (packed((1, waste, 4, 2)) for waste in (1, 2, 3))
        >>> alike.number(one) == alike.number(other), alike.number(one) == alike.number(third)
        (True, False)
        """
        waste = key >> WASTE & PACK
        cards = waste | key >> STOCK & PACK
        ranks = self._known.get(cards)
        if ranks is None:
            low, middle, high = self._bytes
            ranks, shift = low[cards & 255]
            more, width = middle[cards >> 8 & 255]
            ranks = self._known[cards] = ranks | (more | high[cards >> 16][0] << width) << shift
        return (ranks << 2 | key >> REDEALS) << STOCK | waste.bit_count() << WASTE | key & PYRAMID


def _ranks_of(order: list[int]) -> list[tuple[int, int]]:
    """Return for each set of up to eight cards their ranks in order, four bits each, and how many bits these are."""
    found = [(0, 0)]
    for rank in reversed(order):
        found = [pair for ranks, bits in found for pair in ((ranks, bits), (ranks << 4 | rank, bits + 4))]
    return found
