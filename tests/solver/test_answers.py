"""Whole answers: proofs replayed from deals, shares of winnable deals, refusals in one line."""

import gc

import pytest

from retro_pyramid.cards import KING, MAX_DEAL, RANK, CardError, deal
from retro_pyramid.rules import Move, Rules, State, legal_moves, parse_move, play, rules_for, start
from retro_pyramid.solver.exact import SLICE, PositionError, Solver, check_position, solve_deal
from retro_pyramid.solver.search.shapes import both_open, opens, shapes
from tests.solver.asking import first_winnable
from tests.solver.brute import ALL_RULES, can_clear, name_of

EM = rules_for("em")
ODM = rules_for("odm")


def after(rules: Rules, state: State, moves: list[Move]) -> State:
    for move in moves:
        state = play(rules, state, move)
    return state


def test_shares_of_winnable_deals() -> None:
    """Of three-pass deals 60 to 70 % can be cleared; the lines prove it."""
    cleared = 0
    for number in range(1, 201):
        state = start(EM, deal(number))
        result = solve_deal(EM, state, "cleared")
        assert result.cleared is (not after(EM, state, result.moves).pyramid)
        cleared += bool(result.cleared)
    assert 0.6 <= cleared / 200 <= 0.7


# Found by plain A* over the positions, with no pair forbidden and no table but the classes' own costs.
@pytest.mark.parametrize(
    ("number", "steps"), [(2, 37), (3, 39), (6, 45), (8, 33), (13, 49), (24, 46), (26, 38)]
)
def test_least_steps_of_whole_deals(number: int, steps: int) -> None:
    state = start(EM, deal(number))
    result = solve_deal(EM, state, "cleared", shortest=True)
    assert (result.steps, len(result.moves)) == (steps, steps)
    assert not after(EM, state, result.moves).pyramid


def test_an_equal_card_may_be_kept_for_the_stock_to_save_its_draw() -> None:
    # At its 16th step a 2 lies on the waste and a King between it and the next 2: the first stays, the second goes.
    assert solve_deal(EM, start(EM, deal(38)), "cleared", shortest=True).steps == 34


# Answers of an independent full search. The em deals are lost, or hard to win, by the order of stock and waste alone.
@pytest.mark.parametrize(
    ("edition", "options", "number", "winnable"),
    [
        ("em", {}, 6, False),
        ("em", {}, 91, True),
        ("tilldawn", {"auto_match": "off"}, 5114, True),
        ("tilldawn", {"auto_match": "on"}, 107, False),
        ("windows", {"variation": "draw3"}, 53, False),
        ("windows", {"variation": "draw3"}, 5015, True),
        ("relaxed", {"passes": "2"}, 11, False),
        pytest.param("windows", {"variation": "draw3"}, 5072, False, marks=pytest.mark.slow),
        pytest.param("relaxed", {"passes": "2"}, 5163, False, marks=pytest.mark.slow),
    ],
)
def test_hard_deals_are_known(edition: str, options: dict[str, str], number: int, winnable: bool) -> None:
    rules = rules_for(edition, options)
    state = start(rules, deal(number))
    result = solve_deal(rules, state)
    assert result.winnable is winnable
    assert rules.won(after(rules, state, result.moves)) is winnable


@pytest.mark.parametrize("rules", ALL_RULES, ids=name_of)
def test_an_opening_and_an_end_are_positions_that_can_arise(rules: Rules) -> None:
    state = start(rules, deal(8))
    check_position(rules, state)
    while (moves := legal_moves(rules, state)) and state.pass_number < 4:
        state = play(rules, state, moves[0])
        check_position(rules, state)


def test_a_cleared_pyramid_is_already_the_goal() -> None:
    state = start(EM, deal(2))
    state = after(EM, state, solve_deal(EM, state, "cleared").moves)
    result = solve_deal(EM, state, "cleared", shortest=True)
    assert (result.cleared, result.steps, result.moves) == (True, 0, [])


