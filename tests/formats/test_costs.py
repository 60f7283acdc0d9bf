"""What a reading of bytes costs, in bits, against what must cost less."""

from random import Random

import pytest

from retro_pyramid.formats.scores.costs import compute_number_bits, compute_score_bits


@pytest.mark.parametrize(
    "numbers",
    [[9000, 8100, 7300, 6500, 5900, 4800, 3900, 2500, 1200, 300], [30, 25, 21, 18, 12, 9, 7, 4, 2, 1]],
)
def test_numbers_in_order_cost_less_than_the_same_in_none(numbers: list[int]) -> None:
    mixed = Random(1).sample(numbers, len(numbers))
    assert compute_number_bits(numbers, 2) < compute_number_bits(mixed, 2) - 5


def test_a_board_may_hold_a_single_score() -> None:
    assert 0 < compute_score_bits([7]) < compute_score_bits([7.53])
