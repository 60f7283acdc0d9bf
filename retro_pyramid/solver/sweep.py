"""Every position of a pair game that matters, in the order of time: the proof that it is lost, or a late win.

Time is redeals, then draws, then removals. A removal can be moved forward to the moment its cards became
available. So a pair that was there for the taking when a card was drawn is forbidden from then on, and of the
ways to a position only one whose removals came earliest has to be kept. With auto-match that holds for two
cards of the pyramid only: with others the waste would lie differently.
"""

from __future__ import annotations

from array import array
from collections.abc import Callable, Iterable, Iterator

from retro_pyramid.cards import KING
from retro_pyramid.solver.classes import ClassGame
from retro_pyramid.solver.opens import Forbidden, Open, Openings
from retro_pyramid.solver.pairs import CLASSES, REDEALS, STOCK, WASTE, Node, PairGame, unpacked

_CARDS = 64
"""More than there are cards."""
_BYTES = 10
"""What a packed position needs."""
_EVERY = range(CLASSES)

_Way = tuple[int, Forbidden, int]
"""The best way found to a position: when its removals were, what is forbidden, the number of the position before."""


class Sweep:
    """A search of all positions of a game with single draws, but for those that `may_reach` says are lost."""

    def __init__(
        self,
        game: PairGame,
        classes: list[ClassGame],
        openings: Openings,
        is_goal: Callable[[Node], bool],
        may_reach: Callable[[Node], bool],
    ) -> None:
        self.nodes = 0
        self.verdict: str | None = None
        self._game = game
        self._order = game.order
        self._classes = classes
        self._openings = openings
        self._is_goal, self._may_reach = is_goal, may_reach
        self._top_playable = game.rules.stock_top_playable
        self._auto_match = game.rules.auto_match
        self._width = len(game.order) + 1
        self._layers: list[dict[int, _Way] | None] = [None] * (_CARDS * self._width * (game.redeals + 1))
        self._time = 0
        self._number = 0
        self._before = array("I")
        self._keys = bytearray()
        self._put(game.root, 0, (0,) * CLASSES, _EVERY, True)
        self._waiting = self._in_order()

    def step(self, nodes: int) -> str | None:
        """Look at `nodes` more positions; 'won', 'lost' or None while it is not known."""
        until = self.nodes + nodes
        while self.verdict is None and self.nodes < until:
            self.nodes += 1
            found = next(self._waiting, None)
            if found is None:
                self.verdict = "lost"
            else:
                self._one(*found)
        return self.verdict

    def _in_order(self) -> Iterator[tuple[int, _Way]]:
        for at, layer in enumerate(self._layers):
            if layer:
                # What follows lies in later layers.
                self._time = at // _CARDS
                yield from layer.items()
                self._layers[at] = None

    def _one(self, key: int, way: _Way) -> None:
        late, forbidden, before = way
        self._number = len(self._before)
        self._before.append(before)
        self._keys += key.to_bytes(_BYTES, "little")
        node = unpacked(key)
        if self._is_goal(node):
            self.verdict = "won"
            return
        opened = self._openings.of(node[0])
        self._remove(node, late, forbidden, opened)
        if self._auto_match:
            self._draw_one(node, late, forbidden, opened)
        else:
            self._draw(node, late, forbidden, opened)

    def line(self) -> list[Node]:
        """Return the positions on the way to the goal, [] if there is none or it is not known yet."""
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

    def _put(
        self, node: Node, late: int, forbidden: Forbidden, changed: Iterable[int], removal: bool
    ) -> None:
        """Reach a position; `changed` are the classes with other cards or forbidden pairs than before."""
        pyramid, waste, stock, redeals = node
        key = pyramid | waste << WASTE | stock << STOCK | redeals << REDEALS
        time = (stock & -stock).bit_length() - 1 if stock else self._width - 1
        time += self._width * (self._game.redeals - redeals)
        at = _CARDS * time + _CARDS - 1 - (key & (1 << REDEALS) - 1).bit_count()
        layer = self._layers[at]
        if layer is None:
            layer = self._layers[at] = {}
        known = layer.get(key)
        if known is not None and known[0] <= late:
            return
        classes = self._classes
        for group in changed:
            cards = classes[group]
            if not cards.alive(key & cards.mask, forbidden[group]):
                return
        if removal and known is None and not self._may_reach(node):
            return
        layer[key] = (late, forbidden, self._number)

    def _take(self, node: Node, late: int, forbidden: Forbidden, group: int, rest: int) -> None:
        """Reach a position by a removal in one class; `rest` keeps the bits of pairs that still can be."""
        old = forbidden[group]
        if old & ~rest:
            forbidden = (*forbidden[:group], old & rest, *forbidden[group + 1 :])
        self._put(node, late + self._time, forbidden, (group,), True)

    def _remove(self, node: Node, late: int, forbidden: Forbidden, opened: Open) -> None:
        """Take what can be taken and is not forbidden."""
        order, groups, classes = self._order, self._game.groups, self._classes
        pyramid, waste, stock, redeals = node
        for group, change, rest, bit in opened.pairs:
            if not forbidden[group] & bit:
                self._take((pyramid ^ change, waste, stock, redeals), late, forbidden, group, rest)
        top = stock & -stock
        card = top.bit_length() - 1
        last = waste.bit_length() - 1
        top_rank = order[card] if stock and self._top_playable else 0
        last_rank = order[last] if waste else 0
        for at, rank, taken, gone in ((card, top_rank, 0, top), (last, last_rank, waste and 1 << last, 0)):
            if opened.partners[rank]:
                group = groups[rank]
                pairs, without = forbidden[group], ~classes[group].of_stock[at]
                for change, keep, field in opened.partners[rank]:
                    if not pairs >> field + at & 1:
                        after = (pyramid ^ change, waste ^ taken, stock ^ gone, redeals)
                        self._take(after, late, forbidden, group, keep & without)
        if waste and last_rank != KING:
            under = waste ^ 1 << last
            group = groups[last_rank]
            of_stock = classes[group].of_stock
            if top_rank + last_rank == KING:
                rest = ~(of_stock[last] | of_stock[card])
                self._take((pyramid, under, stock ^ top, redeals), late, forbidden, group, rest)
            if self._game.pairs_on_waste(waste, redeals):
                second = under.bit_length() - 1
                rest = ~(of_stock[last] | of_stock[second])
                self._take((pyramid, under ^ 1 << second, stock, redeals), late, forbidden, group, rest)

    def _draw_one(self, node: Node, late: int, forbidden: Forbidden, opened: Open) -> None:
        """Draw one card where a pair goes by itself; Kings may stay to part it."""
        pyramid, waste, stock, redeals = node
        top = stock & -stock
        last = 1 << waste.bit_length() - 1 if waste else 0
        rank = self._order[top.bit_length() - 1] if stock else 0
        last_rank = self._order[last.bit_length() - 1] if waste else 0
        if last_rank == KING:
            self._put((pyramid, waste ^ last, stock, redeals), late, forbidden, (), False)
        if rank == KING:
            self._put((pyramid, waste, stock ^ top, redeals), late, forbidden, (), False)
        elif rank and last_rank + rank == KING:
            return
        pairs = list(forbidden)
        changed = [self._game.groups[rank]] if rank not in (0, KING) else []
        for group, bits in opened.pair_bits:
            pairs[group] |= bits
            changed.append(group)
        if stock:
            after = (pyramid, waste | top, stock ^ top, redeals)
            self._put(after, late, tuple(pairs), changed, False)
        elif waste and redeals:
            self._put((pyramid, 0, waste, redeals - 1), late, tuple(pairs), _EVERY, False)

    def _draw(self, node: Node, late: int, forbidden: Forbidden, opened: Open) -> None:
        """Draw, Kings going at once, until there is something to take; at the end of the stock redeal.

        What is passed over, the pairs that lie open, is forbidden from here on.
        """
        order, groups, fields = self._order, self._game.groups, opened.fields
        top_playable = self._top_playable
        pyramid, waste, stock, redeals = node
        pairs = list(forbidden)
        for group, bits in opened.pair_bits:
            pairs[group] |= bits
        last = waste.bit_length() - 1
        last_rank = order[last] if waste else 0
        pairs[groups[last_rank]] |= fields[last_rank] << max(last, 0)
        # A King that lay on the waste when the search began.
        if last_rank == KING:
            return self._put((pyramid, waste ^ 1 << last, stock, redeals), late, forbidden, (), False)
        drawn = 0
        choice = False
        while stock and not choice:
            card = (stock & -stock).bit_length() - 1
            stock ^= 1 << card
            rank = order[card]
            if rank != KING:
                waste |= 1 << card
                last_rank = rank
                group = groups[rank]
                drawn |= 1 << group
                if top_playable:
                    pairs[group] |= fields[rank] << card
                else:
                    choice = fields[rank] << card & ~pairs[group] > 0
            if top_playable and stock:
                card = (stock & -stock).bit_length() - 1
                rank = order[card]
                choice = rank + last_rank == KING or fields[rank] << card & ~pairs[groups[rank]] > 0
        if not choice:
            if not waste or not redeals:
                return None
            self._put((pyramid, 0, waste, redeals - 1), late, tuple(pairs), _EVERY, False)
        else:
            changed = [group for group in _EVERY if drawn >> group & 1 or pairs[group] != forbidden[group]]
            self._put((pyramid, waste, stock, redeals), late, tuple(pairs), changed, False)
        return None
