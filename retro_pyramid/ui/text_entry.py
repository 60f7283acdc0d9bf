"""Text input: the line editor, and a dialog with one line."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from retro_pyramid import cp437
from retro_pyramid.machine.events import Key
from retro_pyramid.ui.drawing import Hint, fitted
from retro_pyramid.ui.element import Part, centred, headed, painted, pushes, text, title
from retro_pyramid.ui.lists import ENTER
from retro_pyramid.ui.screen import Screen

if TYPE_CHECKING:
    from retro_pyramid.app.app import App


class EditLine:
    """A line of text with a cursor, at most `max_length` characters long.

    If `is_inserting`, typed characters move the text behind the cursor, else they replace it.
    """

    def __init__(self, longest: int, text: str = "", inserting: bool = True) -> None:
        self._max_length = longest
        self.inserting = inserting
        self.put(text)

    def put(self, text: str) -> None:
        """Replace the text; the cursor moves to its end."""
        self.text, self.cursor = text, len(text)

    def key(self, name: str, char: str) -> bool:
        """Handle a key; return False if it is no editing key and types no character, or if the line is full."""
        match name:
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
                end = self.cursor if self.inserting else self.cursor + 1
                if not char or len(self.text[: self.cursor] + self.text[end:]) >= self._max_length:
                    return False
                self._replace(self.cursor, end, char)
        return True

    def _replace(self, start: int, end: int, text: str) -> None:
        self.text = self.text[:start] + text + self.text[end:]
        self.cursor = start + len(text)


class LineEntry(Screen):
    """Asks for a line of 1 to `max_length` characters; `on_enter` gets it stripped, `on_cancel` is called by Esc.

    `texts` are the title, the line below it, the prompt before the field, the message for a blank line, and the labels of
    the two key hints.
    """

    rests = True

    name = "name"
    overlay = True
    own_keys = Screen.own_keys | dict.fromkeys(ENTER, "button:enter")
    box = (12, 7, 56, 10)
    """Column, row, width and height of the box."""
    field_row = 6
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
        self._editor = EditLine(max_length, text)
        self.message = self.lasting = self._detail

    def key(self, key: Key) -> None:
        """Edit the line."""
        is_accepted = not key.char or key.char in cp437.TABLE[32:]
        if not (is_accepted and self._editor.key(key.name, key.char)) and key.char:
            self.app.sounds.play("refuse")

    def takes_text(self) -> bool:
        """Return True: a line is typed here."""
        return True

    @property
    def text(self) -> str:
        """The text of the line."""
        return self._editor.text

    def put(self, text: str) -> None:
        """Replace the text of the line."""
        self._editor.put(text)

    def _finish(self) -> None:
        if self.text.strip():
            self._on_enter(self.text.strip())
        else:
            self.app.sounds.play("refuse")
            self.say(self._blank_message)

    def act(self, name: str) -> None:
        """Enter the line if it is not blank, or cancel."""
        if name == "button:enter":
            self._finish()
        else:
            self._on_cancel()

    def hints(self) -> list[Hint]:
        """Return the keys that edit, enter and cancel."""
        return [
            Hint("Enter", self._hint_labels[0], "button:enter"),
            Hint("←→ Home End Del", "Edit"),
            Hint("Esc", self._hint_labels[1], "back"),
        ]

    def keys(self) -> list[tuple[str, str]]:
        """Return the keys of the line and those of the buttons."""
        return [*self.own_keys.items(), *self.alt_keys()]

    def parts(self) -> list[Part]:
        """Return the box, and the field with the cursor."""
        left, top, width, height = self.box
        elements = [
            *headed(left, top, width, height, self.dress, self._title),
            centred(top + 3, self._detail, self.dress.paper),
        ]
        field_column, row = max(32, 17 + len(self._prompt)), top + self.field_row
        elements += [
            text(field_column - len(self._prompt) - 2, row, self._prompt, self.dress.paper),
            text(field_column, row, f" {self.text}".ljust(self._max_length + 3), self.dress.field),
            painted(
                lambda display: setattr(display, "cursor", (field_column + 1 + self._editor.cursor, row))
            ),
            *pushes(top + height - 2, self.buttons(), self.dress, 0),
        ]
        if self.message not in (None, self._detail):
            lines = fitted(self.message or "", width - 4, 2)
            # In windows, buttons occupy the rows below the field.
            end_row = row if self.dress.caption else row + 3
            for line_row, line in enumerate(lines, end_row - len(lines)):
                elements.append(
                    title(line_row, line.center(max(map(len, lines))), self.dress)._replace(told="")
                )
        return elements
