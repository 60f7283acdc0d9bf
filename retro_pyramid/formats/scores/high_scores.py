"""PYRAMID.HGH and PYRTOUR.HGH: high score tables of ten Pascal records, sorted from high to low, all always present.

A record of PYRAMID.HGH is `Name: string[15]; Score: integer; Level: integer`, 20 bytes. A record of PYRTOUR.HGH, the
totals of tournaments, has no level: 18 bytes. The layouts are reconstructions: the original's bytes are not published,
but its family (Turbo Pascal typed files) is known.
"""

from collections import Counter
from collections.abc import Iterable
from typing import NamedTuple

from retro_pyramid.formats import FormatError, refuse
from retro_pyramid.formats.layouts import CANONICAL, ScoreLayout, record_of
from retro_pyramid.formats.pascal import INTEGER, encode_string
from retro_pyramid.formats.scores.records import Row, decode_records, row_at

RECORDS = 10
NAME_LENGTH = 15
EMPTY_PLACE = Row(name="-----", score=0, level=0)
EMPTY_TOTAL = EMPTY_PLACE._replace(level=None)
"""An empty row of a table without levels."""
MAX_SCORE = (1 << 15) - 1
_NAME_AND_SCORE = ("name", f"string{NAME_LENGTH}"), ("score", "int16")
# docs/layouts/scores.layout contains the same layout with explanations.
LAYOUT = ScoreLayout(name=CANONICAL, records=RECORDS, fields=record_of(*_NAME_AND_SCORE, ("level", "int16")))
TOTALS = ScoreLayout(name="totals", records=RECORDS, fields=record_of(*_NAME_AND_SCORE))
_SCORE_FIELD, _LEVEL_FIELD = LAYOUT.field("score"), LAYOUT.field("level")


class ScoreBoard(NamedTuple):
    """The ten best scores as raw records, so that stale bytes behind a name are written back unchanged.

    >>> table, rank = empty_board().add("Ann", 120, 2)
    >>> rank, table.rows[0], table.rows[1].name
    (0, Row(name='Ann', score=120, level=2), '-----')
    """

    records: tuple[bytes, ...]

    @property
    def rows(self) -> tuple[Row, ...]:
        return tuple([_decode_row(record) for record in self.records])

    @property
    def has_leftovers(self) -> bool:
        """Whether non-zero bytes follow the name of a row with points. This program writes zeros there."""
        return any(
            any(record[1 + record[0] : 1 + NAME_LENGTH])
            for record, row in zip(self.records, self.rows, strict=True)
            if row.score
        )

    def rank_for(self, score: int) -> int | None:
        """Return the rank 0 to 9 of a positive score, below older equal ones. Return None if it does not qualify."""
        rank = sum(row.score >= score for row in self.rows)
        return rank if score > 0 and rank < RECORDS else None

    def add(self, name: str, score: int, level: int | None = None) -> tuple["ScoreBoard", int | None]:
        """Return the table with a new row, and the row's rank. If it does not qualify, return this table and None.

        A table of totals has no levels. Raise FormatError if the name is not in code page 437 or exceeds 15 characters,
        if the score is no int16, or if the level is not 1 or 2.
        """
        refuse(level not in (None, 1, 2), "level", None, "1 or 2", level)
        record = _encode_row(name, score, level)
        rank = self.rank_for(score)
        if rank is None:
            return self, None
        return ScoreBoard((*self.records[:rank], record, *self.records[rank : RECORDS - 1])), rank

    def joined(self, other: "ScoreBoard") -> tuple["ScoreBoard", int, int]:
        """Return the ten best rows of both tables, how many of them are new, and how many were dropped.

        A row of `other` is new unless this table has an equal one. Rows without points are not counted as dropped.
        """
        own_rows = list(self.rows)
        new_records = []
        for record in other.records:
            row = _decode_row(record)
            if row in own_rows:
                own_rows.remove(row)
            elif row.score > 0:
                new_records.append(record)
        # The sort is stable: among equal scores, the older entry ranks higher.
        entries = [(record, False) for record in self.records] + [(record, True) for record in new_records]
        entries.sort(key=lambda entry: -_decode_row(entry[0]).score)
        best, dropped = entries[:RECORDS], entries[RECORDS:]
        dropped_count = sum(_decode_row(record).score > 0 for record, _ in dropped)
        return (
            ScoreBoard(tuple([record for record, _ in best])),
            sum(is_new for _, is_new in best),
            dropped_count,
        )

    @property
    def own(self) -> "ScoreBoard":
        return self


