"""The two ways of scoring: a tally of points move by move, and par of the position reached."""

from retro_pyramid.rules.moves import DRAW, REDEAL, Move
from retro_pyramid.rules.pyramid import row_of
from retro_pyramid.rules.record import Rules, Scoring
from retro_pyramid.rules.state import State, cards_left


def _zero(_rules: Rules, _state: State) -> int:
    return 0


def _tally(rules: Rules, total: int, state: State, move: Move, after: State) -> int:
    if move == DRAW:
        return total - rules.draw_cost
    if move == REDEAL:
        return total - rules.redeal_cost
    for index in move.positions:
        total += rules.row_points[row_of(index) - 1]
    # The first two cards of a streak earn no more than their rows.
    total += rules.streak_bonus * max(0, after.streak - 2)
    if state.pyramid and not after.pyramid:
        total += rules.clear_bonus
    return total


def _par(rules: Rules, state: State) -> int:
    cleared = state.cleared_pass
    return (0 if cleared is None else rules.par_points[cleared - 1]) - cards_left(state)


def _par_after(rules: Rules, _total: int, _state: State, _move: Move, after: State) -> int:
    return _par(rules, after)


TALLY = Scoring(_zero, _tally)
PAR = Scoring(_par, _par_after)
