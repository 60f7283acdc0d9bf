"""The cost in bits of describing a score file by a layout: the fewer bits, the better the layout explains the bytes.

This is the principle of minimum description length. Each cost is the length of a code designed for such contents
(names, sorted scores, small numbers, stale bytes). The right layout describes them briefly. A wrong layout treats them
as noise, at 8 bits per byte. The rates are deliberately rough; `python -m tests.bench formats` measures how well they
work.
"""

import itertools
from collections.abc import Sequence
from math import lgamma, log2
from string import digits

_LN2 = 0.6931471805599453
_GRANULARITIES = (1, 5, 10, 25, 50, 100, 500, 1000)
NOISE_BITS_PER_BYTE = 8.0
"""The cost of a byte of noise."""
MIN_PLAUSIBLE_REAL, MAX_PLAUSIBLE_REAL = 0.01, 1e9
"""The range of non-zero scores that a real may have without being implausible."""
REPEATED_NAME_BITS = 2.0
"""The cost of a name that occurred in an earlier record."""


def _character_bits(code: int) -> float:
    character = chr(code)
    if character.isalpha() and code < 128:
        return 4.7 if character.islower() else 5.2
    if character == " ":
        return 5.0
    if character in digits + ".'-_&!":
        return 6.5
    return 8.0 if 32 < code < 127 else 9.5 if code >= 128 else 20.0


CHARACTER_BITS = tuple(_character_bits(code) for code in range(256))
"""The cost of each character of a name, by its code."""
_WEIGHTS = [2.0 ** -min(bits, 10.0) for bits in CHARACTER_BITS]
_LITERAL_PROBABILITIES = tuple(weight / sum(_WEIGHTS) for weight in _WEIGHTS)
# Probability of the byte that a predictor expects, and of each other byte.
_HIT, _MISS = 0.98, 0.02 / 255
# Codes that moved the cursor or rang the bell when a DOS program printed them, and two blanks that no keyboard types.
UNPRINTABLE_CODES = frozenset((0, 7, 8, 9, 10, 13, 26, 27, 127, 255))


def compute_name_bits(names: Sequence[bytes], capacity: int) -> float:
    """Return the cost of the names of all records, of at most `capacity` characters each."""
    bits = 0.0
    seen: set[bytes] = set()
    for name in names:
        if name in seen:
            bits += REPEATED_NAME_BITS
            continue
        seen.add(name)
        length = len(name)
        bits += 6.0 if length == 0 else 4.0 if length <= 12 else 4.5 if length == capacity else 6.0
        bits += sum([CHARACTER_BITS[code] for code in name])
    return bits


def compute_stale_bit_sums(records: Sequence[bytes]) -> list[list[float]]:
    """Return the cumulative cost of each record's bytes if they are stale: `sums[record][i]` covers the bytes 0 to i-1.

    Five predictors are mixed: a zero, the continuation of a run of bytes from an earlier record, the frequent bytes at
    this offset, text, and any byte. Predictors that did well recently have more weight.
    """
    table: list[list[float]] = []
    counts_by_offset: list[dict[int, int]] = [{} for _ in records[0]]
    latest_by_offset: list[dict[int, bytes]] = [{} for _ in records[0]]
    for index, record in enumerate(records):
        sums = [0.0]
        bits = 0.0
        source = b""
        zero = repeat = column = text = any_byte = 0.2
        for offset, code in enumerate(record):
            column_counts = counts_by_offset[offset]
            count = column_counts.get(code, 0)
            literal = _LITERAL_PROBABILITIES[code]
            zero *= _HIT if code == 0 else _MISS
            repeat *= 0.00390625 if not source else _HIT if source[offset] == code else _MISS
            column *= (count + 0.5 * literal) / (index + 0.5)
            text *= literal
            any_byte *= 0.00390625
            total = zero + repeat + column + text + any_byte
            bits -= log2(total)
            sums.append(bits)
            decay = 0.96 / total
            zero, repeat, column = zero * decay + 0.008, repeat * decay + 0.008, column * decay + 0.008
            text, any_byte = text * decay + 0.008, any_byte * decay + 0.008
            if not source or source[offset] != code:
                source = latest_by_offset[offset].get(code, b"")
            column_counts[code] = count + 1
            latest_by_offset[offset][code] = record
        table.append(sums)
    return table