def test_the_first_winnable_number_wraps_round() -> None:
    clears = [can_clear(ODM, start(ODM, deal(number)), {}) for number in (MAX_DEAL - 1, MAX_DEAL, 0)]
    assert clears == [False, False, True]
    assert first_winnable(ODM, "won", MAX_DEAL - 1) == 0
    with pytest.raises(CardError):
        first_winnable(EM, "cleared", MAX_DEAL + 1)


def test_positions_that_cannot_arise_are_refused_in_one_line() -> None:
    state = start(EM, deal(1))
    at = next(at for at, card in enumerate(state.stock) if RANK[card] != KING)
    wrong = {
        "the card at 11 is gone, but a card covers it": state._replace(pyramid=state.pyramid ^ 1),
        "cards are left: expected as many": state._replace(stock=state.stock[:at] + state.stock[at + 1 :]),
        "pass 4: expected 1 to 3": state._replace(pass_number=4),
        "cleared in pass 1, but 28 pyramid cards are left": state._replace(cleared_pass=1),
        "doubled": state._replace(stock=(state.stock[0], *state.stock)),
        "was dealt 27 cards": state._replace(layout=state.layout[1:]),
        "expected a mask of 28 bits": state._replace(pyramid=1 << 28),
    }
    for words, position in wrong.items():
        with pytest.raises(ValueError, match=words) as error:
            solve_deal(EM, position)
        assert "\n" not in str(error.value)
    opening = start(ODM, deal(61))
    built = play(ODM, opening, parse_move("75"))
    for words, position in {
        "the streak is 0: expected 1": built._replace(streak=0),
        "lacks cards": opening._replace(stock=opening.waste + opening.stock, waste=()),
        "missing": built._replace(waste=built.waste[:1], streak=0),
        "cannot have been built": built._replace(waste=built.waste[::-1]),
    }.items():
        with pytest.raises(ValueError, match=words):
            check_position(ODM, position)


def test_questions_without_meaning_are_refused() -> None:
    state = start(EM, deal(2))
    with pytest.raises(PositionError, match="unknown goal"):
        solve_deal(EM, state, "lost")
    for rules, goal in ((EM, "won"), (rules_for("windows"), "cleared"), (rules_for("tilldawn"), "cleared")):
        with pytest.raises(PositionError, match="least steps: expected three passes"):
            solve_deal(rules, start(rules, deal(2)), goal, shortest=True)


TABLES = (opens, shapes, both_open)


def made() -> int:
    return sum(table.cache_info().currsize for table in TABLES)


def slices_to_the_end(number: int) -> int:
    """Solve a deal slice by slice; no slice may make two tables. Return how many slices it took."""
    solver = Solver(EM, start(EM, deal(number)), "cleared")
    slices = 0
    verdict = None
    while verdict is None:
        before = made()
        verdict = solver.step(SLICE)
        assert made() <= before + 1
        slices += 1
    return slices


def test_the_first_deal_of_a_process_makes_each_table_in_a_slice_of_its_own() -> None:
    for table in TABLES:
        table.cache_clear()
    first = slices_to_the_end(15)
    assert made() == len(TABLES)
    assert slices_to_the_end(15) <= first <= slices_to_the_end(15) + len(TABLES)


def test_the_garbage_collector_is_left_as_it_was() -> None:
    state = start(EM, deal(2))
    assert gc.isenabled()
    solve_deal(EM, state, "cleared")
    with pytest.raises(PositionError):
        solve_deal(EM, state, "lost")
    assert gc.isenabled()
    gc.disable()
    try:
        solve_deal(EM, state, "cleared")
        assert not gc.isenabled()
    finally:
        gc.enable()


@pytest.mark.parametrize("positions", [4_000, 1_200_000])
def test_a_search_leaves_the_garbage_collector_nothing_to_do(positions: int) -> None:
    """Left half-way or done: a frame would have to wait while all that the sweep held is looked through."""
    rules = rules_for("relaxed", {"passes": "2"})
    gc.collect()
    gc.disable()
    try:
        solver = Solver(rules, start(rules, deal(11)))
        while solver.step(SLICE) is None and positions > 0:
            positions -= SLICE
        del solver
        assert gc.collect() == 0
    finally:
        gc.enable()
