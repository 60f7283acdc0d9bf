"""Layouts: where the parts of a score file or a picture file lie, as data that a person can read and write.

A layout file has one fact a line, `#` starts a comment:

    layout   canonical               layout   canonical
    kind     scores                  kind     pictures
    records  10                      image    bgi16          (or cga4)
    field    name   string[15]       size     64x64          (left out: any one size)
    field    score  integer          prefix   none           (size, size+2, size-2)
    field    level  integer          trailer  yes            (no)
                                     decks    2
                                     images   54             (a deck)

and, for pictures, the lines of a sidecar file (see formats.pictures.order). A layout also has a short name that says
the same, `10xname15,score:int16,level:int16` or `2x54,bgi16`: see `parse_name`.
"""

from collections.abc import Iterable, Mapping, Sequence
from typing import NamedTuple

from retro_pyramid.cards import quoted, whole
from retro_pyramid.formats import FormatError, inside, refuse
from retro_pyramid.formats.pascal import ORDINALS, REAL_SIZE
from retro_pyramid.formats.pictures.order import (
    CANONICAL_ORDER,
    ORDER_KEYS,
    Fact,
    Order,
    order_of,
    read_facts,
)

CANONICAL = "canonical"
NUMBER_SIZES = {**{name: ordinal.size for name, ordinal in ORDINALS.items()}, "real48": REAL_SIZE}
PASCAL_NAMES = {"integer": "int16", "word": "uint16", "longint": "int32", "real": "real48", "boolean": "byte"}
PREFIXES: dict[str, int | None] = {"none": None, "size": 0, "size+2": 2, "size-2": -2}
MAX_RECORDS = 1000
MAX_FIELDS = 16
MAX_IMAGES = 256
PLANES = {"bgi16": 4, "cga4": 2}
"""The kinds of images and their bits a pixel."""
_MAX_SIDE = 640


class Field(NamedTuple):
    """A field of a record: its label, its type, its size and its offset in the record, both in bytes.

    The labels `name`, `score` and `level` have a meaning; others have none and may be empty. The type is
    `string` (`size - 1` characters at most) or one of NUMBER_SIZES.
    """

    label: str
    type: str
    size: int
    offset: int


class ScoreLayout(NamedTuple):
    """A file of `records` Pascal records, nothing before, between or after them."""

    name: str
    records: int
    fields: tuple[Field, ...]

    @property
    def record_bytes(self) -> int:
        return self.fields[-1].offset + self.fields[-1].size

    @property
    def file_bytes(self) -> int:
        return self.records * self.record_bytes

    def field(self, label: str) -> Field:
        """Return the field of that label, which must be there, as `name` and `score` always are."""
        return next(field for field in self.fields if field.label == label)


class PictureLayout(NamedTuple):
    """A file of images one after another: their kind, how many there are, and their size in pixels (None: any one size).

    With a `prefix` a word before each image holds its size in bytes plus that number; None: there is no such word.
    `trailer` says whether the trailing word of a BGI image is there.
    """

    name: str
    image: str
    decks: int
    images: int
    prefix: int | None = None
    trailer: bool = True
    size: tuple[int, int] | None = None
    order: Order = CANONICAL_ORDER


Layout = ScoreLayout | PictureLayout


def record_of(*fields: tuple[str, str]) -> tuple[Field, ...]:
    """Return the fields of a record, given as label and type, one after another without gaps.

    Raise FormatError for an unknown type, for a label that occurs twice, or unless there are one string
    called `name` and one number called `score`.
    """
    placed: tuple[Field, ...] = ()
    for label, type_name in fields:
        placed = _with_field(placed, label, type_name)
    return _checked(placed)


def _with_field(fields: tuple[Field, ...], label: str, type_name: str) -> tuple[Field, ...]:
    kind, size = _type_of(type_name)
    if label and any(field.label == label for field in fields):
        raise FormatError("record", None, f"one field {quoted(label)}", "a second one")
    offset = sum(field.size for field in fields)
    return (*fields, Field(label=label, type=kind, size=size, offset=offset))


