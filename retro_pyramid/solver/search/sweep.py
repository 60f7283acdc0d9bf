"""An exhaustive search of a pair game in the order of time: the proof that it is lost, or a win that was hard to find.

Time is redeals, then draws, then removals. A removal can be moved forward to the moment its two cards became
available. So a pair that could have been taken when a card was drawn is forbidden from then on, and of the ways to a
position only one whose removals came earliest is kept. With auto-match this holds for pairs within the pyramid only:
without its card the waste would match other draws.
"""

from __future__ import annotations

from array import array
from collections.abc import Iterable, Iterator

from retro_pyramid.cards import KING
from retro_pyramid.solver.search.freestock import FreeStock
from retro_pyramid.solver.search.packs import PackPairs
from retro_pyramid.solver.search.pairs import (
    CLASSES,
    REDEALS,
    STOCK,
    WASTE,
    Node,
    PairGame,
    canonical_key,
    packed,
    unpacked,
)
from retro_pyramid.solver.search.removals import ClassGame, Forbidden, Open, Openings
from retro_pyramid.solver.search.search import Search

_CARDS = 64
"""A power of 2 above the number of cards: each time has so many layers, the most cards left first."""
_BYTES = 10
"""The size of a packed position in bytes."""
_EVERY = range(CLASSES)

_Entry = tuple[int, Forbidden, int, int]
"""The table's entry for a canonical key, the best way found: the sum of the times of its removals, the forbidden pairs,
the number of the position before, the packed position."""


class Sweep(Search):
    """A search of all positions of a game with single draws, except where a class, packs or the free stock see a loss.

    With `packs` all cards have to go; of a cleared pyramid they have allowed what is left.
    """

    def __init__(
        self,
        game: PairGame,
        classes: list[ClassGame],
        openings: Openings,
        packs: PackPairs | None,
        free: FreeStock,
    ) -> None:
        self._game = game
        self._order = game.order
        self._canonical = canonical_key(game.order)
        self._classes = classes
        self._openings = openings
        self._packs, self._free = packs, free
        self._auto_match = game.rules.auto_match
        self._width = len(game.order) + 1
        self._layers: list[dict[int, _Entry] | None] = [None] * (_CARDS * self._width * (game.redeals + 1))
        self._time = 0
        self._number = 0
        self._before = array("I")
        self._keys = bytearray()
        self._put(packed(game.root), 0, (0,) * CLASSES, _EVERY, True)
        self._waiting = _in_order(self._layers)

    def look(self) -> None:
        found = next(self._waiting, None)
        if found is None:
            self.verdict = "lost"
            return
        self._time, (late, forbidden, before, key) = found
        self._number = len(self._before)
        self._before.append(before)
        self._keys += key.to_bytes(_BYTES, "little")
        node = unpacked(key)
        if not node[0]:
            self.verdict = "won"
            return
        opened = self._openings.of(node[0])
        for after, group, rest in self._openings.removals(key, node, opened, forbidden):
            self._take(after, late, forbidden, group, rest)
        if self._auto_match:
            self._draw_one(key, node, late, forbidden, opened)
        else:
            self._draw(key, node, late, forbidden, opened)

    def line(self) -> list[Node]:
        """Return the positions of the line to the goal; [] if there is none, or none is known yet."""
        if self.verdict != "won":
            return []
        nodes = []
        number = self._number
        while True:
            nodes.append(
                unpacked(int.from_bytes(self._keys[number * _BYTES : (number + 1) * _BYTES], "little"))
            )
            if not number:
                return nodes[::-1]
            number = self._before[number]

    def _put(self, key: int, late: int, forbidden: Forbidden, changed: Iterable[int], removal: bool) -> None:
        """Enter a position in the table; `changed` are the classes with other cards or forbidden pairs than before."""
        node = unpacked(key)
        _, _, stock, redeals = node
        time = (stock & -stock).bit_length() - 1 if stock else self._width - 1
        time += self._width * (self._game.redeals - redeals)
        at = _CARDS * time + _CARDS - 1 - (key & (1 << REDEALS) - 1).bit_count()
        layer = self._layers[at]
        if layer is None:
            layer = self._layers[at] = {}
        canonical = self._canonical(key)
        known = layer.get(canonical)
        if known is not None and known[0] <= late:
            return
        classes, packs = self._classes, self._packs
        for group in changed:
            cards = classes[group]
            if not cards.alive(key & cards.mask | forbidden[group]):
                return
        if removal and known is None and not (packs is None or packs.allows(node)):
            return
        if removal and known is None and not self._free.allows(node):
            return
        layer[canonical] = (late, forbidden, self._number, key)

    def _take(self, key: int, late: int, forbidden: Forbidden, group: int, rest: int) -> None:
        """Enter the position after a removal in one class; `rest` masks the forbidden pairs whose cards are still there."""
        old = forbidden[group]
        pairs = old & rest
        if pairs != old:
            forbidden = (*forbidden[:group], pairs, *forbidden[group + 1 :])
        self._put(key, late + self._time, forbidden, (group,), True)

    def _draw_one(self, key: int, node: Node, late: int, forbidden: Forbidden, opened: Open) -> None:
        """Draw one card under auto-match. A King may be left on the waste, so that the next draw makes no match."""
        _, waste, stock, redeals = node
        top = stock & -stock
        last = 1 << waste.bit_length() - 1 if waste else 0
        rank = self._order[top.bit_length() - 1] if stock else 0
        last_rank = self._order[last.bit_length() - 1] if waste else 0
        if last_rank == KING:
            self._put(key ^ last << WASTE, late, forbidden, (), False)
        if rank == KING:
            self._put(key ^ top << STOCK, late, forbidden, (), False)
        elif rank and last_rank + rank == KING:
            return
        pairs = list(forbidden)
        changed = [self._game.groups[rank]] if rank not in (0, KING) else []
        for group, bits in opened.pair_bits:
            pairs[group] |= bits
            changed.append(group)
        if stock:
            self._put(key ^ (top << WASTE | top << STOCK), late, tuple(pairs), changed, False)
        elif waste and redeals:
            after = key ^ (waste << WASTE | waste << STOCK | (redeals ^ redeals - 1) << REDEALS)
            self._put(after, late, tuple(pairs), _EVERY, False)

    def _draw(self, key: int, node: Node, late: int, forbidden: Forbidden, opened: Open) -> None:
        last = node[1].bit_length() - 1
        if last >= 0 and self._order[last] == KING:
            # It lay on the waste when the search began.
            self._put(key ^ 1 << last + WASTE, late, forbidden, (), False)
            return
        after, pairs, changed, _ = self._openings.draw(node, opened, forbidden)
        if after >= 0:
            redealt = (after ^ key) >> REDEALS
            self._put(after, late, pairs, _EVERY if redealt else changed, False)


# It does not know the sweep, which would be held for ever by a generator that it holds itself.
def _in_order(layers: list[dict[int, _Entry] | None]) -> Iterator[tuple[int, _Entry]]:
    """Yield the entries with their times, and forget what is over."""
    for at, layer in enumerate(layers):
        if layer:
            # All that follows from a position lies in later layers.
            time = at // _CARDS
            for way in layer.values():
                yield time, way
            layers[at] = None
