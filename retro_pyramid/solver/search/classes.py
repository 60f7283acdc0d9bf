"""One rank class alone: is the goal out of reach even if all other cards were out of the way?"""

from __future__ import annotations

from retro_pyramid.solver.search.pairs import PAIRS_FROM, REDEALS, STOCK, WASTE, PairGame, unpacked
from retro_pyramid.solver.search.removals import ClassCards


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
