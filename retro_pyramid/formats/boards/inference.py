"""Infer the layout of a score file from its bytes: every layout of the family that fits, best first.

The family (formats of Turbo Pascal programs about 1991): 5 to 30 records; a name of string[8] to string[60], or
a plain `string`, which holds 255 characters; a score of int16, uint16, int32 or real48; up to two further numbers
of int16, int32 or byte, anywhere; name first or score first. A layout fits when the size divides, every length byte
is at most the string's, every character of a name is printable and the scores never increase.
"""

from collections.abc import Iterator, Sequence
from functools import cached_property
from itertools import pairwise, permutations, product
from typing import NamedTuple

from retro_pyramid.formats.boards import costs
from retro_pyramid.formats.boards.records import Table, decode_records, number_at
from retro_pyramid.formats.layouts import NUMBER_SIZES, Field, ScoreLayout, layout_name, record_of
from retro_pyramid.formats.pascal import NUMBERS, ORDINALS, decode_cp437

RECORD_COUNTS = range(5, 31)
SIZED_CAPACITIES = range(8, 61)
PLAIN_STRING_CAPACITY = 255
"""The characters that a Pascal `string` declared without a length holds."""
NAME_CAPACITIES = frozenset((*SIZED_CAPACITIES, PLAIN_STRING_CAPACITY))
LONGEST_NAME = SIZED_CAPACITIES[-1]
"""The most characters of one name, also in a plain string: a longer one is ASCII text that was left in the record,
since the code of a letter is a length above this."""
SCORE_TYPES = ("int16", "uint16", "int32", "real48")
SPARE_TYPES = ("int16", "int32", "byte")

_SCORE_TYPE_BITS = {"int16": 1.0, "uint16": 3.0, "int32": 2.0, "real48": 2.0}
_SPARE_BITS = 7.0
_HOUSE_RECORD = ("string15", "int16", "int16")
HOUSE_BITS = 12.0
_COMMON_CAPACITIES = frozenset((8, 10, 12, 15, 20, 25, 30, 40, PLAIN_STRING_CAPACITY))
_COMMON_COUNTS = frozenset((5, 10, 15, 20))

MARGIN_BITS = 18.0
FEW_MARGIN_BITS = 28.0
"""How many bits better than every layout with another reading the best must be to be certain; more are needed where
FEW or fewer places are filled, since chance can sort those."""
FEW = 4
ALIKE_MARGIN_BITS = 60.0
"""The same for a board of nothing but empty places."""
NESTED_MARGIN_BITS = 40.0
"""The same against a layout whose score is the upper bytes of the best one's score, or the other way round."""
GAIN_BITS = 20.0
"""How many bits better than noise, zeros and stale bytes the best must explain the file to be certain."""

DECLARED_BYTES = 1 << 14
"""A declared layout of a larger file is only taken when it is chosen by its name."""
DECLARED_BITS = 12.0


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
"""Each member of the family with the bytes of all its numbers, and of those before the name."""
_NUMBER_BYTES = [numbers for _, numbers, _ in SHAPES]
MIN_BYTES = RECORD_COUNTS[0] * (1 + min(NAME_CAPACITIES) + min(_NUMBER_BYTES))
MAX_BYTES = RECORD_COUNTS[-1] * (1 + max(NAME_CAPACITIES) + max(_NUMBER_BYTES))
"""The sizes of the smallest and the largest file of the family."""


class Reading(NamedTuple):
    """What a layout reads: the names and the scores, in the order of the file."""

    names: tuple[bytes, ...]
    scores: tuple[float, ...]


class Candidate(NamedTuple):
    """A layout that fits, its cost in bits, the part of them for the layout itself being unusual, and what it reads."""

    layout: ScoreLayout
    bits: float
    prior: float
    reading: Reading


class Inference(NamedTuple):
    """Every layout that fits, best first; `certain` says whether the first may be taken; `reason` why (not)."""

    candidates: tuple[Candidate, ...]
    certain: bool
    reason: str

    @property
    def readings(self) -> tuple[Candidate, ...]:
        best: dict[Reading, Candidate] = {}
        for candidate in self.candidates:
            best.setdefault(candidate.reading, candidate)
        return tuple(best.values())

    def table(self, data: bytes) -> Table:
        """Return the records by the first candidate's reading, and nothing that other layouts as likely contradict.

        The layout is the simplest of these. The level is the first candidate's first number if all of them have that
        column: it may also be stale bytes behind a name, or a part of another number.
        """
        best = self.candidates[0]
        alike = [
            one for one in self.candidates if one.reading == best.reading and _lead(one, best) < MARGIN_BITS
        ]
        simplest = min(alike, key=lambda one: len(one.layout.fields))
        first = next(iter(_columns(best, data)), ())
        clear = all(first in _columns(one, data) for one in alike)
        return decode_records(simplest.layout, data)._replace(
            level=_columns(simplest, data).get(first) if clear else None
        )


