"""Drop-down menus of the menu bar over a table."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from retro_pyramid.machine.events import Event, MousePress
from retro_pyramid.settings import ASSISTS_SETTING
from retro_pyramid.table.layout import Command
from retro_pyramid.table.render.painter import draw_menu_bar
from retro_pyramid.table.view_geometry import build_menu_targets, place_menu_titles
from retro_pyramid.ui.drawing import SINGLE_LINE_CHARS, KeyHint, format_command_label
from retro_pyramid.ui.element import Element, box_element, custom_element, spoken_only, text_element
from retro_pyramid.ui.lists import ListBox, ListRow

if TYPE_CHECKING:
    from retro_pyramid.table.table_screen import TableScreen


CHECK_CONDITIONS: dict[str, Callable[[TableScreen], bool]] = {
    "auto_match": lambda table: table.session.auto_match,
    "helps": lambda table: table.app.settings[ASSISTS_SETTING] == "on",
    "small_cards": lambda table: table.presentation.has_small_cards,
    "sound": lambda table: table.app.sounds.level.plays_errors,
}
"""Conditions under which a menu item has a check mark, by name."""


class DropDownMenu(ListBox):
    """An open menu of the menu bar, over the table."""

    name = "menu"
    is_overlay = True
    row_pitch = 1
    label_indent = 1
    KEY_HINTS = (
        KeyHint("↑↓", "Line"),
        KeyHint("←→", "Menu"),
        KeyHint("Enter", "Choose"),
        KeyHint("Esc", "Close", "back"),
    )

    def __init__(self, table: TableScreen, menu_index: int) -> None:
        super().__init__(table.app)
        self._table = table
        self._menus = table.table_spec.menu_bar
        self._show_menu(menu_index)

    def _show_menu(self, index: int) -> None:
        self._menu_index = index % len(self._menus)
        self._commands = [line for line in self._menus[self._menu_index].items if line is not None]
        self.show_rows(0)

    @property
    def _bar_row(self) -> int:
        """Row of the menu bar. It depends on the display mode."""
        return self._table.presentation.layout.bar_row

    def activate_row(self, row_index: int) -> None:
        self.app.pop()
        self._table.execute_command(self._commands[row_index])

    def handle_event(self, event: Event) -> None:
        """Handle an event. A click beside the menu closes it."""
        super().handle_event(event)
        is_beside = isinstance(event, MousePress) and not any(
            t.contains(event.x, event.y) for t in self.targets()
        )
        if is_beside and self.app.top_screen is self:
            self.app.pop()

    def _menu_keys(self) -> dict[str, int]:
        """Return the keys that open a menu, each with the menu's index."""
        titles = {f"ALT+{menu.title[0]}": index for index, menu in enumerate(self._menus)}
        return {**titles, "LEFT": self._menu_index - 1, "RIGHT": self._menu_index + 1}

    def get_key_bindings(self) -> list[tuple[str, str]]:
        """Return the keys that close the menu, and those that open another one."""
        return [
            *((key, "back") for key in ("ESC", "F10", "BACKSPACE")),
            *((key, key) for key in self._menu_keys()),
        ]

    def on_action(self, action_id: str) -> None:
        titles = [title.id for title in build_menu_targets(self._menus, self._bar_row)]
        if action_id in (menu_keys := self._menu_keys()):
            self._show_menu(menu_keys[action_id])
        elif action_id not in titles:
            super().on_action(action_id)
        elif titles.index(action_id) == self._menu_index:
            self.close()
        else:
            self._show_menu(titles.index(action_id))

    def get_list_position(self) -> tuple[int, int, int]:
        """Return column, row and width of the list. It is as wide as its longest item needs."""
        column, _ = place_menu_titles(self._menus)[self._menu_index]
        widest = max(len(f"{line.label}   {line.key_label}") for line in self._commands)
        return column - 1, self._bar_row + 2, widest + 7

    def get_row_cells(self, count: int) -> list[tuple[int, int, int]]:
        """Return the rectangle of each command. Separators take a row, too."""
        column, first, width = self.get_list_position()
        lines = enumerate(self._menus[self._menu_index].items, first)
        return [(column + 1, row, width - 2) for row, line in lines if line is not None]

    def get_rows(self) -> list[ListRow]:
        """Return the commands with their check marks at the left and their keys at the right."""
        width = self.get_list_position()[2] - 3
        rows = []
        for line in self._commands:
            usable = self._table.is_enabled(line)
            mark = "√" if self._is_checked(line) else " "
            label = f"{mark} {format_command_label(self.display, line.label, usable)}"
            rows.append(
                ListRow(
                    line.id, f"{label}{line.key_label.rjust(width - len(label))} ", _hotkeys(line), usable
                )
            )
        return rows

    def _is_checked(self, command: Command) -> bool:
        return command.checked_if is not None and CHECK_CONDITIONS[command.checked_if](self._table)

    def build_elements(self) -> list[Element]:
        """Return the menu bar and the menu. Disabled commands are dimmed."""
        column, first, width = self.get_list_position()
        lines = self._menus[self._menu_index].items
        elements = [
            custom_element(
                lambda video: draw_menu_bar(video, self._menus, self._bar_row, self.theme, self._menu_index)
            ),
            *(
                Element(menu_target.rect, target=menu_target)
                for menu_target in build_menu_targets(self._menus, self._bar_row)
            ),
            box_element(column, first - 1, width, len(lines) + 2, self.theme, line_chars=SINGLE_LINE_CHARS),
            spoken_only(f"{self._menus[self._menu_index].title} menu"),
        ]
        rules = [row for row, line in enumerate(lines, first) if line is None]
        elements += [
            text_element(column + 1, row, "─" * (width - 2), self.theme.frame, spoken="") for row in rules
        ]
        for part, command in zip(self.build_row_elements(), self._commands, strict=True):
            assert part.target is not None
            target = part.target._replace(label=command.label, checked=self._is_checked(command))
            elements.append(part._replace(target=target))
        return elements


def _hotkeys(command: Command) -> str:
    """Return the letters that choose an item: that of the command's key, else the first one of the label.

    A label that begins with a small letter shows another letter by a capital, such as `reDo`. It precedes the key's.
    """
    capital = next((letter for letter in command.label if letter.isupper()), "")
    label_hotkey = capital if command.label[0].islower() else ""
    return label_hotkey + next(
        (key for key in command.keys if key.isalpha() and len(key) == 1), command.label[0]
    )
