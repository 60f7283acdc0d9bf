"""A magazine page's head: its title, the SG line of what stands still on it and the AG line of what moves.

The grammar is that of the one page that is known (the magazine's article on this game):

    SG file kind  name x,y  name x,y ...
    AG file kind  L #images ... every x,y;x,y;... steps delay B  L ...

What the words and numbers mean no document says.  This reading is ours: SG places the named pictures of a file with their
upper left corner at EGA pixels; in AG every L is a track: the pictures `#1` or `#2-7` of a file are shown in turn, each for
`every` steps, along the path in so many steps of `delay` timer ticks (18.2 a second); B puts back what lay beneath, and
without it every step leaves its picture behind.  Tracks follow one another; what has arrived stays.
"""

import re
from typing import NamedTuple

Point = tuple[int, int]
TIMER_HZ = 1193182 / 65536
"""Ticks of the PC's timer a second."""
_MOST_STEPS = 1000
_POINT = re.compile(r"(-?\d{1,4}),(-?\d{1,4})")
_IMAGES = re.compile(r"#(\d{1,3})(?:-(\d{1,3}))?")
_NUMBER = re.compile(r"\d{1,4}")


class PageError(ValueError):
    """A head that cannot be read: which line, what was found, what was expected."""


class Still(NamedTuple):
    """A picture that stands: its name and its upper left corner in EGA pixels."""

    name: str
    place: Point


class Track(NamedTuple):
    """What moves along a path: numbers of pictures from 1, steps each is shown, corners, steps in all, ticks a step."""

    images: tuple[int, ...]
    every: int
    path: tuple[Point, ...]
    steps: int
    delay: int
    puts_back: bool

    def image_at(self, step: int) -> int:
        """Return the number of the picture that a step shows; the last step is `steps`."""
        return self.images[step // self.every % len(self.images)]

    def place_at(self, step: int) -> Point:
        """Return where the picture is at a step, 0 being the path's first corner and `steps` its last.

        >>> Track((1,), 1, ((0, 0), (10, 0), (10, 10)), 4, 1, True).place_at(3)
        (10, 5)
        """
        legs = len(self.path) - 1
        if legs == 0:
            return self.path[0]
        leg, part = divmod(step * legs, self.steps)
        if leg >= legs:
            return self.path[-1]
        (x1, y1), (x2, y2) = self.path[leg], self.path[leg + 1]
        return x1 + (x2 - x1) * part // self.steps, y1 + (y2 - y1) * part // self.steps


class Page(NamedTuple):
    """A page: its title, the file of its stills and they, the file of its pieces and their tracks, and the text."""

    title: str
    stills_file: str
    stills: tuple[Still, ...]
    pieces_file: str
    tracks: tuple[Track, ...]
    text: str


def parse_page(source: str) -> Page:
    """Read a page: its title on the first line, then SG and AG where it has them, then its mark-up.

    Raise PageError naming the line and what was expected.

    >>> parse_page("Games\\nAG deck pieces L #2-3 1 27,-200;27,41 15 1 B\\nText\\n").tracks[0].images
    (2, 3)
    """
    lines = source.split("\n")
    if not lines[0].strip():
        raise PageError("line 1: expected the page's title")
    stills_file = pieces_file = ""
    stills: tuple[Still, ...] = ()
    tracks: tuple[Track, ...] = ()
    at = 1
    while at < len(lines) and (words := lines[at].split())[:1] in (["SG"], ["AG"]):
        place = f"line {at + 1}"
        if len(words) < 3:
            raise PageError(f"{place}: {words[0]} needs a file and its kind, found {lines[at].strip()!r}")
        if words[0] == "SG":
            stills_file, stills = words[1], _stills(words[3:], place)
        else:
            pieces_file, tracks = words[1], _tracks(words[3:], place)
        at += 1
    return Page(lines[0].strip(), stills_file, stills, pieces_file, tracks, "\n".join(lines[at:]))


def _point(word: str, place: str) -> Point:
    found = _POINT.fullmatch(word)
    if found is None:
        raise PageError(f"{place}: expected x,y, found {word!r}")
    return int(found[1]), int(found[2])


def _stills(words: list[str], place: str) -> tuple[Still, ...]:
    if len(words) % 2:
        raise PageError(f"{place}: expected a place x,y after {words[-1]!r}")
    return tuple(
        Still(name, _point(where, place)) for name, where in zip(words[::2], words[1::2], strict=True)
    )


def _tracks(words: list[str], place: str) -> tuple[Track, ...]:
    tracks = []
    while words:
        if words[0] != "L":
            raise PageError(f"{place}: expected L at the beginning of a track, found {words[0]!r}")
        end = words.index("L", 1) if "L" in words[1:] else len(words)
        tracks.append(_track(words[1:end], place))
        words = words[end:]
    return tuple(tracks)


def _track(words: list[str], place: str) -> Track:
    images: list[int] = []
    while words and (found := _IMAGES.fullmatch(words[0])):
        first, last = int(found[1]), int(found[2] or found[1])
        if not 1 <= first <= last:
            raise PageError(f"{place}: expected pictures from 1 upwards, found {words[0]!r}")
        images += range(first, last + 1)
        words = words[1:]
    if not images:
        raise PageError(
            f"{place}: expected the pictures of a track, as #1 or #2-7, found {' '.join(words[:1])!r}"
        )
    puts_back = words[-1:] == ["B"]
    words = words[: len(words) - puts_back]
    if len(words) != 4:
        raise PageError(
            f"{place}: expected after a track's pictures a number, its path, its steps and its delay, "
            f"found {' '.join(words)!r}"
        )
    every, steps, delay = (_number(word, place) for word in (words[0], words[2], words[3]))
    path = tuple(_point(corner, place) for corner in words[1].split(";"))
    return Track(tuple(images), every, path, steps, delay, puts_back)


def _number(word: str, place: str) -> int:
    if not _NUMBER.fullmatch(word) or not 1 <= int(word) <= _MOST_STEPS:
        raise PageError(f"{place}: expected a number from 1 to {_MOST_STEPS}, found {word!r}")
    return int(word)
