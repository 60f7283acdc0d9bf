"""The two ways of scoring. Each gives the total after a move, and with no move (None) that of an opening position."""

from retro_pyramid.rules.moves import DRAW, REDEAL, Move
from retro_pyramid.rules.pyramid import row_of
from retro_pyramid.rules.record import Rules
from retro_pyramid.rules.state import State, cards_left

GAMES = 6
"""The games of a match, for each player; a match is judged by the total of their scores."""


def tally(rules: Rules, total: int, state: State, move: Move | None, after: State) -> int:
    """Add the points of a move that leads from `state` to `after` to the total before it."""
    if move is None:
        return total
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


def par(rules: Rules, _total: int, _state: State, _move: Move | None, after: State) -> int:
    """Score the position reached: par points of the pass that cleared the pyramid, less one for each card left."""
    cleared = after.cleared_pass
    return (0 if cleared is None else rules.par_points[cleared - 1]) - cards_left(after)
