"""Saves: a transcript with notes, and a last line with the CRC-32 of everything before it (`*.PYR`, `RESUME.PYR`).

Notes of version 1, each on its own line after `note`, exactly once unless stated otherwise:

- `save 1`: the version. All older versions are accepted; a newer one raises UnknownTermError.
- `cursor N`: how many of the `moves` are in effect. Those after them are undone.
- `earlier MOVES`, `later MOVES`: a game before a restart, and one after an undone restart; any number, in order.
- `ticks N`, `undos N`, `hints N`: counts.
- `assisted yes`, `stopped SCORE`, `auto_match on`, `day YYYYMMDD`, `late yes`, `race FIGURES NAME`: only if they apply.
  FIGURES are a friend's comma-separated scores, one for each number of moves. NAME is in code page 437, hexadecimal.

>>> from retro_pyramid.cards import deal
>>> save = Save(Transcript("em", {}, 61, deal(61), (parse_move("D"),)), cursor=0, undos=1)
>>> print(encode_save(save).decode(), end="")
retro-pyramid 1
edition em
deal 61
moves D
note save 1
note cursor 0
note ticks 0
note undos 1
note hints 0
check 469A31EA
>>> decode_save(encode_save(save)) == save
True
"""

import re
from collections.abc import Iterable

from retro_pyramid.cards import quoted, whole
from retro_pyramid.formats.native.checksummed import check_line, first_line, restore_text
from retro_pyramid.formats.native.daily_streaks import is_date
from retro_pyramid.formats.pascal import decode_cp437, encode_cp437
from retro_pyramid.rules import IllegalMove, InvalidMove, Move, parse_move, rules_for
from retro_pyramid.rules.transcript import (
    CHECK,
    MOST_CHARACTERS,
    Line,
    Race,
    Save,
    Transcript,
    TranscriptError,
    UnknownTermError,
    lines_of,
    next_entry,
    opening_entry,
    parse_transcript,
    refuse_newer_header,
    transcript_text,
)

VERSION = "1"

_REQUIRED_KEYS = ("save", "cursor", "ticks", "undos", "hints")
_OPTIONAL_KEYS = ("assisted", "stopped", "auto_match", "day", "late", "race")
_REPEATABLE_KEYS = ("earlier", "later")


def encode_save(save: Save) -> bytes:
    """Return the bytes of a save.

    Raise ValueError if it is longer than MAX_CHARACTERS, after about forty thousand moves.
    """
    notes = [("save", VERSION), ("cursor", str(save.cursor))]
    notes += [("earlier", " ".join([move.text for move in moves])) for moves in save.earlier]
    notes += [("later", " ".join([move.text for move in moves])) for moves in save.later]
    notes += [("ticks", str(save.ticks)), ("undos", str(save.undos)), ("hints", str(save.hints))]
    assisted, auto_match = ("yes" if save.assisted else None), ("on" if save.auto_match else None)
    late = "yes" if save.late else None
    race = save.race and f"{','.join(map(str, save.race.figures))} {encode_cp437(save.race.name).hex()}"
    optional: dict[str, object] = {
        "assisted": assisted,
        "stopped": save.stopped_at,
        "auto_match": auto_match,
        "day": save.day,
        "late": late,
        "race": race,
    }
    notes += [(key, str(value)) for key, value in optional.items() if value is not None]
    data = transcript_text(save.game._replace(notes=tuple(notes))).encode("ascii")
    data += check_line(data)
    if len(data) > MOST_CHARACTERS:
        raise ValueError(f"a save of {len(data)} bytes: expected at most {MOST_CHARACTERS}")
    return data


def decode_save(data: bytes) -> Save:
    """Return the save. Raise TranscriptError with the line and what was expected there.

    UnknownTermError means that a newer version wrote it. Everything is validated first: the CRC, the version, cards and
    options, that every move is legal, and that the notes are consistent with the moves and the rules.
    """
    text = _decode_text(restore_text(data))
    game = parse_transcript(text)
    lines = list(lines_of(text))
    once, repeated = _parse_notes(lines)
    earlier = [_replay_lines(game, [line]) for line in repeated["earlier"]]
    present = _replay_lines(game, [line for line in lines if line.word == "moves"])
    later = [_replay_lines(game, [line]) for line in repeated["later"]]

    cursor = _parse_integer(once["cursor"])
    _require(cursor <= len(present), once["cursor"], f"0 to {len(present)}, the number of moves")
    # A game without moves cannot be restarted.
    for line, moves in zip(repeated["earlier"], earlier, strict=True):
        _require(bool(moves), line, "moves")
    for line, moves in zip(repeated["later"], [present, *later], strict=False):
        _require(bool(moves), line, "a game with moves before it")
    undos = _parse_integer(once["undos"])
    undone = len(present) - cursor + sum(1 + len(moves) for moves in later)
    _require(undos >= undone, once["undos"], f"at least {undone}, the number of undone moves and restarts")

    return Save(
        game=game._replace(notes=()),
        cursor=cursor,
        earlier=tuple(earlier),
        later=tuple(later),
        ticks=_parse_integer(once["ticks"]),
        undos=undos,
        hints=_parse_integer(once["hints"]),
        assisted="assisted" in once and _parse_flag(once["assisted"], "yes"),
        stopped_at=_parse_stopped_score(game, once["stopped"]) if "stopped" in once else None,
        auto_match="auto_match" in once and _parse_auto_match(game, once["auto_match"]),
        day=_parse_day(once["day"]) if "day" in once else None,
        race=_parse_race(once["race"]) if "race" in once else None,
        late="late" in once and _parse_late(once),
    )


