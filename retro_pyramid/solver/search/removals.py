"""The move generator of the pair games: removals, draws, and the pairs that a draw forbids. The dead-state test of a class.

A search forbids a pair that could have been removed when a card was drawn, because removing it then costs no more. Each
pair of a rank class has a bit, from PAIR_BITS_SHIFT on, in an integer that also contains a packed position of that class.
"""

from collections.abc import Iterable
from typing import NamedTuple

from retro_pyramid.cards import KING
from retro_pyramid.rules.geometry import blocking_mask, exposed_slots_in, slots_in
from retro_pyramid.solver.search.pairs import (
    CLASS_COUNT,
    PACK_MASK,
    PAIR_BITS_SHIFT,
    PYRAMID_MASK,
    REDEALS_SHIFT,
    STOCK_SHIFT,
    WASTE_SHIFT,
    Node,
    PairGame,
    key_to_node,
)

_FIELD_BITS = 32
_PYRAMID_PARTNERS_SHIFT = 24
"""Each pyramid card of a class has a field of 32 bits: one for each of 24 pack cards, then one for each pyramid card of the
class (at most 8). A bit stands for the pair of the two cards."""

ForbiddenPairs = tuple[int, ...]
"""For each rank class the bits of its forbidden pairs."""

Removal = tuple[int, int, int, int]
"""A removal: the bits of the position to keep, the bits that then change, the bit of its pair (0 if that is never
forbidden), and for a card removed from the stock the number after it, else 0."""

ClassMoves = tuple[list[Removal], list[list[tuple[int, int, int]]]]
"""The removals within the pyramid, and by rank of a partner outside the pyramid rows (bit of the removed card, bits to keep,
first bit of the card's field)."""


class RankClass:
    """The cards of one rank class: their removals if all other cards were gone, and the bits of their pairs."""

    def __init__(self, game: PairGame, class_index: int) -> None:
        self._game = game
        self.slot_mask = game.class_masks[class_index]
        """The mask of the slots that hold a card of the class."""
        cards = game.pack_class_masks[class_index]
        self.key_mask = self.slot_mask | cards << WASTE_SHIFT | cards << STOCK_SHIFT | 3 << REDEALS_SHIFT
        """The bits of a packed position that are about this class: its cards and the redeals left."""
        self._order = game.pack_ranks
        self.field_shift_by_slot = {
            slot: PAIR_BITS_SHIFT + _FIELD_BITS * index for index, slot in enumerate(slots_in(self.slot_mask))
        }
        """For each pyramid card of the class the first bit of its field."""
        column = sum(1 << field for field in self.field_shift_by_slot.values())
        all_bits = (1 << PAIR_BITS_SHIFT + _FIELD_BITS * len(self.field_shift_by_slot)) - 1
        self.keep_mask_by_slot = {
            slot: all_bits ^ ((1 << _FIELD_BITS) - 1 << field | column << _PYRAMID_PARTNERS_SHIFT + index)
            for index, (slot, field) in enumerate(self.field_shift_by_slot.items())
        }
        """For each pyramid card of the class the bits to keep when it is removed: all but those of its pairs."""
        self.keep_mask_by_pack_card = [all_bits ^ column << card for card in range(len(game.pack_ranks))]
        """The same for each pack card."""
        self._top_playable = game.rules.stock_top_playable
        self.relevant_mask = self.key_mask if game.waste_pair_mask else self.key_mask ^ 3 << REDEALS_SHIFT
        """The bits of a packed position that the removals depend on. The redeals left only matter if pairs can be removed
        from the waste."""
        self._pyramid_moves: dict[int, ClassMoves] = {}
        self._removals: dict[int, list[Removal]] = {}

    def get_pair_bit(self, slot: int, other_slot: int) -> int:
        """Return the bit of the pair of two slots."""
        return (
            1
            << self.field_shift_by_slot[slot]
            + _PYRAMID_PARTNERS_SHIFT
            + (self.field_shift_by_slot[other_slot] - PAIR_BITS_SHIFT) // _FIELD_BITS
        )

    def find_removals(self, key: int) -> list[Removal]:
        """Return the removals of this class alone from a packed position. Forbidden pairs are not considered."""
        key &= self.relevant_mask
        removals = self._removals.get(key)
        if removals is None:
            removals = self._removals[key] = self._compute_removals(key)
        return removals

    def _compute_removals(self, key: int) -> list[Removal]:
        pyramid, waste, stock = (
            key & PYRAMID_MASK,
            key >> WASTE_SHIFT & PACK_MASK,
            key >> STOCK_SHIFT & PACK_MASK,
        )
        moves = self._pyramid_moves.get(pyramid)
        if moves is None:
            moves = self._pyramid_moves[pyramid] = self._compute_pyramid_moves(pyramid)
        pairs, partners = moves
        order, keep_stock = self._order, self.keep_mask_by_pack_card
        removals = pairs[:]
        pack_cards = []
        if stock and self._top_playable:
            top = stock & -stock
            card = top.bit_length() - 1
            pack_cards.append((card, top << STOCK_SHIFT, card + 1))
        if waste:
            last = waste.bit_length() - 1
            pack_cards.append((last, 1 << last + WASTE_SHIFT, 0))
        for pack_card, removed, depth in pack_cards:
            keep = keep_stock[pack_card]
            for change, slot_keep, field in partners[order[pack_card]]:
                removals.append((slot_keep & keep, change | removed, 1 << field + pack_card, depth))
        if waste:
            # Here `keep` and `removed` are those of the waste's top card.
            if len(pack_cards) == 2 and order[card] + order[last] == KING:
                removals.append((keep & keep_stock[card], removed | top << STOCK_SHIFT, 0, card + 1))
            if self._game.waste_pair_mask and self._game.has_waste_pair(waste, key >> REDEALS_SHIFT):
                second = (waste ^ 1 << last).bit_length() - 1
                removals.append((keep & keep_stock[second], removed | 1 << second + WASTE_SHIFT, 0, 0))
        return removals

    def _compute_pyramid_moves(self, pyramid: int) -> ClassMoves:
        ranks, keep = self._game.slot_ranks, self.keep_mask_by_slot
        exposed = [i for i in self.field_shift_by_slot if pyramid >> i & 1 and not pyramid & blocking_mask(i)]
        pairs = []
        partners: list[list[tuple[int, int, int]]] = [[] for _ in range(KING)]
        for index, j in enumerate(exposed):
            partner = KING - ranks[j]
            partners[partner].append((1 << j, keep[j], self.field_shift_by_slot[j]))
            pairs += [
                (keep[i] & keep[j], 1 << i | 1 << j, self.get_pair_bit(i, j), 0)
                for i in exposed[:index]
                if ranks[i] == partner
            ]
        return pairs, partners


