"""The sub-command `solve`: the exact solver on a game, a position or a file of decks."""

from __future__ import annotations

import argparse
import os
import time
from collections.abc import Mapping, Sequence
from functools import partial
from sys import maxsize
from typing import Any, NamedTuple

from retro_pyramid import storage
from retro_pyramid.cards import (
    CARDS_IN_DECK,
    CardError,
    deal,
    join_or,
    parse_deal_number,
    parse_written_deal,
    split_cards,
)
from retro_pyramid.commands.arguments import (
    EXIT_BAD_INPUT,
    UsageError,
    parse_game_options,
    parse_whole_number,
    warn,
)
from retro_pyramid.commands.parallel import WorkerDiedError, parallel_map
from retro_pyramid.commands.report import CommandReport, ProgressBar
from retro_pyramid.rules import (
    EDITIONS,
    Rules,
    State,
    assumed_options,
    initial_state,
    rules_for,
    solver_rules,
)
from retro_pyramid.rules.transcript import Transcript, parse_transcript, transcript_text
from retro_pyramid.session import Session
from retro_pyramid.solver.difficulty import DealRating, estimate_win_rate
from retro_pyramid.solver.exact import PositionError, select_search, solve_position, supports_shortest
from retro_pyramid.solver.incremental_task import IncrementalTask
from retro_pyramid.text_encoding import to_utf8

_MIN_DECK_CHARACTERS = 2 * CARDS_IN_DECK
"""A shorter line cannot be a complete deck."""
_EXIT_CODES = {True: 0, False: 1, None: 3}
"""Exit codes by answer: yes, proved no, not known. With 3, a script that tests for 0 and 1 takes it for neither."""


class SolveRequest(NamedTuple):
    """A request to the solver. It is a plain value, so that it can be sent to another process."""

    rules: Rules
    """The rules under which positions are solved."""
    goal: str
    """"won" or "cleared" (the pyramid only)."""
    wants_shortest: bool
    """Whether a shortest solution is required."""
    wants_difficulty: bool = False
    """Whether the difficulty is computed, too."""

    @property
    def result_key(self) -> str:
        """Key of the answer in the JSON object: "winnable" or "cleared"."""
        return "winnable" if self.goal == "won" else "cleared"


def parse_job_count(arguments: argparse.Namespace) -> int:
    """Return the number of worker processes: the value of `--jobs`, or one per CPU core."""
    return os.cpu_count() or 1 if arguments.jobs is None else parse_whole_number("jobs", arguments.jobs)


def build_solve_request(
    rules: Rules,
    options: Mapping[str, str],
    goal: str,
    wants_shortest: bool = False,
    wants_difficulty: bool = False,
) -> SolveRequest:
    """Return a solver request under the rules of a game, without assists that `options` do not request.

    Raises UsageError if no shortest solution can be searched for, or if the difficulty is requested with another goal than
    to win.
    """
    if wants_difficulty and goal != "won":
        raise UsageError("--grade: expected --goal won")
    rules = solver_rules(rules, options)
    if wants_shortest and (goal != "cleared" or not supports_shortest(rules)):
        expected = "--goal cleared and three passes with the stock top playable, without auto_match=on"
        raise UsageError(f"--shortest: expected {expected}")
    return SolveRequest(rules, goal, wants_shortest, wants_difficulty)


def run_solve(arguments: argparse.Namespace) -> CommandReport:
    """Report what can be reached: exit code 0 for yes, 1 for a proved no, 2 for bad input, 3 for not known."""
    jobs, options = parse_job_count(arguments), parse_game_options(arguments)
    if (transcript_file := vars(arguments)["from"]) is not None:
        return _solve_transcript(transcript_file, arguments, options)
    if not arguments.edition:
        raise UsageError(f"--edition is missing: expected {join_or(EDITIONS)}")
    rules = rules_for(arguments.edition, options)
    request = build_solve_request(rules, options, arguments.goal, arguments.shortest, arguments.grade)
    if arguments.file is not None:
        return _solve_file(request, arguments.file, jobs)
    deal_number = None if arguments.deal is None else parse_deal_number(arguments.deal)
    cards = parse_written_deal(arguments.cards) if deal_number is None else deal(deal_number)
    rules = request.rules
    transcript = Transcript(rules.edition, rules.options, deal_number, tuple(cards))
    return _build_solve_report(request, transcript, initial_state(rules, cards))