def _checked(fields: tuple[Field, ...]) -> tuple[Field, ...]:
    refuse(not 2 <= len(fields) <= MAX_FIELDS, "record", None, f"2 to {MAX_FIELDS} fields", len(fields))
    for label, kind in (("name", "string"), ("score", "number")):
        if not any(
            field.label == label and (field.type == "string") == (kind == "string") for field in fields
        ):
            raise FormatError("record", None, f"a {kind} called {label}", "none")
    return fields


def parse_name(text: str) -> Layout:
    """Return the layout that a short name describes; raise FormatError.

    Scores: COUNTx and the fields, `nameN` for a string of N characters, else a type, with a label and a colon
    before it where it has one. Pictures: DECKSxIMAGES, the kind, then `prefix` (or prefix+2, prefix-2) and
    `notrailer` where they apply.

    >>> layout = parse_name("15xname15,score:int16,int16")
    >>> layout.file_bytes, layout_name(layout)
    (300, '15xname15,score:int16,int16')
    """
    what = f"layout {quoted(text)}"
    # People write a star; shells take it for a pattern, so the name itself has an x.
    head, cross, rest = text.replace("*", "x", 1).partition("x")
    refuse(not cross, what, None, "a name such as 15xname15,score:int16,int16 or 2x54,bgi16", "no count")
    parts = rest.split(",")
    if parts[0].isdecimal():
        return _picture_name(text, _number(what, head, 1, 2), parts)
    fields = []
    for part in parts:
        label, colon, kind = part.rpartition(":")
        if not colon and part.startswith("name"):
            label, kind = "name", f"string{part.removeprefix('name')}"
        fields.append((label, kind))
    if not any(label == "score" for label, _ in fields):
        # Without a label `score` the first number without a label is the score.
        index = next((at for at, (label, _) in enumerate(fields) if not label), None)
        if index is not None:
            fields[index] = ("score", fields[index][1])
    with inside(what):
        records = _number("count", head, 1, MAX_RECORDS)
        layout = ScoreLayout(name=text, records=records, fields=record_of(*fields))
    return layout._replace(name=layout_name(layout))


def layout_name(layout: Layout) -> str:
    """Return the short name of a layout, which parse_name reads; a size and an order are not in it."""
    if isinstance(layout, PictureLayout):
        word = next(word for word, added in PREFIXES.items() if added == layout.prefix)
        prefix = "" if word == "none" else f",{word.replace('size', 'prefix')}"
        trailer = "" if layout.trailer else ",notrailer"
        return f"{layout.decks}x{layout.images},{layout.image}{prefix}{trailer}"
    parts = []
    for field in layout.fields:
        kind = f"string{field.size - 1}" if field.type == "string" else field.type
        if field.label == "name":
            parts.append(f"name{field.size - 1}")
        else:
            parts.append(f"{field.label}:{kind}" if field.label else kind)
    return f"{layout.records}x{','.join(parts)}"


def parse_layout(text: str, source: str) -> Layout:
    """Return the layout of a layout file's text; `source` names it in errors, FormatError with the line's number."""
    facts = read_facts(text, source, (*_KEYS, *ORDER_KEYS), repeated="field")
    fields: tuple[Field, ...] = ()
    for fact in facts.pop("field", []):
        label, _, kind = fact.value.rpartition(" ")
        with inside(fact.what):
            fields = _with_field(fields, label.lower(), kind)
    source_fact = Fact(source, "")

    def take(key: str, default: str | None = None) -> Fact:
        if key not in facts and default is None:
            raise FormatError(source, None, f"a line {key}", "none")
        return facts.pop(key)[0] if key in facts else source_fact._replace(value=default or "")

    def number(key: str, most: int) -> int:
        fact = take(key)
        return _number(f"{fact.what}, {key}", fact.value, 1, most)

    def choice(key: str, known: Iterable[str], default: str | None = None) -> str:
        fact = take(key, default)
        value = fact.value.lower()
        refuse(value not in known, f"{fact.what}, {key}", None, " or ".join(known), quoted(value))
        return value

    named = take("layout")
    name = named.value
    if not (name.replace("-", "").replace("_", "").isalnum() and name.isascii() and len(name) <= 32):
        expected = "a name of letters, digits, - and _, at most 32"
        raise FormatError(named.what, None, expected, quoted(name))
    layout: Layout
    kind = choice("kind", ("scores", "pictures"))
    if kind == "scores":
        records = number("records", MAX_RECORDS)
        with inside(source):
            layout = ScoreLayout(name=name, records=records, fields=_checked(fields))
    else:
        image, prefix = choice("image", PLANES), PREFIXES[choice("prefix", PREFIXES, "none")]
        trailer = choice("trailer", ("yes", "no"), "yes") == "yes"
        decks, images = number("decks", 2), number("images", MAX_IMAGES)
        size = _size(take("size", "any"))
        order = order_of({key: facts.pop(key) for key in ORDER_KEYS if key in facts})
        layout = PictureLayout(
            name=name,
            image=image,
            decks=decks,
            images=images,
            prefix=prefix,
            trailer=trailer,
            size=size,
            order=order,
        )
        if fields:
            facts["field"] = [source_fact]
    for key, (fact, *_) in facts.items():
        raise FormatError(fact.what, None, f"facts of {kind}", quoted(key))
    return layout


