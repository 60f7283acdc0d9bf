"""Inference of the layout of a score file from its bytes: every layout of the family that fits, best first.

The family (formats of Turbo Pascal programs from about 1991): 5 to 30 records; a name of string[8] to string[60], or
a plain `string`, which holds 255 characters; a score of int16, uint16, int32 or real48; up to two further numbers
of int16, int32 or byte, in any position; name first or score first. A layout fits if the file size is a multiple of the
record size, every length byte is within the string's capacity, every character of a name is printable and the scores
never increase.
"""

from collections.abc import Iterator, Sequence
from functools import cached_property
from itertools import pairwise, permutations, product
from typing import NamedTuple

from retro_pyramid.formats.layouts import (
    NUMBER_SIZES,
    RecordField,
    ScoreLayout,
    build_record_fields,
    format_layout_name,
)
from retro_pyramid.formats.pascal import NUMBER_DECODERS, ORDINAL_TYPES, decode_cp437
from retro_pyramid.formats.scores import costs
from retro_pyramid.formats.scores.records import ScoreRecords, decode_number, decode_score_records

RECORD_COUNTS = range(5, 31)
SIZED_NAME_CAPACITIES = range(8, 61)
PLAIN_STRING_CAPACITY = 255
"""The number of characters that a Pascal `string` declared without a length holds."""
NAME_CAPACITIES = frozenset((*SIZED_NAME_CAPACITIES, PLAIN_STRING_CAPACITY))
MAX_PLAUSIBLE_NAME_LENGTH = SIZED_NAME_CAPACITIES[-1]
"""The maximum length of a name, also in a plain string.

A longer one is stale ASCII text in the record, since the code of a letter is a length above this.
"""
SCORE_TYPES = ("int16", "uint16", "int32", "real48")
EXTRA_FIELD_TYPES = ("int16", "int32", "byte")

_SCORE_TYPE_BITS = {"int16": 1.0, "uint16": 3.0, "int32": 2.0, "real48": 2.0}
_EXTRA_FIELD_BITS = 7.0
_PUBLISHER_RECORD = ("string15", "int16", "int16")
PUBLISHER_BONUS_BITS = 12.0
"""The bonus for the record of this publisher's own score files."""
_COMMON_CAPACITIES = frozenset((8, 10, 12, 15, 20, 25, 30, 40, PLAIN_STRING_CAPACITY))
_COMMON_COUNTS = frozenset((5, 10, 15, 20))

CERTAINTY_MARGIN_BITS = 18.0
SMALL_TABLE_MARGIN_BITS = 28.0
"""Minimum lead of the best layout over every layout with a different interpretation, required for certainty.

The larger margin applies if at most MAX_SMALL_TABLE_ROWS rows are filled, which may be sorted by chance.
"""
MAX_SMALL_TABLE_ROWS = 4
EMPTY_TABLE_MARGIN_BITS = 60.0
"""The same margin for a table that has only empty rows."""
NESTED_MARGIN_BITS = 40.0
"""The same margin if the score of one of both layouts is the upper bytes of the other's."""
MIN_GAIN_BITS = 20.0
"""Minimum lead of the best layout over noise, zeros and stale bytes, required for certainty."""

MAX_DECLARED_FILE_BYTES = 1 << 14
"""In larger files, a declared layout is considered only if it is selected by name."""
DECLARED_BONUS_BITS = 12.0
"""The bonus for a layout that the user declared."""


def _build_shapes() -> Iterator[tuple[tuple[str, str], ...]]:
    """Yield the members of the family as labels and types. The capacity of the name follows from the record size."""
    for count in range(3):
        for spares in product(EXTRA_FIELD_TYPES, repeat=count):
            for label_order in dict.fromkeys(permutations(("name", "score", *[""] * count))):
                for score_type in SCORE_TYPES:
                    remaining = iter(spares)
                    types = {"name": "string", "score": score_type}
                    yield tuple(
                        [(label, types[label] if label else next(remaining)) for label in label_order]
                    )


