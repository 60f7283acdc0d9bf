"""The pair games as integers: positions, the constants of a deal, the canonical key, and moves from positions.

The pack is stock and waste together. Its cards never change their order, so they are numbered once: the waste from its
bottom up, then the stock from its top down. A set of pack cards is a mask of these numbers; a set of pyramid cards is a
mask of slots.
"""

from collections.abc import Callable, Sequence
from itertools import pairwise

from retro_pyramid.cards import CARD_RANKS, KING
from retro_pyramid.rules.geometry import remove_exposed, slots_in
from retro_pyramid.rules.moves import DRAW, MOVES_BY_TEXT, PYRAMID_SINGLES, REDEAL, Move
from retro_pyramid.rules.ruleset import Rules
from retro_pyramid.rules.state import State

CLASS_COUNT = KING // 2
"""The number of rank classes. Class c has the ranks c + 1 and 12 - c, which total 13; Kings are in none."""

Node = tuple[int, int, int, int]
"""A position: masks of the pyramid, the waste and the stock, and the redeals left (always 1 if unlimited).

A plain tuple of integers, because the garbage collector does not track those and searches keep very many.
"""

WASTE_SHIFT, STOCK_SHIFT, REDEALS_SHIFT, PAIR_BITS_SHIFT = 28, 52, 76, 78
"""The first bit of each part of a packed position; the pyramid begins at 0. If the integer is about the cards of one rank
class only, the bits of its forbidden pairs follow from PAIR_BITS_SHIFT on."""
MAX_REDEALS = (1 << PAIR_BITS_SHIFT - REDEALS_SHIFT) - 1
PYRAMID_MASK, PACK_MASK = (1 << WASTE_SHIFT) - 1, (1 << STOCK_SHIFT - WASTE_SHIFT) - 1

SHARD_COUNT = 61
"""The number of dictionaries that a table of positions is split into, by remainder. A dictionary that grows is copied, and
copying a large one would take longer than a slice of work may."""

_MOVE_BY_CARDS = {move[1:]: move for move in MOVES_BY_TEXT.values()}
"""The moves that remove cards, by pyramid slots and the numbers of stock and waste cards."""


def node_to_key(node: Node) -> int:
    """Return a position as one integer, its key, which is faster to look up.

    >>> key_to_node(node_to_key((5, 1, 6, 2)))
    (5, 1, 6, 2)
    """
    pyramid, waste, stock, redeals = node
    return pyramid | waste << WASTE_SHIFT | stock << STOCK_SHIFT | redeals << REDEALS_SHIFT


def key_to_node(key: int) -> Node:
    """Return the parts of a packed position."""
    return (
        key & PYRAMID_MASK,
        key >> WASTE_SHIFT & PACK_MASK,
        key >> STOCK_SHIFT & PACK_MASK,
        key >> REDEALS_SHIFT,
    )


