"""Transcripts, the text form of a game: parser, serializer and replay; and the records of a saved session.

Replays, saves, proofs of scores and bug reports are transcripts.
"""

import re
from binascii import crc32
from collections.abc import Iterator, Sequence
from sys import intern
from typing import NamedTuple

from retro_pyramid.cards import Card, CardError, deal, deal_text, parse_deal, parse_deal_number, quote
from retro_pyramid.rules.editions import EDITIONS, RulesError, rules_for
from retro_pyramid.rules.game import (
    IllegalMoveError,
    apply_move,
    initial_score,
    initial_state,
    score_after_move,
)
from retro_pyramid.rules.moves import InvalidMoveError, Move, parse_move
from retro_pyramid.rules.ruleset import Rules
from retro_pyramid.rules.state import State

TRANSCRIPT_HEADER = "retro-pyramid 1"
MAX_TRANSCRIPT_LENGTH = 1 << 17
"""The maximum length of a transcript or save: about forty thousand moves, which take less than 64 MiB of memory."""
CHECK_KEYWORD = "check"
"""The keyword of an optional last line with the checksum of the text before it."""
FRIEND_NOTE_KEY = "friend"
"""The key of the note that marks a game which can be raced. Its value is the player's name, empty if not known."""
_MOVES_PER_LINE = 16
_HEADER_PATTERN = re.compile(r"retro-pyramid(?:-[a-z]+)? +([0-9]{1,9})")


class TranscriptError(ValueError):
    """An invalid transcript. The message has the line number, the text found and the text expected."""

    def __init__(self, line_number: int, problem: str) -> None:
        super().__init__(f"line {line_number}: {problem}")
        self.line_number = line_number


class UnknownTermError(TranscriptError):
    """An unknown version, keyword, rule set or move.

    In a file with a correct check line it means that a newer version of the program wrote the file.
    """


class Transcript(NamedTuple):
    """A complete game: rule set, cards and moves."""

    edition: str
    """The id of the edition."""
    options: dict[str, str]
    """Every option of the edition, value by name."""
    deal_number: int | None
    """The deal number, or None if the cards were typed in."""
    cards: tuple[Card, ...]
    """The 52 cards: the pyramid row by row from the apex, then the stock, top first."""
    moves: tuple[Move, ...] = ()
    """The moves, first to last. They need not be legal."""
    notes: tuple[tuple[str, str], ...] = ()
    """Pairs of key and value that do not affect the game. A key may occur more than once."""


class HistoryEntry(NamedTuple):
    """One point of a game's history: the state, the move that led to it and the score.

    `move` is None at the start; `score` is None if the edition keeps no score.
    """

    state: State
    move: Move | None
    score: int | None


class Ghost(NamedTuple):
    """The progress of a friend's game of the same cards, shown beside the player's own. It has no moves.


    `name` is the friend's name, empty if not known. `progress[n]` is the score after n moves, or the number of cards left
    if the edition keeps no score.
    """

    name: str
    progress: tuple[int, ...]


class SavedSession(NamedTuple):
    """A complete session: all games played of one deal since it was dealt, and the counts that undo does not revert.

    A restart ends one game and starts the next, so undo and redo move between games too.
    """

    transcript: Transcript
    """The current game, without notes. Its moves include undone ones."""
    move_index: int = 0
    """The number of moves of the current game that are not undone."""
    previous_games: tuple[tuple[Move, ...], ...] = ()
    """The moves of the games before the current one, oldest game first."""
    redo_games: tuple[tuple[Move, ...], ...] = ()
    """The moves of the games after the current one, whose restarts are undone."""
    ticks: int = 0
    """The time played, in 1/60 s."""
    undo_count: int = 0
    """The number of undos."""
    hint_count: int = 0
    """The number of hints."""
    is_assisted: bool = False
    """The game is assisted."""
    frozen_score: int | None = None
    """The score at which scoring stopped, or None if it has not stopped."""
    auto_match: bool = False
    """Drawn cards are auto-matched although the transcript is written under the rules without auto-match."""
    daily_date: int | None = None
    """The date YYYYMMDD whose daily deal this is, or None if it is not a daily deal."""
    ghost: Ghost | None = None
    """The friend's game that this one is played against, or None."""
    is_late: bool = False
    """The daily deal was started on another day than its own."""


def truncated_save(transcript: Transcript, move_count: int) -> SavedSession:
    """Return a new assisted session at the point after the first `move_count` moves of a game."""
    return SavedSession(
        transcript._replace(moves=transcript.moves[:move_count], notes=()), move_count, is_assisted=True
    )


class SourceLine(NamedTuple):
    """A line with content: its number (from 1), its first word, and the rest without a comment."""

    number: int
    keyword: str
    value: str


