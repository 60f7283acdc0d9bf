"""One rank class looked at alone: what cannot be done even if every other card were out of the way."""

from __future__ import annotations

from retro_pyramid.solver.search.pairs import PAIRS_FROM, REDEALS, STOCK, WASTE, PairGame, unpacked
from retro_pyramid.solver.search.removals import ClassCards


class ClassGame(ClassCards):
    """The game of one class: its cards cover each other as in the pyramid, all others are as good as gone.

    `alive` is False only if the goal is out of reach, in the whole game too; `all_gone` asks for stock and
    waste to be used up as well. Draws of more than one card are not projected: there the order says nothing.
    """

    def __init__(self, game: PairGame, group: int, all_gone: bool) -> None:
        super().__init__(game, group)
        self._all_gone = all_gone
        self._known: dict[int, bool] = {}

    def alive(self, asked: int) -> bool:
        """Say whether the cards of this class alone still allow the goal.

        Asked is about a key under the mask with the pairs forbidden.
        """
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
