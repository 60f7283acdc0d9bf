"""The game itself: start, legal moves, play, status, score. `play` is the only way from one state to another."""

from collections.abc import Sequence

from retro_pyramid.cards import Card, check_deal
from retro_pyramid.rules.moves import DRAW, REDEAL, Move
from retro_pyramid.rules.pyramid import FULL, POSITIONS
from retro_pyramid.rules.record import Rules
from retro_pyramid.rules.state import State


class IllegalMove(ValueError):
    """A move that cannot be played now; the message is the reason, in words for the player."""


def start(rules: Rules, cards: Sequence[Card]) -> State:
    """Return the opening position of a deal; CardError unless the cards are the 52 of a deck."""
    deck = check_deal(cards)
    stock = deck[POSITIONS:]
    turned = rules.opening_draws
    return State(deck[:POSITIONS], FULL, stock[turned:], stock[:turned])


def _may_redeal(rules: Rules, state: State) -> bool:
    return rules.redeals is None or state.pass_number <= rules.redeals


def legal_moves(rules: Rules, state: State) -> list[Move]:
    """Return every legal move, those of the pyramid first, draw or redeal last; none once won."""
    if rules.won(state):
        return []
    moves = rules.matching.takes(rules, state)
    if state.stock:
        moves.append(DRAW)
    elif state.waste and _may_redeal(rules, state):
        moves.append(REDEAL)
    return moves


def why_not(rules: Rules, state: State, move: Move) -> str | None:
    """Return why a move is refused, in one phrase for the player, or None if it is legal."""
    if rules.won(state):
        return "the game is won"
    if move == DRAW:
        return None if state.stock else "no card is left to draw"
    if move == REDEAL:
        if not _may_redeal(rules, state):
            return "no redeal is left" if rules.redeals else "there is no redeal"
        if state.stock:
            return "the stock is not empty yet"
        return None if state.waste else "no card is left to turn over"
    return rules.matching.why_not(rules, state, move)


def play(rules: Rules, state: State, move: Move) -> State:
    """Return the state after a move; IllegalMove gives the reason if it cannot be played."""
    reason = why_not(rules, state, move)
    if reason is not None:
        raise IllegalMove(reason)
    if move == DRAW:
        return _draw(rules, state)
    if move == REDEAL:
        return state._replace(stock=state.waste, waste=(), pass_number=state.pass_number + 1)
    return rules.matching.take(rules, state, move)


def _draw(rules: Rules, state: State) -> State:
    layout, pyramid, stock, waste, _, pass_number, cleared_pass = state
    count = rules.draw_count
    if rules.auto_match and waste and rules.matching.fits(stock[0], waste[-1]):
        waste = waste[:-1]
    else:
        waste += stock[:count]
    return State(layout, pyramid, stock[count:], waste, 0, pass_number, cleared_pass)


def status(rules: Rules, state: State) -> str:
    """Return 'won', 'stuck' when nothing is left to do, or 'playing'.

    With unlimited redeals there is always a legal move. Then a game is stuck if no removal is possible in a full cycle:
    the rest of this pass with its draws as they fall now, and one whole pass drawn from its top.
    """
    if rules.won(state):
        return "won"
    if rules.redeals is not None:
        return "playing" if legal_moves(rules, state) else "stuck"
    return "playing" if any(rules.matching.takes(rules, seen) for seen in _cycle(rules, state)) else "stuck"


def _cycle(rules: Rules, state: State) -> list[State]:
    states = [state]
    while state.stock:
        state = _draw(rules, state)
        states.append(state)
    state = state._replace(stock=state.waste, waste=())
    while state.stock:
        state = _draw(rules, state)
        states.append(state)
    return states


def opening_score(rules: Rules, state: State) -> int | None:
    """Return the score of an opening position, None in an edition without a score."""
    return None if rules.scoring is None else rules.scoring(rules, 0, state, None, state)


def score_after(rules: Rules, total: int | None, state: State, move: Move, after: State) -> int | None:
    """Return the score after a move led from state to after, given the total before it; None stays None."""
    if rules.scoring is None or total is None:
        return None
    return rules.scoring(rules, total, state, move, after)