def iter_source_lines(text: str) -> Iterator[SourceLine]:
    r"""Yield the lines of a text that are not empty or only a comment.

    >>> list(iter_source_lines("# a game\nedition  odm  # the first\n"))
    [SourceLine(number=2, keyword='edition', value='odm')]
    """
    number, start, end = 1, 0, 0
    while end >= 0:
        # One line at a time: a list of all lines would take several times the memory of the text.
        end = text.find("\n", start)
        parts = text[start : end if end >= 0 else None].partition("#")[0].split(None, 1)
        if parts:
            yield SourceLine(number, parts[0], parts[1].rstrip() if len(parts) > 1 else "")
        number, start = number + 1, end + 1


def parse_transcript(text: str) -> Transcript:
    """Parse a transcript. Its check line, if it has one, is verified first.

    Raise TranscriptError, with the line number, if it is invalid. Whether the moves are legal is only found by `replay`.

    >>> game = parse_transcript("retro-pyramid 1\\nedition odm\\ndeal 61\\nmoves 75 D  # two moves\\n")
    >>> game.options, [str(move) for move in game.moves]
    ({'level': '1'}, ['75', 'D'])
    """
    if len(text) - text.count("\r\n") > MAX_TRANSCRIPT_LENGTH:
        raise TranscriptError(
            1, f"the game has {len(text)} characters: expected at most {MAX_TRANSCRIPT_LENGTH}"
        )
    lines = iter_source_lines(_without_check_line(text))
    first = next(lines, None)
    if first is None:
        raise TranscriptError(1, f"the text is empty: expected {TRANSCRIPT_HEADER!r}")
    header = f"{first.keyword} {first.value}".rstrip()
    if header.split() != TRANSCRIPT_HEADER.split():
        raise TranscriptError(first.number, f"found {quote(header)}: expected {TRANSCRIPT_HEADER!r}")
    line_by_keyword: dict[str, SourceLine] = {}
    options: dict[str, SourceLine] = {}
    moves: list[Move] = []
    notes: list[tuple[str, str]] = []
    last_number = first.number
    for line in lines:
        last_number = line.number
        if line.keyword in ("edition", "deal", "cards"):
            _add_once(line_by_keyword, line.keyword, line)
        elif line.keyword == "option":
            _add_once(options, " ".join(["option", *line.value.split()[:1]]), line)
        elif line.keyword == "moves":
            moves += _parse_moves(line)
        elif line.keyword == "note":
            key, *value = line.value.split(None, 1)[:2] or [""]
            if not key:
                raise TranscriptError(line.number, "found a note without a key: expected note KEY VALUE")
            if "\r" in line.value:
                raise TranscriptError(line.number, "found a carriage return in a note: expected one line")
            notes.append((intern(key), "".join(value)))
        elif line.keyword == CHECK_KEYWORD:
            raise TranscriptError(line.number, "found check before the end: expected it on the last line")
        else:
            expected = "edition, option, deal, cards, moves or note"
            raise UnknownTermError(line.number, f"found {quote(line.keyword)}: expected {expected}")
    rules = _parse_rules(line_by_keyword.get("edition"), list(options.values()), last_number)
    deal_number, cards = _parse_cards(line_by_keyword.get("deal"), line_by_keyword.get("cards"), last_number)
    return Transcript(rules.edition, rules.options, deal_number, cards, tuple(moves), tuple(notes))


def is_newer_header(line: str) -> bool:
    """Return whether the first line of a file has a format version above 1. It works for all of the program's own formats.

    >>> is_newer_header("retro-pyramid 2"), is_newer_header("retro-pyramid-odds 1"), is_newer_header("retro-pyramid x")
    (True, False, False)
    """
    match = _HEADER_PATTERN.fullmatch(line.rstrip())
    return match is not None and int(match[1]) > 1


def reject_newer_header(line: str, line_number: int = 1) -> None:
    """Raise UnknownTermError if a header line has a format version above 1."""
    if is_newer_header(line):
        problem = f"found {quote(line.rstrip())}, of a newer version of Retro Pyramid"
        raise UnknownTermError(line_number, f"{problem}: expected {TRANSCRIPT_HEADER!r}")


def _without_check_line(text: str) -> str:
    """Return the text without its check line, if it ends with one, after verifying the checksum.

    Raise TranscriptError if the checksum is wrong, UnknownTermError if a newer version wrote the text.
    """
    # The version is checked first: a newer version may write another kind of check line.
    first = next(iter_source_lines(text), None)
    if first is not None:
        reject_newer_header(f"{first.keyword} {first.value}", first.number)
    end, last = len(text), None
    while end > 0 and last is None:
        start = text.rfind("\n", 0, end) + 1
        last = next(iter_source_lines(text[start:end]), None)
        end = start - 1
    if last is None or last.keyword != CHECK_KEYWORD:
        return text
    content = text[:start]
    expected = crc32_hex(content.encode("utf-8", "surrogatepass"))
    if last.value.upper() != expected and last.value.upper() != _checksum_with_line_feeds(content):
        problem = f"the check {quote(last.value)} does not fit the text before it"
        raise TranscriptError(content.count("\n") + 1, f"{problem}: expected {expected}")
    return content


def _checksum_with_line_feeds(text: str) -> str:
    """Return the checksum of a text with CR LF replaced by LF: git or an editor may have changed the line ends."""
    return crc32_hex(text.replace("\r\n", "\n").encode("utf-8", "surrogatepass"))


