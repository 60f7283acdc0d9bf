"""Whole answers: proofs replayed from deals, shares of winnable deals, refusals in one line."""

import gc

import pytest

from retro_pyramid.cards import CARD_RANKS, KING, MAX_DEAL_NUMBER, CardError, deal
from retro_pyramid.rules import EDITION_OPTIONS, apply_move, initial_state, parse_move, rules_for
from retro_pyramid.solver.exact import SLICE_NODES, PositionError, Solver, solve_position
from retro_pyramid.solver.search.shapes import (
    get_exposed_slots_by_mask,
    get_shape_table,
    get_transitions_by_slot_pair,
)
from tests.solver.asking import after, first_winnable
from tests.solver.brute import can_clear

EM = rules_for("em")
ODM = rules_for("odm")


# Found by plain A* over the positions, with no pair forbidden and no table but the classes' own costs.
# At the 16th step of deal 38 a 2 lies on the waste and a King between it and the next 2: the first stays.
@pytest.mark.parametrize(("number", "steps"), [(2, 37), (6, 45), (13, 49), (24, 46), (26, 38), (38, 34)])
def test_least_steps_of_whole_deals(number: int, steps: int) -> None:
    state = initial_state(EM, deal(number))
    result = solve_position(EM, state, "cleared", shortest=True)
    assert (result.steps, len(result.moves)) == (steps, steps)
    # An empty pyramid does not tell whether all cards can go.
    assert (result.cleared, result.winnable) == (True, None)
    state = after(EM, state, result.moves)
    assert not state.pyramid
    result = solve_position(EM, state, "cleared", shortest=True)
    assert (result.cleared, result.steps, result.moves) == (True, 0, [])


# Answers of an independent full search. The em deals are lost, or hard to win, by the order of stock and waste alone.
@pytest.mark.parametrize(
    ("edition", "value", "number", "winnable"),
    [
        ("em", "", 6, False),
        ("em", "", 91, True),
        ("tilldawn", "off", 5114, True),
        ("tilldawn", "on", 107, False),
        ("windows", "draw3", 53, False),
        ("windows", "draw3", 5015, True),
        ("relaxed", "2", 11, False),
        pytest.param("windows", "draw3", 5072, False, marks=pytest.mark.slow),
        pytest.param("relaxed", "2", 5163, False, marks=pytest.mark.slow),
    ],
)
def test_hard_deals_are_known(edition: str, value: str, number: int, winnable: bool) -> None:
    rules = rules_for(edition, dict.fromkeys(EDITION_OPTIONS[edition], value))
    state = initial_state(rules, deal(number))
    result = solve_position(rules, state)
    assert result.winnable is winnable
    assert rules.is_won(after(rules, state, result.moves)) is winnable


def test_the_first_winnable_number_wraps_round() -> None:
    clears = [
        can_clear(ODM, initial_state(ODM, deal(number)), {})
        for number in (MAX_DEAL_NUMBER - 1, MAX_DEAL_NUMBER, 0)
    ]
    assert clears == [False, False, True]
    assert first_winnable(ODM, MAX_DEAL_NUMBER - 1) == 0
    with pytest.raises(CardError):
        first_winnable(EM, MAX_DEAL_NUMBER + 1)


def test_positions_that_cannot_arise_are_refused_in_one_line() -> None:
    state, opening = initial_state(EM, deal(1)), initial_state(ODM, deal(61))
    built = apply_move(ODM, opening, parse_move("75"))
    at = next(at for at, card in enumerate(state.stock) if CARD_RANKS[card] != KING)
    wrong = {
        "the card at 11 is gone, but a card covers it": state._replace(pyramid=state.pyramid ^ 1),
        "cards are left: expected as many": state._replace(stock=state.stock[:at] + state.stock[at + 1 :]),
        "pass 4: expected 1 to 3": state._replace(pass_number=4),
        "cleared in pass 1, but 28 pyramid cards are left": state._replace(cleared_pass=1),
        "doubled": state._replace(stock=(state.stock[0], *state.stock)),
        "was dealt 27 cards": state._replace(pyramid_cards=state.pyramid_cards[1:]),
        "expected a mask of 28 bits": state._replace(pyramid=1 << 28),
    }
    unbuilt = {
        "the streak is 0: expected 1": built._replace(streak=0),
        "lacks cards": opening._replace(stock=opening.waste + opening.stock, waste=()),
        "missing": built._replace(waste=built.waste[:1], streak=0),
        "cannot have been built": built._replace(waste=built.waste[::-1]),
    }
    for rules, positions in ((EM, wrong), (ODM, unbuilt)):
        for words, position in positions.items():
            with pytest.raises(ValueError, match=words) as error:
                solve_position(rules, position)
            assert "\n" not in str(error.value)


def test_questions_without_meaning_are_refused() -> None:
    state, least = initial_state(EM, deal(2)), "least steps: expected three passes"
    with pytest.raises(PositionError, match="unknown goal"):
        solve_position(EM, state, "lost")
    for rules, goal in ((EM, "won"), (rules_for("windows"), "cleared"), (rules_for("tilldawn"), "cleared")):
        with pytest.raises(PositionError, match=least):
            solve_position(rules, initial_state(rules, deal(2)), goal, shortest=True)


TABLES = (get_exposed_slots_by_mask, get_shape_table, get_transitions_by_slot_pair)


def test_the_first_deal_of_a_process_makes_each_table_in_a_slice_of_its_own() -> None:
    def made() -> int:
        return sum(table.cache_info().currsize for table in TABLES)

    for table in TABLES:
        table.cache_clear()
    solver, verdict = Solver(EM, initial_state(EM, deal(15)), "cleared"), None
    while verdict is None:
        before = made()
        verdict = solver.run_slice(SLICE_NODES)
        assert made() <= before + 1
    assert made() == len(TABLES)


@pytest.mark.parametrize("slices", [5, 100])
def test_a_search_leaves_the_garbage_collector_nothing_to_do_and_as_it_was(slices: int) -> None:
    """Left half-way or done: a frame would have to wait while all that the sweep held is looked through."""
    rules = rules_for("tilldawn")
    solve_position(rules, initial_state(rules, deal(2)))
    assert gc.isenabled()
    gc.collect()
    gc.disable()
    try:
        solver = Solver(rules, initial_state(rules, deal(107)))
        assert any(solver.run_slice(SLICE_NODES) for _ in range(slices)) is (slices > 50)
        del solver
        assert gc.collect() == 0
        assert not gc.isenabled()
    finally:
        gc.enable()
