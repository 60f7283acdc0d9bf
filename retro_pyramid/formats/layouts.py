"""Layouts of score files and picture files, as values and as text files that a user can read and write.

A layout file has one `key value` pair per line, and `#` starts a comment:

    layout   canonical               layout   canonical
    kind     scores                  kind     pictures
    records  10                      image    bgi16          (or cga4)
    field    name   string[15]       size     64x64          (left out: any one size)
    field    score  integer          prefix   none           (size, size+2, size-2)
    field    level  integer          trailer  yes            (no)
                                     decks    2
                                     images   54             (a deck)

A layout file for pictures may also contain the lines of a sidecar file (see formats.pictures.card_order). Every layout
has an equivalent short name, such as `10xname15,score:int16,level:int16` or `2x54,bgi16`: see `parse_layout_name`.
"""

from collections.abc import Iterable, Mapping, Sequence
from typing import NamedTuple

from retro_pyramid.cards import parse_int, quote
from retro_pyramid.formats import FormatError, error_context, raise_if
from retro_pyramid.formats.pascal import ORDINAL_TYPES, REAL_SIZE
from retro_pyramid.formats.pictures.card_order import (
    CANONICAL_CARD_ORDER,
    CARD_ORDER_KEYS,
    CardOrder,
    ConfigLine,
    build_card_order,
    parse_config_lines,
)

CANONICAL_NAME = "canonical"
"""The name of the layouts that this program writes."""
NUMBER_SIZES = {**{name: ordinal.size for name, ordinal in ORDINAL_TYPES.items()}, "real48": REAL_SIZE}
"""Size in bytes of each number type."""
PASCAL_TYPE_ALIASES = {
    "integer": "int16",
    "word": "uint16",
    "longint": "int32",
    "real": "real48",
    "boolean": "byte",
}
"""The number type for each Turbo Pascal type name."""
SIZE_PREFIXES: dict[str, int | None] = {"none": None, "size": 0, "size+2": 2, "size-2": -2}
"""Number added to the image size in the word before an image. None means that there is no such word."""
MAX_RECORDS = 1000
MAX_FIELDS = 16
MAX_IMAGES = 256
BITS_PER_PIXEL = {"bgi16": 4, "cga4": 2}
"""Bits per pixel of each image format."""
_MAX_SIDE_PX = 640


class RecordField(NamedTuple):
    """A field of a Pascal record.

    The labels `name`, `score` and `level` have a meaning. Other labels have none and may be empty. The type is `string`
    (at most `size - 1` characters) or a key of NUMBER_SIZES. `size` and `offset` (in the record) are in bytes.
    """

    label: str
    type: str
    size: int
    offset: int


class ScoreLayout(NamedTuple):
    """A file that consists of `record_count` Pascal records without header, gaps or trailer."""

    name: str
    record_count: int
    fields: tuple[RecordField, ...]

    @property
    def record_size(self) -> int:
        return self.fields[-1].offset + self.fields[-1].size

    @property
    def file_size(self) -> int:
        return self.record_count * self.record_size

    def get_field(self, label: str) -> RecordField:
        """Return the field with this label. The caller ensures that it exists, as `name` and `score` always do."""
        return next(field for field in self.fields if field.label == label)


class PictureLayout(NamedTuple):
    """A file that consists of images of equal format, one after another."""

    name: str
    """The layout's name."""
    image_format: str
    """The image format, a key of BITS_PER_PIXEL."""
    deck_count: int
    """Number of decks, 1 or 2."""
    images_per_deck: int
    """Number of images per deck."""
    size_prefix: int | None = None
    """Number added to the image size in the word before each image. None means that there is no such word."""
    has_trailer: bool = True
    """Whether the trailing word of a BGI image is in the file."""
    image_size: tuple[int, int] | None = None
    """Width and height of every image in pixels. None allows any size that all images share."""
    card_order: CardOrder = CANONICAL_CARD_ORDER
    """Which card each image shows, unless a sidecar file overrides it."""


Layout = ScoreLayout | PictureLayout


def build_record_fields(*fields: tuple[str, str]) -> tuple[RecordField, ...]:
    """Return the fields of a packed record from pairs of label and type.

    Raise FormatError for an unknown type, for a duplicate label, or unless there are a string called `name` and a
    number called `score`.
    """
    record_fields: tuple[RecordField, ...] = ()
    for label, type_name in fields:
        record_fields = _append_field(record_fields, label, type_name)
    return _validate_fields(record_fields)


def _append_field(fields: tuple[RecordField, ...], label: str, type_name: str) -> tuple[RecordField, ...]:
    field_type, size = _parse_type(type_name)
    if label and any(field.label == label for field in fields):
        raise FormatError("record", None, f"one field {quote(label)}", "a second one")
    offset = sum(field.size for field in fields)
    return (*fields, RecordField(label=label, type=field_type, size=size, offset=offset))


