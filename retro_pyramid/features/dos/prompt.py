"""The DOS prompt: a screen of text, the line being typed, and the programs that are run from it."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import TYPE_CHECKING

from retro_pyramid.features.dos.files import Question
from retro_pyramid.features.dos.interpreter import PROMPT, Dos, broken
from retro_pyramid.machine.events import Key
from retro_pyramid.machine.video import COLUMNS, ROWS
from retro_pyramid.ui.drawing import Hint
from retro_pyramid.ui.element import Part, filled, painted, text
from retro_pyramid.ui.lists import ENTER
from retro_pyramid.ui.screen import Screen
from retro_pyramid.ui.text_entry import EditLine
from retro_pyramid.ui.theme import MAGAZINE

if TYPE_CHECKING:
    from retro_pyramid.app.app import App

LONGEST = 127
"""Characters that a command line holds, as in DOS."""
_MOST_KEPT = 50
_GREY = 0x07
_HEIGHT = ROWS - 1
_MORE = "Press any key for more"
_COMMANDS = (("HELP", "help"), ("DIR", "dir"), ("PYRAMID", "pyramid"), ("EXIT", "exit"))
"""What can be clicked on the bottom line: commands that a mouse alone can give."""


class CommandLine(EditLine):
    """One line being typed; `text` and `cursor` are what shows.

    F1 and → at its end bring back one character of the line before, F3 the rest of it; ↑ and ↓ go through all
    lines before.  The original had F1 and F3 only; the arrows are what its own DOSKEY added.
    """

    def __init__(self) -> None:
        super().__init__(LONGEST, inserting=False)
        self._before: list[str] = []
        self._at = 0

    def key(self, name: str, char: str) -> bool:
        match name:
            case "RIGHT" | "F1" if self.cursor < len(self.text):
                self.cursor += 1
            case "RIGHT" | "F1":
                self._bring_back(self.cursor + 1)
            case "F3":
                self._bring_back(LONGEST)
            case "UP" | "DOWN":
                self._recall(-1 if name == "UP" else 1)
            case "INSERT":
                self.inserting = not self.inserting
            case "ESC":
                self.put("")
            case _:
                return super().key(name, char)
        return True

    def enter(self) -> str:
        """Return the line and begin a new one; it can be brought back unless it is empty or was the last one too."""
        text = self.text
        if text.strip() and self._before[-1:] != [text]:
            self._before = [*self._before, text][-_MOST_KEPT:]
        self._at = len(self._before)
        self.put("")
        self.inserting = False
        return text

    def _bring_back(self, end: int) -> None:
        """Go on with the last line's characters from the cursor to `end`."""
        last = self._before[-1] if self._before else ""
        if self.cursor < len(last):
            self.put(self.text[: self.cursor] + last[self.cursor : end])

    def _recall(self, step: int) -> None:
        self._at = min(max(self._at + step, 0), len(self._before))
        self.put(self._before[self._at] if self._at < len(self._before) else "")


class Prompt(Screen):
    """The prompt; `run` starts a program by its id and words, or returns lines that say why not; `leave` goes away.

    The same prompt is there again, with its text, when the program has been left.
    """

    rests = True

    name = "prompt"
    program = "shell"
    dress = MAGAZINE
    here = dict.fromkeys(["start"], "dos")

    def __init__(
        self,
        app: App,
        dos: Dos,
        run: Callable[[str, Sequence[str]], Sequence[str]],
        leave: Callable[[], None],
        welcome: Iterable[str] = (),
    ) -> None:
        super().__init__(app)
        self._dos = dos
        self._run = run
        self._leave = leave
        self._line = CommandLine()
        self._rows: list[str] = [*welcome, ""]
        self._asked: Question | None = None
        self._waiting: list[str] = []
        """Rows that are shown after a key."""

    def refit(self) -> None:
        """Stay in text mode, whatever else is in the machine now."""
        self.video.mode = "text"

    def takes_text(self) -> bool:
        return self._asked is None and not self._waiting

    def keys(self) -> Iterable[tuple[str, str]]:
        if self.takes_text():
            return [(key, "enter") for key in ENTER]
        return [*super().keys(), *([] if self._waiting else [("Y", "yes"), ("N", "no")])]

    def key(self, key: Key) -> None:
        if self._waiting:
            self._more(False)
        elif self._asked is None:
            self._line.key(key.name, key.char)

    def act(self, name: str) -> None:
        if self._waiting:
            self._more(name == "back")
        elif self._asked is not None:
            self._answer(name == "yes")
        elif name == "enter":
            self._enter(self._line.enter())
        else:
            self._enter("EXIT" if name == "back" else name.removeprefix("button:").upper())

    def _enter(self, line: str) -> None:
        self._show([PROMPT + line])
        outcome = self._dos.run(line)
        if outcome.clear:
            self._rows.clear()
        rows = broken(outcome.lines)
        if outcome.pause:
            rows, self._waiting = rows[: _HEIGHT - 2], rows[_HEIGHT - 2 :]
        self._show(rows)
        self._asked = outcome.ask
        if outcome.run is not None:
            program, words = outcome.run
            self._show(broken(self._run(program, words)))
        elif outcome.leave:
            self._leave()
        self._part()

    def _answer(self, yes: bool) -> None:
        assert self._asked is not None
        question, self._asked = self._asked, None
        self._show(broken([f"{question.words} {'Y' if yes else 'N'}"]))
        if yes:
            self._show(broken(question.yes().lines))
        self._part()

    def _more(self, enough: bool) -> None:
        if enough:
            self._waiting = []
        rows, self._waiting = self._waiting[: _HEIGHT - 2], self._waiting[_HEIGHT - 2 :]
        self._show(rows)
        self._part()

    def _part(self) -> None:
        """Leave a line free between a command, or what it has said, and the next prompt, as DOS did."""
        if self._asked is None and not self._waiting and self._rows and self._rows[-1] not in ("", PROMPT):
            self._show([""])

    def _show(self, rows: Iterable[str]) -> None:
        self._rows = [*self._rows, *rows][-_HEIGHT:]

    def _last(self) -> str:
        """Return what stands where the cursor is: the line typed, the question, or that there is more."""
        if self._waiting:
            return _MORE
        return PROMPT + self._line.text if self._asked is None else f"{self._asked.words} "

    def hints(self) -> list[Hint]:
        if self._waiting:
            return [Hint("Any key", "More", "button:more"), Hint("Esc", "Enough", "back")]
        if self._asked is not None:
            return [Hint("Y", "Yes", "yes"), Hint("N", "No", "no"), Hint("Esc", "No", "back")]
        return [
            Hint("F3", "Last line"),
            *(Hint(word, "", "back" if word == "EXIT" else f"button:{name}") for word, name in _COMMANDS),
        ]

    def parts(self) -> list[Part]:
        last = self._last()
        rows = [*self._rows, *broken([last])]
        first = max(0, len(rows) - _HEIGHT)
        at = len(last) if self._asked is not None or self._waiting else len(PROMPT) + self._line.cursor
        row = len(self._rows) - first + at // COLUMNS
        cursor = (at % COLUMNS, min(row, _HEIGHT - 1))
        return [
            painted(lambda video: video.set_registers()),
            filled(0, 0, COLUMNS, ROWS, " ", _GREY),
            *(text(0, row, words, _GREY) for row, words in enumerate(rows[first:])),
            painted(lambda video: setattr(video, "cursor", cursor)),
        ]
