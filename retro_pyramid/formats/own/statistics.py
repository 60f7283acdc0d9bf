"""What is counted. PYRAMID.STA: the figures of every rule set that was played, a block each.

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
```

`scores` tells how many games ended with each score, `days` for each month the daily deals won (w) and played (p) on
their day, `late` those on another day. A line that would tell nothing is left out, as in files of programs that did not
keep it. Lines and blocks of rule sets that this version does not know are carried along: a newer version wrote them.

PYRAMID.ODD: the progress of counting winnable deals, a block for each rule set and goal.

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
from retro_pyramid.formats.own.checked import decode_named, encode_named, pairs_of, pairs_text
from retro_pyramid.formats.own.days import days_text, parse_days
from retro_pyramid.formats.own.figures import Figures, Table
from retro_pyramid.rules import Rules, RulesError, rules_for

_KIND, _ODDS = "statistics", "odds"
_COUNTS = ("games", "wins", "scored", "total", "best", "streak", "longest")
_MORE = ("scores", "days", "late")
_ODDS_KEYS = ("counted", "yes", "unknown")
_Value = TypeVar("_Value", bound=int)


def encode_statistics(table: Table) -> bytes:
    """Return the bytes of the file; decode_statistics undoes it."""
    return encode_named(_KIND, {tag: _text(tag, figures) for tag, figures in table.items()})


def decode_statistics(data: bytes) -> dict[str, Figures]:
    """Return the figures of the file; raise FormatError for what the program could not have written."""
    return {tag: _figures(tag, text) for tag, text in decode_named(_KIND, data).items()}


def rules_at(tag: str) -> Rules:
    """Return the rule set of a tag; raise NewerFormatError for one that this version does not have."""
    edition, *options = tag.split(" ")
    pairs = [option.partition("=") for option in options]
    try:
        rules = rules_for(edition, {name: value for name, _, value in pairs})
    except RulesError as error:
        raise NewerFormatError(_KIND, None, "an edition and its options", str(error)) from None
    if rules.tag != tag:
        raise NewerFormatError(_KIND, None, repr(rules.tag), quoted(tag))
    return rules


def _is_known(tag: str) -> bool:
    try:
        rules_at(tag)
    except NewerFormatError:
        return False
    return True


def _text(tag: str, figures: Figures) -> str:
    extra = "".join([f"{line}\n" for line in figures.extra])
    if not _is_known(tag):
        return extra
    counts = {
        "games": figures.games,
        "wins": figures.wins,
        "scored": figures.scored,
        "total": figures.total,
        "best": "-" if figures.best is None else figures.best,
        "streak": figures.streak,
        "longest": figures.longest,
    }
    more = {
        "scores": _scores_text(figures.scores),
        "days": days_text(figures.days),
        "late": days_text(figures.late),
    }
    return pairs_text((counts | {name: text for name, text in more.items() if text}).items()) + extra


def _figures(tag: str, text: str) -> Figures:
    if not _is_known(tag):
        return Figures(extra=_extra(text, ()))
    found = [pair for pair in pairs_of(text) if pair[0] in (*_COUNTS, *_MORE)]
    what = f"{_KIND}, {tag}"
    names = [name for name, _ in found]
    if names != [*_COUNTS, *(name for name in _MORE if name in names)]:
        raise FormatError(what, None, " ".join(_COUNTS), quoted(" ".join(names)))
    words = dict(found)
    is_scored = words["best"] != "-"
    counts = {
        name: _number(f"{what}, {name}", words[name]) for name in _COUNTS if name != "best" or is_scored
    }
    figures = Figures(
        games=counts["games"],
        wins=counts["wins"],
        scored=counts["scored"],
        total=counts["total"],
        best=counts.get("best"),
        streak=counts["streak"],
        longest=counts["longest"],
        scores=_parse_line(what, words, "scores", _parse_scores),
        days=_parse_line(what, words, "days", parse_days),
        late=_parse_line(what, words, "late", parse_days),
        extra=_extra(text, (*_COUNTS, *_MORE)),
    )
    problem = figures.problem()
    refuse(problem, what, None, problem or "", " ".join([str(counts.get(name)) for name in _COUNTS]))
    return figures


def _parse_line(
    what: str, words: Mapping[str, str], name: str, parse: Callable[[str], dict[int, _Value] | None]
) -> dict[int, _Value]:
    """Return the value of a line that may be missing; an empty one is never written."""
    if name not in words:
        return {}
    value = parse(words[name])
    if not value:
        expected = "what is written there, in its order"
        raise FormatError(f"{what}, {name}", None, expected, quoted(words[name]))
    return value


def _extra(text: str, known: Container[str]) -> tuple[str, ...]:
    """Return the lines of a block whose keys this version does not know."""
    return tuple([line for line in text.split("\n")[:-1] if line.partition(" ")[0] not in known])


def _scores_text(scores: Mapping[int, int]) -> str:
    return " ".join(f"{score}:{scores[score]}" for score in sorted(scores))


def _parse_scores(text: str) -> dict[int, int] | None:
    pairs = [word.partition(":") for word in text.split(" ")]
    if not all(_is_number(score) and _is_number(games) for score, _, games in pairs):
        return None
    scores = {int(score): int(games) for score, _, games in pairs}
    return scores if _scores_text(scores) == text else None


def _number(what: str, word: str) -> int:
    refuse(not _is_number(word), what, None, "a whole number", quoted(word))
    return int(word)


def _is_number(word: str) -> bool:
    # The length first: int refuses numbers of thousands of digits.
    return len(word) <= 18 and word.isascii() and word.removeprefix("-").isdigit()


# The odds


class Count(NamedTuple):
    """Of the deals 1 to `counted`, `yes` can be won and `unknown` are undecided.

    `extra` are lines of a newer version, carried along.
    """

    counted: int = 0
    yes: int = 0
    unknown: int = 0
    extra: tuple[str, ...] = ()


Counts = Mapping[str, Count]


def encode_odds(counts: Counts) -> bytes:
    """Return the bytes of the file; decode_odds undoes it."""
    return encode_named(_ODDS, {tag: _count_text(count) for tag, count in counts.items()})


def decode_odds(data: bytes) -> dict[str, Count]:
    """Return the counts of the file; raise FormatError for what the program could not have written."""
    return {tag: _count(tag, text) for tag, text in decode_named(_ODDS, data).items()}


def _count(tag: str, text: str) -> Count:
    found = [pair for pair in pairs_of(text) if pair[0] in _ODDS_KEYS]
    extra = _extra(text, _ODDS_KEYS)
    if extra and not found:
        return Count(extra=extra)
    numbers = [number for _, word in found if (number := whole(word)) is not None]
    wrong = (
        tuple([key for key, _ in found]) != _ODDS_KEYS
        or pairs_text(zip(_ODDS_KEYS, numbers, strict=False)) != pairs_text(found)
        or numbers[1] + numbers[2] > numbers[0]
    )
    refuse(wrong, f"{_ODDS}, {tag}", None, "counted, yes and unknown", quoted(text))
    counted, yes, unknown = numbers
    return Count(counted=counted, yes=yes, unknown=unknown, extra=extra)


def _count_text(count: Count) -> str:
    extra = "".join([f"{line}\n" for line in count.extra])
    # A block in which nothing but such lines was found.
    if extra and not count.counted:
        return extra
    return pairs_text((("counted", count.counted), ("yes", count.yes), ("unknown", count.unknown))) + extra
