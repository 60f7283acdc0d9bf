"""PYRAMID.ODD: the progress of counting winnable deals, a block for each rule set and goal.

```
retro-pyramid-odds 1
= em goal=won
counted 200
yes 134
unknown 0
check 5D1F8C02
```
"""

from collections.abc import Mapping
from typing import NamedTuple

from retro_pyramid.cards import quoted, whole
from retro_pyramid.formats import FormatError
from retro_pyramid.formats.own.checked import decode_named, encode_named, pairs_text

_KIND = "odds"


class Count(NamedTuple):
    """Of the deals 1 to `counted`, `yes` can be won and `unknown` are undecided."""

    counted: int = 0
    yes: int = 0
    unknown: int = 0


Counts = Mapping[str, Count]
"""The counts by what was asked: edition, options and goal in one line."""


def encode_odds(counts: Counts) -> bytes:
    """Return the bytes of the file; decode_odds undoes it."""
    return encode_named(_KIND, {tag: _text(count) for tag, count in counts.items()})


def decode_odds(data: bytes) -> dict[str, Count]:
    """Return the counts of the file; raise FormatError for what the program could not have written."""
    counts: dict[str, Count] = {}
    for tag, text in decode_named(_KIND, data).items():
        numbers = [n for word in text.split()[1::2] if (n := whole(word)) is not None]
        if len(numbers) != 3 or _text(Count(*numbers)) != text or not numbers[1] + numbers[2] <= numbers[0]:
            raise FormatError(f"{_KIND}, {tag}", None, "counted, yes and unknown", quoted(text))
        counts[tag] = Count(*numbers)
    return counts


def _text(count: Count) -> str:
    return pairs_text(count._asdict().items())
