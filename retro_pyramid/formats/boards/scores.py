"""PYRAMID.HGH and PYRTOUR.HGH: boards of ten Pascal records, sorted high to low, always all present.

A record of PYRAMID.HGH is `Name: string[15]; Score: integer; Level: integer`, 20 bytes. A record of PYRTOUR.HGH, the
totals of tournaments, has no level: 18 bytes. The layouts are reconstructions: the original's bytes are not published,
its family (Turbo Pascal typed files) is known.
"""

from collections import Counter
from collections.abc import Iterable
from typing import NamedTuple

from retro_pyramid.formats import FormatError, refuse
from retro_pyramid.formats.boards.records import Row, decode_records, row_at
from retro_pyramid.formats.layouts import CANONICAL, ScoreLayout, record_of
from retro_pyramid.formats.pascal import INTEGER, encode_string

RECORDS = 10
NAME_LENGTH = 15
EMPTY_PLACE = Row(name="-----", score=0, level=0)
EMPTY_TOTAL = EMPTY_PLACE._replace(level=None)
"""An empty place of a board without levels."""
MAX_SCORE = (1 << 15) - 1
_FIELDS = ("name", f"string{NAME_LENGTH}"), ("score", "int16")
# The same layout stands, with words, in docs/layouts/scores.layout.
LAYOUT = ScoreLayout(name=CANONICAL, records=RECORDS, fields=record_of(*_FIELDS, ("level", "int16")))
TOTALS = ScoreLayout(name="totals", records=RECORDS, fields=record_of(*_FIELDS))
_SCORE, _LEVEL = LAYOUT.field("score"), LAYOUT.field("level")


class ScoreBoard(NamedTuple):
    """The ten best, as the file's raw records: the stale bytes behind a name are written back unchanged.

    >>> board, rank = empty_board().add("Ann", 120, 2)
    >>> rank, board.rows[0], board.rows[1].name
    (0, Row(name='Ann', score=120, level=2), '-----')
    """

    records: tuple[bytes, ...]

    @property
    def rows(self) -> tuple[Row, ...]:
        return tuple([_row(record) for record in self.records])

    @property
    def has_leftovers(self) -> bool:
        """Whether stale bytes other than zeros follow a name with points: this program writes zeros."""
        return any(
            any(record[1 + record[0] : 1 + NAME_LENGTH])
            for record, row in zip(self.records, self.rows, strict=True)
            if row.score
        )

    def rank_for(self, score: int) -> int | None:
        """Return the place 0..9 of a score above 0, below the older of equals; None where it does not enter."""
        rank = sum(row.score >= score for row in self.rows)
        return rank if score > 0 and rank < RECORDS else None

    def add(self, name: str, score: int, level: int | None = None) -> tuple["ScoreBoard", int | None]:
        """Return the board with a new row and the row's place, or this board and None when it does not enter.

        A board of totals takes no level. Raise FormatError when the name is not CP437 or above 15 characters, the score
        no int16, the level not 1 or 2.
        """
        refuse(level not in (None, 1, 2), "level", None, "1 or 2", level)
        record = _record(name, score, level)
        rank = self.rank_for(score)
        if rank is None:
            return self, None
        return ScoreBoard((*self.records[:rank], record, *self.records[rank : RECORDS - 1])), rank

    def joined(self, other: "ScoreBoard") -> tuple["ScoreBoard", int, int]:
        """Return the ten best of both boards, each row once, how many are the other's, for how many there is no place."""
        mine = list(self.rows)
        theirs = []
        for record in other.records:
            row = _row(record)
            if row in mine:
                mine.remove(row)
            elif row.score > 0:
                theirs.append(record)
        # Equal scores stay in their order: a tie ranks below the older entry.
        both = [(record, False) for record in self.records] + [(record, True) for record in theirs]
        both.sort(key=lambda one: -_row(one[0]).score)
        best, rest = both[:RECORDS], both[RECORDS:]
        left_out = sum(_row(record).score > 0 for record, _ in rest)
        return ScoreBoard(tuple([record for record, _ in best])), sum(new for _, new in best), left_out

    @property
    def own(self) -> "ScoreBoard":
        return self


class ForeignBoard(NamedTuple):
    """The board in a file of another layout: the ten best of its rows as they stand there, and the layout's name."""

    rows: tuple[Row, ...]
    layout: str

    @property
    def own(self) -> ScoreBoard:
        """The board as this program would have written it: see `board_of`."""
        return board_of(self.rows)

    @property
    def cuts(self) -> str:
        """What a board of our own cannot hold of it, in words, nothing where it holds everything.

        >>> ForeignBoard((Row("Bartholomew Smith", 40000, 1), Row("Ann", 35000.5, 7)), "").cuts
        '1 name to 15 characters, 2 scores to 32767, 1 level to 1'
        """
        rows = [row for row in self.rows if row.score > 0]
        counts = (
            (sum(len(row.name) > NAME_LENGTH for row in rows), "name", f"to {NAME_LENGTH} characters"),
            (sum(row.score > MAX_SCORE for row in rows), "score", f"to {MAX_SCORE}"),
            (sum(row.score % 1 > 0 for row in rows if row.score < MAX_SCORE), "score", "to whole points"),
            (sum(row.level not in (None, 0, 1, 2) for row in rows), "level", "to 1"),
        )
        return ", ".join(f"{n} {what}{'' if n == 1 else 's'} {least}" for n, what, least in counts if n)


