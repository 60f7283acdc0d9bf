"""Dialogs: a yes/no question, and a message box that any key closes."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import groupby
from typing import TYPE_CHECKING, Literal

from retro_pyramid.machine.events import Event, KeyPress, MousePress
from retro_pyramid.machine.video import COLUMNS, ROWS
from retro_pyramid.ui.drawing import KeyHint, wrap_text
from retro_pyramid.ui.element import (
    FULL_SCREEN_ELEMENT,
    Element,
    box_element,
    button_element,
    centred_text,
    spoken_only,
    title_element,
)
from retro_pyramid.ui.lists import ListKeys, ListModel, ListScreen
from retro_pyramid.ui.screen import Screen

if TYPE_CHECKING:
    from retro_pyramid.app.app import App

_BOX_TOP, _BOX_HEIGHT = 8, 9
_ANSWERS = ("yes", "no")
_BUTTONS = ((24, "Yes"), (43, "No"))
_KEYS = ListKeys(("LEFT", "UP"), ("RIGHT", "DOWN", "TAB"))


class ConfirmDialog(ListScreen):
    """A yes/no question over the screen below; `default_answer` is selected first, Esc answers No."""

    is_static = True

    name = "confirm"
    is_overlay = True
    KEY_HINTS = (
        KeyHint("Y", "Yes"),
        KeyHint("N", "No"),
        KeyHint("←→", "Choose"),
        KeyHint("Esc", "Back", "back"),
    )

    BINDINGS = ListScreen.BINDINGS | {"ALT+Y": "yes", "ALT+N": "no"}

    def __init__(
        self,
        app: App,
        question: str,
        detail: str,
        on_yes: Callable[[], None],
        on_no: Callable[[], None] = lambda: None,
        default_answer: Literal["yes", "no"] = "no",
    ) -> None:
        super().__init__(app)
        self.message = self.sticky_message = question
        self._question = question
        self._detail = detail
        self._callbacks = (on_yes, on_no)
        self.show_list(
            ListModel(
                _ANSWERS, ("Y", "N"), _ANSWERS.index(default_answer), activates_immediately=True, keys=_KEYS
            )
        )

    def activate_row(self, row_index: int) -> None:
        """Close the dialog, then call the callback of the answer."""
        self.app.pop()
        self._callbacks[row_index]()

    def close(self) -> None:
        """Answer No."""
        self.activate_row(_ANSWERS.index("no"))

    def build_elements(self) -> list[Element]:
        """Return the box in the middle of the screen with its two buttons."""
        detail = wrap_text(self._detail, COLUMNS - 12, 3)
        width = max(52, len(self._question) + 8, *(len(line) + 8 for line in detail))
        top = _BOX_TOP + 1 - len(detail)
        box_cells = ((COLUMNS - width) // 2, top, width, _BOX_HEIGHT - 1 + len(detail))
        return [
            box_element(*box_cells, self.theme, self.theme.window_title)._replace(spoken=""),
            title_element(top + 2, self._question, self.theme),
            *(centred_text(row, line, self.theme.text) for row, line in enumerate(detail, top + 3)),
            *(
                button_element(
                    column, _BOX_TOP + 6, f"   {label:<6}", self.theme, label.lower() == self.selected_id
                )
                for column, label in _BUTTONS
            ),
        ]


_MIN_WIDTH, _MAX_LINE_LENGTH = 40, COLUMNS - 10


class MessageBox(Screen):
    """Lines of text in a box over the screen below; `on_close` is called after any key or click has closed it.

    Lines are centred. Lines that begin with a blank are aligned with each other and keep their layout. `spoken_lines` is
    the text for a screen reader in place of the lines, `name` is the name of the screen.
    """

    is_static = True

    is_overlay = True
    KEY_HINTS = (KeyHint("Press any key", ""),)

    def __init__(
        self,
        app: App,
        title: str,
        lines: Sequence[str],
        on_close: Callable[[], None] | None = None,
        name: str = "notice",
        spoken_lines: Sequence[str] | None = None,
    ) -> None:
        super().__init__(app)
        self.name = name
        first_sentence = _first_sentence(lines) if spoken_lines is None else ""
        self.message = f"{title} {first_sentence}".strip()
        self._title = title
        self._lines = [wrapped for line in lines for wrapped in _wrap_line(line)]
        self._on_close = on_close
        self._spoken_lines = spoken_lines

    def handle_event(self, event: Event) -> None:
        """Close at any key or mouse button, but not at the repeat of a held key."""
        if isinstance(event, MousePress) or (isinstance(event, KeyPress) and not event.is_repeat):
            self.app.pop()
            if self._on_close is not None:
                self._on_close()

    def build_elements(self) -> list[Element]:
        """Return the box in the middle of the screen; a click anywhere closes it.

        Lines are read as paragraphs, aligned lines one by one.
        """
        lines = self._lines
        aligned_width = max([len(line) for line in lines if line[:1] == " "], default=0)
        width = max([_MIN_WIDTH, len(self._title) + 8, *(len(line) + 6 for line in lines)])
        height = len(lines) + 4
        column, top = (COLUMNS - width) // 2, (ROWS - 1 - height) // 2
        spoken = (
            self._spoken_lines
            if self._spoken_lines is not None
            else None
            if aligned_width
            else _join_paragraphs(lines)
        )
        elements = [box_element(column, top, width, height, self.theme, self._title)]
        for row, line in enumerate(lines, top + 2):
            text = line.ljust(aligned_width) if line[:1] == " " else line
            elements.append(centred_text(row, text, self.theme.text, None if spoken is None else ""))
        return [
            *elements,
            *map(spoken_only, spoken or ()),
            FULL_SCREEN_ELEMENT.with_target("back", label="Go on"),
        ]


def _first_sentence(lines: Sequence[str]) -> str:
    """Return the lines up to the end of the first sentence, which may be wrapped, or up to a blank line.

    >>> _first_sentence(["The game", "is saved.", "Go on with it."]), _first_sentence(["A line", "wrapped", "", "Another"])
    ('The game is saved.', 'A line wrapped')
    """
    sentence: list[str] = []
    for line in lines:
        if not line.strip():
            break
        sentence += line.split()
        if line.endswith((".", "!", "?", ":")):
            break
    return " ".join(sentence)


def _wrap_line(line: str) -> list[str]:
    """Wrap a line to the width of the box; an aligned line stays as it is."""
    return [line] if line[:1] == " " else wrap_text(line, _MAX_LINE_LENGTH, 3)


def _join_paragraphs(lines: Sequence[str]) -> list[str]:
    """Join the lines of each paragraph; blank lines separate paragraphs."""
    return [" ".join(block) for blank, block in groupby(lines, lambda line: not line) if not blank]
