"""The move generator of the pair games: removals, draws, and the pairs that a draw forbids. The dead-state test of a class.

A search forbids a pair that could have been removed when a card was drawn, because removing it then costs no more. Each
pair of a rank class has a bit, from PAIR_BITS_SHIFT on, in an integer that also contains a packed position of that class.
"""

from collections.abc import Iterable
from typing import NamedTuple

from retro_pyramid.cards import KING
from retro_pyramid.rules.geometry import below, open_in, positions_in
from retro_pyramid.solver.search.pairs import (
    CLASSES,
    PACK,
    PAIRS_FROM,
    PYRAMID,
    REDEALS,
    STOCK,
    WASTE,
    Node,
    PairGame,
    unpacked,
)

_FIELD_BITS = 32
_PYRAMID_PARTNERS_SHIFT = 24
"""Each pyramid card of a class has a field of 32 bits: one for each of 24 pack cards, then one for each pyramid card of the
class (at most 8). A bit stands for the pair of the two cards."""

Forbidden = tuple[int, ...]
"""For each rank class the bits of its forbidden pairs."""

Removal = tuple[int, int, int, int]
"""A removal: the bits of the position to keep, the bits that then change, the bit of its pair (0 if that is never
forbidden), and for a card removed from the stock the number after it, else 0."""

ClassMoves = tuple[list[Removal], list[list[tuple[int, int, int]]]]
"""The removals within the pyramid, and by rank of a partner outside the pyramid rows (bit of the removed card, bits to keep,
first bit of the card's field)."""


class ClassCards:
    """The cards of one rank class: their removals if all other cards were gone, and the bits of their pairs."""

    def __init__(self, game: PairGame, group: int) -> None:
        self._game = game
        self.members = game.members[group]
        """The mask of the slots that hold a card of the class."""
        cards = game.stock_members[group]
        self.mask = self.members | cards << WASTE | cards << STOCK | 3 << REDEALS
        """The bits of a packed position that are about this class: its cards and the redeals left."""
        self._order = game.order
        self.field = {
            slot: PAIRS_FROM + _FIELD_BITS * index for index, slot in enumerate(positions_in(self.members))
        }
        """For each pyramid card of the class the first bit of its field."""
        column = sum(1 << field for field in self.field.values())
        all_bits = (1 << PAIRS_FROM + _FIELD_BITS * len(self.field)) - 1
        self.keep = {
            slot: all_bits ^ ((1 << _FIELD_BITS) - 1 << field | column << _PYRAMID_PARTNERS_SHIFT + index)
            for index, (slot, field) in enumerate(self.field.items())
        }
        """For each pyramid card of the class the bits to keep when it is removed: all but those of its pairs."""
        self.keep_stock = [all_bits ^ column << card for card in range(len(game.order))]
        """The same for each pack card."""
        self._top_playable = game.rules.stock_top_playable
        self.matters = self.mask if game.waste_pairs else self.mask ^ 3 << REDEALS
        """The bits of a packed position that the removals depend on. The redeals left only matter if pairs can be removed
        from the waste."""
        self._pyramid_moves: dict[int, ClassMoves] = {}
        self._removals: dict[int, list[Removal]] = {}

    def pair_bit(self, i: int, j: int) -> int:
        """Return the bit of the pair of two slots."""
        return 1 << self.field[i] + _PYRAMID_PARTNERS_SHIFT + (self.field[j] - PAIRS_FROM) // _FIELD_BITS

    def removals(self, key: int) -> list[Removal]:
        """Return the removals of this class alone from a packed position. Forbidden pairs are not considered."""
        key &= self.matters
        removals = self._removals.get(key)
        if removals is None:
            removals = self._removals[key] = self._compute_removals(key)
        return removals

    def _compute_removals(self, key: int) -> list[Removal]:
        pyramid, waste, stock = key & PYRAMID, key >> WASTE & PACK, key >> STOCK & PACK
        moves = self._pyramid_moves.get(pyramid)
        if moves is None:
            moves = self._pyramid_moves[pyramid] = self._compute_pyramid_moves(pyramid)
        pairs, partners = moves
        order, keep_stock = self._order, self.keep_stock
        removals = pairs[:]
        pack_cards = []
        if stock and self._top_playable:
            top = stock & -stock
            card = top.bit_length() - 1
            pack_cards.append((card, top << STOCK, card + 1))
        if waste:
            last = waste.bit_length() - 1
            pack_cards.append((last, 1 << last + WASTE, 0))
        for pack_card, removed, depth in pack_cards:
            keep = keep_stock[pack_card]
            for change, slot_keep, field in partners[order[pack_card]]:
                removals.append((slot_keep & keep, change | removed, 1 << field + pack_card, depth))
        if waste:
            # Here `keep` and `removed` are those of the waste's top card.
            if len(pack_cards) == 2 and order[card] + order[last] == KING:
                removals.append((keep & keep_stock[card], removed | top << STOCK, 0, card + 1))
            if self._game.waste_pairs and self._game.pairs_on_waste(waste, key >> REDEALS):
                second = (waste ^ 1 << last).bit_length() - 1
                removals.append((keep & keep_stock[second], removed | 1 << second + WASTE, 0, 0))
        return removals

    def _compute_pyramid_moves(self, pyramid: int) -> ClassMoves:
        ranks, keep = self._game.ranks, self.keep
        exposed = [i for i in self.field if pyramid >> i & 1 and not pyramid & below(i)]
        pairs = []
        partners: list[list[tuple[int, int, int]]] = [[] for _ in range(KING)]
        for index, j in enumerate(exposed):
            partner = KING - ranks[j]
            partners[partner].append((1 << j, keep[j], self.field[j]))
            pairs += [
                (keep[i] & keep[j], 1 << i | 1 << j, self.pair_bit(i, j), 0)
                for i in exposed[:index]
                if ranks[i] == partner
            ]
        return pairs, partners


