"""A menu that hangs down from the bar over a table."""

from __future__ import annotations

from typing import Protocol

from retro_pyramid.machine.events import Event, Key, Press
from retro_pyramid.machine.targets import Target
from retro_pyramid.screens.app import App, Screen
from retro_pyramid.screens.parts.look import (
    SINGLE,
    Hint,
    box,
    cells_rect,
    command_words,
    hint_line,
    hint_targets,
    hot_letter,
)
from retro_pyramid.screens.table.layout import BarMenu, Command
from retro_pyramid.screens.table.picture import draw_bar
from retro_pyramid.screens.table.view import bar_targets, bar_titles


class Barred(Protocol):
    """A table with a bar, as its menus know it."""

    app: App

    def bar(self) -> tuple[tuple[BarMenu, ...], int]:
        """Return the menus and the row of the bar."""

    def usable(self, command: Command) -> bool:
        """Return whether a command can be used now."""

    def checked(self, name: str) -> bool:
        """Return whether a mark stands before a line that has it under this condition."""

    def give(self, command: Command) -> None:
        """Do a command, if it can be used now."""


class OpenMenu(Screen):
    """One menu of the bar hanging down over the table; `index` says which."""

    name = "menu"
    overlay = True

    def __init__(self, table: Barred, index: int) -> None:
        super().__init__(table.app)
        self._table = table
        self._bar, self._row = table.bar()
        self._open(index)

    def _open(self, index: int) -> None:
        self._menu = index % len(self._bar)
        self._choose(0)

    def _commands(self) -> list[Command]:
        return [line for line in self._bar[self._menu].lines if line is not None]

    def _choose(self, line: int) -> None:
        self._line = line % len(self._commands())
        self.selected = self._commands()[self._line].id

    def _run(self, command: Command) -> None:
        self.app.pop()
        self._table.give(command)

    def event(self, event: Event) -> None:
        """Close at a click beside it."""
        before = self.app.top
        super().event(event)
        if isinstance(event, Press) and self.app.top is before and not self._hit(event):
            self.app.pop()

    def _hit(self, press: Press) -> bool:
        return any(target.contains(press.x, press.y) for target in self.targets())

    def key(self, key: Key) -> None:
        """Arrows move, Enter chooses, a bright letter chooses its line, Esc and F10 close."""
        match key.name:
            case "UP" | "DOWN":
                self._choose(self._line + (1 if key.name == "DOWN" else -1))
            case "LEFT" | "RIGHT":
                self._open(self._menu + (1 if key.name == "RIGHT" else -1))
            case "HOME" | "END":
                self._choose(0 if key.name == "HOME" else -1)
            case "ENTER" | "KPENTER" | "SPACE":
                if not key.repeat:
                    self._run(self._commands()[self._line])
            case "ESC" | "F10" | "BACKSPACE":
                self.app.pop()
            case _:
                for command in self._commands():
                    if key.char and key.char.upper() == _hot(command):
                        self._run(command)
                        return

    def click(self, target: Target) -> None:
        """Choose a line, open another menu, or close."""
        titles = [title.id for title in bar_targets(self._bar, self._row)]
        if target.id in titles:
            index = titles.index(target.id)
            if index == self._menu:
                self.app.pop()
            else:
                self._open(index)
        elif target.id == "back":
            self.app.pop()
        else:
            self._run(next(command for command in self._commands() if command.id == target.id))

    def hints(self) -> list[Hint]:
        """Return the keys of the menu."""
        return [
            Hint("↑↓", "Line", ""),
            Hint("←→", "Menu", ""),
            Hint("Enter", "Choose", ""),
            Hint("Esc", "Close", "back"),
        ]

    def _place(self) -> tuple[int, int, int, int]:
        """Return column, row, width and height of the box; lines are two rows apart, as a finger needs."""
        column, _ = bar_titles(self._bar)[self._menu]
        width = 7 + max(len(f"{line.words}   {line.shown}") for line in self._commands())
        return column - 1, self._row + 1, width, 2 * len(self._commands()) + 2

    def targets(self) -> list[Target]:
        """Return the titles, the lines and the way out."""
        column, row, width, _ = self._place()
        return [
            *hint_targets(self.hints()),
            *bar_targets(self._bar, self._row),
            *(
                Target(
                    line.id,
                    cells_rect(column + 1, row + 2 + 2 * at, width - 2, 2),
                    self._table.usable(line),
                )
                for at, line in enumerate(self._commands())
            ),
        ]

    def draw(self) -> None:
        """Draw the bar and the menu with its keys at the right; what cannot be used now is dim."""
        video, dress = self.video, self.app.record.dress
        draw_bar(video, self._bar, self._row, dress, self._menu)
        column, row, width, height = self._place()
        box(video, column, row, width, height, dress.paper, SINGLE, dress.frame)
        at = row
        for line in self._bar[self._menu].lines:
            if line is None:
                video.write(column, at + 1, "├" + "─" * (width - 2) + "┤", dress.frame)
                continue
            at += 2
            enabled = self._table.usable(line)
            chosen = line.id == self.selected
            attribute = dress.bar if chosen else dress.paper if enabled else dress.dim
            checked = line.checked is not None and self._table.checked(line.checked)
            words = f"{'√' if checked else ' '} {command_words(video, line.words, enabled)}"
            tail = f"{line.shown.rjust(width - len(words) - 3)} "
            video.write(column + 1, at, f"{words}{tail}", attribute)
            if enabled and not chosen:
                place = words.upper().find(_hot(line), 2)
                place = len(words) + len(tail) - 2 if place < 0 else place
                video.write(column + 1 + place, at, f"{words}{tail}"[place], hot_letter(video, dress))
        hint_line(video, self.hints(), dress)


def _hot(command: Command) -> str:
    """Return the letter that chooses a line: the one that does so at the table, else the line's first."""
    return next((key for key in command.keys if key.isalpha() and len(key) == 1), command.words[0])
