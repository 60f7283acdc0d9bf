"""The sub-commands `day` (the daily deals of a date) and `verify` (check submitted games)."""

from __future__ import annotations

import argparse
from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from functools import cache, partial
from pathlib import Path
from sys import maxsize
from typing import Any, NamedTuple

from retro_pyramid import storage
from retro_pyramid.cards import deal, join_or, parse_int, quote
from retro_pyramid.commands.arguments import UsageError, get_utc_today, parse_game_options
from retro_pyramid.commands.games import build_replay_json
from retro_pyramid.commands.parallel import parallel_map
from retro_pyramid.commands.report import CommandReport, ProgressBar
from retro_pyramid.commands.solve import parse_job_count
from retro_pyramid.formats import FormatError
from retro_pyramid.formats.native.daily_streaks import format_iso_date, is_valid_date
from retro_pyramid.formats.native.game_code import decode_game_code, encode_game_code
from retro_pyramid.resources import read_asset_bytes
from retro_pyramid.rules import (
    EDITIONS,
    IllegalMoveError,
    Rules,
    RulesError,
    assumed_options,
    initial_state,
    rules_for,
    solver_rules,
)
from retro_pyramid.rules.editions import ALL_RULES, GAMES_PER_MATCH
from retro_pyramid.rules.transcript import (
    TRANSCRIPT_HEADER,
    Transcript,
    TranscriptError,
    iter_replay,
    iter_source_lines,
    parse_transcript,
)
from retro_pyramid.solver.daily_search import DailyTable, compute_search_start
from retro_pyramid.solver.difficulty import DealSearch
from retro_pyramid.solver.exact import solve_position
from retro_pyramid.text_encoding import to_utf8

MAX_LINE_BYTES, MAX_NAME_LENGTH = 4096, 32
"""Maximum line length in bytes, and maximum length of a player's name in characters."""
_SUBMISSIONS_PER_TASK = 100
"""Number of submissions that a worker process checks per task."""


@cache
def _get_daily_table() -> DailyTable:
    """Return the precomputed daily deals."""
    return DailyTable(read_asset_bytes("days.bin"))


@cache
def find_daily_deal_number(rules: Rules, day: int, day_index: int) -> int:
    """Return the deal number of a daily deal (index 0) or of a game of the daily match (1 to 6).

    Deals that are not in the precomputed table are searched for, which may take seconds.
    """
    tabled_deal = _get_daily_table().find_deal(rules, day, day_index)
    if tabled_deal is not None:
        return tabled_deal
    search = DealSearch(solver_rules(rules), compute_search_start(rules, day, day_index), max_nodes=None)
    search.run_slice(maxsize)
    return search.deal_number


def search_missing_daily_deals(rule_sets: Sequence[Rules], day: int, day_indexes: Sequence[int]) -> None:
    """Search for the daily deals that are not in the precomputed table and cache them; show a progress bar.

    Each search may take seconds.
    """
    missing = [
        (rule_set, day_index)
        for rule_set in rule_sets
        for day_index in day_indexes
        if _get_daily_table().find_deal(rule_set, day, day_index) is None
    ]
    progress = ProgressBar(len(missing))
    try:
        for done_count, (rule_set, day_index) in enumerate(missing):
            progress.draw(done_count, "  deals found")
            find_daily_deal_number(rule_set, day, day_index)
    finally:
        progress.clear()


def _parse_day(arguments: argparse.Namespace) -> int | None:
    """Return the value of `--day` as an integer, or None if it is not given. Raises UsageError."""
    number = None if arguments.day is None else parse_int(arguments.day)
    if arguments.day is not None and (number is None or len(arguments.day) != 8 or not is_valid_date(number)):
        raise UsageError(f"--day {quote(arguments.day)}: expected a day as YYYYMMDD")
    return number


def run_day(arguments: argparse.Namespace) -> CommandReport:
    """Report the deals of a day, and for On Disk Monthly's edition the best possible score of each."""
    day = _parse_day(arguments) or get_utc_today()
    edition, options = arguments.edition, parse_game_options(arguments)
    if edition is not None:
        rules_for(edition, options)
    elif options:
        raise UsageError(f"--edition is missing: expected {join_or(EDITIONS)}")
    rule_sets = [
        rules
        for rules in ALL_RULES
        if edition is None or (rules.edition == edition and options.items() <= rules.options.items())
    ]
    day_indexes = range(GAMES_PER_MATCH + 1)
    search_missing_daily_deals(rule_sets, day, day_indexes)
    lines, deals = [f"day {format_iso_date(day)}"], []
    for rules in rule_sets:
        deal_number, *match = (find_daily_deal_number(rules, day, day_index) for day_index in day_indexes)
        best_score = (
            solve_position(solver_rules(rules), initial_state(rules, deal(deal_number))).best
            if rules.optimises_score
            else None
        )
        deals.append(
            {
                "edition": rules.edition,
                "options": rules.options,
                "deal": deal_number,
                "best": best_score,
                "match": match,
            }
        )
        assumed = assumed_options(solver_rules(rules))
        winnable_text = f"can be won with {assumed}" if assumed else "can be won"
        result_text = winnable_text if best_score is None else f"best score {best_score}"
        lines.append(f"{rules.id}: deal {deal_number}, {result_text}; match {' '.join(map(str, match))}")
    return CommandReport(lines, {"day": day, "deals": deals})