class ClassGame(ClassCards):
    """The problem of one rank class: the game with its cards only. They cover each other as in the pyramid.

    If the class cannot reach the goal, the whole game cannot: a dead state. With `must_clear_pack` its cards in stock and
    waste have to be removed too. For single draws only: with more cards per draw, the cards that come up depend on the
    other classes.
    """

    def __init__(self, game: PairGame, group: int, all_gone: bool) -> None:
        super().__init__(game, group)
        self._must_clear_pack = all_gone
        self._cache: dict[int, bool] = {}

    def alive(self, asked: int) -> bool:
        """Return whether the class can still reach the goal.

        `key` is a packed position, masked by `key_mask`, with the bits of the forbidden pairs.
        """
        is_alive = self._cache.get(asked)
        return self._compute(asked) if is_alive is None else is_alive

    def _compute(self, key: int) -> bool:
        position_key = key & (1 << PAIRS_FROM) - 1
        pyramid, waste, stock, redeals = unpacked(position_key)
        is_alive = not pyramid and not (self._must_clear_pack and (waste or stock))
        if not is_alive:
            for keep, change, bit, _ in self.removals(position_key):
                if not key & bit and self.alive(key & keep ^ change):
                    is_alive = True
                    break
            else:
                if stock:
                    top = stock & -stock
                    is_alive = self.alive(key ^ (top << WASTE | top << STOCK))
                elif redeals:
                    redeal = waste << WASTE | waste << STOCK | (redeals ^ redeals - 1) << REDEALS
                    is_alive = self.alive(key ^ redeal)
        self._cache[key] = is_alive
        return is_alive


class Open(NamedTuple):
    """The removals from one pyramid. Kings that become exposed are removed at the same time."""

    pairs: list[tuple[int, int, int, int]]
    """The removals of two pyramid cards: (class, change of the pyramid, bits to keep, bit of the pair)."""
    partners: list[list[tuple[int, int, int]]]
    """For each rank the exposed cards that pair with it: (change of the pyramid, bits to keep, first bit of the field)."""
    fields: list[int]
    """For each rank a mask with the first bit of the field of each exposed card that pairs with it."""
    pair_bits: list[tuple[int, int]]
    """The classes with pairs that can be removed within the pyramid: (class, the bits of these pairs)."""


