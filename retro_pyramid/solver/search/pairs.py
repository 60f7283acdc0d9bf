"""The pair games as integers: positions, what a deal fixes about them, the canonical key, and positions as moves.

The cards of stock and waste never change their order, so they are numbered once: the waste from its bottom up, then
the stock from its top down. A set of them is a mask of these numbers; a set of pyramid cards is a mask of positions.
"""

from collections.abc import Callable, Sequence
from itertools import pairwise

from retro_pyramid.cards import KING, RANK
from retro_pyramid.rules.geometry import positions_in, without_open
from retro_pyramid.rules.moves import ALL_MOVES, DRAW, REDEAL, SINGLES, Move
from retro_pyramid.rules.ruleset import Rules
from retro_pyramid.rules.state import State

CLASSES = KING // 2
"""The number of rank classes. Class c holds the ranks c + 1 and 12 - c, which total 13; Kings are in none."""

Node = tuple[int, int, int, int]
"""A position: masks of the pyramid, the waste and the stock, and the redeals left (always 1 if unlimited).

A plain tuple of integers, since the garbage collector does not track those and searches keep very many.
"""

WASTE, STOCK, REDEALS, PAIRS_FROM = 28, 52, 76, 78
"""The first bit of each part of a packed position; the pyramid begins at 0. From PAIRS_FROM on stand the forbidden pairs,
where the integer is about the cards of one class only."""
MOST_REDEALS = (1 << PAIRS_FROM - REDEALS) - 1
PYRAMID, PACK = (1 << WASTE) - 1, (1 << STOCK - WASTE) - 1

PARTS = 61
"""The number of dictionaries a table of positions is split into, by remainder. A dictionary that grows is copied, and for a
large one that would take longer than a slice of work may."""

_BY_CARDS = {move[1:]: move for move in ALL_MOVES.values()}
"""Moves that take cards, by pyramid positions and the numbers of stock and waste cards."""


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
    """A pair game from one position on: what the search needs to know of its cards and rules.

    `ranks` is the rank at each pyramid position, `order` the rank of each numbered card of waste and stock, `root` the
    position itself without the open Kings, and `redeals` how many are left there. `kings` and `members`, one mask for
    each class, are pyramid cards; `stock_kings` and `stock_members` are the same for waste and stock.
    """

    def __init__(self, rules: Rules, state: State) -> None:
        self.rules = rules
        self.ranks = [RANK[card] for card in state.layout]
        self.order = [RANK[card] for card in (*state.waste, *state.stock)]
        self.kings, self.stock_kings = mask_of(self.ranks, KING), mask_of(self.order, KING)
        self.members, self.stock_members = (
            [mask_of(ranks, c + 1, KING - 1 - c) for c in range(CLASSES)]
            for ranks in (self.ranks, self.order)
        )
        self.groups = [min(rank, KING - rank) - 1 for rank in range(KING + 1)]
        """For each rank its class, -1 for Kings and for no card."""
        waste = (1 << len(state.waste)) - 1
        self.waste_pairs = waste if rules.waste_pairs else 0
        """The cards that may be taken as the top two of the waste, until the next redeal: those on the waste now. With an
        upper card that is drawn later the pair need not wait: it could have been taken while that card was on top of
        the stock, and nothing in between needs either card."""
        self.redeals = 1 if rules.redeals is None else rules.redeals + 1 - state.pass_number
        self._dealt = state.pyramid
        stock = ((1 << len(self.order)) - 1) ^ waste
        self.root: Node = (self.without_kings(state.pyramid), waste, stock, self.redeals)

    def without_kings(self, pyramid: int) -> int:
        """Return the pyramid once its open Kings are taken: that never harms, so it is always done at once."""
        return without_open(pyramid, self.kings)

    def pairs_on_waste(self, waste: int, redeals: int) -> bool:
        last = waste.bit_length() - 1
        if not waste or not self.waste_pairs >> last & 1 or redeals != self.redeals:
            return False
        second = (waste ^ 1 << last).bit_length() - 1
        return second >= 0 and self.order[last] + self.order[second] == KING

    def moves(self, nodes: list[Node]) -> list[Move]:
        """Return the moves from each position to the next: a pair, draws, a redeal, and Kings taken at once."""
        moves = self._kings_taken(self._dealt ^ self.root[0])
        for node, end in pairwise(nodes):
            while node != end:
                after = self._toward(node, end)
                moves += self._between(node, after)
                node = after
        return moves

    def _toward(self, node: Node, end: Node) -> Node:
        """Return the position one move on from `node` on the way to `end`."""
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
        gone = (waste | stock) & ~(after[1] | after[2])
        cards = positions_in(taken & ~self.kings)
        move = DRAW if stock else REDEAL
        if cards or gone:
            move = _BY_CARDS[tuple(cards), (gone & stock).bit_count(), (gone & waste).bit_count()]
        return [move, *self._kings_taken(taken)]


def mask_of(ranks: Sequence[int], *wanted: int) -> int:
    """Return the mask of the places in a list that hold one of some ranks."""
    return sum([1 << at for at, rank in enumerate(ranks) if rank in wanted])


def canonical_key(order: list[int]) -> Callable[[int], int]:
    """Return a function from packed positions to numbers, equal if they differ only in which equal cards are left.

    >>> number = canonical_key([5, 5, 8])
    >>> one, other, third = (packed((1, waste, 4, 2)) for waste in (1, 2, 3))
    >>> number(one) == number(other), number(one) == number(third)
    (True, False)
    """
    known: dict[int, int] = {}
    low, middle, high = (_ranks_of(order[at : at + 8]) for at in range(0, 24, 8))

    def number(key: int) -> int:
        waste = key >> WASTE & PACK
        cards = waste | key >> STOCK & PACK
        ranks = known.get(cards)
        if ranks is None:
            ranks, shift = low[cards & 255]
            more, width = middle[cards >> 8 & 255]
            ranks = known[cards] = ranks | (more | high[cards >> 16][0] << width) << shift
        return (ranks << 2 | key >> REDEALS) << STOCK | waste.bit_count() << WASTE | key & PYRAMID

    return number


def _ranks_of(order: list[int]) -> list[tuple[int, int]]:
    """Return for each set of up to eight cards their ranks in order, four bits each, and the number of these bits."""
    found = [(0, 0)]
    for rank in reversed(order):
        found = [pair for ranks, bits in found for pair in ((ranks, bits), (ranks << 4 | rank, bits + 4))]
    return found
