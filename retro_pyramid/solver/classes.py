"""One rank class looked at alone: what cannot be done even if every other card were out of the way."""

from __future__ import annotations

from retro_pyramid.cards import KING
from retro_pyramid.solver.pairs import PairGame
from retro_pyramid.solver.shapes import below

ClassMoves = tuple[tuple[int, ...], dict[int, tuple[int, ...]]]


class ClassGame:
    """The game of one class: its cards cover each other as in the pyramid, all others are as good as gone.

    `alive` is False only if the goal is out of reach, in the whole game too; `all_gone` asks for stock and
    waste to be used up as well. Draws of more than one card are not projected: there the order says nothing.
    """

    def __init__(self, game: PairGame, group: int, all_gone: bool) -> None:
        self.members = game.members[group]
        self.stock_members = game.stock_members[group]
        self.ranks = game.ranks
        self._order = game.order
        self._top_playable = game.rules.stock_top_playable
        self._waste_pairs = game.rules.waste_pairs
        self._all_gone = all_gone
        self.known: dict[tuple[int, int, int, int], bool] = {}
        self._moves: dict[int, ClassMoves] = {}

    def moves(self, cards: int) -> ClassMoves:
        """Return the cards left after each open pair, and by rank after each card that pairs with it."""
        found = self._moves.get(cards)
        if found is None:
            ranks = self.ranks
            opens = [i for i in range(cards.bit_length()) if cards >> i & 1 and not cards & below(i)]
            pairs = []
            partners: dict[int, tuple[int, ...]] = {}
            for at, j in enumerate(opens):
                partner = KING - ranks[j]
                partners[partner] = (*partners.get(partner, ()), cards ^ 1 << j)
                pairs += [cards ^ (1 << i | 1 << j) for i in opens[:at] if ranks[i] == partner]
            found = self._moves[cards] = tuple(pairs), partners
        return found

    def alive(self, pyramid: int, waste: int, stock: int, redeals: int) -> bool:
        """Say whether the cards of this class alone (masks of them only) still allow the goal."""
        key = (pyramid, waste, stock, redeals)
        found = self.known.get(key)
        if found is None:
            found = self.known[key] = self._alive(pyramid, waste, stock, redeals)
        return found

    def _alive(self, pyramid: int, waste: int, stock: int, redeals: int) -> bool:
        if not pyramid and not (self._all_gone and (waste or stock)):
            return True
        pairs, partners = self.moves(pyramid)
        for left in pairs:
            if self.alive(left, waste, stock, redeals):
                return True
        top = stock & -stock
        top_rank = self._order[top.bit_length() - 1] if stock else 0
        if stock and self._top_playable:
            for left in partners.get(top_rank, ()):
                if self.alive(left, waste, stock ^ top, redeals):
                    return True
        if waste and self._alive_by_waste(pyramid, waste, stock, redeals, partners, top, top_rank):
            return True
        if stock:
            return self.alive(pyramid, waste | top, stock ^ top, redeals)
        return redeals > 0 and bool(waste) and self.alive(pyramid, 0, waste, redeals - 1)

    def _alive_by_waste(
        self,
        pyramid: int,
        waste: int,
        stock: int,
        redeals: int,
        partners: dict[int, tuple[int, ...]],
        top: int,
        top_rank: int,
    ) -> bool:
        rest = waste ^ 1 << waste.bit_length() - 1
        rank = self._order[waste.bit_length() - 1]
        for left in partners.get(rank, ()):
            if self.alive(left, rest, stock, redeals):
                return True
        if self._top_playable and rank + top_rank == KING and self.alive(pyramid, rest, stock ^ top, redeals):
            return True
        if self._waste_pairs and rest and rank + self._order[rest.bit_length() - 1] == KING:
            return self.alive(pyramid, rest ^ 1 << rest.bit_length() - 1, stock, redeals)
        return False
