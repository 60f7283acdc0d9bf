"""File names and patterns as DOS showed them, and the commands COPY, DEL and REN."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from itertools import count
from typing import TYPE_CHECKING, NamedTuple

from retro_pyramid import cp437

if TYPE_CHECKING:
    from retro_pyramid.storage.backends.dos_directory import Directory

_DEVICE = re.compile(r"(CON|PRN|AUX|NUL|CLOCK\$|(COM|LPT)[0-9])(\..*)?")
_OWN = (".LCK", ".TMP")
"""Endings of the game's locks and half-written files, which no list shows."""


class Refused(Exception):
    """What was typed cannot be done, told in one line."""


class Question(NamedTuple):
    """Something to be answered by Y or N before it is done."""

    words: str
    yes: Callable[[], Outcome]


class Outcome(NamedTuple):
    """What a line led to: lines to show, and what is to happen then.

    `run` is a program's id and the words for it, `ask` a question, `clear` empties the screen, `leave` ends the prompt;
    `pause` says that the lines are shown a screen at a time.
    """

    lines: tuple[str, ...] = ()
    run: tuple[str, tuple[str, ...]] | None = None
    ask: Question | None = None
    clear: bool = False
    leave: bool = False
    pause: bool = False


class FileCommands:
    """The commands over a directory; `troubles` are the exceptions that tell in one line why something cannot be."""

    def __init__(self, directory: Directory, trouble: type[Exception]) -> None:
        self.directory = directory
        self.troubles = (Refused, trouble)

    def shorts(self) -> dict[str, str]:
        return short_names(name for name, _, _ in self.directory.entries())

    def one(self, pattern: str) -> str:
        """Return the one file a name means; refuse where it means none or several."""
        found = self._some(pattern)
        if len(found) > 1:
            raise Refused(f"{cut(pattern)} means {len(found)} files: one is expected here")
        return found[0]

    def _some(self, pattern: str) -> list[str]:
        found = matching(in_folder(pattern), self.shorts())
        if not found:
            raise Refused(f"No file here is called {cut(pattern)}")
        return found

    def _changeable(self, pattern: str) -> tuple[list[str], int]:
        """Return the files a pattern means that can be changed, and how many cannot; refuse where none can."""
        found = self._some(pattern)
        own = [name for name in found if not self.directory.is_read_only(name)]
        if not own:
            what = f"{cut(found[0])} is" if len(found) == 1 else f"These {len(found)} files are"
            raise Refused(f"{what} read-only")
        return own, len(found) - len(own)

    def copy(self, words: Sequence[str]) -> Outcome:
        """Copy files; what is there already is asked about, and kept."""
        if len(words) != 2:
            return Outcome(("COPY takes two names: COPY PYRAMID.HGH BEST.HGH",))
        shorts = self.shorts()
        targets = self._targets(self._some(words[0]), *words)
        targets = {name: _there(target, shorts) or target for name, target in targets.items()}
        if any(name == target for name, target in targets.items()):
            raise Refused("A file cannot be copied on to itself")

        def copy() -> Outcome:
            def step(name: str) -> str:
                kept = self.directory.copy(name, targets[name])
                return f"The one that was there is kept as {cut(kept)}" if kept else ""

            return self._each(targets, step, "copied")

        there = [
            target
            for target in targets.values()
            if target in shorts and not self.directory.is_read_only(target)
        ]
        if not there:
            return copy()
        are, them = ("is", "it") if len(there) == 1 else ("are", "them")
        return Outcome(ask=Question(f"{_named(there)} {are} there already. Write over {them} (Y/N)?", copy))

    def delete(self, words: Sequence[str]) -> Outcome:
        """Take files away, having asked; those that were kept themselves are gone then."""
        if len(words) != 1:
            return Outcome(("DEL takes one name: DEL OLD.PYR, DEL *.BAK",))
        names, staying = self._changeable(words[0])
        # Those first: a file that is kept now must not be taken for one that was.
        names.sort(key=self.directory.is_kept, reverse=True)
        final = sum(map(self.directory.is_kept, names))

        def step(name: str) -> str:
            kept = self.directory.remove(name)
            return f"Kept as {cut(kept)}" if kept else ""

        what = _named(names)
        if final:
            what += " for good" if final == len(names) else f", {final} of them for good"
        if staying:
            what += f", but not {staying} read-only"
        return Outcome(ask=Question(f"Delete {what} (Y/N)?", lambda: self._each(names, step, "deleted")))

    def rename(self, words: Sequence[str]) -> Outcome:
        """Give files other names, which must be free, having asked."""
        if len(words) != 2:
            return Outcome(("REN takes two names: REN OLD.PYR NEW.PYR",))
        news, shorts = self._targets(self._changeable(words[0])[0], *words), self.shorts()
        for name, new in news.items():
            there = _there(new, shorts)
            if there not in ("", name) and not self.directory.is_read_only(there):
                raise Refused(f"{new} is there already")

        def step(name: str) -> str:
            self.directory.rename(name, news[name])
            return f"{cut(name)} is {news[name]} now"

        first, new = next(iter(news.items()))
        what = f"{cut(first)} to {new}" if len(news) == 1 else f"{len(news)} files"
        return Outcome(ask=Question(f"Rename {what} (Y/N)?", lambda: self._each(news, step, "renamed")))

    def _targets(self, names: Sequence[str], pattern: str, new: str) -> Mapping[str, str]:
        """Return the files that a pattern meant, each with the 8.3 name typed for it; refuse where that cannot be."""
        shorts = self.shorts()
        new = in_folder(new).upper()
        if len(names) > 1 and "*" not in new and "?" not in new:
            raise Refused(f"{cut(pattern)} means {len(names)} files: the second name needs a * or ? for them")
        targets = {name: _checked(renamed(shorts[name], new), new) for name in names}
        if len(set(targets.values())) < len(targets):
            raise Refused(f"Several files would be called the same by {cut(new)}")
        return targets

    def _each(self, names: Iterable[str], step: Callable[[str], str], done: str) -> Outcome:
        """Do a step for each file; the first that cannot be done ends it, and is told with those that were."""
        lines: list[str] = []
        count = 0
        try:
            for name in names:
                line = step(name)
                count += 1
                lines += [line] if line else []
        except self.troubles as trouble:
            lines.append(shown(str(trouble)))
        if done != "renamed":
            lines.append(f"{count} file{'' if count == 1 else 's'} {done}")
        return Outcome(tuple(lines))