class Submission(NamedTuple):
    """A submitted game."""

    file_name: str
    """Name of the file that contains the submission."""
    line_number: int
    """Line number in the file, from 1."""
    name: str
    """Name of the player."""
    game_text: str
    """The game: a game code or a transcript."""
    claimed_score: str = ""
    """The score that the submission claims, or empty."""
    rejection_reason: str = ""
    """Why the submission cannot be checked, or empty."""


def parse_submissions(file_name: str, data: bytes) -> Iterator[Submission]:
    r"""Yield the submissions in a file.

    A file is one transcript, or has one submission per line: name, game and optionally a score, separated by tabs or commas.
    A game is a game code, or a transcript with `\n` for its line ends. Empty lines and lines that begin with # are skipped.

    >>> [submission] = parse_submissions("a.txt", b"Ann\todm.1.61.H2x\t5\n")
    >>> submission.name, submission.game_text, submission.claimed_score
    ('Ann', 'odm.1.61.H2x', '5')
    """
    data = to_utf8(data)
    text = data.decode(errors="replace")
    if _is_transcript(text):
        yield Submission(file_name, 1, Path(file_name).stem, text)
        return
    for line_number, line in enumerate(data.splitlines(), 1):
        if not line.strip() or line.startswith(b"#"):
            continue
        if len(line) > MAX_LINE_BYTES:
            reason = f"the line has {len(line)} bytes: expected at most {MAX_LINE_BYTES}"
            yield Submission(file_name, line_number, "", "", rejection_reason=reason)
            continue
        try:
            text = line.decode()
        except UnicodeDecodeError:
            yield Submission(
                file_name, line_number, "", "", rejection_reason="the line is no text: expected UTF-8"
            )
            continue
        name, *fields = (part.strip(" ") for part in text.split("\t" if "\t" in text else ","))
        if len(fields) not in (1, 2):
            reason = f"found {len(fields) + 1} fields: expected a name, a game and perhaps a score, by tabs or commas"
            yield Submission(file_name, line_number, "", "", rejection_reason=reason)
        else:
            yield Submission(file_name, line_number, name, fields[0].replace("\\n", "\n"), *fields[1:])


def _is_transcript(text: str) -> bool:
    """Return whether the first line that is not blank or a comment is exactly the header of a transcript.

    A line that only begins with the header is a submission: otherwise its author could hide the lines after it.
    """
    first_line = next(iter_source_lines(text), None)
    return (
        first_line is not None
        and text.split("\n", first_line.number)[first_line.number - 1].strip(" \r") == TRANSCRIPT_HEADER
    )


class CheckedSubmission(NamedTuple):
    """The result of checking a submission: its row of the report, and a game code that identifies the game.

    The game code is None if the submission is rejected.
    """

    report_row: dict[str, Any]
    game_code: str | None


def check_submission(
    day: int | None, deals_by_rules: Mapping[str, int], submission: Submission
) -> CheckedSubmission:
    """Replay a submission and return its row of the report, with `reason` set if it is rejected.

    `deals_by_rules` has the deal numbers of the day by rule set id. If `day` is None, any deal is accepted.
    """
    row: dict[str, Any] = {
        "file": submission.file_name,
        "line": submission.line_number,
        "name": submission.name,
        "legal": False,
        "reason": submission.rejection_reason or None,
        **dict.fromkeys(
            ("edition", "options", "deal", "ended", "status", "score", "moves", "packed", "duplicate")
        ),
    }
    if submission.rejection_reason:
        return CheckedSubmission(row, None)
    try:
        transcript = _parse_submitted_game(submission)
        row |= _build_game_facts(day, deals_by_rules, submission, transcript)
    except (FormatError, TranscriptError, IllegalMoveError, RulesError, UsageError) as error:
        return CheckedSubmission({**row, "reason": str(error)}, None)
    # A game by deal number and the same game with its cards spelled out have the same code.
    return CheckedSubmission(row, encode_game_code(transcript._replace(deal_number=None)))


def _parse_submitted_game(submission: Submission) -> Transcript:
    """Parse the game of a submission; raise UsageError for an invalid name."""
    name = submission.name
    if not name or len(name) > MAX_NAME_LENGTH or not name.isprintable():
        raise UsageError(
            f"the name {quote(name)}: expected 1 to {MAX_NAME_LENGTH} characters that can be printed"
        )
    return (
        parse_transcript(submission.game_text)
        if _is_transcript(submission.game_text)
        else decode_game_code(submission.game_text)
    )


