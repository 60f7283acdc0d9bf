"""PYRAMID.HGH and PYRTOUR.HGH: high score tables of ten Pascal records, sorted from high to low, all always present.

A record of PYRAMID.HGH is `Name: string[15]; Score: integer; Level: integer`, 20 bytes. A record of PYRTOUR.HGH, the
totals of tournaments, has no level: 18 bytes. The layouts are reconstructions: the original's bytes are not published,
but its family (Turbo Pascal typed files) is known.
"""

from collections import Counter
from collections.abc import Iterable
from typing import NamedTuple

from retro_pyramid.formats import FormatError, raise_if
from retro_pyramid.formats.layouts import CANONICAL_NAME, ScoreLayout, build_record_fields
from retro_pyramid.formats.pascal import INTEGER, encode_string
from retro_pyramid.formats.scores.records import ScoreRow, decode_row, decode_score_records

ROW_COUNT = 10
MAX_NAME_LENGTH = 15
EMPTY_ROW = ScoreRow(name="-----", score=0, level=0)
EMPTY_TOTAL_ROW = EMPTY_ROW._replace(level=None)
"""An empty row of a table without levels."""
MAX_SCORE = (1 << 15) - 1
_NAME_AND_SCORE = ("name", f"string{MAX_NAME_LENGTH}"), ("score", "int16")
# docs/layouts/scores.layout contains the same layout with explanations.
HIGH_SCORE_LAYOUT = ScoreLayout(
    name=CANONICAL_NAME,
    record_count=ROW_COUNT,
    fields=build_record_fields(*_NAME_AND_SCORE, ("level", "int16")),
)
TOTALS_LAYOUT = ScoreLayout(
    name="totals", record_count=ROW_COUNT, fields=build_record_fields(*_NAME_AND_SCORE)
)
_SCORE_FIELD, _LEVEL_FIELD = HIGH_SCORE_LAYOUT.get_field("score"), HIGH_SCORE_LAYOUT.get_field("level")


class HighScores(NamedTuple):
    """The ten best scores as raw records, so that stale bytes behind a name are written back unchanged.

    >>> table, rank = make_empty_high_scores().add("Ann", 120, 2)
    >>> rank, table.rows[0], table.rows[1].name
    (0, ScoreRow(name='Ann', score=120, level=2), '-----')
    """

    raw_records: tuple[bytes, ...]

    @property
    def rows(self) -> tuple[ScoreRow, ...]:
        return tuple([_decode_row(record) for record in self.raw_records])

    @property
    def has_stale_bytes(self) -> bool:
        """Whether non-zero bytes follow the name of a row with points. This program writes zeros there."""
        return any(
            any(record[1 + record[0] : 1 + MAX_NAME_LENGTH])
            for record, row in zip(self.raw_records, self.rows, strict=True)
            if row.score
        )

    def find_rank(self, score: int) -> int | None:
        """Return the rank 0 to 9 of a positive score, below older equal ones. Return None if it does not qualify."""
        rank = sum(row.score >= score for row in self.rows)
        return rank if score > 0 and rank < ROW_COUNT else None

    def add(self, name: str, score: int, level: int | None = None) -> tuple["HighScores", int | None]:
        """Return the table with a new row, and the row's rank. If it does not qualify, return this table and None.

        A table of totals has no levels. Raise FormatError if the name is not in code page 437 or exceeds 15 characters,
        if the score is no int16, or if the level is not 1 or 2.
        """
        raise_if(level not in (None, 1, 2), "level", None, "1 or 2", level)
        record = _encode_row(name, score, level)
        rank = self.find_rank(score)
        if rank is None:
            return self, None
        return HighScores((*self.raw_records[:rank], record, *self.raw_records[rank : ROW_COUNT - 1])), rank

    def merge(self, other: "HighScores") -> tuple["HighScores", int, int]:
        """Return the ten best rows of both tables, how many of them are new, and how many were dropped.

        A row of `other` is new unless this table has an equal one. Rows without points are not counted as dropped.
        """
        own_rows = list(self.rows)
        new_records = []
        for record in other.raw_records:
            row = _decode_row(record)
            if row in own_rows:
                own_rows.remove(row)
            elif row.score > 0:
                new_records.append(record)
        # The sort is stable: among equal scores, the older entry ranks higher.
        entries = [(record, False) for record in self.raw_records] + [
            (record, True) for record in new_records
        ]
        entries.sort(key=lambda entry: -_decode_row(entry[0]).score)
        best, dropped = entries[:ROW_COUNT], entries[ROW_COUNT:]
        dropped_count = sum(_decode_row(record).score > 0 for record, _ in dropped)
        return (
            HighScores(tuple([record for record, _ in best])),
            sum(is_new for _, is_new in best),
            dropped_count,
        )

    @property
    def native(self) -> "HighScores":
        return self


