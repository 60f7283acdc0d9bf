"""The sub-command `solve`, which asks the exact solver about a game, a position or a file of decks."""

from __future__ import annotations

import codecs
import os
import time
from collections.abc import Iterator, Mapping, Sequence
from functools import partial
from typing import TYPE_CHECKING, NamedTuple, cast

from retro_pyramid import storage
from retro_pyramid.cards import CardError, deal, one_of, parse_deal, quoted
from retro_pyramid.commands.processes import Progress, WorkerEnded, spread
from retro_pyramid.commands.words import (
    UsageError,
    add_edition_arguments,
    deal_number,
    fail,
    new_parser,
    option_pairs,
)
from retro_pyramid.rules import (
    EDITIONS,
    IllegalMove,
    Rules,
    RulesError,
    State,
    judged,
    parse_move,
    rules_for,
    start,
)
from retro_pyramid.rules.transcript import (
    Transcript,
    TranscriptError,
    parse_transcript,
    transcript_text,
)
from retro_pyramid.session import Session
from retro_pyramid.solver.exact import GOALS, has_shortest, solve_deal
from retro_pyramid.solver.positions import PositionError

if TYPE_CHECKING:
    import argparse

NOT_KNOWN = 3
"""The exit code where the solver gave up."""


class Question(NamedTuple):
    """What is asked about a position; a plain value, so that it can be handed to another process."""

    edition: str
    options: tuple[tuple[str, str], ...]
    goal: str
    shortest: bool

    @property
    def rules(self) -> Rules:
        """Return the rules the question is about."""
        return rules_for(self.edition, dict(self.options))


def run_solve(words: Sequence[str]) -> int:
    """Run `pyramid solve`: exit code 0 for yes, 1 for a proved no, 2 for bad input, 3 for not known."""
    parser = new_parser(
        prog="pyramid solve", description="Say exactly what can still be reached, with a line of play."
    )
    add_edition_arguments(parser, "")
    what = parser.add_mutually_exclusive_group(required=True)
    what.add_argument("--deal", metavar="N", help="a deal by its number")
    what.add_argument(
        "--cards", metavar="TEXT", help="a deal by its 52 cards, pyramid from the apex, then stock"
    )
    what.add_argument(
        "--from", dest="transcript", metavar="FILE", help="the end of a transcript, - for standard input"
    )
    what.add_argument(
        "--file", metavar="DECKS", help="one deal of 52 cards a line, one JSON object a line out"
    )
    parser.add_argument(
        "--goal", default="won", choices=GOALS, help="the edition's own win, or an empty pyramid"
    )
    parser.add_argument(
        "--shortest", action="store_true", help="the least number of steps (three passes, goal cleared)"
    )
    parser.add_argument("--jobs", metavar="N", help="processes for --file (default: one a core)")
    parser.add_argument("--json", action="store_true", help="print one JSON object")
    arguments = parser.parse_args(list(words))
    jobs = positive("jobs", arguments.jobs, os.cpu_count() or 1)
    options = option_pairs(arguments.option, arguments.level)
    try:
        if arguments.transcript is not None:
            return _solve_transcript(arguments, options)
        rules = _rules(arguments.edition, options)
        question = Question(rules.edition, rules.chosen, arguments.goal, arguments.shortest)
        _check_shortest(question)
        if arguments.file is not None:
            return _solve_file(question, arguments.file, jobs)
        number = None if arguments.deal is None else deal_number(arguments.deal)
        cards = parse_deal(arguments.cards) if number is None else deal(number)
    except (CardError, RulesError) as error:
        return fail(str(error))
    game = Transcript(rules.edition, rules.options, number, tuple(cards), (), ())
    return _answer(question, game, start(rules, cards), 0, arguments.json)


def _rules(edition: str, options: Mapping[str, str]) -> Rules:
    if not edition:
        raise UsageError(f"--edition is missing: expected {one_of(EDITIONS)}")
    return judged(rules_for(edition, options), options)


def positive(name: str, text: str | None, default: int, most: int = 999_999) -> int:
    """Read a whole number from 1 to `most`; raise UsageError naming it. Without a text the default holds."""
    if text is None:
        return default
    if not (text.isascii() and text.isdigit() and len(text) <= len(str(most)) and 0 < int(text) <= most):
        raise UsageError(f"{name} {quoted(text)}: expected a whole number from 1 to {most}")
    return int(text)


def _check_shortest(question: Question) -> None:
    if question.shortest and (question.goal != "cleared" or not has_shortest(question.rules)):
        expected = "--goal cleared and three passes with the stock top playable, without auto_match=on"
        raise UsageError(f"--shortest: expected {expected}")


