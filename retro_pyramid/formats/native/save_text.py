"""Saves: a transcript with notes, and a last line with the CRC-32 of everything before it (`*.PYR`, `RESUME.PYR`).

Notes of version 1, each on its own line after `note`, exactly once unless stated otherwise:

- `save 1`: the version. All older versions are accepted; a newer one raises UnknownTermError.
- `cursor N`: how many of the `moves` are in effect. Those after them are undone.
- `earlier MOVES`, `later MOVES`: a game before a restart, and one after an undone restart; any number, in order.
- `ticks N`, `undos N`, `hints N`: counts.
- `assisted yes`, `stopped SCORE`, `auto_match on`, `day YYYYMMDD`, `late yes`, `race FIGURES NAME`: only if they apply.
  FIGURES are a friend's comma-separated scores, one for each number of moves. NAME is in code page 437, hexadecimal.

>>> from retro_pyramid.cards import deal
>>> save = SavedSession(Transcript("em", {}, 61, deal(61), (parse_move("D"),)), move_index=0, undo_count=1)
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

from retro_pyramid.cards import parse_int, quote
from retro_pyramid.formats.native.checksummed import format_check_line, normalize_text, read_first_line
from retro_pyramid.formats.native.daily_streaks import is_valid_date
from retro_pyramid.formats.pascal import decode_cp437, encode_cp437
from retro_pyramid.rules import IllegalMoveError, InvalidMoveError, Move, parse_move, rules_for
from retro_pyramid.rules.transcript import (
    CHECK_KEYWORD,
    MAX_TRANSCRIPT_LENGTH,
    Ghost,
    SavedSession,
    SourceLine,
    Transcript,
    TranscriptError,
    UnknownTermError,
    initial_entry,
    iter_source_lines,
    next_entry,
    parse_transcript,
    reject_newer_header,
    transcript_text,
)

SAVE_VERSION = "1"

_REQUIRED_KEYS = ("save", "cursor", "ticks", "undos", "hints")
_OPTIONAL_KEYS = ("assisted", "stopped", "auto_match", "day", "late", "race")
_REPEATABLE_KEYS = ("earlier", "later")


def encode_save(save: SavedSession) -> bytes:
    """Return the bytes of a save.

    Raise ValueError if it is longer than MAX_CHARACTERS, after about forty thousand moves.
    """
    notes = [("save", SAVE_VERSION), ("cursor", str(save.move_index))]
    notes += [("earlier", " ".join([move.text for move in moves])) for moves in save.previous_games]
    notes += [("later", " ".join([move.text for move in moves])) for moves in save.redo_games]
    notes += [("ticks", str(save.ticks)), ("undos", str(save.undo_count)), ("hints", str(save.hint_count))]
    assisted, auto_match = ("yes" if save.is_assisted else None), ("on" if save.auto_match else None)
    late = "yes" if save.is_late else None
    race = save.ghost and f"{','.join(map(str, save.ghost.progress))} {encode_cp437(save.ghost.name).hex()}"
    optional: dict[str, object] = {
        "assisted": assisted,
        "stopped": save.frozen_score,
        "auto_match": auto_match,
        "day": save.daily_date,
        "late": late,
        "race": race,
    }
    notes += [(key, str(value)) for key, value in optional.items() if value is not None]
    data = transcript_text(save.transcript._replace(notes=tuple(notes))).encode("ascii")
    data += format_check_line(data)
    if len(data) > MAX_TRANSCRIPT_LENGTH:
        raise ValueError(f"a save of {len(data)} bytes: expected at most {MAX_TRANSCRIPT_LENGTH}")
    return data


def decode_save(data: bytes) -> SavedSession:
    """Return the save. Raise TranscriptError with the line and what was expected there.

    UnknownTermError means that a newer version wrote it. Everything is validated first: the CRC, the version, cards and
    options, that every move is legal, and that the notes are consistent with the moves and the rules.
    """
    text = _decode_text(normalize_text(data))
    game = parse_transcript(text)
    lines = list(iter_source_lines(text))
    once, repeated = _parse_notes(lines)
    earlier = [_replay_lines(game, [line]) for line in repeated["earlier"]]
    present = _replay_lines(game, [line for line in lines if line.keyword == "moves"])
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

    return SavedSession(
        transcript=game._replace(notes=()),
        move_index=cursor,
        previous_games=tuple(earlier),
        redo_games=tuple(later),
        ticks=_parse_integer(once["ticks"]),
        undo_count=undos,
        hint_count=_parse_integer(once["hints"]),
        is_assisted="assisted" in once and _parse_flag(once["assisted"], "yes"),
        frozen_score=_parse_stopped_score(game, once["stopped"]) if "stopped" in once else None,
        auto_match="auto_match" in once and _parse_auto_match(game, once["auto_match"]),
        daily_date=_parse_day(once["day"]) if "day" in once else None,
        ghost=_parse_race(once["race"]) if "race" in once else None,
        is_late="late" in once and _parse_late(once),
    )


def _decode_text(data: bytes) -> str:
    reject_newer_header(read_first_line(data))
    try:
        text = data.decode("ascii")
    except UnicodeDecodeError as error:
        line = data.count(b"\n", 0, error.start) + 1
        raise TranscriptError(line, f"found byte {data[error.start]}: expected plain ASCII") from None
    last = text.rstrip().rpartition("\n")[2]
    if last.split()[:1] != [CHECK_KEYWORD]:
        number = text.rstrip().count("\n") + 1
        raise TranscriptError(
            number, f"found {quote(last)} at the end: expected {CHECK_KEYWORD} and eight digits"
        )
    return text


def _parse_notes(lines: list[SourceLine]) -> tuple[dict[str, SourceLine], dict[str, list[SourceLine]]]:
    notes = []
    for line in lines:
        if line.keyword == "note":
            key, *value = line.value.split(None, 1)
            notes.append(SourceLine(number=line.number, keyword=key, value="".join(value)))
    for note in notes:
        if note.keyword == "save" and note.value != SAVE_VERSION:
            raise UnknownTermError(note.number, f"found save {quote(note.value)}: expected {SAVE_VERSION}")
    once: dict[str, SourceLine] = {}
    repeated: dict[str, list[SourceLine]] = {key: [] for key in _REPEATABLE_KEYS}
    for note in notes:
        if note.keyword in repeated:
            repeated[note.keyword].append(note)
        elif note.keyword in once:
            earlier = f"note {note.keyword} stands on line {once[note.keyword].number} already"
            raise TranscriptError(note.number, f"{earlier}: expected it once")
        elif note.keyword in _REQUIRED_KEYS + _OPTIONAL_KEYS:
            once[note.keyword] = note
        else:
            expected = ", ".join(_REQUIRED_KEYS + _OPTIONAL_KEYS + _REPEATABLE_KEYS)
            raise UnknownTermError(
                note.number, f"found note {quote(note.keyword)}: expected one of {expected}"
            )
    for key in _REQUIRED_KEYS:
        if key not in once:
            raise TranscriptError(lines[-1].number, f"no note {key} up to the end: expected note {key} N")
    return once, repeated


def _require(is_valid: bool, note: SourceLine, expected: str) -> None:
    if not is_valid:
        raise TranscriptError(note.number, f"found {note.keyword} {quote(note.value)}: expected {expected}")


def _parse_integer(note: SourceLine, sign: str = "") -> int:
    number = parse_int(note.value.removeprefix(sign))
    _require(number is not None, note, "a whole number of at most 12 digits")
    return (number or 0) * (-1 if sign and note.value.startswith(sign) else 1)


def _parse_flag(note: SourceLine, expected: str) -> bool:
    _require(note.value == expected, note, expected)
    return True


def _parse_stopped_score(game: Transcript, note: SourceLine) -> int:
    has_score = rules_for(game.edition, game.options).scoring is not None
    _require(has_score, note, f"no such note, {game.edition} keeps no score")
    return _parse_integer(note, sign="-")


def _parse_day(note: SourceLine) -> int:
    date = _parse_integer(note)
    _require(is_valid_date(date), note, "a date as YYYYMMDD")
    return date


def _parse_late(once: dict[str, SourceLine]) -> bool:
    _require("day" in once, once["late"], "no such note without note day")
    return _parse_flag(once["late"], "yes")


def _parse_race(note: SourceLine) -> Ghost:
    scores_text, _, name = note.value.partition(" ")
    scores = [
        _parse_integer(note._replace(value=score_text), sign="-") for score_text in scores_text.split(",")
    ]
    name_match = re.fullmatch("(?:[0-9a-f]{2}){1,80}", name)
    _require(name_match is not None, note, "figures with commas between, and a name in hexadecimal")
    return Ghost(name=decode_cp437(bytes.fromhex(name)), progress=tuple(scores))


def _parse_auto_match(game: Transcript, note: SourceLine) -> bool:
    _require(game.options.get("auto_match") == "off", note, "no such note without option auto_match off")
    return _parse_flag(note, "on")


def _replay_lines(game: Transcript, lines: Iterable[SourceLine]) -> tuple[Move, ...]:
    """Return the moves on these lines, which are played on one game. Raise TranscriptError for an illegal move."""
    numbered_moves: list[tuple[int, Move]] = []
    for line in lines:
        try:
            numbered_moves += [(line.number, parse_move(word)) for word in line.value.split()]
        except InvalidMoveError as error:
            raise UnknownTermError(line.number, str(error)) from None
    rules = rules_for(game.edition, game.options)
    entry = initial_entry(rules, game.cards)
    for count, (number, move) in enumerate(numbered_moves, 1):
        try:
            entry = next_entry(rules, entry, move)
        except IllegalMoveError as error:
            raise TranscriptError(number, f"move {count} ({move}): {error}") from None
    return tuple([move for _, move in numbered_moves])