class ForeignHighScores(NamedTuple):
    """The high scores of a file in another layout: its ten best rows unchanged, and the name of the layout."""

    rows: tuple[ScoreRow, ...]
    layout_name: str

    @property
    def native(self) -> HighScores:
        """The table as this program would have written it: see `build_high_scores`."""
        return build_high_scores(self.rows)

    @property
    def truncation_text(self) -> str:
        """What a native table cannot store of these rows, as a phrase. Empty if it can store everything.

        >>> ForeignHighScores((ScoreRow("Bartholomew Smith", 40000, 1), ScoreRow("Ann", 35000.5, 7)), "").truncation_text
        '1 name to 15 characters, 2 scores to 32767, 1 level to 1'
        """
        rows = [row for row in self.rows if row.score > 0]
        counts = (
            (
                sum(len(row.name) > MAX_NAME_LENGTH for row in rows),
                "name",
                f"to {MAX_NAME_LENGTH} characters",
            ),
            (sum(row.score > MAX_SCORE for row in rows), "score", f"to {MAX_SCORE}"),
            (sum(row.score % 1 > 0 for row in rows if row.score < MAX_SCORE), "score", "to whole points"),
            (sum(row.level not in (None, 0, 1, 2) for row in rows), "level", "to 1"),
        )
        return ", ".join(
            f"{count} {noun}{'' if count == 1 else 's'} {limit}" for count, noun, limit in counts if count
        )


def select_best_rows(rows: Iterable[ScoreRow]) -> tuple[ScoreRow, ...]:
    """Return the ten best rows of a score file, padded with placeholders."""
    best = sorted(rows, key=lambda row: -row.score)[:ROW_COUNT]
    return (*best, *(EMPTY_TOTAL_ROW,) * (ROW_COUNT - len(best)))


def describe_merge_losses(current: HighScores | ForeignHighScores, new_rows: Iterable[ScoreRow]) -> str:
    """Return as a phrase what is lost when the rows of a score file are merged into a table. Empty if nothing is.

    >>> table = make_empty_high_scores().add("Ann", 120, 1)[0]
    >>> describe_merge_losses(table, [ScoreRow("Bartholomew Smith", points, 1) for points in range(100, 200, 10)])
    '9 names to 15 characters, 1 entry past the tenth place'
    """
    scored_rows = [row for row in new_rows if row.score >= 1]
    merged, new_count, dropped_count = current.native.merge(build_high_scores(scored_rows))
    if not new_count:
        return ""
    added_records = Counter(merged.raw_records) - Counter(current.native.raw_records)
    truncated_rows = [row for row in scored_rows if build_high_scores([row]).raw_records[0] in added_records]
    truncated_rows += current.rows if isinstance(current, ForeignHighScores) else ()
    dropped_total = dropped_count + max(0, len(scored_rows) - ROW_COUNT)
    entries = (
        [f"{dropped_total} entr{'y' if dropped_total == 1 else 'ies'} past the tenth place"]
        if dropped_total
        else []
    )
    return ", ".join(
        [
            *filter(None, [ForeignHighScores(rows=tuple(truncated_rows), layout_name="").truncation_text]),
            *entries,
        ]
    )