def _solve_transcript(arguments: argparse.Namespace, options: Mapping[str, str]) -> int:
    try:
        session = Session.from_transcript(parse_transcript(storage.read_text(arguments.transcript)))
    except (TranscriptError, IllegalMove) as error:
        return fail(str(error))
    game = session.transcript()
    if arguments.edition not in ("", game.edition):
        raise UsageError(f"--edition {arguments.edition}: the transcript is one of {game.edition}")
    wrong = [name for name, value in options.items() if game.options.get(name) != value]
    if wrong:
        raise UsageError(f"option {wrong[0]}={options[wrong[0]]}: the transcript has another value or none")
    rules = judged(session.rules, options)
    if session.rules.auto_match and not rules.auto_match:
        # The box is cleared at the end of the transcript, which the session writes as if it had never been set.
        session.auto_match = False
        game = session.transcript()
    question = Question(rules.edition, rules.chosen, arguments.goal, arguments.shortest)
    _check_shortest(question)
    return _answer(question, game, session.state, session.score or 0, arguments.json)


def answer(question: Question, state: State, score: int = 0) -> dict[str, object]:
    """Return the object `solve` prints about a position: `ms` is the wall time it took, the rest as in `Result`.

    `score` is what the game had so far; the best final score of odm counts it in. PositionError, CardError.
    """
    began = time.perf_counter()
    result = solve_deal(question.rules, state, question.goal, question.shortest)
    spent = round(1000 * (time.perf_counter() - began), 3)
    best = None if result.best is None else result.best + score
    return {**result._asdict(), "best": best, "moves": [str(move) for move in result.moves], "ms": spent}


def _answer(question: Question, game: Transcript, state: State, score: int, as_json: bool) -> int:
    import json

    try:
        found = answer(question, state, score)
    except (PositionError, CardError) as error:
        return fail(str(error))
    reached = found["winnable" if question.goal == "won" else "cleared"]
    if as_json:
        print(json.dumps(found))
    else:
        print("\n".join(_lines(question, game, found)))
    # A script that takes 0 for yes and 1 for no is told neither where nothing is known.
    return {True: 0, False: 1, None: NOT_KNOWN}[cast("bool | None", reached)]


def _lines(question: Question, game: Transcript, found: Mapping[str, object]) -> Iterator[str]:
    """Yield the answer in comments and a transcript that `pyramid replay` plays."""
    words = {True: "yes", False: "no", None: "not worked out"}
    asked = "winnable" if question.goal == "won" else "cleared"
    for what, name in (("winnable", "winnable"), ("pyramid can be cleared", "cleared")):
        known = cast("bool | None", found[name])
        unknown = known is None and name == asked
        yield f"# {what}: {'not known: it would take too much memory' if unknown else words[known]}"
    if found["steps"] is not None:
        yield f"# least steps: {found['steps']}"
    if found["best"] is not None:
        yield f"# best final score: {found['best']}"
    moves = [parse_move(move) for move in cast("list[str]", found["moves"])]
    yield f"# moves of the line: {len(moves)}, {found['ms']} ms"
    yield transcript_text(game._replace(moves=(*game.moves, *moves))).rstrip()


# Many decks


def _deck_line(question: Question, line: str) -> dict[str, object]:
    """Answer one line of a file of decks; runs in a worker process."""
    try:
        return answer(question, start(question.rules, parse_deal(line)))
    except (CardError, PositionError) as error:
        return {"error": str(error)}


def _solve_file(question: Question, name: str, jobs: int) -> int:
    import json

    # Line by line, so that bytes which are no text spoil their own line only.
    data = storage.read_bytes(name).removeprefix(codecs.BOM_UTF8)
    lines = [line.decode(errors="replace") for line in data.splitlines()]
    # Object N is about line N: only what is empty at the end is no line.
    while lines and not lines[-1].strip():
        lines.pop()
    wrong = 0
    progress = Progress(len(lines))
    try:
        for number, found in enumerate(spread(partial(_deck_line, question), lines, jobs), 1):
            if "error" in found:
                found["error"] = f"line {number}: {found['error']}"
                wrong += 1
            progress.clear()
            print(json.dumps(found), flush=True)
            progress.show(number)
    except WorkerEnded as error:
        progress.clear()
        return fail(str(error))
    finally:
        progress.end()
    if wrong:
        return fail(f"{name}: {wrong} of {len(lines)} lines are no deck of 52 cards")
    return 0