class RankClassProblem(RankClass):
    """The problem of one rank class: the game with its cards only. They cover each other as in the pyramid.

    If the class cannot reach the goal, the whole game cannot: a dead state. With `must_clear_pack` its cards in stock and
    waste have to be removed too. For single draws only: with more cards per draw, the cards that come up depend on the
    other classes.
    """

    def __init__(self, game: PairGame, group: int, must_clear_pack: bool) -> None:
        super().__init__(game, group)
        self._must_clear_pack = must_clear_pack
        self._cache: dict[int, bool] = {}

    def can_reach_goal(self, key: int) -> bool:
        """Return whether the class can still reach the goal.

        `key` is a packed position, masked by `key_mask`, with the bits of the forbidden pairs.
        """
        is_alive = self._cache.get(key)
        return self._compute(key) if is_alive is None else is_alive

    def _compute(self, key: int) -> bool:
        position_key = key & (1 << PAIR_BITS_SHIFT) - 1
        pyramid, waste, stock, redeals = key_to_node(position_key)
        is_alive = not pyramid and not (self._must_clear_pack and (waste or stock))
        if not is_alive:
            for keep, change, bit, _ in self.find_removals(position_key):
                if not key & bit and self.can_reach_goal(key & keep ^ change):
                    is_alive = True
                    break
            else:
                if stock:
                    top = stock & -stock
                    is_alive = self.can_reach_goal(key ^ (top << WASTE_SHIFT | top << STOCK_SHIFT))
                elif redeals:
                    redeal = (
                        waste << WASTE_SHIFT | waste << STOCK_SHIFT | (redeals ^ redeals - 1) << REDEALS_SHIFT
                    )
                    is_alive = self.can_reach_goal(key ^ redeal)
        self._cache[key] = is_alive
        return is_alive