def crc32_hex(data: bytes) -> str:
    """Return the CRC-32 of bytes as eight hexadecimal digits, as in a check line.

    >>> crc32_hex(b"123456789")
    'CBF43926'
    """
    return f"{crc32(data):08X}"


def _add_once(lines: dict[str, SourceLine], key: str, line: SourceLine) -> None:
    """Add a line to a dictionary. Raise TranscriptError if it has a line with this key already."""
    if key in lines:
        problem = f"{quote(key)} stands on line {lines[key].number} already"
        raise TranscriptError(line.number, f"{problem}: expected it once")
    lines[key] = line


def _parse_moves(line: SourceLine) -> list[Move]:
    try:
        return [parse_move(move_text) for move_text in line.value.split()]
    except InvalidMoveError as error:
        raise UnknownTermError(line.number, str(error)) from None


def _parse_rules(edition: SourceLine | None, options: Sequence[SourceLine], last_number: int) -> Rules:
    if edition is None:
        raise TranscriptError(
            last_number, f"no edition up to the end: expected edition {' or '.join(EDITIONS)}"
        )
    line, option_values = edition, {}
    try:
        rules = rules_for(edition.value)
        for line in options:
            parts = line.value.split()
            if len(parts) != 2:
                raise TranscriptError(line.number, f"found {quote(line.value)}: expected option NAME VALUE")
            option_values[parts[0]] = parts[1]
            rules = rules_for(edition.value, option_values)
    except RulesError as error:
        raise UnknownTermError(line.number, str(error)) from None
    return rules


def _parse_cards(
    deal_line: SourceLine | None, cards_line: SourceLine | None, last_number: int
) -> tuple[int | None, tuple[Card, ...]]:
    if deal_line and cards_line:
        raise TranscriptError(
            max(deal_line.number, cards_line.number), "found deal and cards: expected one of them"
        )
    line = deal_line or cards_line
    if line is None:
        raise TranscriptError(
            last_number, "no deal up to the end: expected deal N or cards and their 52 names"
        )
    try:
        if cards_line:
            return None, parse_deal(cards_line.value)
        deal_number = parse_deal_number(line.value)
        return deal_number, deal(deal_number)
    except CardError as error:
        raise TranscriptError(line.number, str(error)) from None


def transcript_text(transcript: Transcript) -> str:
    r"""Return the text of a transcript. `parse_transcript` is the inverse.

    Raise ValueError for a note that does not fit on one line.

    >>> print(transcript_text(Transcript("odm", {"level": "1"}, 61, deal(61), (parse_move("75"),))), end="")
    retro-pyramid 1
    edition odm
    option level 1
    deal 61
    moves 75
    """
    lines = [TRANSCRIPT_HEADER, f"edition {transcript.edition}"]
    lines += [f"option {name} {value}" for name, value in transcript.options.items()]
    if transcript.deal_number is None:
        lines.append(f"cards {deal_text(transcript.cards)}")
    else:
        lines.append(f"deal {transcript.deal_number}")
    moves = [move.text for move in transcript.moves]
    for start_index in range(0, len(moves), _MOVES_PER_LINE):
        lines.append("moves " + " ".join(moves[start_index : start_index + _MOVES_PER_LINE]))
    for key, value in transcript.notes:
        if key.split() != [key] or value != value.strip() or set(key + value) & set("#\r\n"):
            raise ValueError(f"note {key!r} {value!r}: expected one line without '#', the key one word")
        lines.append(f"note {key} {value}".rstrip())
    return "\n".join(lines) + "\n"


def initial_entry(rules: Rules, cards: Sequence[Card]) -> HistoryEntry:
    """Return the first entry of a history. Raise CardError unless the cards are the 52 of a deck."""
    state = initial_state(rules, cards)
    return HistoryEntry(state, None, initial_score(rules, state))


def next_entry(rules: Rules, entry: HistoryEntry, move: Move) -> HistoryEntry:
    """Return the entry that a move leads to. Raise IllegalMoveError if the move is illegal."""
    next_state = apply_move(rules, entry.state, move)
    return HistoryEntry(next_state, move, score_after_move(rules, entry.score, entry.state, move, next_state))


def replay(transcript: Transcript) -> list[HistoryEntry]:
    """Play a transcript and return its history, the initial entry first. Raise IllegalMoveError as `iter_replay` does."""
    return list(iter_replay(transcript))


def iter_replay(transcript: Transcript) -> Iterator[HistoryEntry]:
    """Play a transcript and yield the entries of its history, the initial entry first.

    Raise IllegalMoveError, with the number of the move (from 1) and the reason, at an illegal move.
    """

    rules = rules_for(transcript.edition, transcript.options)
    entry = initial_entry(rules, transcript.cards)
    yield entry
    for number, move in enumerate(transcript.moves, 1):
        try:
            entry = next_entry(rules, entry, move)
        except IllegalMoveError as error:
            raise IllegalMoveError(f"move {number} ({move}): {error}") from None
        yield entry
