"""Whether a pair game can still be won: a best-first search that finds a line, then a sweep that leaves nothing out."""

from array import array
from collections.abc import Iterable, Iterator

from retro_pyramid.cards import KING
from retro_pyramid.rules.moves import Move
from retro_pyramid.rules.pair_match import PAIRING
from retro_pyramid.rules.ruleset import Rules
from retro_pyramid.rules.state import State, all_gone, pyramid_empty
from retro_pyramid.solver.search.freestock import TABLE_NODES, FreeStock, made_a_table
from retro_pyramid.solver.search.packs import PackPairs
from retro_pyramid.solver.search.pairs import (
    CLASSES,
    MOST_REDEALS,
    PARTS,
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
from retro_pyramid.solver.search.search import Queues, Search

EASY = 150
"""Nodes looked at before the table of the free stock is worth its time."""

QUICK = 3000
"""Nodes looked at before a sweep is worth its time; from then on both take turns."""
_TURN = 32
"""The nodes of a turn, a power of 2."""

_CARDS = 64
"""A power of 2 above the number of cards: each time has so many layers, the most cards left first."""
_BYTES = 10

_EVERY = range(CLASSES)
_NONE = (0,) * CLASSES

_Entry = tuple[int, Forbidden, int, int]
"""The table's entry for a canonical key, the best way found: the sum of the times of its removals, the forbidden pairs,
the number of the position before, the packed position."""


class WinSearch(Search):
    """A search for an empty pyramid, and for empty stock and waste too where they win; `step` until it has a verdict.

    Two queues take turns: one prefers few cards left and little waste, the other little of the stock gone by. Games
    that are slow for one are mostly quick for the other, and most games need no more.
    """

    @staticmethod
    def solves(rules: Rules) -> bool:
        """Say whether these rules are known here: single draws, few redeals, all cards or the pyramid to go.

        Pairs of the waste may be in play only where the stock's top is, auto-match only where such pairs are.
        """
        known = rules.matching == PAIRING and rules.won in (pyramid_empty, all_gone) and rules.draw_count == 1
        in_play = rules.auto_match <= rules.waste_pairs <= rules.stock_top_playable
        return known and in_play and rules.redeals in range(MOST_REDEALS + 1)

    def __init__(self, rules: Rules, state: State) -> None:
        every = rules.won is all_gone
        game = self.game = PairGame(rules, state)
        self._classes = [ClassGame(game, group, every) for group in _EVERY]
        self._openings = Openings(game, list(self._classes))
        self._packs = PackPairs(game) if every else None
        self._free: FreeStock | None = None
        self._sweep: Sweep | None = None
        self._freer: WinSearch | None = None
        if rules.auto_match:
            self._freer = WinSearch(rules._replace(auto_match=False), state)
        self._queues = Queues()
        self._parents = self._queues.parents
        self._nodes: list[Node] = []
        self._put(packed(game.root), -1, _EVERY)

    def _prepares(self) -> bool:
        return self._free is None and self.nodes + 1 >= EASY and made_a_table()

    def look(self) -> None:
        if self.nodes < QUICK or self.nodes & _TURN:
            self._expand_next()
        elif self._freer is not None and self._freer.verdict is None:
            # What is lost without auto-match is lost with it.
            if self._freer.step(1) == "lost":
                self.verdict = "lost"
        else:
            self._sweep_on()

    def _sweep_on(self) -> None:
        if self._sweep is None:
            self._sweep = Sweep(self.game, self._classes, self._openings, self._packs, self._free_stock())
        self._sweep.look()
        self.verdict = self._sweep.verdict
        if self.verdict == "won":
            self._nodes = self._sweep.line()

    def _may_reach(self, node: Node) -> bool:
        """Say whether the goal may be reached, as far as stock and waste alone and the free stock tell."""
        if self._packs is not None and not self._packs.allows(node):
            return False
        return self.nodes < EASY or self._free_stock().allows(node)

    def _free_stock(self) -> FreeStock:
        if self._free is None:
            self._free = FreeStock(self.game)
            self.nodes += TABLE_NODES
        return self._free

    def _put(self, key: int, before: int, changed: Iterable[int]) -> None:
        """Queue a position unless it is known or a class is dead; `changed` are the classes with other cards than before."""
        parents = self._parents[key % PARTS]
        if key in parents:
            return
        parents[key] = before
        for group in changed:
            cards = self._classes[group]
            if not cards.alive(key & cards.mask):
                return
        pyramid, waste, stock, redeals = unpacked(key)
        seen = waste.bit_count()
        cards_left = pyramid.bit_count()
        gone = self.game.redeals - redeals
        few = 2 * cards_left + 2 * seen + stock.bit_count() + 8 * gone
        self._queues.put(key, few, cards_left + seen + 12 * gone)

    def _expand_next(self) -> None:
        key = self._queues.next()
        if key < 0:
            self.verdict = "lost"
            return
        node = unpacked(key)
        if not self._may_reach(node):
            return
        # That the rest can go too if asked for, the packs have allowed.
        if not node[0]:
            self.verdict = "won"
            self._nodes = [unpacked(before) for before in self._queues.way_to(key)]
        else:
            self._expand(key, node)

    def _expand(self, key: int, node: Node) -> None:
        game = self.game
        order, groups = game.order, game.groups
        plain = not game.rules.auto_match
        _, waste, stock, redeals = node
        top = stock & -stock
        card = top.bit_length() - 1
        last = waste.bit_length() - 1
        rank = order[card] if stock else 0
        top_rank = rank if game.rules.stock_top_playable else 0
        last_rank = order[last] if waste else 0
        # Under auto-match a King may be left where it lies, so that the next draw makes no match.
        for at, king in ((last + WASTE, last_rank), (card + STOCK, top_rank)):
            if king == KING:
                self._put(key ^ 1 << at, key, ())
                if plain:
                    return
        opened = self._openings.of(node[0])
        for after, group, _ in self._openings.removals(key, node, opened, _NONE):
            self._put(after, key, (group,))
        if stock:
            if plain or not waste or last_rank + rank != KING:
                changed = () if rank == KING else (groups[rank],)
                self._put(key ^ (top << STOCK | top << WASTE), key, changed)
        elif waste and redeals:
            self._put(key & (1 << WASTE) - 1 | waste << STOCK | redeals - 1 << REDEALS, key, _EVERY)

    def line(self) -> list[Move]:
        nodes = self._nodes
        if nodes and self._packs is not None:
            nodes = nodes[:-1] + self._packs.line(nodes[-1])
        return self.game.moves(nodes) if nodes else []


class Sweep(Search):
    """An exhaustive search in the order of time: the proof that a game is lost, or a win that was hard to find.

    Time is redeals, then draws, then removals. A removal can be moved forward to the moment its two cards became
    available. So a pair that could have been taken when a card was drawn is forbidden from then on, and of the ways to a
    position only one whose removals came earliest is kept. With auto-match this holds for pairs within the pyramid only:
    without its card the waste would match other draws. Positions where a class, packs or the free stock see a loss are left
    out. With `packs` all cards have to go; of a cleared pyramid they have allowed what is left.
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