def infer_scores(data: bytes, declared: Sequence[ScoreLayout] = ()) -> Inference:
    """Return every layout of the family, and of those `declared`, that fits the bytes, best first."""
    sheets = {size: _Sheet(data, size) for size in _record_sizes(data, declared)}
    found: dict[str, Candidate] = {}
    for size, sheet in sheets.items():
        for layout in (*_family(sheet), *(one for one in declared if one.record_bytes == size)):
            if layout.file_bytes == len(data) and (candidate := sheet.candidate(layout)):
                if layout in declared:
                    candidate = candidate._replace(bits=candidate.bits - DECLARED_BITS)
                known = found.get(layout.name)
                if known is None or candidate.bits < known.bits:
                    found[layout.name] = candidate
    candidates = tuple(sorted(found.values(), key=lambda one: (one.bits, one.layout.name)))
    certain, reason = _judge(candidates, sheets)
    return Inference(candidates=candidates, certain=certain, reason=reason)


def _judge(candidates: tuple[Candidate, ...], sheets: dict[int, "_Sheet"]) -> tuple[bool, str]:
    if not candidates:
        return False, "no layout of the family fits"
    best = candidates[0]
    sheet = sheets[best.layout.record_bytes]
    no_board = doubt(best.reading, sheet.alike)
    if no_board:
        return False, no_board
    if sheet.holds_lists(best.layout.field("name").offset):
        return False, "each record of the best layout is several of one shape, each with a name of its own"
    if sheet.alike and any(other.all_score for other in sheets.values()):
        return False, "all records are alike, and by some layouts that is a score, not an empty place"
    if not sheet.alike and sheet.stale_bits([0] * sheet.count, sheet.size) - best.bits < GAIN_BITS:
        return False, "the best layout hardly explains more than chance would"
    rivals = [other for other in candidates if other.reading != best.reading]
    if not rivals:
        return True, "every layout that fits reads the same names and scores"
    rows = {record for record, score in zip(sheet.records, best.reading.scores, strict=True) if score}
    margin = ALIKE_MARGIN_BITS if sheet.alike else FEW_MARGIN_BITS if len(rows) <= FEW else MARGIN_BITS
    for rival in rivals:
        lead = _lead(rival, best)
        wanted = max(margin, NESTED_MARGIN_BITS if _nested(best.layout, rival.layout) else 0.0)
        if lead < wanted:
            behind = f"{lead:.0f} bits behind, of {wanted:.0f} wanted"
            return False, f"{rival.layout.name} reads otherwise and is too likely: {behind}"
    lead = rivals[0].bits - best.bits
    return True, f"{lead:.0f} bits ahead of {rivals[0].layout.name}, the next that reads otherwise"


def _lead(rival: Candidate, best: Candidate) -> float:
    """Return by how many bits a candidate is behind; the prior may order the list, but must not decide alone."""
    return rival.bits - best.bits - max(0.0, rival.prior - best.prior)


def _columns(candidate: Candidate, data: bytes) -> dict[tuple[float, ...], Field]:
    """Return the fields beside name and score by their values in the filled places, in the order of the record."""
    layout, scores = candidate.layout, candidate.reading.scores
    filled = [
        record for record, score in zip(decode_records(layout, data).records, scores, strict=True) if score
    ]
    spare = [
        field for field in layout.fields if field.label not in ("name", "score") and field.type != "string"
    ]
    return {tuple([number_at(record, field) for record in filled]): field for field in spare}


def _nested(one: ScoreLayout, other: ScoreLayout) -> bool:
    """Say whether one's score is the upper bytes of the other's: then both are sorted if either is."""
    if one.record_bytes != other.record_bytes:
        return False
    first, second = one.field("score"), other.field("score")
    ends_alike = first.offset + first.size == second.offset + second.size
    return ends_alike and first.offset != second.offset


def doubt(reading: Reading, alike: bool) -> str:
    """Return why a reading can be no board, else an empty text; `alike` says that all records are equal."""
    names, scores = reading.names, reading.scores
    if scores[0] < 0 or any(
        score and not costs.LEAST_REAL < abs(score) < costs.MOST_REAL for score in scores
    ):
        return "the scores of the best layout are no scores"
    if len(set(scores)) == 1 and not (alike and scores[0] == 0):
        return "the best layout gives everybody the same score"
    if len(set(names)) == 1 and (len(names[0]) < 3 or not all(32 <= code < 127 for code in names[0])):
        return "the best layout finds no names that tell anything"
    idle = sum([1 for name, score in zip(names, scores, strict=True) if not score and name != names[-1]])
    if 3 * idle > len(names):
        return "by the best layout most names have no score"
    return ""


