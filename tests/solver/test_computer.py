import random
from collections.abc import Iterator
from itertools import islice

import pytest

from retro_pyramid.cards import deal
from retro_pyramid.rules import DRAW, Move, Rules, State, count_cards_left, rules_for
from retro_pyramid.rules.game import apply_move, initial_state, legal_moves, score_after_move, status
from retro_pyramid.solver.computer_player import BeamSearch, ComputerPlayer
from retro_pyramid.solver.heuristic import find_best_move
from retro_pyramid.solver.incremental_task import IncrementalTask, Work
from retro_pyramid.solver.observation import observe
from tests.bench_computer import greedy_player, measure
from tests.programs import PROGRAMS
from tests.solver.asking import at_once
from tests.solver.test_fair import alone, otherwise_hidden, random_states

EM = rules_for("em")
PAR = (50, 35, 20)


def answer(computer: ComputerPlayer, rules: Rules, state: State, budget: int = 10_000) -> Move | None:
    thinking = computer(rules, [alone(state)])
    while not thinking.run_slice(budget):
        pass
    return thinking.result


def game(computer: ComputerPlayer, rules: Rules, state: State) -> Iterator[tuple[State, Move]]:
    """The positions of a game and what the computer plays in each, to the end of the game."""
    while (move := answer(computer, rules, state)) is not None:
        yield state, move
        state = apply_move(rules, state, move)
    assert status(rules, state) != "playing"


def small(chance: random.Random, cards_in_pack: int) -> State:
    """A position near the end: a few pyramid cards and a few of the pack, with as many partners as can be."""
    state = initial_state(EM, deal(chance.randrange(2**32)))
    while count_cards_left(state) > 12 + cards_in_pack and legal_moves(EM, state):
        moves = legal_moves(EM, state)
        state = apply_move(EM, state, chance.choice(moves))
    keep = cards_in_pack
    return state._replace(stock=(state.waste + state.stock)[:keep], waste=(), pass_number=2)


def best_score(rules: Rules, state: State) -> int:
    """The best par score by the plain definition: every line of play is walked, equal positions once."""
    best, seen, waiting = -52, {state}, [state]
    while waiting:
        at = waiting.pop()
        best = max(best, score_after_move(rules, 0, at, DRAW, at) or 0)
        for move in legal_moves(rules, at):
            after = apply_move(rules, at, move)
            if after not in seen:
                seen.add(after)
                waiting.append(after)
    return best


def searched(state: State, width: int) -> BeamSearch:
    beam = BeamSearch(state, PAR, width)
    for _ in beam.run():
        pass
    return beam


def test_a_wide_search_finds_the_best_score_there_is_and_no_width_promises_more() -> None:
    chance = random.Random(5)
    scores = []
    for _ in range(12):
        state = small(chance, 6)
        scores.append(best_score(EM, state))
        assert searched(state, 100_000).best_score == scores[-1]
        assert searched(state, 2).best_score <= scores[-1]
    assert len(set(scores)) > 5


def test_with_the_stock_known_the_computer_scores_what_it_planned() -> None:
    for number in (1, 3):
        state = initial_state(EM, deal(number))._replace(pass_number=2)
        planned = searched(state, 300).best_score
        moves = list(game(ComputerPlayer(), EM, state))
        before, move = moves[-1]
        assert (score_after_move(EM, 0, before, move, apply_move(EM, before, move)) or 0) >= planned


def test_neither_unseen_cards_nor_the_size_of_a_step_change_an_answer() -> None:
    chance = random.Random(2)
    moved = 0
    for state, move in islice(game(ComputerPlayer(), EM, initial_state(EM, deal(61))), 18):
        other = otherwise_hidden(EM, state, chance)
        moved += other != state
        assert answer(ComputerPlayer(), EM, other, 1) == move
    assert moved > 10


def test_one_computer_may_play_two_games_at_once() -> None:
    one, two = (initial_state(EM, deal(number))._replace(pass_number=2) for number in (1, 2))
    shared = ComputerPlayer()
    for state, _ in islice(game(ComputerPlayer(), EM, one), 4):
        assert answer(shared, EM, state) is not None
        assert answer(shared, EM, two) == answer(ComputerPlayer(), EM, two)


def test_a_piece_of_work_is_small_and_their_number_limited() -> None:
    pieces = list(BeamSearch(initial_state(EM, deal(3))._replace(pass_number=2), PAR, 300).run())
    assert max(pieces) < 4000
    assert sum(pieces) < 40_000
    counts = []
    for state in list(random_states(EM, 1))[:4]:
        thinking, steps = ComputerPlayer()(EM, [alone(state)]), 0
        while not thinking.run_slice(1):
            steps += 1
        counts.append(steps)
    assert 100 < max(counts) < 3000


def test_a_step_spends_its_budget_and_no_more_than_one_piece_over() -> None:
    def thought() -> Work[Move]:
        for _ in range(6):
            spent.append(3)
            yield 3
        return DRAW

    spent: list[int] = []
    thinking = IncrementalTask(thought())
    assert not thinking.run_slice(7)
    assert len(spent) == 3
    assert thinking.result is None
    assert thinking.run_slice(100)
    assert thinking.result == DRAW
    assert thinking.run_slice(1)


def test_a_king_goes_at_once() -> None:
    kings = 0
    for state in random_states(EM, 6):
        alone = [
            move
            for move in legal_moves(EM, state)
            if len(move.slots) + move.stock_count + move.waste_count == 1
        ]
        if alone:
            assert answer(ComputerPlayer(), EM, state) in alone
            kings += 1
    assert kings > 6


@pytest.mark.parametrize("edition", [edition for edition in PROGRAMS if edition != EM.edition])
def test_under_rules_it_cannot_plan_for_it_plays_the_fair_choice(edition: str) -> None:
    rules = rules_for(edition)
    for state, move in game(ComputerPlayer(), rules, initial_state(rules, deal(61))):
        assert move == at_once(find_best_move(rules, observe(rules, state)))


def test_it_beats_greedy_play_on_a_few_deals() -> None:
    computer = ComputerPlayer()
    strong = measure("computer", lambda rules, state: answer(computer, rules, state), 3)
    greedy = measure("greedy", greedy_player, 3)
    assert strong.mean > greedy.mean + 5