def make_empty_high_scores() -> HighScores:
    """Return a table of ten placeholders."""
    return HighScores((_encode_row(EMPTY_ROW.name, EMPTY_ROW.score, EMPTY_ROW.level),) * ROW_COUNT)


def make_empty_totals() -> HighScores:
    """Return a table of tournament totals with ten placeholders."""
    return HighScores(
        (_encode_row(EMPTY_TOTAL_ROW.name, EMPTY_TOTAL_ROW.score, EMPTY_TOTAL_ROW.level),) * ROW_COUNT
    )


def build_high_scores(rows: Iterable[ScoreRow]) -> HighScores:
    """Return the ten best rows of any score file as this program would have written them.

    Names are truncated to 15 characters and scores to the integer range. An unknown level becomes 1.
    A row without points becomes an empty row. A row with points is an entry even if its name is blank.

    >>> build_high_scores([ScoreRow("Ann", 40000, 7), ScoreRow("", 12.5, 2), ScoreRow("Nobody", 0, 0)]).rows[:3]
    (ScoreRow(name='Ann', score=32767, level=1),
     ScoreRow(name='', score=12, level=2),
     ScoreRow(name='-----', score=0, level=0))
    """
    records = [
        _encode_row(
            row.name[:MAX_NAME_LENGTH].strip(),
            min(row.score, MAX_SCORE),
            row.level if row.level in (1, 2) else 1,
        )
        for row in select_best_rows(rows)
        if row.score >= 1
    ]
    return HighScores((*records, *make_empty_high_scores().raw_records[len(records) :]))


def decode_high_scores(data: bytes) -> HighScores:
    """Return the table of a canonical PYRAMID.HGH of 200 bytes.

    Raise FormatError if this program could not have written it.
    """
    high_scores = HighScores(decode_score_records(HIGH_SCORE_LAYOUT, data).raw_records)
    highest: int | float | None = None
    for index, row in enumerate(high_scores.rows):
        subject, offset = f"score {index + 1}", index * HIGH_SCORE_LAYOUT.record_size
        if highest is not None and row.score > highest:
            raise FormatError(
                subject, offset + _SCORE_FIELD.offset, f"at most the {highest} above it", str(row.score)
            )
        raise_if(
            row.level not in (0, 1, 2),
            f"{subject}, level",
            offset + _LEVEL_FIELD.offset,
            "0, 1 or 2",
            row.level,
        )
        highest = row.score
    return high_scores


def decode_totals(data: bytes) -> HighScores:
    """Return the table of a PYRTOUR.HGH of 180 bytes.

    Raise FormatError if this program could not have written it.
    """
    totals = HighScores(decode_score_records(TOTALS_LAYOUT, data, "tournament board", "total").raw_records)
    highest: int | float = MAX_SCORE
    for index, row in enumerate(totals.rows):
        if not 0 <= row.score <= highest:
            offset = index * TOTALS_LAYOUT.record_size + _SCORE_FIELD.offset
            raise FormatError(f"total {index + 1}", offset, f"0 to {highest}", str(row.score))
        highest = row.score
    return totals


def encode_high_scores(high_scores: HighScores) -> bytes:
    """Return the bytes of either file. Unchanged records keep every byte."""
    return b"".join(high_scores.raw_records)


def _decode_row(record: bytes) -> ScoreRow:
    if len(record) == TOTALS_LAYOUT.record_size:
        return decode_row(record, TOTALS_LAYOUT, None)
    return decode_row(record, HIGH_SCORE_LAYOUT, _LEVEL_FIELD)


def _encode_row(name: str, score: float, level: float | None) -> bytes:
    """Return the bytes of a row, its numbers truncated to integers. Without a level it is a record of TOTALS_LAYOUT."""
    numbers = (int(score),) if level is None else (int(score), int(level))
    return encode_string(name, MAX_NAME_LENGTH, "name") + b"".join(map(INTEGER.encode, numbers))
