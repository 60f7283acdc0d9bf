"""The sub-commands `day` and `verify`: what a day deals, and which of the games handed in for a board are true."""

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
"""Bytes of a line that is read, and characters of a name on a board."""
_SUBMISSIONS_PER_TASK = 100
"""Entries that a process checks at a time."""


@cache
def _table() -> DayTable:
    return DayTable(asset_bytes("days.bin"))


@cache
def day_deal(rules: Rules, day: int, place: int) -> int:
    """Return the deal of a day (place 0) or a deal of its match (1 to 6); beyond the table it is looked for."""
    tabled_deal = _table().deal(rules, day, place)
    if tabled_deal is not None:
        return tabled_deal
    search = Seeking(judged(rules), begins_at(rules, day, place), most=None)
    search.step(maxsize)
    return search.number


def find_deals(rules: Sequence[Rules], day: int, places: Sequence[int]) -> None:
    """Look for the deals of a day that the table lacks, with a progress bar, as each may take seconds."""
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
    number = None if arguments.day is None else whole(arguments.day)
    if arguments.day is not None and (number is None or len(arguments.day) != 8 or not is_date(number)):
        raise UsageError(f"--day {quoted(arguments.day)}: expected a day as YYYYMMDD")
    return number


def run_day(arguments: argparse.Namespace) -> Report:
    """Report the deals of a day, in odm with the best score there is in each."""
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
    """A game handed in: the file and line it stands in, its name, the game in words, the score it claims."""

    file: str
    line: int
    name: str
    words: str
    claimed: str = ""
    refused: str = ""


def entries(file: str, data: bytes) -> Iterator[Entry]:
    r"""Yield what a file hands in: a whole transcript, or a line each of name, game and perhaps score, by tabs or commas.

    A game is packed words, or a transcript with `\n` for the ends of its lines. Empty lines and those after # are nobody's.

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

    A line that merely begins with the header is an entry: its author must not be able to hide the lines after it.
    """
    first_line = next(lines_of(text), None)
    return (
        first_line is not None
        and text.split("\n", first_line.number)[first_line.number - 1].strip(" \r") == HEADER
    )


class Checked(NamedTuple):
    """The result of checking an entry: its row of the report, and what identifies the game, None if it is refused."""

    row: dict[str, Any]
    identity: str | None


def checked(day: int | None, deals: Mapping[str, int], entry: Entry) -> Checked:
    """Play an entry and return its row of the report, with `reason` set if it is refused.

    `deals` are the deals of the day by the tags of their rules.
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
    # A deal number and the cards that it deals are the same game.
    return Checked(row, pack(transcript._replace(deal=None)))


def _parse_submitted_game(submission: Entry) -> Transcript:
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
    """Return the deals of a day, by the tags of their rules, for all rule sets that entries may be played under.

    They are found once, and not in every process that checks entries.
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
    return [checked(day, deals_by_rules, submission) for submission in submissions]


def run_verify(arguments: argparse.Namespace) -> Report:
    """Report of games handed in which are true; exit code 1 where one is refused."""
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
