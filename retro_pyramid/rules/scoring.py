"""The two ways of scoring. Each gives the total after a move, and with no move (None) that of an opening position."""

from retro_pyramid.rules.moves import DRAW, REDEAL, Move
from retro_pyramid.rules.pyramid import POSITIONS, row_of
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
    total += _streak_points(rules, after.streak)
    if state.pyramid and not after.pyramid:
        total += rules.clear_bonus
    return total


def max_tally(rules: Rules) -> int:
    """Return the highest total of `tally`: every card of the pyramid in one streak, without a draw."""
    rows = sum(rules.row_points[row_of(index) - 1] for index in range(POSITIONS))
    streaks = sum(_streak_points(rules, length) for length in range(1, POSITIONS + 1))
    return rows + streaks + rules.clear_bonus


def _streak_points(rules: Rules, length: int) -> int:
    """Return what a card earns beside its row as the last of a streak: the first two earn nothing."""
    return rules.streak_bonus * max(0, length - 2)


def par(rules: Rules, _total: int, _state: State, _move: Move | None, after: State) -> int:
    """Score the position reached: par points of the pass that cleared the pyramid, less one for each card left."""
    cleared = after.cleared_pass
    return (0 if cleared is None else rules.par_points[cleared - 1]) - cards_left(after)
