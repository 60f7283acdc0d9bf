"""The search that decides whether a pair game can still be won: a best-first search, then an exhaustive layered search."""

from array import array
from collections.abc import Iterable, Iterator

from retro_pyramid.cards import KING
from retro_pyramid.rules.moves import Move
from retro_pyramid.rules.pair_match import PAIR_MATCH
from retro_pyramid.rules.ruleset import Rules
from retro_pyramid.rules.state import State, are_all_cards_removed, is_pyramid_cleared
from retro_pyramid.solver.search.freestock import TABLE_NODE_COST, FreeStockRelaxation, build_next_table
from retro_pyramid.solver.search.packs import PackSolver
from retro_pyramid.solver.search.pairs import (
    CLASS_COUNT,
    MAX_REDEALS,
    REDEALS_SHIFT,
    SHARD_COUNT,
    STOCK_SHIFT,
    WASTE_SHIFT,
    Node,
    PairGame,
    create_canonicalizer,
    key_to_node,
    node_to_key,
)
from retro_pyramid.solver.search.removals import ForbiddenPairs, MoveGenerator, PyramidMoves, RankClassProblem
from retro_pyramid.solver.search.search import DualQueue, Search

RELAXATION_AFTER_NODES = 150
"""The number of nodes after which the table of the free-stock relaxation is worth its time."""

LAYERED_SEARCH_AFTER_NODES = 3000
"""The number of nodes after which a layered search is worth its time; from then on both searches take turns."""
_TURN_NODES = 32
"""The number of nodes of a turn, a power of 2."""

_LAYERS_PER_TIME = 64
"""A power of 2 above the number of cards: each time has so many layers, the one with the most cards left first."""
_KEY_BYTES = 10

_ALL_CLASSES = range(CLASS_COUNT)
_NO_FORBIDDEN_PAIRS = (0,) * CLASS_COUNT

_Entry = tuple[int, ForbiddenPairs, int, int]
"""The table entry for a canonical key, the best path found: the sum of the times of its removals, the forbidden pairs,
the index of the position before, the packed position."""