def _decode_text(data: bytes) -> str:
    refuse_newer_header(first_line(data))
    try:
        text = data.decode("ascii")
    except UnicodeDecodeError as error:
        line = data.count(b"\n", 0, error.start) + 1
        raise TranscriptError(line, f"found byte {data[error.start]}: expected plain ASCII") from None
    last = text.rstrip().rpartition("\n")[2]
    if last.split()[:1] != [CHECK]:
        number = text.rstrip().count("\n") + 1
        raise TranscriptError(number, f"found {quoted(last)} at the end: expected {CHECK} and eight digits")
    return text


def _parse_notes(lines: list[Line]) -> tuple[dict[str, Line], dict[str, list[Line]]]:
    notes = []
    for line in lines:
        if line.word == "note":
            key, *value = line.rest.split(None, 1)
            notes.append(Line(number=line.number, word=key, rest="".join(value)))
    for note in notes:
        if note.word == "save" and note.rest != VERSION:
            raise UnknownTermError(note.number, f"found save {quoted(note.rest)}: expected {VERSION}")
    once: dict[str, Line] = {}
    repeated: dict[str, list[Line]] = {key: [] for key in _REPEATABLE_KEYS}
    for note in notes:
        if note.word in repeated:
            repeated[note.word].append(note)
        elif note.word in once:
            earlier = f"note {note.word} stands on line {once[note.word].number} already"
            raise TranscriptError(note.number, f"{earlier}: expected it once")
        elif note.word in _REQUIRED_KEYS + _OPTIONAL_KEYS:
            once[note.word] = note
        else:
            expected = ", ".join(_REQUIRED_KEYS + _OPTIONAL_KEYS + _REPEATABLE_KEYS)
            raise UnknownTermError(note.number, f"found note {quoted(note.word)}: expected one of {expected}")
    for key in _REQUIRED_KEYS:
        if key not in once:
            raise TranscriptError(lines[-1].number, f"no note {key} up to the end: expected note {key} N")
    return once, repeated


def _require(is_valid: bool, note: Line, expected: str) -> None:
    if not is_valid:
        raise TranscriptError(note.number, f"found {note.word} {quoted(note.rest)}: expected {expected}")


def _parse_integer(note: Line, sign: str = "") -> int:
    number = whole(note.rest.removeprefix(sign))
    _require(number is not None, note, "a whole number of at most 12 digits")
    return (number or 0) * (-1 if sign and note.rest.startswith(sign) else 1)


def _parse_flag(note: Line, expected: str) -> bool:
    _require(note.rest == expected, note, expected)
    return True


def _parse_stopped_score(game: Transcript, note: Line) -> int:
    has_score = rules_for(game.edition, game.options).scoring is not None
    _require(has_score, note, f"no such note, {game.edition} keeps no score")
    return _parse_integer(note, sign="-")


def _parse_day(note: Line) -> int:
    date = _parse_integer(note)
    _require(is_date(date), note, "a date as YYYYMMDD")
    return date


def _parse_late(once: dict[str, Line]) -> bool:
    _require("day" in once, once["late"], "no such note without note day")
    return _parse_flag(once["late"], "yes")


def _parse_race(note: Line) -> Race:
    scores_text, _, name = note.rest.partition(" ")
    scores = [
        _parse_integer(note._replace(rest=score_text), sign="-") for score_text in scores_text.split(",")
    ]
    name_match = re.fullmatch("(?:[0-9a-f]{2}){1,80}", name)
    _require(name_match is not None, note, "figures with commas between, and a name in hexadecimal")
    return Race(name=decode_cp437(bytes.fromhex(name)), figures=tuple(scores))


def _parse_auto_match(game: Transcript, note: Line) -> bool:
    _require(game.options.get("auto_match") == "off", note, "no such note without option auto_match off")
    return _parse_flag(note, "on")


def _replay_lines(game: Transcript, lines: Iterable[Line]) -> tuple[Move, ...]:
    """Return the moves on these lines, which are played on one game. Raise TranscriptError for an illegal move."""
    numbered_moves: list[tuple[int, Move]] = []
    for line in lines:
        try:
            numbered_moves += [(line.number, parse_move(word)) for word in line.rest.split()]
        except InvalidMove as error:
            raise UnknownTermError(line.number, str(error)) from None
    rules = rules_for(game.edition, game.options)
    entry = opening_entry(rules, game.cards)
    for count, (number, move) in enumerate(numbered_moves, 1):
        try:
            entry = next_entry(rules, entry, move)
        except IllegalMove as error:
            raise TranscriptError(number, f"move {count} ({move}): {error}") from None
    return tuple([move for _, move in numbered_moves])
