"""Whether a pair game can still be won: best-first search that finds a line, then a sweep that misses none."""

from __future__ import annotations

from collections.abc import Iterable

from retro_pyramid.cards import KING
from retro_pyramid.rules.moves import Move
from retro_pyramid.rules.record import Rules
from retro_pyramid.rules.state import State
from retro_pyramid.solver.search.classes import ClassGame
from retro_pyramid.solver.search.freestock import TABLE_NODES, FreeStock, made_a_table
from retro_pyramid.solver.search.packs import PackPairs
from retro_pyramid.solver.search.pairs import (
    CLASSES,
    PARTS,
    REDEALS,
    STOCK,
    WASTE,
    Node,
    PairGame,
    packed,
    unpacked,
)
from retro_pyramid.solver.search.queues import Queues
from retro_pyramid.solver.search.removals import Openings
from retro_pyramid.solver.search.sweep import Sweep

EASY = 150
"""Nodes tried before the table of the free stock is worth its time."""

QUICK = 3000
"""Nodes tried before a sweep is worth its time; from then on both take turns."""
_TURN = 32
"""Nodes of a turn, a power of 2."""

_MOST = 200
"""More than any place in the queues."""
_EVERY = range(CLASSES)
_NONE = (0,) * CLASSES


class WinSearch:
    """A search for a win from a position; goal 'cleared' is an empty pyramid, 'won' the edition's own test.

    Two queues take turns, one after few cards and little waste, the other after little of the stock gone by:
    games that are slow for one are mostly quick for the other. Most games need no more.
    """

    def __init__(self, rules: Rules, state: State, all_gone: bool) -> None:
        game = self.game = PairGame(rules, state)
        self.nodes = 0
        self.verdict: str | None = None
        self._classes = [ClassGame(game, group, all_gone) for group in _EVERY]
        self._openings = Openings(game, list(self._classes))
        self._packs = PackPairs(game) if all_gone else None
        self._free: FreeStock | None = None
        self._sweep: Sweep | None = None
        self._parents: list[dict[int, int]] = [{} for _ in range(PARTS)]
        self._freer: WinSearch | None = None
        if rules.auto_match:
            self._freer = WinSearch(rules._replace(auto_match=False), state, all_gone)
        self._queues = Queues(_MOST)
        self._nodes: list[Node] = []
        self._put(packed(game.root), -1, _EVERY)

    def step(self, nodes: int) -> str | None:
        """Look at `nodes` more positions; 'won', 'lost' or None while it is not known."""
        until = self.nodes + nodes
        while self.verdict is None and self.nodes < until:
            if self._free is None and self.nodes + 1 >= EASY and made_a_table():
                break
            self.nodes += 1
            if self.nodes < QUICK or self.nodes & _TURN:
                self._one()
            elif self._freer is not None and self._freer.verdict is None:
                # What is lost without auto-match is lost with it.
                if self._freer.step(1) == "lost":
                    self.verdict = "lost"
            else:
                self._sweep_on()
        return self.verdict

    def _sweep_on(self) -> None:
        if self._sweep is None:
            self._sweep = Sweep(self.game, self._classes, self._openings, self._is_goal, self._may_reach)
        self.verdict = self._sweep.step(1)
        if self.verdict == "won":
            self._nodes = self._sweep.line()

    def _is_goal(self, node: Node) -> bool:
        """Say whether the pyramid is gone; that the rest can go too has been seen to before."""
        return not node[0]

    def _may_reach(self, node: Node) -> bool:
        if self._packs is not None and not self._packs.allows(node):
            return False
        if self._free is None:
            if self.nodes < EASY:
                return True
            self._free = FreeStock(self.game)
            self.nodes += TABLE_NODES
        return self._free.allows(node)

    def _put(self, key: int, before: int, changed: Iterable[int]) -> None:
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

    def _one(self) -> None:
        key = self._queues.next()
        if key < 0:
            self.verdict = "lost"
            return
        node = unpacked(key)
        if not self._may_reach(node):
            return
        if self._is_goal(node):
            self.verdict = "won"
            while key >= 0:
                self._nodes.append(unpacked(key))
                key = self._parents[key % PARTS][key]
            self._nodes.reverse()
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
        # A King in the way helps no one, unless it parts a pair that would go by itself.
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
        """Return the moves of the win found, [] if there is none or it is not known yet."""
        nodes = self._nodes
        if nodes and self._packs is not None:
            nodes = nodes[:-1] + self._packs.line(nodes[-1])
        return self.game.moves(nodes) if nodes else []
