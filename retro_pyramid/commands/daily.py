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
_CHUNK = 100
"""Entries that a process checks at a time."""


@cache
def _table() -> DayTable:
    return DayTable(asset_bytes("days.bin"))


@cache
def day_deal(rules: Rules, day: int, place: int) -> int:
    """Return the deal of a day (place 0) or a deal of its match (1 to 6); beyond the table it is looked for."""
    known = _table().deal(rules, day, place)
    if known is not None:
        return known
    seeking = Seeking(judged(rules), begins_at(rules, day, place), most=None)
    seeking.step(maxsize)
    return seeking.number


def find_deals(rules: Sequence[Rules], day: int, places: Sequence[int]) -> None:
    """Look for the deals of a day that the table lacks, with a progress bar, as each may take seconds."""
    missing = [(one, place) for one in rules for place in places if _table().deal(one, day, place) is None]
    progress = Progress(len(missing))
    try:
        for done, (one, place) in enumerate(missing):
            progress.show(done, "  deals found")
            day_deal(one, day, place)
    finally:
        progress.clear()


def _day_of(arguments: argparse.Namespace) -> int | None:
    number = None if arguments.day is None else whole(arguments.day)
    if arguments.day is not None and (number is None or len(arguments.day) != 8 or not is_date(number)):
        raise UsageError(f"--day {quoted(arguments.day)}: expected a day as YYYYMMDD")
    return number


def run_day(arguments: argparse.Namespace) -> Report:
    """Report the deals of a day, in odm with the best score there is in each."""
    day = _day_of(arguments) or today()
    edition, options = arguments.edition, options_of(arguments)
    if edition is not None:
        rules_for(edition, options)
    elif options:
        raise UsageError(f"--edition is missing: expected {one_of(EDITIONS)}")
    wanted = [
        rules
        for rules in RECORDS
        if edition is None or (rules.edition == edition and options.items() <= rules.options.items())
    ]
    places = range(GAMES + 1)
    find_deals(wanted, day, places)
    lines, deals = [f"day {written(day)}"], []
    for rules in wanted:
        number, *match = (day_deal(rules, day, place) for place in places)
        best = solve_deal(judged(rules), start(rules, deal(number))).best if rules.judged_by_score else None
        deals.append(
            {
                "edition": rules.edition,
                "options": rules.options,
                "deal": number,
                "best": best,
                "match": match,
            }
        )
        assumed = assumed_options(judged(rules))
        can = f"can be won with {assumed}" if assumed else "can be won"
        par = can if best is None else f"best score {best}"
        lines.append(f"{rules.tag}: deal {number}, {par}; match {' '.join(map(str, match))}")
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
    for number, line in enumerate(data.splitlines(), 1):
        if not line.strip() or line.startswith(b"#"):
            continue
        if len(line) > LONGEST_LINE:
            reason = f"the line has {len(line)} bytes: expected at most {LONGEST_LINE}"
            yield Entry(file, number, "", "", refused=reason)
            continue
        try:
            text = line.decode()
        except UnicodeDecodeError:
            yield Entry(file, number, "", "", refused="the line is no text: expected UTF-8")
            continue
        name, *rest = (part.strip(" ") for part in text.split("\t" if "\t" in text else ","))
        if len(rest) not in (1, 2):
            reason = f"found {len(rest) + 1} fields: expected a name, a game and perhaps a score, by tabs or commas"
            yield Entry(file, number, "", "", refused=reason)
        else:
            yield Entry(file, number, name, rest[0].replace("\\n", "\n"), *rest[1:])


def _is_transcript(text: str) -> bool:
    """Return whether the first line that is not blank or a comment is exactly the header of a transcript.

    A line that merely begins with the header is an entry: its author must not be able to hide the lines after it.
    """
    first = next(lines_of(text), None)
    return first is not None and text.split("\n", first.number)[first.number - 1].strip(" \r") == HEADER


class Checked(NamedTuple):
    """The result of checking an entry: its row of the report, and what identifies the game, None if it is refused."""

    row: dict[str, Any]
    identity: str | None


