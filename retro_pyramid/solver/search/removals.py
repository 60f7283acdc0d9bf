"""What lies open in a pyramid of a pair game, and the bits of the pairs that a search may forbid."""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

from retro_pyramid.cards import KING
from retro_pyramid.rules.pyramid import below, open_in, positions_in
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
)

_FIELD = 32
_PARTNERS = 24
"""A field of forbidden pairs has a bit for each of at most 24 stock cards, then one for each class member."""

Forbidden = tuple[int, ...]
"""For each class the pairs that are no longer allowed: from the bit PAIRS_FROM a field for each of its
cards in the pyramid."""

Removal = tuple[int, int, int, int]
"""What a removal keeps of a position and then changes, the bit of the pair taken if it can be forbidden, and the
number after the stock card that was taken by it, 0 for none."""

ClassMoves = tuple[list[Removal], list[list[tuple[int, int, int]]]]
"""What can go in the pyramid alone, and by the partner's rank rows (cards taken, bits to keep, field)."""


class ClassCards:
    """The cards of one class in pyramid, stock and waste, and the bits of the pairs they can make."""

    def __init__(self, game: PairGame, group: int) -> None:
        self._game = game
        self.members = game.members[group]
        cards = game.stock_members[group]
        self.mask = self.members | cards << WASTE | cards << STOCK | 3 << REDEALS
        """What of a packed position concerns this class."""
        self._order = game.order
        self.field = {index: PAIRS_FROM + _FIELD * at for at, index in enumerate(positions_in(self.members))}
        """Where the field of each member begins."""
        column = sum(1 << field for field in self.field.values())
        every = (1 << PAIRS_FROM + _FIELD * len(self.field)) - 1
        self.keep = {
            index: every ^ ((1 << _FIELD) - 1 << field | column << _PARTNERS + at)
            for at, (index, field) in enumerate(self.field.items())
        }
        """For each member what to keep of a position when it goes: all but the bits of pairs it could be part of."""
        self.keep_stock = [every ^ column << card for card in range(len(game.order))]
        """The same for each stock card."""
        self._top_playable = game.rules.stock_top_playable
        self.matters = self.mask if game.waste_pairs else self.mask ^ 3 << REDEALS
        """What of a key tells the moves; how many redeals are left only where cards may go in pairs off the waste."""
        self._moves: dict[int, ClassMoves] = {}
        self._removals: dict[int, list[Removal]] = {}

    def pair_bit(self, i: int, j: int) -> int:
        """Return the bit of the pair of members i < j."""
        return 1 << self.field[i] + _PARTNERS + (self.field[j] - PAIRS_FROM) // _FIELD

    def removals(self, key: int) -> list[Removal]:
        """Return what can go in this class alone; `key` is under the mask, with nothing forbidden."""
        key &= self.matters
        found = self._removals.get(key)
        if found is None:
            found = self._removals[key] = self._find(key)
        return found

    def _find(self, key: int) -> list[Removal]:
        pyramid, waste, stock = key & PYRAMID, key >> WASTE & PACK, key >> STOCK & PACK
        moves = self._moves.get(pyramid)
        if moves is None:
            moves = self._moves[pyramid] = self._moves_of(pyramid)
        pairs, partners = moves
        order, keep_stock = self._order, self.keep_stock
        after = pairs[:]
        top = stock & -stock
        top_rank = 0
        if stock and self._top_playable:
            card = top.bit_length() - 1
            top_rank = order[card]
            if rows := partners[top_rank]:
                left = keep_stock[card]
                gone = top << STOCK
                for change, rest, field in rows:
                    after.append((rest & left, change | gone, 1 << field + card, card + 1))
        if waste:
            last = waste.bit_length() - 1
            rank = order[last]
            left = keep_stock[last]
            gone = 1 << last + WASTE
            for change, rest, field in partners[rank]:
                after.append((rest & left, change | gone, 1 << field + last, 0))
            if rank + top_rank == KING:
                after.append((left & keep_stock[card], gone | top << STOCK, 0, card + 1))
            if self._game.waste_pairs and self._game.pairs_on_waste(waste, key >> REDEALS):
                second = (waste ^ 1 << last).bit_length() - 1
                after.append((left & keep_stock[second], gone | 1 << second + WASTE, 0, 0))
        return after

    def _moves_of(self, cards: int) -> ClassMoves:
        ranks, keep = self._game.ranks, self.keep
        opens = [i for i in self.field if cards >> i & 1 and not cards & below(i)]
        pairs = []
        partners: list[list[tuple[int, int, int]]] = [[] for _ in range(KING)]
        for at, j in enumerate(opens):
            partner = KING - ranks[j]
            partners[partner].append((1 << j, keep[j], self.field[j]))
            pairs += [
                (keep[i] & keep[j], 1 << i | 1 << j, self.pair_bit(i, j), 0)
                for i in opens[:at]
                if ranks[i] == partner
            ]
        return pairs, partners


