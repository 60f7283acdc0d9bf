"""Drop-down menus of the menu bar over a table."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from retro_pyramid.machine.events import Event, Press
from retro_pyramid.settings import HELPS
from retro_pyramid.table.layout import Command
from retro_pyramid.table.render.painter import draw_bar
from retro_pyramid.table.view_geometry import bar_targets, bar_titles
from retro_pyramid.ui.drawing import SINGLE, Hint, command_words
from retro_pyramid.ui.element import Part, painted, panel, said, text
from retro_pyramid.ui.lists import ListBox, Row

if TYPE_CHECKING:
    from retro_pyramid.table.table_screen import Table


CHECKED: dict[str, Callable[[Table], bool]] = {
    "auto_match": lambda table: table.session.auto_match,
    "helps": lambda table: table.app.settings[HELPS] == "on",
    "small_cards": lambda table: table.surface.small,
    "sound": lambda table: table.app.sounds.level.errors,
}
"""Conditions under which a menu item has a check mark, by name."""


class OpenMenu(ListBox):
    """An open menu of the menu bar, over the table."""

    name = "menu"
    overlay = True
    pitch = 1
    indent = 1
    key_hints = (
        Hint("↑↓", "Line"),
        Hint("←→", "Menu"),
        Hint("Enter", "Choose"),
        Hint("Esc", "Close", "back"),
    )

    def __init__(self, table: Table, index: int) -> None:
        super().__init__(table.app)
        self._table = table
        self._menus = table.look.bar
        self._show_menu(index)

    def _show_menu(self, index: int) -> None:
        self._menu_index = index % len(self._menus)
        self._commands = [line for line in self._menus[self._menu_index].lines if line is not None]
        self.start_at(0)

    @property
    def _bar_row(self) -> int:
        """Row of the menu bar. It depends on the display mode."""
        return self._table.surface.places.bar_row

    def take(self, row: int) -> None:
        self.app.pop()
        self._table.give(self._commands[row])

    def event(self, event: Event) -> None:
        """Handle an event. A click beside the menu closes it."""
        super().event(event)
        is_beside = isinstance(event, Press) and not any(t.contains(event.x, event.y) for t in self.targets())
        if is_beside and self.app.top is self:
            self.app.pop()

    def _menu_keys(self) -> dict[str, int]:
        """Return the keys that open a menu, each with the menu's index."""
        titles = {f"ALT+{menu.title[0]}": index for index, menu in enumerate(self._menus)}
        return {**titles, "LEFT": self._menu_index - 1, "RIGHT": self._menu_index + 1}

    def keys(self) -> list[tuple[str, str]]:
        """Return the keys that close the menu, and those that open another one."""
        return [
            *((key, "back") for key in ("ESC", "F10", "BACKSPACE")),
            *((key, key) for key in self._menu_keys()),
        ]

    def act(self, name: str) -> None:
        titles = [title.id for title in bar_targets(self._menus, self._bar_row)]
        if name in (menu_keys := self._menu_keys()):
            self._show_menu(menu_keys[name])
        elif name not in titles:
            super().act(name)
        elif titles.index(name) == self._menu_index:
            self.leave()
        else:
            self._show_menu(titles.index(name))

    def place(self) -> tuple[int, int, int]:
        """Return column, row and width of the list. It is as wide as its longest item needs."""
        column, _ = bar_titles(self._menus)[self._menu_index]
        widest = max(len(f"{line.words}   {line.shown}") for line in self._commands)
        return column - 1, self._bar_row + 2, widest + 7

    def row_cells(self, many: int) -> list[tuple[int, int, int]]:
        """Return the rectangle of each command. Separators take a row, too."""
        column, first, width = self.place()
        lines = enumerate(self._menus[self._menu_index].lines, first)
        return [(column + 1, row, width - 2) for row, line in lines if line is not None]

    def rows(self) -> list[Row]:
        """Return the commands with their check marks at the left and their keys at the right."""
        width = self.place()[2] - 3
        rows = []
        for line in self._commands:
            usable = self._table.usable(line)
            mark = "√" if self._is_checked(line) else " "
            label = f"{mark} {command_words(self.video, line.words, usable)}"
            rows.append(
                Row(line.id, f"{label}{line.shown.rjust(width - len(label))} ", _hotkeys(line), usable)
            )
        return rows

    def _is_checked(self, command: Command) -> bool:
        return command.checked is not None and CHECKED[command.checked](self._table)

    def parts(self) -> list[Part]:
        """Return the menu bar and the menu. Disabled commands are dimmed."""
        column, first, width = self.place()
        lines = self._menus[self._menu_index].lines
        elements = [
            painted(lambda video: draw_bar(video, self._menus, self._bar_row, self.dress, self._menu_index)),
            *(
                Part(menu_target.rect, target=menu_target)
                for menu_target in bar_targets(self._menus, self._bar_row)
            ),
            panel(column, first - 1, width, len(lines) + 2, self.dress, lines=SINGLE),
            said(f"{self._menus[self._menu_index].title} menu"),
        ]
        rules = [row for row, line in enumerate(lines, first) if line is None]
        elements += [text(column + 1, row, "─" * (width - 2), self.dress.frame, told="") for row in rules]
        for part, command in zip(self.row_parts(), self._commands, strict=True):
            assert part.target is not None
            target = part.target._replace(words=command.words, chosen=self._is_checked(command))
            elements.append(part._replace(target=target))
        return elements


def _hotkeys(command: Command) -> str:
    """Return the letters that choose an item: that of the command's key, else the first one of the label.

    A label that begins with a small letter shows another letter by a capital, such as `reDo`. It precedes the key's.
    """
    capital = next((letter for letter in command.words if letter.isupper()), "")
    label_hotkey = capital if command.words[0].islower() else ""
    return label_hotkey + next(
        (key for key in command.keys if key.isalpha() and len(key) == 1), command.words[0]
    )
