"""Marked-up lines as they are read aloud: a paragraph at a time, tables line by line."""

import re
from collections.abc import Sequence
from typing import NamedTuple

from retro_pyramid.screens.parts.markup import PLAIN, Line

_GAP = re.compile(" {2,}")
_STOPS = ".,;:?!"
_DEEP = 6
"""Blanks by which a line is farther in that goes on with the words of the table's line above it."""


class Paragraph(NamedTuple):
    """A paragraph's words, and the numbers of its first line and of its last."""

    words: str
    first: int
    last: int


def paragraphs(lines: Sequence[Line], width: int) -> list[Paragraph]:
    """Return lines laid out in a width as they are read aloud.

    >>> from retro_pyramid.screens.parts.markup import render
    >>> text = "One two three\\n\\n ^1N^0    deals a new\\n       game\\n ^1R^0    deals again\\n"
    >>> [paragraph.words for paragraph in paragraphs(render(text, 10 + 14), 24)]
    ['One two three', 'N: deals a new game', 'R: deals again']
    """
    found: list[Paragraph] = []
    for number, line in enumerate(lines):
        if not line.text.strip():
            continue
        before = lines[found[-1].last] if found and found[-1].last == number - 1 else None
        if before is not None and (line.goes_on or _goes_on(lines[found[-1].first], before, line, width)):
            gap = " " if line.goes_on or _filled(before, line, width) else "; "
            words = found[-1].words
            words = f"{words}{' ' if words[-1] in _STOPS else gap}{line.text.strip()}"
            found[-1] = found[-1]._replace(words=words, last=number)
        else:
            found.append(Paragraph(_spoken(line), number, number))
    return found


def _goes_on(first: Line, before: Line, line: Line, width: int) -> bool:
    """Return whether a line of fixed layout goes on with the words of those above it."""
    if not (first.text.startswith(" ") and line.text.startswith(" ")):
        return False
    if _inset(line) >= _inset(first) + _DEEP:
        return True
    prose = line.runs[0][1] == PLAIN and line.text.strip()[0].islower()
    return prose and _filled(before, line, width)


def _filled(before: Line, line: Line, width: int) -> bool:
    """Return whether the first word of a line had no room on the one before."""
    return len(before.text) + 1 + len(line.text.split()[0]) > width


def _inset(line: Line) -> int:
    return len(line.text) - len(line.text.lstrip())


def _spoken(line: Line) -> str:
    """Return a line's words, with stops for the gaps of a table: a colon behind what is marked."""
    cells = _GAP.split(line.text.strip())
    if len(cells) == 1 or not line.text.startswith(" "):
        return " ".join(cells)
    marked = [text for text, style in line.runs if style != PLAIN]
    *keys, last = cells
    if all(any(text in key for text in marked) for key in keys) and not any(last in text for text in marked):
        return f"{' '.join(keys)}: {last}"
    return ", ".join(cells)