class PyramidMoves(NamedTuple):
    """The removals from one pyramid. Kings that become exposed are removed at the same time."""

    pairs: list[tuple[int, int, int, int]]
    """The removals of two pyramid cards: (class, change of the pyramid, bits to keep, bit of the pair)."""
    partners_by_rank: list[list[tuple[int, int, int]]]
    """For each rank the exposed cards that pair with it: (change of the pyramid, bits to keep, first bit of the field)."""
    field_bits_by_rank: list[int]
    """For each rank a mask with the first bit of the field of each exposed card that pairs with it."""
    class_pair_bits: list[tuple[int, int]]
    """The classes with pairs that can be removed within the pyramid: (class, the bits of these pairs)."""


class MoveGenerator:
    """Generates the moves of a game. The moves that depend on the pyramid alone are cached."""

    def __init__(self, game: PairGame, classes: list[RankClass]) -> None:
        self._game = game
        self._top_playable = game.rules.stock_top_playable
        self._classes = classes
        self._cache: dict[int, PyramidMoves] = {}

    def get_pyramid_moves(self, pyramid: int) -> PyramidMoves:
        """Return the removals from a pyramid. It must have no exposed Kings."""
        pyramid_moves = self._cache.get(pyramid)
        if pyramid_moves is None:
            pyramid_moves = self._cache[pyramid] = self._compute_pyramid_moves(pyramid)
        return pyramid_moves

    def find_removals(
        self, key: int, node: Node, pyramid_moves: PyramidMoves, forbidden: ForbiddenPairs
    ) -> list[tuple[int, int, int]]:
        """Return all removals of pairs that are not forbidden, as (new key, class, bits of forbidden pairs to keep)."""
        order, class_of_rank, fields = (
            self._game.pack_ranks,
            self._game.class_of_rank,
            pyramid_moves.field_bits_by_rank,
        )
        _, waste, stock, redeals = node
        removals = []
        for class_index, change, keep, bit in pyramid_moves.pairs:
            if not forbidden[class_index] & bit:
                removals.append((key ^ change, class_index, keep))
        # Written out for stock and waste: a loop over the two makes a search about 4 % slower.
        top_rank = 0
        if stock and self._top_playable:
            top = stock & -stock
            card = top.bit_length() - 1
            top_rank = order[card]
            if fields[top_rank]:
                class_index = class_of_rank[top_rank]
                pairs, card_keep = (
                    forbidden[class_index] >> card,
                    self._classes[class_index].keep_mask_by_pack_card[card],
                )
                key_without = key ^ top << STOCK_SHIFT
                for change, keep, field in pyramid_moves.partners_by_rank[top_rank]:
                    if not pairs >> field & 1:
                        removals.append((key_without ^ change, class_index, keep & card_keep))
        if not waste:
            return removals
        last = waste.bit_length() - 1
        last_rank = order[last]
        class_index = class_of_rank[last_rank]
        if fields[last_rank]:
            pairs, card_keep = (
                forbidden[class_index] >> last,
                self._classes[class_index].keep_mask_by_pack_card[last],
            )
            key_without = key ^ 1 << last + WASTE_SHIFT
            for change, keep, field in pyramid_moves.partners_by_rank[last_rank]:
                if not pairs >> field & 1:
                    removals.append((key_without ^ change, class_index, keep & card_keep))
        if top_rank + last_rank == KING and top_rank:
            keeps = self._classes[class_index].keep_mask_by_pack_card
            removals.append(
                (key ^ (1 << last + WASTE_SHIFT | top << STOCK_SHIFT), class_index, keeps[last] & keeps[card])
            )
        if self._game.waste_pair_mask and self._game.has_waste_pair(waste, redeals):
            keeps = self._classes[class_index].keep_mask_by_pack_card
            second = (waste ^ 1 << last).bit_length() - 1
            removals.append(
                (key ^ (1 << last | 1 << second) << WASTE_SHIFT, class_index, keeps[last] & keeps[second])
            )
        return removals

    def draw_until_removal(
        self, node: Node, pyramid_moves: PyramidMoves, forbidden: ForbiddenPairs
    ) -> tuple[int, ForbiddenPairs, Iterable[int], int]:
        """Draw until a new removal is possible. Kings are removed at once; at the end of the stock there is a redeal.

        Return (key, forbidden pairs, changed classes, steps). The key is -1 if no position is left. The pairs that could
        have been removed and were not are now forbidden. Changed are the classes of the cards drawn, and those with new
        forbidden pairs.
        """
        order, class_of_rank, fields = (
            self._game.pack_ranks,
            self._game.class_of_rank,
            pyramid_moves.field_bits_by_rank,
        )
        top_playable = self._top_playable
        pyramid, waste, stock, redeals = node
        pairs = list(forbidden)
        changed = set()
        for class_index, bits in pyramid_moves.class_pair_bits:
            pairs[class_index] |= bits
            changed.add(class_index)
        last_rank = 0
        if waste:
            last_rank = order[waste.bit_length() - 1]
            if passed_fields := fields[last_rank]:
                changed.add(class_of_rank[last_rank])
                pairs[class_of_rank[last_rank]] |= self._find_waste_pairs(waste, passed_fields)
        steps = 0
        has_drawn = False
        # A card passed over in the loop makes no pair that is not forbidden already; nor does an equal card after it. But
        # a card on the waste may be kept and the next equal one be removed from the stock, which saves a draw.
        while stock:
            top = stock & -stock
            card = top.bit_length() - 1
            rank = order[card]
            passed_fields = fields[rank]
            if top_playable:
                if steps and rank + last_rank == KING:
                    break
                if passed_fields:
                    if not steps or (has_drawn and rank == last_rank):
                        pairs[class_of_rank[rank]] |= passed_fields << card
                    elif passed_fields << card & ~pairs[class_of_rank[rank]]:
                        break
            steps += 1
            stock ^= top
            if rank != KING:
                waste |= top
                class_index = class_of_rank[rank]
                changed.add(class_index)
                if passed_fields and not top_playable:
                    if rank == last_rank:
                        pairs[class_index] |= passed_fields << card
                    elif passed_fields << card & ~pairs[class_index]:
                        break
                has_drawn = True
                last_rank = rank
        else:
            # The stock ran out without a new removal.
            if not waste or not redeals:
                return -1, forbidden, (), 0
            waste, stock, redeals = 0, waste, redeals - 1
            steps += 1
        new_key = pyramid | waste << WASTE_SHIFT | stock << STOCK_SHIFT | redeals << REDEALS_SHIFT
        return new_key, tuple(pairs), changed, steps

    def _find_waste_pairs(self, waste: int, fields: int) -> int:
        """Return the bits of the pairs that the top of the waste makes with the cards of these fields."""
        order, bits = self._game.pack_ranks, 0
        last = waste.bit_length() - 1
        rank = order[last]
        # Equal cards on top of each other are interchangeable.
        while waste and order[last := waste.bit_length() - 1] == rank:
            bits |= fields << last
            waste ^= 1 << last
        return bits

    def _compute_pyramid_moves(self, pyramid: int) -> PyramidMoves:
        game = self._game
        ranks = game.slot_ranks
        exposed = exposed_slots_in(pyramid)
        pairs = []
        partners: list[list[tuple[int, int, int]]] = [[] for _ in range(KING + 1)]
        fields = [0] * (KING + 1)
        class_bits = [0] * CLASS_COUNT
        for index, j in enumerate(exposed):
            partner = KING - ranks[j]
            class_index = game.class_of_rank[partner]
            rank_class = self._classes[class_index]
            change = pyramid ^ game.remove_exposed_kings(pyramid ^ 1 << j)
            partners[partner].append(
                (change, rank_class.keep_mask_by_slot[j], rank_class.field_shift_by_slot[j])
            )
            fields[partner] |= 1 << rank_class.field_shift_by_slot[j]
            for i in exposed[:index]:
                if ranks[i] == partner:
                    change = pyramid ^ game.remove_exposed_kings(pyramid ^ (1 << i | 1 << j))
                    bit = rank_class.get_pair_bit(i, j)
                    class_bits[class_index] |= bit
                    pairs.append(
                        (
                            class_index,
                            change,
                            rank_class.keep_mask_by_slot[i] & rank_class.keep_mask_by_slot[j],
                            bit,
                        )
                    )
        return PyramidMoves(
            pairs, partners, fields, [(index, bits) for index, bits in enumerate(class_bits) if bits]
        )
