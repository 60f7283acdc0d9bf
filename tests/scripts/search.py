"""Games of odm found by search: one that clears the pyramid, one that ends with no move left and points on the board."""

from functools import cache
from itertools import count

from retro_pyramid.cards import deal
from retro_pyramid.rules import DRAW, Move, State, apply_move, initial_state, legal_moves, rules_for, status
from retro_pyramid.session import Session

RULES = rules_for("odm")


def clearing_moves(number: int) -> list[Move] | None:
    """Return moves that clear the pyramid of a deal, None when it cannot be done."""
    seen: set[State] = set()

    def search(state: State) -> list[Move] | None:
        if status(RULES, state) == "won":
            return []
        # What clears does not depend on the streak.
        position = state._replace(streak=0, waste=state.waste[-1:])
        if position in seen:
            return None
        seen.add(position)
        for move in legal_moves(RULES, state):
            rest = search(apply_move(RULES, state, move))
            if rest is not None:
                return [move, *rest]
        return None

    return search(initial_state(RULES, deal(number)))


def eager_moves(number: int) -> list[Move]:
    """Return the moves of somebody who always takes the first card that goes, to the end of the game."""
    state, moves = initial_state(RULES, deal(number)), []
    while status(RULES, state) == "playing":
        moves.append(legal_moves(RULES, state)[0])
        state = apply_move(RULES, state, moves[-1])
    return moves


def played(number: int, moves: list[Move], level: int) -> Session:
    """Return the game after these moves."""
    session = Session(rules_for("odm", {"level": str(level)}), deal(number), number)
    for move in moves:
        session.play_move(move)
    return session


@cache
def cleared_game() -> tuple[int, list[Move]]:
    """Return the first deal number whose pyramid can be cleared, and how."""
    return next((number, moves) for number in count() if (moves := clearing_moves(number)) is not None)


@cache
def stuck_game() -> tuple[int, list[Move]]:
    """Return the first deal that eager play ends stuck with a score above 0."""
    for number in count():
        moves = eager_moves(number)
        session = played(number, moves, 1)
        if session.status == "stuck" and (session.score or 0) > 0 and moves[-1] != DRAW:
            return number, moves
    raise AssertionError
