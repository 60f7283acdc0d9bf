"""The solver against brute force over the rules: equal on late positions of every edition and option."""

import random
from collections.abc import Iterator
from itertools import islice

import pytest

from retro_pyramid.cards import CARD_RANKS, KING
from retro_pyramid.rules import Rules, State, apply_move, score_after_move, status
from retro_pyramid.rules.state import are_all_cards_removed
from retro_pyramid.solver.exact import Solver, solve_position, supports_shortest
from retro_pyramid.solver.search import winning
from retro_pyramid.solver.search.build_search import BestScoreSearch
from retro_pyramid.solver.search.packs import compute_frontier
from tests.solver.asking import after
from tests.solver.brute import (
    ODM_RULES,
    PAIR_RULES,
    best_gain,
    can_clear,
    late_odm,
    late_pairs,
    name_of,
    truth,
)


def check_pairs(rules: Rules, state: State) -> tuple[bool, bool] | None:
    """Compare all answers about one position; the true ones, or None if brute force takes too long."""
    true = truth(rules, state)
    if true is None:
        return None
    won = solve_position(rules, state, "won")
    assert won.winnable is true.winnable, state
    assert rules.is_won(after(rules, state, won.moves)) if true.winnable else won.moves == [], state
    for shortest in (False, True) if supports_shortest(rules) else (False,):
        cleared = solve_position(rules, state, "cleared", shortest=shortest)
        assert cleared.cleared is true.cleared, state
        assert (not after(rules, state, cleared.moves).pyramid) is true.cleared, state
        if shortest:
            assert (cleared.steps, len(cleared.moves)) == (true.steps, true.steps or 0), state
    return true.winnable, true.cleared


def side_by_side(state: State, number: int) -> State:
    """The same position with equal cards of stock and waste side by side, but for one place."""
    chance = random.Random(number)
    ranks = chance.sample(range(KING + 1), KING + 1)
    cards = sorted(state.waste + state.stock, key=lambda card: ranks[CARD_RANKS[card]])
    one = cards.pop(chance.randrange(len(cards)))
    cards.insert(chance.randrange(len(cards) + 1), one)
    drawn = len(state.waste)
    return state._replace(waste=tuple(cards[:drawn]), stock=tuple(cards[drawn:]))


def compare(
    rules: Rules, seed: int, count: int, pyramid_cards: int, stock_cards: int, alike: bool = False
) -> None:
    states = list(islice(late_pairs(rules, seed, pyramid_cards, stock_cards), count))
    if alike:
        states = [side_by_side(state, number) for number, state in enumerate(states)]
    seen = [check_pairs(rules, state) for state in states]
    answers = [answer for answer in seen if answer]
    # Positions that are all won, all lost or too large for brute force would prove nothing.
    assert len(answers) > 0.8 * count
    for goal in (0, 1):
        assert 0.02 * count < sum(answer[goal] for answer in answers) < 0.98 * count


