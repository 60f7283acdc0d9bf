"""PYRAMID.STA: the statistics of every rule set that was played, one block each.

```
retro-pyramid-statistics 1
= odm level=1
games 3
wins 1
scored 3
total 180
best 120
streak 0
longest 1
scores -30:1 90:1 120:1
days 202610:..............................w 202611:wp
late 202611:...p
check 5D1F8C02

`scores` contains the number of games that ended with each score. `days` contains, for each month, the daily deals won
(w) and played (p) on their own day, `late` those played on another day. Empty lines of this kind are omitted, as in
files of older versions that did not record them. Lines, and blocks of rule sets, that this version does not know were
written by a newer version and are preserved.

PYRAMID.ODD: the progress of counting winnable deals, one block for each rule set and goal.

```
retro-pyramid-odds 1
= em goal=won
counted 200
yes 134
unknown 0
check 5D1F8C02
```
"""

from collections.abc import Callable, Container, Mapping
from typing import NamedTuple, TypeVar

from retro_pyramid.cards import quoted, whole
from retro_pyramid.formats import FormatError, NewerFormatError, refuse
from retro_pyramid.formats.native.checksummed import (
    decode_named,
    encode_named,
    pairs_of,
    pairs_text,
    shorten_tag,
)
from retro_pyramid.formats.native.daily_streaks import days_text, parse_days
from retro_pyramid.formats.native.statistics import Figures, Table
from retro_pyramid.rules import Rules, RulesError, rules_for

_STATISTICS, _ODDS = "statistics", "odds"
_COUNT_KEYS = ("games", "wins", "scored", "total", "best", "streak", "longest")
_OPTIONAL_KEYS = ("scores", "days", "late")
_ODDS_KEYS = ("counted", "yes", "unknown")
_Value = TypeVar("_Value", bound=int)


def encode_statistics(table: Table) -> bytes:
    """Return the bytes of the file. decode_statistics is the inverse."""
    return encode_named(
        _STATISTICS, {tag: _format_statistics(tag, statistics) for tag, statistics in table.items()}
    )


def decode_statistics(data: bytes) -> dict[str, Figures]:
    """Return the statistics in the file. Raise FormatError if the program could not have written it."""
    return {tag: _parse_statistics(tag, text) for tag, text in decode_named(_STATISTICS, data).items()}


def rules_at(tag: str) -> Rules:
    """Return the rule set with this tag. Raise NewerFormatError if this version does not have it."""
    edition, *options = tag.split(" ")
    pairs = [option.partition("=") for option in options]
    try:
        rules = rules_for(edition, {name: value for name, _, value in pairs})
    except RulesError as error:
        raise NewerFormatError(_STATISTICS, None, "an edition and its options", str(error)) from None
    if rules.tag != tag:
        raise NewerFormatError(_STATISTICS, None, repr(rules.tag), quoted(tag))
    return rules


def _is_known(tag: str) -> bool:
    try:
        rules_at(tag)
    except NewerFormatError:
        return False
    return True


def _format_statistics(tag: str, statistics: Figures) -> str:
    unknown_text = "".join([f"{line}\n" for line in statistics.extra])
    if not _is_known(tag):
        return unknown_text
    counts = {
        "games": statistics.games,
        "wins": statistics.wins,
        "scored": statistics.scored,
        "total": statistics.total,
        "best": "-" if statistics.best is None else statistics.best,
        "streak": statistics.streak,
        "longest": statistics.longest,
    }
    optional = {
        "scores": _format_scores(statistics.scores),
        "days": days_text(statistics.days),
        "late": days_text(statistics.late),
    }
    return (
        pairs_text((counts | {name: text for name, text in optional.items() if text}).items()) + unknown_text
    )