def _build_game_facts(
    day: int | None, deals_by_rules: Mapping[str, int], submission: Submission, transcript: Transcript
) -> dict[str, Any]:
    """Replay a submitted game and return its values for the report; raise UsageError for a wrong score or deal."""
    rules = rules_for(transcript.edition, transcript.options)
    *_, last_entry = iter_replay(transcript)
    position = build_replay_json(rules, last_entry)
    claimed_score = submission.claimed_score or dict(transcript.notes).get("score", "")
    if claimed_score and claimed_score != str(last_entry.score):
        actual = "the game has no score" if last_entry.score is None else f"it is {last_entry.score}"
        raise UsageError(f"the score {quote(claimed_score)} is claimed: {actual}")
    if day is not None and transcript.deal_number != deals_by_rules[rules.id]:
        deal_label = "typed-in cards" if transcript.deal_number is None else f"deal {transcript.deal_number}"
        raise UsageError(
            f"{deal_label} is not that of {format_iso_date(day)}: expected deal {deals_by_rules[rules.id]}"
        )
    return {
        "edition": rules.edition,
        "options": rules.options,
        "deal": transcript.deal_number,
        "moves": len(transcript.moves),
        "legal": True,
        "ended": position["status"] != "playing",
        "status": position["status"],
        "score": last_entry.score,
        "packed": encode_game_code(transcript._replace(notes=())),
    }


def _find_deals_by_rules(day: int, submissions: Sequence[Submission]) -> dict[str, int]:
    """Return the deal numbers of a day by rule set id, for all rule sets of the submitted editions.

    They are computed once here instead of in each worker process.
    """
    editions = set()
    for submission in submissions:
        with suppress(TranscriptError):
            is_transcript = _is_transcript(submission.game_text)
            editions.add(
                parse_transcript(submission.game_text).edition
                if is_transcript
                else submission.game_text.partition(".")[0]
            )
    rule_sets = [rules for rules in ALL_RULES if rules.edition in editions]
    search_missing_daily_deals(rule_sets, day, (0,))
    return {rules.id: find_daily_deal_number(rules, day, 0) for rules in rule_sets}


def _check_submissions(
    day: int | None, deals_by_rules: Mapping[str, int], submissions: Sequence[Submission]
) -> list[CheckedSubmission]:
    """Check a chunk of submissions in a worker process."""
    return [check_submission(day, deals_by_rules, submission) for submission in submissions]


def run_verify(arguments: argparse.Namespace) -> CommandReport:
    """Report which submitted games are valid; exit code 1 if any is rejected."""
    day, jobs = _parse_day(arguments), parse_job_count(arguments)
    submissions = [
        entry for file in arguments.files for entry in parse_submissions(file, storage.read_bytes(file))
    ]
    chunks = [
        submissions[start : start + _SUBMISSIONS_PER_TASK]
        for start in range(0, len(submissions), _SUBMISSIONS_PER_TASK)
    ]
    deals_by_rules = {} if day is None else _find_deals_by_rules(day, submissions)
    results: list[CheckedSubmission] = []
    progress = ProgressBar(len(submissions))
    try:
        for chunk in parallel_map(partial(_check_submissions, day, deals_by_rules), chunks, jobs):
            results += chunk
            progress.draw(len(results), "  games checked")
    finally:
        progress.clear()
    rows = [result.report_row for result in results]
    first_index_by_game: dict[str, int] = {}
    lines = []
    for index, (row, game_code) in enumerate(results):
        location = f"{row['file']}:{row['line']} {row['name']}".rstrip()
        if game_code is None:
            lines.append(f"{location}: refused: {row['reason']}")
            continue
        first_index = first_index_by_game.setdefault(game_code, index)
        row["duplicate"] = None if first_index == index else first_index
        deal_label = "typed-in cards" if row["deal"] is None else f"deal {row['deal']}"
        score_text = "" if row["score"] is None else f", score {row['score']}"
        duplicate_text = (
            ""
            if first_index == index
            else f", the same as {rows[first_index]['file']}:{rows[first_index]['line']}"
        )
        options_text = "".join(f" {name}={value}" for name, value in row["options"].items())
        lines.append(
            f"{location}: {row['edition']}{options_text} {deal_label}, {row['status']}{score_text}{duplicate_text}"
        )
    rejected_count = sum(not row["legal"] for row in rows)
    lines.append(f"{len(rows)} handed in, {rejected_count} refused")
    return CommandReport(
        lines, {"day": day, "entries": rows, "refused": rejected_count}, exit_code=1 if rejected_count else 0
    )
