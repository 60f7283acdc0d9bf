"""A bar of menus over the table, and the menu that hangs down from it."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING

from retro_pyramid.machine.events import Event, Key, Press
from retro_pyramid.machine.targets import Target
from retro_pyramid.machine.video import COLUMNS
from retro_pyramid.screens.app import Screen
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
from retro_pyramid.screens.table.commands import Command, give, usable
from retro_pyramid.screens.table.game import HELPS
from retro_pyramid.screens.table.pairs_look import BarMenu, small_cards

if TYPE_CHECKING:
    from retro_pyramid.screens.table.pairs import PairTable

_FIRST = 3
_GAP = 3
_CHECKED: Mapping[str, Callable[[PairTable], bool]] = {
    "auto_match": lambda table: table.session.auto_match,
    "helps": lambda table: table.app.settings[HELPS] == "on",
    "small_cards": lambda table: small_cards(table.app, table.look) is not None,
    "sound": lambda table: table.app.sound_level.effects,
}
"""When a mark stands before a line, by name."""


def bar_targets(table: PairTable) -> list[Target]:
    """Return the titles in the bar."""
    row = table.places.bar_row
    return [
        Target(f"menu:{menu.title.lower()}", cells_rect(column - 1, row, len(menu.title) + 2, 1))
        for column, menu in _titles(table.look.bar)
    ]


def draw_bar(table: PairTable, opened: int | None = None) -> None:
    """Draw the bar, with the title of an opened menu reversed."""
    video, dress, row = table.video, table.app.record.dress, table.places.bar_row
    if not table.look.bar:
        return
    video.fill(0, row, COLUMNS, 1, " ", dress.paper)
    for index, (column, menu) in enumerate(_titles(table.look.bar)):
        attribute = dress.bar if index == opened else dress.paper
        video.write(column - 1, row, f" {menu.title} ", attribute)
        if index != opened:
            video.write(column, row, menu.title[0], hot_letter(video, dress))


def _titles(bar: tuple[BarMenu, ...]) -> list[tuple[int, BarMenu]]:
    column, places = _FIRST, []
    for menu in bar:
        places.append((column, menu))
        column += len(menu.title) + _GAP
    return places


class OpenMenu(Screen):
    """One menu of the bar hanging down over the table; `index` says which."""

    name = "menu"
    overlay = True

    def __init__(self, table: PairTable, index: int) -> None:
        super().__init__(table.app)
        self._table = table
        self._open(index)

    def _open(self, index: int) -> None:
        self._menu = index % len(self._table.look.bar)
        self._choose(0)

    def _commands(self) -> list[Command]:
        return [line for line in self._table.look.bar[self._menu].lines if line is not None]

    def _choose(self, line: int) -> None:
        self._line = line % len(self._commands())
        self.selected = self._commands()[self._line].id

    def _run(self, command: Command) -> None:
        self.app.pop()
        give(self._table, command)

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
        titles = [title.id for title in bar_targets(self._table)]
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
        column, _ = _titles(self._table.look.bar)[self._menu]
        width = 7 + max(len(f"{line.words}   {line.shown}") for line in self._commands())
        return column - 1, self._table.places.bar_row + 1, width, 2 * len(self._commands()) + 2

    def targets(self) -> list[Target]:
        """Return the titles, the lines and the way out."""
        column, row, width, _ = self._place()
        return [
            *hint_targets(self.hints()),
            *bar_targets(self._table),
            *(
                Target(
                    line.id,
                    cells_rect(column + 1, row + 2 + 2 * at, width - 2, 2),
                    usable(self._table, line),
                )
                for at, line in enumerate(self._commands())
            ),
        ]

    def draw(self) -> None:
        """Draw the bar and the menu with its keys at the right; what cannot be used now is dim."""
        video, dress = self.video, self.app.record.dress
        draw_bar(self._table, self._menu)
        column, row, width, height = self._place()
        box(video, column, row, width, height, dress.paper, SINGLE, dress.frame)
        at = row
        for line in self._table.look.bar[self._menu].lines:
            if line is None:
                video.write(column, at + 1, "├" + "─" * (width - 2) + "┤", dress.frame)
                continue
            at += 2
            enabled = usable(self._table, line)
            chosen = line.id == self.selected
            attribute = dress.bar if chosen else dress.paper if enabled else dress.dim
            checked = line.checked is not None and _CHECKED[line.checked](self._table)
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


def open_menu(table: PairTable, index: int) -> None:
    """Open a menu of the bar."""
    table.app.push(OpenMenu(table, index))