def best_rows(rows: Iterable[Row]) -> tuple[Row, ...]:
    """Return the ten best of the rows of a score file, with placeholders where there are fewer."""
    best = sorted(rows, key=lambda row: -row.score)[:RECORDS]
    return (*best, *(EMPTY_TOTAL,) * (RECORDS - len(best)))


def cut_by_joining(held: ScoreBoard | ForeignBoard, rows: Iterable[Row]) -> str:
    """Return in words what is lost where the rows of a score file join a board, nothing where nothing is.

    >>> board = empty_board().add("Ann", 120, 1)[0]
    >>> cut_by_joining(board, [Row("Bartholomew Smith", points, 1) for points in range(100, 200, 10)])
    '9 names to 15 characters, 1 entry past the tenth place'
    """
    theirs = [row for row in rows if row.score >= 1]
    board, new, left_out = held.own.joined(board_of(theirs))
    if not new:
        return ""
    came = Counter(board.records) - Counter(held.own.records)
    cut = [row for row in theirs if board_of([row]).records[0] in came]
    cut += held.rows if isinstance(held, ForeignBoard) else ()
    past = left_out + max(0, len(theirs) - RECORDS)
    entries = [f"{past} entr{'y' if past == 1 else 'ies'} past the tenth place"] if past else []
    return ", ".join([*filter(None, [ForeignBoard(rows=tuple(cut), layout="").cuts]), *entries])


def empty_board() -> ScoreBoard:
    """Return the board of ten placeholders."""
    return ScoreBoard((_record(EMPTY_PLACE.name, EMPTY_PLACE.score, EMPTY_PLACE.level),) * RECORDS)


def empty_totals() -> ScoreBoard:
    """Return the board of tournament totals with ten placeholders."""
    return ScoreBoard((_record(EMPTY_TOTAL.name, EMPTY_TOTAL.score, EMPTY_TOTAL.level),) * RECORDS)


def board_of(rows: Iterable[Row]) -> ScoreBoard:
    """Return the ten best of the rows of any score file, as this program would have written them.

    Names are cut to 15 characters and scores to whole points an integer holds. An unknown level becomes 1.
    A row without points becomes an empty place; a row with points is an entry even if its name is blank.

    >>> board_of([Row("Ann", 40000, 7), Row("", 12.5, 2), Row("Nobody", 0, 0)]).rows[:3]
    (Row(name='Ann', score=32767, level=1), Row(name='', score=12, level=2), Row(name='-----', score=0, level=0))
    """
    records = [
        _record(
            row.name[:NAME_LENGTH].strip(),
            min(row.score, MAX_SCORE),
            row.level if row.level in (1, 2) else 1,
        )
        for row in best_rows(rows)
        if row.score >= 1
    ]
    return ScoreBoard((*records, *empty_board().records[len(records) :]))


def decode_board(data: bytes) -> ScoreBoard:
    """Return the board of a canonical PYRAMID.HGH of 200 bytes; FormatError for what the program could not have written."""
    board = ScoreBoard(decode_records(LAYOUT, data).records)
    highest: int | float | None = None
    for number, row in enumerate(board.rows):
        what, offset = f"score {number + 1}", number * LAYOUT.record_bytes
        if highest is not None and row.score > highest:
            raise FormatError(what, offset + _SCORE.offset, f"at most the {highest} above it", str(row.score))
        refuse(row.level not in (0, 1, 2), f"{what}, level", offset + _LEVEL.offset, "0, 1 or 2", row.level)
        highest = row.score
    return board


def decode_totals(data: bytes) -> ScoreBoard:
    """Return the board of a PYRTOUR.HGH of 180 bytes; FormatError for what the program could not have written."""
    board = ScoreBoard(decode_records(TOTALS, data, "tournament board", "total").records)
    highest: int | float = MAX_SCORE
    for number, row in enumerate(board.rows):
        if not 0 <= row.score <= highest:
            place = number * TOTALS.record_bytes + _SCORE.offset
            raise FormatError(f"total {number + 1}", place, f"0 to {highest}", str(row.score))
        highest = row.score
    return board


def encode_board(board: ScoreBoard) -> bytes:
    """Return the bytes of either file; records that were not touched keep every byte."""
    return b"".join(board.records)


def _row(record: bytes) -> Row:
    if len(record) == TOTALS.record_bytes:
        return row_at(record, TOTALS, None)
    return row_at(record, LAYOUT, _LEVEL)


def _record(name: str, score: float, level: float | None) -> bytes:
    """Return the bytes of a row, its numbers cut to whole ones; without a level a record of TOTALS."""
    numbers = (int(score),) if level is None else (int(score), int(level))
    return encode_string(name, NAME_LENGTH, "name") + b"".join(map(INTEGER.encode, numbers))