def _named(names: Sequence[str]) -> str:
    return cut(names[0]) if len(names) == 1 else f"{len(names)} files"


def _there(name: str, shorts: Mapping[str, str]) -> str:
    """Return the file that has a name already, nothing for none."""
    return next(iter(matching(name, shorts)), "")


def _checked(name: str, typed: str) -> str:
    """Return a name to be given; refuse when it is none of eight and three, or one that no file may have."""
    if short_names([name]).get(name) != name:
        raise Refused(f"{cut(typed)} cannot be a name: up to 8 letters, a dot, up to 3 letters")
    if _DEVICE.fullmatch(name):
        raise Refused(f"{cut(name)} is a device, and no file can be called so; TYPE shows a file")
    if name.endswith(_OWN):
        raise Refused(f"{cut(name)} cannot be a name: .LCK and .TMP are the game's own endings")
    return name


def in_folder(name: str) -> str:
    """Take the drive and the one folder off a name; refuse when it leads elsewhere."""
    plain = re.sub(r"(?i)^c:", "", name).removeprefix("\\").removeprefix(".\\")
    if not plain or "\\" in plain or "/" in plain or ":" in plain or plain in (".", ".."):
        raise Refused(f"{cut(name)} is not a file of C:\\, and there is no other folder")
    return plain


def cut(word: str) -> str:
    """Return a word as it may be shown: in the adapter's characters, and not too long."""
    word = shown(word)
    return word if len(word) <= 24 else word[:21] + "..."


def shown(text: str) -> str:
    """Return a text as it may be shown, in the adapter's characters."""
    return "".join(char if char in cp437.TABLE and char.isprintable() else "?" for char in text)


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
