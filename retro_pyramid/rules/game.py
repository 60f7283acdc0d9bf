"""The rules of play: initial state, legal moves, applying a move, status and score.

`apply_move` is the only way from one state to the next.
"""

from collections.abc import Sequence

from retro_pyramid.cards import Card, check_deal
from retro_pyramid.rules.geometry import FULL_PYRAMID, SLOT_COUNT
from retro_pyramid.rules.moves import DRAW, REDEAL, Move
from retro_pyramid.rules.ruleset import Rules
from retro_pyramid.rules.state import State


class IllegalMoveError(ValueError):
    """A move that the current state does not allow. The message is the reason, worded for the player."""


def initial_state(rules: Rules, cards: Sequence[Card]) -> State:
    """Return the state of a deal before the first move. Raise CardError unless the cards are the 52 of a deck."""
    deck = check_deal(cards)
    stock = deck[SLOT_COUNT:]
    draws = rules.opening_draws
    return State(deck[:SLOT_COUNT], FULL_PYRAMID, stock[draws:], stock[:draws])


def _has_redeal(rules: Rules, state: State) -> bool:
    return rules.max_redeals is None or state.pass_number <= rules.max_redeals


def legal_moves(rules: Rules, state: State) -> list[Move]:
    """Return all legal moves: removals first, the pyramid's before the rest, then draw or redeal. Empty once won."""
    if rules.is_won(state):
        return []
    moves = rules.match_rule.find_removals(rules, state)
    if state.stock:
        moves.append(DRAW)
    elif state.waste and _has_redeal(rules, state):
        moves.append(REDEAL)
    return moves


def illegal_reason(rules: Rules, state: State, move: Move) -> str | None:
    """Return why a move is illegal, as a phrase for the player, or None if it is legal."""
    if rules.is_won(state):
        return "the game is won"
    if move == DRAW:
        return None if state.stock else "no card is left to draw"
    if move == REDEAL:
        if not _has_redeal(rules, state):
            return "no redeal is left" if rules.max_redeals else "there is no redeal"
        if state.stock:
            return "the stock is not empty yet"
        return None if state.waste else "no card is left to turn over"
    return rules.match_rule.illegal_reason(rules, state, move)


def apply_move(rules: Rules, state: State, move: Move) -> State:
    """Return the state after a move. Raise IllegalMoveError, with the reason, if the move is illegal."""
    reason = illegal_reason(rules, state, move)
    if reason is not None:
        raise IllegalMoveError(reason)
    if move == DRAW:
        return _draw(rules, state)
    if move == REDEAL:
        return state._replace(stock=state.waste, waste=(), pass_number=state.pass_number + 1)
    return rules.match_rule.remove(rules, state, move)


def _draw(rules: Rules, state: State) -> State:
    pyramid_cards, pyramid, stock, waste, _, pass_number, cleared_pass = state
    count = rules.draw_count
    if rules.auto_match and waste and rules.match_rule.matches(stock[0], waste[-1]):
        waste = waste[:-1]
    else:
        waste += stock[:count]
    return State(pyramid_cards, pyramid, stock[count:], waste, 0, pass_number, cleared_pass)


def status(rules: Rules, state: State) -> str:
    """Return 'won', 'stuck' (nothing is left to do) or 'playing'.


    With a limited number of redeals a game is stuck when it has no legal move. With unlimited redeals a draw or redeal is
    always legal. Then a game is stuck if no removal is possible at any point of a full cycle: the rest of this pass, with
    its draws grouped as they now fall, and one whole pass drawn from its top.
    """
    if rules.is_won(state):
        return "won"
    if rules.max_redeals is not None:
        return "playing" if legal_moves(rules, state) else "stuck"
    return (
        "playing"
        if any(rules.match_rule.find_removals(rules, later) for later in _cycle_states(rules, state))
        else "stuck"
    )


def _cycle_states(rules: Rules, state: State) -> list[State]:
    states = [state]
    while state.stock:
        state = _draw(rules, state)
        states.append(state)
    state = state._replace(stock=state.waste, waste=())
    while state.stock:
        state = _draw(rules, state)
        states.append(state)
    return states


def initial_score(rules: Rules, state: State) -> int | None:
    """Return the score before the first move, or None if the edition keeps no score."""
    return None if rules.scoring is None else rules.scoring(rules, 0, state, None, state)


def score_after_move(
    rules: Rules, score: int | None, state: State, move: Move, next_state: State
) -> int | None:
    """Return the score after a move, from the score and state before it and the state after it.

    Return None if the edition keeps no score or the score before the move is None.
    """
    if rules.scoring is None or score is None:
        return None
    return rules.scoring(rules, score, state, move, next_state)
