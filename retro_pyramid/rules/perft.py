"""Perft: the number of sequences of legal moves, by which chess programs too check their move generators."""

from retro_pyramid.rules.game import legal_moves, play
from retro_pyramid.rules.record import Rules
from retro_pyramid.rules.state import State


def perft(rules: Rules, state: State, depth: int) -> list[int]:
    """Return the number of legal move sequences of length 1, 2, ... depth; equal positions are counted together.

    >>> from retro_pyramid.cards import deal
    >>> from retro_pyramid.rules import rules_for, start
    >>> rules = rules_for("odm")
    >>> perft(rules, start(rules, deal(135967821)), 5)
    [2, 4, 5, 6, 11]
    """
    counts = []
    ways = {state: 1}
    for length in range(1, depth + 1):
        sequences = 0
        reached: dict[State, int] = {}
        for position, number in ways.items():
            moves = legal_moves(rules, position)
            sequences += number * len(moves)
            if length < depth:
                for move in moves:
                    after = play(rules, position, move)
                    reached[after] = reached.get(after, 0) + number
        counts.append(sequences)
        ways = reached
    return counts
