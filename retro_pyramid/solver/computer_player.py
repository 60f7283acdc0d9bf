"""The computer player of the par editions. It uses the visible cards only, and a few milliseconds per move.

While there are hidden cards it samples random orders of them and tries each of its moves on every sample. Once all cards
have been seen it plans the rest of the game. Both use a beam search.
"""

from __future__ import annotations

from collections.abc import Generator, Iterator, Sequence
from itertools import pairwise
from typing import NamedTuple

from retro_pyramid.cards import CARD_RANKS, KING
from retro_pyramid.rules import Move, Rules, State, apply_move, legal_moves
from retro_pyramid.rules.geometry import FULL_PYRAMID, SLOT_COUNT, slots_in
from retro_pyramid.rules.pair_match import PAIR_MATCH
from retro_pyramid.rules.transcript import HistoryEntry
from retro_pyramid.solver.heuristic import (
    create_move_task,
    find_best_move,
    keeps_pyramid_clearable,
    list_legal_moves,
)
from retro_pyramid.solver.incremental_task import IncrementalTask, Work
from retro_pyramid.solver.observation import Observation, create_rng, observe
from retro_pyramid.solver.pyramid_tables import LOW_RANKS, get_pyramid_tables
from retro_pyramid.solver.search.pairs import build_rank_mask

# Beam widths: of the plan, which takes up to 15 ms once or twice a game, and of each of the many samples, up to 3 ms.
_PLAN_WIDTH = 300
_SAMPLE_WIDTH = 10
_MAX_SAMPLES = 8
_MAX_SAMPLE_NODES = 4500
"""No further order is sampled if that would take more positions in all: about 15 ms."""


class ComputerPlayer:
    """A move policy that remembers its plan. It plays like the heuristic player if the beam search lacks these rules."""

    def __init__(self) -> None:
        self._plan: dict[State, Move] = {}

    def __call__(self, rules: Rules, history: Sequence[HistoryEntry]) -> IncrementalTask[Move]:
        if not BeamSearch.supports(rules):
            return create_move_task(rules, history)
        return IncrementalTask(self._find_move(rules, observe(rules, history[-1].state)))

    def _find_move(self, rules: Rules, observation: Observation) -> Work[Move]:
        yield 1
        moves = list_legal_moves(rules, observation)
        king = _find_king_move(moves)
        if king is not None or len(moves) < 2:
            return king or (moves[0] if moves else None)
        if observation.hidden:
            return (yield from _choose_by_sampling(rules, observation, moves))
        state = observation.to_state(())
        if state not in self._plan:
            beam = BeamSearch(state, rules.par_points, _PLAN_WIDTH)
            yield from beam.run()
            self._plan = yield from _plan_moves(rules, state, beam.get_best_path())
        return self._plan.get(state)


def _find_king_move(moves: Sequence[Move]) -> Move | None:
    """Return the first move that removes a single King, or None. Such a move is never a mistake."""
    return next((move for move in moves if len(move.slots) + move.stock_count + move.waste_count == 1), None)


def _choose_by_sampling(rules: Rules, observation: Observation, moves: Sequence[Move]) -> Work[Move]:
    """Find the move with the best average score over sampled orders of the hidden cards, the same orders for each move."""
    candidates = [move for move in moves if keeps_pyramid_clearable(observation, move)] or list(moves)
    if len(candidates) == 1:
        return candidates[0]
    rng = create_rng(observation.pyramid, observation.hidden + observation.waste)
    totals = [0] * len(candidates)
    node_count = 0
    for sample_count in range(1, _MAX_SAMPLES + 1):
        state = observation.to_state(rng.shuffled(observation.hidden))
        for index, move in enumerate(candidates):
            beam = BeamSearch(apply_move(rules, state, move), rules.par_points, _SAMPLE_WIDTH)
            yield from beam.run()
            totals[index] += beam.best_score
            node_count += beam.node_count
        if node_count + node_count // sample_count > _MAX_SAMPLE_NODES:
            break
    return candidates[totals.index(max(totals))]