def _validate_fields(fields: tuple[RecordField, ...]) -> tuple[RecordField, ...]:
    raise_if(not 2 <= len(fields) <= MAX_FIELDS, "record", None, f"2 to {MAX_FIELDS} fields", len(fields))
    for label, kind in (("name", "string"), ("score", "number")):
        if not any(
            field.label == label and (field.type == "string") == (kind == "string") for field in fields
        ):
            raise FormatError("record", None, f"a {kind} called {label}", "none")
    return fields


def parse_layout_name(text: str) -> Layout:
    """Return the layout that a short name describes, or raise FormatError.

    Scores: COUNTx and the fields, `nameN` for a string of N characters, otherwise a type, preceded by its label and a
    colon if it has one. Pictures: DECKSxIMAGES, the image format, then `prefix` (or prefix+2, prefix-2) and `notrailer`
    where they apply.

    >>> layout = parse_layout_name("15xname15,score:int16,int16")
    >>> layout.file_size, format_layout_name(layout)
    (300, '15xname15,score:int16,int16')
    """
    subject = f"layout {quote(text)}"
    # Users may type a star, but shells expand it, so the canonical short name has an x.
    count_text, separator, fields_text = text.replace("*", "x", 1).partition("x")
    raise_if(
        not separator, subject, None, "a name such as 15xname15,score:int16,int16 or 2x54,bgi16", "no count"
    )
    parts = fields_text.split(",")
    if parts[0].isdecimal():
        return _parse_picture_name(text, _parse_number(subject, count_text, 1, 2), parts)
    fields = []
    for part in parts:
        label, colon, type_name = part.rpartition(":")
        if not colon and part.startswith("name"):
            label, type_name = "name", f"string{part.removeprefix('name')}"
        fields.append((label, type_name))
    if not any(label == "score" for label, _ in fields):
        # If no field is labelled `score`, the first unlabelled number is the score.
        index = next((i for i, (label, _) in enumerate(fields) if not label), None)
        if index is not None:
            fields[index] = ("score", fields[index][1])
    with error_context(subject):
        records = _parse_number("count", count_text, 1, MAX_RECORDS)
        layout = ScoreLayout(name=text, record_count=records, fields=build_record_fields(*fields))
    return layout._replace(name=format_layout_name(layout))


def format_layout_name(layout: Layout) -> str:
    """Return the short name of a layout, which parse_layout_name reads. It omits image size and card order."""
    if isinstance(layout, PictureLayout):
        keyword = next(
            keyword for keyword, size_offset in SIZE_PREFIXES.items() if size_offset == layout.size_prefix
        )
        prefix = "" if keyword == "none" else f",{keyword.replace('size', 'prefix')}"
        trailer = "" if layout.has_trailer else ",notrailer"
        return f"{layout.deck_count}x{layout.images_per_deck},{layout.image_format}{prefix}{trailer}"
    parts = []
    for field in layout.fields:
        type_text = f"string{field.size - 1}" if field.type == "string" else field.type
        if field.label == "name":
            parts.append(f"name{field.size - 1}")
        else:
            parts.append(f"{field.label}:{type_text}" if field.label else type_text)
    return f"{layout.record_count}x{','.join(parts)}"


