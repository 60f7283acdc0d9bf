"""File names as DOS showed them: eight letters, a dot, three letters, and patterns of them."""

import re
from collections.abc import Iterable, Iterator, Mapping
from itertools import count

_FORBIDDEN = re.compile(r"[^A-Z0-9!#$%&'()@^_`{}~-]")


def short_names(names: Iterable[str]) -> dict[str, str]:
    """Return each name as 8.3 in capitals, no two alike; a name too long for it ends in ~1, ~2, ...

    >>> short_names(["pyramid.hgh", "PYRAMID.HGH.BAK", "my games.pyr"])
    {'pyramid.hgh': 'PYRAMID.HGH', 'PYRAMID.HGH.BAK': 'PYRAMI~1.BAK', 'my games.pyr': 'MYGAME~1.PYR'}
    """
    ordered = list(names)
    plain = {name: name.upper() for name in ordered if _is_short(name.upper())}
    taken: set[str] = set()
    found: dict[str, str] = {}
    # For names that begin alike the numbers go on: thousands of them would take minutes otherwise.
    tilded: dict[tuple[str, str], Iterator[str]] = {}
    # Names that fit keep theirs; of two that differ in their case only the first does.
    for name in sorted(ordered, key=lambda name: name not in plain):
        short = plain.get(name, "")
        if not short or short in taken:
            parts = _parts(name)
            others = tilded.setdefault(parts, _tilded(*parts))
            short = next(other for other in others if other not in taken)
        taken.add(short)
        found[name] = short
    return {name: found[name] for name in ordered}


def _is_short(name: str) -> bool:
    base, dot, extension = name.partition(".")
    parts = (base, extension) if dot else (base,)
    return (
        0 < len(base) <= 8
        and len(extension) <= 3
        and bool(extension) == bool(dot)
        and not any(_FORBIDDEN.search(part) for part in parts)
    )


def _parts(name: str) -> tuple[str, str]:
    """Return what is left of a name and its extension in 8.3 beside a mark."""
    base, dot, extension = name.upper().rpartition(".")
    if not dot:
        base, extension = extension, ""
    return (_FORBIDDEN.sub("", base.replace(" ", "")) or "FILE")[:6], _FORBIDDEN.sub("", extension)[:3]


def _tilded(base: str, extension: str) -> Iterator[str]:
    for number in count(1):
        mark = f"~{number}"
        yield f"{base[: 8 - len(mark)]}{mark}" + (f".{extension}" if extension else "")


def matching(pattern: str, shorts: Mapping[str, str]) -> list[str]:
    """Return the names of `shorts` (name -> 8.3) that a pattern with * and ? means, or a name in full.

    >>> matching("*.hgh", {"pyramid.hgh": "PYRAMID.HGH", "PYRTOUR.HGH": "PYRTOUR.HGH", "A": "A"})
    ['pyramid.hgh', 'PYRTOUR.HGH']
    """
    wanted = pattern.upper()
    if "*" not in wanted and "?" not in wanted:
        # Of files whose names differ in their case only, one has the short name.
        by_short = [name for name, short in shorts.items() if wanted == short]
        return by_short or [name for name in shorts if wanted == name.upper()]
    if wanted == "*":
        wanted = "*.*"
    base, _, extension = wanted.partition(".")
    return [
        name
        for name, short in shorts.items()
        for own_base, _, own_extension in [short.partition(".")]
        if _part_fits(base, own_base, 8) and _part_fits(extension, own_extension, 3)
    ]


def _part_fits(pattern: str, part: str, size: int) -> bool:
    """Compare place by place, as DOS did: a * stands for question marks up to the end of its part."""
    head, star, _ = pattern.partition("*")
    places = (head + "?" * size)[:size] if star else head.ljust(size)
    return len(head) <= size and all(
        wanted in ("?", own) for wanted, own in zip(places, part.ljust(size), strict=True)
    )


def renamed(short: str, pattern: str) -> str:
    """Return the name that a pattern in capitals makes of an 8.3 one: ? and * stand for what is there, place by place.

    >>> renamed("PYRAMID.HGH", "*.OLD"), renamed("A.B", "X?Z*.?"), renamed("A.B", "NEW.PYR")
    ('PYRAMID.OLD', 'XZ.B', 'NEW.PYR')
    """
    if "*" not in pattern and "?" not in pattern:
        return pattern
    own_base, _, own_extension = short.partition(".")
    base, _, extension = pattern.partition(".")
    found = (_filled(base, own_base, 8), _filled(extension, own_extension, 3))
    return ".".join(part for part in found if part)


def _filled(pattern: str, own: str, size: int) -> str:
    head, star, _ = pattern.partition("*")
    places = head + "?" * (size - len(head)) if star else head
    return "".join(own[at : at + 1] if place == "?" else place for at, place in enumerate(places))
