"""The screen of the DOS prompt, and its line editor with a history."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import TYPE_CHECKING

from retro_pyramid.features.dos.files import YesNoQuestion
from retro_pyramid.features.dos.interpreter import PROMPT_TEXT, DosInterpreter, wrap_lines
from retro_pyramid.machine.events import KeyPress
from retro_pyramid.machine.video import COLUMNS, ROWS
from retro_pyramid.ui.drawing import KeyHint
from retro_pyramid.ui.element import Element, custom_element, fill_element, text_element
from retro_pyramid.ui.lists import ENTER_KEYS
from retro_pyramid.ui.screen import Screen
from retro_pyramid.ui.text_entry import LineEditor
from retro_pyramid.ui.theme import MAGAZINE_THEME

if TYPE_CHECKING:
    from retro_pyramid.app.app import App

MAX_LINE_LENGTH = 127
"""Maximum characters of a command line, as in DOS."""
_MAX_HISTORY = 50
_TEXT_ATTRIBUTE = 0x07
_VISIBLE_ROWS = ROWS - 1
_MORE_TEXT = "Press any key for more"
_CLICKABLE_COMMANDS = (("HELP", "help"), ("DIR", "dir"), ("PYRAMID", "pyramid"), ("EXIT", "exit"))
"""Commands and target names of the bottom row, for a player with only a mouse."""


class CommandLineEditor(LineEditor):
    """Editor of the command line with a history.

    F1 and → at the end copy one character of the previous line, F3 the rest of it; ↑ and ↓ go through all previous lines.
    The original had F1 and F3 only; the arrows are those of DOSKEY.
    """

    def __init__(self) -> None:
        super().__init__(MAX_LINE_LENGTH, is_inserting=False)
        self._history: list[str] = []
        self._history_index = 0

    def handle_key(self, key_name: str, char: str) -> bool:
        match key_name:
            case "RIGHT" | "F1" if self.cursor < len(self.text):
                self.cursor += 1
            case "RIGHT" | "F1":
                self._copy_from_last_line(self.cursor + 1)
            case "F3":
                self._copy_from_last_line(MAX_LINE_LENGTH)
            case "UP" | "DOWN":
                self._recall(-1 if key_name == "UP" else 1)
            case "INSERT":
                self.is_inserting = not self.is_inserting
            case "ESC":
                self.set_text("")
            case _:
                return super().handle_key(key_name, char)
        return True

    def submit(self) -> str:
        """Return the line, clear the editor and add the line to the history.

        An empty line, or one equal to the last of the history, is not added.
        """
        text = self.text
        if text.strip() and self._history[-1:] != [text]:
            self._history = [*self._history, text][-_MAX_HISTORY:]
        self._history_index = len(self._history)
        self.set_text("")
        self.is_inserting = False
        return text

    def _copy_from_last_line(self, end: int) -> None:
        """Append the characters of the last line from the cursor to `end`."""
        last = self._history[-1] if self._history else ""
        if self.cursor < len(last):
            self.set_text(self.text[: self.cursor] + last[self.cursor : end])

    def _recall(self, step: int) -> None:
        self._history_index = min(max(self._history_index + step, 0), len(self._history))
        self.set_text(self._history[self._history_index] if self._history_index < len(self._history) else "")


class DosPrompt(Screen):
    """The DOS prompt.

    `run_program` starts a program by its id and arguments, or returns lines with an error message. `on_leave` closes the
    prompt. The same screen, with its text, is shown again when the program ends.
    """

    is_static = True

    name = "prompt"
    state_program = "shell"
    theme = MAGAZINE_THEME
    link_params = dict.fromkeys(["start"], "dos")

    def __init__(
        self,
        app: App,
        interpreter: DosInterpreter,
        run_program: Callable[[str, Sequence[str]], Sequence[str]],
        on_leave: Callable[[], None],
        welcome_lines: Iterable[str] = (),
    ) -> None:
        super().__init__(app)
        self._interpreter = interpreter
        self._run_program = run_program
        self._on_leave = on_leave
        self._editor = CommandLineEditor()
        self._output_rows: list[str] = [*welcome_lines, ""]
        self._question: YesNoQuestion | None = None
        self._pending_rows: list[str] = []
        """Rows that are shown after the next key press."""

    def rebuild(self) -> None:
        """Stay in text mode, even if another adapter is in use."""
        self.display.mode = "text"

    def accepts_text(self) -> bool:
        return self._question is None and not self._pending_rows

    def get_key_bindings(self) -> Iterable[tuple[str, str]]:
        if self.accepts_text():
            return [(key, "enter") for key in ENTER_KEYS]
        return [*super().get_key_bindings(), *([] if self._pending_rows else [("Y", "yes"), ("N", "no")])]

    def on_key(self, key: KeyPress) -> None:
        if self._pending_rows:
            self._show_more(False)
        elif self._question is None:
            self._editor.handle_key(key.name, key.char)

    def on_action(self, action_id: str) -> None:
        if self._pending_rows:
            self._show_more(action_id == "back")
        elif self._question is not None:
            self._answer(action_id == "yes")
        elif action_id == "enter":
            self._submit_line(self._editor.submit())
        else:
            self._submit_line("EXIT" if action_id == "back" else action_id.removeprefix("button:").upper())

    def _submit_line(self, line: str) -> None:
        self._append_rows([PROMPT_TEXT + line])
        result = self._interpreter.run_line(line)
        if result.clears_screen:
            self._output_rows.clear()
        rows = wrap_lines(result.lines)
        if result.is_paged:
            rows, self._pending_rows = rows[: _VISIBLE_ROWS - 2], rows[_VISIBLE_ROWS - 2 :]
        self._append_rows(rows)
        self._question = result.question
        if result.launch_request is not None:
            program, args = result.launch_request
            self._append_rows(wrap_lines(self._run_program(program, args)))
        elif result.leaves_prompt:
            self._on_leave()
        self._end_output()

    def _answer(self, is_yes: bool) -> None:
        assert self._question is not None
        question, self._question = self._question, None
        self._append_rows(wrap_lines([f"{question.text} {'Y' if is_yes else 'N'}"]))
        if is_yes:
            self._append_rows(wrap_lines(question.on_yes().lines))
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
            and self._output_rows[-1] not in ("", PROMPT_TEXT)
        ):
            self._append_rows([""])

    def _append_rows(self, rows: Iterable[str]) -> None:
        self._output_rows = [*self._output_rows, *rows][-_VISIBLE_ROWS:]

    def _input_line(self) -> str:
        """Return the text of the last row: the pager's prompt, a question, or the prompt with the line being typed."""
        if self._pending_rows:
            return _MORE_TEXT
        return PROMPT_TEXT + self._editor.text if self._question is None else f"{self._question.text} "

    def get_key_hints(self) -> list[KeyHint]:
        if self._pending_rows:
            return [KeyHint("Any key", "More", "button:more"), KeyHint("Esc", "Enough", "back")]
        if self._question is not None:
            return [KeyHint("Y", "Yes", "yes"), KeyHint("N", "No", "no"), KeyHint("Esc", "No", "back")]
        return [
            KeyHint("F3", "Last line"),
            *(
                KeyHint(command, "", "back" if command == "EXIT" else f"button:{name}")
                for command, name in _CLICKABLE_COMMANDS
            ),
        ]

    def build_elements(self) -> list[Element]:
        input_line = self._input_line()
        rows = [*self._output_rows, *wrap_lines([input_line])]
        first_visible = max(0, len(rows) - _VISIBLE_ROWS)
        cursor_offset = (
            len(input_line)
            if self._question is not None or self._pending_rows
            else len(PROMPT_TEXT) + self._editor.cursor
        )
        row = len(self._output_rows) - first_visible + cursor_offset // COLUMNS
        cursor = (cursor_offset % COLUMNS, min(row, _VISIBLE_ROWS - 1))
        return [
            custom_element(lambda video: video.set_registers()),
            fill_element(0, 0, COLUMNS, ROWS, " ", _TEXT_ATTRIBUTE),
            *(
                text_element(0, row, row_text, _TEXT_ATTRIBUTE)
                for row, row_text in enumerate(rows[first_visible:])
            ),
            custom_element(lambda video: setattr(video, "cursor", cursor)),
        ]
