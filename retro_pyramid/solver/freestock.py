"""The pyramid with a free stock: every stock card within reach at any time, each to be used once.

Cards of the stock that are missing have to be made up for by pairs within the pyramid. Which numbers of such
pairs, class by class, a shape allows is a set closed downwards; it is kept as the bits of one integer, the
numbers being its digits in a mixed radix.
"""

from __future__ import annotations

from retro_pyramid.cards import KING
from retro_pyramid.solver.pairs import CLASSES, Node, PairGame
from retro_pyramid.solver.shapes import both_open, shapes, within


class FreeStock:
    """What the pyramid of a game allows if the stock is free; exact for that game, so a bound for the real one."""

    def __init__(self, game: PairGame) -> None:
        self._number = shapes().number
        self._parts: list[tuple[int, int, int, int]] = []
        """For each class cards of the lower rank, stock cards that pair with them, weight, most pairs."""
        weight = 1
        weights = [(0, 0)] * CLASSES
        pyramid = game.root[0]
        for group in range(CLASSES):
            low = sum(1 << i for i, rank in enumerate(game.ranks) if rank == group + 1) & pyramid
            high = game.members[group] & pyramid & ~low
            partners = sum(1 << j for j, rank in enumerate(game.order) if rank == KING - 1 - group)
            most = min(low.bit_count(), high.bit_count())
            self._parts.append((low, partners, weight, most))
            weights[group] = weight, most
            weight *= most + 1
        self._fill(game, weight, weights)

    def _fill(self, game: PairGame, size: int, weights: list[tuple[int, int]]) -> None:
        room = [
            sum(1 << v for v in range(size) if v // weight % (most + 1) < most) for weight, most in weights
        ]
        order = within(game.root[0])
        table = shapes()
        pairs: dict[int, list[tuple[int, int, int]]] = {shape: [] for shape in order}
        ranks = game.ranks
        for (i, j), rows in both_open().items():
            if ranks[i] + ranks[j] == KING:
                group = min(ranks[i], ranks[j]) - 1
                step = (room[group], weights[group][0])
                for shape, smaller in rows:
                    if shape in pairs:
                        pairs[shape].append((smaller, *step))
        allowed = self._allowed = [1] * len(table.masks)
        after = table.after
        for shape in order:
            found = 1
            for _, smaller in after[shape]:
                found |= allowed[smaller]
            for smaller, fits, weight in pairs[shape]:
                found |= (allowed[smaller] & fits) << weight
            allowed[shape] = found

    def allows(self, node: Node) -> bool:
        """Say whether the pyramid of a node could be cleared with its stock and waste free."""
        pyramid, waste, stock, _ = node
        left = waste | stock
        at = 0
        for low, partners, weight, most in self._parts:
            need = (pyramid & low).bit_count() - (left & partners).bit_count()
            if need > 0:
                if need > most:
                    return False
                at += need * weight
        return bool(self._allowed[self._number[pyramid]] >> at & 1)
