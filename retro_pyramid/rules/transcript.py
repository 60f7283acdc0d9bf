"""Transcripts: the text form of a game, used for replays, saves, proofs and bug reports."""

import re
from binascii import crc32
from collections.abc import Iterator, Sequence
from sys import intern
from typing import NamedTuple

from retro_pyramid.cards import Card, CardError, deal, deal_text, parse_deal, parse_deal_number, quoted
from retro_pyramid.rules.editions import EDITIONS, RulesError, rules_for
from retro_pyramid.rules.game import IllegalMove, opening_score, play, score_after, start
from retro_pyramid.rules.moves import InvalidMove, Move, parse_move
from retro_pyramid.rules.record import Rules
from retro_pyramid.rules.state import State

HEADER = "retro-pyramid 1"
MOST_CHARACTERS = 1 << 17
"""The most characters of a transcript or a save: some forty thousand moves, which take less than 64 MiB of memory."""
CHECK = "check"
"""The first word of a last line that has the checksum of the text before it."""
FRIEND = "friend"
"""The note of a game that can be raced: its player's name, empty where that is not known."""
_MOVES_A_LINE = 16
_VERSION = re.compile(r"retro-pyramid(?:-[a-z]+)? +([0-9]{1,9})")


class TranscriptError(ValueError):
    """A text that is no transcript: the message gives the line, what was found, what was expected."""

    def __init__(self, line: int, problem: str) -> None:
        super().__init__(f"line {line}: {problem}")
        self.line = line


class UnknownTermError(TranscriptError):
    """A version, word, rule set or move that this version does not know.

    In a file whose check line is right, a newer version has written it.
    """


class Transcript(NamedTuple):
    """A game in full: `options` has every option, `deal` is None for typed-in cards, `notes` are pairs (key, value)."""

    edition: str
    options: dict[str, str]
    deal: int | None
    cards: tuple[Card, ...]
    moves: tuple[Move, ...] = ()
    notes: tuple[tuple[str, str], ...] = ()


class Entry(NamedTuple):
    """One point of a history: the state, the move that led to it (None at the start), the score there."""

    state: State
    move: Move | None
    score: int | None


class Race(NamedTuple):
    """A friend's game of the same cards as far as a race shows it, without its moves.

    `figures` has the score after each number of moves, the opening's first, or the cards left where there is no score.
    """

    name: str
    figures: tuple[int, ...]


class Save(NamedTuple):
    """A session in full: the games played of one deal since New, and the counts that undo does not change.

    A restart ends a game and begins the next. `game` is the one the player is in, without notes, with its undone
    moves; `cursor` is how many of its moves are not undone. `earlier` has the moves of the games before it, oldest
    first; `later` those of the games whose restart is undone. `ticks` are of 1/60 s. `stopped_at` is the score at which
    scoring stopped, None while it goes on. `auto_match` says that drawn cards are matched although the game is written
    under the rules without auto-match. `day` is the date YYYYMMDD of which this is the daily deal, if it is one, `late`
    whether it was begun on another day. `race` is the friend's game that it is played against, if it is.
    """

    game: Transcript
    cursor: int = 0
    earlier: tuple[tuple[Move, ...], ...] = ()
    later: tuple[tuple[Move, ...], ...] = ()
    ticks: int = 0
    undos: int = 0
    hints: int = 0
    assisted: bool = False
    stopped_at: int | None = None
    auto_match: bool = False
    day: int | None = None
    race: Race | None = None
    late: bool = False


def part_of(game: Transcript, count: int) -> Save:
    """Return an assisted game to be played on after the first moves of another one."""
    return Save(game._replace(moves=game.moves[:count], notes=()), count, assisted=True)


class Line(NamedTuple):
    """A line with content: its number from 1, its first word, and the rest without a comment."""

    number: int
    word: str
    rest: str


def lines_of(text: str) -> Iterator[Line]:
    r"""Yield the lines of a text that have content.

    >>> list(lines_of("# a game\nedition  odm  # the first\n"))
    [Line(number=2, word='edition', rest='odm')]
    """
    number, start, end = 1, 0, 0
    while end >= 0:
        # One line after the other: a list of all would take a multiple of the text.
        end = text.find("\n", start)
        words = text[start : end if end >= 0 else None].partition("#")[0].split(None, 1)
        if words:
            yield Line(number, words[0], words[1].rstrip() if len(words) > 1 else "")
        number, start = number + 1, end + 1


