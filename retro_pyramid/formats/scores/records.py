"""Score files of any layout: raw Pascal records and the values in them."""

from typing import NamedTuple

from retro_pyramid.formats import FormatError, refuse
from retro_pyramid.formats.layouts import Field, ScoreLayout
from retro_pyramid.formats.pascal import NUMBERS, decode_string


class Row(NamedTuple):
    """The values of a record: name, points and level.

    The score is a float only if a `real` has a fraction. The level is None if the layout has none.
    """

    name: str
    score: int | float
    level: int | float | None


class Table(NamedTuple):
    """The raw records of a score file, its layout, and the field that is read as the level (None if there is none)."""

    layout: ScoreLayout
    records: tuple[bytes, ...]
    level: Field | None

    @property
    def rows(self) -> tuple[Row, ...]:
        return tuple([row_at(record, self.layout, self.level) for record in self.records])


def decode_records(
    layout: ScoreLayout, data: bytes, board: str = "score board", record: str = "score"
) -> Table:
    """Return the records of a file with this layout.

    `table_label` and `record_label` name the file and a record in errors. The level is the number labelled so,
    otherwise the first unlabelled number: its meaning is unknown, but most score files of the time have the level
    there. Raise FormatError if the file size is wrong, or if a length byte exceeds the capacity of its string.
    """
    refuse(len(data) != layout.file_bytes, f"{board}, size", 0, f"{layout.file_bytes} bytes", len(data))
    size = layout.record_bytes
    for start in range(0, len(data), size):
        for field in layout.fields:
            if field.type == "string" and data[start + field.offset] >= field.size:
                subject = f"{record} {start // size + 1}, {field.label or 'text'}, length byte"
                length = str(data[start + field.offset])
                raise FormatError(subject, start + field.offset, f"at most {field.size - 1}", length)
    numbers = {field.label: field for field in reversed(layout.fields) if field.type != "string"}
    records = tuple([data[start : start + size] for start in range(0, len(data), size)])
    return Table(layout=layout, records=records, level=numbers.get("level") or numbers.get(""))


def row_at(record: bytes, layout: ScoreLayout, level: Field | None) -> Row:
    """Return the values of a record; `level_field` is read as the level."""
    name = layout.field("name")
    return Row(
        name=decode_string(record, name.offset, name.size - 1),
        score=number_at(record, layout.field("score")),
        level=None if level is None else number_at(record, level),
    )


def number_at(record: bytes, field: Field) -> int | float:
    """Return the number in a field of a record, as an int if it has no fraction."""
    value = NUMBERS[field.type](record, field.offset)
    return int(value) if value == int(value) else value
