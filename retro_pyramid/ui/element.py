"""UI elements, from which a screen is built, and the functions that create them.

An element combines a rectangle, a paint function, a target for the pointer and the text for a screen reader. A screen
returns its elements in reading order; painting, targets, touch keys and speech are all derived from them.
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
"""Draws an element on a display adapter."""


class Part(NamedTuple):
    """A part of a screen that is painted, pointed at or read aloud."""

    rect: tuple[int, int, int, int]
    """Its place in picture pixels: x, y, width, height."""
    paint: Paint | None = None
    """Draws the element, or None if other elements paint its area."""
    words: str = ""
    """The visible text. Texts that start in the same row are read as one line."""
    told: str | None = None
    """The text for a screen reader in place of the visible text, empty to skip it; None: the visible text."""
    target: Target | None = None
    """The target of the pointer, None if there is nothing to click."""

    def use(
        self, name: str, enabled: bool = True, words: str = "", of: str = "", chosen: bool = False
    ) -> Part:
        """Return the element with a target of this id over its rectangle; the parameters are the fields of `Target`."""
        return self._replace(target=Target(name, self.rect, enabled, words, of, chosen))


WHOLE = Part((0, 0, WIDTH, HEIGHT))
"""The whole picture as a click area."""


def text(column: int, row: int, words: str, attribute: int, told: str | None = None) -> Part:
    """Create an element with text in a row of cells."""
    rect = cells_rect(column, row, len(words), 1)
    return Part(rect, lambda display: display.write(column, row, words, attribute), words, told)


def lettered(column: int, row: int, words: str, width: int, dress: Dress, chosen: bool) -> Part:
    """Create a list row with a blank before its label.

    If selected it is a bar of `width` cells, else its first letter is bright.
    """

    def paint(display: Video) -> None:
        display.write(column, row, f" {words} ".ljust(width), dress.bar if chosen else dress.paper)
        if not chosen:
            display.write(column + 1, row, words[0], hot_letter(display, dress))

    return Part(cells_rect(column, row, width, 1), paint, words)


def centred(row: int, words: str, attribute: int, told: str | None = None) -> Part:
    """Create centred text.

    If it is longer than the row, its middle is replaced by dots on the screen, but it is read in full.
    """
    visible_text = shortened(words, COLUMNS)
    return text(
        (COLUMNS - len(visible_text)) // 2, row, visible_text, attribute, words if told is None else told
    )


def title(row: int, words: str, dress: Dress) -> Part:
    """Create a title that is centred in a row."""
    return Part(cells_rect(0, row, COLUMNS, 1), lambda display: heading(display, row, words, dress), words)


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
    """Create a box with an optional shadow, and an optional title in the middle of its top edge; sizes are in cells."""

    def paint(display: Video) -> None:
        has_title_bar = lines == DOUBLE and dress.caption != ""
        window(display, (column, row, width, height), dress, words if has_title_bar else "", lines, shadow)
        if words and not has_title_bar:
            heading(display, row, words, dress)

    return Part(cells_rect(column, row, width, height), paint, words)


def headed(column: int, row: int, width: int, height: int, dress: Dress, words: str) -> list[Part]:
    """Create a box and its title, which is in the title bar of a window, else in a row of its own inside the box."""
    bar_title, title_part = words if dress.caption else "", title(row + 2, words, dress)
    box_part = panel(column, row, width, height, dress, bar_title)._replace(told="")
    return [box_part, title_part._replace(paint=None) if bar_title else title_part]


def button(
    column: int, row: int, words: str, dress: Dress, chosen: bool, key: str = "", usable: bool = True
) -> Part:
    """Create a button three rows high around its label in `row`; without a `hotkey` it is the first letter."""
    rect, text = cells_rect(column, row - 1, len(words) + 4, 3), words.strip()
    style = (words, dress, chosen, key or text[0], usable)
    return Part(rect, lambda display: push(display, column, row, *style), text).use(
        text.lower(), usable, text
    )


def pushes(row: int, hints: Sequence[Hint], dress: Dress, chosen: int = -1) -> list[Part]:
    """Create a centred row of buttons from key hints, each with an underlined hotkey; -1 selects none."""
    column, elements = (COLUMNS + 2 - sum(len(key_hint.word) + 6 for key_hint in hints)) // 2, []
    for index, (key, key_hint) in enumerate(hot_letters(hints).items()):
        element = button(column, row, key_hint.word, dress, index == chosen, key, key_hint.enabled)
        elements.append(element.use(key_hint.id, key_hint.enabled, key_hint.word))
        column += len(key_hint.word) + 6
    return elements


def hot_letters(hints: Iterable[Hint]) -> dict[str, Hint]:
    """Return the key hints by a capital letter of their labels that no other one uses.

    >>> [*hot_letters([Hint("F9", "Copy", "copy"), Hint("F4", "Copy game", "game")])]
    ['C', 'O']
    """
    by_letter: dict[str, Hint] = {}
    for key_hint in hints:
        by_letter[next(letter for letter in key_hint.word.upper() if letter not in by_letter)] = key_hint
    return by_letter


def filled(column: int, row: int, width: int, height: int, sign: str, attribute: int) -> Part:
    """Create a rectangle of cells that all show the same character."""
    rect = cells_rect(column, row, width, height)
    return Part(rect, lambda display: display.fill(column, row, width, height, sign, attribute))


def masthead(department: str, words: str, issue: str, dress: Dress) -> Part:
    """Create the three-line header of a screen."""
    paint = partial(header, department=department, title=words, issue=issue, dress=dress)
    return Part(cells_rect(0, 1, COLUMNS, 1), paint, f"{department} {words.upper()} {issue}")


def painted(paint: Paint) -> Part:
    """Create an element that only draws, such as a picture or a chart; it is neither read nor clicked."""
    return Part((0, 0, 0, 0), paint)


def spot(column: int, row: int, width: int, height: int) -> Part:
    """Create a click area for something that other elements paint; sizes are in cells."""
    return Part(cells_rect(column, row, width, height))


def said(words: str) -> Part:
    """Create an invisible element that is only read aloud."""
    return Part((0, 0, 0, 0), told=words)


def read(parts: Iterable[Part]) -> list[str]:
    """Return what a screen reader reads of the elements, one item per line.

    >>> row = [text(2, 4, "Name:", 7), text(9, 4, "Ann", 7)]
    >>> read([*row, text(2, 5, "░░", 7, told=""), said("The end")])
    ['Name: Ann', 'The end']
    """
    lines: list[str] = []
    last_row = -1
    for element in parts:
        element_row = element.rect[1] // CELL_HEIGHT if element.told is None else -1
        text = element.words if element.told is None else element.told
        if not text:
            continue
        if element_row == last_row >= 0:
            lines[-1] += f" {text}"
        else:
            lines.append(text)
        last_row = element_row
    return lines
