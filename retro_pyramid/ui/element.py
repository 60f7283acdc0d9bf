"""UI elements, from which a screen is built, and the functions that create them.

An element combines a rectangle, a paint function, a target for the pointer and the text for a screen reader. A screen
returns its elements in reading order; painting, targets, touch keys and speech are all derived from them.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from functools import partial
from typing import NamedTuple

from retro_pyramid.machine.targets import Target
from retro_pyramid.machine.video import CELL_HEIGHT, COLUMNS, HEIGHT, WIDTH, DisplayAdapter
from retro_pyramid.ui.drawing import (
    DOUBLE_LINE_CHARS,
    KeyHint,
    cells_to_pixels,
    draw_header,
    draw_heading,
    draw_push_button,
    draw_window,
    ellipsize,
    hotkey_attribute,
)
from retro_pyramid.ui.theme import Theme

PaintFunction = Callable[[DisplayAdapter], None]
"""Draws an element on a display adapter."""


class Element(NamedTuple):
    """A part of a screen that is painted, pointed at or read aloud."""

    rect: tuple[int, int, int, int]
    """Its place in picture pixels: x, y, width, height."""
    paint: PaintFunction | None = None
    """Draws the element, or None if other elements paint its area."""
    text: str = ""
    """The visible text. Texts that start in the same row are read as one line."""
    spoken: str | None = None
    """The text for a screen reader in place of the visible text, empty to skip it; None: the visible text."""
    target: Target | None = None
    """The target of the pointer, None if there is nothing to click."""

    def with_target(
        self, target_id: str, enabled: bool = True, label: str = "", group: str = "", checked: bool = False
    ) -> Element:
        """Return the element with a target of this id over its rectangle; the parameters are the fields of `Target`."""
        return self._replace(target=Target(target_id, self.rect, enabled, label, group, checked))


FULL_SCREEN_ELEMENT = Element((0, 0, WIDTH, HEIGHT))
"""The whole picture as a click area."""


def text_element(column: int, row: int, text: str, attribute: int, spoken: str | None = None) -> Element:
    """Create an element with text in a row of cells."""
    rect = cells_to_pixels(column, row, len(text), 1)
    return Element(rect, lambda display: display.put_text(column, row, text, attribute), text, spoken)


def menu_row(column: int, row: int, label: str, width: int, theme: Theme, is_selected: bool) -> Element:
    """Create a list row with a blank before its label.

    If selected it is a bar of `width` cells, else its first letter is bright.
    """

    def paint(display: DisplayAdapter) -> None:
        display.put_text(
            column, row, f" {label} ".ljust(width), theme.selection if is_selected else theme.text
        )
        if not is_selected:
            display.put_text(column + 1, row, label[0], hotkey_attribute(display, theme))

    return Element(cells_to_pixels(column, row, width, 1), paint, label)


def centred_text(row: int, text: str, attribute: int, spoken: str | None = None) -> Element:
    """Create centred text.

    If it is longer than the row, its middle is replaced by dots on the screen, but it is read in full.
    """
    visible_text = ellipsize(text, COLUMNS)
    return text_element(
        (COLUMNS - len(visible_text)) // 2, row, visible_text, attribute, text if spoken is None else spoken
    )


def title_element(row: int, title: str, theme: Theme) -> Element:
    """Create a title that is centred in a row."""
    return Element(
        cells_to_pixels(0, row, COLUMNS, 1), lambda display: draw_heading(display, row, title, theme), title
    )


def box_element(
    column: int,
    row: int,
    width: int,
    height: int,
    theme: Theme,
    title: str = "",
    line_chars: str = DOUBLE_LINE_CHARS,
    has_shadow: bool = True,
) -> Element:
    """Create a box with an optional shadow, and an optional title in the middle of its top edge; sizes are in cells."""

    def paint(display: DisplayAdapter) -> None:
        has_title_bar = line_chars == DOUBLE_LINE_CHARS and theme.window_title != ""
        draw_window(
            display,
            (column, row, width, height),
            theme,
            title if has_title_bar else "",
            line_chars,
            has_shadow,
        )
        if title and not has_title_bar:
            draw_heading(display, row, title, theme)

    return Element(cells_to_pixels(column, row, width, height), paint, title)


def titled_box(column: int, row: int, width: int, height: int, theme: Theme, title: str) -> list[Element]:
    """Create a box and its title, which is in the title bar of a window, else in a row of its own inside the box."""
    bar_title, title_part = title if theme.window_title else "", title_element(row + 2, title, theme)
    box_part = box_element(column, row, width, height, theme, bar_title)._replace(spoken="")
    return [box_part, title_part._replace(paint=None) if bar_title else title_part]


def button_element(
    column: int, row: int, label: str, theme: Theme, is_selected: bool, hotkey: str = "", enabled: bool = True
) -> Element:
    """Create a button three rows high around its label in `row`; without a `hotkey` it is the first letter."""
    rect, text = cells_to_pixels(column, row - 1, len(label) + 4, 3), label.strip()
    style = (label, theme, is_selected, hotkey or text[0], enabled)
    return Element(rect, lambda display: draw_push_button(display, column, row, *style), text).with_target(
        text.lower(), enabled, text
    )


def button_row(
    row: int, key_hints: Sequence[KeyHint], theme: Theme, selected_index: int = -1
) -> list[Element]:
    """Create a centred row of buttons from key hints, each with an underlined hotkey; -1 selects none."""
    column, elements = (COLUMNS + 2 - sum(len(key_hint.label) + 6 for key_hint in key_hints)) // 2, []
    for index, (key, key_hint) in enumerate(assign_hotkeys(key_hints).items()):
        element = button_element(
            column, row, key_hint.label, theme, index == selected_index, key, key_hint.enabled
        )
        elements.append(element.with_target(key_hint.target_id, key_hint.enabled, key_hint.label))
        column += len(key_hint.label) + 6
    return elements


def assign_hotkeys(key_hints: Iterable[KeyHint]) -> dict[str, KeyHint]:
    """Return the key hints by a capital letter of their labels that no other one uses.

    >>> [*assign_hotkeys([KeyHint("F9", "Copy", "copy"), KeyHint("F4", "Copy game", "game")])]
    ['C', 'O']
    """
    by_letter: dict[str, KeyHint] = {}
    for key_hint in key_hints:
        by_letter[next(letter for letter in key_hint.label.upper() if letter not in by_letter)] = key_hint
    return by_letter


def fill_element(column: int, row: int, width: int, height: int, char: str, attribute: int) -> Element:
    """Create a rectangle of cells that all show the same character."""
    rect = cells_to_pixels(column, row, width, height)
    return Element(rect, lambda display: display.fill_cells(column, row, width, height, char, attribute))


def header_element(department: str, title: str, issue: str, theme: Theme) -> Element:
    """Create the three-line header of a screen."""
    paint = partial(draw_header, department=department, title=title, issue=issue, theme=theme)
    return Element(cells_to_pixels(0, 1, COLUMNS, 1), paint, f"{department} {title.upper()} {issue}")


def custom_element(paint: PaintFunction) -> Element:
    """Create an element that only draws, such as a picture or a chart; it is neither read nor clicked."""
    return Element((0, 0, 0, 0), paint)


def hit_area(column: int, row: int, width: int, height: int) -> Element:
    """Create a click area for something that other elements paint; sizes are in cells."""
    return Element(cells_to_pixels(column, row, width, height))


def spoken_only(text: str) -> Element:
    """Create an invisible element that is only read aloud."""
    return Element((0, 0, 0, 0), spoken=text)


def collect_spoken_lines(elements: Iterable[Element]) -> list[str]:
    """Return what a screen reader reads of the elements, one item per line.

    >>> row = [text_element(2, 4, "Name:", 7), text_element(9, 4, "Ann", 7)]
    >>> collect_spoken_lines([*row, text_element(2, 5, "░░", 7, spoken=""), spoken_only("The end")])
    ['Name: Ann', 'The end']
    """
    lines: list[str] = []
    last_row = -1
    for element in elements:
        element_row = element.rect[1] // CELL_HEIGHT if element.spoken is None else -1
        text = element.text if element.spoken is None else element.spoken
        if not text:
            continue
        if element_row == last_row >= 0:
            lines[-1] += f" {text}"
        else:
            lines.append(text)
        last_row = element_row
    return lines
