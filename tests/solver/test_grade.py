"""How hard a deal is: the same for ever, in slices as at once, and never a guess about a deal that cannot be won."""

import pytest

import retro_pyramid.rules
from retro_pyramid.cards import deal
from retro_pyramid.rules import DRAW, REDEAL, Rules, initial_state, legal_moves, rules_for
from retro_pyramid.rules.state import State
from retro_pyramid.solver.difficulty import (
    SAMPLE_GAMES,
    DealRating,
    DealSearch,
    Difficulty,
    estimate_win_rate,
    rate_deal,
)
from retro_pyramid.solver.heuristic import find_best_move, find_best_moves
from retro_pyramid.solver.incremental_task import IncrementalTask
from retro_pyramid.solver.observation import observe
from tests.solver.asking import at_once, first_winnable, thought
from tests.solver.test_fair import every_rule_set, few_cards, random_states

RULE_SETS = {
    "odm": rules_for("odm"),
    "odm 2": rules_for("odm", {"level": "2"}),
    "tilldawn": retro_pyramid.rules.solver_rules(rules_for("tilldawn")),
    "windows": rules_for("windows"),
    "draw3": rules_for("windows", {"variation": "draw3"}),
    "relaxed 2": rules_for("relaxed", {"passes": "2"}),
    "em": rules_for("em"),
}
SHARES = {
    "odm": {1: 0, 15: 51, 23: 33, 61: 0},
    "odm 2": {1: 0, 15: 10, 23: 22, 61: 0},
    "tilldawn": {1: 0, 2: 43, 3: 23, 61: 88},
    "windows": {1: 0, 61: 0, 65: 30},
    "draw3": {1: 0, 7: 29, 28: 47, 61: 0},
    "relaxed 2": {1: 0, 2: 30, 3: 12, 61: 0},
    "em": {1: 0, 2: 43, 3: 16, 4: 1, 12: 100},
}
"""Plays won of 100, by deal. They must never change: a deal's grade is the same for ever and everywhere."""
HARDEST = ("draw3", 61)
"""Can be won, though nobody who plays by chance wins it."""


def opening(rules: Rules, number: int) -> State:
    return initial_state(rules, deal(number))


def graded(rules: Rules, number: int) -> DealRating:
    return thought(IncrementalTask(rate_deal(rules, opening(rules, number))), 10**9)


@pytest.mark.parametrize("name", RULE_SETS)
def test_the_shares_stay_what_they_are_and_a_deal_has_a_grade_if_it_can_be_won(name: str) -> None:
    rules = RULE_SETS[name]
    for number, share in SHARES[name].items():
        found = graded(rules, number)
        assert round(found.win_rate * SAMPLE_GAMES) == share
        assert found.is_winnable is (share > 0 or (name, number) == HARDEST)
        assert (found.difficulty is None) is not found.is_winnable


@pytest.mark.parametrize(("name", "number"), [("odm", 61), ("em", 2), ("draw3", 7)])
def test_slices_give_the_same_as_at_once(name: str, number: int) -> None:
    rules = RULE_SETS[name]
    assert thought(IncrementalTask(rate_deal(rules, opening(rules, number))), 1) == graded(rules, number)


def test_a_deal_that_is_not_known_to_be_winnable_has_no_grade() -> None:
    rules = rules_for("windows")
    found = thought(IncrementalTask(rate_deal(rules, opening(rules, 4), max_nodes=60)))
    assert (found, found.difficulty) == (DealRating(0, None), None)


@pytest.mark.parametrize(
    ("share", "grade"), [(1, "gentle"), (0.34, "gentle"), (0.33, "fair"), (0.1, "fair"), (0.09, "hard")]
)
def test_the_grades_by_the_share_of_plays_won(share: float, grade: str) -> None:
    assert DealRating(share, True).difficulty == grade
    assert DealRating(share, False).difficulty is None


@every_rule_set
def test_the_choices_are_legal_moves_the_best_first(rules: Rules) -> None:
    for state in random_states(rules, 2):
        view = observe(rules, state)
        moves = at_once(find_best_moves(rules, view))
        assert set(moves) <= set(legal_moves(rules, state))
        assert at_once(find_best_move(rules, view)) == (moves[0] if moves else None)
        assert len(moves) == len(set(moves))
        assert len(moves) == 1 or not {DRAW, REDEAL}.intersection(moves)


def test_equal_in_a_pair_game_are_moves_that_keep_the_pyramid_clearable() -> None:
    rules = rules_for("em")
    state = opening(rules, 5)
    moves = at_once(find_best_moves(rules, observe(rules, state)))
    assert [str(move) for move in moves] == ["72+73", "71+74", "71+75", "73+77"]


def test_without_a_limit_of_redeals_nobody_waits_for_ever() -> None:
    """4c and 9c would spoil the pyramid, yet the Ace for the Queen never comes up."""
    rules = RULE_SETS["draw3"]
    state = few_cards("52 4d 62 9d 71 4c 72 Qc 77 9c", "Ac 2c 3c", pass_number=2)
    assert [str(move) for move in at_once(find_best_moves(rules, observe(rules, state)))] == ["71+77"]
    assert thought(IncrementalTask(estimate_win_rate(rules, state)), 10**9) == 0


@pytest.mark.parametrize(("name", "grade"), [("odm", "gentle"), ("em", "hard"), ("relaxed 2", "fair")])
def test_the_first_deal_of_a_grade_is_found(name: str, grade: Difficulty) -> None:
    rules = RULE_SETS[name]
    seeking = DealSearch(rules, 100, difficulty=grade)
    while not seeking.run_slice(500):
        pass
    number = 100
    while graded(rules, number).difficulty != grade:
        number = first_winnable(rules, number + 1)
    assert seeking.deal_number == number