def _solve_transcript(name: str, arguments: argparse.Namespace, options: Mapping[str, str]) -> CommandReport:
    """Report on the final position of the transcript in a file."""
    session = Session.from_transcript(parse_transcript(storage.read_text(name)))
    transcript = session.to_transcript()
    if arguments.edition not in (None, transcript.edition):
        raise UsageError(f"--edition {arguments.edition}: the transcript is one of {transcript.edition}")
    conflicting = [name for name, value in options.items() if transcript.options.get(name) != value]
    if conflicting:
        raise UsageError(
            f"option {conflicting[0]}={options[conflicting[0]]}: the transcript has another value or none"
        )
    request = build_solve_request(session.rules, options, arguments.goal, arguments.shortest, arguments.grade)
    if session.rules.auto_match and not request.rules.auto_match:
        # Clear the auto-match option at the end of the game. The session then writes the transcript as if it had never
        # been set.
        session.auto_match = False
        transcript = session.to_transcript()
    return _build_solve_report(request, transcript, session.state, session.score or 0)


def compute_difficulty(rules: Rules, state: State, is_winnable: bool | None) -> dict[str, Any]:
    """Return the difficulty of a position whose exact answer is known, and the win rate that it is derived from."""
    task = IncrementalTask(estimate_win_rate(rules, state))
    task.run_slice(maxsize)
    win_rate = task.result
    return {
        "grade": None if win_rate is None else DealRating(win_rate, is_winnable).difficulty,
        "share": win_rate,
    }


def _solve_to_json(
    request: SolveRequest, transcript: Transcript, state: State, score: int = 0
) -> dict[str, Any]:
    """Return the JSON object that `solve` prints for `state`, the final position of a game.

    `ms` is the wall-clock time of the exact search. `options` are those under which the moves are legal. `transcript` is
    the game followed by the moves found. The other keys are the fields of `SolveResult`, with `grade` and `share` if
    requested. `score` is the score so far, which the best final score of On Disk Monthly's edition includes.

    Raises PositionError or CardError.
    """
    start_time = time.perf_counter()
    result = solve_position(request.rules, state, request.goal, request.wants_shortest)
    elapsed_ms = round(1000 * (time.perf_counter() - start_time), 3)
    best = None if result.best is None else result.best + score
    whole_game = transcript._replace(moves=(*transcript.moves, *result.moves))
    answer = {
        **result._asdict(),
        "best": best,
        "moves": [str(move) for move in result.moves],
        "options": request.rules.options,
        "transcript": transcript_text(whole_game),
        "ms": elapsed_ms,
    }
    if request.wants_difficulty:
        answer |= compute_difficulty(request.rules, state, result.winnable)
    return answer


def _build_solve_report(
    request: SolveRequest, transcript: Transcript, state: State, score: int = 0
) -> CommandReport:
    """Report the answer for the final position of a game, as comments and a transcript that `pyramid replay` accepts."""
    answer = _solve_to_json(request, transcript, state, score)
    text_by_value = {True: "yes", False: "no", None: "not worked out"}
    lines = []
    search = select_search(request.rules, request.goal)
    reason = "it would take too much memory" if search else "no search knows these rules"
    for label, key in (("winnable", "winnable"), ("pyramid can be cleared", "cleared")):
        is_unknown = answer[key] is None and key == request.result_key
        answer_text = f"not known: {reason}" if is_unknown else text_by_value[answer[key]]
        lines.append(f"# {label}: {answer_text}")
    for label, key in (("least steps", "steps"), ("best final score", "best")):
        lines += [f"# {label}: {answer[key]}"] if answer[key] is not None else []
    if request.wants_difficulty:
        win_rate = answer["share"]
        win_rate_text = "" if win_rate is None else f", {win_rate:.0%} of the fair plays won"
        lines.append(
            f"# grade: {answer['grade'] or ('none' if win_rate_text else 'not known')}{win_rate_text}"
        )
    if assumed := assumed_options(request.rules):
        lines.append(f"# judged with {assumed}")
    lines.append(f"# moves of the line: {len(answer['moves'])}, {answer['ms']} ms")
    lines += answer["transcript"].rstrip().split("\n")
    return CommandReport(lines, answer, exit_code=_EXIT_CODES[answer[request.result_key]])