def read_layouts(texts: Mapping[str, str], known: Sequence[Layout] = ()) -> tuple[list[Layout], list[str]]:
    """Return the layouts in the texts of layout files, and one line for each text with a fault.

    The keys are the files' names, for the lines. Two layouts of one name are refused, also where the first is one of
    `known`, unless they are equal.
    """
    layouts: list[Layout] = []
    faults: list[str] = []
    for source, text in texts.items():
        try:
            layout = parse_layout(text, source)
            taken = [*layouts, *(other for other in known if other != layout)]
            if any(type(other) is type(layout) and other.name == layout.name for other in taken):
                raise FormatError(source, None, "a name of its own", f"a second layout {layout.name}")
        except FormatError as error:
            faults.append(str(error))
        else:
            layouts.append(layout)
    return layouts, faults


_KEYS = ("layout", "kind", "records", "image", "size", "prefix", "trailer", "decks", "images", "field")


def _picture_name(text: str, decks: int, parts: list[str]) -> PictureLayout:
    what = f"layout {quoted(text)}"
    images = _number(what, parts[0], 1, MAX_IMAGES)
    image = parts[1] if len(parts) > 1 else ""
    refuse(image not in PLANES, what, None, " or ".join(PLANES), quoted(image))
    layout = PictureLayout(name=text, image=image, decks=decks, images=images)
    for part in parts[2:]:
        word = part.replace("prefix", "size", 1)
        if part == "notrailer":
            layout = layout._replace(trailer=False)
        elif part.startswith("prefix") and word in PREFIXES:
            layout = layout._replace(prefix=PREFIXES[word])
        else:
            raise FormatError(what, None, "prefix or notrailer", quoted(part))
    return layout._replace(name=layout_name(layout))


def _type_of(text: str) -> tuple[str, int]:
    word = text.lower()
    if word.startswith("string"):
        digits = word.removeprefix("string").removeprefix("[").removesuffix("]")
        return "string", 1 + (_number("string", digits, 1, 255) if digits else 255)
    word = PASCAL_NAMES.get(word, word)
    if word not in NUMBER_SIZES:
        known = " ".join((*NUMBER_SIZES, *PASCAL_NAMES))
        raise FormatError("field", None, f"string[N] or a type of {known}", quoted(text))
    return word, NUMBER_SIZES[word]


def _size(fact: Fact) -> tuple[int, int] | None:
    what, text = fact.what, fact.value.lower()
    if text == "any":
        return None
    width, cross, height = text.partition("x")
    refuse(not cross, f"{what}, size", None, "WIDTHxHEIGHT or any", quoted(fact.value))
    return _number(f"{what}, width", width, 1, _MAX_SIDE), _number(f"{what}, height", height, 1, _MAX_SIDE)


def _number(what: str, text: str, least: int, most: int) -> int:
    number = whole(text, most)
    if number is None or number < least:
        raise FormatError(what, None, f"a whole number from {least} to {most}", quoted(text))
    return number
