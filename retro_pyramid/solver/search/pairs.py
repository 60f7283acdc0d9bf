"""The pair games as integers: positions, the constants of a deal, the canonical key, and moves from positions.

The pack is stock and waste together. Its cards never change their order, so they are numbered once: the waste from its
bottom up, then the stock from its top down. A set of pack cards is a mask of these numbers; a set of pyramid cards is a
mask of slots.
"""

from collections.abc import Callable, Sequence
from itertools import pairwise

from retro_pyramid.cards import KING, RANK
from retro_pyramid.rules.geometry import positions_in, without_open
from retro_pyramid.rules.moves import ALL_MOVES, DRAW, REDEAL, SINGLES, Move
from retro_pyramid.rules.ruleset import Rules
from retro_pyramid.rules.state import State

CLASSES = KING // 2
"""The number of rank classes. Class c has the ranks c + 1 and 12 - c, which total 13; Kings are in none."""

Node = tuple[int, int, int, int]
"""A position: masks of the pyramid, the waste and the stock, and the redeals left (always 1 if unlimited).

A plain tuple of integers, because the garbage collector does not track those and searches keep very many.
"""

WASTE, STOCK, REDEALS, PAIRS_FROM = 28, 52, 76, 78
"""The first bit of each part of a packed position; the pyramid begins at 0. If the integer is about the cards of one rank
class only, the bits of its forbidden pairs follow from PAIR_BITS_SHIFT on."""
MOST_REDEALS = (1 << PAIRS_FROM - REDEALS) - 1
PYRAMID, PACK = (1 << WASTE) - 1, (1 << STOCK - WASTE) - 1

PARTS = 61
"""The number of dictionaries that a table of positions is split into, by remainder. A dictionary that grows is copied, and
copying a large one would take longer than a slice of work may."""

_MOVE_BY_CARDS = {move[1:]: move for move in ALL_MOVES.values()}
"""The moves that remove cards, by pyramid slots and the numbers of stock and waste cards."""


def packed(node: Node) -> int:
    """Return a position as one integer, its key, which is faster to look up.

    >>> unpacked(packed((5, 1, 6, 2)))
    (5, 1, 6, 2)
    """
    pyramid, waste, stock, redeals = node
    return pyramid | waste << WASTE | stock << STOCK | redeals << REDEALS


def unpacked(key: int) -> Node:
    """Return the parts of a packed position."""
    return key & PYRAMID, key >> WASTE & PACK, key >> STOCK & PACK, key >> REDEALS


