"""The search for games with unlimited redeals: can the pyramid of a pair game be cleared if the stock top is not playable?

Draws and redeals cost nothing there, so only removals count. After a removal every later draw of the pass can be reached,
and through a redeal every draw of a whole pass. So a position is the pyramid, the cards left in the pack, and the number of
them on the waste. A number that draws from the start of a pass lead to is stored as 0.
"""

from retro_pyramid.cards import KING
from retro_pyramid.rules.geometry import slots_in
from retro_pyramid.rules.moves import Move
from retro_pyramid.rules.pair_match import PAIR_MATCH
from retro_pyramid.rules.ruleset import Rules
from retro_pyramid.rules.state import State, is_pyramid_cleared
from retro_pyramid.solver.search.freestock import TABLE_NODE_COST, FreeStockRelaxation, build_next_table
from retro_pyramid.solver.search.pairs import (
    CLASS_COUNT,
    SHARD_COUNT,
    STOCK_SHIFT,
    WASTE_SHIFT,
    Node,
    PairGame,
    key_to_node,
)
from retro_pyramid.solver.search.removals import MoveGenerator, RankClass
from retro_pyramid.solver.search.search import DualQueue, Search


class CycleSearch(Search):
    """A best-first search for a way to clear the pyramid. If it runs out of positions, there is none."""

    @staticmethod
    def supports(rules: Rules) -> bool:
        """Return whether this search supports the rules."""
        is_unlimited = (
            rules.match_rule == PAIR_MATCH
            and rules.max_redeals is None
            and rules.is_won is is_pyramid_cleared
        )
        return is_unlimited and not (rules.stock_top_playable or rules.allows_waste_pairs or rules.auto_match)

    def __init__(self, rules: Rules, state: State) -> None:
        game = self._game = PairGame(rules, state)
        self._draw_count = rules.draw_count
        self._move_generator = MoveGenerator(game, [RankClass(game, index) for index in range(CLASS_COUNT)])
        self._relaxation: FreeStockRelaxation
        self._min_waste_counts: list[dict[int, int]] = [{} for _ in range(SHARD_COUNT)]
        """The transposition table: by pyramid, cards left, and the number of waste cards modulo the cards per draw, the
        fewest cards on the waste. With more cards on it, fewer draws can be reached."""
        self._queues = DualQueue()
        self._parents = self._queues.parents
        self._goal_key = -1

    def _prepare_step(self) -> bool:
        if not self.node_count:
            if build_next_table():
                return True
            self.node_count += TABLE_NODE_COST
            self._relaxation = FreeStockRelaxation(self._game)
            pyramid, waste, stock, _ = self._game.root
            self._add(pyramid, waste | stock, waste.bit_count(), -1)
        return False

    def _add(self, pyramid: int, pack: int, waste_count: int, parent: int) -> None:
        """Queue a position, unless one that is at least as good is known or its pyramid cannot be cleared."""
        pack_count = pack.bit_count()
        if waste_count == pack_count or waste_count % self._draw_count == 0:
            waste_count = 0
        base = pyramid | pack << WASTE_SHIFT
        table_key = base | waste_count % self._draw_count << STOCK_SHIFT
        table = self._min_waste_counts[table_key % SHARD_COUNT]
        min_waste_count = table.get(table_key)
        if min_waste_count is not None and min_waste_count <= waste_count:
            return
        if min_waste_count is None and not self._relaxation.is_feasible((pyramid, pack, 0, 0)):
            return
        table[table_key] = waste_count
        key = base | waste_count << STOCK_SHIFT
        self._parents[key % SHARD_COUNT][key] = parent
        pyramid_count = pyramid.bit_count()
        self._queues.put(key, 2 * pyramid_count + pack_count + waste_count // 2, pyramid_count)

    def expand_next(self) -> None:
        key = self._queues.pop()
        if key < 0:
            self.result = "lost"
            return
        pyramid, pack, waste_count, _ = key_to_node(key)
        if not pyramid:
            self.result = "won"
            self._goal_key = key
            return
        pyramid_moves = self._move_generator.get_pyramid_moves(pyramid)
        for _, change, _, _ in pyramid_moves.pairs:
            self._add(pyramid ^ change, pack, waste_count, key)
        pack_count = pack.bit_count()
        order = self._game.pack_ranks
        cards = slots_in(pack)
        for new_count in {
            *range(waste_count or self._draw_count, pack_count + 1, self._draw_count),
            pack_count,
        }:
            if new_count:
                card = cards[new_count - 1]
                rank = order[card]
                if rank == KING:
                    self._add(pyramid, pack ^ 1 << card, new_count - 1, key)
                for change, _, _ in pyramid_moves.partners_by_rank[rank]:
                    self._add(pyramid ^ change, pack ^ 1 << card, new_count - 1, key)
        if waste_count:
            self._add(pyramid, pack, 0, key)

    def get_solution(self) -> list[Move]:
        """Return moves that clear the pyramid; [] if there are none or none are known yet."""
        if self._goal_key < 0:
            return []
        nodes = [self._game.root]
        for key in self._queues.get_path_to(self._goal_key):
            pyramid, pack, _, _ = key_to_node(key)
            nodes += self._draw_until(nodes[-1], (nodes[-1][1] | nodes[-1][2]) & ~pack)
            _, waste, stock, redeals = nodes[-1]
            nodes.append((pyramid, waste & pack, stock, redeals))
        return self._game.convert_to_moves(nodes)

    def _draw_until(self, node: Node, card: int) -> list[Node]:
        """Return the positions after each draw and redeal until a card, given as a mask, is on top of the waste.

        With a mask of 0 there are no draws.
        """
        nodes: list[Node] = []
        while node[1] < card or node[1] >= 2 * card > 0:
            pyramid, waste, stock, redeals = node
            if stock:
                remaining = stock
                for _ in range(self._draw_count):
                    remaining &= remaining - 1
                node = pyramid, waste | stock ^ remaining, remaining, redeals
            else:
                node = pyramid, 0, waste, redeals
            nodes.append(node)
        return nodes
