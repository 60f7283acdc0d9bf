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
from retro_pyramid.cards import deal, one_of, quoted, whole
from retro_pyramid.commands.arguments import UsageError, options_of, today
from retro_pyramid.commands.games import replay_result
from retro_pyramid.commands.parallel import spread
from retro_pyramid.commands.report import Progress, Report
from retro_pyramid.commands.solve import jobs_of
from retro_pyramid.formats import FormatError
from retro_pyramid.formats.native.daily_streaks import is_date, written
from retro_pyramid.formats.native.game_code import pack, unpack
from retro_pyramid.resources import asset_bytes
from retro_pyramid.rules import (
    EDITIONS,
    IllegalMove,
    Rules,
    RulesError,
    assumed_options,
    judged,
    rules_for,
    start,
)
from retro_pyramid.rules.editions import GAMES, RECORDS
from retro_pyramid.rules.transcript import (
    HEADER,
    Transcript,
    TranscriptError,
    lines_of,
    parse_transcript,
    replayed,
)
from retro_pyramid.solver.daily_search import DayTable, begins_at
from retro_pyramid.solver.difficulty import Seeking
from retro_pyramid.solver.exact import solve_deal
from retro_pyramid.text_encoding import to_utf8

LONGEST_LINE, LONGEST_NAME = 4096, 32
"""Maximum line length in bytes, and maximum length of a player's name in characters."""
_SUBMISSIONS_PER_TASK = 100
"""Number of submissions that a worker process checks per task."""


@cache
def _table() -> DayTable:
    """Return the precomputed daily deals."""
    return DayTable(asset_bytes("days.bin"))


@cache
def day_deal(rules: Rules, day: int, place: int) -> int:
    """Return the deal number of a daily deal (index 0) or of a game of the daily match (1 to 6).

    Deals that are not in the precomputed table are searched for, which may take seconds.
    """
    tabled_deal = _table().deal(rules, day, place)
    if tabled_deal is not None:
        return tabled_deal
    search = Seeking(judged(rules), begins_at(rules, day, place), most=None)
    search.step(maxsize)
    return search.number


def find_deals(rules: Sequence[Rules], day: int, places: Sequence[int]) -> None:
    """Search for the daily deals that are not in the precomputed table and cache them; show a progress bar.

    Each search may take seconds.
    """
    missing = [
        (rule_set, day_index)
        for rule_set in rules
        for day_index in places
        if _table().deal(rule_set, day, day_index) is None
    ]
    progress = Progress(len(missing))
    try:
        for done_count, (rule_set, day_index) in enumerate(missing):
            progress.show(done_count, "  deals found")
            day_deal(rule_set, day, day_index)
    finally:
        progress.clear()


def _parse_day(arguments: argparse.Namespace) -> int | None:
    """Return the value of `--day` as an integer, or None if it is not given. Raises UsageError."""
    number = None if arguments.day is None else whole(arguments.day)
    if arguments.day is not None and (number is None or len(arguments.day) != 8 or not is_date(number)):
        raise UsageError(f"--day {quoted(arguments.day)}: expected a day as YYYYMMDD")
    return number