class ForeignBoard(NamedTuple):
    """The high scores of a file in another layout: its ten best rows unchanged, and the name of the layout."""

    rows: tuple[Row, ...]
    layout: str

    @property
    def own(self) -> ScoreBoard:
        """The table as this program would have written it: see `build_high_scores`."""
        return board_of(self.rows)

    @property
    def cuts(self) -> str:
        """What a native table cannot store of these rows, as a phrase. Empty if it can store everything.

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
        return ", ".join(
            f"{count} {noun}{'' if count == 1 else 's'} {limit}" for count, noun, limit in counts if count
        )


def best_rows(rows: Iterable[Row]) -> tuple[Row, ...]:
    """Return the ten best rows of a score file, padded with placeholders."""
    best = sorted(rows, key=lambda row: -row.score)[:RECORDS]
    return (*best, *(EMPTY_TOTAL,) * (RECORDS - len(best)))


def cut_by_joining(held: ScoreBoard | ForeignBoard, rows: Iterable[Row]) -> str:
    """Return as a phrase what is lost when the rows of a score file are merged into a table. Empty if nothing is.

    >>> table = empty_board().add("Ann", 120, 1)[0]
    >>> cut_by_joining(table, [Row("Bartholomew Smith", points, 1) for points in range(100, 200, 10)])
    '9 names to 15 characters, 1 entry past the tenth place'
    """
    scored_rows = [row for row in rows if row.score >= 1]
    merged, new_count, dropped_count = held.own.joined(board_of(scored_rows))
    if not new_count:
        return ""
    added_records = Counter(merged.records) - Counter(held.own.records)
    truncated_rows = [row for row in scored_rows if board_of([row]).records[0] in added_records]
    truncated_rows += held.rows if isinstance(held, ForeignBoard) else ()
    dropped_total = dropped_count + max(0, len(scored_rows) - RECORDS)
    entries = (
        [f"{dropped_total} entr{'y' if dropped_total == 1 else 'ies'} past the tenth place"]
        if dropped_total
        else []
    )
    return ", ".join([*filter(None, [ForeignBoard(rows=tuple(truncated_rows), layout="").cuts]), *entries])


def empty_board() -> ScoreBoard:
    """Return a table of ten placeholders."""
    return ScoreBoard((_encode_row(EMPTY_PLACE.name, EMPTY_PLACE.score, EMPTY_PLACE.level),) * RECORDS)


def empty_totals() -> ScoreBoard:
    """Return a table of tournament totals with ten placeholders."""
    return ScoreBoard((_encode_row(EMPTY_TOTAL.name, EMPTY_TOTAL.score, EMPTY_TOTAL.level),) * RECORDS)


def board_of(rows: Iterable[Row]) -> ScoreBoard:
    """Return the ten best rows of any score file as this program would have written them.

    Names are truncated to 15 characters and scores to the integer range. An unknown level becomes 1.
    A row without points becomes an empty row. A row with points is an entry even if its name is blank.

    >>> board_of([Row("Ann", 40000, 7), Row("", 12.5, 2), Row("Nobody", 0, 0)]).rows[:3]
    (Row(name='Ann', score=32767, level=1),
     Row(name='', score=12, level=2),
     Row(name='-----', score=0, level=0))
    """
    records = [
        _encode_row(
            row.name[:NAME_LENGTH].strip(),
            min(row.score, MAX_SCORE),
            row.level if row.level in (1, 2) else 1,
        )
        for row in best_rows(rows)
        if row.score >= 1
    ]
    return ScoreBoard((*records, *empty_board().records[len(records) :]))


def decode_board(data: bytes) -> ScoreBoard:
    """Return the table of a canonical PYRAMID.HGH of 200 bytes.

    Raise FormatError if this program could not have written it.
    """
    high_scores = ScoreBoard(decode_records(LAYOUT, data).records)
    highest: int | float | None = None
    for index, row in enumerate(high_scores.rows):
        subject, offset = f"score {index + 1}", index * LAYOUT.record_bytes
        if highest is not None and row.score > highest:
            raise FormatError(
                subject, offset + _SCORE_FIELD.offset, f"at most the {highest} above it", str(row.score)
            )
        refuse(
            row.level not in (0, 1, 2),
            f"{subject}, level",
            offset + _LEVEL_FIELD.offset,
            "0, 1 or 2",
            row.level,
        )
        highest = row.score
    return high_scores


def decode_totals(data: bytes) -> ScoreBoard:
    """Return the table of a PYRTOUR.HGH of 180 bytes.

    Raise FormatError if this program could not have written it.
    """
    totals = ScoreBoard(decode_records(TOTALS, data, "tournament board", "total").records)
    highest: int | float = MAX_SCORE
    for index, row in enumerate(totals.rows):
        if not 0 <= row.score <= highest:
            offset = index * TOTALS.record_bytes + _SCORE_FIELD.offset
            raise FormatError(f"total {index + 1}", offset, f"0 to {highest}", str(row.score))
        highest = row.score
    return totals


def encode_board(board: ScoreBoard) -> bytes:
    """Return the bytes of either file. Unchanged records keep every byte."""
    return b"".join(board.records)


def _decode_row(record: bytes) -> Row:
    if len(record) == TOTALS.record_bytes:
        return row_at(record, TOTALS, None)
    return row_at(record, LAYOUT, _LEVEL_FIELD)


def _encode_row(name: str, score: float, level: float | None) -> bytes:
    """Return the bytes of a row, its numbers truncated to integers. Without a level it is a record of TOTALS_LAYOUT."""
    numbers = (int(score),) if level is None else (int(score), int(level))
    return encode_string(name, NAME_LENGTH, "name") + b"".join(map(INTEGER.encode, numbers))
