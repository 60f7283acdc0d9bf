"""The family: all layouts of score files that the inference considers, as data, and how unusual each is in bits."""

from collections.abc import Iterator
from itertools import permutations, product

from retro_pyramid.formats.layouts import NUMBER_SIZES, ScoreLayout

RECORD_COUNTS = range(5, 31)
NAME_CAPACITIES = range(8, 61)
SCORE_TYPES = ("int16", "uint16", "int32", "real48")
SPARE_TYPES = ("int16", "int32", "byte")
MIN_BYTES, MAX_BYTES = 5 * (9 + 2), 30 * (61 + 6 + 4 + 4)

_SCORE_TYPE_BITS = {"int16": 1.0, "uint16": 3.0, "int32": 2.0, "real48": 2.0}
_SPARE_BITS = 7.0
_HOUSE_RECORD = ("string15", "int16", "int16")
HOUSE_BITS = 12.0
_COMMON_CAPACITIES = frozenset((8, 10, 12, 15, 20, 25, 30, 40))
_COMMON_COUNTS = frozenset((5, 10, 15, 20))


def _shapes() -> Iterator[tuple[tuple[str, str], ...]]:
    """Yield the members of the family as labels and types; the capacity of the name follows from the record's size."""
    for count in range(3):
        for spares in product(SPARE_TYPES, repeat=count):
            for places in dict.fromkeys(permutations(("name", "score", *[""] * count))):
                for score in SCORE_TYPES:
                    left = iter(spares)
                    kinds = {"name": "string", "score": score}
                    yield tuple([(label, kinds[label] if label else next(left)) for label in places])


SHAPES = tuple(
    (
        shape,
        sum([NUMBER_SIZES[kind] for _, kind in shape if kind != "string"]),
        sum([NUMBER_SIZES[kind] for _, kind in shape[: [label for label, _ in shape].index("name")]]),
    )
    for shape in _shapes()
)


def prior_bits(layout: ScoreLayout) -> float:
    """Return how unusual the layout itself is, in bits, whatever the file holds."""
    labels = [field.label for field in layout.fields]
    name, score = layout.field("name"), layout.field("score")
    bits = _SCORE_TYPE_BITS.get(score.type, 5.0)
    bits += _SPARE_BITS * (len(layout.fields) - 2)
    bits += 0.0 if labels[0] == "name" else 1.5
    bits += 2.0 * labels[: max(labels.index("name"), labels.index("score"))].count("")
    bits += 0.0 if name.size - 1 in _COMMON_CAPACITIES else 2.0
    return bits + (0.0 if layout.records in _COMMON_COUNTS else 2.0)


def is_house_record(layout: ScoreLayout) -> bool:
    """Say whether it is the record of the publisher's own score files of 1991: name, score, one more integer."""
    kinds = tuple(
        [f"{field.type}{field.size - 1 if field.type == 'string' else ''}" for field in layout.fields]
    )
    return kinds == _HOUSE_RECORD and layout.fields[1].label == "score"