@pytest.mark.parametrize("rules", PAIR_RULES, ids=name_of)
@pytest.mark.parametrize(
    ("seed", "pyramid_cards", "stock_cards", "count"),
    [
        (21, 7, 8, 40),
        pytest.param(2, 6, 6, 400, marks=pytest.mark.slow),
        pytest.param(3, 9, 9, 400, marks=pytest.mark.slow),
        pytest.param(4, 12, 8, 400, marks=pytest.mark.slow),
    ],
)
def test_pair_games_equal_brute_force(
    rules: Rules, seed: int, pyramid_cards: int, stock_cards: int, count: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    for alike in (False, True):
        compare(rules, seed, count, pyramid_cards, stock_cards, alike)
    monkeypatch.setattr(winning, "LAYERED_SEARCH_AFTER_NODES", 0)
    for alike in (False, True) if rules.max_redeals is not None else ():
        compare(rules, seed + 10, count, pyramid_cards, stock_cards, alike)


def check_odm(rules: Rules, state: State) -> bool:
    search = BestScoreSearch(rules, state)
    assert search.run_slice(0) is None or not state.pyramid
    verdict = search.run_slice(4000)
    assert search.best_gain == best_gain(rules, state, {}), state
    total, position = 0, state
    for move in search.get_solution():
        following = apply_move(rules, position, move)
        total = score_after_move(rules, total, position, move, following) or 0
        position = following
    assert total == search.best_gain
    assert status(rules, position) != "playing"
    clears = can_clear(rules, state, {})
    assert (verdict == "won") is clears, state
    assert solve_position(rules, state).cleared is clears, state
    return clears


@pytest.mark.parametrize(
    ("numbers", "draws"), [(range(12), 4), pytest.param(range(100, 600), 11, marks=pytest.mark.slow)]
)
@pytest.mark.parametrize("rules", ODM_RULES, ids=name_of)
def test_odm_equals_brute_force(rules: Rules, numbers: range, draws: int) -> None:
    cleared = [check_odm(rules, late_odm(rules, number, number % draws)) for number in numbers]
    cleared += [check_odm(rules, few_left(rules, number)) for number in numbers]
    assert set(cleared) == {True, False}


def few_left(rules: Rules, number: int) -> State:
    """A position of the best line of a deal, some moves before its end."""
    state = late_odm(rules, number, 23)
    search = BestScoreSearch(rules, state)
    search.run_slice(4000)
    line = search.get_solution()
    return after(rules, state, line[: len(line) - 2 - number % 6])


def test_the_stepper_says_unknown_until_it_knows() -> None:
    rules = PAIR_RULES[-1]
    state = next(late_pairs(rules, 5, 12, 12))
    solver = Solver(rules, state, "cleared")
    first = solver.run_slice(0)
    while (verdict := solver.run_slice(1)) is None:
        assert solver.get_solution() == []
    assert first in (None, "lost")
    assert verdict == ("won" if solve_position(rules, state, "cleared").cleared else "lost")


def no_pyramid(rules: Rules, number: int) -> Iterator[State]:
    """Without end: stock and waste of a few classes whose ranks are left equally often; the pyramid is gone."""
    chance = random.Random(number)
    while True:
        low = chance.sample(range(1, 7), chance.randrange(1, 4))
        cards = [card for card in range(52) if CARD_RANKS[card] == 13 and chance.random() < 0.3]
        for rank in low:
            count = chance.randrange(1, 4)
            for ranked in (rank, 13 - rank):
                cards += chance.sample([card for card in range(52) if CARD_RANKS[card] == ranked], count)
        chance.shuffle(cards)
        drawn = chance.randrange(len(cards) + 1)
        # Any other cards are gone from the pyramid.
        gone = tuple(card for card in range(52) if card not in cards)[:28]
        pass_number = chance.randrange(1, (rules.max_redeals or 0) + 2)
        yield State(gone, 0, tuple(cards[drawn:]), tuple(cards[:drawn]), 0, pass_number, 1)


@pytest.mark.parametrize(
    "rules", [rules for rules in PAIR_RULES if rules.is_won is are_all_cards_removed], ids=name_of
)
def test_without_a_pyramid_to_take_what_can_go_is_best(rules: Rules) -> None:
    won = 0
    for state in islice(no_pyramid(rules, 3), 120):
        true = truth(rules, state)
        assert true is not None
        result = solve_position(rules, state, "won")
        assert result.winnable is true.winnable, state
        assert rules.is_won(after(rules, state, result.moves)) is true.winnable
        won += true.winnable
    assert 12 < won < 108


def crossless(ranks: tuple[int, ...], low: int) -> set[tuple[int, int]]:
    """All numbers of pairs, with rank `low` and of the other class, that do not cross each other."""
    if not ranks:
        return {(0, 0)}
    found = crossless(ranks[1:], low)
    first = ranks[0] in (low, 13 - low)
    for at, rank in enumerate(ranks):
        if rank + ranks[0] == 13:
            found |= {
                (one[0] + other[0] + first, one[1] + other[1] + (not first))
                for one in crossless(ranks[1:at], low)
                for other in crossless(ranks[at + 1 :], low)
            }
    return found


def test_the_frontier_is_the_most_that_goes_together() -> None:
    chance = random.Random(8)
    seen = set()
    for _ in range(60):
        order = [chance.choice((1, 12, 3, 10, 7)) for _ in range(10)]
        cards = sum(1 << card for card, rank in enumerate(order) if rank != 7)
        every = crossless(tuple(rank for rank in order if rank != 7), 3)
        most = max(one for one, _ in every)
        best = tuple(max(other for one, other in every if one >= least) for least in range(most + 1))
        assert compute_frontier(cards, order, 3) == best
        seen.add(best)
    assert len(seen) > 8
