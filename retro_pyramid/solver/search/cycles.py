"""Whether the pyramid can be cleared in a pair game with unlimited redeals, whose stock top is not playable.

Draws and redeals cost nothing there, so only removals count. After one, every later draw of the pass is in reach,
and through a redeal every draw of a whole pass. So a position is the pyramid, the cards left in stock and waste,
and how many of them lie on the waste. A number that draws from the start of a pass lead to counts as 0.
"""

from retro_pyramid.cards import KING
from retro_pyramid.rules.geometry import positions_in
from retro_pyramid.rules.moves import Move
from retro_pyramid.rules.pair_match import PAIRING
from retro_pyramid.rules.ruleset import Rules
from retro_pyramid.rules.state import State, pyramid_empty
from retro_pyramid.solver.search.freestock import TABLE_NODES, FreeStock, made_a_table
from retro_pyramid.solver.search.pairs import CLASSES, PARTS, STOCK, WASTE, Node, PairGame, unpacked
from retro_pyramid.solver.search.removals import ClassCards, Openings
from retro_pyramid.solver.search.search import Queues, Search


class CycleSearch(Search):
    """A search for a way to clear the pyramid; when no position is left, there is none. `step` until it has a verdict."""

    @staticmethod
    def solves(rules: Rules) -> bool:
        known = rules.matching == PAIRING and rules.redeals is None and rules.won is pyramid_empty
        return known and not (rules.stock_top_playable or rules.waste_pairs or rules.auto_match)

    def __init__(self, rules: Rules, state: State) -> None:
        game = self._game = PairGame(rules, state)
        self._count = rules.draw_count
        self._openings = Openings(game, [ClassCards(game, group) for group in range(CLASSES)])
        self._free: FreeStock
        self._fewest: list[dict[int, int]] = [{} for _ in range(PARTS)]
        """The transposition table: by pyramid, cards left and the remainder of the waste by cards a draw, the fewest cards
        on the waste. More of them reach fewer draws."""
        self._queues = Queues()
        self._parents = self._queues.parents
        self._end = -1

    def _prepares(self) -> bool:
        if not self.nodes:
            if made_a_table():
                return True
            self.nodes += TABLE_NODES
            self._free = FreeStock(self._game)
            pyramid, waste, stock, _ = self._game.root
            self._put(pyramid, waste | stock, waste.bit_count(), -1)
        return False

    def _put(self, pyramid: int, left: int, drawn: int, before: int) -> None:
        count = left.bit_count()
        if drawn == count or drawn % self._count == 0:
            drawn = 0
        base = pyramid | left << WASTE
        same = base | drawn % self._count << STOCK
        known = self._fewest[same % PARTS]
        fewest = known.get(same)
        if fewest is not None and fewest <= drawn:
            return
        if fewest is None and not self._free.allows((pyramid, left, 0, 0)):
            return
        known[same] = drawn
        key = base | drawn << STOCK
        self._parents[key % PARTS][key] = before
        cards = pyramid.bit_count()
        self._queues.put(key, 2 * cards + count + drawn // 2, cards)

    def look(self) -> None:
        key = self._queues.next()
        if key < 0:
            self.verdict = "lost"
            return
        pyramid, left, drawn, _ = unpacked(key)
        if not pyramid:
            self.verdict = "won"
            self._end = key
            return
        opened = self._openings.of(pyramid)
        for _, change, _, _ in opened.pairs:
            self._put(pyramid ^ change, left, drawn, key)
        count = left.bit_count()
        order = self._game.order
        cards = positions_in(left)
        for at in {*range(drawn or self._count, count + 1, self._count), count}:
            if at:
                card = cards[at - 1]
                rank = order[card]
                if rank == KING:
                    self._put(pyramid, left ^ 1 << card, at - 1, key)
                for change, _, _ in opened.partners[rank]:
                    self._put(pyramid ^ change, left ^ 1 << card, at - 1, key)
        if drawn:
            self._put(pyramid, left, 0, key)

    def line(self) -> list[Move]:
        if self._end < 0:
            return []
        nodes = [self._game.root]
        for key in self._queues.way_to(self._end):
            pyramid, left, _, _ = unpacked(key)
            nodes += self._until(nodes[-1], (nodes[-1][1] | nodes[-1][2]) & ~left)
            _, waste, stock, redeals = nodes[-1]
            nodes.append((pyramid, waste & left, stock, redeals))
        return self._game.moves(nodes)

    def _until(self, node: Node, card: int) -> list[Node]:
        """Return the positions of draws and redeals until a card, given as a mask, tops the waste; 0 is for none."""
        nodes: list[Node] = []
        while node[1] < card or node[1] >= 2 * card > 0:
            pyramid, waste, stock, redeals = node
            if stock:
                rest = stock
                for _ in range(self._count):
                    rest &= rest - 1
                node = pyramid, waste | stock ^ rest, rest, redeals
            else:
                node = pyramid, 0, waste, redeals
            nodes.append(node)
        return nodes
