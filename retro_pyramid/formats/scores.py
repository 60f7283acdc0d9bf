"""PYRAMID.HGH in its canonical layout: a Pascal file of ten records, sorted high to low, always all present.

A record is `Name: string[15]; Score: integer; Level: integer`, 20 bytes. The layout is a reconstruction: the
original's bytes are not published, its family (Turbo Pascal typed files) is known.
"""

from typing import NamedTuple

from retro_pyramid.formats import FormatError
from retro_pyramid.formats.pascal import INTEGER, decode_string, encode_string

RECORDS = 10
NAME_LENGTH = 15
PLACEHOLDER = "-----"
_SCORE_AT = 1 + NAME_LENGTH
_LEVEL_AT = _SCORE_AT + INTEGER.size
RECORD_BYTES = _LEVEL_AT + INTEGER.size
FILE_BYTES = RECORDS * RECORD_BYTES


class ScoreRow(NamedTuple):
    """One line of the board: a name, its score in points, the level played: 1 or 2 (0: placeholder)."""

    name: str
    score: int
    level: int


class ScoreBoard(NamedTuple):
    """The ten best, as the file's raw 20-byte records, so that the junk behind a name outlives a rewrite.

    >>> board, rank = empty_board().add("Ann", 120, 2)
    >>> rank, board.rows[0], board.rows[1].name
    (0, ScoreRow(name='Ann', score=120, level=2), '-----')
    """

    records: tuple[bytes, ...]

    @property
    def rows(self) -> tuple[ScoreRow, ...]:
        """The ten rows, best first."""
        return tuple([_row(record, 0) for record in self.records])

    def rank_for(self, score: int) -> int | None:
        """Return the place 0..9 that `score` would take, or None when it does not enter.

        Only a score above 0 enters; a tie ranks below the older entry; placeholders count as 0.
        """
        rank = sum(row.score >= score for row in self.rows)
        return rank if score > 0 and rank < RECORDS else None

    def add(self, name: str, score: int, level: int) -> tuple["ScoreBoard", int | None]:
        """Return the board with a new row and the row's place, or this board and None when it does not enter.

        Raise FormatError when the name is not CP437 or above 15 characters, the score no int16, the level not
        1 or 2.
        """
        if level not in (1, 2):
            raise FormatError("level", None, "1 or 2", str(level))
        record = encode_string(name, NAME_LENGTH, "name") + INTEGER.encode(score) + INTEGER.encode(level)
        rank = self.rank_for(score)
        if rank is None:
            return self, None
        return ScoreBoard((*self.records[:rank], record, *self.records[rank : RECORDS - 1])), rank


def empty_board() -> ScoreBoard:
    """Return the board of ten placeholders."""
    record = encode_string(PLACEHOLDER, NAME_LENGTH) + INTEGER.encode(0) + INTEGER.encode(0)
    return ScoreBoard((record,) * RECORDS)


def decode_board(data: bytes) -> ScoreBoard:
    """Return the board of a canonical PYRAMID.HGH of 200 bytes.

    Raise FormatError for what the program could not have written: another size, a name's length byte above
    15, scores that rise, a level other than 0, 1 and 2.
    """
    if len(data) != FILE_BYTES:
        raise FormatError("score board, size", 0, f"{FILE_BYTES} bytes", str(len(data)))
    highest: int | None = None
    for number in range(RECORDS):
        offset = number * RECORD_BYTES
        what = f"score {number + 1}"
        row = _row(data, offset, what)
        if highest is not None and row.score > highest:
            raise FormatError(what, offset + _SCORE_AT, f"at most the {highest} above it", str(row.score))
        if row.level not in (0, 1, 2):
            raise FormatError(f"{what}, level", offset + _LEVEL_AT, "0, 1 or 2", str(row.level))
        highest = row.score
    return ScoreBoard(tuple([data[at : at + RECORD_BYTES] for at in range(0, FILE_BYTES, RECORD_BYTES)]))


def encode_board(board: ScoreBoard) -> bytes:
    """Return the 200 bytes of a canonical PYRAMID.HGH; records that were not touched keep every byte."""
    return b"".join(board.records)


def _row(data: bytes, offset: int, what: str = "score") -> ScoreRow:
    return ScoreRow(
        decode_string(data, offset, NAME_LENGTH, f"{what}, name"),
        INTEGER.decode(data, offset + _SCORE_AT),
        INTEGER.decode(data, offset + _LEVEL_AT),
    )