def run_day(arguments: argparse.Namespace) -> Report:
    """Report the deals of a day, and for On Disk Monthly's edition the best possible score of each."""
    day = _parse_day(arguments) or today()
    edition, options = arguments.edition, options_of(arguments)
    if edition is not None:
        rules_for(edition, options)
    elif options:
        raise UsageError(f"--edition is missing: expected {one_of(EDITIONS)}")
    rule_sets = [
        rules
        for rules in RECORDS
        if edition is None or (rules.edition == edition and options.items() <= rules.options.items())
    ]
    day_indexes = range(GAMES + 1)
    find_deals(rule_sets, day, day_indexes)
    lines, deals = [f"day {written(day)}"], []
    for rules in rule_sets:
        deal_number, *match = (day_deal(rules, day, day_index) for day_index in day_indexes)
        best_score = (
            solve_deal(judged(rules), start(rules, deal(deal_number))).best if rules.judged_by_score else None
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
        assumed = assumed_options(judged(rules))
        winnable_text = f"can be won with {assumed}" if assumed else "can be won"
        result_text = winnable_text if best_score is None else f"best score {best_score}"
        lines.append(f"{rules.tag}: deal {deal_number}, {result_text}; match {' '.join(map(str, match))}")
    return Report(lines, {"day": day, "deals": deals})


class Entry(NamedTuple):
    """A submitted game."""

    file: str
    """Name of the file that contains the submission."""
    line: int
    """Line number in the file, from 1."""
    name: str
    """Name of the player."""
    words: str
    """The game: a game code or a transcript."""
    claimed: str = ""
    """The score that the submission claims, or empty."""
    refused: str = ""
    """Why the submission cannot be checked, or empty."""


def entries(file: str, data: bytes) -> Iterator[Entry]:
    r"""Yield the submissions in a file.

    A file is one transcript, or has one submission per line: name, game and optionally a score, separated by tabs or commas.
    A game is a game code, or a transcript with `\n` for its line ends. Empty lines and lines that begin with # are skipped.

    >>> list(entries("a.txt", b"Ann\todm.1.61.H2x\t5\n"))
    [Entry(file='a.txt', line=1, name='Ann', words='odm.1.61.H2x', claimed='5', refused='')]
    """
    data = to_utf8(data)
    text = data.decode(errors="replace")
    if _is_transcript(text):
        yield Entry(file, 1, Path(file).stem, text)
        return
    for line_number, line in enumerate(data.splitlines(), 1):
        if not line.strip() or line.startswith(b"#"):
            continue
        if len(line) > LONGEST_LINE:
            reason = f"the line has {len(line)} bytes: expected at most {LONGEST_LINE}"
            yield Entry(file, line_number, "", "", refused=reason)
            continue
        try:
            text = line.decode()
        except UnicodeDecodeError:
            yield Entry(file, line_number, "", "", refused="the line is no text: expected UTF-8")
            continue
        name, *fields = (part.strip(" ") for part in text.split("\t" if "\t" in text else ","))
        if len(fields) not in (1, 2):
            reason = f"found {len(fields) + 1} fields: expected a name, a game and perhaps a score, by tabs or commas"
            yield Entry(file, line_number, "", "", refused=reason)
        else:
            yield Entry(file, line_number, name, fields[0].replace("\\n", "\n"), *fields[1:])


def _is_transcript(text: str) -> bool:
    """Return whether the first line that is not blank or a comment is exactly the header of a transcript.

    A line that only begins with the header is a submission: otherwise its author could hide the lines after it.
    """
    first_line = next(lines_of(text), None)
    return (
        first_line is not None
        and text.split("\n", first_line.number)[first_line.number - 1].strip(" \r") == HEADER
    )


class Checked(NamedTuple):
    """The result of checking a submission: its row of the report, and a game code that identifies the game.

    The game code is None if the submission is rejected.
    """

    row: dict[str, Any]
    identity: str | None


def checked(day: int | None, deals: Mapping[str, int], entry: Entry) -> Checked:
    """Replay a submission and return its row of the report, with `reason` set if it is rejected.

    `deals_by_rules` has the deal numbers of the day by rule set id. If `day` is None, any deal is accepted.
    """
    row: dict[str, Any] = {
        "file": entry.file,
        "line": entry.line,
        "name": entry.name,
        "legal": False,
        "reason": entry.refused or None,
        **dict.fromkeys(
            ("edition", "options", "deal", "ended", "status", "score", "moves", "packed", "duplicate")
        ),
    }
    if entry.refused:
        return Checked(row, None)
    try:
        transcript = _parse_submitted_game(entry)
        row |= _build_game_facts(day, deals, entry, transcript)
    except (FormatError, TranscriptError, IllegalMove, RulesError, UsageError) as error:
        return Checked({**row, "reason": str(error)}, None)
    # A game by deal number and the same game with its cards spelled out have the same code.
    return Checked(row, pack(transcript._replace(deal=None)))


def _parse_submitted_game(submission: Entry) -> Transcript:
    """Parse the game of a submission; raise UsageError for an invalid name."""
    name = submission.name
    if not name or len(name) > LONGEST_NAME or not name.isprintable():
        raise UsageError(
            f"the name {quoted(name)}: expected 1 to {LONGEST_NAME} characters that can be printed"
        )
    return (
        parse_transcript(submission.words) if _is_transcript(submission.words) else unpack(submission.words)
    )


def _build_game_facts(
    day: int | None, deals_by_rules: Mapping[str, int], submission: Entry, transcript: Transcript
) -> dict[str, Any]:
    """Replay a submitted game and return its values for the report; raise UsageError for a wrong score or deal."""
    rules = rules_for(transcript.edition, transcript.options)
    *_, last_entry = replayed(transcript)
    position = replay_result(rules, last_entry)
    claimed_score = submission.claimed or dict(transcript.notes).get("score", "")
    if claimed_score and claimed_score != str(last_entry.score):
        actual = "the game has no score" if last_entry.score is None else f"it is {last_entry.score}"
        raise UsageError(f"the score {quoted(claimed_score)} is claimed: {actual}")
    if day is not None and transcript.deal != deals_by_rules[rules.tag]:
        deal_label = "typed-in cards" if transcript.deal is None else f"deal {transcript.deal}"
        raise UsageError(
            f"{deal_label} is not that of {written(day)}: expected deal {deals_by_rules[rules.tag]}"
        )
    return {
        "edition": rules.edition,
        "options": rules.options,
        "deal": transcript.deal,
        "moves": len(transcript.moves),
        "legal": True,
        "ended": position["status"] != "playing",
        "status": position["status"],
        "score": last_entry.score,
        "packed": pack(transcript._replace(notes=())),
    }


def _find_deals_by_rules(day: int, submissions: Sequence[Entry]) -> dict[str, int]:
    """Return the deal numbers of a day by rule set id, for all rule sets of the submitted editions.

    They are computed once here instead of in each worker process.
    """
    editions = set()
    for submission in submissions:
        with suppress(TranscriptError):
            is_transcript = _is_transcript(submission.words)
            editions.add(
                parse_transcript(submission.words).edition
                if is_transcript
                else submission.words.partition(".")[0]
            )
    rule_sets = [rules for rules in RECORDS if rules.edition in editions]
    find_deals(rule_sets, day, (0,))
    return {rules.tag: day_deal(rules, day, 0) for rules in rule_sets}


def _check_submissions(
    day: int | None, deals_by_rules: Mapping[str, int], submissions: Sequence[Entry]
) -> list[Checked]:
    """Check a chunk of submissions in a worker process."""
    return [checked(day, deals_by_rules, submission) for submission in submissions]


def run_verify(arguments: argparse.Namespace) -> Report:
    """Report which submitted games are valid; exit code 1 if any is rejected."""
    day, jobs = _parse_day(arguments), jobs_of(arguments)
    submissions = [entry for file in arguments.files for entry in entries(file, storage.read_bytes(file))]
    chunks = [
        submissions[start : start + _SUBMISSIONS_PER_TASK]
        for start in range(0, len(submissions), _SUBMISSIONS_PER_TASK)
    ]
    deals_by_rules = {} if day is None else _find_deals_by_rules(day, submissions)
    results: list[Checked] = []
    progress = Progress(len(submissions))
    try:
        for chunk in spread(partial(_check_submissions, day, deals_by_rules), chunks, jobs):
            results += chunk
            progress.show(len(results), "  games checked")
    finally:
        progress.clear()
    rows = [result.row for result in results]
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
    return Report(
        lines, {"day": day, "entries": rows, "refused": rejected_count}, code=1 if rejected_count else 0
    )