class PairGame:
    """A pair game from one position on: what the searches need to know about its cards and rules."""

    def __init__(self, rules: Rules, state: State) -> None:
        self.rules = rules
        self.ranks = [RANK[card] for card in state.layout]
        """The rank at each pyramid slot."""
        self.order = [RANK[card] for card in (*state.waste, *state.stock)]
        """The rank of each pack card."""
        self.kings, self.stock_kings = mask_of(self.ranks, KING), mask_of(self.order, KING)
        """The masks of the Kings in the pyramid and in the pack."""
        self.members, self.stock_members = (
            [mask_of(ranks, c + 1, KING - 1 - c) for c in range(CLASSES)]
            for ranks in (self.ranks, self.order)
        )
        """For each rank class the masks of its cards in the pyramid and in the pack."""
        self.groups = [min(rank, KING - rank) - 1 for rank in range(KING + 1)]
        """The class of each rank, -1 for Kings and for no card."""
        waste = (1 << len(state.waste)) - 1
        self.waste_pairs = waste if rules.waste_pairs else 0
        """The cards that may be removed as the top two of the waste, until the next redeal: those on the waste now. With an
        upper card that is drawn later the pair need not wait: it could have been removed while that card was on top of
        the stock, and no move in between needs either card."""
        self.redeals = 1 if rules.redeals is None else rules.redeals + 1 - state.pass_number
        """The redeals left at the root, 1 if unlimited."""
        self._start_pyramid = state.pyramid
        stock = ((1 << len(self.order)) - 1) ^ waste
        self.root: Node = (self.without_kings(state.pyramid), waste, stock, self.redeals)
        """The position itself without its exposed Kings."""

    def without_kings(self, pyramid: int) -> int:
        """Return the pyramid after its exposed Kings are removed. That is never a mistake, so it is always done at once."""
        return without_open(pyramid, self.kings)

    def pairs_on_waste(self, waste: int, redeals: int) -> bool:
        """Return whether the top two cards of the waste may be removed together."""
        last = waste.bit_length() - 1
        if not waste or not self.waste_pairs >> last & 1 or redeals != self.redeals:
            return False
        second = (waste ^ 1 << last).bit_length() - 1
        return second >= 0 and self.order[last] + self.order[second] == KING

    def moves(self, nodes: list[Node]) -> list[Move]:
        """Return the moves from each position to the next: a pair, draws, a redeal, and Kings, which are removed at once."""
        moves = self._king_moves(self._start_pyramid ^ self.root[0])
        for node, end in pairwise(nodes):
            while node != end:
                next_node = self._move_toward(node, end)
                moves += self._moves_between(node, next_node)
                node = next_node
        return moves

    def _move_toward(self, node: Node, end: Node) -> Node:
        """Return the position one move after `node` on the way to `end`."""
        pyramid, waste, stock, redeals = node
        removed = (waste | stock) & ~(end[1] | end[2])
        pair = removed & ~self.stock_kings
        if pyramid != end[0] or pair:
            return end[0], waste & ~pair, stock & ~pair, redeals
        top = stock & -stock
        if waste and removed >> waste.bit_length() - 1 & 1:
            return pyramid, waste ^ 1 << waste.bit_length() - 1, stock, redeals
        if removed & top and self.rules.stock_top_playable:
            return pyramid, waste, stock ^ top, redeals
        if stock:
            for _ in range(1, self.rules.draw_count):
                top |= (stock ^ top) & -(stock ^ top)
            return pyramid, waste | top, stock ^ top, redeals
        return pyramid, 0, waste, redeals if self.rules.redeals is None else redeals - 1

    def _king_moves(self, removed: int) -> list[Move]:
        # A card has a lower slot than the cards that cover it.
        return [SINGLES[slot] for slot in reversed(positions_in(removed & self.kings))]

    def _moves_between(self, node: Node, next_node: Node) -> list[Move]:
        pyramid, waste, stock, _ = node
        removed_slots = pyramid ^ next_node[0]
        removed = (waste | stock) & ~(next_node[1] | next_node[2])
        slots = positions_in(removed_slots & ~self.kings)
        move = DRAW if stock else REDEAL
        if slots or removed:
            move = _MOVE_BY_CARDS[tuple(slots), (removed & stock).bit_count(), (removed & waste).bit_count()]
        return [move, *self._king_moves(removed_slots)]


def mask_of(ranks: Sequence[int], *wanted: int) -> int:
    """Return the mask of the indices in a list at which one of the wanted ranks is."""
    return sum([1 << index for index, rank in enumerate(ranks) if rank in wanted])


def canonical_key(order: list[int]) -> Callable[[int], int]:
    """Return a function that maps packed positions to numbers.

    Two positions have the same number if they differ only in which of several equal cards is left.

    >>> number = canonical_key([5, 5, 8])
    >>> first, second, third = (packed((1, waste, 4, 2)) for waste in (1, 2, 3))
    >>> number(first) == number(second), number(first) == number(third)
    (True, False)
    """
    cache: dict[int, int] = {}
    low, middle, high = (_packed_ranks(order[start : start + 8]) for start in range(0, 24, 8))

    def get_number(key: int) -> int:
        waste = key >> WASTE & PACK
        cards = waste | key >> STOCK & PACK
        ranks = cache.get(cards)
        if ranks is None:
            ranks, shift = low[cards & 255]
            middle_ranks, width = middle[cards >> 8 & 255]
            ranks = cache[cards] = ranks | (middle_ranks | high[cards >> 16][0] << width) << shift
        return (ranks << 2 | key >> REDEALS) << STOCK | waste.bit_count() << WASTE | key & PYRAMID

    return get_number


def _packed_ranks(order: list[int]) -> list[tuple[int, int]]:
    """Return for each set of up to eight cards their ranks in order, four bits each, and the number of these bits."""
    subsets = [(0, 0)]
    for rank in reversed(order):
        subsets = [pair for ranks, bits in subsets for pair in ((ranks, bits), (ranks << 4 | rank, bits + 4))]
    return subsets