def split_decks(lines: Sequence[str]) -> list[tuple[int, str]]:
    r"""Return the decks in a file, each with the number of its first line.

    Each line is a deck. If any deck spans several lines, blank lines only separate decks.

    >>> from retro_pyramid.cards import deal_text
    >>> deck = deal_text(deal(61))
    >>> [number for number, _ in split_decks([deck, "", deck])]
    [1, 2, 3]
    >>> [number for number, _ in split_decks([deck[:83], deck[84:], "", deck])]
    [1, 4]
    """
    numbered_lines = list(enumerate(lines, 1))
    if all(len(line) >= _MIN_DECK_CHARACTERS or not line.strip() for line in lines):
        return numbered_lines
    decks: list[tuple[int, list[str]]] = []
    spans_lines = False
    card_texts: list[str] = []
    for line_number, line in numbered_lines:
        new_cards = split_cards(line)
        if card_texts and new_cards and len(card_texts) + len(new_cards) <= CARDS_IN_DECK:
            card_texts += new_cards
            spans_lines |= _is_deck(" ".join(card_texts))
        elif new_cards:
            card_texts = new_cards
            decks.append((line_number, card_texts))
        else:
            card_texts = []
    return [(line_number, " ".join(deck)) for line_number, deck in decks] if spans_lines else numbered_lines


def _is_deck(text: str) -> bool:
    """Return whether a text is a complete deck."""
    try:
        return bool(parse_written_deal(text))
    except CardError:
        return False


def _solve_deck(request: SolveRequest, text: str) -> dict[str, Any]:
    """Solve one deck of a file; runs in a worker process."""
    try:
        rules, cards = request.rules, tuple(parse_written_deal(text))
        return _solve_to_json(
            request, Transcript(rules.edition, rules.options, None, cards), initial_state(rules, cards)
        )
    except (CardError, PositionError) as error:
        return {"error": str(error)}


def _solve_file(request: SolveRequest, name: str, jobs: int) -> CommandReport:
    """Print the answer for each deck of a file as soon as it is known."""
    import json

    # Decode each line separately, so that invalid bytes affect only their own line.
    data = to_utf8(storage.read_bytes(name))
    lines = [line.decode(errors="replace") for line in data.splitlines()]
    # Object N is about line N, so only empty lines at the end are removed.
    while lines and not lines[-1].strip():
        lines.pop()
    line_numbers, decks = zip(*split_decks(lines), strict=True) if lines else ((), ())
    fault_count = 0
    progress = ProgressBar(len(decks))
    try:
        answers = parallel_map(partial(_solve_deck, request), decks, jobs)
        for done_count, (line_number, answer) in enumerate(zip(line_numbers, answers, strict=True), 1):
            if "error" in answer:
                answer["error"] = f"line {line_number}: {answer['error']}"
                fault_count += 1
            progress.print_line(json.dumps(answer))
            progress.draw(done_count)
    except WorkerDiedError as error:
        progress.clear()
        warn(str(error))
        return CommandReport(exit_code=EXIT_BAD_INPUT)
    finally:
        progress.finish()
    if fault_count:
        return CommandReport(
            stderr_lines=[
                f"{name}: {fault_count} of {len(decks)} {'lines' if len(decks) == len(lines) else 'decks'}"
                " are no deck of 52 cards"
            ],
            exit_code=EXIT_BAD_INPUT,
        )
    return CommandReport()
