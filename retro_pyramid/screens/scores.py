"""The high score board and the box where a name is entered on it."""

from collections.abc import Callable

from retro_pyramid import cp437
from retro_pyramid.machine.events import Key
from retro_pyramid.machine.targets import Target
from retro_pyramid.machine.video import COLUMNS, ROWS
from retro_pyramid.screens.app import App, Screen
from retro_pyramid.screens.backdrop import draw_backdrop
from retro_pyramid.screens.look import (
    BAR,
    DIM,
    PAPER,
    TITLE,
    Hint,
    box,
    cells_rect,
    centred,
    header,
    hint_line,
    hint_targets,
    message_line,
)

NAME_LENGTH = 15
_WIDTH = 46
_TOP = 9


class Scores(Screen):
    """The top ten; `rank` is the place just taken, shown in a bar; `onward` is the word for where leaving leads."""

    name = "scores"
    shows_notices = True

    def __init__(
        self, app: App, leave: Callable[[], None], rank: int | None = None, onward: str = "Menu"
    ) -> None:
        super().__init__(app)
        self._leave = leave
        self._rank = rank
        self._onward = onward
        self._rows = app.services.files.board().rows

    def key(self, key: Key) -> None:
        """Esc, Enter, Space, Backspace or Q leave."""
        if key.name in ("ESC", "ENTER", "KPENTER", "SPACE", "BACKSPACE", "q", "Q") and not key.repeat:
            self._leave()

    def click(self, target: Target) -> None:
        """Leave by a click on the board or the hint."""
        self._leave()

    def hints(self) -> list[Hint]:
        """Return the ways out."""
        return [Hint("Esc", self._onward, "back")]

    def targets(self) -> list[Target]:
        """Return the way back and the board itself."""
        board = Target("button:board", cells_rect((COLUMNS - _WIDTH) // 2, _TOP, _WIDTH, 13))
        return [*hint_targets(self.hints()), board]

    def draw(self) -> None:
        """Draw the ten places with names, scores and levels."""
        video, record = self.video, self.app.record
        draw_backdrop(self.app)
        header(video, "SCORES", record.title.upper(), record.issue)
        column = (COLUMNS - _WIDTH) // 2
        box(video, column, _TOP, _WIDTH, 14)
        centred(video, _TOP, "  The Top Ten  ", TITLE)
        video.write(column + 3, _TOP + 1, f"    {'Name':<{NAME_LENGTH}}       Score   Level", DIM)
        video.write(column + 3, _TOP + 2, "─" * (_WIDTH - 6), DIM)
        for place, row in enumerate(self._rows):
            line = _TOP + 3 + place
            attribute = BAR if place == self._rank else PAPER if row.level else DIM
            level = str(row.level) if row.level else "-"
            video.fill(column + 1, line, _WIDTH - 2, 1, " ", attribute)
            video.write(
                column + 3,
                line,
                f"{place + 1:>2}  {row.name:<{NAME_LENGTH}}   {row.score:>9}     {level}",
                attribute,
            )
        if self.message:
            message_line(video, ROWS - 2, self.message)
        hint_line(video, self.hints())


class NameEntry(Screen):
    """Asks for the name that goes on the board; `enter` gets it, `decline` is the way out."""

    name = "name"
    overlay = True

    def __init__(
        self, app: App, score: int, rank: int, enter: Callable[[str], None], decline: Callable[[], None]
    ) -> None:
        super().__init__(app)
        self._enter = enter
        self._decline = decline
        self._text = ""
        self._cursor = 0
        self._earned = f"With {score} points you are number {rank + 1} of the top ten"
        self.message = self.lasting = self._earned

    def key(self, key: Key) -> None:
        """Characters and the editing keys edit; Enter enters a name that is not blank, Esc declines."""
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

    def _cut(self) -> None:
        self._text = self._text[: self._cursor] + self._text[self._cursor + 1 :]

    def _type(self, char: str) -> None:
        if not char:
            return
        if len(self._text) >= NAME_LENGTH or ord(char) < 32 or char not in cp437.TABLE[32:]:
            self.app.sound("refuse")
            return
        self._text = self._text[: self._cursor] + char + self._text[self._cursor :]
        self._cursor += 1

    def _finish(self) -> None:
        if self._text.strip():
            self._enter(self._text.strip())
        else:
            self.app.sound("refuse")
            self.say("Type a name first, or press Esc to leave without one")

    def click(self, target: Target) -> None:
        """Enter or decline by a click."""
        if target.id == "button:enter":
            self._finish()
        else:
            self._decline()

    def hints(self) -> list[Hint]:
        """Return the editing keys."""
        return [
            Hint("Enter", "Enter the name", "button:enter"),
            Hint("←→ Home End Del", "Edit", ""),
            Hint("Esc", "No name", "back"),
        ]

    def targets(self) -> list[Target]:
        """Return the two ways out."""
        return hint_targets(self.hints())

    def draw(self) -> None:
        """Draw the box, the field and the cursor."""
        video = self.video
        box(video, 12, 7, 56, 10)
        centred(video, 9, "A place on the high score board!", TITLE)
        centred(video, 10, self._earned, PAPER)
        if self.message not in (None, self._earned):
            centred(video, 15, self.message or "", TITLE)
        video.write(20, 13, "Your name:", PAPER)
        video.fill(32, 13, NAME_LENGTH + 3, 1, " ", 0x70)
        video.write(33, 13, self._text, 0x70)
        video.cursor = (33 + self._cursor, 13)
        hint_line(video, self.hints())
