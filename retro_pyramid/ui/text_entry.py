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
    """A line of at most `longest` characters; with `inserting` what is typed moves what follows, else it replaces it."""

    def __init__(self, longest: int, text: str = "", inserting: bool = True) -> None:
        self._longest = longest
        self.inserting = inserting
        self.put(text)

    def put(self, text: str) -> None:
        """Let the line be this text, the cursor at its end."""
        self.text, self.cursor = text, len(text)

    def key(self, name: str, char: str) -> bool:
        """Take a key; return False where it does nothing: no editing key and no character, or no room for one."""
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
                if not char or len(self.text[: self.cursor] + self.text[end:]) >= self._longest:
                    return False
                self._replace(self.cursor, end, char)
        return True

    def _replace(self, start: int, end: int, text: str) -> None:
        self.text = self.text[:start] + text + self.text[end:]
        self.cursor = start + len(text)


class LineEntry(Screen):
    """Asks for a line of 1 to `length` characters; `enter` gets it stripped, `decline` is the way out.

    `words` are the box's title, the line below it, the word before the field, what is said to a blank line, and the
    words of the two hints.
    """

    rests = True

    name = "name"
    overlay = True
    own_keys = Screen.own_keys | dict.fromkeys(ENTER, "button:enter")
    box = (12, 7, 56, 10)
    """Column, row, width and height of the box."""
    field_row = 6
    """How far below its upper edge the line is."""

    def __init__(
        self,
        app: App,
        words: tuple[str, str, str, str, str, str],
        enter: Callable[[str], None],
        decline: Callable[[], None],
        length: int,
        text: str = "",
    ) -> None:
        super().__init__(app)
        self._title, self._detail, self._prompt, self._blank, *self._hints = words
        self._enter = enter
        self._decline = decline
        self._length = length
        self._line = EditLine(length, text)
        self.message = self.lasting = self._detail

    def key(self, key: Key) -> None:
        """Edit by characters and the editing keys."""
        typed = not key.char or key.char in cp437.TABLE[32:]
        if not (typed and self._line.key(key.name, key.char)) and key.char:
            self.app.sounds.play("refuse")

    def takes_text(self) -> bool:
        """Return that it is one line that is typed here."""
        return True

    @property
    def text(self) -> str:
        """What stands on the line."""
        return self._line.text

    def put(self, text: str) -> None:
        """Let the line be this text."""
        self._line.put(text)

    def _finish(self) -> None:
        if self.text.strip():
            self._enter(self.text.strip())
        else:
            self.app.sounds.play("refuse")
            self.say(self._blank)

    def act(self, name: str) -> None:
        """Enter a line that is not blank, or decline."""
        if name == "button:enter":
            self._finish()
        else:
            self._decline()

    def hints(self) -> list[Hint]:
        """Return the editing keys."""
        return [
            Hint("Enter", self._hints[0], "button:enter"),
            Hint("←→ Home End Del", "Edit"),
            Hint("Esc", self._hints[1], "back"),
        ]

    def keys(self) -> list[tuple[str, str]]:
        """Return the keys of the line, and those of the buttons."""
        return [*self.own_keys.items(), *self.alt_keys()]

    def parts(self) -> list[Part]:
        """Return the box, and the field with the cursor."""
        left, top, width, height = self.box
        found = [
            *headed(left, top, width, height, self.dress, self._title),
            centred(top + 3, self._detail, self.dress.paper),
        ]
        field, row = max(32, 17 + len(self._prompt)), top + self.field_row
        found += [
            text(field - len(self._prompt) - 2, row, self._prompt, self.dress.paper),
            text(field, row, f" {self.text}".ljust(self._length + 3), self.dress.field),
            painted(lambda video: setattr(video, "cursor", (field + 1 + self._line.cursor, row))),
            *pushes(top + height - 2, self.buttons(), self.dress, 0),
        ]
        if self.message not in (None, self._detail):
            lines = fitted(self.message or "", width - 4, 2)
            # Buttons take the room below the field.
            end = row if self.dress.caption else row + 3
            for at, line in enumerate(lines, end - len(lines)):
                found.append(title(at, line.center(max(map(len, lines))), self.dress)._replace(told=""))
        return found
