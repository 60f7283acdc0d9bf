"""Pascal record files of any layout: raw records and their values, read and written byte for byte."""

from typing import NamedTuple

from retro_pyramid.formats import FormatError
from retro_pyramid.formats.layouts import Field, ScoreLayout
from retro_pyramid.formats.pascal import (
    BYTE,
    INTEGER,
    LONGINT,
    WORD,
    decode_real,
    decode_string,
    encode_real,
    encode_string,
)

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


def decode_records(layout: ScoreLayout, data: bytes) -> Table:
    """Return the records of a file of that layout.

    Raise FormatError when the size is another, or a string's length byte is above what its type holds.
    """
    if len(data) != layout.file_bytes:
        raise FormatError("score board, size", 0, f"{layout.file_bytes} bytes", str(len(data)))
    size = layout.record_bytes
    for start in range(0, len(data), size):
        for field in layout.fields:
            if field.type == "string" and data[start + field.offset] >= field.size:
                what = f"score {start // size + 1}, {field.label or 'text'}, length byte"
                found = str(data[start + field.offset])
                raise FormatError(what, start + field.offset, f"at most {field.size - 1}", found)
    return Table(layout, tuple([data[start : start + size] for start in range(0, len(data), size)]))


def encode_records(table: Table) -> bytes:
    """Return the bytes of the file; a record that was not touched keeps every byte.

    Raise FormatError when there are not as many records of the size as the layout says.
    """
    layout = table.layout
    if len(table.records) != layout.records:
        raise FormatError("score board", None, f"{layout.records} records", str(len(table.records)))
    for number, record in enumerate(table.records, 1):
        if len(record) != layout.record_bytes:
            raise FormatError(f"score {number}", None, f"{layout.record_bytes} bytes", str(len(record)))
    return b"".join(table.records)


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


def with_value(record: bytes, field: Field, value: Value) -> bytes:
    """Return the record with a field changed, and only the bytes that Turbo Pascal would change.

    Assigning a string leaves what lies behind its last character. Raise FormatError when it cannot hold it.
    """
    if field.type == "string":
        text = str(value)
        image = encode_string(text, field.size - 1, field.label)[: 1 + len(text)]
    elif field.type == "real48":
        image = encode_real(float(value))
    else:
        image = ORDINALS[field.type].encode(int(value))
    return record[: field.offset] + image + record[field.offset + len(image) :]


def record_bytes(layout: ScoreLayout, **values: Value) -> bytes:
    """Return a new record with these values by label, zeros elsewhere; raise FormatError."""
    record = bytes(layout.record_bytes)
    for field in layout.fields:
        if field.label in values:
            record = with_value(record, field, values[field.label])
    return record


def _number(value: Value) -> int | float:
    assert not isinstance(value, str)
    return int(value) if isinstance(value, float) and value.is_integer() else value
