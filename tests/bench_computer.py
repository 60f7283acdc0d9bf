"""The study `computer`: how well and how fast em's players play, and how fast the rules are.

Four players, and the automatic one, play the same deals by themselves. Means have 95 % intervals: of a mean by the normal
distribution, of a share by Wilson.
"""

import random
import statistics
import sys
import time
from collections.abc import Callable, Sequence
from functools import partial
from math import sqrt
from typing import NamedTuple

from retro_pyramid.cards import deal
from retro_pyramid.commands.games import perft
from retro_pyramid.rules import (
    DRAW,
    REDEAL,
    Move,
    Rules,
    State,
    apply_move,
    initial_state,
    legal_moves,
    rules_for,
    score_after_move,
    status,
)
from retro_pyramid.rules.editions import ALL_RULES
from retro_pyramid.rules.transcript import HistoryEntry
from retro_pyramid.solver.computer_player import ComputerPlayer
from retro_pyramid.solver.heuristic import find_best_move, find_best_removal
from retro_pyramid.solver.observation import observe
from tests.solver.asking import at_once

GAMES = 1000
MEAN_LIMIT, WORST_LIMIT = 5.0, 50.0
"""Milliseconds a move of the computer may take on average and at worst."""
LEGAL_LIMIT, PLAY_LIMIT = 15.0, 10.0
"""Microseconds of `legal_moves` and `play` on a mid-game position, median."""
PERFT_LIMIT, PERFT_SEQUENCES = 100_000, 200_000
"""Sequences a second, at a depth of at least so many."""
_NORMAL_95 = 1.96
Player = Callable[[Rules, State], Move | None]


class Figures(NamedTuple):
    """What a player made of the deals: scores, how many pyramids cleared and games won, milliseconds of each move."""

    name: str
    scores: list[int]
    cleared: int
    won: int
    times: list[float]

    @property
    def mean(self) -> float:
        return statistics.fmean(self.scores)

    @property
    def margin(self) -> float:
        """Half of the 95 % interval of the mean."""
        return _NORMAL_95 * statistics.stdev(self.scores) / sqrt(len(self.scores))


def deal_number(game: int) -> int:
    """The fixed deals: spread over all numbers, so that no two are neighbours of the generator."""
    return game * 2654435761 % 2**32


def random_player(seed: int = 1991) -> Player:
    chance = random.Random(seed)

    def choice(rules: Rules, state: State) -> Move | None:
        moves = legal_moves(rules, state)
        return chance.choice(moves) if moves else None

    return choice


def greedy_player(rules: Rules, state: State) -> Move | None:
    """The first removal there is, else the draw or redeal."""
    return next(iter(legal_moves(rules, state)), None)


def hint_player(rules: Rules, state: State) -> Move | None:
    """Every hint is followed; without one the stock is turned."""
    found = at_once(find_best_removal(rules, observe(rules, state)))
    turns = [move for move in legal_moves(rules, state) if move in (DRAW, REDEAL)]
    return found or next(iter(turns), None)


def automatic_player(rules: Rules, state: State) -> Move | None:
    return at_once(find_best_move(rules, observe(rules, state)))


def computer_player() -> Player:
    computer = ComputerPlayer()

    def choice(rules: Rules, state: State) -> Move | None:
        # Of a history's entry the position is all that counts.
        thinking = computer(rules, [HistoryEntry(state, None, None)])
        while not thinking.run_slice(500):
            pass
        return thinking.result

    return choice


PLAYERS: dict[str, Player] = {
    "random": random_player(),
    "greedy": greedy_player,
    "hint": hint_player,
    "auto": automatic_player,
    "computer": computer_player(),
}


def measure(name: str, player: Player, games: int) -> Figures:
    """Let a player play the first `games` fixed deals of em to their ends."""
    rules = rules_for("em")
    scores, times, cleared, won = [], [], 0, 0
    for game in range(games):
        state, score = initial_state(rules, deal(deal_number(game))), None
        while True:
            before = time.process_time_ns()
            move = player(rules, state)
            if move is None:
                break
            times.append((time.process_time_ns() - before) / 1e6)
            after = apply_move(rules, state, move)
            score = score_after_move(rules, 0, state, move, after)
            state = after
        assert status(rules, state) != "playing"
        assert score is not None
        scores.append(score)
        cleared += not state.pyramid
        won += status(rules, state) == "won"
    return Figures(name, scores, cleared, won, times)