RECORD_SHAPES = tuple(
    (
        shape,
        sum([NUMBER_SIZES[kind] for _, kind in shape if kind != "string"]),
        sum([NUMBER_SIZES[kind] for _, kind in shape[: [label for label, _ in shape].index("name")]]),
    )
    for shape in _build_shapes()
)
"""Each member of the family: labels and types, bytes of all its numbers, and bytes before the name."""
_NUMBER_BYTES = [numbers for _, numbers, _ in RECORD_SHAPES]
MIN_FILE_BYTES = RECORD_COUNTS[0] * (1 + min(NAME_CAPACITIES) + min(_NUMBER_BYTES))
MAX_FILE_BYTES = RECORD_COUNTS[-1] * (1 + max(NAME_CAPACITIES) + max(_NUMBER_BYTES))
"""Sizes of the smallest and the largest file of the family."""


class Interpretation(NamedTuple):
    """The names and the scores that a layout finds, in file order."""

    names: tuple[bytes, ...]
    scores: tuple[float, ...]


class LayoutCandidate(NamedTuple):
    """A layout that fits, with its cost and its interpretation of the file.

    `cost_bits` is the cost of the file by this layout. It includes `prior_bits`, the penalty for a layout that is
    unusual in itself.
    """

    layout: ScoreLayout
    cost_bits: float
    prior_bits: float
    interpretation: Interpretation


class ScoreInference(NamedTuple):
    """All layouts that fit, best first; whether the first can be relied on; and the reason for that."""

    candidates: tuple[LayoutCandidate, ...]
    is_certain: bool
    reason: str

    @property
    def best_per_interpretation(self) -> tuple[LayoutCandidate, ...]:
        """The best candidate of each interpretation, best first."""
        best: dict[Interpretation, LayoutCandidate] = {}
        for candidate in self.candidates:
            best.setdefault(candidate.interpretation, candidate)
        return tuple(best.values())

    def decode_best(self, data: bytes) -> ScoreRecords:
        """Return the records as the first candidate reads them, without a level that equally likely layouts contradict.

        The layout is the simplest of those with the same interpretation. The level is the first candidate's first extra
        number, provided that all of them have this column: otherwise it may be stale bytes behind a name, or a part of
        another number.
        """
        best = self.candidates[0]
        equivalent = [
            candidate
            for candidate in self.candidates
            if candidate.interpretation == best.interpretation
            and _bits_behind(candidate, best) < CERTAINTY_MARGIN_BITS
        ]
        simplest = min(equivalent, key=lambda candidate: len(candidate.layout.fields))
        first_column = next(iter(_extra_columns(best, data)), ())
        is_shared = all(first_column in _extra_columns(candidate, data) for candidate in equivalent)
        return decode_score_records(simplest.layout, data)._replace(
            level_field=_extra_columns(simplest, data).get(first_column) if is_shared else None
        )


def infer_score_layout(data: bytes, declared_layouts: Sequence[ScoreLayout] = ()) -> ScoreInference:
    """Return every layout of the family, and every one of `declared_layouts`, that fits, best first."""
    grids = {size: _RecordGrid(data, size) for size in _find_record_sizes(data, declared_layouts)}
    best_by_name: dict[str, LayoutCandidate] = {}
    for size, grid in grids.items():
        for layout in (
            *_find_family_layouts(grid),
            *(declared_layout for declared_layout in declared_layouts if declared_layout.record_size == size),
        ):
            if layout.file_size == len(data) and (candidate := grid.evaluate_layout(layout)):
                if layout in declared_layouts:
                    candidate = candidate._replace(cost_bits=candidate.cost_bits - DECLARED_BONUS_BITS)
                previous = best_by_name.get(layout.name)
                if previous is None or candidate.cost_bits < previous.cost_bits:
                    best_by_name[layout.name] = candidate
    candidates = tuple(
        sorted(best_by_name.values(), key=lambda candidate: (candidate.cost_bits, candidate.layout.name))
    )
    certain, reason = _assess_certainty(candidates, grids)
    return ScoreInference(candidates=candidates, is_certain=certain, reason=reason)


