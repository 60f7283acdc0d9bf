"""Answers as they were when they were last looked at: `python -m tests.solver.frozen` prints what frozen.txt holds.

A solver that is weaker or slower says something else. One that is meant to gets a new file, once a study
(`python -m tests.bench solver` or `computer`) says that it is better.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import count, islice

from retro_pyramid.cards import deal
from retro_pyramid.rules import DRAW, REDEAL, Rules, State, apply_move, initial_state, legal_moves, rules_for
from retro_pyramid.rules.pair_match import PAIR_MATCH
from retro_pyramid.rules.state import are_all_cards_removed, is_pyramid_cleared
from retro_pyramid.solver.computer_player import ComputerPlayer
from retro_pyramid.solver.heuristic import find_best_move, find_best_removal
from retro_pyramid.solver.observation import observe
from retro_pyramid.solver.search.cycles import CycleSearch
from retro_pyramid.solver.search.shortest import ShortestSearch
from retro_pyramid.solver.search.winning import WinSearch
from tests.programs import RULE_SETS
from tests.solver.asking import at_once
from tests.solver.brute import name_of
from tests.solver.test_fair import alone

HINTS, MOVES = 20, 12
SEARCHES = (
    *(("least", "em", number) for number in (1, 11)),
    *(("cleared", "em", 33), ("won", "em", 33), ("won", "em", 91), ("won", "tilldawn-on", 50)),
    *(("won", "windows-draw1", 36), ("won", "windows-draw3", 18)),
)
"""What is asked, under which rules, of which deal."""
RULES = {name_of(rules): rules for rules in RULE_SETS}


def midgame(rules: Rules, choices: int) -> Iterator[State]:
    """Yield positions, one a game, with at least so many ways to take cards, none of which a King's, that is no choice."""
    for number in count(1):
        state = initial_state(rules, deal(number))
        for turn in range(4 + number % 40):
            moves = legal_moves(rules, state)
            if not moves:
                break
            state = apply_move(rules, state, moves[(3 * number + 5 * turn) % len(moves)])
        takes = [move for move in legal_moves(rules, state) if move not in (DRAW, REDEAL)]
        kings = rules.match_rule == PAIR_MATCH and any(
            len(move.slots) + move.stock_count + move.waste_count == 1 for move in takes
        )
        if len(takes) >= choices and not kings:
            yield state


def hints(rules: Rules) -> str:
    """Return the fair hints for positions with something to choose from."""
    views = [observe(rules, state) for state in islice(midgame(rules, 2), HINTS)]
    return " ".join([str(at_once(find_best_removal(rules, view))) for view in views])


def fair_moves(rules: Rules) -> str:
    """Return what the fair player plays where there may be one way to take cards only, or a better one later."""
    views = [observe(rules, state) for state in islice(midgame(rules, 1), HINTS)]
    return " ".join([str(at_once(find_best_move(rules, view))) for view in views])


def computer_moves() -> str:
    """Return what the computer player plays in positions of em: half of them where it guesses, half where it plans."""
    rules = rules_for("em")
    guesses = (state for state in midgame(rules, 3) if state.pass_number == 1 and state.stock)
    plans = (state for state in midgame(rules, 3) if state.pass_number > 1)
    moves = []
    for state in (*islice(guesses, MOVES // 2), *islice(plans, MOVES // 2)):
        thinking = ComputerPlayer()(rules, [alone(state)])
        while not thinking.run_slice(10_000):
            pass
        moves.append(str(thinking.result))
    return " ".join(moves)


def nodes(goal: str, name: str, number: int) -> int:
    """Return how many positions a search for the goal of a deal looks at."""
    rules = RULES[name]
    state = initial_state(rules, deal(number))
    search: WinSearch | CycleSearch | ShortestSearch
    if goal == "least":
        search = ShortestSearch(rules, state)
    elif rules.max_redeals is None:
        search = CycleSearch(rules, state)
    else:
        search = WinSearch(
            rules._replace(is_won=are_all_cards_removed if goal == "won" else is_pyramid_cleared), state
        )
    while search.run_slice(1000) is None:
        pass
    return search.node_count


def main() -> None:
    """Print the file."""
    print(f"computer em: {computer_moves()}")
    for name, rules in RULES.items():
        print(f"hints {name}: {hints(rules)}")
        print(f"fair {name}: {fair_moves(rules)}")
    for goal, name, number in SEARCHES:
        print(f"nodes {goal} {name} {number}: {nodes(goal, name, number)}")


if __name__ == "__main__":
    main()
