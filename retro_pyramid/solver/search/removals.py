"""The move generator of the pair games: removals, draws, and the pairs that a draw forbids.

A search forbids a pair that could have been taken when a card was drawn, since taking it then costs no more. Each
pair of a class has a bit, from PAIRS_FROM on, in an integer that also holds a packed position of that class.
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

_FIELD = 32
_PARTNERS = 24
"""Each pyramid card of a class has a field of 32 bits: one for each of 24 stock cards, then one for each pyramid card of
the class (at most 8). A bit is the pair of the two."""

Forbidden = tuple[int, ...]

Removal = tuple[int, int, int, int]
"""A removal: the bits of the position that stay, the bits that then change, the bit of its pair (0 if that is never
forbidden), and for a card taken off the stock the number after it, else 0."""

ClassMoves = tuple[list[Removal], list[list[tuple[int, int, int]]]]
"""The removals within the pyramid, and by rank of a partner outside it rows (card taken, bits that stay, its field)."""


class ClassCards:
    """The cards of one class: their removals if all other cards were gone, and the bits of their pairs."""

    def __init__(self, game: PairGame, group: int) -> None:
        self._game = game
        self.members = game.members[group]
        cards = game.stock_members[group]
        self.mask = self.members | cards << WASTE | cards << STOCK | 3 << REDEALS
        self._order = game.order
        self.field = {index: PAIRS_FROM + _FIELD * at for at, index in enumerate(positions_in(self.members))}
        """For each pyramid card of the class the first bit of its field."""
        column = sum(1 << field for field in self.field.values())
        every = (1 << PAIRS_FROM + _FIELD * len(self.field)) - 1
        self.keep = {
            index: every ^ ((1 << _FIELD) - 1 << field | column << _PARTNERS + at)
            for at, (index, field) in enumerate(self.field.items())
        }
        """For each pyramid card of the class the bits that stay when it goes: all but those of its pairs."""
        self.keep_stock = [every ^ column << card for card in range(len(game.order))]
        """The same for each stock card."""
        self._top_playable = game.rules.stock_top_playable
        self.matters = self.mask if game.waste_pairs else self.mask ^ 3 << REDEALS
        """The bits of a packed position that the removals depend on. The redeals left matter only where pairs can be
        taken off the waste."""
        self._moves: dict[int, ClassMoves] = {}
        self._removals: dict[int, list[Removal]] = {}

    def pair_bit(self, i: int, j: int) -> int:
        return 1 << self.field[i] + _PARTNERS + (self.field[j] - PAIRS_FROM) // _FIELD

    def removals(self, key: int) -> list[Removal]:
        """Return the removals of this class alone from a packed position without forbidden pairs."""
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
        ends = []
        if stock and self._top_playable:
            top = stock & -stock
            card = top.bit_length() - 1
            ends.append((card, top << STOCK, card + 1))
        if waste:
            last = waste.bit_length() - 1
            ends.append((last, 1 << last + WASTE, 0))
        for at, gone, first in ends:
            left = keep_stock[at]
            for change, rest, field in partners[order[at]]:
                after.append((rest & left, change | gone, 1 << field + at, first))
        if waste:
            if len(ends) == 2 and order[card] + order[last] == KING:
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


class ClassGame(ClassCards):
    """The game with the cards of one class only; they cover each other as in the pyramid.

    If the class cannot reach the goal, the whole game cannot: a dead state. `all_gone` asks for its cards in stock and
    waste to go too. Only for single draws: with more cards a draw, which come up depends on the other classes.
    """

    def __init__(self, game: PairGame, group: int, all_gone: bool) -> None:
        super().__init__(game, group)
        self._all_gone = all_gone
        self._known: dict[int, bool] = {}

    def alive(self, asked: int) -> bool:
        """Say whether the class can still reach the goal; `asked` is a packed position under `mask` with forbidden pairs."""
        found = self._known.get(asked)
        return self._work_out(asked) if found is None else found

    def _work_out(self, asked: int) -> bool:
        key = asked & (1 << PAIRS_FROM) - 1
        pyramid, waste, stock, redeals = unpacked(key)
        found = not pyramid and not (self._all_gone and (waste or stock))
        if not found:
            for rest, change, bit, _ in self.removals(key):
                if not asked & bit and self.alive(asked & rest ^ change):
                    found = True
                    break
            else:
                if stock:
                    top = stock & -stock
                    found = self.alive(asked ^ (top << WASTE | top << STOCK))
                elif redeals:
                    again = waste << WASTE | waste << STOCK | (redeals ^ redeals - 1) << REDEALS
                    found = self.alive(asked ^ again)
        self._known[asked] = found
        return found


class Open(NamedTuple):
    """The removals from one pyramid; Kings that come open are taken with them."""

    pairs: list[tuple[int, int, int, int]]
    """Of two pyramid cards: (class, change of the pyramid, bits that stay, bit of the pair)."""
    partners: list[list[tuple[int, int, int]]]
    """For each rank the open cards that pair with it: (change of the pyramid, bits that stay, field)."""
    fields: list[int]
    """For each rank the first bit of the field of each open card that pairs with it."""
    pair_bits: list[tuple[int, int]]
    """The classes with pairs that can be taken within the pyramid: (class, their bits)."""


class Openings:
    """The moves of a game; what depends on the pyramid alone is worked out once."""

    def __init__(self, game: PairGame, classes: list[ClassCards]) -> None:
        self._game = game
        self._top_playable = game.rules.stock_top_playable
        self._classes = classes
        self._known: dict[int, Open] = {}

    def of(self, pyramid: int) -> Open:
        """Return the removals from a pyramid; it is to have no open Kings."""
        found = self._known.get(pyramid)
        if found is None:
            found = self._known[pyramid] = self._work_out(pyramid)
        return found

    def removals(
        self, key: int, node: Node, opened: Open, forbidden: Forbidden
    ) -> list[tuple[int, int, int]]:
        """Return rows (position after, class, bits of forbidden pairs that stay) for every pair that may be taken."""
        order, groups, fields = self._game.order, self._game.groups, opened.fields
        _, waste, stock, redeals = node
        after = []
        for group, change, rest, bit in opened.pairs:
            if not forbidden[group] & bit:
                after.append((key ^ change, group, rest))
        # Written out for stock and waste: a loop over the two makes a search some 4 % slower.
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
        group = groups[last_rank]
        if fields[last_rank]:
            pairs, left = forbidden[group] >> last, self._classes[group].keep_stock[last]
            without = key ^ 1 << last + WASTE
            for change, rest, field in opened.partners[last_rank]:
                if not pairs >> field & 1:
                    after.append((without ^ change, group, rest & left))
        if top_rank + last_rank == KING and top_rank:
            keep = self._classes[group].keep_stock
            after.append((key ^ (1 << last + WASTE | top << STOCK), group, keep[last] & keep[card]))
        if self._game.waste_pairs and self._game.pairs_on_waste(waste, redeals):
            keep = self._classes[group].keep_stock
            second = (waste ^ 1 << last).bit_length() - 1
            after.append((key ^ (1 << last | 1 << second) << WASTE, group, keep[last] & keep[second]))
        return after

    def draw(
        self, node: Node, opened: Open, forbidden: Forbidden
    ) -> tuple[int, Forbidden, Iterable[int], int]:
        """Draw until there is something new to take, taking Kings at once; at the end of the stock redeal.

        Return the position (-1 if there is none), the forbidden pairs there, the classes of the cards drawn or with new
        forbidden pairs, and the number of steps. The pairs that could have been taken and were not are forbidden.
        """
        order, groups, fields = self._game.order, self._game.groups, opened.fields
        top_playable = self._top_playable
        pyramid, waste, stock, redeals = node
        pairs = list(forbidden)
        changed = set()
        for group, bits in opened.pair_bits:
            pairs[group] |= bits
            changed.add(group)
        last_rank = 0
        if waste:
            last_rank = order[waste.bit_length() - 1]
            if passed := fields[last_rank]:
                changed.add(groups[last_rank])
                pairs[groups[last_rank]] |= self._with_waste(waste, passed)
        steps = 0
        drawn = False
        # A card passed over in the loop makes no pair that is not forbidden already; nor does an equal card after it. But
        # a card on the waste may be kept and the next equal one be taken off the stock, which saves a draw.
        while stock:
            top = stock & -stock
            card = top.bit_length() - 1
            rank = order[card]
            passed = fields[rank]
            if top_playable:
                if steps and rank + last_rank == KING:
                    break
                if passed:
                    if not steps or (drawn and rank == last_rank):
                        pairs[groups[rank]] |= passed << card
                    elif passed << card & ~pairs[groups[rank]]:
                        break
            steps += 1
            stock ^= top
            if rank != KING:
                waste |= top
                group = groups[rank]
                changed.add(group)
                if passed and not top_playable:
                    if rank == last_rank:
                        pairs[group] |= passed << card
                    elif passed << card & ~pairs[group]:
                        break
                drawn = True
                last_rank = rank
        else:
            # Nothing new has come.
            if not waste or not redeals:
                return -1, forbidden, (), 0
            waste, stock, redeals = 0, waste, redeals - 1
            steps += 1
        after = pyramid | waste << WASTE | stock << STOCK | redeals << REDEALS
        return after, tuple(pairs), changed, steps

    def _with_waste(self, waste: int, fields: int) -> int:
        """Return the bits of the pairs that the top of the waste makes with the cards of these fields."""
        order, bits = self._game.order, 0
        last = waste.bit_length() - 1
        rank = order[last]
        # Of equal cards on top of each other one is as good as the other.
        while waste and order[last := waste.bit_length() - 1] == rank:
            bits |= fields << last
            waste ^= 1 << last
        return bits

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
