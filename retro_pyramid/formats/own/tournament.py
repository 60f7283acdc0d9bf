"""Tournaments as files: PYRAMID.SAV, one suspended; PYRTOUR.HGH, the ten best totals; PYRTOUR.TXT, their proofs.

PYRTOUR.HGH is a Pascal file of ten records `Name: string[15]; Score: integer`, 18 bytes each, sorted high to low,
always all present: a member of the family of PYRAMID.HGH without a level, which tournaments have not. Like that one it is
a reconstruction. The two texts are blocks under a header, with a check line.
"""

from collections.abc import Sequence
from typing import NamedTuple

from retro_pyramid.cards import quoted
from retro_pyramid.formats import FormatError
from retro_pyramid.formats.own.checked import Block, decode_blocks, encode_blocks
from retro_pyramid.formats.own.saves import decode_save, encode_save
from retro_pyramid.formats.pascal import INTEGER, decode_string, encode_string
from retro_pyramid.rules.transcript import (
    Save,
    Transcript,
    TranscriptError,
    parse_transcript,
    transcript_text,
)

RECORDS = 10
NAME_LENGTH = 15
PLACEHOLDER = "-----"
_SCORE_AT = 1 + NAME_LENGTH
RECORD_BYTES = _SCORE_AT + INTEGER.size
FILE_BYTES = RECORDS * RECORD_BYTES

_SUSPENDED = "tournament"
_PROOFS = "proofs"


class TourRow(NamedTuple):
    """One line of the board of tournaments: a name, and the net total of six games."""

    name: str
    total: int


class TourBoard(NamedTuple):
    """The ten best totals, as the file's raw 18-byte records, so that the junk behind a name outlives a rewrite.

    >>> empty_tour_board().add("Ann", 12)[0].rows[:2]
    (TourRow(name='Ann', total=12), TourRow(name='-----', total=0))
    """

    records: tuple[bytes, ...]

    @property
    def rows(self) -> tuple[TourRow, ...]:
        """The ten rows, best first."""
        return tuple([_row(record, 0) for record in self.records])

    def add(self, name: str, total: int) -> tuple["TourBoard", int | None]:
        """Return the board with a new row and its place 0..9, or this board and None when it does not enter.

        Only a total above 0 enters; a tie ranks below the older row. Raise FormatError when the name is not CP437 or
        above 15 characters, or the total no int16.
        """
        record = encode_string(name, NAME_LENGTH, "name") + INTEGER.encode(total)
        rank = sum(row.total >= total for row in self.rows)
        if total <= 0 or rank >= RECORDS:
            return self, None
        return TourBoard((*self.records[:rank], record, *self.records[rank : RECORDS - 1])), rank


class Proof(NamedTuple):
    """The games that make a total, as they were played by the one of this name."""

    name: str
    total: int
    games: tuple[Transcript, ...]


class Suspended(NamedTuple):
    """A suspended tournament: facts as keys and values, the games ended in order, and the game that was on."""

    facts: tuple[tuple[str, str], ...]
    games: tuple[Transcript, ...]
    playing: Save | None = None


def empty_tour_board() -> TourBoard:
    """Return the board of ten placeholders."""
    return TourBoard((encode_string(PLACEHOLDER, NAME_LENGTH) + INTEGER.encode(0),) * RECORDS)


def decode_tour_board(data: bytes) -> TourBoard:
    """Return the board of a PYRTOUR.HGH of 180 bytes; FormatError for what the program could not have written."""
    if len(data) != FILE_BYTES:
        raise FormatError("tournament board, size", 0, f"{FILE_BYTES} bytes", str(len(data)))
    starts = range(0, FILE_BYTES, RECORD_BYTES)
    highest = INTEGER.decode(b"\xff\x7f")
    for number, offset in enumerate(starts, 1):
        total = _row(data, offset, f"total {number}").total
        if not 0 <= total <= highest:
            raise FormatError(f"total {number}", offset + _SCORE_AT, f"0 to {highest}", str(total))
        highest = total
    return TourBoard(tuple([data[at : at + RECORD_BYTES] for at in starts]))


