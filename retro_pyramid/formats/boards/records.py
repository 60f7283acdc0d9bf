"""Pascal record files of any layout: raw records and their values, read and written byte for byte."""

from typing import NamedTuple

from retro_pyramid.formats import FormatError
from retro_pyramid.formats.layouts import Field, ScoreLayout
from retro_pyramid.formats.pascal import BYTE, INTEGER, LONGINT, WORD, decode_real, decode_string

ORDINALS = {"byte": BYTE, "int16": INTEGER, "uint16": WORD, "int32": LONGINT}
Value = str | int | float


class Row(NamedTuple):
    """What a record says: a name, its score in points (a fraction only in a `real`), the level or None.

    The level is the field of that label, else the first number that has no label: nobody knows its meaning,
    but most boards of the time keep the level there.
    """

    name: str
    score: int | float
    level: int | float | None


class Table(NamedTuple):
    """A score file: its layout and its raw records, so that the junk behind a name outlives a rewrite."""

    layout: ScoreLayout
    records: tuple[bytes, ...]

    @property
    def rows(self) -> tuple[Row, ...]:
        """What the records say, in the order of the file."""
        layout = self.layout
        name, score = layout.field("name"), layout.field("score")
        assert name is not None
        assert score is not None
        spare = next((field for field in layout.fields if not field.label and field.type != "string"), None)
        level = layout.field("level") or spare
        return tuple(
            [
                Row(
                    str(value_at(record, name)),
                    _number(value_at(record, score)),
                    None if level is None else _number(value_at(record, level)),
                )
                for record in self.records
            ]
        )


def decode_records(
    layout: ScoreLayout, data: bytes, board: str = "score board", record: str = "score"
) -> Table:
    """Return the records of a file of that layout; `board` and `record` are what errors call file and records.

    Raise FormatError when the size is another, or a string's length byte is above what its type holds.
    """
    if len(data) != layout.file_bytes:
        raise FormatError(f"{board}, size", 0, f"{layout.file_bytes} bytes", str(len(data)))
    size = layout.record_bytes
    for start in range(0, len(data), size):
        for field in layout.fields:
            if field.type == "string" and data[start + field.offset] >= field.size:
                what = f"{record} {start // size + 1}, {field.label or 'text'}, length byte"
                found = str(data[start + field.offset])
                raise FormatError(what, start + field.offset, f"at most {field.size - 1}", found)
    return Table(layout, tuple([data[start : start + size] for start in range(0, len(data), size)]))


def value_at(record: bytes, field: Field, start: int = 0, what: str = "") -> Value:
    """Return the value of a field of the record that starts at byte `start`; raise FormatError.

    Strings are text, reals are floats, all others whole numbers; `what` names a string in errors.
    """
    at = start + field.offset
    if field.type == "string":
        return decode_string(record, at, field.size - 1, what or field.label)
    if field.type == "real48":
        return decode_real(record, at)
    return ORDINALS[field.type].decode(record, at)


def _number(value: Value) -> int | float:
    assert not isinstance(value, str)
    return int(value) if isinstance(value, float) and value.is_integer() else value
