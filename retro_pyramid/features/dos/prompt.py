"""The screen of the DOS prompt, and its line editor with a history."""

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
"""Maximum characters of a command line, as in DOS."""
_MAX_HISTORY = 50
_TEXT_ATTRIBUTE = 0x07
_VISIBLE_ROWS = ROWS - 1
_MORE_TEXT = "Press any key for more"
_CLICKABLE_COMMANDS = (("HELP", "help"), ("DIR", "dir"), ("PYRAMID", "pyramid"), ("EXIT", "exit"))
"""Commands and target names of the bottom row, for a player with only a mouse."""


class CommandLine(EditLine):
    """Editor of the command line with a history.

    F1 and → at the end copy one character of the previous line, F3 the rest of it; ↑ and ↓ go through all previous lines.
    The original had F1 and F3 only; the arrows are those of DOSKEY.
    """

    def __init__(self) -> None:
        super().__init__(LONGEST, inserting=False)
        self._history: list[str] = []
        self._history_index = 0

    def key(self, name: str, char: str) -> bool:
        match name:
            case "RIGHT" | "F1" if self.cursor < len(self.text):
                self.cursor += 1
            case "RIGHT" | "F1":
                self._copy_from_last_line(self.cursor + 1)
            case "F3":
                self._copy_from_last_line(LONGEST)
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
        """Return the line, clear the editor and add the line to the history.

        An empty line, or one equal to the last of the history, is not added.
        """
        text = self.text
        if text.strip() and self._history[-1:] != [text]:
            self._history = [*self._history, text][-_MAX_HISTORY:]
        self._history_index = len(self._history)
        self.put("")
        self.inserting = False
        return text

    def _copy_from_last_line(self, end: int) -> None:
        """Append the characters of the last line from the cursor to `end`."""
        last = self._history[-1] if self._history else ""
        if self.cursor < len(last):
            self.put(self.text[: self.cursor] + last[self.cursor : end])

    def _recall(self, step: int) -> None:
        self._history_index = min(max(self._history_index + step, 0), len(self._history))
        self.put(self._history[self._history_index] if self._history_index < len(self._history) else "")


class Prompt(Screen):
    """The DOS prompt.

    `run_program` starts a program by its id and arguments, or returns lines with an error message. `on_leave` closes the
    prompt. The same screen, with its text, is shown again when the program ends.
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
        self._interpreter = dos
        self._run_program = run
        self._on_leave = leave
        self._editor = CommandLine()
        self._output_rows: list[str] = [*welcome, ""]
        self._question: Question | None = None
        self._pending_rows: list[str] = []
        """Rows that are shown after the next key press."""

    def refit(self) -> None:
        """Stay in text mode, even if another adapter is in use."""
        self.video.mode = "text"

    def takes_text(self) -> bool:
        return self._question is None and not self._pending_rows

    def keys(self) -> Iterable[tuple[str, str]]:
        if self.takes_text():
            return [(key, "enter") for key in ENTER]
        return [*super().keys(), *([] if self._pending_rows else [("Y", "yes"), ("N", "no")])]

    def key(self, key: Key) -> None:
        if self._pending_rows:
            self._show_more(False)
        elif self._question is None:
            self._editor.key(key.name, key.char)

    def act(self, name: str) -> None:
        if self._pending_rows:
            self._show_more(name == "back")
        elif self._question is not None:
            self._answer(name == "yes")
        elif name == "enter":
            self._submit_line(self._editor.enter())
        else:
            self._submit_line("EXIT" if name == "back" else name.removeprefix("button:").upper())

    def _submit_line(self, line: str) -> None:
        self._append_rows([PROMPT + line])
        result = self._interpreter.run(line)
        if result.clear:
            self._output_rows.clear()
        rows = broken(result.lines)
        if result.pause:
            rows, self._pending_rows = rows[: _VISIBLE_ROWS - 2], rows[_VISIBLE_ROWS - 2 :]
        self._append_rows(rows)
        self._question = result.ask
        if result.run is not None:
            program, args = result.run
            self._append_rows(broken(self._run_program(program, args)))
        elif result.leave:
            self._on_leave()
        self._end_output()

    def _answer(self, is_yes: bool) -> None:
        assert self._question is not None
        question, self._question = self._question, None
        self._append_rows(broken([f"{question.words} {'Y' if is_yes else 'N'}"]))
        if is_yes:
            self._append_rows(broken(question.yes().lines))
        self._end_output()

    def _show_more(self, is_cancelled: bool) -> None:
        """Show the next screen of pending output, or drop it if `is_cancelled`."""
        if is_cancelled:
            self._pending_rows = []
        rows, self._pending_rows = (
            self._pending_rows[: _VISIBLE_ROWS - 2],
            self._pending_rows[_VISIBLE_ROWS - 2 :],
        )
        self._append_rows(rows)
        self._end_output()

    def _end_output(self) -> None:
        """Leave a blank line between a command or its output and the next prompt, as DOS did."""
        if (
            self._question is None
            and not self._pending_rows
            and self._output_rows
            and self._output_rows[-1] not in ("", PROMPT)
        ):
            self._append_rows([""])

    def _append_rows(self, rows: Iterable[str]) -> None:
        self._output_rows = [*self._output_rows, *rows][-_VISIBLE_ROWS:]

    def _input_line(self) -> str:
        """Return the text of the last row: the pager's prompt, a question, or the prompt with the line being typed."""
        if self._pending_rows:
            return _MORE_TEXT
        return PROMPT + self._editor.text if self._question is None else f"{self._question.words} "

    def hints(self) -> list[Hint]:
        if self._pending_rows:
            return [Hint("Any key", "More", "button:more"), Hint("Esc", "Enough", "back")]
        if self._question is not None:
            return [Hint("Y", "Yes", "yes"), Hint("N", "No", "no"), Hint("Esc", "No", "back")]
        return [
            Hint("F3", "Last line"),
            *(
                Hint(command, "", "back" if command == "EXIT" else f"button:{name}")
                for command, name in _CLICKABLE_COMMANDS
            ),
        ]

    def parts(self) -> list[Part]:
        input_line = self._input_line()
        rows = [*self._output_rows, *broken([input_line])]
        first_visible = max(0, len(rows) - _VISIBLE_ROWS)
        cursor_offset = (
            len(input_line)
            if self._question is not None or self._pending_rows
            else len(PROMPT) + self._editor.cursor
        )
        row = len(self._output_rows) - first_visible + cursor_offset // COLUMNS
        cursor = (cursor_offset % COLUMNS, min(row, _VISIBLE_ROWS - 1))
        return [
            painted(lambda video: video.set_registers()),
            filled(0, 0, COLUMNS, ROWS, " ", _TEXT_ATTRIBUTE),
            *(text(0, row, row_text, _TEXT_ATTRIBUTE) for row, row_text in enumerate(rows[first_visible:])),
            painted(lambda video: setattr(video, "cursor", cursor)),
        ]
