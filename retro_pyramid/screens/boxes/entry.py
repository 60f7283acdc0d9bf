"""A box with one line to type on, over the screen beneath."""

from collections.abc import Callable

from retro_pyramid import cp437
from retro_pyramid.machine.events import Key
from retro_pyramid.machine.targets import Target
from retro_pyramid.screens.app import App, Screen
from retro_pyramid.screens.parts.look import Hint, box, centred, fitted, heading, hint_line, hint_targets


class LineEntry(Screen):
    """Asks for a line of 1 to `length` characters; `enter` gets it stripped, `decline` is the way out.

    `words` are the box's title, the line below it, the word before the field, what is said to a blank line, and the
    words of the two hints.
    """

    name = "name"
    overlay = True
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
        self._text = text
        self._cursor = len(text)
        self.message = self.lasting = self._detail

    def key(self, key: Key) -> None:
        """Characters and the editing keys edit; Enter enters a line that is not blank, Esc declines."""
        match key.name:
            case "ENTER" | "KPENTER":
                self._finish()
            case "ESC":
                self._decline()
            case "LEFT":
                self._cursor = max(0, self._cursor - 1)
            case "RIGHT":
                self._cursor = min(len(self._text), self._cursor + 1)
            case "HOME":
                self._cursor = 0
            case "END":
                self._cursor = len(self._text)
            case "BACKSPACE":
                if self._cursor:
                    self._cursor -= 1
                    self._cut()
            case "DELETE":
                self._cut()
            case _:
                self._type(key.char)

    def takes_text(self) -> bool:
        """Return that it is one line that is typed here."""
        return True

    def _cut(self) -> None:
        self._text = self._text[: self._cursor] + self._text[self._cursor + 1 :]

    def _type(self, char: str) -> None:
        if not char:
            return
        if len(self._text) >= self._length or ord(char) < 32 or char not in cp437.TABLE[32:]:
            self.app.sound("refuse")
            return
        self._text = self._text[: self._cursor] + char + self._text[self._cursor :]
        self._cursor += 1

    def _finish(self) -> None:
        if self._text.strip():
            self._enter(self._text.strip())
        else:
            self.app.sound("refuse")
            self.say(self._blank)

    def click(self, target: Target) -> None:
        """Enter or decline by a click."""
        if target.id == "button:enter":
            self._finish()
        else:
            self._decline()

    def hints(self) -> list[Hint]:
        """Return the editing keys."""
        return [
            Hint("Enter", self._hints[0], "button:enter"),
            Hint("←→ Home End Del", "Edit", ""),
            Hint("Esc", self._hints[1], "back"),
        ]

    def targets(self) -> list[Target]:
        """Return the two ways out."""
        return hint_targets(self.hints())

    def draw(self) -> None:
        """Draw the box, the field and the cursor."""
        video, dress = self.video, self.app.record.dress
        left, top, width, height = self.box
        box(video, left, top, width, height, dress.paper, edge=dress.frame)
        heading(video, top + 2, self._title, dress)
        centred(video, top + 3, self._detail, dress.paper)
        if self.message not in (None, self._detail):
            lines = fitted(self.message or "", width - 4, 2)
            for row, line in enumerate(lines, top + self.field_row + 3 - len(lines)):
                heading(video, row, line.center(max(map(len, lines))), dress)
        field, row = max(32, 17 + len(self._prompt)), top + self.field_row
        video.write(field - len(self._prompt) - 2, row, self._prompt, dress.paper)
        video.fill(field, row, self._length + 3, 1, " ", dress.field)
        video.write(field + 1, row, self._text, dress.field)
        video.cursor = (field + 1 + self._cursor, row)
        hint_line(video, self.hints(), dress)