class Openings:
    """Generates the moves of a game. The moves that depend on the pyramid alone are cached."""

    def __init__(self, game: PairGame, classes: list[ClassCards]) -> None:
        self._game = game
        self._top_playable = game.rules.stock_top_playable
        self._classes = classes
        self._cache: dict[int, Open] = {}

    def of(self, pyramid: int) -> Open:
        """Return the removals from a pyramid. It must have no exposed Kings."""
        pyramid_moves = self._cache.get(pyramid)
        if pyramid_moves is None:
            pyramid_moves = self._cache[pyramid] = self._compute_pyramid_moves(pyramid)
        return pyramid_moves

    def removals(
        self, key: int, node: Node, opened: Open, forbidden: Forbidden
    ) -> list[tuple[int, int, int]]:
        """Return all removals of pairs that are not forbidden, as (new key, class, bits of forbidden pairs to keep)."""
        order, class_of_rank, fields = self._game.order, self._game.groups, opened.fields
        _, waste, stock, redeals = node
        removals = []
        for class_index, change, keep, bit in opened.pairs:
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
                pairs, card_keep = forbidden[class_index] >> card, self._classes[class_index].keep_stock[card]
                key_without = key ^ top << STOCK
                for change, keep, field in opened.partners[top_rank]:
                    if not pairs >> field & 1:
                        removals.append((key_without ^ change, class_index, keep & card_keep))
        if not waste:
            return removals
        last = waste.bit_length() - 1
        last_rank = order[last]
        class_index = class_of_rank[last_rank]
        if fields[last_rank]:
            pairs, card_keep = forbidden[class_index] >> last, self._classes[class_index].keep_stock[last]
            key_without = key ^ 1 << last + WASTE
            for change, keep, field in opened.partners[last_rank]:
                if not pairs >> field & 1:
                    removals.append((key_without ^ change, class_index, keep & card_keep))
        if top_rank + last_rank == KING and top_rank:
            keeps = self._classes[class_index].keep_stock
            removals.append(
                (key ^ (1 << last + WASTE | top << STOCK), class_index, keeps[last] & keeps[card])
            )
        if self._game.waste_pairs and self._game.pairs_on_waste(waste, redeals):
            keeps = self._classes[class_index].keep_stock
            second = (waste ^ 1 << last).bit_length() - 1
            removals.append(
                (key ^ (1 << last | 1 << second) << WASTE, class_index, keeps[last] & keeps[second])
            )
        return removals

    def draw(
        self, node: Node, opened: Open, forbidden: Forbidden
    ) -> tuple[int, Forbidden, Iterable[int], int]:
        """Draw until a new removal is possible. Kings are removed at once; at the end of the stock there is a redeal.

        Return (key, forbidden pairs, changed classes, steps). The key is -1 if no position is left. The pairs that could
        have been removed and were not are now forbidden. Changed are the classes of the cards drawn, and those with new
        forbidden pairs.
        """
        order, class_of_rank, fields = self._game.order, self._game.groups, opened.fields
        top_playable = self._top_playable
        pyramid, waste, stock, redeals = node
        pairs = list(forbidden)
        changed = set()
        for class_index, bits in opened.pair_bits:
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
        new_key = pyramid | waste << WASTE | stock << STOCK | redeals << REDEALS
        return new_key, tuple(pairs), changed, steps

    def _find_waste_pairs(self, waste: int, fields: int) -> int:
        """Return the bits of the pairs that the top of the waste makes with the cards of these fields."""
        order, bits = self._game.order, 0
        last = waste.bit_length() - 1
        rank = order[last]
        # Equal cards on top of each other are interchangeable.
        while waste and order[last := waste.bit_length() - 1] == rank:
            bits |= fields << last
            waste ^= 1 << last
        return bits

    def _compute_pyramid_moves(self, pyramid: int) -> Open:
        game = self._game
        ranks = game.ranks
        exposed = open_in(pyramid)
        pairs = []
        partners: list[list[tuple[int, int, int]]] = [[] for _ in range(KING + 1)]
        fields = [0] * (KING + 1)
        class_bits = [0] * CLASSES
        for index, j in enumerate(exposed):
            partner = KING - ranks[j]
            class_index = game.groups[partner]
            rank_class = self._classes[class_index]
            change = pyramid ^ game.without_kings(pyramid ^ 1 << j)
            partners[partner].append((change, rank_class.keep[j], rank_class.field[j]))
            fields[partner] |= 1 << rank_class.field[j]
            for i in exposed[:index]:
                if ranks[i] == partner:
                    change = pyramid ^ game.without_kings(pyramid ^ (1 << i | 1 << j))
                    bit = rank_class.pair_bit(i, j)
                    class_bits[class_index] |= bit
                    pairs.append((class_index, change, rank_class.keep[i] & rank_class.keep[j], bit))
        return Open(pairs, partners, fields, [(index, bits) for index, bits in enumerate(class_bits) if bits])