def share(number: int, total: int) -> str:
    """A share in per cent with its Wilson interval."""
    z2 = _NORMAL_95**2
    middle = (number + z2 / 2) / (total + z2)
    half = _NORMAL_95 / (total + z2) * sqrt(number * (total - number) / total + z2 / 4)
    return f"{100 * number / total:5.1f} % [{100 * max(0, middle - half):4.1f}, {100 * (middle + half):4.1f}]"


def row(figures: Figures) -> str:
    name, scores, cleared, won, times = figures
    return (
        f"{name:9} {figures.mean:7.2f} ± {figures.margin:4.2f}   {share(cleared, len(scores))}   "
        f"{share(won, len(scores))}   {statistics.fmean(times):6.3f} {max(times):7.2f}"
    )


def middle_states(rules: Rules, games: int = 40) -> list[State]:
    """Positions half-way through random games."""
    player, found = random_player(61), []
    for game in range(games):
        states = [initial_state(rules, deal(deal_number(game)))]
        while len(states) < 200 and (move := player(rules, states[-1])):
            states.append(apply_move(rules, states[-1], move))
        found.append(states[len(states) // 2])
    return found


def microseconds(call: Callable[[], object], repeats: int = 50) -> float:
    """The time of one call."""
    before = time.perf_counter_ns()
    for _ in range(repeats):
        call()
    return (time.perf_counter_ns() - before) / repeats / 1000


def legal_moves_time(rules: Rules) -> float:
    """Microseconds of `legal_moves` on a mid-game position, the median."""
    return statistics.median(
        microseconds(partial(legal_moves, rules, state)) for state in middle_states(rules)
    )


def play_time(rules: Rules) -> float:
    """Microseconds of `play` on a mid-game position, the median of all moves there."""
    return statistics.median(
        microseconds(partial(apply_move, rules, state, move))
        for state in middle_states(rules)
        for move in legal_moves(rules, state)
    )


def perft_speed(rules: Rules) -> tuple[int, int, float]:
    """The first depth with enough sequences from deal 61, their number, and sequences a second."""
    state, depth = initial_state(rules, deal(61)), 1
    while True:
        before = time.perf_counter()
        sequences = perft(rules, state, depth)[-1]
        spent = time.perf_counter() - before
        if sequences >= PERFT_SEQUENCES:
            return depth, sequences, sequences / spent
        depth += 1


def verdict(kept: bool) -> str:
    return "ok" if kept else "MISSED"


def speed_lines() -> list[tuple[bool, str]]:
    """The speeds of every rule set with the limits: whether they are kept, and a line."""
    lines = []
    for rules in ALL_RULES:
        legal, played = legal_moves_time(rules), play_time(rules)
        name = " ".join((rules.edition, *rules.options.values()))
        said = f"{name:16} legal_moves {legal:5.2f} µs  play {played:5.2f} µs"
        lines.append((legal <= LEGAL_LIMIT and played <= PLAY_LIMIT, said))
    depth, sequences, speed = perft_speed(rules_for("em"))
    said = f"em perft depth {depth}: {sequences} sequences, {speed:,.0f} a second"
    return [*lines, (speed >= PERFT_LIMIT, said)]


def main(arguments: Sequence[str] = ()) -> int:
    """Print the study, over as many games as the first argument says; 1 if a limit is missed."""
    games = int(arguments[0]) if arguments else GAMES
    print(f"em, {games} fixed deals, 95 % intervals; CPU milliseconds a move")
    print("player    mean par score   pyramid cleared          won                       mean     max")
    found = {}
    for name, player in PLAYERS.items():
        found[name] = measure(name, player, games)
        print(row(found[name]), flush=True)
    computer, greedy = found["computer"], found["greedy"]
    better = computer.mean - computer.margin > greedy.mean + greedy.margin
    quick = statistics.fmean(computer.times) <= MEAN_LIMIT and max(computer.times) <= WORST_LIMIT
    print(f"computer beats greedy beyond both intervals: {verdict(better)}")
    print(f"computer within {MEAN_LIMIT:g} ms on average, {WORST_LIMIT:g} ms at worst: {verdict(quick)}")
    speeds = speed_lines()
    for kept, line in speeds:
        print(f"{line}  {verdict(kept)}")
    return 0 if better and quick and all(kept for kept, _ in speeds) else 1


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
