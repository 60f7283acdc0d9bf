"""Text input: the line editor, and a dialog with one line."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from retro_pyramid import cp437
from retro_pyramid.machine.events import KeyPress
from retro_pyramid.ui.drawing import KeyHint, wrap_text
from retro_pyramid.ui.element import (
    Element,
    button_row,
    centred_text,
    custom_element,
    text_element,
    title_element,
    titled_box,
)
from retro_pyramid.ui.lists import ENTER_KEYS
from retro_pyramid.ui.screen import Screen

if TYPE_CHECKING:
    from retro_pyramid.app.app import App


class LineEditor:
    """A line of text with a cursor, at most `max_length` characters long.

    If `is_inserting`, typed characters move the text behind the cursor, else they replace it.
    """

    def __init__(self, max_length: int, text: str = "", is_inserting: bool = True) -> None:
        self._max_length = max_length
        self.is_inserting = is_inserting
        self.set_text(text)

    def set_text(self, text: str) -> None:
        """Replace the text; the cursor moves to its end."""
        self.text, self.cursor = text, len(text)

    def handle_key(self, key_name: str, char: str) -> bool:
        """Handle a key; return False if it is no editing key and types no character, or if the line is full."""
        match key_name:
            case "LEFT":
                self.cursor = max(0, self.cursor - 1)
            case "RIGHT":
                self.cursor = min(len(self.text), self.cursor + 1)
            case "HOME":
                self.cursor = 0
            case "END":
                self.cursor = len(self.text)
            case "BACKSPACE":
                self._replace(max(0, self.cursor - 1), self.cursor, "")
            case "DELETE":
                self._replace(self.cursor, self.cursor + 1, "")
            case _:
                end = self.cursor if self.is_inserting else self.cursor + 1
                if not char or len(self.text[: self.cursor] + self.text[end:]) >= self._max_length:
                    return False
                self._replace(self.cursor, end, char)
        return True

    def _replace(self, start: int, end: int, text: str) -> None:
        self.text = self.text[:start] + text + self.text[end:]
        self.cursor = start + len(text)


class TextInputDialog(Screen):
    """Asks for a line of 1 to `max_length` characters; `on_enter` gets it stripped, `on_cancel` is called by Esc.

    `texts` are the title, the line below it, the prompt before the field, the message for a blank line, and the labels of
    the two key hints.
    """

    is_static = True

    name = "name"
    is_overlay = True
    BINDINGS = Screen.BINDINGS | dict.fromkeys(ENTER_KEYS, "button:enter")
    box_cells = (12, 7, 56, 10)
    """Column, row, width and height of the box."""
    field_row_offset = 6
    """The row of the field below the top edge of the box."""

    def __init__(
        self,
        app: App,
        texts: tuple[str, str, str, str, str, str],
        on_enter: Callable[[str], None],
        on_cancel: Callable[[], None],
        max_length: int,
        text: str = "",
    ) -> None:
        super().__init__(app)
        self._title, self._detail, self._prompt, self._blank_message, *self._hint_labels = texts
        self._on_enter = on_enter
        self._on_cancel = on_cancel
        self._max_length = max_length
        self._editor = LineEditor(max_length, text)
        self.message = self.sticky_message = self._detail

    def on_key(self, key: KeyPress) -> None:
        """Edit the line."""
        is_accepted = not key.char or key.char in cp437.DECODING_TABLE[32:]
        if not (is_accepted and self._editor.handle_key(key.name, key.char)) and key.char:
            self.app.sounds.play_events("refuse")

    def accepts_text(self) -> bool:
        """Return True: a line is typed here."""
        return True

    @property
    def text(self) -> str:
        """The text of the line."""
        return self._editor.text

    def set_text(self, text: str) -> None:
        """Replace the text of the line."""
        self._editor.set_text(text)

    def _enter_text(self) -> None:
        if self.text.strip():
            self._on_enter(self.text.strip())
        else:
            self.app.sounds.play_events("refuse")
            self.show_message(self._blank_message)

    def on_action(self, action_id: str) -> None:
        """Enter the line if it is not blank, or cancel."""
        if action_id == "button:enter":
            self._enter_text()
        else:
            self._on_cancel()

    def get_key_hints(self) -> list[KeyHint]:
        """Return the keys that edit, enter and cancel."""
        return [
            KeyHint("Enter", self._hint_labels[0], "button:enter"),
            KeyHint("←→ Home End Del", "Edit"),
            KeyHint("Esc", self._hint_labels[1], "back"),
        ]

    def get_key_bindings(self) -> list[tuple[str, str]]:
        """Return the keys of the line and those of the buttons."""
        return [*self.BINDINGS.items(), *self.get_alt_bindings()]

    def build_elements(self) -> list[Element]:
        """Return the box, and the field with the cursor."""
        left, top, width, height = self.box_cells
        elements = [
            *titled_box(left, top, width, height, self.theme, self._title),
            centred_text(top + 3, self._detail, self.theme.text),
        ]
        field_column, row = max(32, 17 + len(self._prompt)), top + self.field_row_offset
        elements += [
            text_element(field_column - len(self._prompt) - 2, row, self._prompt, self.theme.text),
            text_element(field_column, row, f" {self.text}".ljust(self._max_length + 3), self.theme.field),
            custom_element(
                lambda display: setattr(display, "cursor", (field_column + 1 + self._editor.cursor, row))
            ),
            *button_row(top + height - 2, self.get_button_hints(), self.theme, 0),
        ]
        if self.message not in (None, self._detail):
            lines = wrap_text(self.message or "", width - 4, 2)
            # In windows, buttons occupy the rows below the field.
            end_row = row if self.theme.window_title else row + 3
            for line_row, line in enumerate(lines, end_row - len(lines)):
                elements.append(
                    title_element(line_row, line.center(max(map(len, lines))), self.theme)._replace(spoken="")
                )
        return elements
