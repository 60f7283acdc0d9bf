"""The computer player of the par editions: fair, and as strong as a few milliseconds a move allow.

While there are unseen cards it guesses orders for them and tries each of its moves on every guess; once all cards
are seen it plans the rest of the game. Both are beam searches.
"""

from __future__ import annotations

from collections.abc import Generator, Sequence
from itertools import pairwise

from retro_pyramid.cards import RANK
from retro_pyramid.rules import Move, Rules, State, legal_moves, play
from retro_pyramid.rules.transcript import Entry
from retro_pyramid.solver.beam import Beam, Place
from retro_pyramid.solver.fair import choose, fair_play, stays_clearable, visible_moves
from retro_pyramid.solver.thinking import Thinking, Thought
from retro_pyramid.solver.view import View, chance_of, view_of

# Positions kept by the plan, up to 15 ms once or twice a game, and by each of the many guesses, up to 3 ms.
_PLAN_WIDTH = 300
_GUESS_WIDTH = 10
_GUESSES = 8
_GUESS_NODES = 4500
"""No further order is guessed if that would take more positions in all: about 15 ms."""


class Computer:
    """A chooser that remembers its plan. Under rules that the beam search does not know it plays as `fair_play` does.

    Its moves depend neither on how the work is split into steps nor on the faces of hidden cards.
    """

    def __init__(self) -> None:
        self._plan: dict[State, Move] = {}

    def __call__(self, rules: Rules, history: Sequence[Entry]) -> Thinking[Move]:
        """Return the work on a move for the last position of a history."""
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
    """Return the moves of a path by the states they are played in, and after them fair moves to the end of the game.

    The path leaves Kings out; they are taken as soon as they can be.
    """
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