def _plan_moves(
    rules: Rules, state: State, path: Sequence[SearchNode]
) -> Generator[int, None, dict[State, Move]]:
    """Return the moves of a path by the states in which they are played.

    Kings are removed as soon as possible. Heuristic moves follow to the end of the game.
    """
    ranks = [CARD_RANKS[card] for card in state.pyramid_cards]
    plan = {}
    for node, next_node in pairwise(path):
        moves = legal_moves(rules, state)
        while king := _find_king_move(moves):
            state = apply_move(rules, state, king)
            moves = legal_moves(rules, state)
        taken_cards = node.find_taken_cards(next_node, ranks)
        plan[state] = next(move for move in moves if move[1:] == taken_cards)
        state = apply_move(rules, state, plan[state])
    while move := (yield from find_best_move(rules, observe(rules, state))):
        plan[state] = move
        state = apply_move(rules, state, move)
    return plan


# The beam search

# The key of a position is one integer: 28 bits for the pyramid, 24 for stock and waste (the pack), then the number of the
# pass that cleared the pyramid.
_PACK_BITS = 24
_CLEARED_SHIFT = SLOT_COUNT + _PACK_BITS
_PACK_MASK = (1 << _PACK_BITS) - 1
_CARDS_MASK = (1 << _CLEARED_SHIFT) - 1

# The estimate that decides which positions stay in the beam: a pyramid card in the way is worse than a card of the pack.
_PYRAMID_CARD_COST, _PACK_CARD_COST = 10, 8
_LOST_COST, _WON_COST = 1000, -5000


_NodeTuple = tuple[int, int, int]
"""A SearchNode as a plain tuple: thousands are created, and a NamedTuple takes eight times as long."""


class SearchNode(NamedTuple):
    """A node of the beam search."""

    pass_number: int
    """The pass through the stock, from 1."""
    stock_index: int
    """The index in the pack of the stock's top card: so many cards of the pack come before it."""
    key: int
    """The key of the position: see above."""

    def find_taken_cards(
        self, next_node: SearchNode, slot_ranks: Sequence[int]
    ) -> tuple[tuple[int, ...], int, int]:
        """Return the cards that the step to `next_node` removes: pyramid slots without Kings, stock count, waste count."""
        removed = self.key & ~next_node.key & _CARDS_MASK
        pack = removed >> SLOT_COUNT
        stock = pack >> self.stock_index & 1
        slots = tuple(slot for slot in slots_in(removed & FULL_PYRAMID) if slot_ranks[slot] != KING)
        return slots, stock, pack.bit_count() - stock


