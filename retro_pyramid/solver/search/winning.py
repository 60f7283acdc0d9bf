"""The search that decides whether a pair game can still be won: a best-first search, then an exhaustive layered search."""

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
"""The number of nodes after which the table of the free-stock relaxation is worth its time."""

QUICK = 3000
"""The number of nodes after which a layered search is worth its time; from then on both searches take turns."""
_TURN_NODES = 32
"""The number of nodes of a turn, a power of 2."""

_LAYERS_PER_TIME = 64
"""A power of 2 above the number of cards: each time has so many layers, the one with the most cards left first."""
_KEY_BYTES = 10

_ALL_CLASSES = range(CLASSES)
_NO_FORBIDDEN_PAIRS = (0,) * CLASSES

_Entry = tuple[int, Forbidden, int, int]
"""The table entry for a canonical key, the best path found: the sum of the times of its removals, the forbidden pairs,
the index of the position before, the packed position."""


class WinSearch(Search):
    """A search for an empty pyramid, and for an empty pack as well if the win condition needs it.

    Two queues take turns: one prefers few cards left and a small waste, the other a stock that has hardly been drawn. Games
    that are slow for one are usually fast for the other, and most games need no more.
    """

    @staticmethod
    def solves(rules: Rules) -> bool:
        """Return whether this search supports the rules: single draws, few redeals, all cards or the pyramid to be removed.

        Waste pairs require a playable stock top, and auto-match requires waste pairs.
        """
        is_single_draw = (
            rules.matching == PAIRING and rules.won in (pyramid_empty, all_gone) and rules.draw_count == 1
        )
        has_valid_options = rules.auto_match <= rules.waste_pairs <= rules.stock_top_playable
        return is_single_draw and has_valid_options and rules.redeals in range(MOST_REDEALS + 1)

    def __init__(self, rules: Rules, state: State) -> None:
        must_clear_pack = rules.won is all_gone
        game = self.game = PairGame(rules, state)
        self._classes = [ClassGame(game, index, must_clear_pack) for index in _ALL_CLASSES]
        self._move_generator = Openings(game, list(self._classes))
        self._pack_solver = PackPairs(game) if must_clear_pack else None
        self._relaxation: FreeStock | None = None
        self._layered_search: Sweep | None = None
        self._search_without_auto_match: WinSearch | None = None
        if rules.auto_match:
            self._search_without_auto_match = WinSearch(rules._replace(auto_match=False), state)
        self._queues = Queues()
        self._parents = self._queues.parents
        self._path: list[Node] = []
        self._add(packed(game.root), -1, _ALL_CLASSES)

    def _prepare_step(self) -> bool:
        return self._relaxation is None and self.nodes + 1 >= EASY and made_a_table()

    def look(self) -> None:
        if self.nodes < QUICK or self.nodes & _TURN_NODES:
            self._expand_best()
        elif self._search_without_auto_match is not None and self._search_without_auto_match.verdict is None:
            # A position that is lost without auto-match is lost with it.
            if self._search_without_auto_match.step(1) == "lost":
                self.verdict = "lost"
        else:
            self._continue_layered_search()

    def _continue_layered_search(self) -> None:
        if self._layered_search is None:
            self._layered_search = Sweep(
                self.game, self._classes, self._move_generator, self._pack_solver, self._get_relaxation()
            )
        self._layered_search.look()
        self.verdict = self._layered_search.verdict
        if self.verdict == "won":
            self._path = self._layered_search.line()

    def _may_reach_goal(self, node: Node) -> bool:
        """Return False if the order of the pack or the relaxation proves that the goal cannot be reached."""
        if self._pack_solver is not None and not self._pack_solver.allows(node):
            return False
        return self.nodes < EASY or self._get_relaxation().allows(node)

    def _get_relaxation(self) -> FreeStock:
        if self._relaxation is None:
            self._relaxation = FreeStock(self.game)
            self.nodes += TABLE_NODES
        return self._relaxation

    def _add(self, key: int, parent: int, changed: Iterable[int]) -> None:
        """Queue a position unless it is known or a class is dead. `changed` are the classes whose cards have changed."""
        parents = self._parents[key % PARTS]
        if key in parents:
            return
        parents[key] = parent
        for class_index in changed:
            problem = self._classes[class_index]
            if not problem.alive(key & problem.mask):
                return
        pyramid, waste, stock, redeals = unpacked(key)
        waste_count = waste.bit_count()
        pyramid_count = pyramid.bit_count()
        redeals_used = self.game.redeals - redeals
        first_priority = 2 * pyramid_count + 2 * waste_count + stock.bit_count() + 8 * redeals_used
        self._queues.put(key, first_priority, pyramid_count + waste_count + 12 * redeals_used)

    def _expand_best(self) -> None:
        key = self._queues.next()
        if key < 0:
            self.verdict = "lost"
            return
        node = unpacked(key)
        if not self._may_reach_goal(node):
            return
        # If the pack must be cleared too, the pack solver has just proved that it can be.
        if not node[0]:
            self.verdict = "won"
            self._path = [unpacked(path_key) for path_key in self._queues.way_to(key)]
        else:
            self._expand(key, node)

    def _expand(self, key: int, node: Node) -> None:
        game = self.game
        order, class_of_rank = game.order, game.groups
        has_no_auto_match = not game.rules.auto_match
        _, waste, stock, redeals = node
        top = stock & -stock
        card = top.bit_length() - 1
        last = waste.bit_length() - 1
        rank = order[card] if stock else 0
        top_rank = rank if game.rules.stock_top_playable else 0
        last_rank = order[last] if waste else 0
        # Under auto-match it can be better to leave a King where it is, so that the next draw makes no match.
        for shift, candidate_rank in ((last + WASTE, last_rank), (card + STOCK, top_rank)):
            if candidate_rank == KING:
                self._add(key ^ 1 << shift, key, ())
                if has_no_auto_match:
                    return
        pyramid_moves = self._move_generator.of(node[0])
        for new_key, class_index, _ in self._move_generator.removals(
            key, node, pyramid_moves, _NO_FORBIDDEN_PAIRS
        ):
            self._add(new_key, key, (class_index,))
        if stock:
            if has_no_auto_match or not waste or last_rank + rank != KING:
                changed = () if rank == KING else (class_of_rank[rank],)
                self._add(key ^ (top << STOCK | top << WASTE), key, changed)
        elif waste and redeals:
            self._add(key & (1 << WASTE) - 1 | waste << STOCK | redeals - 1 << REDEALS, key, _ALL_CLASSES)

    def line(self) -> list[Move]:
        """Return moves that reach the goal; [] if there are none or none are known yet."""
        nodes = self._path
        if nodes and self._pack_solver is not None:
            nodes = nodes[:-1] + self._pack_solver.line(nodes[-1])
        return self.game.moves(nodes) if nodes else []