def _parse_statistics(tag: str, text: str) -> Figures:
    if not _is_known(tag):
        return Figures(extra=_find_unknown_lines(text, ()))
    pairs = [pair for pair in pairs_of(text) if pair[0] in (*_COUNT_KEYS, *_OPTIONAL_KEYS)]
    subject = f"{_STATISTICS}, {tag}"
    names = [name for name, _ in pairs]
    if names != [*_COUNT_KEYS, *(name for name in _OPTIONAL_KEYS if name in names)]:
        raise FormatError(subject, None, " ".join(_COUNT_KEYS), quoted(" ".join(names)))
    values = dict(pairs)
    is_scored = values["best"] != "-"
    counts = {
        name: _parse_integer(f"{subject}, {name}", values[name])
        for name in _COUNT_KEYS
        if name != "best" or is_scored
    }
    statistics = Figures(
        games=counts["games"],
        wins=counts["wins"],
        scored=counts["scored"],
        total=counts["total"],
        best=counts.get("best"),
        streak=counts["streak"],
        longest=counts["longest"],
        scores=_parse_line(subject, values, "scores", _parse_scores),
        days=_parse_line(subject, values, "days", parse_days),
        late=_parse_line(subject, values, "late", parse_days),
        extra=_find_unknown_lines(text, (*_COUNT_KEYS, *_OPTIONAL_KEYS)),
    )
    problem = statistics.problem()
    refuse(problem, subject, None, problem or "", " ".join([str(counts.get(name)) for name in _COUNT_KEYS]))
    return statistics


def _parse_line(
    subject: str, values: Mapping[str, str], name: str, parse: Callable[[str], dict[int, _Value] | None]
) -> dict[int, _Value]:
    """Return the value of an optional line, which is empty if the line is missing.

    An empty value is never written, so it is an error in a line.
    """
    if name not in values:
        return {}
    value = parse(values[name])
    if not value:
        expected = "what is written there, in its order"
        raise FormatError(f"{subject}, {name}", None, expected, quoted(values[name]))
    return value


def _find_unknown_lines(text: str, known_keys: Container[str]) -> tuple[str, ...]:
    """Return the lines of a block whose keys are not in `known_keys`."""
    return tuple([line for line in text.split("\n")[:-1] if line.partition(" ")[0] not in known_keys])


def _format_scores(scores: Mapping[int, int]) -> str:
    return " ".join(f"{score}:{scores[score]}" for score in sorted(scores))


def _parse_scores(text: str) -> dict[int, int] | None:
    pairs = [item.partition(":") for item in text.split(" ")]
    if not all(_is_integer(score) and _is_integer(games) for score, _, games in pairs):
        return None
    scores = {int(score): int(games) for score, _, games in pairs}
    return scores if _format_scores(scores) == text else None


def _parse_integer(subject: str, text: str) -> int:
    refuse(not _is_integer(text), subject, None, "a whole number", quoted(text))
    return int(text)


def _is_integer(text: str) -> bool:
    # Check the length first: int() raises an error for thousands of digits.
    return len(text) <= 18 and text.isascii() and text.removeprefix("-").isdigit()


# Odds


class Count(NamedTuple):
    """The progress of counting winnable deals: results of deal 1 to deal `counted`.

    `solvable` deals reach the goal, `undecided` ones are not known. `unknown_lines` were written by a newer version and
    are preserved.
    """

    counted: int = 0
    yes: int = 0
    unknown: int = 0
    extra: tuple[str, ...] = ()


Counts = Mapping[str, Count]


def encode_odds(counts: Counts) -> bytes:
    """Return the bytes of the file. decode_odds is the inverse."""
    return encode_named(_ODDS, {tag: _format_count(count) for tag, count in counts.items()})


def decode_odds(data: bytes) -> dict[str, Count]:
    """Return the counts in the file. Raise FormatError if the program could not have written it."""
    return {tag: _parse_count(tag, text) for tag, text in decode_named(_ODDS, data).items()}


def _parse_count(tag: str, text: str) -> Count:
    pairs = [pair for pair in pairs_of(text) if pair[0] in _ODDS_KEYS]
    unknown_lines = _find_unknown_lines(text, _ODDS_KEYS)
    if unknown_lines and not pairs:
        return Count(extra=unknown_lines)
    numbers = [number for _, value in pairs if (number := whole(value)) is not None]
    is_invalid = (
        tuple([key for key, _ in pairs]) != _ODDS_KEYS
        or pairs_text(zip(_ODDS_KEYS, numbers, strict=False)) != pairs_text(pairs)
        or numbers[1] + numbers[2] > numbers[0]
    )
    refuse(is_invalid, f"{_ODDS}, {shorten_tag(tag)}", None, "counted, yes and unknown", quoted(text))
    counted, yes, unknown = numbers
    return Count(counted=counted, yes=yes, unknown=unknown, extra=unknown_lines)


def _format_count(count: Count) -> str:
    unknown_text = "".join([f"{line}\n" for line in count.extra])
    # The block contained only unknown lines.
    if unknown_text and not count.counted:
        return unknown_text
    return (
        pairs_text((("counted", count.counted), ("yes", count.yes), ("unknown", count.unknown)))
        + unknown_text
    )