def encode_tour_board(board: TourBoard) -> bytes:
    """Return the 180 bytes of PYRTOUR.HGH; records that were not touched keep every byte."""
    return b"".join(board.records)


def encode_proofs(proofs: Sequence[Proof]) -> bytes:
    """Return the bytes of PYRTOUR.TXT; decode_proofs undoes it."""
    blocks = []
    for proof in proofs:
        blocks.append(Block("total", _lines((("name", proof.name), ("total", str(proof.total))))))
        blocks += [Block("game", transcript_text(game)) for game in proof.games]
    return encode_blocks(_PROOFS, blocks)


def decode_proofs(data: bytes) -> tuple[Proof, ...]:
    """Return the proofs of PYRTOUR.TXT; whether they prove anything is left to a replay. Raise FormatError."""
    proofs: list[Proof] = []
    for number, (tag, text) in enumerate(decode_blocks(_PROOFS, data), 1):
        what = f"{_PROOFS}, block {number}"
        if tag == "game" and proofs:
            proofs[-1] = proofs[-1]._replace(games=(*proofs[-1].games, _game(what, text)))
        elif tag == "total":
            said = _pairs(text)
            if [key for key, _ in said] != ["name", "total"]:
                raise FormatError(what, None, "lines of a name and a total", quoted(text))
            total = dict(said)["total"]
            if not (total.isascii() and total.isdigit() and len(total) <= 5):
                raise FormatError(f"{what}, total", None, "a whole number", quoted(total))
            proofs.append(Proof(dict(said)["name"], int(total), ()))
        else:
            raise FormatError(what, None, "total, then games", quoted(tag))
    return tuple(proofs)


def encode_suspended(suspended: Suspended) -> bytes:
    """Return the bytes of PYRAMID.SAV; decode_suspended undoes it."""
    blocks = [Block("match", _lines(suspended.facts))]
    blocks += [Block("game", transcript_text(game)) for game in suspended.games]
    if suspended.playing is not None:
        blocks.append(Block("playing", encode_save(suspended.playing).decode()))
    return encode_blocks(_SUSPENDED, blocks)


def decode_suspended(data: bytes) -> Suspended:
    """Return the suspended tournament of PYRAMID.SAV; what its facts and games mean is not looked at here.

    Raise FormatError for what the program could not have written.
    """
    first, *blocks = decode_blocks(_SUSPENDED, data) or [Block("")]
    if first.tag != "match":
        raise FormatError(f"{_SUSPENDED}, block 1", None, "match", quoted(first.tag))
    playing = _save(blocks.pop().text) if blocks and blocks[-1].tag == "playing" else None
    games = []
    for number, (tag, text) in enumerate(blocks, 1):
        if tag != "game":
            raise FormatError(f"{_SUSPENDED}, block {number + 1}", None, "game", quoted(tag))
        games.append(_game(f"{_SUSPENDED}, game {number}", text))
    return Suspended(_pairs(first.text), tuple(games), playing)


def _row(data: bytes, offset: int, what: str = "total") -> TourRow:
    name = decode_string(data, offset, NAME_LENGTH, f"{what}, name")
    return TourRow(name, INTEGER.decode(data, offset + _SCORE_AT))


def _lines(pairs: Sequence[tuple[str, str]]) -> str:
    return "".join([f"{key} {value}\n" for key, value in pairs])


def _pairs(text: str) -> tuple[tuple[str, str], ...]:
    return tuple([(key, value) for key, _, value in (line.partition(" ") for line in text.split("\n")[:-1])])


def _game(what: str, text: str) -> Transcript:
    try:
        return parse_transcript(text)
    except TranscriptError as error:
        raise FormatError(what, None, "a transcript", str(error)) from None


def _save(text: str) -> Save:
    try:
        return decode_save(text.encode())
    except TranscriptError as error:
        raise FormatError(f"{_SUSPENDED}, game in progress", None, "a save", str(error)) from None
