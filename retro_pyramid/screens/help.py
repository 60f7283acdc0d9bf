"""The help: several screens of marked-up text to page through."""

from retro_pyramid.machine.events import Event, Key, Wheel
from retro_pyramid.machine.targets import Target
from retro_pyramid.machine.video import COLUMNS
from retro_pyramid.screens import markup
from retro_pyramid.screens.app import App, Screen
from retro_pyramid.screens.look import BODY, FRAME, PAPER, Hint, frame, header, hint_line, hint_targets

_TOP, _LINES, _WIDTH, _LEFT = 4, 19, 70, 5
_STYLES = {
    markup.PLAIN: BODY,
    markup.BOLD: PAPER,
    markup.BRIGHT: 0x1E,
    markup.SUBHEAD: 0x1E,
    markup.FILE: 0x1B,
}


class Help(Screen):
    """Pages of help; leaving returns to the screen beneath."""

    name = "help"

    def __init__(self, app: App) -> None:
        super().__init__(app)
        self._lines = markup.render(app.services.help_text, _WIDTH)
        self._last = max(0, len(self._lines) - _LINES)
        self._first = 0

    def event(self, event: Event) -> None:
        """Scroll by the wheel too."""
        if isinstance(event, Wheel):
            self._scroll(-3 * event.notches)
        else:
            super().event(event)

    def _scroll(self, lines: int) -> None:
        self._first = min(max(self._first + lines, 0), self._last)

    def key(self, key: Key) -> None:
        """PgUp, PgDn, arrows, Home and End move; Esc, Backspace or Q leave."""
        match key.name:
            case "PGDN" | "SPACE" | "RIGHT" | "ENTER":
                self._scroll(_LINES - 1)
            case "PGUP" | "LEFT":
                self._scroll(1 - _LINES)
            case "DOWN":
                self._scroll(1)
            case "UP":
                self._scroll(-1)
            case "HOME":
                self._first = 0
            case "END":
                self._first = self._last
            case "ESC" | "BACKSPACE" | "F1" | "q" | "Q":
                self.app.pop()

    def click(self, target: Target) -> None:
        """Page or leave by the hints."""
        match target.id:
            case "back":
                self.app.pop()
            case "button:pgup":
                self._scroll(1 - _LINES)
            case "button:pgdn":
                self._scroll(_LINES - 1)

    def hints(self) -> list[Hint]:
        """Return the keys of the help."""
        return [
            Hint("PgUp", "Back a page", "button:pgup"),
            Hint("PgDn", "On a page", "button:pgdn"),
            Hint("↑↓", "Line", ""),
            Hint("Home End", "Ends", ""),
            Hint("Esc", "Leave", "back"),
        ]

    def targets(self) -> list[Target]:
        """Return the hints."""
        return hint_targets(self.hints())

    def draw(self) -> None:
        """Draw the visible lines, and at the right where in the text they are."""
        video, record = self.video, self.app.record
        video.set_registers(record.palette)
        video.page.cls(0)
        video.fill(0, 3, COLUMNS, 21, " ", BODY)
        header(video, "HELP", record.title.upper(), record.issue)
        frame(video, 0, 3, COLUMNS, 21, FRAME)
        for row, line in enumerate(self._lines[self._first : self._first + _LINES]):
            column = _LEFT + line.indent
            for text, style in line.runs:
                video.write(column, _TOP + row, text, _STYLES[style])
                column += len(text)
        for row in range(_LINES):
            video.write(COLUMNS - 1, _TOP + row, "░", FRAME)
        mark = self._first * (_LINES - 1) // self._last if self._last else 0
        video.write(COLUMNS - 1, _TOP + mark, "█", PAPER)
        hint_line(video, self.hints())
