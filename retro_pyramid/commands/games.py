"""The sub-commands about games: `deal`, `replay`, `perft` and `stats`."""

from __future__ import annotations

from collections import deque
from itertools import pairwise
from sys import maxsize
from typing import TYPE_CHECKING, Any, cast

from retro_pyramid import storage
from retro_pyramid.cards import deal, deal_text, parse_deal_number
from retro_pyramid.commands.arguments import UsageError, get_utc_today, parse_game_options, parse_whole_number
from retro_pyramid.commands.report import CommandReport
from retro_pyramid.rules import (
    Rules,
    assumed_options,
    count_pyramid_cards,
    legal_moves,
    rules_for,
    solver_rules,
    status,
)
from retro_pyramid.rules.game import apply_move
from retro_pyramid.rules.state import State
from retro_pyramid.rules.transcript import HistoryEntry, Transcript, iter_replay, parse_transcript

if TYPE_CHECKING:
    import argparse


def run_deal(arguments: argparse.Namespace) -> CommandReport:
    """Report the deal text of a deal number as one line."""
    options, number = parse_game_options(arguments), parse_deal_number(arguments.deal)
    rules_for(arguments.edition, options)
    return CommandReport([deal_text(deal(number))])


def run_replay(arguments: argparse.Namespace) -> CommandReport:
    """Report the final position of a transcript, and with `--judge` the cost of each move."""
    text = storage.read_text(arguments.file)
    report = build_replay_report(text)
    return add_analysis_to_report(report, parse_transcript(text)) if arguments.judge else report


def add_analysis_to_report(report: CommandReport, transcript: Transcript) -> CommandReport:
    """Add to a replay report what could be achieved before and after each move, and which move lost the game."""
    from retro_pyramid.solver.game_analysis import analyse_game
    from retro_pyramid.solver.incremental_task import IncrementalTask

    rules = rules_for(transcript.edition, transcript.options)
    task = IncrementalTask(analyse_game(rules, list(iter_replay(transcript))))
    task.run_slice(maxsize)
    analysis = task.result
    assert analysis is not None
    results = [search_result.result or "unknown" for search_result in analysis.position_results]
    rows = [
        {"move": str(move), "before": before, "after": after, "cost": cost}
        for move, (before, after), cost in zip(
            transcript.moves, pairwise(results), analysis.move_costs, strict=True
        )
    ]
    lines = []
    for move_number, row in enumerate(rows, 1):
        remarks = [f"{row['before']}, then {row['after']}"] if row["before"] != row["after"] else []
        remarks += [f"cost {row['cost']}"] if row["cost"] else []
        lines += [f"move {move_number} {row['move']}: {', '.join(remarks)}"] if remarks else []
    best = analysis.position_results[0].best_points
    opening_text = results[0] if best is None else f"{results[0]}, best score {best}"
    mistake_index = analysis.mistake_index
    assumption_lines = [f"judged with {options}"] if (options := assumed_options(solver_rules(rules))) else []
    mistake_text = (
        "none" if mistake_index is None else f"move {mistake_index + 1} {rows[mistake_index]['move']}"
    )
    last_line = f"lost by: {'not known' if mistake_index is None and 'unknown' in results else mistake_text}"
    json_data = {**cast("dict[str, Any]", report.json_data), "judged": rows, "lost_by": mistake_index}
    return report._replace(
        stdout_lines=[*report.stdout_lines, *assumption_lines, f"opening: {opening_text}", *lines, last_line],
        json_data=json_data,
    )


def build_replay_report(transcript_text: str) -> CommandReport:
    """Report the final position of a transcript; raise TranscriptError or IllegalMoveError."""
    transcript = parse_transcript(transcript_text)
    rules, last_entry = _replay_to_end(transcript)
    position = build_replay_json(rules, last_entry)
    options_text = "".join(f", {name} {value}" for name, value in rules.options.items())
    deal_label = "typed-in cards" if transcript.deal_number is None else f"deal {transcript.deal_number}"
    score_text = "" if last_entry.score is None else f", score {last_entry.score}"
    cleared_text = (
        "" if position["cleared_pass"] is None else f", pyramid cleared in pass {position['cleared_pass']}"
    )
    waste_text = "" if rules.match_rule.builds_on_waste else f", {position['waste_left']} in the waste"
    lines = [
        f"{rules.edition}{options_text}, {deal_label}, moves played: {len(transcript.moves)}",
        f"{position['status']}{score_text}, pass {position['pass']}{cleared_text}",
        f"cards left: {position['pyramid_left']} in the pyramid, {position['stock_left']} in the stock{waste_text}",
        f"legal moves: {' '.join(position['legal']) or 'none'}",
    ]
    return CommandReport(lines, position)


def _replay_to_end(transcript: Transcript) -> tuple[Rules, HistoryEntry]:
    """Return the rules and the last history entry of a game; raise IllegalMoveError.

    The entries before it are not kept, as a game may be long.
    """
    return rules_for(transcript.edition, transcript.options), deque(iter_replay(transcript), 1).pop()


def build_replay_json(rules: Rules, last_entry: HistoryEntry) -> dict[str, Any]:
    """Return the values of a position by the keys of `replay --json`."""
    state = last_entry.state
    return {
        "edition": rules.edition,
        "status": status(rules, state),
        "score": last_entry.score,
        "pyramid_left": count_pyramid_cards(state),
        "stock_left": len(state.stock),
        "waste_left": 0 if rules.match_rule.builds_on_waste else len(state.waste),
        "pass": state.pass_number,
        "cleared_pass": state.cleared_pass,
        "legal": sorted(map(str, legal_moves(rules, state))),
    }


def run_perft(arguments: argparse.Namespace) -> CommandReport:
    """Report on one line the number of legal move sequences of each length up to the depth, after a transcript."""
    depth = parse_whole_number("depth", arguments.depth, 999, min_value=0)
    text = storage.read_text(arguments.file)
    if depth == 0:
        raise UsageError("depth 0: expected 1 or more")
    rules, last_entry = _replay_to_end(parse_transcript(text))
    return CommandReport([" ".join(map(str, perft(rules, last_entry.state, depth)))])


def run_stats(arguments: argparse.Namespace) -> CommandReport:
    """Report the statistics of all finished games."""
    from retro_pyramid.commands.statistics_report import build_statistics_json, format_statistics_report
    from retro_pyramid.storage.statistics_file import read_statistics

    table = read_statistics(storage.open_store(arguments.data))
    day = get_utc_today()
    return CommandReport(format_statistics_report(table, day), {"figures": build_statistics_json(table, day)})


def perft(rules: Rules, state: State, depth: int) -> list[int]:
    """Return the number of legal move sequences of each length from 1 to `depth` from a state.

    Sequences that reach the same state are merged and followed only once, together with their count.

    >>> from retro_pyramid.cards import deal
    >>> from retro_pyramid.rules import rules_for, initial_state
    >>> rules = rules_for("odm")
    >>> perft(rules, initial_state(rules, deal(135967821)), 5)
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
                    state_after = apply_move(rules, state_before, move)
                    next_paths_to[state_after] = next_paths_to.get(state_after, 0) + paths
        counts.append(sequences)
        paths_to = next_paths_to
    return counts
