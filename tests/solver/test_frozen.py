"""Hints, moves and the work of searches as frozen.txt has them: nothing gets weaker or slower unnoticed."""

from pathlib import Path

import pytest

from tests.solver.frozen import HINTS, MOVES, RULES, SEARCHES, computer_moves, fair_moves, hints, nodes

FROZEN = dict(line.split(": ") for line in Path(__file__).with_name("frozen.txt").read_text().splitlines())


@pytest.mark.parametrize("name", RULES)
def test_fair_hints_and_moves_are_those_of_before(name: str) -> None:
    rules = RULES[name]
    for what, said in (("hints", hints(rules)), ("fair", fair_moves(rules))):
        assert len(said.split()) == HINTS
        assert said == FROZEN[f"{what} {name}"]


def test_the_computer_plays_as_before() -> None:
    moves = computer_moves()
    assert len(moves.split()) == MOVES
    assert moves == FROZEN["computer em"]


@pytest.mark.parametrize(("goal", "name", "number"), SEARCHES)
def test_a_search_looks_at_no_more_positions_than_before(goal: str, name: str, number: int) -> None:
    assert nodes(goal, name, number) <= 1.1 * int(FROZEN[f"nodes {goal} {name} {number}"])