def _record_sizes(data: bytes, declared: Sequence[ScoreLayout]) -> list[int]:
    sizes = {one.record_bytes for one in declared if one.file_bytes == len(data) <= DECLARED_BYTES}
    if MIN_BYTES <= len(data) <= MAX_BYTES:
        sizes |= {len(data) // count for count in RECORD_COUNTS if len(data) % count == 0}
    return sorted(sizes)


def _family(sheet: "_Sheet") -> Iterator[ScoreLayout]:
    if sheet.count not in RECORD_COUNTS:
        return
    for shape, numbers, before in SHAPES:
        capacity = sheet.size - numbers - 1
        longest = min(capacity, LONGEST_NAME)
        if capacity in NAME_CAPACITIES and 1 <= sheet.names_at(before)[1] <= longest:
            types = {"string": f"string{capacity}"}
            fields = record_of(*[(label, types.get(kind, kind)) for label, kind in shape])
            layout = ScoreLayout(name="", records=sheet.count, fields=fields)
            yield layout._replace(name=layout_name(layout))


class _Sheet:
    """The file as records of one size, and the cost in bits of every field at every offset, each computed once.

    `alike` says that all records are equal; `all_score`, that some layout finds a score in them.
    """

    def __init__(self, data: bytes, size: int) -> None:
        self.size = size
        self.count = len(data) // size
        self.records = [data[start : start + size] for start in range(0, len(data), size)]
        self.alike = len(set(self.records)) == 1
        self.all_score = False
        self._names: dict[int, tuple[tuple[bytes, ...], int]] = {}
        self._name_bits: dict[tuple[int, int], float] = {}
        self._scores: dict[tuple[int, str], tuple[tuple[float, ...], float] | None] = {}
        self._numbers: dict[tuple[int, str, int], float] = {}

    def stale_bits(self, starts: Sequence[int], end: int) -> float:
        """Return the bits of noise, zeros and stale bytes in the records, from `starts[record]` to `end`."""
        return sum([sums[end] - sums[start] for sums, start in zip(self._junk, starts, strict=True)])

    def holds_lists(self, offset: int) -> bool:
        """Say whether each record is two or more of one shape, of which each has a name at that place.

        Chance can sort a number of every second or third of them, and the names between would count as stale bytes.
        """
        data = b"".join(self.records)
        for part in range(2, self.size // 2 + 1):
            if self.size % part == 0 and offset < part:
                starts = range(offset, len(data), part)
                names = [data[start + 1 : start + 1 + data[start]] for start in starts]
                if all(
                    name.strip()
                    and offset + data[start] < part
                    and data[start] <= LONGEST_NAME
                    and costs.UNPRINTABLE.isdisjoint(name)
                    for start, name in zip(starts, names, strict=True)
                ):
                    return True
        return False

    def candidate(self, layout: ScoreLayout) -> Candidate | None:
        """Return what the layout reads and costs; None when it does not fit."""
        name, score = layout.field("name"), layout.field("score")
        names, longest = self.names_at(name.offset)
        scored = self._score_at(score)
        if not 1 <= longest < name.size or scored is None:
            return None
        scores, bits = scored
        if self.alike and scores[0]:
            self.all_score = True
            return None
        prior = prior_bits(layout)
        # A third field of nothing but zeros may be a part of the score.
        if is_house_record(layout) and any(self._values(layout.fields[2])):
            bits -= HOUSE_BITS
        bits += prior + self._name_cost(name) + _agreement_bits(names, scores)
        filled = sum([1 for value in scores if value])
        for field in layout.fields:
            if field not in (name, score):
                bits += self._number_cost(field, filled)
        return Candidate(layout=layout, bits=bits, prior=prior, reading=Reading(names=names, scores=scores))

    def names_at(self, offset: int) -> tuple[tuple[bytes, ...], int]:
        """Return the names at that place and the length of the longest: no names and 0 where not all are names."""
        if offset not in self._names:
            names: list[bytes] = []
            for record in self.records:
                name = record[offset + 1 : offset + 1 + record[offset]]
                if len(name) < record[offset] or not costs.UNPRINTABLE.isdisjoint(name):
                    names = []
                    break
                names.append(name)
            self._names[offset] = tuple(names), max(map(len, names), default=0)
        return self._names[offset]

    def _name_cost(self, field: Field) -> float:
        key = field.offset, field.size
        if key not in self._name_bits:
            names = self._names[field.offset][0]
            starts = [field.offset + 1 + len(name) for name in names]
            junk = self.stale_bits(starts, field.offset + field.size)
            self._name_bits[key] = junk + costs.name_bits(names, field.size - 1)
        return self._name_bits[key]

    def _score_at(self, field: Field) -> tuple[tuple[float, ...], float] | None:
        key = field.offset, field.type
        if key not in self._scores:
            self._scores[key] = None
            values = self._values(field)
            if all(a >= b for a, b in pairwise(values)):
                bits = costs.score_bits(values)
                if field.type == "real48":
                    raw = [record[field.offset : field.offset + field.size] for record in self.records]
                    bits += sum([40.0 for number in raw if not number[0] and any(number)])
                self._scores[key] = values, bits
        return self._scores[key]

    def _number_cost(self, field: Field, filled: int) -> float:
        """Return the bits of a further field; filled and empty places are also tried apart."""
        key = field.offset, field.type, filled
        if key not in self._numbers:
            if field.type in ORDINALS:
                values = [int(value) for value in self._values(field)]
                bits = costs.number_bits(values, field.size)
                if 0 < filled < self.count:
                    parts = values[:filled], values[filled:]
                    bits = min(bits, sum([costs.number_bits(part, field.size) for part in parts]))
                self._numbers[key] = bits
            else:
                starts = [field.offset] * self.count
                self._numbers[key] = self.stale_bits(starts, field.offset + field.size)
        return self._numbers[key]

    def _values(self, field: Field) -> tuple[float, ...]:
        decode = NUMBERS[field.type]
        return tuple([decode(record, field.offset) for record in self.records])

    @cached_property
    def _junk(self) -> list[list[float]]:
        return costs.junk_table(self.records)


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


def _agreement_bits(names: tuple[bytes, ...], scores: tuple[float, ...]) -> float:
    """Return the bits for names and scores that do not go together, such as empty places with different names."""
    bits = sum([4.0 for name, score in zip(names, scores, strict=True) if not name and score])
    if scores[-1]:
        return bits
    empty = names[-1]
    for name, score in zip(names, scores, strict=True):
        bits += 10.0 if score == 0 and name != empty else 3.0 if score and name == empty else 0.0
    return bits


# In words

_SMALL = 3


def evidence(candidate: Candidate, data: bytes) -> tuple[list[str], list[str]]:
    """Return the evidence for the layout and against it in phrases; the bits that order the candidates weigh the same."""
    layout = candidate.layout
    names, scores = candidate.reading.names, candidate.reading.scores
    name = layout.field("name")
    longest = max(map(len, names))
    good = [
        f"{len(data)} bytes are {layout.records} records of {layout.record_bytes}",
        f"every length byte is at most {name.size - 1} (longest name: {longest}), every name printable",
        f"scores never increase, {scores[0]:.10g} to {scores[-1]:.10g}",
    ]
    bad = []
    if is_house_record(layout):
        good.append("name, score and one more integer: the record of this publisher's score files")
    empty = [place for place, score in enumerate(scores) if not score]
    agreeing = sum(names[place] == names[-1] for place in empty)
    if empty and agreeing == len(empty):
        good.append(f"the {len(empty)} empty places agree: {_quoted(names[-1])} with score 0")
    elif empty:
        bad.append(f"of {len(empty)} places with score 0 only {agreeing} have the name {_quoted(names[-1])}")
    filled = scores[: layout.records - len(empty)]
    whole = [int(score) for score in filled if float(score).is_integer()]
    if len(whole) == len(filled) and len(set(whole)) > _SMALL:
        grain = costs.grain_of(whole)
        good += [f"every score is a multiple of {grain}"] if grain > 1 else []
    if len(filled) > _SMALL and len(set(filled)) * 2 <= len(filled):
        bad.append(f"only {len(set(filled))} different scores in {len(filled)} filled places")
    if filled and filled[0] < 10:
        bad.append(f"the best score is only {filled[0]:.10g}")
    strange = doubt(candidate.reading, all(name == names[0] for name in names) and not any(scores))
    bad += [strange] if strange else []
    low = sum(any(code < 32 for code in name) for name in names)
    bad += [f"{low} name{'s hold' if low > 1 else ' holds'} pictures of control codes"] if low else []
    fields_good, fields_bad = _spare_fields(layout, data, len(filled))
    return good + fields_good, bad + fields_bad


def _spare_fields(layout: ScoreLayout, data: bytes, filled: int) -> tuple[list[str], list[str]]:
    good, bad = [], []
    records = decode_records(layout, data).records
    for field in layout.fields:
        if field.label in ("name", "score") or field.type not in ORDINALS:
            continue
        values = [int(number_at(record, field)) for record in records[: filled or None]]
        least, most = min(values), max(values)
        what = f"{field.type} at byte {field.offset}"
        if least == most:
            bad.append(f"{what} is always {least}")
        elif least < 0 or (field.size > 1 and most - least >= 1 << 8 * field.size - 2):
            bad.append(f"{what} is like noise ({least} to {most})")
        elif most < 1 << 4 * field.size:
            good.append(f"{what} is small ({least} to {most})")
    return good, bad


def _quoted(name: bytes) -> str:
    return f"'{decode_cp437(name)}'"