def _assess_certainty(
    candidates: tuple[LayoutCandidate, ...], grids: dict[int, "_RecordGrid"]
) -> tuple[bool, str]:
    if not candidates:
        return False, "no layout of the family fits"
    best = candidates[0]
    grid = grids[best.layout.record_size]
    rejection = find_rejection_reason(best.interpretation, grid.all_identical)
    if rejection:
        return False, rejection
    if grid.holds_several_entries(best.layout.get_field("name").offset):
        return False, "each record of the best layout is several of one shape, each with a name of its own"
    if grid.all_identical and any(other.has_repeated_score for other in grids.values()):
        return False, "all records are alike, and by some layouts that is a score, not an empty place"
    if (
        not grid.all_identical
        and grid.compute_stale_bits([0] * grid.count, grid.size) - best.cost_bits < MIN_GAIN_BITS
    ):
        return False, "the best layout hardly explains more than chance would"
    rivals = [other for other in candidates if other.interpretation != best.interpretation]
    if not rivals:
        return True, "every layout that fits reads the same names and scores"
    rows = {record for record, score in zip(grid.records, best.interpretation.scores, strict=True) if score}
    margin = (
        EMPTY_TABLE_MARGIN_BITS
        if grid.all_identical
        else SMALL_TABLE_MARGIN_BITS
        if len(rows) <= MAX_SMALL_TABLE_ROWS
        else CERTAINTY_MARGIN_BITS
    )
    for rival in rivals:
        bits_behind = _bits_behind(rival, best)
        required = max(margin, NESTED_MARGIN_BITS if _is_nested(best.layout, rival.layout) else 0.0)
        if bits_behind < required:
            shortfall = f"{bits_behind:.0f} bits behind, of {required:.0f} wanted"
            return False, f"{rival.layout.name} reads otherwise and is too likely: {shortfall}"
    bits_behind = rivals[0].cost_bits - best.cost_bits
    return True, f"{bits_behind:.0f} bits ahead of {rivals[0].layout.name}, the next that reads otherwise"


def _bits_behind(rival: LayoutCandidate, best: LayoutCandidate) -> float:
    """Return by how many bits a candidate is behind. The prior may order the candidates, but must not decide alone."""
    return rival.cost_bits - best.cost_bits - max(0.0, rival.prior_bits - best.prior_bits)


def _extra_columns(candidate: LayoutCandidate, data: bytes) -> dict[tuple[float, ...], RecordField]:
    """Return the fields besides name and score in record order, keyed by their values in the filled rows."""
    layout, scores = candidate.layout, candidate.interpretation.scores
    filled = [
        record
        for record, score in zip(decode_score_records(layout, data).raw_records, scores, strict=True)
        if score
    ]
    extra_fields = [
        field for field in layout.fields if field.label not in ("name", "score") and field.type != "string"
    ]
    return {tuple([decode_number(record, field) for record in filled]): field for field in extra_fields}


def _is_nested(layout: ScoreLayout, other: ScoreLayout) -> bool:
    """Return whether one score is the upper bytes of the other. Then both are sorted if either is."""
    if layout.record_size != other.record_size:
        return False
    first, second = layout.get_field("score"), other.get_field("score")
    same_end = first.offset + first.size == second.offset + second.size
    return same_end and first.offset != second.offset


def find_rejection_reason(interpretation: Interpretation, all_identical: bool) -> str:
    """Return why an interpretation cannot be a high score table, or an empty string if it can.

    `all_identical` tells that all records are equal.
    """
    names, scores = interpretation.names, interpretation.scores
    if scores[0] < 0 or any(
        score and not costs.MIN_PLAUSIBLE_REAL < abs(score) < costs.MAX_PLAUSIBLE_REAL for score in scores
    ):
        return "the scores of the best layout are no scores"
    if len(set(scores)) == 1 and not (all_identical and scores[0] == 0):
        return "the best layout gives everybody the same score"
    if len(set(names)) == 1 and (len(names[0]) < 3 or not all(32 <= code < 127 for code in names[0])):
        return "the best layout finds no names that tell anything"
    unscored = sum([1 for name, score in zip(names, scores, strict=True) if not score and name != names[-1]])
    if 3 * unscored > len(names):
        return "by the best layout most names have no score"
    return ""


