"""The cost in bits of describing a score file by a layout: the fewer bits, the better the layout explains the bytes.

This is the principle of minimum description length. Each cost is the length of a code made for such contents (names,
sorted scores, small numbers, stale bytes). The right layout describes them briefly; a wrong one takes them for noise,
at 8 bits a byte. The rates are rough on purpose; `python -m tests.bench_formats` measures how well they work.
"""

import itertools
from collections.abc import Sequence
from math import lgamma, log2
from string import digits

_LN2 = 0.6931471805599453
_GRAINS = (1, 5, 10, 25, 50, 100, 500, 1000)
BYTE_BITS = 8.0
LEAST_REAL, MOST_REAL = 0.01, 1e9
"""Between these lie the scores above zero that a real may hold without being doubted."""
REPEATED_NAME_BITS = 2.0


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
_WEIGHTS = [2.0 ** -min(bits, 10.0) for bits in CHARACTER_BITS]
_LITERAL = tuple(weight / sum(_WEIGHTS) for weight in _WEIGHTS)
_HIT, _MISS = 0.98, 0.02 / 255
# Codes that moved the cursor or rang the bell when a DOS program wrote them, and the two blanks that no keyboard gives.
UNPRINTABLE = frozenset((0, 7, 8, 9, 10, 13, 26, 27, 127, 255))


def name_bits(names: Sequence[bytes], capacity: int) -> float:
    """Return the bits of the names of all records, of `capacity` characters at most."""
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


def junk_table(records: Sequence[bytes]) -> list[list[float]]:
    """Return the cumulative bits of each record's bytes taken as stale: `table[record][i]` is for bytes 0 to i-1.

    Five predictors are mixed: a zero; the run of bytes of a record above; the frequent bytes at this offset; text; any
    byte. Predictors that did well just before weigh more.
    """
    table: list[list[float]] = []
    seen: list[dict[int, int]] = [{} for _ in records[0]]
    last: list[dict[int, bytes]] = [{} for _ in records[0]]
    for number, record in enumerate(records):
        sums = [0.0]
        bits = 0.0
        source = b""
        zero = run = place = text = free = 0.2
        for at, code in enumerate(record):
            column = seen[at]
            times = column.get(code, 0)
            literal = _LITERAL[code]
            zero *= _HIT if code == 0 else _MISS
            run *= 0.00390625 if not source else _HIT if source[at] == code else _MISS
            place *= (times + 0.5 * literal) / (number + 0.5)
            text *= literal
            free *= 0.00390625
            total = zero + run + place + text + free
            bits -= log2(total)
            sums.append(bits)
            keep = 0.96 / total
            zero, run, place = zero * keep + 0.008, run * keep + 0.008, place * keep + 0.008
            text, free = text * keep + 0.008, free * keep + 0.008
            if not source or source[at] != code:
                source = last[at].get(code, b"")
            column[code] = times + 1
            last[at][code] = record
        table.append(sums)
    return table


def score_bits(values: Sequence[float]) -> float:
    """Return the bits of scores that never increase, best first; zeros at the end are empty places."""
    bits = _fraction_bits([value for value in values if isinstance(value, float)])
    numbers = [round(value) for value in values]
    bits += 20.0 * (numbers[-1] < 0) + 60.0 * (numbers[0] < 0) + 20.0 * (numbers[0] == numbers[-1] != 0)
    least = min(numbers[-1], 0)
    filled = [number - least for number in numbers if number > least]
    bits += log2(len(numbers) + 1)
    if not filled:
        return bits
    most = filled[0]
    grain = grain_of(filled)
    steps = [number // grain for number in filled]
    ties = sum([a == b for a, b in itertools.pairwise(steps)])
    bits += 3.0 if grain > 1 else 1.0
    bits += universal_bits(steps[0]) + 3.0 * ties + max(0.0, 14.0 - 2.0 * log2(most)) + 8.0 * (most > 1 << 24)
    spread = _multiset_bits(steps[0], len(steps) - 1)
    falling = sum([log2(step + 1) for step in steps[:-1]])
    return bits + 1.0 + min(spread, falling)


def grain_of(numbers: Sequence[int]) -> int:
    """Return the greatest usual step of which all scores are multiples."""
    return max([grain for grain in _GRAINS if not any(number % grain for number in numbers)])


def number_bits(values: Sequence[int], size: int) -> float:
    """Return the bits of a field of `size` bytes of unknown meaning: level, date, time, count."""
    count = len(values)
    seen: dict[int, int] = {}
    adaptive = 0.0
    for index, value in enumerate(values):
        times = seen.get(value, 0)
        seen[value] = times + 1
        if times:
            adaptive += log2((index + 1.0) / times)
        else:
            adaptive += log2(index + 1.0) + min(universal_bits(abs(value)) + 2.0 * (value < 0), 8.5 * size)
    least, most = min(values), max(values)
    plain = 5.0 + count * (log2(most + 1) if least >= 0 else BYTE_BITS * size)
    filled = [value for value in values if value]
    spread = max(filled, default=0) - min(filled, default=0)
    ranged = count + 10.0 + universal_bits(abs(most)) + len(filled) * log2(spread + 1)
    bits = 2.0 + min(adaptive, plain, ranged)
    if least >= 0 and all(a >= b for a, b in itertools.pairwise(values)):
        bits = min(bits, 5.0 + universal_bits(most) + _multiset_bits(most, count - 1))
    # Real values seldom use the whole range of their type.
    wild = least < 0 or spread >= 1 << 8 * size - 2
    return bits + (6.0 + len(filled) if wild and size > 1 else 0.0)


def universal_bits(value: int) -> float:
    """Return the bits of a whole number from 0 on in a universal code, which favours small numbers.

    >>> universal_bits(0), universal_bits(1) < universal_bits(1000) < universal_bits(100_000)
    (1.0, True)
    """
    size = log2(value + 1)
    return size + 2 * log2(size + 1) + 1


def _fraction_bits(values: Sequence[float]) -> float:
    """Return the bits for reals as scores: fractions, and numbers that no game gives."""
    bits = 60.0 * sum([1 for value in values if value and not LEAST_REAL < abs(value) < MOST_REAL])
    if all(value.is_integer() for value in values):
        return bits
    hundredths = [round(100 * value) for value in values]
    if any(abs(100 * v - whole) > 1e-8 * abs(v) + 1e-6 for v, whole in zip(values, hundredths, strict=True)):
        # An average or the like: its digits after the point are noise.
        return bits + 14.0 + sum([40.0 - log2(max(1.0, abs(value))) for value in values if value])
    return bits + 8.0 + number_bits([whole % 100 for whole in hundredths], 1)


def _multiset_bits(most: int, count: int) -> float:
    """Return log2 of the number of sorted lists of `count` numbers from 0 to `most`."""
    return (lgamma(most + count + 1) - lgamma(most + 1) - lgamma(count + 1)) / _LN2
