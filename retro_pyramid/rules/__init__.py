"""The rules of Pyramid solitaire in five editions, as immutable values and pure functions.

>>> from retro_pyramid.cards import deal
>>> rules = rules_for("odm", {"level": "1"})
>>> state = initial_state(rules, deal(61))
>>> [str(move) for move in legal_moves(rules, state)]
['75', 'D']
>>> state = apply_move(rules, state, parse_move("75"))
>>> status(rules, state)
'playing'
"""

from retro_pyramid.rules.editions import (
    EDITION_OPTIONS,
    EDITIONS,
    RulesError,
    assumed_options,
    daily_rules,
    rules_for,
    solver_rules,
)
from retro_pyramid.rules.game import (
    IllegalMoveError,
    apply_move,
    illegal_reason,
    initial_score,
    initial_state,
    legal_moves,
    score_after_move,
    status,
)
from retro_pyramid.rules.geometry import SLOT_COUNT, covering_slots, parse_slot, row_of, slot_name
from retro_pyramid.rules.moves import DRAW, MOVES_BY_TEXT, REDEAL, InvalidMoveError, Move, parse_move
from retro_pyramid.rules.ruleset import Rules
from retro_pyramid.rules.state import State, count_cards_left, count_pyramid_cards, exposed_slots, is_exposed
