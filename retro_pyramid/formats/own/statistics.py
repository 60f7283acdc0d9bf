"""PYRAMID.STA: the figures of every rule set that was played, a block each.

```
retro-pyramid-statistics 1
= odm level=1
games 3
...
check 5D1F8C02
```
"""

from retro_pyramid.cards import quoted
from retro_pyramid.formats import FormatError
from retro_pyramid.formats.own.checked import decode_named, encode_named, pairs_text
from retro_pyramid.formats.own.figures import Figures, Key, Table, key_of, tag_of
from retro_pyramid.rules import RulesError, rules_for

_KIND = "statistics"


def encode_statistics(table: Table) -> bytes:
    """Return the bytes of the file; decode_statistics undoes it."""
    return encode_named(_KIND, {tag_of(key): _text(figures) for key, figures in table.items()})


def decode_statistics(data: bytes) -> dict[Key, Figures]:
    """Return the figures of the file; raise FormatError for what the program could not have written."""
    return {_key(tag): _figures(tag, text) for tag, text in decode_named(_KIND, data).items()}


def _key(tag: str) -> Key:
    edition, *options = tag.split(" ")
    pairs = [option.partition("=") for option in options]
    try:
        key = key_of(rules_for(edition, {name: value for name, _, value in pairs}))
    except RulesError as error:
        raise FormatError(_KIND, None, "an edition and its options", str(error)) from None
    if tag_of(key) != tag:
        raise FormatError(_KIND, None, repr(tag_of(key)), quoted(tag))
    return key


def _text(figures: Figures) -> str:
    numbers = figures._asdict().items()
    return pairs_text((name, "-" if number is None else number) for name, number in numbers)


def _figures(tag: str, text: str) -> Figures:
    found = [line.partition(" ") for line in text.splitlines()]
    what = f"{_KIND}, {tag}"
    if [name for name, _, _ in found] != list(Figures._fields):
        raise FormatError(
            what, None, " ".join(Figures._fields), quoted(" ".join(name for name, _, _ in found))
        )
    figures = Figures(**{name: _number(f"{what}, {name}", word) for name, _, word in found})  # type: ignore[arg-type]
    problem = figures.problem()
    if problem:
        raise FormatError(what, None, problem, " ".join(map(str, figures)))
    return figures


def _number(what: str, word: str) -> int | None:
    if word == "-" and what.endswith("best"):
        return None
    # The length first: int refuses numbers of thousands of digits.
    if len(word) > 18 or not (word.isascii() and word.removeprefix("-").isdigit()):
        raise FormatError(what, None, "a whole number", quoted(word))
    return int(word)
