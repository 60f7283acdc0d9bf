"""What a screen is made of: parts, each told once.

A part says where it lies, how it is painted, what it is to the pointer and what is read aloud of it.  A screen yields its
parts in the order in which they are read; painting, targets, keys for a thumb and speech are made from them.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from functools import partial
from typing import NamedTuple

from retro_pyramid.machine.targets import Target
from retro_pyramid.machine.video import CELL_HEIGHT, COLUMNS, HEIGHT, WIDTH, Video
from retro_pyramid.ui.drawing import (
    DOUBLE,
    Hint,
    cells_rect,
    header,
    heading,
    hot_letter,
    push,
    shortened,
    window,
)
from retro_pyramid.ui.theme import Dress

Paint = Callable[[Video], None]


class Part(NamedTuple):
    """A part of a screen; `rect` is where it lies in picture pixels: x, y, width, height.

    `words` are what is written there: what stands in one row is read as one line. `told` is what is read in their place,
    empty for nothing. `target` is what can be pointed at.
    """

    rect: tuple[int, int, int, int]
    paint: Paint | None = None
    words: str = ""
    told: str | None = None
    target: Target | None = None

    def use(
        self, name: str, enabled: bool = True, words: str = "", of: str = "", chosen: bool = False
    ) -> Part:
        """Return the part as a target of this id; its other fields are those of `Target`."""
        return self._replace(target=Target(name, self.rect, enabled, words, of, chosen))


WHOLE = Part((0, 0, WIDTH, HEIGHT))
"""The whole picture, as a place to click."""


def text(column: int, row: int, words: str, attribute: int, told: str | None = None) -> Part:
    """Return words in a row of cells."""
    rect = cells_rect(column, row, len(words), 1)
    return Part(rect, lambda video: video.write(column, row, words, attribute), words, told)


def lettered(column: int, row: int, words: str, width: int, dress: Dress, chosen: bool) -> Part:
    """Return words after a blank: in a bar of this width where they are `chosen`, else with their first letter bright."""

    def paint(video: Video) -> None:
        video.write(column, row, f" {words} ".ljust(width), dress.bar if chosen else dress.paper)
        if not chosen:
            video.write(column + 1, row, words[0], hot_letter(video, dress))

    return Part(cells_rect(column, row, width, 1), paint, words)


def centred(row: int, words: str, attribute: int, told: str | None = None) -> Part:
    """Return words in the middle of a row; what is longer than the row loses its middle on the screen."""
    shown = shortened(words, COLUMNS)
    return text((COLUMNS - len(shown)) // 2, row, shown, attribute, words if told is None else told)


def title(row: int, words: str, dress: Dress) -> Part:
    """Return a title in the middle of a row."""
    return Part(cells_rect(0, row, COLUMNS, 1), lambda video: heading(video, row, words, dress), words)


def panel(
    column: int,
    row: int,
    width: int,
    height: int,
    dress: Dress,
    words: str = "",
    lines: str = DOUBLE,
    shadow: bool = True,
) -> Part:
    """Return a box of so many cells, with its shadow if it has one, and with a title in the middle of its upper edge."""

    def paint(video: Video) -> None:
        barred = lines == DOUBLE and dress.caption != ""
        window(video, (column, row, width, height), dress, words if barred else "", lines, shadow)
        if words and not barred:
            heading(video, row, words, dress)

    return Part(cells_rect(column, row, width, height), paint, words)


def headed(column: int, row: int, width: int, height: int, dress: Dress, words: str) -> list[Part]:
    """Return a box, and its title: in the bar of a window, else inside, in a line of its own."""
    bar, head = words if dress.caption else "", title(row + 2, words, dress)
    box = panel(column, row, width, height, dress, bar)._replace(told="")
    return [box, head._replace(paint=None) if bar else head]


def button(
    column: int, row: int, words: str, dress: Dress, chosen: bool, key: str = "", usable: bool = True
) -> Part:
    """Return a button three rows high round its words in a row, the first letter or `key` being its key."""
    rect, word = cells_rect(column, row - 1, len(words) + 4, 3), words.strip()
    look = (words, dress, chosen, key or word[0], usable)
    return Part(rect, lambda video: push(video, column, row, *look), word).use(word.lower(), usable, word)


def pushes(row: int, hints: Sequence[Hint], dress: Dress, chosen: int = -1) -> list[Part]:
    """Return hints as buttons in the middle of a row, each with an underlined letter; `chosen` is the index of one."""
    column, found = (COLUMNS + 2 - sum(len(hint.word) + 6 for hint in hints)) // 2, []
    for at, (key, hint) in enumerate(hot_letters(hints).items()):
        part = button(column, row, hint.word, dress, at == chosen, key, hint.enabled)
        found.append(part.use(hint.id, hint.enabled, hint.word))
        column += len(hint.word) + 6
    return found


def hot_letters(hints: Iterable[Hint]) -> dict[str, Hint]:
    """Return hints by a capital letter of their words that no other has.

    >>> [*hot_letters([Hint("F9", "Copy", "copy"), Hint("F4", "Copy game", "game")])]
    ['C', 'O']
    """
    found: dict[str, Hint] = {}
    for hint in hints:
        found[next(letter for letter in hint.word.upper() if letter not in found)] = hint
    return found


def filled(column: int, row: int, width: int, height: int, sign: str, attribute: int) -> Part:
    """Return a rectangle of cells that all have the same sign."""
    rect = cells_rect(column, row, width, height)
    return Part(rect, lambda video: video.fill(column, row, width, height, sign, attribute))


def masthead(department: str, words: str, issue: str, dress: Dress) -> Part:
    """Return the three-line header."""
    paint = partial(header, department=department, title=words, issue=issue, dress=dress)
    return Part(cells_rect(0, 1, COLUMNS, 1), paint, f"{department} {words.upper()} {issue}")


def painted(paint: Paint) -> Part:
    """Return what is drawn by itself and neither read nor pointed at: a picture, a chart."""
    return Part((0, 0, 0, 0), paint)


def spot(column: int, row: int, width: int, height: int) -> Part:
    """Return a place of so many cells where something can be pointed at that other parts paint."""
    return Part(cells_rect(column, row, width, height))


def said(words: str) -> Part:
    """Return what is read aloud and stands nowhere."""
    return Part((0, 0, 0, 0), told=words)


def read(parts: Iterable[Part]) -> list[str]:
    """Return what is read aloud of parts, line by line.

    >>> read([text(2, 4, "Name:", 7), text(9, 4, "Ann", 7), text(2, 5, "░░", 7, told=""), said("The end")])
    ['Name: Ann', 'The end']
    """
    lines: list[str] = []
    row = -1
    for part in parts:
        here = part.rect[1] // CELL_HEIGHT if part.told is None else -1
        words = part.words if part.told is None else part.told
        if not words:
            continue
        if here == row >= 0:
            lines[-1] += f" {words}"
        else:
            lines.append(words)
        row = here
    return lines
