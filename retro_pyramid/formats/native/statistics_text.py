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

from retro_pyramid.cards import parse_int, quote
from retro_pyramid.formats import FormatError, NewerFormatError, raise_if
from retro_pyramid.formats.native.checksummed import (
    decode_blocks_by_tag,
    encode_blocks_by_tag,
    format_pairs,
    parse_pairs,
    shorten_tag,
)
from retro_pyramid.formats.native.daily_streaks import format_daily_results, parse_daily_results
from retro_pyramid.formats.native.statistics import Statistics, StatisticsByRules
from retro_pyramid.rules import Rules, RulesError, rules_for

_STATISTICS, _ODDS = "statistics", "odds"
_COUNT_KEYS = ("games", "wins", "scored", "total", "best", "streak", "longest")
_OPTIONAL_KEYS = ("scores", "days", "late")
_ODDS_KEYS = ("counted", "yes", "unknown")
_Value = TypeVar("_Value", bound=int)


def encode_statistics(statistics_by_rules: StatisticsByRules) -> bytes:
    """Return the bytes of the file. decode_statistics is the inverse."""
    return encode_blocks_by_tag(
        _STATISTICS,
        {tag: _format_statistics(tag, statistics) for tag, statistics in statistics_by_rules.items()},
    )


def decode_statistics(data: bytes) -> dict[str, Statistics]:
    """Return the statistics in the file. Raise FormatError if the program could not have written it."""
    return {
        tag: _parse_statistics(tag, text) for tag, text in decode_blocks_by_tag(_STATISTICS, data).items()
    }


def parse_rules_tag(tag: str) -> Rules:
    """Return the rule set with this tag. Raise NewerFormatError if this version does not have it."""
    edition, *options = tag.split(" ")
    pairs = [option.partition("=") for option in options]
    try:
        rules = rules_for(edition, {name: value for name, _, value in pairs})
    except RulesError as error:
        raise NewerFormatError(_STATISTICS, None, "an edition and its options", str(error)) from None
    if rules.id != tag:
        raise NewerFormatError(_STATISTICS, None, repr(rules.id), quote(tag))
    return rules


def _is_known(tag: str) -> bool:
    try:
        parse_rules_tag(tag)
    except NewerFormatError:
        return False
    return True


def _format_statistics(tag: str, statistics: Statistics) -> str:
    unknown_text = "".join([f"{line}\n" for line in statistics.unknown_lines])
    if not _is_known(tag):
        return unknown_text
    counts = {
        "games": statistics.games,
        "wins": statistics.wins,
        "scored": statistics.scored_games,
        "total": statistics.total_score,
        "best": "-" if statistics.best_score is None else statistics.best_score,
        "streak": statistics.win_streak,
        "longest": statistics.best_win_streak,
    }
    optional = {
        "scores": _format_scores(statistics.score_counts),
        "days": format_daily_results(statistics.daily_results),
        "late": format_daily_results(statistics.late_results),
    }
    return (
        format_pairs((counts | {name: text for name, text in optional.items() if text}).items())
        + unknown_text
    )


def _parse_statistics(tag: str, text: str) -> Statistics:
    if not _is_known(tag):
        return Statistics(unknown_lines=_find_unknown_lines(text, ()))
    pairs = [pair for pair in parse_pairs(text) if pair[0] in (*_COUNT_KEYS, *_OPTIONAL_KEYS)]
    subject = f"{_STATISTICS}, {tag}"
    names = [name for name, _ in pairs]
    if names != [*_COUNT_KEYS, *(name for name in _OPTIONAL_KEYS if name in names)]:
        raise FormatError(subject, None, " ".join(_COUNT_KEYS), quote(" ".join(names)))
    values = dict(pairs)
    is_scored = values["best"] != "-"
    counts = {
        name: _parse_integer(f"{subject}, {name}", values[name])
        for name in _COUNT_KEYS
        if name != "best" or is_scored
    }
    statistics = Statistics(
        games=counts["games"],
        wins=counts["wins"],
        scored_games=counts["scored"],
        total_score=counts["total"],
        best_score=counts.get("best"),
        win_streak=counts["streak"],
        best_win_streak=counts["longest"],
        score_counts=_parse_line(subject, values, "scores", _parse_scores),
        daily_results=_parse_line(subject, values, "days", parse_daily_results),
        late_results=_parse_line(subject, values, "late", parse_daily_results),
        unknown_lines=_find_unknown_lines(text, (*_COUNT_KEYS, *_OPTIONAL_KEYS)),
    )
    problem = statistics.find_inconsistency()
    raise_if(problem, subject, None, problem or "", " ".join([str(counts.get(name)) for name in _COUNT_KEYS]))
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
        raise FormatError(f"{subject}, {name}", None, expected, quote(values[name]))
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
    raise_if(not _is_integer(text), subject, None, "a whole number", quote(text))
    return int(text)


def _is_integer(text: str) -> bool:
    # Check the length first: int() raises an error for thousands of digits.
    return len(text) <= 18 and text.isascii() and text.removeprefix("-").isdigit()


# Odds


class OddsCount(NamedTuple):
    """The progress of counting winnable deals: results of deal 1 to deal `counted`.

    `solvable` deals reach the goal, `undecided` ones are not known. `unknown_lines` were written by a newer version and
    are preserved.
    """

    counted: int = 0
    solvable: int = 0
    undecided: int = 0
    unknown_lines: tuple[str, ...] = ()


OddsCounts = Mapping[str, OddsCount]


def encode_odds(counts: OddsCounts) -> bytes:
    """Return the bytes of the file. decode_odds is the inverse."""
    return encode_blocks_by_tag(_ODDS, {tag: _format_count(count) for tag, count in counts.items()})


def decode_odds(data: bytes) -> dict[str, OddsCount]:
    """Return the counts in the file. Raise FormatError if the program could not have written it."""
    return {tag: _parse_count(tag, text) for tag, text in decode_blocks_by_tag(_ODDS, data).items()}


def _parse_count(tag: str, text: str) -> OddsCount:
    pairs = [pair for pair in parse_pairs(text) if pair[0] in _ODDS_KEYS]
    unknown_lines = _find_unknown_lines(text, _ODDS_KEYS)
    if unknown_lines and not pairs:
        return OddsCount(unknown_lines=unknown_lines)
    numbers = [number for _, value in pairs if (number := parse_int(value)) is not None]
    is_invalid = (
        tuple([key for key, _ in pairs]) != _ODDS_KEYS
        or format_pairs(zip(_ODDS_KEYS, numbers, strict=False)) != format_pairs(pairs)
        or numbers[1] + numbers[2] > numbers[0]
    )
    raise_if(is_invalid, f"{_ODDS}, {shorten_tag(tag)}", None, "counted, yes and unknown", quote(text))
    counted, yes, unknown = numbers
    return OddsCount(counted=counted, solvable=yes, undecided=unknown, unknown_lines=unknown_lines)


def _format_count(count: OddsCount) -> str:
    unknown_text = "".join([f"{line}\n" for line in count.unknown_lines])
    # The block contained only unknown lines.
    if unknown_text and not count.counted:
        return unknown_text
    return (
        format_pairs((("counted", count.counted), ("yes", count.solvable), ("unknown", count.undecided)))
        + unknown_text
    )
