"""Parser of a magazine page's head: its title, the SG line of still pictures and the AG line of animations.

The grammar is that of the only known page (the magazine's article on this game):

    SG file kind  name x,y  name x,y ...
    AG file kind  L #images ... every x,y;x,y;... steps delay B  L ...

No document explains the words and numbers. This interpretation is ours: SG places the named pictures of a file with
their upper left corners at EGA pixels. In AG every L is a track: the pictures `#1` or `#2-7` of a file are shown in
turn, each for `every` steps, along the path in the given number of steps of `delay` timer ticks (18.2 a second). B
restores the background; without it every step leaves its picture behind. Tracks follow one another, and the picture
of a finished track stays.
"""

import re
from typing import NamedTuple

PixelPoint = tuple[int, int]
TIMER_HZ = 1193182 / 65536
"""Frequency of the PC's timer: ticks per second."""
_POINT = r"(-?\d{1,4}),(-?\d{1,4})"
_NUMBER = r"([1-9]\d{0,2}|1000)"
_STILL = rf"\s+(\S+)\s+{_POINT}"
_IMAGES = r"\s+#([1-9]\d{0,2})(?:-(\d{1,3}))?"
_TRACK = rf"\s+L((?:{_IMAGES})+)\s+{_NUMBER}\s+({_POINT}(?:;{_POINT})*)\s+{_NUMBER}\s+{_NUMBER}(\s+B)?"
_LINE_SYNTAX = {
    "SG": (re.compile(rf"SG\s+(\S+)\s+\S+((?:{_STILL})*)"), "SG file kind name x,y ..."),
    "AG": (
        re.compile(rf"AG\s+(\S+)\s+\S+((?:{_TRACK})*)"),
        "AG file kind L #images every x,y;... steps delay B ...",
    ),
}
"""Pattern and readable syntax of the two lines, by keyword. Numbers are from 1 to 1000."""


class PageScriptError(ValueError):
    """A head that cannot be parsed; the message names the line, what was found and what was expected."""


class StillPicture(NamedTuple):
    """A still picture: its name and its upper left corner in EGA pixels."""

    name: str
    pos: PixelPoint


class AnimationTrack(NamedTuple):
    """An animation of one or more pictures along a path."""

    image_numbers: tuple[int, ...]
    """Numbers of the pictures in their file, from 1."""
    steps_per_image: int
    """Steps for which each picture is shown."""
    path: tuple[PixelPoint, ...]
    """Corners of the path, in EGA pixels."""
    step_count: int
    """Number of steps of the whole path."""
    delay_ticks: int
    """Timer ticks per step."""
    restores_background: bool
    """Whether the background is restored after each step."""

    def image_number_at(self, step: int) -> int:
        """Return the number of the picture that a step shows; steps are counted from 0 to `step_count`."""
        return self.image_numbers[step // self.steps_per_image % len(self.image_numbers)]

    def pos_at(self, step: int) -> PixelPoint:
        """Return the position of the picture at a step: 0 is the path's first corner, `step_count` its last.

        >>> AnimationTrack((1,), 1, ((0, 0), (10, 0), (10, 10)), 4, 1, True).pos_at(3)
        (10, 5)
        """
        leg_count = len(self.path) - 1
        if leg_count == 0:
            return self.path[0]
        leg, progress = divmod(step * leg_count, self.step_count)
        if leg >= leg_count:
            return self.path[-1]
        (x1, y1), (x2, y2) = self.path[leg], self.path[leg + 1]
        return x1 + (x2 - x1) * progress // self.step_count, y1 + (y2 - y1) * progress // self.step_count


class PageScript(NamedTuple):
    """A parsed page of the magazine."""

    title: str
    """Title of the article."""
    stills_file: str
    """Name of the file of the still pictures, or an empty string."""
    stills: tuple[StillPicture, ...]
    """Still pictures, in the order in which they are drawn."""
    track_images_file: str
    """Name of the file of the animated pictures, or an empty string."""
    tracks: tuple[AnimationTrack, ...]
    """Animations, which run one after the other."""
    text: str
    """The article in mark-up, without the head."""


def parse_page_script(source: str) -> PageScript:
    r"""Parse a page: its title on the first line, then optional SG and AG lines, then its mark-up.

    Raise PageScriptError, with the line number and what was expected.

    >>> parse_page_script("Games\nAG deck pieces L #2-3 1 27,-200;27,41 15 1 B\nText\n").tracks[0].image_numbers
    (2, 3)
    """
    title, *lines = source.split("\n")
    if not title.strip():
        raise PageScriptError("line 1: expected the page's title")
    stills_file = pieces_file = ""
    stills: tuple[StillPicture, ...] = ()
    tracks: tuple[AnimationTrack, ...] = ()
    line_number = 2
    while lines and (keyword := (line := lines[0].strip())[:3].rstrip()) in _LINE_SYNTAX:
        pattern, expected = _LINE_SYNTAX[keyword]
        match = pattern.fullmatch(line)
        if match is None:
            raise PageScriptError(f"line {line_number}: expected {expected}, found {line!r}")
        if keyword == "SG":
            still_fields = re.findall(_STILL, match[2])
            stills_file, stills = (
                match[1],
                tuple(StillPicture(name, (int(x), int(y))) for name, x, y in still_fields),
            )
        else:
            track_matches = re.finditer(_TRACK, match[2])
            pieces_file, tracks = (
                match[1],
                tuple(_parse_track(track_match, line_number) for track_match in track_matches),
            )
        del lines[0]
        line_number += 1
    return PageScript(title.strip(), stills_file, stills, pieces_file, tracks, "\n".join(lines))


def _parse_track(match: re.Match[str], line_number: int) -> AnimationTrack:
    """Return the track of a match of `_TRACK`. Raise PageScriptError if a range of pictures is descending."""
    images: list[int] = []
    for first, last in re.findall(_IMAGES, match[1]):
        if last and int(last) < int(first):
            raise PageScriptError(f"line {line_number}: expected pictures upwards, found '#{first}-{last}'")
        images += range(int(first), int(last or first) + 1)
    path = tuple((int(x), int(y)) for x, y in re.findall(_POINT, match[5]))
    every, steps, delay = int(match[4]), int(match[10]), int(match[11])
    return AnimationTrack(tuple(images), every, path, steps, delay, restores_background=bool(match[12]))
