"""The two scoring functions: points for cards, streaks and clearing the pyramid, and the par score.

Each returns the score after a move. The move None stands for the start of the game.
"""

from retro_pyramid.rules.moves import DRAW, REDEAL, Move
from retro_pyramid.rules.pyramid import POSITIONS, row_of
from retro_pyramid.rules.record import Rules
from retro_pyramid.rules.state import State, cards_left

GAMES = 6
"""The number of games of a match, for each player. The result of a match is the total of their scores."""


def tally(rules: Rules, total: int, state: State, move: Move | None, after: State) -> int:
    """Return the score after a move in editions that count points: the score before it plus the move's points.

    A pyramid card counts by its row and its place in the streak. Clearing the pyramid adds a bonus. Draws and redeals cost
    points.
    """
    if move is None:
        return total
    if move == DRAW:
        return total - rules.draw_cost
    if move == REDEAL:
        return total - rules.redeal_cost
    for slot in move.positions:
        total += rules.row_points[row_of(slot) - 1]
    total += _streak_points(rules, after.streak)
    if state.pyramid and not after.pyramid:
        total += rules.clear_bonus
    return total


def max_tally(rules: Rules) -> int:
    """Return the highest possible result of `points_score`: the whole pyramid in one streak, without a draw."""
    row_points = sum(rules.row_points[row_of(slot) - 1] for slot in range(POSITIONS))
    streak_points = sum(_streak_points(rules, length) for length in range(1, POSITIONS + 1))
    return row_points + streak_points + rules.clear_bonus


def _streak_points(rules: Rules, length: int) -> int:
    """Return the streak bonus of the last card of a streak. The first two cards have none."""
    return rules.streak_bonus * max(0, length - 2)


def par(rules: Rules, _total: int, _state: State, _move: Move | None, after: State) -> int:
    """Return the par score of the state reached: par points minus one for each card that is left.

    The par points are those of the pass in which the pyramid was cleared, or 0 if it is not.
    """
    cleared_pass = after.cleared_pass
    return (0 if cleared_pass is None else rules.par_points[cleared_pass - 1]) - cards_left(after)
