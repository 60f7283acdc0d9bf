"""Score files of any layout: raw Pascal records and the values in them."""

from typing import NamedTuple

from retro_pyramid.formats import FormatError, raise_if
from retro_pyramid.formats.layouts import RecordField, ScoreLayout
from retro_pyramid.formats.pascal import NUMBER_DECODERS, decode_string


class ScoreRow(NamedTuple):
    """The values of a record: name, points and level.

    The score is a float only if a `real` has a fraction. The level is None if the layout has none.
    """

    name: str
    score: int | float
    level: int | float | None


class ScoreRecords(NamedTuple):
    """The raw records of a score file, its layout, and the field that is read as the level (None if there is none)."""

    layout: ScoreLayout
    raw_records: tuple[bytes, ...]
    level_field: RecordField | None

    @property
    def rows(self) -> tuple[ScoreRow, ...]:
        return tuple([decode_row(record, self.layout, self.level_field) for record in self.raw_records])


def decode_score_records(
    layout: ScoreLayout, data: bytes, table_label: str = "score board", record_label: str = "score"
) -> ScoreRecords:
    """Return the records of a file with this layout.

    `table_label` and `record_label` name the file and a record in errors. The level is the number labelled so,
    otherwise the first unlabelled number: its meaning is unknown, but most score files of the time have the level
    there. Raise FormatError if the file size is wrong, or if a length byte exceeds the capacity of its string.
    """
    raise_if(len(data) != layout.file_size, f"{table_label}, size", 0, f"{layout.file_size} bytes", len(data))
    size = layout.record_size
    for start in range(0, len(data), size):
        for field in layout.fields:
            if field.type == "string" and data[start + field.offset] >= field.size:
                subject = f"{record_label} {start // size + 1}, {field.label or 'text'}, length byte"
                length = str(data[start + field.offset])
                raise FormatError(subject, start + field.offset, f"at most {field.size - 1}", length)
    numbers = {field.label: field for field in reversed(layout.fields) if field.type != "string"}
    records = tuple([data[start : start + size] for start in range(0, len(data), size)])
    return ScoreRecords(
        layout=layout, raw_records=records, level_field=numbers.get("level") or numbers.get("")
    )


def decode_row(record: bytes, layout: ScoreLayout, level_field: RecordField | None) -> ScoreRow:
    """Return the values of a record; `level_field` is read as the level."""
    name = layout.get_field("name")
    return ScoreRow(
        name=decode_string(record, name.offset, name.size - 1),
        score=decode_number(record, layout.get_field("score")),
        level=None if level_field is None else decode_number(record, level_field),
    )


def decode_number(record: bytes, field: RecordField) -> int | float:
    """Return the number in a field of a record, as an int if it has no fraction."""
    value = NUMBER_DECODERS[field.type](record, field.offset)
    return int(value) if value == int(value) else value
