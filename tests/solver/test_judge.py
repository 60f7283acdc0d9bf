"""Which move lost a game: what is said of each position is so, by brute force; what is not known is said."""

import pytest

from retro_pyramid.rules import EDITIONS, OPTIONS, rules_for
from retro_pyramid.solver.game_analysis import judge
from retro_pyramid.solver.incremental_task import Thinking
from retro_pyramid.solver.perfect_engine import find
from tests.solver.asking import at_once, thought
from tests.solver.judging import contradictions, disordered, fair_game


def check(edition: str, games: int, most: int) -> tuple[int, int]:
    """Judge so many games; how many positions brute force confirmed, and how many games had a move that lost them."""
    confirmed = lost = 0
    for number in range(games):
        options = {name: values[number % len(values)] for name, values in OPTIONS[edition].items()}
        rules = rules_for(edition, options)
        history = fair_game(rules, number)
        found = thought(Thinking(judge(rules, history)), 10_000)
        assert not disordered(found, history[-1].score), number
        looked, wrong = contradictions(rules, history, found, most)
        assert not wrong
        confirmed += looked
        lost += found.lost_by is not None
        if found.lost_by is not None and not rules.judged_by_score:
            before, after = found.worth[found.lost_by : found.lost_by + 2]
            assert (before.verdict, after.verdict) == ("won", "lost")
            assert before.line
    return confirmed, lost


@pytest.mark.parametrize("edition", EDITIONS)
def test_what_is_said_of_late_positions_is_so(edition: str) -> None:
    confirmed, lost = check(edition, 4, 400)
    assert confirmed >= 4
    # Where one pass is all there is, few deals can be won.
    assert lost or rules_for(edition).redeals == 0


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
    found = thought(Thinking(judge(rules, history)), 10_000)
    for entry, answer in list(zip(history, found.worth, strict=True))[::3]:
        alone = at_once(find(rules, entry.state))
        assert alone is not None
        best = None if alone.best is None else alone.best + (entry.score or 0)
        assert (answer.verdict, answer.best) == (alone.verdict, best)


def test_what_would_take_too_long_is_not_known() -> None:
    rules = rules_for("em")
    history = fair_game(rules, 3)
    found = thought(Thinking(judge(rules, history, share=0)), 10_000)
    assert None in {answer.verdict for answer in found.worth}
    assert found.lost_by is None or found.worth[found.lost_by].verdict == "won"
