import random
from collections.abc import Iterator
from itertools import islice

import pytest

from retro_pyramid.cards import deal
from retro_pyramid.rules import DRAW, Move, Rules, State, cards_left, rules_for
from retro_pyramid.rules.game import legal_moves, play, score_after, start, status
from retro_pyramid.solver.computer_player import Beam, Computer
from retro_pyramid.solver.heuristic import choose
from retro_pyramid.solver.incremental_task import Thinking, Thought
from retro_pyramid.solver.observation import view_of
from tests.bench_computer import greedy_player, measure
from tests.programs import PROGRAMS
from tests.solver.asking import at_once
from tests.solver.test_fair import alone, otherwise_hidden, random_states

EM = rules_for("em")
PAR = (50, 35, 20)


def answer(computer: Computer, rules: Rules, state: State, budget: int = 10_000) -> Move | None:
    thinking = computer(rules, [alone(state)])
    while not thinking.step(budget):
        pass
    return thinking.answer


def game(computer: Computer, rules: Rules, state: State) -> Iterator[tuple[State, Move]]:
    """The positions of a game and what the computer plays in each, to the end of the game."""
    while (move := answer(computer, rules, state)) is not None:
        yield state, move
        state = play(rules, state, move)
    assert status(rules, state) != "playing"


def small(chance: random.Random, cards_in_pack: int) -> State:
    """A position near the end: a few pyramid cards and a few of the pack, with as many partners as can be."""
    state = start(EM, deal(chance.randrange(2**32)))
    while cards_left(state) > 12 + cards_in_pack and legal_moves(EM, state):
        moves = legal_moves(EM, state)
        state = play(EM, state, chance.choice(moves))
    keep = cards_in_pack
    return state._replace(stock=(state.waste + state.stock)[:keep], waste=(), pass_number=2)


def best_score(rules: Rules, state: State) -> int:
    """The best par score by the plain definition: every line of play is walked, equal positions once."""
    best, seen, waiting = -52, {state}, [state]
    while waiting:
        at = waiting.pop()
        best = max(best, score_after(rules, 0, at, DRAW, at) or 0)
        for move in legal_moves(rules, at):
            after = play(rules, at, move)
            if after not in seen:
                seen.add(after)
                waiting.append(after)
    return best


def searched(state: State, width: int) -> Beam:
    beam = Beam(state, PAR, width)
    for _ in beam.run():
        pass
    return beam


def test_a_wide_search_finds_the_best_score_there_is_and_no_width_promises_more() -> None:
    chance = random.Random(5)
    scores = []
    for _ in range(12):
        state = small(chance, 6)
        scores.append(best_score(EM, state))
        assert searched(state, 100_000).best == scores[-1]
        assert searched(state, 2).best <= scores[-1]
    assert len(set(scores)) > 5


def test_with_the_stock_known_the_computer_scores_what_it_planned() -> None:
    for number in (1, 3):
        state = start(EM, deal(number))._replace(pass_number=2)
        planned = searched(state, 300).best
        moves = list(game(Computer(), EM, state))
        before, move = moves[-1]
        assert (score_after(EM, 0, before, move, play(EM, before, move)) or 0) >= planned


def test_neither_unseen_cards_nor_the_size_of_a_step_change_an_answer() -> None:
    chance = random.Random(2)
    moved = 0
    for state, move in islice(game(Computer(), EM, start(EM, deal(61))), 18):
        other = otherwise_hidden(EM, state, chance)
        moved += other != state
        assert answer(Computer(), EM, other, 1) == move
    assert moved > 10


def test_one_computer_may_play_two_games_at_once() -> None:
    one, two = (start(EM, deal(number))._replace(pass_number=2) for number in (1, 2))
    shared = Computer()
    for state, _ in islice(game(Computer(), EM, one), 4):
        assert answer(shared, EM, state) is not None
        assert answer(shared, EM, two) == answer(Computer(), EM, two)


def test_a_piece_of_work_is_small_and_their_number_limited() -> None:
    pieces = list(Beam(start(EM, deal(3))._replace(pass_number=2), PAR, 300).run())
    assert max(pieces) < 4000
    assert sum(pieces) < 40_000
    counts = []
    for state in list(random_states(EM, 1))[:4]:
        thinking, steps = Computer()(EM, [alone(state)]), 0
        while not thinking.step(1):
            steps += 1
        counts.append(steps)
    assert 100 < max(counts) < 3000


def test_a_step_spends_its_budget_and_no_more_than_one_piece_over() -> None:
    def thought() -> Thought[Move]:
        for _ in range(6):
            spent.append(3)
            yield 3
        return DRAW

    spent: list[int] = []
    thinking = Thinking(thought())
    assert not thinking.step(7)
    assert len(spent) == 3
    assert thinking.answer is None
    assert thinking.step(100)
    assert thinking.answer == DRAW
    assert thinking.step(1)


def test_a_king_goes_at_once() -> None:
    kings = 0
    for state in random_states(EM, 6):
        alone = [
            move for move in legal_moves(EM, state) if len(move.positions) + move.stock + move.waste == 1
        ]
        if alone:
            assert answer(Computer(), EM, state) in alone
            kings += 1
    assert kings > 6


@pytest.mark.parametrize("edition", [edition for edition in PROGRAMS if edition != EM.edition])
def test_under_rules_it_cannot_plan_for_it_plays_the_fair_choice(edition: str) -> None:
    rules = rules_for(edition)
    for state, move in game(Computer(), rules, start(rules, deal(61))):
        assert move == at_once(choose(rules, view_of(rules, state)))


def test_it_beats_greedy_play_on_a_few_deals() -> None:
    computer = Computer()
    strong = measure("computer", lambda rules, state: answer(computer, rules, state), 3)
    greedy = measure("greedy", greedy_player, 3)
    assert strong.mean > greedy.mean + 5
