import pytest

from retro_pyramid.cards import deal
from retro_pyramid.rules import Rules, State, legal_moves, play, start
from retro_pyramid.rules.editions import RECORDS
from retro_pyramid.rules.perft import perft


def sequences(rules: Rules, state: State, length: int) -> int:
    """The plain definition: every sequence is walked."""
    moves = legal_moves(rules, state)
    if length == 1:
        return len(moves)
    return sum(sequences(rules, play(rules, state, move), length - 1) for move in moves)


@pytest.mark.parametrize("rules", RECORDS, ids=lambda rules: rules.tag)
def test_counting_equal_positions_together_changes_no_count(rules: Rules) -> None:
    state = start(rules, deal(61))
    assert perft(rules, state, 5) == [sequences(rules, state, length) for length in range(1, 6)]


def test_counts_end_in_zeros_when_the_game_ends() -> None:
    rules = RECORDS[0]
    state = start(rules, deal(61))._replace(stock=(), pyramid=0b1, layout=(0,) * 28, waste=(1,))
    assert perft(rules, state, 3) == [1, 0, 0]
    assert perft(rules, state, 0) == []
