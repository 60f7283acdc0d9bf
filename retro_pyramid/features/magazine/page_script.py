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
_POINT = r"(-?\d{1,4}),(-?\d{1,4})"
_NUMBER = r"([1-9]\d{0,2}|1000)"
_STILL = rf"\s+(\S+)\s+{_POINT}"
_IMAGES = r"\s+#([1-9]\d{0,2})(?:-(\d{1,3}))?"
_TRACK = rf"\s+L((?:{_IMAGES})+)\s+{_NUMBER}\s+({_POINT}(?:;{_POINT})*)\s+{_NUMBER}\s+{_NUMBER}(\s+B)?"
_LINES = {
    "SG": (re.compile(rf"SG\s+(\S+)\s+\S+((?:{_STILL})*)"), "SG file kind name x,y ..."),
    "AG": (
        re.compile(rf"AG\s+(\S+)\s+\S+((?:{_TRACK})*)"),
        "AG file kind L #images every x,y;... steps delay B ...",
    ),
}
"""How the two lines are written, exactly and in words. Numbers are from 1 to 1000."""


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
    title, *lines = source.split("\n")
    if not title.strip():
        raise PageError("line 1: expected the page's title")
    stills_file = pieces_file = ""
    stills: tuple[Still, ...] = ()
    tracks: tuple[Track, ...] = ()
    number = 2
    while lines and (word := (line := lines[0].strip())[:3].rstrip()) in _LINES:
        pattern, expected = _LINES[word]
        found = pattern.fullmatch(line)
        if found is None:
            raise PageError(f"line {number}: expected {expected}, found {line!r}")
        if word == "SG":
            places = re.findall(_STILL, found[2])
            stills_file, stills = found[1], tuple(Still(name, (int(x), int(y))) for name, x, y in places)
        else:
            parts = re.finditer(_TRACK, found[2])
            pieces_file, tracks = found[1], tuple(_track(part, number) for part in parts)
        del lines[0]
        number += 1
    return Page(title.strip(), stills_file, stills, pieces_file, tracks, "\n".join(lines))


def _track(found: re.Match[str], number: int) -> Track:
    images: list[int] = []
    for first, last in re.findall(_IMAGES, found[1]):
        if last and int(last) < int(first):
            raise PageError(f"line {number}: expected pictures upwards, found '#{first}-{last}'")
        images += range(int(first), int(last or first) + 1)
    path = tuple((int(x), int(y)) for x, y in re.findall(_POINT, found[5]))
    every, steps, delay = int(found[4]), int(found[10]), int(found[11])
    return Track(tuple(images), every, path, steps, delay, puts_back=bool(found[12]))
