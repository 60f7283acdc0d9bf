"""Which move lost a game: what is said of each position is so, by brute force; what is not known is said."""

import pytest

from retro_pyramid.rules import EDITION_OPTIONS, EDITIONS, rules_for
from retro_pyramid.solver.game_analysis import analyse_game
from retro_pyramid.solver.incremental_task import IncrementalTask
from retro_pyramid.solver.perfect_engine import search_position
from tests.solver.asking import at_once, thought
from tests.solver.judging import contradictions, disordered, fair_game


def check(edition: str, games: int, most: int) -> tuple[int, int]:
    """Judge so many games; how many positions brute force confirmed, and how many games had a move that lost them."""
    confirmed = lost = 0
    for number in range(games):
        options = {name: values[number % len(values)] for name, values in EDITION_OPTIONS[edition].items()}
        rules = rules_for(edition, options)
        history = fair_game(rules, number)
        found = thought(IncrementalTask(analyse_game(rules, history)), 10_000)
        assert not disordered(found, history[-1].score), number
        looked, wrong = contradictions(rules, history, found, most)
        assert not wrong
        confirmed += looked
        lost += found.mistake_index is not None
        if found.mistake_index is not None and not rules.optimises_score:
            before, after = found.position_results[found.mistake_index : found.mistake_index + 2]
            assert (before.result, after.result) == ("won", "lost")
            assert before.moves
    return confirmed, lost


@pytest.mark.parametrize("edition", EDITIONS)
def test_what_is_said_of_late_positions_is_so(edition: str) -> None:
    confirmed, lost = check(edition, 4, 400)
    assert confirmed >= 4
    # Where one pass is all there is, few deals can be won.
    assert lost or rules_for(edition).max_redeals == 0


@pytest.mark.slow
@pytest.mark.parametrize("edition", EDITIONS)
def test_what_is_said_of_a_thousand_games_is_so(edition: str) -> None:
    confirmed, lost = check(edition, 1000, 20_000)
    assert confirmed > 5000
    assert lost > 5


@pytest.mark.parametrize("edition", EDITIONS[::2])
def test_positions_between_two_that_are_worth_the_same_are_worth_it_too(edition: str) -> None:
    rules = rules_for(edition)
    history = fair_game(rules, 3)
    found = thought(IncrementalTask(analyse_game(rules, history)), 10_000)
    for entry, answer in list(zip(history, found.position_results, strict=True))[::3]:
        alone = at_once(search_position(rules, entry.state))
        assert alone is not None
        best = None if alone.best_points is None else alone.best_points + (entry.score or 0)
        assert (answer.result, answer.best_points) == (alone.result, best)


def test_what_would_take_too_long_is_not_known() -> None:
    rules = rules_for("em")
    history = fair_game(rules, 3)
    found = thought(IncrementalTask(analyse_game(rules, history, node_budget=0)), 10_000)
    assert None in {answer.result for answer in found.position_results}
    assert found.mistake_index is None or found.position_results[found.mistake_index].result == "won"