class Sweep(Search):
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
        classes: list[ClassGame],
        openings: Openings,
        packs: PackPairs | None,
        free: FreeStock,
    ) -> None:
        self._game = game
        self._order = game.order
        self._canonicalize = canonical_key(game.order)
        self._classes = classes
        self._move_generator = openings
        self._pack_solver, self._relaxation = packs, free
        self._auto_match = game.rules.auto_match
        self._times_per_pass = len(game.order) + 1
        self._layers: list[dict[int, _Entry] | None] = [None] * (
            _LAYERS_PER_TIME * self._times_per_pass * (game.redeals + 1)
        )
        self._time = 0
        self._index = 0
        self._parent_indices = array("I")
        self._keys = bytearray()
        self._add(packed(game.root), 0, (0,) * CLASSES, _ALL_CLASSES, True)
        self._entries = _iterate_in_order(self._layers)

    def look(self) -> None:
        timed_entry = next(self._entries, None)
        if timed_entry is None:
            self.verdict = "lost"
            return
        self._time, (time_sum, forbidden, parent_index, key) = timed_entry
        self._index = len(self._parent_indices)
        self._parent_indices.append(parent_index)
        self._keys += key.to_bytes(_KEY_BYTES, "little")
        node = unpacked(key)
        if not node[0]:
            self.verdict = "won"
            return
        pyramid_moves = self._move_generator.of(node[0])
        for new_key, class_index, keep in self._move_generator.removals(key, node, pyramid_moves, forbidden):
            self._add_removal(new_key, time_sum, forbidden, class_index, keep)
        if self._auto_match:
            self._draw_one(key, node, time_sum, forbidden, pyramid_moves)
        else:
            self._draw(key, node, time_sum, forbidden, pyramid_moves)

    def line(self) -> list[Node]:
        """Return the positions on the path to the goal; [] if there is none, or none is known yet."""
        if self.verdict != "won":
            return []
        nodes = []
        index = self._index
        while True:
            nodes.append(
                unpacked(int.from_bytes(self._keys[index * _KEY_BYTES : (index + 1) * _KEY_BYTES], "little"))
            )
            if not index:
                return nodes[::-1]
            index = self._parent_indices[index]

    def _add(
        self, key: int, time_sum: int, forbidden: Forbidden, changed: Iterable[int], is_removal: bool
    ) -> None:
        """Add a position to the table. `changed` are the classes whose cards or forbidden pairs have changed."""
        node = unpacked(key)
        _, _, stock, redeals = node
        time = (stock & -stock).bit_length() - 1 if stock else self._times_per_pass - 1
        time += self._times_per_pass * (self._game.redeals - redeals)
        layer_index = _LAYERS_PER_TIME * time + _LAYERS_PER_TIME - 1 - (key & (1 << REDEALS) - 1).bit_count()
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
            if not problem.alive(key & problem.mask | forbidden[class_index]):
                return
        if is_removal and existing is None and not (pack_solver is None or pack_solver.allows(node)):
            return
        if is_removal and existing is None and not self._relaxation.allows(node):
            return
        layer[canonical] = (time_sum, forbidden, self._index, key)

    def _add_removal(
        self, key: int, time_sum: int, forbidden: Forbidden, class_index: int, keep: int
    ) -> None:
        """Add the position after a removal in one class. `keep` masks the forbidden pairs whose cards are still there."""
        old_pairs = forbidden[class_index]
        pairs = old_pairs & keep
        if pairs != old_pairs:
            forbidden = (*forbidden[:class_index], pairs, *forbidden[class_index + 1 :])
        self._add(key, time_sum + self._time, forbidden, (class_index,), True)

    def _draw_one(
        self, key: int, node: Node, time_sum: int, forbidden: Forbidden, pyramid_moves: Open
    ) -> None:
        """Draw one card under auto-match. A King may be left on the waste, so that the next draw makes no match."""
        _, waste, stock, redeals = node
        top = stock & -stock
        last = 1 << waste.bit_length() - 1 if waste else 0
        rank = self._order[top.bit_length() - 1] if stock else 0
        last_rank = self._order[last.bit_length() - 1] if waste else 0
        if last_rank == KING:
            self._add(key ^ last << WASTE, time_sum, forbidden, (), False)
        if rank == KING:
            self._add(key ^ top << STOCK, time_sum, forbidden, (), False)
        elif rank and last_rank + rank == KING:
            return
        pairs = list(forbidden)
        changed = [self._game.groups[rank]] if rank not in (0, KING) else []
        for class_index, bits in pyramid_moves.pair_bits:
            pairs[class_index] |= bits
            changed.append(class_index)
        if stock:
            self._add(key ^ (top << WASTE | top << STOCK), time_sum, tuple(pairs), changed, False)
        elif waste and redeals:
            new_key = key ^ (waste << WASTE | waste << STOCK | (redeals ^ redeals - 1) << REDEALS)
            self._add(new_key, time_sum, tuple(pairs), _ALL_CLASSES, False)

    def _draw(self, key: int, node: Node, time_sum: int, forbidden: Forbidden, pyramid_moves: Open) -> None:
        last = node[1].bit_length() - 1
        if last >= 0 and self._order[last] == KING:
            # The King was on the waste when the search started.
            self._add(key ^ 1 << last + WASTE, time_sum, forbidden, (), False)
            return
        new_key, pairs, changed, _ = self._move_generator.draw(node, pyramid_moves, forbidden)
        if new_key >= 0:
            has_redealt = (new_key ^ key) >> REDEALS
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
