"""Whether a pair game can still be won: best-first search that finds a line, or proves that there is none."""

from __future__ import annotations

from heapq import heappop, heappush

from retro_pyramid.cards import KING
from retro_pyramid.rules.moves import Move
from retro_pyramid.rules.record import Rules
from retro_pyramid.rules.state import State
from retro_pyramid.solver.classes import ClassGame
from retro_pyramid.solver.freestock import FreeStock
from retro_pyramid.solver.pairs import CLASSES, Node, PairGame

_TABLE_NODES = 100
"""What the table of the free stock counts for in a slice of work."""

_EASY = 150
"""Nodes tried before the table of the free stock is worth its time."""


class WinSearch:
    """A search for a win from a position; goal 'cleared' is an empty pyramid, 'won' the edition's own test.

    Two queues take turns, one after few cards and little waste, the other after little of the stock gone by:
    games that are slow for one are mostly quick for the other.
    """

    def __init__(self, rules: Rules, state: State, all_gone: bool) -> None:
        self.game = PairGame(rules, state)
        self.nodes = 0
        self.verdict: str | None = None
        self._all_gone = all_gone
        self._loop = rules.redeals is None
        self._classes = [ClassGame(self.game, group, all_gone) for group in range(CLASSES)]
        self._in_order = rules.draw_count == 1
        self._free: FreeStock | None = None
        self._parents: dict[Node, Node | None] = {self.game.root: None}
        self._queues: tuple[list[tuple[int, int, Node]], list[tuple[int, int, Node]]] = ([], [])
        self._done: set[Node] = set()
        self._end: Node | None = None
        self._pushed = 0
        if self._in_order and not all(self._alive(group, self.game.root) for group in range(CLASSES)):
            self.verdict = "lost"
        else:
            self._push(self.game.root)

    def _alive(self, group: int, node: Node) -> bool:
        game = self._classes[group]
        cards = game.stock_members
        pyramid, waste, stock, redeals = node
        return game.alive(pyramid & game.members, waste & cards, stock & cards, redeals)

    def _push(self, node: Node) -> None:
        pyramid, waste, stock, redeals = node
        self._pushed -= 1
        seen = waste.bit_count()
        cards = pyramid.bit_count()
        # Ties go to the newest, which is the deepest.
        few = 2 * cards + 2 * seen + stock.bit_count() - 8 * redeals
        early = cards + seen - 12 * redeals
        heappush(self._queues[0], (few, self._pushed, node))
        heappush(self._queues[1], (early, self._pushed, node))

    def step(self, nodes: int) -> str | None:
        """Look at `nodes` more positions; 'won', 'lost' or None while it is not known."""
        until = self.nodes + nodes
        while self.verdict is None and self.nodes < until:
            self._one()
        return self.verdict

    def _one(self) -> None:
        self.nodes += 1
        queue = self._queues[self.nodes & 1]
        while queue:
            node = heappop(queue)[2]
            if node not in self._done:
                break
        else:
            self.verdict = "lost"
            return
        self._done.add(node)
        if not node[0] and not (self._all_gone and (node[1] or node[2])):
            self.verdict = "won"
            self._end = node
            return
        if self.nodes > _EASY or not self._in_order:
            if self._free is None:
                self._free = FreeStock(self.game)
                self.nodes += _TABLE_NODES
            if not self._free.allows(node):
                return
        parents = self._parents
        for group, after in self._after(node):
            if after in parents:
                continue
            parents[after] = node
            if not self._in_order or (
                self._alive(group, after)
                if group >= 0
                else all(self._alive(other, after) for other in range(CLASSES))
            ):
                self._push(after)

    def _after(self, node: Node) -> list[tuple[int, Node]]:
        """Return what can follow, with the class whose cards it concerns, -1 for all."""
        game = self.game
        rules = game.rules
        order = game.order
        pyramid, waste, stock, redeals = node
        shape = game.shape(pyramid)
        found = [(group, (left, waste, stock, redeals)) for group, left in shape.pairs]
        top = stock & -stock
        top_rank = order[top.bit_length() - 1] if stock and rules.stock_top_playable else 0
        # A King in the way helps no one, unless it parts a pair that would go by itself or shifts the draws.
        plain = rules.draw_count == 1 and not rules.auto_match
        if top_rank == KING:
            taken = (pyramid, waste, stock ^ top, redeals)
            if plain:
                return [(0, taken)]
            found.append((0, taken))
        elif top_rank:
            group = min(top_rank, KING - top_rank) - 1
            found += [(group, (left, waste, stock ^ top, redeals)) for left in shape.partners[top_rank]]
        parted = True
        if waste:
            last = 1 << waste.bit_length() - 1
            rest = waste ^ last
            rank = order[waste.bit_length() - 1]
            group = min(rank, KING - rank) - 1
            if rank == KING:
                taken = (pyramid, rest, stock, redeals)
                if plain:
                    return [(0, taken)]
                found.append((0, taken))
            else:
                found += [(group, (left, rest, stock, redeals)) for left in shape.partners[rank]]
            if rank + top_rank == KING and top_rank:
                found.append((group, (pyramid, rest, stock ^ top, redeals)))
                parted = not rules.auto_match
            if rules.waste_pairs and rest and rank + order[rest.bit_length() - 1] == KING:
                found.append((group, (pyramid, rest ^ 1 << rest.bit_length() - 1, stock, redeals)))
        if stock:
            if rules.draw_count > 1:
                left = stock
                for _ in range(rules.draw_count):
                    left &= left - 1
                found.append((-1, (pyramid, waste | stock ^ left, left, redeals)))
            elif parted:
                rank = order[top.bit_length() - 1]
                group = min(rank, KING - rank) - 1 if rank != KING else 0
                found.append((group, (pyramid, waste | top, stock ^ top, redeals)))
        elif waste and redeals:
            found.append((-1, (pyramid, 0, waste, redeals if self._loop else redeals - 1)))
        return found

    def line(self) -> list[Move]:
        """Return the moves of the win found, [] if there is none or it is not known yet."""
        nodes = []
        node = self._end
        while node is not None:
            nodes.append(node)
            node = self._parents[node]
        return self.game.moves(nodes[::-1]) if nodes else []
