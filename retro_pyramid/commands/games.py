"""The sub-commands about games: `deal`, `replay`, `perft` and `stats`."""

from __future__ import annotations

from collections import deque
from itertools import pairwise
from sys import maxsize
from typing import TYPE_CHECKING, Any, cast

from retro_pyramid import storage
from retro_pyramid.cards import deal, deal_text, parse_deal_number
from retro_pyramid.commands.arguments import UsageError, options_of, today, whole_number
from retro_pyramid.commands.report import Report
from retro_pyramid.rules import Rules, assumed_options, judged, legal_moves, pyramid_left, rules_for, status
from retro_pyramid.rules.game import play
from retro_pyramid.rules.state import State
from retro_pyramid.rules.transcript import Entry, Transcript, parse_transcript, replayed

if TYPE_CHECKING:
    import argparse


def run_deal(arguments: argparse.Namespace) -> Report:
    """Report the deal text of a deal number, one line."""
    options, number = options_of(arguments), parse_deal_number(arguments.deal)
    rules_for(arguments.edition, options)
    return Report([deal_text(deal(number))])


def run_replay(arguments: argparse.Namespace) -> Report:
    """Report where a transcript leads, and with --judge what each of its moves cost."""
    text = storage.read_text(arguments.file)
    report = replay_report(text)
    return judged_report(report, parse_transcript(text)) if arguments.judge else report


def judged_report(report: Report, game: Transcript) -> Report:
    """Add to the report of a game what could still be had before and after each move, and the move that lost it."""
    from retro_pyramid.solver.game_analysis import judge
    from retro_pyramid.solver.incremental_task import Thinking

    rules = rules_for(game.edition, game.options)
    thinking = Thinking(judge(rules, list(replayed(game))))
    thinking.step(maxsize)
    found = thinking.answer
    assert found is not None
    verdicts = [answer.verdict or "unknown" for answer in found.worth]
    rows = [
        {"move": str(move), "before": before, "after": after, "cost": cost}
        for move, (before, after), cost in zip(game.moves, pairwise(verdicts), found.costs, strict=True)
    ]
    lines = []
    for number, row in enumerate(rows, 1):
        lost = [f"{row['before']}, then {row['after']}"] if row["before"] != row["after"] else []
        lost += [f"cost {row['cost']}"] if row["cost"] else []
        lines += [f"move {number} {row['move']}: {', '.join(lost)}"] if lost else []
    best = found.worth[0].best
    opening = verdicts[0] if best is None else f"{verdicts[0]}, best score {best}"
    at = found.lost_by
    assumed = [f"judged with {options}"] if (options := assumed_options(judged(rules))) else []
    named = "none" if at is None else f"move {at + 1} {rows[at]['move']}"
    last = f"lost by: {'not known' if at is None and 'unknown' in verdicts else named}"
    facts = {**cast("dict[str, Any]", report.data), "judged": rows, "lost_by": at}
    return report._replace(lines=[*report.lines, *assumed, f"opening: {opening}", *lines, last], data=facts)


def replay_report(text: str) -> Report:
    """Report where a transcript leads; raise TranscriptError or IllegalMove."""
    game = parse_transcript(text)
    rules, last = _played(game)
    facts = replay_result(rules, last)
    options = "".join(f", {name} {value}" for name, value in rules.options.items())
    dealt = "typed-in cards" if game.deal is None else f"deal {game.deal}"
    score = "" if last.score is None else f", score {last.score}"
    cleared = "" if facts["cleared_pass"] is None else f", pyramid cleared in pass {facts['cleared_pass']}"
    waste = "" if rules.matching.builds else f", {facts['waste_left']} in the waste"
    lines = [
        f"{rules.edition}{options}, {dealt}, moves played: {len(game.moves)}",
        f"{facts['status']}{score}, pass {facts['pass']}{cleared}",
        f"cards left: {facts['pyramid_left']} in the pyramid, {facts['stock_left']} in the stock{waste}",
        f"legal moves: {' '.join(facts['legal']) or 'none'}",
    ]
    return Report(lines, facts)


def _played(game: Transcript) -> tuple[Rules, Entry]:
    """Return the rules of a game and where it leads, without its history, which may be long; IllegalMove."""
    return rules_for(game.edition, game.options), deque(replayed(game), 1).pop()


def replay_result(rules: Rules, last: Entry) -> dict[str, Any]:
    """Return the facts about the position reached, by the keys `replay --json` prints."""
    state = last.state
    return {
        "edition": rules.edition,
        "status": status(rules, state),
        "score": last.score,
        "pyramid_left": pyramid_left(state),
        "stock_left": len(state.stock),
        "waste_left": 0 if rules.matching.builds else len(state.waste),
        "pass": state.pass_number,
        "cleared_pass": state.cleared_pass,
        "legal": sorted(map(str, legal_moves(rules, state))),
    }


def run_perft(arguments: argparse.Namespace) -> Report:
    """Report on one line the numbers of legal move sequences of length 1 to the depth after a transcript."""
    depth = whole_number("depth", arguments.depth, 999, least=0)
    text = storage.read_text(arguments.file)
    if depth == 0:
        raise UsageError("depth 0: expected 1 or more")
    rules, last = _played(parse_transcript(text))
    return Report([" ".join(map(str, perft(rules, last.state, depth)))])


def run_stats(arguments: argparse.Namespace) -> Report:
    """Report the figures of all games that ended."""
    from retro_pyramid.commands.statistics_report import json_figures, stats_lines
    from retro_pyramid.storage.statistics_file import read_statistics

    table = read_statistics(storage.open_store(arguments.data))
    day = today()
    return Report(stats_lines(table, day), {"figures": json_figures(table, day)})


def perft(rules: Rules, state: State, depth: int) -> list[int]:
    """Return the numbers of legal move sequences of length 1, 2, ... `depth` from a state.

    Sequences that reach the same state are followed only once, with their number.

    >>> from retro_pyramid.cards import deal
    >>> from retro_pyramid.rules import rules_for, start
    >>> rules = rules_for("odm")
    >>> perft(rules, start(rules, deal(135967821)), 5)
    [2, 4, 5, 6, 11]
    """
    counts = []
    paths_to = {state: 1}
    for length in range(1, depth + 1):
        sequences = 0
        next_paths_to: dict[State, int] = {}
        for state_before, paths in paths_to.items():
            moves = legal_moves(rules, state_before)
            sequences += paths * len(moves)
            if length < depth:
                for move in moves:
                    state_after = play(rules, state_before, move)
                    next_paths_to[state_after] = next_paths_to.get(state_after, 0) + paths
        counts.append(sequences)
        paths_to = next_paths_to
    return counts
