"""The computer player of the par editions: fair, and as strong as a few milliseconds a move allow.

While there are unseen cards it guesses orders for them and tries each of its moves on every guess; once all cards
are seen it plans the rest of the game. Both are beam searches.
"""

from __future__ import annotations

from collections.abc import Generator, Iterator, Sequence
from itertools import pairwise
from typing import NamedTuple

from retro_pyramid.cards import KING, RANK
from retro_pyramid.rules import Move, Rules, State, legal_moves, play
from retro_pyramid.rules.geometry import FULL, POSITIONS, positions_in
from retro_pyramid.rules.pair_match import PAIRING
from retro_pyramid.rules.transcript import Entry
from retro_pyramid.solver.heuristic import choose, fair_play, stays_clearable, visible_moves
from retro_pyramid.solver.incremental_task import Thinking, Thought
from retro_pyramid.solver.observation import View, chance_of, view_of
from retro_pyramid.solver.pyramid_tables import LOW_RANKS, layout_of
from retro_pyramid.solver.search.pairs import mask_of

# Positions kept by the plan, up to 15 ms once or twice a game, and by each of the many guesses, up to 3 ms.
_PLAN_WIDTH = 300
_GUESS_WIDTH = 10
_GUESSES = 8
_GUESS_NODES = 4500
"""No further order is guessed if that would take more positions in all: about 15 ms."""


class Computer:
    """A chooser that remembers its plan; where the beam search does not know the rules it plays as `fair_play` does."""

    def __init__(self) -> None:
        self._plan: dict[State, Move] = {}

    def __call__(self, rules: Rules, history: Sequence[Entry]) -> Thinking[Move]:
        if not Beam.solves(rules):
            return fair_play(rules, history)
        return Thinking(self._think(rules, view_of(rules, history[-1].state)))

    def _think(self, rules: Rules, view: View) -> Thought[Move]:
        yield 1
        moves = visible_moves(rules, view)
        king = _king(moves)
        if king is not None or len(moves) < 2:
            return king or (moves[0] if moves else None)
        if view.unseen:
            return (yield from _guess(rules, view, moves))
        state = view.filled(())
        if state not in self._plan:
            beam = Beam(state, rules.par_points, _PLAN_WIDTH)
            yield from beam.run()
            self._plan = yield from _planned(rules, state, beam.path())
        return self._plan.get(state)


def _king(moves: Sequence[Move]) -> Move | None:
    """Return the first move that takes a King alone: that never harms."""
    return next((move for move in moves if len(move.positions) + move.stock + move.waste == 1), None)


def _guess(rules: Rules, view: View, moves: Sequence[Move]) -> Thought[Move]:
    """Choose the move with the best average score over guessed orders of the unseen cards, the same for each move."""
    candidates = [move for move in moves if stays_clearable(view, move)] or list(moves)
    if len(candidates) == 1:
        return candidates[0]
    chance = chance_of(view.pyramid, view.unseen + view.waste)
    totals = [0] * len(candidates)
    nodes = 0
    for guess in range(1, _GUESSES + 1):
        state = view.filled(chance.shuffled(view.unseen))
        for at, move in enumerate(candidates):
            beam = Beam(play(rules, state, move), rules.par_points, _GUESS_WIDTH)
            yield from beam.run()
            totals[at] += beam.best
            nodes += beam.nodes
        if nodes + nodes // guess > _GUESS_NODES:
            break
    return candidates[totals.index(max(totals))]


def _planned(rules: Rules, state: State, path: Sequence[Place]) -> Generator[int, None, dict[State, Move]]:
    """Return the moves of a path, with Kings at once, by the states they are played in, then fair moves to the end."""
    ranks = [RANK[card] for card in state.layout]
    plan = {}
    for place, following in pairwise(path):
        moves = legal_moves(rules, state)
        while king := _king(moves):
            state = play(rules, state, king)
            moves = legal_moves(rules, state)
        taken = place.taken(following, ranks)
        plan[state] = next(move for move in moves if move[1:] == taken)
        state = play(rules, state, plan[state])
    while move := (yield from choose(rules, view_of(rules, state))):
        plan[state] = move
        state = play(rules, state, move)
    return plan


# The beam search

# A position is one integer: 28 bits of pyramid, 24 of stock and waste (the pack), then the pass that cleared the pyramid.
_PACK = 24
_CLEARED = POSITIONS + _PACK
_PACK_FULL = (1 << _PACK) - 1
_CARDS = (1 << _CLEARED) - 1

# The estimate that decides which positions are kept: a pyramid card in the way is worse than a card of the pack.
_PYRAMID_CARD, _PACK_CARD = 10, 8
_LOST, _WON = 1000, -5000


_Point = tuple[int, int, int]
"""A Place as a plain tuple: thousands are made, and a NamedTuple takes eight times as long."""


class Place(NamedTuple):
    """A point of the search: the pass, how many cards of the pack come before the stock's top, the position."""

    pass_number: int
    cursor: int
    position: int

    def taken(self, following: Place, ranks: Sequence[int]) -> tuple[tuple[int, ...], int, int]:
        """Return what the step to `following` takes: pyramid positions without Kings, stock cards, waste cards."""
        gone = self.position & ~following.position & _CARDS
        pack = gone >> POSITIONS
        stock = pack >> self.cursor & 1
        positions = tuple(index for index in positions_in(gone & FULL) if ranks[index] != KING)
        return positions, stock, pack.bit_count() - stock