def checked(day: int | None, deals: Mapping[str, int], entry: Entry) -> Checked:
    """Play an entry and return its row of the report, with `reason` set if it is refused.

    `deals` are the deals of the day by the tags of their rules.
    """
    found: dict[str, Any] = {
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
        return Checked(found, None)
    try:
        game = _game_of(entry)
        found |= _facts(day, deals, entry, game)
    except (FormatError, TranscriptError, IllegalMove, RulesError, UsageError) as error:
        return Checked({**found, "reason": str(error)}, None)
    # A deal number and the cards that it deals are the same game.
    return Checked(found, pack(game._replace(deal=None)))


def _game_of(entry: Entry) -> Transcript:
    name = entry.name
    if not name or len(name) > LONGEST_NAME or not name.isprintable():
        raise UsageError(
            f"the name {quoted(name)}: expected 1 to {LONGEST_NAME} characters that can be printed"
        )
    return parse_transcript(entry.words) if _is_transcript(entry.words) else unpack(entry.words)


def _facts(day: int | None, deals: Mapping[str, int], entry: Entry, game: Transcript) -> dict[str, Any]:
    rules = rules_for(game.edition, game.options)
    *_, last = replayed(game)
    facts = replay_result(rules, last)
    claimed = entry.claimed or dict(game.notes).get("score", "")
    if claimed and claimed != str(last.score):
        true = "the game has no score" if last.score is None else f"it is {last.score}"
        raise UsageError(f"the score {quoted(claimed)} is claimed: {true}")
    if day is not None and game.deal != deals[rules.tag]:
        dealt = "typed-in cards" if game.deal is None else f"deal {game.deal}"
        raise UsageError(f"{dealt} is not that of {written(day)}: expected deal {deals[rules.tag]}")
    return {
        "edition": rules.edition,
        "options": rules.options,
        "deal": game.deal,
        "moves": len(game.moves),
        "legal": True,
        "ended": facts["status"] != "playing",
        "status": facts["status"],
        "score": last.score,
        "packed": pack(game._replace(notes=())),
    }


def _deals_of(day: int, handed: Sequence[Entry]) -> dict[str, int]:
    """Return the deals of a day, by the tags of their rules, for all rule sets that entries may be played under.

    They are found once, and not in every process that checks entries.
    """
    editions = set()
    for entry in handed:
        with suppress(TranscriptError):
            transcript = _is_transcript(entry.words)
            editions.add(
                parse_transcript(entry.words).edition if transcript else entry.words.partition(".")[0]
            )
    wanted = [rules for rules in RECORDS if rules.edition in editions]
    find_deals(wanted, day, (0,))
    return {rules.tag: day_deal(rules, day, 0) for rules in wanted}


def _checked(day: int | None, deals: Mapping[str, int], some: Sequence[Entry]) -> list[Checked]:
    return [checked(day, deals, entry) for entry in some]


def run_verify(arguments: argparse.Namespace) -> Report:
    """Report of games handed in which are true; exit code 1 where one is refused."""
    day, jobs = _day_of(arguments), jobs_of(arguments)
    handed = [entry for file in arguments.files for entry in entries(file, storage.read_bytes(file))]
    chunks = [handed[at : at + _CHUNK] for at in range(0, len(handed), _CHUNK)]
    deals = {} if day is None else _deals_of(day, handed)
    results: list[Checked] = []
    progress = Progress(len(handed))
    try:
        for some in spread(partial(_checked, day, deals), chunks, jobs):
            results += some
            progress.show(len(results), "  games checked")
    finally:
        progress.clear()
    found = [one.row for one in results]
    first: dict[str, int] = {}
    lines = []
    for index, (one, identity) in enumerate(results):
        where = f"{one['file']}:{one['line']} {one['name']}".rstrip()
        if identity is None:
            lines.append(f"{where}: refused: {one['reason']}")
            continue
        before = first.setdefault(identity, index)
        one["duplicate"] = None if before == index else before
        dealt = "typed-in cards" if one["deal"] is None else f"deal {one['deal']}"
        score = "" if one["score"] is None else f", score {one['score']}"
        twice = "" if before == index else f", the same as {found[before]['file']}:{found[before]['line']}"
        options = "".join(f" {name}={value}" for name, value in one["options"].items())
        lines.append(f"{where}: {one['edition']}{options} {dealt}, {one['status']}{score}{twice}")
    refused = sum(not one["legal"] for one in found)
    lines.append(f"{len(found)} handed in, {refused} refused")
    return Report(lines, {"day": day, "entries": found, "refused": refused}, code=1 if refused else 0)
