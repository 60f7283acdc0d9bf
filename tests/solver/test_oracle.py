"""The oracle: one way to ask the exact solver, for hints, for the lamp, for play to the end, in slices."""

import pytest

from retro_pyramid.cards import deal
from retro_pyramid.rules import Move, Rules, judged, rules_for, start
from retro_pyramid.session import AutoPlay, Session
from retro_pyramid.solver.difficulty import Seeking
from retro_pyramid.solver.exact import SLICE, solve_deal
from retro_pyramid.solver.incremental_task import Thinking
from retro_pyramid.solver.perfect_engine import Answer, Oracle, find, weigh
from tests.solver.asking import after, first_winnable, thought, worth
from tests.solver.brute import ALL_RULES, name_of

EM = rules_for("em")
WON, LOST = 2, 1
"""Deals of em: one that can be won, one that cannot."""


def answer(oracle: Oracle, session: Session) -> Answer:
    return thought(oracle.ask(session.rules, session.history))


def game(rules: Rules, number: int) -> Session:
    return Session(rules, deal(number), number)


@pytest.mark.parametrize("rules", ALL_RULES, ids=name_of)
def test_the_deal_found_can_be_won_and_who_follows_the_oracle_wins_it(rules: Rules) -> None:
    seeking = Seeking(judged(rules), 200)
    while not seeking.step(1):
        pass
    assert seeking.number == first_winnable(judged(rules), 200), "the size of a slice does not matter"
    assert seeking.tried == seeking.number - 199
    session = game(rules, seeking.number)
    if rules.auto_match:
        session.auto_match = False
    auto = AutoPlay(session, Oracle())
    while not auto.step(SLICE):
        pass
    # In a building game the best is the score, which is more than a cleared pyramid need bring.
    best = worth(judged(rules), start(rules, deal(seeking.number))).best
    assert session.score == best if rules.matching.builds else session.status == "won"


def test_a_hint_is_the_next_move_of_a_line_that_wins() -> None:
    session = game(EM, WON)
    thinking: Thinking[Move] = session.hint(Oracle())
    while not thinking.step(1):
        assert thinking.answer is None
    assert str(thinking.answer) == "71"
    assert session.assisted


def test_every_position_of_a_line_and_what_undo_brings_back_is_known_without_thinking() -> None:
    oracle, session = Oracle(), game(EM, WON)
    line = answer(oracle, session).line
    for at, move in enumerate(line):
        assert oracle.known(session.state) == Answer("won", line[at:])
        session.play(move)
        assert oracle.ask(EM, session.history).step(1)
    assert session.status == "won"
    session = game(EM, LOST)
    assert answer(oracle, session).verdict == "lost"
    session.play(session.legal_moves()[0])
    assert oracle.ask(EM, session.history).step(1)
    assert (oracle.known(session.state) or Answer(None)).verdict == "lost"
    session.undo()
    assert oracle.ask(EM, session.history).step(1)


def test_a_move_away_from_the_line_is_thought_about_anew() -> None:
    # In each position the verdict is that of a search which knows nothing of the game before.
    verdicts = set()
    for number in (2, LOST):
        oracle, session = Oracle(), game(EM, number)
        for _ in range(7):
            found = answer(oracle, session)
            fresh = thought(Thinking(find(EM, session.state)))
            assert found.verdict == fresh.verdict
            verdicts.add(found.verdict)
            session.play(session.legal_moves()[0])
    assert verdicts == {"won", "lost"}


def test_two_who_ask_about_one_position_share_the_thinking() -> None:
    oracle, session = Oracle(), game(rules_for("windows"), 3)
    lamp = oracle.ask(session.rules, session.history)
    assert not lamp.step(SLICE)
    hint = oracle(session.rules, session.history)
    while not hint.step(SLICE):
        pass
    assert lamp.step(1)
    assert oracle.known(session.state) is not None


def test_where_it_is_lost_the_pyramid_still_counts_and_then_a_fair_move() -> None:
    session = game(EM, 6)
    assert worth(EM, session.state).verdict == "only clearable"
    auto = AutoPlay(session, Oracle())
    while not auto.step(SLICE):
        pass
    assert (session.state.cleared_pass is not None, session.status) == (True, "stuck")


def test_till_dawn_is_judged_with_the_box_cleared() -> None:
    """Auto-Match may be cleared at any time; the line then draws where the box would take a pair."""
    rules, off = rules_for("tilldawn"), rules_for("tilldawn", {"auto_match": "off"})
    for number in range(1, 5):
        session = game(rules, number)
        expected = solve_deal(off, session.state).winnable
        assert (answer(Oracle(), session).verdict == "won") is expected


def test_another_game_of_other_rules_has_answers_of_its_own() -> None:
    oracle = Oracle()
    one, three = (rules_for("windows", {"variation": value}) for value in ("draw1", "draw3"))
    number = first_winnable(three)
    verdicts = [answer(oracle, game(rules, number)).verdict for rules in (one, three, one)]
    assert verdicts == ["lost", "won", "lost"]


def test_asking_stops_at_the_limit_and_says_that_it_is_not_known() -> None:
    session = game(rules_for("windows"), 3)
    assert thought(Thinking(find(session.rules, session.state, most=SLICE))) == Answer(None)


@pytest.mark.parametrize("rules", ALL_RULES, ids=name_of)
def test_the_worth_in_slices_is_the_worth_at_once_and_its_line_proves_it(rules: Rules) -> None:
    rules = judged(rules)
    for number in (20, 21):
        opening = start(rules, deal(number))
        found = thought(Thinking(weigh(rules, opening)))
        assert found == worth(rules, opening)
        state = after(rules, opening, found.moves)
        if found.verdict == "winnable" and found.best is None:
            assert rules.won(state)
        elif found.verdict == "only clearable":
            assert not state.pyramid
