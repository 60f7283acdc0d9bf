"""The sub-command `solve`, which asks the exact solver about a game, a position or a file of decks."""

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
    one_of,
    parse_deal_number,
    parse_written_deal,
    split_cards,
)
from retro_pyramid.commands.arguments import BAD_INPUT, UsageError, options_of, say, whole_number
from retro_pyramid.commands.parallel import WorkerEnded, spread
from retro_pyramid.commands.report import Progress, Report
from retro_pyramid.rules import EDITIONS, Rules, State, assumed_options, judged, rules_for, start
from retro_pyramid.rules.transcript import Transcript, parse_transcript, transcript_text
from retro_pyramid.session import Session
from retro_pyramid.solver.difficulty import Odds, share_won
from retro_pyramid.solver.exact import PositionError, has_shortest, search_for, solve_deal
from retro_pyramid.solver.incremental_task import Thinking
from retro_pyramid.text_encoding import to_utf8

_LEAST_CHARACTERS = 2 * CARDS_IN_DECK
"""A shorter line cannot be a deck."""
_EXIT_CODES = {True: 0, False: 1, None: 3}
"""By the answer: yes, a proved no, not known. A script that takes 0 for yes and 1 for no is told neither by 3."""


class Question(NamedTuple):
    """What is asked about a position; a plain value, so that it can be handed to another process."""

    rules: Rules
    goal: str
    shortest: bool
    graded: bool = False

    @property
    def asked(self) -> str:
        return "winnable" if self.goal == "won" else "cleared"


def jobs_of(arguments: argparse.Namespace) -> int:
    """Return how many processes are to work: one a core where the words do not say."""
    return os.cpu_count() or 1 if arguments.jobs is None else whole_number("jobs", arguments.jobs)


def question_of(
    rules: Rules, options: Mapping[str, str], goal: str, shortest: bool = False, graded: bool = False
) -> Question:
    """Return what is asked under the rules of a game; they are judged without the help that `options` do not ask for.

    Raise UsageError where the shortest line is asked for and cannot be found, or a grade for another goal than to win.
    """
    if graded and goal != "won":
        raise UsageError("--grade: expected --goal won")
    rules = judged(rules, options)
    if shortest and (goal != "cleared" or not has_shortest(rules)):
        expected = "--goal cleared and three passes with the stock top playable, without auto_match=on"
        raise UsageError(f"--shortest: expected {expected}")
    return Question(rules, goal, shortest, graded)


def run_solve(arguments: argparse.Namespace) -> Report:
    """Report what can be reached: exit code 0 for yes, 1 for a proved no, 2 for bad input, 3 for not known."""
    jobs, options = jobs_of(arguments), options_of(arguments)
    if (transcript := vars(arguments)["from"]) is not None:
        return _solve_transcript(transcript, arguments, options)
    if not arguments.edition:
        raise UsageError(f"--edition is missing: expected {one_of(EDITIONS)}")
    rules = rules_for(arguments.edition, options)
    question = question_of(rules, options, arguments.goal, arguments.shortest, arguments.grade)
    if arguments.file is not None:
        return _solve_file(question, arguments.file, jobs)
    number = None if arguments.deal is None else parse_deal_number(arguments.deal)
    cards = parse_written_deal(arguments.cards) if number is None else deal(number)
    rules = question.rules
    game = Transcript(rules.edition, rules.options, number, tuple(cards))
    return _solved(question, game, start(rules, cards))


def _solve_transcript(name: str, arguments: argparse.Namespace, options: Mapping[str, str]) -> Report:
    session = Session.from_transcript(parse_transcript(storage.read_text(name)))
    game = session.transcript()
    if arguments.edition not in (None, game.edition):
        raise UsageError(f"--edition {arguments.edition}: the transcript is one of {game.edition}")
    wrong = [name for name, value in options.items() if game.options.get(name) != value]
    if wrong:
        raise UsageError(f"option {wrong[0]}={options[wrong[0]]}: the transcript has another value or none")
    question = question_of(session.rules, options, arguments.goal, arguments.shortest, arguments.grade)
    if session.rules.auto_match and not question.rules.auto_match:
        # The box is cleared at the end of the transcript, which the session writes as if it had never been set.
        session.auto_match = False
        game = session.transcript()
    return _solved(question, game, session.state, session.score or 0)


def grade_of(rules: Rules, state: State, winnable: bool | None) -> dict[str, Any]:
    """Return the grade of a position of which the exact answer is there already, and the share it is made from."""
    thinking = Thinking(share_won(rules, state))
    thinking.step(maxsize)
    share = thinking.answer
    return {"grade": None if share is None else Odds(share, winnable).grade, "share": share}