class Open(NamedTuple):
    """What can be taken from one pyramid, Kings that come open going too."""

    pairs: list[tuple[int, int, int, int]]
    """(class, change of the pyramid, bits to keep, bit of the pair)."""
    partners: list[list[tuple[int, int, int]]]
    """For each rank (change of the pyramid, bits to keep, field) of the open cards that pair with it."""
    fields: list[int]
    """For each rank one bit at the field of each open card that pairs with it."""
    pair_bits: list[tuple[int, int]]
    """(class, bits of its open pairs)."""


class Openings:
    """What can be taken from each pyramid of a game, worked out when first asked for, and the moves that do it."""

    def __init__(self, game: PairGame, classes: list[ClassCards]) -> None:
        self._game = game
        self._top_playable = game.rules.stock_top_playable
        self._classes = classes
        self._known: dict[int, Open] = {}

    def of(self, pyramid: int) -> Open:
        """Return what can be taken from a pyramid without open Kings."""
        found = self._known.get(pyramid)
        if found is None:
            found = self._known[pyramid] = self._work_out(pyramid)
        return found

    def removals(
        self, key: int, node: Node, opened: Open, forbidden: Forbidden
    ) -> list[tuple[int, int, int]]:
        """Return rows (position after, class, bits of pairs to keep) for every pair that may be taken."""
        order, groups, fields = self._game.order, self._game.groups, opened.fields
        _, waste, stock, redeals = node
        after = []
        for group, change, rest, bit in opened.pairs:
            if not forbidden[group] & bit:
                after.append((key ^ change, group, rest))
        top_rank = 0
        if stock and self._top_playable:
            top = stock & -stock
            card = top.bit_length() - 1
            top_rank = order[card]
            if fields[top_rank]:
                group = groups[top_rank]
                pairs, left = forbidden[group] >> card, self._classes[group].keep_stock[card]
                without = key ^ top << STOCK
                for change, rest, field in opened.partners[top_rank]:
                    if not pairs >> field & 1:
                        after.append((without ^ change, group, rest & left))
        if not waste:
            return after
        last = waste.bit_length() - 1
        last_rank = order[last]
        if fields[last_rank]:
            group = groups[last_rank]
            pairs, left = forbidden[group] >> last, self._classes[group].keep_stock[last]
            without = key ^ 1 << last + WASTE
            for change, rest, field in opened.partners[last_rank]:
                if not pairs >> field & 1:
                    after.append((without ^ change, group, rest & left))
        if top_rank + last_rank == KING and top_rank:
            group = groups[last_rank]
            keep = self._classes[group].keep_stock
            after.append((key ^ (1 << last + WASTE | top << STOCK), group, keep[last] & keep[card]))
        if self._game.waste_pairs and self._game.pairs_on_waste(waste, redeals):
            group = groups[last_rank]
            keep = self._classes[group].keep_stock
            second = (waste ^ 1 << last).bit_length() - 1
            after.append((key ^ (1 << last | 1 << second) << WASTE, group, keep[last] & keep[second]))
        return after

    def draw(
        self, node: Node, opened: Open, forbidden: Forbidden
    ) -> tuple[int, Forbidden, Iterable[int], int]:
        """Draw, Kings going at once, until there is something new to take; at the end of the stock redeal.

        Return the position, -1 if there is none, the pairs forbidden from then on, since they were passed over,
        the classes that were drawn or have other pairs forbidden, and the number of steps.
        """
        order, groups, fields = self._game.order, self._game.groups, opened.fields
        top_playable = self._top_playable
        pyramid, waste, stock, redeals = node
        pairs = list(forbidden)
        changed = set()
        for group, bits in opened.pair_bits:
            pairs[group] |= bits
            changed.add(group)
        last_rank = rank = 0
        if waste:
            last = waste.bit_length() - 1
            last_rank = order[last]
            if passed := fields[last_rank]:
                group = groups[last_rank]
                changed.add(group)
                pairs[group] |= passed << last
                # Of equal cards side by side one is as good as the other.
                under = waste ^ 1 << last
                while under and order[last := under.bit_length() - 1] == last_rank:
                    pairs[group] |= passed << last
                    under ^= 1 << last
        if stock:
            top = stock & -stock
            card = top.bit_length() - 1
            rank = order[card]
            passed = fields[rank]
            if passed and top_playable:
                pairs[groups[rank]] |= passed << card
        steps = 0
        drawn = choice = False
        # Whatever could be had with a card that is passed over in the loop is forbidden already, and so is what could
        # with an equal one next to it. But one on the waste may stay for a next from the stock, which saves a draw.
        while stock and not choice:
            steps += 1
            stock ^= top
            if rank != KING:
                waste |= top
                group = groups[rank]
                changed.add(group)
                if passed and not top_playable:
                    if rank == last_rank:
                        pairs[group] |= passed << card
                    else:
                        choice = passed << card & ~pairs[group] > 0
                drawn = True
                last_rank = rank
            if stock:
                top = stock & -stock
                card = top.bit_length() - 1
                rank = order[card]
                passed = fields[rank]
                if not top_playable:
                    continue
                if rank + last_rank == KING:
                    choice = True
                elif passed:
                    group = groups[rank]
                    if drawn and rank == last_rank:
                        pairs[group] |= passed << card
                    else:
                        choice = passed << card & ~pairs[group] > 0
        if not choice:
            if not waste or not redeals:
                return -1, forbidden, (), 0
            waste, stock, redeals = 0, waste, redeals - 1
            steps += 1
        after = pyramid | waste << WASTE | stock << STOCK | redeals << REDEALS
        return after, tuple(pairs), changed, steps

    def _work_out(self, pyramid: int) -> Open:
        game = self._game
        ranks = game.ranks
        opens = open_in(pyramid)
        pairs = []
        partners: list[list[tuple[int, int, int]]] = [[] for _ in range(KING + 1)]
        fields = [0] * (KING + 1)
        bits = [0] * CLASSES
        for at, j in enumerate(opens):
            partner = KING - ranks[j]
            group = game.groups[partner]
            cards = self._classes[group]
            change = pyramid ^ game.without_kings(pyramid ^ 1 << j)
            partners[partner].append((change, cards.keep[j], cards.field[j]))
            fields[partner] |= 1 << cards.field[j]
            for i in opens[:at]:
                if ranks[i] == partner:
                    change = pyramid ^ game.without_kings(pyramid ^ (1 << i | 1 << j))
                    bit = cards.pair_bit(i, j)
                    bits[group] |= bit
                    pairs.append((group, change, cards.keep[i] & cards.keep[j], bit))
        return Open(pairs, partners, fields, [(group, bit) for group, bit in enumerate(bits) if bit])
