"""One rank class looked at alone: what cannot be done even if every other card were out of the way."""

from __future__ import annotations

from retro_pyramid.cards import KING
from retro_pyramid.solver.opens import ClassCards
from retro_pyramid.solver.pairs import PairGame, packed, unpacked

_KEY_BITS = 80


class ClassGame(ClassCards):
    """The game of one class: its cards cover each other as in the pyramid, all others are as good as gone.

    `alive` is False only if the goal is out of reach, in the whole game too; `all_gone` asks for stock and
    waste to be used up as well. Draws of more than one card are not projected: there the order says nothing.
    """

    def __init__(self, game: PairGame, group: int, all_gone: bool) -> None:
        super().__init__(game, group)
        self._top_playable = game.rules.stock_top_playable
        self._all_gone = all_gone
        self._known: dict[int, bool] = {}

    def alive(self, key: int, forbidden: int = 0) -> bool:
        """Say whether the cards of this class alone still allow the goal; `key` is under the mask."""
        asked = key | forbidden << _KEY_BITS
        found = self._known.get(asked)
        if found is None:
            found = self._known[asked] = self._alive(*unpacked(key), forbidden)
        return found

    def _next(self, pyramid: int, waste: int, stock: int, redeals: int, forbidden: int) -> bool:
        return self.alive(packed((pyramid, waste, stock, redeals)), forbidden)

    def _alive(self, pyramid: int, waste: int, stock: int, redeals: int, forbidden: int) -> bool:
        if not pyramid and not (self._all_gone and (waste or stock)):
            return True
        pairs, partners = self.moves(pyramid)
        for left, rest, bit in pairs:
            if not forbidden & bit and self._next(left, waste, stock, redeals, forbidden & rest):
                return True
        top = stock & -stock
        card = top.bit_length() - 1
        top_rank = self.order[card] if stock and self._top_playable else 0
        for left, rest, field in partners.get(top_rank, ()):
            if not forbidden >> field + card & 1:
                rest &= ~self.of_stock[card]
                if self._next(left, waste, stock ^ top, redeals, forbidden & rest):
                    return True
        if waste and self._alive_by_waste(pyramid, waste, stock, redeals, forbidden, top_rank):
            return True
        if stock:
            return self._next(pyramid, waste | top, stock ^ top, redeals, forbidden)
        return redeals > 0 and bool(waste) and self._next(pyramid, 0, waste, redeals - 1, forbidden)

    def _alive_by_waste(
        self, pyramid: int, waste: int, stock: int, redeals: int, forbidden: int, top_rank: int
    ) -> bool:
        last = waste.bit_length() - 1
        under = waste ^ 1 << last
        rank = self.order[last]
        left_over = forbidden & ~self.of_stock[last]
        for left, rest, field in self.moves(pyramid)[1].get(rank, ()):
            if not forbidden >> field + last & 1 and self._next(
                left, under, stock, redeals, left_over & rest
            ):
                return True
        if rank + top_rank == KING:
            card = (stock & -stock).bit_length() - 1
            left_over &= ~self.of_stock[card]
            if self._next(pyramid, under, stock ^ 1 << card, redeals, left_over):
                return True
        if self.game.pairs_on_waste(waste, redeals):
            second = under.bit_length() - 1
            left_over &= ~self.of_stock[second]
            return self._next(pyramid, under ^ 1 << second, stock, redeals, left_over)
        return False