def parse_layout(text: str, source_name: str) -> Layout:
    """Return the layout that a layout file describes.

    `source_name` names the file in errors. Raise FormatError with the line number.
    """
    lines = parse_config_lines(text, source_name, (*_LAYOUT_KEYS, *CARD_ORDER_KEYS), repeatable_key="field")
    fields: tuple[RecordField, ...] = ()
    for line in lines.pop("field", []):
        label, _, kind = line.value.rpartition(" ")
        with error_context(line.location):
            fields = _append_field(fields, label.lower(), kind)
    default_line = ConfigLine(source_name, "")

    def take_line(key: str, default: str | None = None) -> ConfigLine:
        if key not in lines and default is None:
            raise FormatError(source_name, None, f"a line {key}", "none")
        return lines.pop(key)[0] if key in lines else default_line._replace(value=default or "")

    def take_number(key: str, maximum: int) -> int:
        line = take_line(key)
        return _parse_number(f"{line.location}, {key}", line.value, 1, maximum)

    def take_choice(key: str, allowed: Iterable[str], default: str | None = None) -> str:
        line = take_line(key, default)
        value = line.value.lower()
        raise_if(value not in allowed, f"{line.location}, {key}", None, " or ".join(allowed), quote(value))
        return value

    name_line = take_line("layout")
    name = name_line.value
    if not (name.replace("-", "").replace("_", "").isalnum() and name.isascii() and len(name) <= 32):
        expected = "a name of letters, digits, - and _, at most 32"
        raise FormatError(name_line.location, None, expected, quote(name))
    layout: Layout
    kind = take_choice("kind", ("scores", "pictures"))
    if kind == "scores":
        records = take_number("records", MAX_RECORDS)
        with error_context(source_name):
            layout = ScoreLayout(name=name, record_count=records, fields=_validate_fields(fields))
    else:
        image, prefix = (
            take_choice("image", BITS_PER_PIXEL),
            SIZE_PREFIXES[take_choice("prefix", SIZE_PREFIXES, "none")],
        )
        trailer = take_choice("trailer", ("yes", "no"), "yes") == "yes"
        decks, images = take_number("decks", 2), take_number("images", MAX_IMAGES)
        size = _parse_size(take_line("size", "any"))
        order = build_card_order({key: lines.pop(key) for key in CARD_ORDER_KEYS if key in lines})
        layout = PictureLayout(
            name=name,
            image_format=image,
            deck_count=decks,
            images_per_deck=images,
            size_prefix=prefix,
            has_trailer=trailer,
            image_size=size,
            card_order=order,
        )
        if fields:
            lines["field"] = [default_line]
    for key, (line, *_) in lines.items():
        raise FormatError(line.location, None, f"facts of {kind}", quote(key))
    return layout


def parse_layouts(
    texts: Mapping[str, str], reserved: Sequence[Layout] = ()
) -> tuple[list[Layout], list[str]]:
    """Return the layouts of several layout files, and one line for each invalid file.

    `texts` maps file names to texts. A layout with the name of an earlier one, or of a `reserved` one, is rejected
    unless it equals the reserved one.
    """
    layouts: list[Layout] = []
    faults: list[str] = []
    for source, text in texts.items():
        try:
            layout = parse_layout(text, source)
            others = [*layouts, *(other for other in reserved if other != layout)]
            if any(type(other) is type(layout) and other.name == layout.name for other in others):
                raise FormatError(source, None, "a name of its own", f"a second layout {layout.name}")
        except FormatError as error:
            faults.append(str(error))
        else:
            layouts.append(layout)
    return layouts, faults


_LAYOUT_KEYS = ("layout", "kind", "records", "image", "size", "prefix", "trailer", "decks", "images", "field")


def _parse_picture_name(text: str, decks: int, parts: list[str]) -> PictureLayout:
    subject = f"layout {quote(text)}"
    images = _parse_number(subject, parts[0], 1, MAX_IMAGES)
    image = parts[1] if len(parts) > 1 else ""
    raise_if(image not in BITS_PER_PIXEL, subject, None, " or ".join(BITS_PER_PIXEL), quote(image))
    layout = PictureLayout(name=text, image_format=image, deck_count=decks, images_per_deck=images)
    for part in parts[2:]:
        prefix_key = part.replace("prefix", "size", 1)
        if part == "notrailer":
            layout = layout._replace(has_trailer=False)
        elif part.startswith("prefix") and prefix_key in SIZE_PREFIXES:
            layout = layout._replace(size_prefix=SIZE_PREFIXES[prefix_key])
        else:
            raise FormatError(subject, None, "prefix or notrailer", quote(part))
    return layout._replace(name=format_layout_name(layout))


def _parse_type(text: str) -> tuple[str, int]:
    name = text.lower()
    if name.startswith("string"):
        digits = name.removeprefix("string").removeprefix("[").removesuffix("]")
        return "string", 1 + (_parse_number("string", digits, 1, 255) if digits else 255)
    name = PASCAL_TYPE_ALIASES.get(name, name)
    if name not in NUMBER_SIZES:
        allowed = " ".join((*NUMBER_SIZES, *PASCAL_TYPE_ALIASES))
        raise FormatError("field", None, f"string[N] or a type of {allowed}", quote(text))
    return name, NUMBER_SIZES[name]


def _parse_size(line: ConfigLine) -> tuple[int, int] | None:
    location, text = line.location, line.value.lower()
    if text == "any":
        return None
    width, separator, height = text.partition("x")
    raise_if(not separator, f"{location}, size", None, "WIDTHxHEIGHT or any", quote(line.value))
    return _parse_number(f"{location}, width", width, 1, _MAX_SIDE_PX), _parse_number(
        f"{location}, height", height, 1, _MAX_SIDE_PX
    )


def _parse_number(subject: str, text: str, minimum: int, maximum: int) -> int:
    number = parse_int(text, maximum)
    if number is None or number < minimum:
        raise FormatError(subject, None, f"a whole number from {minimum} to {maximum}", quote(text))
    return number
