"""Perft: counts of legal move sequences, the usual test of a move generator in chess programs."""

from retro_pyramid.rules.game import legal_moves, play
from retro_pyramid.rules.record import Rules
from retro_pyramid.rules.state import State


def perft(rules: Rules, state: State, depth: int) -> list[int]:
    """Return the numbers of legal move sequences of length 1, 2, ... `depth` from a state.

    Sequences that reach the same state are followed only once, with their number.

    >>> from retro_pyramid.cards import deal
    >>> from retro_pyramid.rules import rules_for, start
    >>> rules = rules_for("odm")
    >>> perft(rules, start(rules, deal(135967821)), 5)
    [2, 4, 5, 6, 11]
    """
    counts = []
    paths_to = {state: 1}
    for length in range(1, depth + 1):
        sequences = 0
        next_paths_to: dict[State, int] = {}
        for state_before, paths in paths_to.items():
            moves = legal_moves(rules, state_before)
            sequences += paths * len(moves)
            if length < depth:
                for move in moves:
                    state_after = play(rules, state_before, move)
                    next_paths_to[state_after] = next_paths_to.get(state_after, 0) + paths
        counts.append(sequences)
        paths_to = next_paths_to
    return counts