class BeamSearch:
    """A beam search from a position to the end of the game. `beam_width` positions are kept from one draw to the next.

    Removing a King is never a mistake, so Kings are left out: the pack is waste and stock without them, in the order drawn.
    """

    @staticmethod
    def supports(rules: Rules) -> bool:
        """Return whether the beam search can play under these rules."""
        has_stock_rules = rules.stock_top_playable and rules.draw_count == 1 and bool(rules.par_points)
        return (
            rules.match_rule == PAIR_MATCH
            and has_stock_rules
            and not (rules.allows_waste_pairs or rules.auto_match)
        )

    def __init__(self, state: State, par_points: tuple[int, ...], beam_width: int) -> None:
        self.node_count = 0
        """The number of positions examined."""
        self._tables = get_pyramid_tables(state.pyramid_cards)
        self._par_points = (0, *par_points)
        self._beam_width = beam_width
        drawn = [CARD_RANKS[card] for card in state.waste if CARD_RANKS[card] != KING]
        self._ranks = drawn + [CARD_RANKS[card] for card in state.stock if CARD_RANKS[card] != KING]
        size = len(self._ranks)
        lows = [build_rank_mask(self._ranks, low) for low in LOW_RANKS]
        self._classes = list(
            zip(range(len(lows)), self._tables.class_masks, lows, self._tables.clearable_caches, strict=True)
        )
        """For each rank class: its index, the mask of its slots, the mask of its lower rank in the pack, its cache."""

        self._layers: list[list[dict[int, _NodeTuple | None]]] = [
            [{} for _ in range(size + 1)] for _ in range(len(par_points) + 1)
        ]
        """By pass number and stock index: the parent of each position, by its key."""
        pyramid = self._tables.remove_exposed_kings(state.pyramid)
        cleared = state.cleared_pass or (0 if pyramid else state.pass_number)
        start = pyramid | ((1 << size) - 1) << SLOT_COUNT | cleared << _CLEARED_SHIFT
        self._pass_number = state.pass_number
        self._layers[state.pass_number][len(drawn)][start] = None
        self._best_node: _NodeTuple = (state.pass_number, len(drawn), start)
        self.best_score = self._score(start)
        """The highest par score found."""

    def run(self) -> Iterator[int]:
        """Run the search, and yield the number of nodes of each slice."""
        for pass_number in range(self._pass_number, len(self._layers)):
            for stock_index in range(len(self._ranks) + 1):
                if self._layers[pass_number][stock_index]:
                    count_before = self.node_count
                    self._expand(pass_number, stock_index)
                    yield self.node_count - count_before

    def get_best_path(self) -> list[SearchNode]:
        """Return the nodes from the start to the best score found."""
        path = []
        node: _NodeTuple | None = self._best_node
        while node is not None:
            path.append(SearchNode(*node))
            pass_number, stock_index, key = node
            node = self._layers[pass_number][stock_index][key]
        return path[::-1]

    def _expand(self, pass_number: int, stock_index: int) -> None:
        """Expand the best positions at one card of the pack: all removals, then the draw to the next card."""
        layer = self._layers[pass_number]
        parents = layer[stock_index]
        keys = list(parents)
        if len(keys) > self._beam_width:
            keys = sorted(keys, key=self._estimate)[: self._beam_width]
        size = len(self._ranks)
        stock_bit = 1 << stock_index + SLOT_COUNT if stock_index < size else 0
        stock_rank = self._ranks[stock_index] if stock_index < size else 0
        drawn = (1 << stock_index) - 1
        cleared_bits = pass_number << _CLEARED_SHIFT
        while keys:
            self.node_count += len(keys)
            new_keys: list[int] = []
            for key in keys:
                node = (pass_number, stock_index, key)
                pyramid, pack, pack_bits = (
                    key & FULL_PYRAMID,
                    key >> SLOT_COUNT & _PACK_MASK,
                    key >> SLOT_COUNT << SLOT_COUNT,
                )
                score = self._par_points[key >> _CLEARED_SHIFT] - (key & _CARDS_MASK).bit_count()
                if score > self.best_score:
                    self.best_score, self._best_node = score, node
                ahead = pack & ~drawn & ~(1 << stock_index)
                next_parents = layer[(ahead & -ahead).bit_length() - 1 if ahead else size]
                waste = pack & drawn
                waste_bit = 1 << waste.bit_length() - 1 + SLOT_COUNT if waste else 0
                waste_rank = self._ranks[waste.bit_length() - 1] if waste else 0
                if pyramid:
                    after_pairs, after_partner_rank = self._tables.find_removal_results(pyramid)
                    removals = [pack_bits | remaining for remaining in after_pairs]
                    removals += [
                        pack_bits ^ waste_bit | remaining for remaining in after_partner_rank[waste_rank]
                    ]
                    for after in removals:
                        new_key = after if after & FULL_PYRAMID else after | cleared_bits
                        if new_key not in parents:
                            parents[new_key] = node
                            new_keys.append(new_key)
                    for remaining in after_partner_rank[stock_rank]:
                        after = pack_bits ^ stock_bit | remaining
                        next_parents.setdefault(after if remaining else after | cleared_bits, node)
                if stock_rank and waste_rank and stock_rank + waste_rank == KING:
                    next_parents.setdefault(key ^ stock_bit ^ waste_bit, node)
                if stock_bit:
                    next_parents.setdefault(key, node)
                elif pack and pass_number + 1 < len(self._layers):
                    self._layers[pass_number + 1][(pack & -pack).bit_length() - 1].setdefault(key, node)
            keys = new_keys

    def _score(self, key: int) -> int:
        return self._par_points[key >> _CLEARED_SHIFT] - (key & _CARDS_MASK).bit_count()

    def _estimate(self, key: int) -> int:
        """Return the estimated cost of a position; lower is better."""
        pyramid, pack = key & FULL_PYRAMID, key >> SLOT_COUNT & _PACK_MASK
        if not pyramid:
            return _WON_COST + pack.bit_count() - self._par_points[key >> _CLEARED_SHIFT]
        estimate = pyramid.bit_count() * _PYRAMID_CARD_COST + pack.bit_count() * _PACK_CARD_COST
        for class_index, mask, lows, cache in self._classes:
            low_count = (pack & lows).bit_count()
            is_clearable = cache.get(low_count << SLOT_COUNT | pyramid & mask)
            if is_clearable is None:
                is_clearable = self._tables.is_class_clearable(class_index, pyramid, low_count)
            if not is_clearable:
                return estimate + _LOST_COST
        return estimate