class WinSearch(Search):
    """A search for an empty pyramid, and for an empty pack as well if the win condition needs it.

    Two queues take turns: one prefers few cards left and a small waste, the other a stock that has hardly been drawn. Games
    that are slow for one are usually fast for the other, and most games need no more.
    """

    @staticmethod
    def supports(rules: Rules) -> bool:
        """Return whether this search supports the rules: single draws, few redeals, all cards or the pyramid to be removed.

        Waste pairs require a playable stock top, and auto-match requires waste pairs.
        """
        is_single_draw = (
            rules.match_rule == PAIR_MATCH
            and rules.is_won in (is_pyramid_cleared, are_all_cards_removed)
            and rules.draw_count == 1
        )
        has_valid_options = rules.auto_match <= rules.allows_waste_pairs <= rules.stock_top_playable
        return is_single_draw and has_valid_options and rules.max_redeals in range(MAX_REDEALS + 1)

    def __init__(self, rules: Rules, state: State) -> None:
        must_clear_pack = rules.is_won is are_all_cards_removed
        game = self.game = PairGame(rules, state)
        self._classes = [RankClassProblem(game, index, must_clear_pack) for index in _ALL_CLASSES]
        self._move_generator = MoveGenerator(game, list(self._classes))
        self._pack_solver = PackSolver(game) if must_clear_pack else None
        self._relaxation: FreeStockRelaxation | None = None
        self._layered_search: LayeredSearch | None = None
        self._search_without_auto_match: WinSearch | None = None
        if rules.auto_match:
            self._search_without_auto_match = WinSearch(rules._replace(auto_match=False), state)
        self._queues = DualQueue()
        self._parents = self._queues.parents
        self._path: list[Node] = []
        self._add(node_to_key(game.root), -1, _ALL_CLASSES)

    def _prepare_step(self) -> bool:
        return (
            self._relaxation is None and self.node_count + 1 >= RELAXATION_AFTER_NODES and build_next_table()
        )

    def expand_next(self) -> None:
        if self.node_count < LAYERED_SEARCH_AFTER_NODES or self.node_count & _TURN_NODES:
            self._expand_best()
        elif self._search_without_auto_match is not None and self._search_without_auto_match.result is None:
            # A position that is lost without auto-match is lost with it.
            if self._search_without_auto_match.run_slice(1) == "lost":
                self.result = "lost"
        else:
            self._continue_layered_search()

    def _continue_layered_search(self) -> None:
        if self._layered_search is None:
            self._layered_search = LayeredSearch(
                self.game, self._classes, self._move_generator, self._pack_solver, self._get_relaxation()
            )
        self._layered_search.expand_next()
        self.result = self._layered_search.result
        if self.result == "won":
            self._path = self._layered_search.get_path()

    def _may_reach_goal(self, node: Node) -> bool:
        """Return False if the order of the pack or the relaxation proves that the goal cannot be reached."""
        if self._pack_solver is not None and not self._pack_solver.may_clear_all(node):
            return False
        return self.node_count < RELAXATION_AFTER_NODES or self._get_relaxation().is_feasible(node)

    def _get_relaxation(self) -> FreeStockRelaxation:
        if self._relaxation is None:
            self._relaxation = FreeStockRelaxation(self.game)
            self.node_count += TABLE_NODE_COST
        return self._relaxation

    def _add(self, key: int, parent: int, changed: Iterable[int]) -> None:
        """Queue a position unless it is known or a class is dead. `changed` are the classes whose cards have changed."""
        parents = self._parents[key % SHARD_COUNT]
        if key in parents:
            return
        parents[key] = parent
        for class_index in changed:
            problem = self._classes[class_index]
            if not problem.can_reach_goal(key & problem.key_mask):
                return
        pyramid, waste, stock, redeals = key_to_node(key)
        waste_count = waste.bit_count()
        pyramid_count = pyramid.bit_count()
        redeals_used = self.game.redeals_left - redeals
        first_priority = 2 * pyramid_count + 2 * waste_count + stock.bit_count() + 8 * redeals_used
        self._queues.put(key, first_priority, pyramid_count + waste_count + 12 * redeals_used)

    def _expand_best(self) -> None:
        key = self._queues.pop()
        if key < 0:
            self.result = "lost"
            return
        node = key_to_node(key)
        if not self._may_reach_goal(node):
            return
        # If the pack must be cleared too, the pack solver has just proved that it can be.
        if not node[0]:
            self.result = "won"
            self._path = [key_to_node(path_key) for path_key in self._queues.get_path_to(key)]
        else:
            self._expand(key, node)

    def _expand(self, key: int, node: Node) -> None:
        game = self.game
        order, class_of_rank = game.pack_ranks, game.class_of_rank
        has_no_auto_match = not game.rules.auto_match
        _, waste, stock, redeals = node
        top = stock & -stock
        card = top.bit_length() - 1
        last = waste.bit_length() - 1
        rank = order[card] if stock else 0
        top_rank = rank if game.rules.stock_top_playable else 0
        last_rank = order[last] if waste else 0
        # Under auto-match it can be better to leave a King where it is, so that the next draw makes no match.
        for shift, candidate_rank in ((last + WASTE_SHIFT, last_rank), (card + STOCK_SHIFT, top_rank)):
            if candidate_rank == KING:
                self._add(key ^ 1 << shift, key, ())
                if has_no_auto_match:
                    return
        pyramid_moves = self._move_generator.get_pyramid_moves(node[0])
        for new_key, class_index, _ in self._move_generator.find_removals(
            key, node, pyramid_moves, _NO_FORBIDDEN_PAIRS
        ):
            self._add(new_key, key, (class_index,))
        if stock:
            if has_no_auto_match or not waste or last_rank + rank != KING:
                changed = () if rank == KING else (class_of_rank[rank],)
                self._add(key ^ (top << STOCK_SHIFT | top << WASTE_SHIFT), key, changed)
        elif waste and redeals:
            self._add(
                key & (1 << WASTE_SHIFT) - 1 | waste << STOCK_SHIFT | redeals - 1 << REDEALS_SHIFT,
                key,
                _ALL_CLASSES,
            )

    def get_solution(self) -> list[Move]:
        """Return moves that reach the goal; [] if there are none or none are known yet."""
        nodes = self._path
        if nodes and self._pack_solver is not None:
            nodes = nodes[:-1] + self._pack_solver.play_greedily(nodes[-1])
        return self.game.convert_to_moves(nodes) if nodes else []