def parse_transcript(text: str) -> Transcript:
    """Read a transcript, its check line first; TranscriptError names the line. Whether moves are legal shows in replay.

    >>> game = parse_transcript("retro-pyramid 1\\nedition odm\\ndeal 61\\nmoves 75 D  # two moves\\n")
    >>> game.options, [str(move) for move in game.moves]
    ({'level': '1'}, ['75', 'D'])
    """
    if len(text) - text.count("\r\n") > MOST_CHARACTERS:
        raise TranscriptError(1, f"the game has {len(text)} characters: expected at most {MOST_CHARACTERS}")
    lines = lines_of(_verified(text))
    first = next(lines, None)
    if first is None:
        raise TranscriptError(1, f"the text is empty: expected {HEADER!r}")
    found = f"{first.word} {first.rest}".rstrip()
    if found.split() != HEADER.split():
        raise TranscriptError(first.number, f"found {quoted(found)}: expected {HEADER!r}")
    once: dict[str, Line] = {}
    options: dict[str, Line] = {}
    moves: list[Move] = []
    notes: list[tuple[str, str]] = []
    last = first.number
    for line in lines:
        last = line.number
        if line.word in ("edition", "deal", "cards"):
            _only_once(once, line.word, line)
        elif line.word == "option":
            _only_once(options, " ".join(["option", *line.rest.split()[:1]]), line)
        elif line.word == "moves":
            moves += _moves(line)
        elif line.word == "note":
            key, *value = line.rest.split(None, 1)[:2] or [""]
            if not key:
                raise TranscriptError(line.number, "found a note without a key: expected note KEY VALUE")
            if "\r" in line.rest:
                raise TranscriptError(line.number, "found a carriage return in a note: expected one line")
            notes.append((intern(key), "".join(value)))
        elif line.word == CHECK:
            raise TranscriptError(line.number, "found check before the end: expected it on the last line")
        else:
            expected = "edition, option, deal, cards, moves or note"
            raise UnknownTermError(line.number, f"found {quoted(line.word)}: expected {expected}")
    rules = _rules(once.get("edition"), list(options.values()), last)
    number, cards = _deal(once.get("deal"), once.get("cards"), last)
    return Transcript(rules.edition, rules.options, number, cards, tuple(moves), tuple(notes))


def is_newer_header(line: str) -> bool:
    """Return whether the first line of one of our files names a version above 1, whatever kind of file it is.

    >>> is_newer_header("retro-pyramid 2"), is_newer_header("retro-pyramid-odds 1"), is_newer_header("retro-pyramid x")
    (True, False, False)
    """
    version = _VERSION.fullmatch(line.rstrip())
    return version is not None and int(version[1]) > 1


def refuse_newer_header(line: str, number: int = 1) -> None:
    """Raise UnknownTermError if a first line names a version above 1."""
    if is_newer_header(line):
        newer = f"found {quoted(line.rstrip())}, of a newer version of Retro Pyramid"
        raise UnknownTermError(number, f"{newer}: expected {HEADER!r}")


def _verified(text: str) -> str:
    """Return the text without its check line, if it ends with one.

    Raise TranscriptError if the checksum is wrong, UnknownTermError for the text of a newer version.
    """
    # Before the check: a newer version may write another one.
    first = next(lines_of(text), None)
    if first is not None:
        refuse_newer_header(f"{first.word} {first.rest}", first.number)
    end, check = len(text), None
    while end > 0 and check is None:
        start = text.rfind("\n", 0, end) + 1
        check = next(lines_of(text[start:end]), None)
        end = start - 1
    if check is None or check.word != CHECK:
        return text
    before = text[:start]
    expected = checksum(before.encode("utf-8", "surrogatepass"))
    if check.rest.upper() != expected and check.rest.upper() != _restored_checksum(before):
        found = f"the check {quoted(check.rest)} does not fit the text before it"
        raise TranscriptError(before.count("\n") + 1, f"{found}: expected {expected}")
    return before


def _restored_checksum(text: str) -> str:
    """Return the checksum of a text whose line ends git or an editor may have changed."""
    return checksum(text.replace("\r\n", "\n").encode("utf-8", "surrogatepass"))