class Beam:
    """A beam search from a position to the end of the game; `width` positions are kept from one draw to the next.

    Taking a King never harms, so Kings are left out: the pack is waste and stock without them, in the order drawn.
    `best` is the highest par score found, `nodes` counts the positions looked at.
    """

    @staticmethod
    def solves(rules: Rules) -> bool:
        known = rules.stock_top_playable and rules.draw_count == 1 and bool(rules.par_points)
        return rules.matching == PAIRING and known and not (rules.waste_pairs or rules.auto_match)

    def __init__(self, state: State, par: tuple[int, ...], width: int) -> None:
        self.nodes = 0
        self._layout = layout_of(state.layout)
        self._par = (0, *par)
        self._width = width
        drawn = [RANK[card] for card in state.waste if RANK[card] != KING]
        self._ranks = drawn + [RANK[card] for card in state.stock if RANK[card] != KING]
        size = len(self._ranks)
        lows = [mask_of(self._ranks, low) for low in LOW_RANKS]
        self._groups = list(
            zip(range(len(lows)), self._layout.masks, lows, self._layout.verdicts, strict=True)
        )

        self._layers: list[list[dict[int, _Point | None]]] = [
            [{} for _ in range(size + 1)] for _ in range(len(par) + 1)
        ]
        pyramid = self._layout.without_kings(state.pyramid)
        cleared = state.cleared_pass or (0 if pyramid else state.pass_number)
        start = pyramid | ((1 << size) - 1) << POSITIONS | cleared << _CLEARED
        self._pass_number = state.pass_number
        self._layers[state.pass_number][len(drawn)][start] = None
        self._best_place: _Point = (state.pass_number, len(drawn), start)
        self.best = self._score(start)

    def run(self) -> Iterator[int]:
        """Search, and yield the number of nodes of each piece of work."""
        for number in range(self._pass_number, len(self._layers)):
            for at in range(len(self._ranks) + 1):
                if self._layers[number][at]:
                    before = self.nodes
                    self._expand(number, at)
                    yield self.nodes - before

    def path(self) -> list[Place]:
        places = []
        place: _Point | None = self._best_place
        while place is not None:
            places.append(Place(*place))
            number, at, key = place
            place = self._layers[number][at][key]
        return places[::-1]

    def _expand(self, number: int, at: int) -> None:
        """Expand the best positions at one card of the pack: all removals, then the draw to the next card."""
        layer = self._layers[number]
        seen = layer[at]
        keys = list(seen)
        if len(keys) > self._width:
            keys = sorted(keys, key=self._merit)[: self._width]
        size = len(self._ranks)
        stock_bit = 1 << at + POSITIONS if at < size else 0
        stock_rank = self._ranks[at] if at < size else 0
        drawn = (1 << at) - 1
        clears = number << _CLEARED
        while keys:
            self.nodes += len(keys)
            more: list[int] = []
            for key in keys:
                place = (number, at, key)
                pyramid, pack, rest = key & FULL, key >> POSITIONS & _PACK_FULL, key >> POSITIONS << POSITIONS
                score = self._par[key >> _CLEARED] - (key & _CARDS).bit_count()
                if score > self.best:
                    self.best, self._best_place = score, place
                ahead = pack & ~drawn & ~(1 << at)
                following = layer[(ahead & -ahead).bit_length() - 1 if ahead else size]
                waste = pack & drawn
                waste_bit = 1 << waste.bit_length() - 1 + POSITIONS if waste else 0
                waste_rank = self._ranks[waste.bit_length() - 1] if waste else 0
                if pyramid:
                    pairs, with_rank = self._layout.removals(pyramid)
                    here = [rest | left for left in pairs]
                    here += [rest ^ waste_bit | left for left in with_rank[waste_rank]]
                    for after in here:
                        reached = after if after & FULL else after | clears
                        if reached not in seen:
                            seen[reached] = place
                            more.append(reached)
                    for left in with_rank[stock_rank]:
                        after = rest ^ stock_bit | left
                        following.setdefault(after if left else after | clears, place)
                if stock_rank and waste_rank and stock_rank + waste_rank == KING:
                    following.setdefault(key ^ stock_bit ^ waste_bit, place)
                if stock_bit:
                    following.setdefault(key, place)
                elif pack and number + 1 < len(self._layers):
                    self._layers[number + 1][(pack & -pack).bit_length() - 1].setdefault(key, place)
            keys = more

    def _score(self, key: int) -> int:
        return self._par[key >> _CLEARED] - (key & _CARDS).bit_count()

    def _merit(self, key: int) -> int:
        """Return the estimate of a position; the smaller, the better."""
        pyramid, pack = key & FULL, key >> POSITIONS & _PACK_FULL
        if not pyramid:
            return _WON + pack.bit_count() - self._par[key >> _CLEARED]
        merit = pyramid.bit_count() * _PYRAMID_CARD + pack.bit_count() * _PACK_CARD
        for group, mask, lows, verdicts in self._groups:
            low = (pack & lows).bit_count()
            verdict = verdicts.get(low << POSITIONS | pyramid & mask)
            if verdict is None:
                verdict = self._layout.pair_clearable(group, pyramid, low)
            if not verdict:
                return merit + _LOST
        return merit