def _find_record_sizes(data: bytes, declared: Sequence[ScoreLayout]) -> list[int]:
    sizes = {
        layout.record_size for layout in declared if layout.file_size == len(data) <= MAX_DECLARED_FILE_BYTES
    }
    if MIN_FILE_BYTES <= len(data) <= MAX_FILE_BYTES:
        sizes |= {len(data) // count for count in RECORD_COUNTS if len(data) % count == 0}
    return sorted(sizes)


def _find_family_layouts(grid: "_RecordGrid") -> Iterator[ScoreLayout]:
    if grid.count not in RECORD_COUNTS:
        return
    for shape, number_bytes, offset in RECORD_SHAPES:
        capacity = grid.size - number_bytes - 1
        max_length = min(capacity, MAX_PLAUSIBLE_NAME_LENGTH)
        if capacity in NAME_CAPACITIES and 1 <= grid.read_names(offset)[1] <= max_length:
            types = {"string": f"string{capacity}"}
            fields = build_record_fields(
                *[(label, types.get(type_name, type_name)) for label, type_name in shape]
            )
            layout = ScoreLayout(name="", record_count=grid.count, fields=fields)
            yield layout._replace(name=format_layout_name(layout))


class _RecordGrid:
    """The file split into records of one size, with the cost of every field at every offset, each computed once.

    `all_identical` tells that all records are equal, `has_repeated_score` that some layout finds a non-zero score in
    identical records.
    """

    def __init__(self, data: bytes, size: int) -> None:
        self.size = size
        self.count = len(data) // size
        self.records = [data[start : start + size] for start in range(0, len(data), size)]
        self.all_identical = len(set(self.records)) == 1
        self.has_repeated_score = False
        self._names: dict[int, tuple[tuple[bytes, ...], int]] = {}
        self._name_bits: dict[tuple[int, int], float] = {}
        self._scores: dict[tuple[int, str], tuple[tuple[float, ...], float] | None] = {}
        self._numbers: dict[tuple[int, str, int], float] = {}

    def compute_stale_bits(self, starts: Sequence[int], end: int) -> float:
        """Return the cost of noise, zeros and stale bytes in the records, from `starts[record]` to `end`."""
        return sum(
            [sums[end] - sums[start] for sums, start in zip(self._stale_bit_sums, starts, strict=True)]
        )

    def holds_several_entries(self, offset: int) -> bool:
        """Return whether each record consists of two or more parts of one shape, each with a name at this offset.

        A number of every second or third part may be sorted by chance, and the names between would count as stale
        bytes.
        """
        data = b"".join(self.records)
        for part in range(2, self.size // 2 + 1):
            if self.size % part == 0 and offset < part:
                starts = range(offset, len(data), part)
                names = [data[start + 1 : start + 1 + data[start]] for start in starts]
                if all(
                    name.strip()
                    and offset + data[start] < part
                    and data[start] <= MAX_PLAUSIBLE_NAME_LENGTH
                    and costs.UNPRINTABLE_CODES.isdisjoint(name)
                    for start, name in zip(starts, names, strict=True)
                ):
                    return True
        return False

    def evaluate_layout(self, layout: ScoreLayout) -> LayoutCandidate | None:
        """Return the layout's interpretation and cost, or None if the layout does not fit."""
        name, score = layout.get_field("name"), layout.get_field("score")
        names, longest = self.read_names(name.offset)
        scores_and_cost = self._read_scores(score)
        if not 1 <= longest < name.size or scores_and_cost is None:
            return None
        scores, bits = scores_and_cost
        if self.all_identical and scores[0]:
            self.has_repeated_score = True
            return None
        prior = compute_prior_bits(layout)
        # A third field that is always zero may be a part of the score.
        if is_publisher_record(layout) and any(self._read_values(layout.fields[2])):
            bits -= PUBLISHER_BONUS_BITS
        bits += prior + self._compute_name_cost(name) + _compute_mismatch_bits(names, scores)
        filled = sum([1 for value in scores if value])
        for field in layout.fields:
            if field not in (name, score):
                bits += self._compute_number_cost(field, filled)
        return LayoutCandidate(
            layout=layout,
            cost_bits=bits,
            prior_bits=prior,
            interpretation=Interpretation(names=names, scores=scores),
        )

    def read_names(self, offset: int) -> tuple[tuple[bytes, ...], int]:
        """Return the names at an offset and the length of the longest, or no names and 0 if any is invalid."""
        if offset not in self._names:
            names: list[bytes] = []
            for record in self.records:
                name = record[offset + 1 : offset + 1 + record[offset]]
                if len(name) < record[offset] or not costs.UNPRINTABLE_CODES.isdisjoint(name):
                    names = []
                    break
                names.append(name)
            self._names[offset] = tuple(names), max(map(len, names), default=0)
        return self._names[offset]

    def _compute_name_cost(self, field: RecordField) -> float:
        key = field.offset, field.size
        if key not in self._name_bits:
            names = self._names[field.offset][0]
            starts = [field.offset + 1 + len(name) for name in names]
            stale = self.compute_stale_bits(starts, field.offset + field.size)
            self._name_bits[key] = stale + costs.compute_name_bits(names, field.size - 1)
        return self._name_bits[key]

    def _read_scores(self, field: RecordField) -> tuple[tuple[float, ...], float] | None:
        key = field.offset, field.type
        if key not in self._scores:
            self._scores[key] = None
            values = self._read_values(field)
            if all(a >= b for a, b in pairwise(values)):
                bits = costs.compute_score_bits(values)
                if field.type == "real48":
                    encoded = [record[field.offset : field.offset + field.size] for record in self.records]
                    bits += sum([40.0 for number in encoded if not number[0] and any(number)])
                self._scores[key] = values, bits
        return self._scores[key]

    def _compute_number_cost(self, field: RecordField, filled: int) -> float:
        """Return the cost of an extra field. Filled and empty rows are also tried separately."""
        key = field.offset, field.type, filled
        if key not in self._numbers:
            if field.type in ORDINAL_TYPES:
                values = [int(value) for value in self._read_values(field)]
                bits = costs.compute_number_bits(values, field.size)
                if 0 < filled < self.count:
                    parts = values[:filled], values[filled:]
                    bits = min(bits, sum([costs.compute_number_bits(part, field.size) for part in parts]))
                self._numbers[key] = bits
            else:
                starts = [field.offset] * self.count
                self._numbers[key] = self.compute_stale_bits(starts, field.offset + field.size)
        return self._numbers[key]

    def _read_values(self, field: RecordField) -> tuple[float, ...]:
        decode = NUMBER_DECODERS[field.type]
        return tuple([decode(record, field.offset) for record in self.records])

    @cached_property
    def _stale_bit_sums(self) -> list[list[float]]:
        return costs.compute_stale_bit_sums(self.records)


def compute_prior_bits(layout: ScoreLayout) -> float:
    """Return in bits how unusual the layout is in itself, regardless of the file's contents."""
    labels = [field.label for field in layout.fields]
    name, score = layout.get_field("name"), layout.get_field("score")
    bits = _SCORE_TYPE_BITS.get(score.type, 5.0)
    bits += _EXTRA_FIELD_BITS * (len(layout.fields) - 2)
    bits += 0.0 if labels[0] == "name" else 1.5
    bits += 2.0 * labels[: max(labels.index("name"), labels.index("score"))].count("")
    bits += 0.0 if name.size - 1 in _COMMON_CAPACITIES else 2.0
    return bits + (0.0 if layout.record_count in _COMMON_COUNTS else 2.0)


def is_publisher_record(layout: ScoreLayout) -> bool:
    """Return whether the record is that of the publisher's own score files from 1991: name, score, one more integer."""
    types = tuple(
        [f"{field.type}{field.size - 1 if field.type == 'string' else ''}" for field in layout.fields]
    )
    return types == _PUBLISHER_RECORD and layout.fields[1].label == "score"


def _compute_mismatch_bits(names: tuple[bytes, ...], scores: tuple[float, ...]) -> float:
    """Return the cost of names and scores that contradict each other, such as empty rows with different names."""
    bits = sum([4.0 for name, score in zip(names, scores, strict=True) if not name and score])
    if scores[-1]:
        return bits
    empty = names[-1]
    for name, score in zip(names, scores, strict=True):
        bits += 10.0 if score == 0 and name != empty else 3.0 if score and name == empty else 0.0
    return bits


# Evidence as text

_MAX_FEW_SCORES = 3


def describe_evidence(candidate: LayoutCandidate, data: bytes) -> tuple[list[str], list[str]]:
    """Return the evidence for a layout and against it, as phrases.

    The costs that order the candidates weigh the same facts.
    """
    layout = candidate.layout
    names, scores = candidate.interpretation.names, candidate.interpretation.scores
    name = layout.get_field("name")
    longest = max(map(len, names))
    supporting = [
        f"{len(data)} bytes are {layout.record_count} records of {layout.record_size}",
        f"every length byte is at most {name.size - 1} (longest name: {longest}), every name printable",
        f"scores never increase, {scores[0]:.10g} to {scores[-1]:.10g}",
    ]
    opposing = []
    if is_publisher_record(layout):
        supporting.append("name, score and one more integer: the record of this publisher's score files")
    empty = [index for index, score in enumerate(scores) if not score]
    agreeing = sum(names[index] == names[-1] for index in empty)
    if empty and agreeing == len(empty):
        supporting.append(f"the {len(empty)} empty places agree: {_quote_name(names[-1])} with score 0")
    elif empty:
        opposing.append(
            f"of {len(empty)} places with score 0 only {agreeing} have the name {_quote_name(names[-1])}"
        )
    filled = scores[: layout.record_count - len(empty)]
    whole_scores = [int(score) for score in filled if float(score).is_integer()]
    if len(whole_scores) == len(filled) and len(set(whole_scores)) > _MAX_FEW_SCORES:
        granularity = costs.find_granularity(whole_scores)
        supporting += [f"every score is a multiple of {granularity}"] if granularity > 1 else []
    if len(filled) > _MAX_FEW_SCORES and len(set(filled)) * 2 <= len(filled):
        opposing.append(f"only {len(set(filled))} different scores in {len(filled)} filled places")
    if filled and filled[0] < 10:
        opposing.append(f"the best score is only {filled[0]:.10g}")
    rejection = find_rejection_reason(
        candidate.interpretation, all(name == names[0] for name in names) and not any(scores)
    )
    opposing += [rejection] if rejection else []
    control_names = sum(any(code < 32 for code in name) for name in names)
    opposing += (
        [f"{control_names} name{'s hold' if control_names > 1 else ' holds'} pictures of control codes"]
        if control_names
        else []
    )
    field_supporting, field_opposing = _describe_extra_fields(layout, data, len(filled))
    return supporting + field_supporting, opposing + field_opposing


def _describe_extra_fields(layout: ScoreLayout, data: bytes, filled: int) -> tuple[list[str], list[str]]:
    supporting, opposing = [], []
    records = decode_score_records(layout, data).raw_records
    for field in layout.fields:
        if field.label in ("name", "score") or field.type not in ORDINAL_TYPES:
            continue
        values = [int(decode_number(record, field)) for record in records[: filled or None]]
        minimum, maximum = min(values), max(values)
        subject = f"{field.type} at byte {field.offset}"
        if minimum == maximum:
            opposing.append(f"{subject} is always {minimum}")
        elif minimum < 0 or (field.size > 1 and maximum - minimum >= 1 << 8 * field.size - 2):
            opposing.append(f"{subject} is like noise ({minimum} to {maximum})")
        elif maximum < 1 << 4 * field.size:
            supporting.append(f"{subject} is small ({minimum} to {maximum})")
    return supporting, opposing


def _quote_name(name: bytes) -> str:
    return f"'{decode_cp437(name)}'"
