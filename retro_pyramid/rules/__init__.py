"""The rules of Pyramid solitaire in five editions, as immutable values and pure functions.

>>> from retro_pyramid.cards import deal
>>> rules = rules_for("odm", {"level": "1"})
>>> state = start(rules, deal(61))
>>> [str(move) for move in legal_moves(rules, state)]
['75', 'D']
>>> state = play(rules, state, parse_move("75"))
>>> status(rules, state)
'playing'
"""

from retro_pyramid.rules.editions import (
    EDITIONS,
    OPTIONS,
    RulesError,
    assumed_options,
    daily_rules,
    judged,
    rules_for,
)
from retro_pyramid.rules.game import (
    IllegalMove,
    legal_moves,
    opening_score,
    play,
    score_after,
    start,
    status,
    why_not,
)
from retro_pyramid.rules.geometry import POSITIONS, coverers, parse_position, position_text, row_of
from retro_pyramid.rules.moves import ALL_MOVES, DRAW, REDEAL, InvalidMove, Move, parse_move
from retro_pyramid.rules.ruleset import Rules
from retro_pyramid.rules.state import State, cards_left, is_open, open_positions, pyramid_left