class LayeredSearch(Search):
    """An exhaustive search in the order of time: it proves that a game is lost, or finds a win that was hard to find.

    Time is redeals, then draws, then removals. A removal can be moved forward to the moment at which its two cards became
    available. So a pair that could have been removed when a card was drawn is forbidden from then on, and of the paths to a
    position only one whose removals came earliest is kept. With auto-match this is true for pairs within the pyramid only:
    if a removal took a card off the waste earlier, the waste would match other draws. Positions that a rank class, the pack
    solver or the relaxation proves lost are skipped. With `pack_solver` all cards have to be removed; it has then checked
    what is left when the pyramid is cleared.
    """

    def __init__(
        self,
        game: PairGame,
        classes: list[RankClassProblem],
        move_generator: MoveGenerator,
        pack_solver: PackSolver | None,
        relaxation: FreeStockRelaxation,
    ) -> None:
        self._game = game
        self._order = game.pack_ranks
        self._canonicalize = create_canonicalizer(game.pack_ranks)
        self._classes = classes
        self._move_generator = move_generator
        self._pack_solver, self._relaxation = pack_solver, relaxation
        self._auto_match = game.rules.auto_match
        self._times_per_pass = len(game.pack_ranks) + 1
        self._layers: list[dict[int, _Entry] | None] = [None] * (
            _LAYERS_PER_TIME * self._times_per_pass * (game.redeals_left + 1)
        )
        self._time = 0
        self._index = 0
        self._parent_indices = array("I")
        self._keys = bytearray()
        self._add(node_to_key(game.root), 0, (0,) * CLASS_COUNT, _ALL_CLASSES, True)
        self._entries = _iterate_in_order(self._layers)

    def expand_next(self) -> None:
        timed_entry = next(self._entries, None)
        if timed_entry is None:
            self.result = "lost"
            return
        self._time, (time_sum, forbidden, parent_index, key) = timed_entry
        self._index = len(self._parent_indices)
        self._parent_indices.append(parent_index)
        self._keys += key.to_bytes(_KEY_BYTES, "little")
        node = key_to_node(key)
        if not node[0]:
            self.result = "won"
            return
        pyramid_moves = self._move_generator.get_pyramid_moves(node[0])
        for new_key, class_index, keep in self._move_generator.find_removals(
            key, node, pyramid_moves, forbidden
        ):
            self._add_removal(new_key, time_sum, forbidden, class_index, keep)
        if self._auto_match:
            self._draw_one(key, node, time_sum, forbidden, pyramid_moves)
        else:
            self._draw(key, node, time_sum, forbidden, pyramid_moves)

    def get_path(self) -> list[Node]:
        """Return the positions on the path to the goal; [] if there is none, or none is known yet."""
        if self.result != "won":
            return []
        nodes = []
        index = self._index
        while True:
            nodes.append(
                key_to_node(
                    int.from_bytes(self._keys[index * _KEY_BYTES : (index + 1) * _KEY_BYTES], "little")
                )
            )
            if not index:
                return nodes[::-1]
            index = self._parent_indices[index]

    def _add(
        self, key: int, time_sum: int, forbidden: ForbiddenPairs, changed: Iterable[int], is_removal: bool
    ) -> None:
        """Add a position to the table. `changed` are the classes whose cards or forbidden pairs have changed."""
        node = key_to_node(key)
        _, _, stock, redeals = node
        time = (stock & -stock).bit_length() - 1 if stock else self._times_per_pass - 1
        time += self._times_per_pass * (self._game.redeals_left - redeals)
        layer_index = (
            _LAYERS_PER_TIME * time + _LAYERS_PER_TIME - 1 - (key & (1 << REDEALS_SHIFT) - 1).bit_count()
        )
        layer = self._layers[layer_index]
        if layer is None:
            layer = self._layers[layer_index] = {}
        canonical = self._canonicalize(key)
        existing = layer.get(canonical)
        if existing is not None and existing[0] <= time_sum:
            return
        classes, pack_solver = self._classes, self._pack_solver
        for class_index in changed:
            problem = classes[class_index]
            if not problem.can_reach_goal(key & problem.key_mask | forbidden[class_index]):
                return
        if is_removal and existing is None and not (pack_solver is None or pack_solver.may_clear_all(node)):
            return
        if is_removal and existing is None and not self._relaxation.is_feasible(node):
            return
        layer[canonical] = (time_sum, forbidden, self._index, key)

    def _add_removal(
        self, key: int, time_sum: int, forbidden: ForbiddenPairs, class_index: int, keep: int
    ) -> None:
        """Add the position after a removal in one class. `keep` masks the forbidden pairs whose cards are still there."""
        old_pairs = forbidden[class_index]
        pairs = old_pairs & keep
        if pairs != old_pairs:
            forbidden = (*forbidden[:class_index], pairs, *forbidden[class_index + 1 :])
        self._add(key, time_sum + self._time, forbidden, (class_index,), True)

    def _draw_one(
        self, key: int, node: Node, time_sum: int, forbidden: ForbiddenPairs, pyramid_moves: PyramidMoves
    ) -> None:
        """Draw one card under auto-match. A King may be left on the waste, so that the next draw makes no match."""
        _, waste, stock, redeals = node
        top = stock & -stock
        last = 1 << waste.bit_length() - 1 if waste else 0
        rank = self._order[top.bit_length() - 1] if stock else 0
        last_rank = self._order[last.bit_length() - 1] if waste else 0
        if last_rank == KING:
            self._add(key ^ last << WASTE_SHIFT, time_sum, forbidden, (), False)
        if rank == KING:
            self._add(key ^ top << STOCK_SHIFT, time_sum, forbidden, (), False)
        elif rank and last_rank + rank == KING:
            return
        pairs = list(forbidden)
        changed = [self._game.class_of_rank[rank]] if rank not in (0, KING) else []
        for class_index, bits in pyramid_moves.class_pair_bits:
            pairs[class_index] |= bits
            changed.append(class_index)
        if stock:
            self._add(key ^ (top << WASTE_SHIFT | top << STOCK_SHIFT), time_sum, tuple(pairs), changed, False)
        elif waste and redeals:
            new_key = key ^ (
                waste << WASTE_SHIFT | waste << STOCK_SHIFT | (redeals ^ redeals - 1) << REDEALS_SHIFT
            )
            self._add(new_key, time_sum, tuple(pairs), _ALL_CLASSES, False)

    def _draw(
        self, key: int, node: Node, time_sum: int, forbidden: ForbiddenPairs, pyramid_moves: PyramidMoves
    ) -> None:
        last = node[1].bit_length() - 1
        if last >= 0 and self._order[last] == KING:
            # The King was on the waste when the search started.
            self._add(key ^ 1 << last + WASTE_SHIFT, time_sum, forbidden, (), False)
            return
        new_key, pairs, changed, _ = self._move_generator.draw_until_removal(node, pyramid_moves, forbidden)
        if new_key >= 0:
            has_redealt = (new_key ^ key) >> REDEALS_SHIFT
            self._add(new_key, time_sum, pairs, _ALL_CLASSES if has_redealt else changed, False)


# A function, not a method: the search holds the generator, which must not hold the search, or neither would ever be freed.
def _iterate_in_order(layers: list[dict[int, _Entry] | None]) -> Iterator[tuple[int, _Entry]]:
    """Yield the entries with their times, and drop each layer once it is done."""
    for layer_index, layer in enumerate(layers):
        if layer:
            # The successors of a position are always in later layers.
            time = layer_index // _LAYERS_PER_TIME
            for entry in layer.values():
                yield time, entry
            layers[layer_index] = None