def compute_score_bits(scores: Sequence[float]) -> float:
    """Return the cost of scores that never increase, best first. Zeros at the end are empty rows."""
    bits = _fraction_bits([value for value in scores if isinstance(value, float)])
    numbers = [round(value) for value in scores]
    bits += 20.0 * (numbers[-1] < 0) + 60.0 * (numbers[0] < 0) + 20.0 * (numbers[0] == numbers[-1] != 0)
    minimum = min(numbers[-1], 0)
    filled = [number - minimum for number in numbers if number > minimum]
    bits += log2(len(numbers) + 1)
    if not filled:
        return bits
    maximum = filled[0]
    granularity = find_granularity(filled)
    steps = [number // granularity for number in filled]
    ties = sum([a == b for a, b in itertools.pairwise(steps)])
    bits += 3.0 if granularity > 1 else 1.0
    bits += (
        compute_universal_code_bits(steps[0])
        + 3.0 * ties
        + max(0.0, 14.0 - 2.0 * log2(maximum))
        + 8.0 * (maximum > 1 << 24)
    )
    multiset = _multiset_bits(steps[0], len(steps) - 1)
    stepwise = sum([log2(step + 1) for step in steps[:-1]])
    return bits + 1.0 + min(multiset, stepwise)


def find_granularity(scores: Sequence[int]) -> int:
    """Return the largest usual step of which all scores are multiples."""
    return max(
        [granularity for granularity in _GRANULARITIES if not any(number % granularity for number in scores)]
    )


def compute_number_bits(values: Sequence[int], size_bytes: int) -> float:
    """Return the cost of a field of `size` bytes with unknown meaning, such as a level, a date, a time or a count."""
    count = len(values)
    counts: dict[int, int] = {}
    adaptive = 0.0
    for index, value in enumerate(values):
        occurrences = counts.get(value, 0)
        counts[value] = occurrences + 1
        if occurrences:
            adaptive += log2((index + 1.0) / occurrences)
        else:
            adaptive += log2(index + 1.0) + min(
                compute_universal_code_bits(abs(value)) + 2.0 * (value < 0), 8.5 * size_bytes
            )
    minimum, maximum = min(values), max(values)
    fixed_width = 5.0 + count * (log2(maximum + 1) if minimum >= 0 else NOISE_BITS_PER_BYTE * size_bytes)
    filled = [value for value in values if value]
    spread = max(filled, default=0) - min(filled, default=0)
    ranged_width = count + 10.0 + compute_universal_code_bits(abs(maximum)) + len(filled) * log2(spread + 1)
    bits = 2.0 + min(adaptive, fixed_width, ranged_width)
    if minimum >= 0 and all(a >= b for a, b in itertools.pairwise(values)):
        bits = min(bits, 5.0 + compute_universal_code_bits(maximum) + _multiset_bits(maximum, count - 1))
    # Genuine values seldom use the whole range of their type.
    uses_whole_range = minimum < 0 or spread >= 1 << 8 * size_bytes - 2
    return bits + (6.0 + len(filled) if uses_whole_range and size_bytes > 1 else 0.0)


def compute_universal_code_bits(value: int) -> float:
    """Return the cost of a non-negative integer in a universal code, which favours small numbers.

    >>> compute_universal_code_bits(0)
    1.0
    >>> compute_universal_code_bits(1) < compute_universal_code_bits(1000) < compute_universal_code_bits(100_000)
    True
    """
    size = log2(value + 1)
    return size + 2 * log2(size + 1) + 1


def _fraction_bits(values: Sequence[float]) -> float:
    """Return the cost of scores being reals: for fractions, and for values that no game produces."""
    bits = 60.0 * sum(
        [1 for value in values if value and not MIN_PLAUSIBLE_REAL < abs(value) < MAX_PLAUSIBLE_REAL]
    )
    if all(value.is_integer() for value in values):
        return bits
    hundredths = [round(100 * value) for value in values]
    if any(
        abs(100 * value - rounded) > 1e-8 * abs(value) + 1e-6
        for value, rounded in zip(values, hundredths, strict=True)
    ):
        # An average or similar value, whose decimals are noise.
        return bits + 14.0 + sum([40.0 - log2(max(1.0, abs(value))) for value in values if value])
    return bits + 8.0 + compute_number_bits([rounded % 100 for rounded in hundredths], 1)


def _multiset_bits(maximum: int, count: int) -> float:
    """Return log2 of the number of sorted lists of `count` integers from 0 to `maximum`."""
    return (lgamma(maximum + count + 1) - lgamma(maximum + 1) - lgamma(count + 1)) / _LN2
