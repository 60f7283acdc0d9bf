"""Whether a pair game can still be won: a best-first search that finds a line, then a sweep that leaves nothing out."""

from __future__ import annotations

from collections.abc import Iterable

from retro_pyramid.cards import KING
from retro_pyramid.rules.moves import Move
from retro_pyramid.rules.pairing import PAIRING
from retro_pyramid.rules.record import Rules
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
    packed,
    unpacked,
)
from retro_pyramid.solver.search.removals import ClassGame, Openings
from retro_pyramid.solver.search.search import Queues, Search
from retro_pyramid.solver.search.sweep import Sweep

EASY = 150
"""Nodes looked at before the table of the free stock is worth its time."""

QUICK = 3000
"""Nodes looked at before a sweep is worth its time; from then on both take turns."""
_TURN = 32
"""The nodes of a turn, a power of 2."""

_EVERY = range(CLASSES)
_NONE = (0,) * CLASSES


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