def _answer(question: Question, game: Transcript, state: State, score: int = 0) -> dict[str, Any]:
    """Return the object `solve` prints about a `state`, the end of a `game`.

    `ms` is the wall time the exact answer took. `options` are those that the moves are legal with, `transcript` is the
    game with the moves after it. The rest is as in `Result`, with `grade` and `share` where they are asked for.

    `score` is what the game had so far; the best final score of odm counts it in. PositionError, CardError.
    """
    began = time.perf_counter()
    result = solve_deal(question.rules, state, question.goal, question.shortest)
    spent = round(1000 * (time.perf_counter() - began), 3)
    best = None if result.best is None else result.best + score
    whole_game = game._replace(moves=(*game.moves, *result.moves))
    found = {
        **result._asdict(),
        "best": best,
        "moves": [str(move) for move in result.moves],
        "options": question.rules.options,
        "transcript": transcript_text(whole_game),
        "ms": spent,
    }
    if question.graded:
        found |= grade_of(question.rules, state, result.winnable)
    return found


def _solved(question: Question, game: Transcript, state: State, score: int = 0) -> Report:
    """Report the answer about the end of a game, in comments and a transcript that `pyramid replay` plays."""
    found = _answer(question, game, state, score)
    words = {True: "yes", False: "no", None: "not worked out"}
    lines = []
    solvable = search_for(question.rules, question.goal)
    why = "it would take too much memory" if solvable else "no search knows these rules"
    for what, name in (("winnable", "winnable"), ("pyramid can be cleared", "cleared")):
        unknown = found[name] is None and name == question.asked
        answer = f"not known: {why}" if unknown else words[found[name]]
        lines.append(f"# {what}: {answer}")
    for what, name in (("least steps", "steps"), ("best final score", "best")):
        lines += [f"# {what}: {found[name]}"] if found[name] is not None else []
    if question.graded:
        share = found["share"]
        played = "" if share is None else f", {share:.0%} of the fair plays won"
        lines.append(f"# grade: {found['grade'] or ('none' if played else 'not known')}{played}")
    if assumed := assumed_options(question.rules):
        lines.append(f"# judged with {assumed}")
    lines.append(f"# moves of the line: {len(found['moves'])}, {found['ms']} ms")
    lines += found["transcript"].rstrip().split("\n")
    return Report(lines, found, code=_EXIT_CODES[found[question.asked]])


def split_decks(lines: Sequence[str]) -> list[tuple[int, str]]:
    r"""Return the decks of a file, each with the number of its first line.

    Every line is one, unless there is a deck over several lines: then blank lines only separate decks.

    >>> from retro_pyramid.cards import deal_text
    >>> deck = deal_text(deal(61))
    >>> [number for number, _ in split_decks([deck, "", deck])]
    [1, 2, 3]
    >>> [number for number, _ in split_decks([deck[:83], deck[84:], "", deck])]
    [1, 4]
    """
    numbered = list(enumerate(lines, 1))
    if all(len(line) >= _LEAST_CHARACTERS or not line.strip() for line in lines):
        return numbered
    decks: list[tuple[int, list[str]]] = []
    over_several = False
    words: list[str] = []
    for number, line in numbered:
        more = split_cards(line)
        if words and more and len(words) + len(more) <= CARDS_IN_DECK:
            words += more
            over_several |= _is_deck(" ".join(words))
        elif more:
            words = more
            decks.append((number, words))
        else:
            words = []
    return [(number, " ".join(deck)) for number, deck in decks] if over_several else numbered


def _is_deck(text: str) -> bool:
    try:
        return bool(parse_written_deal(text))
    except CardError:
        return False


def _answer_deck(question: Question, text: str) -> dict[str, Any]:
    """Answer one deck of a file; runs in a worker process."""
    try:
        rules, cards = question.rules, tuple(parse_written_deal(text))
        return _answer(question, Transcript(rules.edition, rules.options, None, cards), start(rules, cards))
    except (CardError, PositionError) as error:
        return {"error": str(error)}


def _solve_file(question: Question, name: str, jobs: int) -> Report:
    """Print the answer to each deck of a file when it is found."""
    import json

    # Line by line, so that bytes which are no text spoil their own line only.
    data = to_utf8(storage.read_bytes(name))
    lines = [line.decode(errors="replace") for line in data.splitlines()]
    # Object N is about line N: only what is empty at the end is no line.
    while lines and not lines[-1].strip():
        lines.pop()
    numbers, decks = zip(*split_decks(lines), strict=True) if lines else ((), ())
    wrong = 0
    progress = Progress(len(decks))
    try:
        answers = spread(partial(_answer_deck, question), decks, jobs)
        for done, (number, found) in enumerate(zip(numbers, answers, strict=True), 1):
            if "error" in found:
                found["error"] = f"line {number}: {found['error']}"
                wrong += 1
            progress.line(json.dumps(found))
            progress.show(done)
    except WorkerEnded as error:
        progress.clear()
        say(str(error))
        return Report(code=BAD_INPUT)
    finally:
        progress.end()
    if wrong:
        return Report(
            said=[
                f"{name}: {wrong} of {len(decks)} {'lines' if len(decks) == len(lines) else 'decks'} are no deck of 52 cards"
            ],
            code=BAD_INPUT,
        )
    return Report()
