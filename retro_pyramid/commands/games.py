"""The sub-commands that need no screen: each returns its exit code and the lines to print.

Exit code 0 is an answer; 2 is bad input, with one line that says what was wrong.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Mapping

from retro_pyramid.cards import CardError, deal, deal_text
from retro_pyramid.rules import IllegalMove, Rules, RulesError, legal_moves, pyramid_left, rules_for, status
from retro_pyramid.rules.perft import perft
from retro_pyramid.rules.transcript import Entry, Transcript, TranscriptError, parse_transcript, replayed

Report = tuple[int, list[str]]
"""Exit code and lines."""


def kept_note(name: str | None) -> str:
    """Return what is said after an output file's line, if the file before it is kept under that name.

    >>> kept_note("a.png.BAK")
    '; what was there is kept as a.png.BAK'
    """
    return f"; what was there is kept as {name}" if name else ""


def command_deal(edition: str, options: Mapping[str, str], number: int) -> Report:
    """Report the deal text of a deal number, one line.

    >>> command_deal("odm", {}, 61)[1][0][:14]
    '7s Th As 5h 4s'
    """
    try:
        rules_for(edition, options)
        return 0, [deal_text(deal(number))]
    except (RulesError, CardError) as error:
        return 2, [str(error)]


def command_replay(text: str, as_json: bool = False) -> Report:
    """Report where a transcript leads: as one JSON object, or in lines to read."""
    try:
        game = parse_transcript(text)
        rules, last = _played(game)
    except (TranscriptError, IllegalMove) as error:
        return 2, [str(error)]
    if as_json:
        import json

        return 0, [json.dumps(replay_result(rules, last))]
    return 0, replay_lines(game, rules, last)


def _played(game: Transcript) -> tuple[Rules, Entry]:
    """Return the rules of a game and where it leads, without its history, which may be long; IllegalMove."""
    return rules_for(game.edition, game.options), deque(replayed(game), 1).pop()


def replay_result(rules: Rules, last: Entry) -> dict[str, object]:
    """Return the facts about the position reached, by the keys `replay --json` prints."""
    state = last.state
    return {
        "edition": rules.edition,
        "status": status(rules, state),
        "score": last.score,
        "pyramid_left": pyramid_left(state),
        "stock_left": len(state.stock),
        "waste_left": 0 if rules.waste_is_discard else len(state.waste),
        "pass": state.pass_number,
        "cleared_pass": state.cleared_pass,
        "legal": sorted(map(str, legal_moves(rules, state))),
    }


def replay_lines(game: Transcript, rules: Rules, last: Entry) -> list[str]:
    """Return the same facts in lines to read."""
    state = last.state
    options = "".join(f", {name} {value}" for name, value in rules.options.items())
    dealt = "typed-in cards" if game.deal is None else f"deal {game.deal}"
    score = "" if last.score is None else f", score {last.score}"
    cleared = "" if state.cleared_pass is None else f", pyramid cleared in pass {state.cleared_pass}"
    waste = "" if rules.waste_is_discard else f", {len(state.waste)} in the waste"
    legal = sorted(map(str, legal_moves(rules, state)))
    return [
        f"{rules.edition}{options}, {dealt}, moves played: {len(game.moves)}",
        f"{status(rules, state)}{score}, pass {state.pass_number}{cleared}",
        f"cards left: {pyramid_left(state)} in the pyramid, {len(state.stock)} in the stock{waste}",
        f"legal moves: {' '.join(legal) or 'none'}",
    ]


def command_perft(text: str, depth: int) -> Report:
    """Report on one line the numbers of legal move sequences of length 1 to depth after a transcript."""
    if depth < 1:
        return 2, [f"depth {depth}: expected 1 or more"]
    try:
        rules, last = _played(parse_transcript(text))
    except (TranscriptError, IllegalMove) as error:
        return 2, [str(error)]
    return 0, [" ".join(map(str, perft(rules, last.state, depth)))]