class PairGame:
    """A pair game from one position on: what the searches need to know about its cards and rules."""

    def __init__(self, rules: Rules, state: State) -> None:
        self.rules = rules
        self.slot_ranks = [CARD_RANKS[card] for card in state.pyramid_cards]
        """The rank at each pyramid slot."""
        self.pack_ranks = [CARD_RANKS[card] for card in (*state.waste, *state.stock)]
        """The rank of each pack card."""
        self.king_mask, self.pack_king_mask = (
            build_rank_mask(self.slot_ranks, KING),
            build_rank_mask(self.pack_ranks, KING),
        )
        """The masks of the Kings in the pyramid and in the pack."""
        self.class_masks, self.pack_class_masks = (
            [build_rank_mask(ranks, c + 1, KING - 1 - c) for c in range(CLASS_COUNT)]
            for ranks in (self.slot_ranks, self.pack_ranks)
        )
        """For each rank class the masks of its cards in the pyramid and in the pack."""
        self.class_of_rank = [min(rank, KING - rank) - 1 for rank in range(KING + 1)]
        """The class of each rank, -1 for Kings and for no card."""
        waste = (1 << len(state.waste)) - 1
        self.waste_pair_mask = waste if rules.allows_waste_pairs else 0
        """The cards that may be removed as the top two of the waste, until the next redeal: those on the waste now. With an
        upper card that is drawn later the pair need not wait: it could have been removed while that card was on top of
        the stock, and no move in between needs either card."""
        self.redeals_left = 1 if rules.max_redeals is None else rules.max_redeals + 1 - state.pass_number
        """The redeals left at the root, 1 if unlimited."""
        self._start_pyramid = state.pyramid
        stock = ((1 << len(self.pack_ranks)) - 1) ^ waste
        self.root: Node = (self.remove_exposed_kings(state.pyramid), waste, stock, self.redeals_left)
        """The position itself without its exposed Kings."""

    def remove_exposed_kings(self, pyramid: int) -> int:
        """Return the pyramid after its exposed Kings are removed. That is never a mistake, so it is always done at once."""
        return remove_exposed(pyramid, self.king_mask)

    def has_waste_pair(self, waste: int, redeals: int) -> bool:
        """Return whether the top two cards of the waste may be removed together."""
        last = waste.bit_length() - 1
        if not waste or not self.waste_pair_mask >> last & 1 or redeals != self.redeals_left:
            return False
        second = (waste ^ 1 << last).bit_length() - 1
        return second >= 0 and self.pack_ranks[last] + self.pack_ranks[second] == KING

    def convert_to_moves(self, nodes: list[Node]) -> list[Move]:
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
        pair = removed & ~self.pack_king_mask
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
        return pyramid, 0, waste, redeals if self.rules.max_redeals is None else redeals - 1

    def _king_moves(self, removed: int) -> list[Move]:
        # A card has a lower slot than the cards that cover it.
        return [PYRAMID_SINGLES[slot] for slot in reversed(slots_in(removed & self.king_mask))]

    def _moves_between(self, node: Node, next_node: Node) -> list[Move]:
        pyramid, waste, stock, _ = node
        removed_slots = pyramid ^ next_node[0]
        removed = (waste | stock) & ~(next_node[1] | next_node[2])
        slots = slots_in(removed_slots & ~self.king_mask)
        move = DRAW if stock else REDEAL
        if slots or removed:
            move = _MOVE_BY_CARDS[tuple(slots), (removed & stock).bit_count(), (removed & waste).bit_count()]
        return [move, *self._king_moves(removed_slots)]


def build_rank_mask(ranks: Sequence[int], *wanted_ranks: int) -> int:
    """Return the mask of the indices in a list at which one of the wanted ranks is."""
    return sum([1 << index for index, rank in enumerate(ranks) if rank in wanted_ranks])


def create_canonicalizer(pack_ranks: list[int]) -> Callable[[int], int]:
    """Return a function that maps packed positions to numbers.

    Two positions have the same number if they differ only in which of several equal cards is left.

    >>> number = create_canonicalizer([5, 5, 8])
    >>> first, second, third = (node_to_key((1, waste, 4, 2)) for waste in (1, 2, 3))
    >>> number(first) == number(second), number(first) == number(third)
    (True, False)
    """
    cache: dict[int, int] = {}
    low, middle, high = (_packed_ranks(pack_ranks[start : start + 8]) for start in range(0, 24, 8))

    def get_number(key: int) -> int:
        waste = key >> WASTE_SHIFT & PACK_MASK
        cards = waste | key >> STOCK_SHIFT & PACK_MASK
        ranks = cache.get(cards)
        if ranks is None:
            ranks, shift = low[cards & 255]
            middle_ranks, width = middle[cards >> 8 & 255]
            ranks = cache[cards] = ranks | (middle_ranks | high[cards >> 16][0] << width) << shift
        return (
            (ranks << 2 | key >> REDEALS_SHIFT) << STOCK_SHIFT
            | waste.bit_count() << WASTE_SHIFT
            | key & PYRAMID_MASK
        )

    return get_number


def _packed_ranks(order: list[int]) -> list[tuple[int, int]]:
    """Return for each set of up to eight cards their ranks in order, four bits each, and the number of these bits."""
    subsets = [(0, 0)]
    for rank in reversed(order):
        subsets = [pair for ranks, bits in subsets for pair in ((ranks, bits), (ranks << 4 | rank, bits + 4))]
    return subsets
