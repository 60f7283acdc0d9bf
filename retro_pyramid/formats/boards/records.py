"""Score files of any layout: raw Pascal records and the values in them."""

from typing import NamedTuple

from retro_pyramid.formats import FormatError, refuse
from retro_pyramid.formats.layouts import Field, ScoreLayout
from retro_pyramid.formats.pascal import NUMBERS, decode_string


class Row(NamedTuple):
    """The values of a record: a name, its score in points (a fraction only in a `real`), the level or None."""

    name: str
    score: int | float
    level: int | float | None


class Table(NamedTuple):
    """A score file: its layout, its raw records, and the field that is taken for the level, None where none is."""

    layout: ScoreLayout
    records: tuple[bytes, ...]
    level: Field | None

    @property
    def rows(self) -> tuple[Row, ...]:
        return tuple([row_at(record, self.layout, self.level) for record in self.records])


def decode_records(
    layout: ScoreLayout, data: bytes, board: str = "score board", record: str = "score"
) -> Table:
    """Return the records of a file of that layout; `board` and `record` are what errors call file and records.

    The level is the number of that label, else the first number without a label: its meaning is unknown, but most
    boards of the time keep the level there.
    Raise FormatError when the size is another, or a string's length byte is above what its type holds.
    """
    refuse(len(data) != layout.file_bytes, f"{board}, size", 0, f"{layout.file_bytes} bytes", len(data))
    size = layout.record_bytes
    for start in range(0, len(data), size):
        for field in layout.fields:
            if field.type == "string" and data[start + field.offset] >= field.size:
                what = f"{record} {start // size + 1}, {field.label or 'text'}, length byte"
                found = str(data[start + field.offset])
                raise FormatError(what, start + field.offset, f"at most {field.size - 1}", found)
    numbers = {field.label: field for field in reversed(layout.fields) if field.type != "string"}
    records = tuple([data[start : start + size] for start in range(0, len(data), size)])
    return Table(layout=layout, records=records, level=numbers.get("level") or numbers.get(""))


def row_at(record: bytes, layout: ScoreLayout, level: Field | None) -> Row:
    """Return the values of a record of a layout, of which one field is taken for the level."""
    name = layout.field("name")
    return Row(
        name=decode_string(record, name.offset, name.size - 1),
        score=number_at(record, layout.field("score")),
        level=None if level is None else number_at(record, level),
    )


def number_at(record: bytes, field: Field) -> int | float:
    """Return the number of a field of a record, whole where it has no fraction."""
    value = NUMBERS[field.type](record, field.offset)
    return int(value) if value == int(value) else value
