"""The oracle: one way to ask the exact solver, for hints, for the lamp, for play to the end, in slices."""

import pytest

from retro_pyramid.cards import deal
from retro_pyramid.rules import Move, Rules, initial_state, rules_for, solver_rules
from retro_pyramid.session import AutoPlay, Session
from retro_pyramid.solver.difficulty import DealSearch
from retro_pyramid.solver.exact import SLICE_NODES, solve_position
from retro_pyramid.solver.incremental_task import IncrementalTask
from retro_pyramid.solver.perfect_engine import PerfectEngine, SearchResult, evaluate_deal, search_position
from tests.solver.asking import after, first_winnable, thought, worth
from tests.solver.brute import ALL_RULES, name_of

EM = rules_for("em")
WON, LOST = 2, 1
"""Deals of em: one that can be won, one that cannot."""


def answer(oracle: PerfectEngine, session: Session) -> SearchResult:
    return thought(oracle.get_search_task(session.rules, session.history))


def game(rules: Rules, number: int) -> Session:
    return Session(rules, deal(number), number)


@pytest.mark.parametrize("rules", ALL_RULES, ids=name_of)
def test_the_deal_found_can_be_won_and_who_follows_the_oracle_wins_it(rules: Rules) -> None:
    seeking = DealSearch(solver_rules(rules), 200)
    while not seeking.run_slice(1):
        pass
    assert seeking.deal_number == first_winnable(solver_rules(rules), 200), (
        "the size of a slice does not matter"
    )
    assert seeking.tried_count == seeking.deal_number - 199
    session = game(rules, seeking.deal_number)
    if rules.auto_match:
        session.auto_match = False
    auto = AutoPlay(session, PerfectEngine())
    while not auto.step(SLICE_NODES):
        pass
    # In a building game the best is the score, which is more than a cleared pyramid need bring.
    best = worth(solver_rules(rules), initial_state(rules, deal(seeking.deal_number))).best_score
    assert session.score == best if rules.match_rule.builds_on_waste else session.status == "won"


def test_a_hint_is_the_next_move_of_a_line_that_wins() -> None:
    session = game(EM, WON)
    thinking: IncrementalTask[Move] = session.request_hint(PerfectEngine())
    while not thinking.run_slice(1):
        assert thinking.result is None
    assert str(thinking.result) == "71"
    assert session.is_assisted


def test_every_position_of_a_line_and_what_undo_brings_back_is_known_without_thinking() -> None:
    oracle, session = PerfectEngine(), game(EM, WON)
    line = answer(oracle, session).moves
    for at, move in enumerate(line):
        assert oracle.get_cached_result(session.state) == SearchResult("won", line[at:])
        session.play_move(move)
        assert oracle.get_search_task(EM, session.history).run_slice(1)
    assert session.status == "won"
    session = game(EM, LOST)
    assert answer(oracle, session).result == "lost"
    session.play_move(session.legal_moves()[0])
    assert oracle.get_search_task(EM, session.history).run_slice(1)
    assert (oracle.get_cached_result(session.state) or SearchResult(None)).result == "lost"
    session.undo()
    assert oracle.get_search_task(EM, session.history).run_slice(1)


def test_a_move_away_from_the_line_is_thought_about_anew() -> None:
    # In each position the verdict is that of a search which knows nothing of the game before.
    verdicts = set()
    for number in (2, LOST):
        oracle, session = PerfectEngine(), game(EM, number)
        for _ in range(7):
            found = answer(oracle, session)
            fresh = thought(IncrementalTask(search_position(EM, session.state)))
            assert found.result == fresh.result
            verdicts.add(found.result)
            session.play_move(session.legal_moves()[0])
    assert verdicts == {"won", "lost"}


def test_two_who_ask_about_one_position_share_the_thinking() -> None:
    oracle, session = PerfectEngine(), game(rules_for("windows"), 3)
    lamp = oracle.get_search_task(session.rules, session.history)
    assert not lamp.run_slice(SLICE_NODES)
    hint = oracle(session.rules, session.history)
    while not hint.run_slice(SLICE_NODES):
        pass
    assert lamp.run_slice(1)
    assert oracle.get_cached_result(session.state) is not None


def test_where_it_is_lost_the_pyramid_still_counts_and_then_a_fair_move() -> None:
    session = game(EM, 6)
    assert worth(EM, session.state).winnability == "only clearable"
    auto = AutoPlay(session, PerfectEngine())
    while not auto.step(SLICE_NODES):
        pass
    assert (session.state.cleared_pass is not None, session.status) == (True, "stuck")


def test_till_dawn_is_judged_with_the_box_cleared() -> None:
    """Auto-Match may be cleared at any time; the line then draws where the box would take a pair."""
    rules, off = rules_for("tilldawn"), rules_for("tilldawn", {"auto_match": "off"})
    for number in range(1, 5):
        session = game(rules, number)
        expected = solve_position(off, session.state).winnable
        assert (answer(PerfectEngine(), session).result == "won") is expected


def test_another_game_of_other_rules_has_answers_of_its_own() -> None:
    oracle = PerfectEngine()
    one, three = (rules_for("windows", {"variation": value}) for value in ("draw1", "draw3"))
    number = first_winnable(three)
    verdicts = [answer(oracle, game(rules, number)).result for rules in (one, three, one)]
    assert verdicts == ["lost", "won", "lost"]


def test_asking_stops_at_the_limit_and_says_that_it_is_not_known() -> None:
    session = game(rules_for("windows"), 3)
    assert thought(
        IncrementalTask(search_position(session.rules, session.state, max_nodes=SLICE_NODES))
    ) == SearchResult(None)


@pytest.mark.parametrize("rules", ALL_RULES, ids=name_of)
def test_the_worth_in_slices_is_the_worth_at_once_and_its_line_proves_it(rules: Rules) -> None:
    rules = solver_rules(rules)
    for number in (20, 21):
        opening = initial_state(rules, deal(number))
        found = thought(IncrementalTask(evaluate_deal(rules, opening)))
        assert found == worth(rules, opening)
        state = after(rules, opening, found.moves)
        if found.winnability == "winnable" and found.best_score is None:
            assert rules.is_won(state)
        elif found.winnability == "only clearable":
            assert not state.pyramid