def checksum(data: bytes) -> str:
    """Return the CRC-32 of bytes as a check line writes it.

    >>> checksum(b"123456789")
    'CBF43926'
    """
    return f"{crc32(data):08X}"


def _only_once(seen: dict[str, Line], name: str, line: Line) -> None:
    if name in seen:
        earlier = f"{quoted(name)} stands on line {seen[name].number} already"
        raise TranscriptError(line.number, f"{earlier}: expected it once")
    seen[name] = line


def _moves(line: Line) -> list[Move]:
    try:
        return [parse_move(word) for word in line.rest.split()]
    except InvalidMove as error:
        raise UnknownTermError(line.number, str(error)) from None


def _rules(edition: Line | None, options: Sequence[Line], last: int) -> Rules:
    if edition is None:
        raise TranscriptError(last, f"no edition up to the end: expected edition {' or '.join(EDITIONS)}")
    line, chosen = edition, {}
    try:
        rules = rules_for(edition.rest)
        for line in options:
            words = line.rest.split()
            if len(words) != 2:
                raise TranscriptError(line.number, f"found {quoted(line.rest)}: expected option NAME VALUE")
            chosen[words[0]] = words[1]
            rules = rules_for(edition.rest, chosen)
    except RulesError as error:
        raise UnknownTermError(line.number, str(error)) from None
    return rules


def _deal(number: Line | None, typed: Line | None, last: int) -> tuple[int | None, tuple[Card, ...]]:
    if number and typed:
        raise TranscriptError(max(number.number, typed.number), "found deal and cards: expected one of them")
    line = number or typed
    if line is None:
        raise TranscriptError(last, "no deal up to the end: expected deal N or cards and their 52 names")
    try:
        if typed:
            return None, parse_deal(typed.rest)
        found = parse_deal_number(line.rest)
        return found, deal(found)
    except CardError as error:
        raise TranscriptError(line.number, str(error)) from None


def transcript_text(transcript: Transcript) -> str:
    r"""Write a transcript; parse_transcript reads it back equal. ValueError for a note that does not fit on a line.

    >>> print(transcript_text(Transcript("odm", {"level": "1"}, 61, deal(61), (parse_move("75"),))), end="")
    retro-pyramid 1
    edition odm
    option level 1
    deal 61
    moves 75
    """
    lines = [HEADER, f"edition {transcript.edition}"]
    lines += [f"option {name} {value}" for name, value in transcript.options.items()]
    if transcript.deal is None:
        lines.append(f"cards {deal_text(transcript.cards)}")
    else:
        lines.append(f"deal {transcript.deal}")
    moves = [move.text for move in transcript.moves]
    for at in range(0, len(moves), _MOVES_A_LINE):
        lines.append("moves " + " ".join(moves[at : at + _MOVES_A_LINE]))
    for key, value in transcript.notes:
        if key.split() != [key] or value != value.strip() or set(key + value) & set("#\r\n"):
            raise ValueError(f"note {key!r} {value!r}: expected one line without '#', the key one word")
        lines.append(f"note {key} {value}".rstrip())
    return "\n".join(lines) + "\n"


def opening_entry(rules: Rules, cards: Sequence[Card]) -> Entry:
    """Return the first entry of a history; CardError unless the cards are the 52 of a deck."""
    state = start(rules, cards)
    return Entry(state, None, opening_score(rules, state))


def next_entry(rules: Rules, entry: Entry, move: Move) -> Entry:
    """Return the entry a move leads to; IllegalMove if it cannot be played."""
    after = play(rules, entry.state, move)
    return Entry(after, move, score_after(rules, entry.score, entry.state, move, after))


def replay(transcript: Transcript) -> list[Entry]:
    """Play a transcript and return its whole history, the opening first; IllegalMove as in `replayed`."""
    return list(replayed(transcript))


def replayed(transcript: Transcript) -> Iterator[Entry]:
    """Play a transcript and yield each entry of its history; IllegalMove names the move's number, from 1, and the reason."""
    rules = rules_for(transcript.edition, transcript.options)
    entry = opening_entry(rules, transcript.cards)
    yield entry
    for number, move in enumerate(transcript.moves, 1):
        try:
            entry = next_entry(rules, entry, move)
        except IllegalMove as error:
            raise IllegalMove(f"move {number} ({move}): {error}") from None
        yield entry
