"""A list of settings with their values side by side, and the configuration dialog with such a list."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from retro_pyramid.machine.events import Event, KeyPress, MousePress
from retro_pyramid.machine.video import COLUMNS
from retro_pyramid.settings import SettingDef
from retro_pyramid.ui.drawing import KeyHint, cells_to_pixels
from retro_pyramid.ui.element import Element, box_element, centred_text, menu_row, text_element
from retro_pyramid.ui.lists import ENTER_KEYS, ROW_PITCH, ListKeys, ListModel, ListScreen

if TYPE_CHECKING:
    from retro_pyramid.app.app import App

_VALUE_KEYS = ListKeys(("LEFT",), ("RIGHT", "SPACE"), ())
CellPosition = tuple[int, int]
"""A column and a row."""


class SettingsList(ListScreen):
    """Lines of settings; every chosen value is in effect and saved at once.

    A mouse click chooses any value, and the right button closes the list. With the keyboard, a letter or an arrow
    chooses a value of the focused line, which has a mark.
    """

    is_static = True

    labels_cell: CellPosition
    """The column of the labels and the row of the first line."""
    values_column: int
    """The column of the first value of each line."""
    values_width: int
    """The width available for values in cells; further values continue in the rows below."""
    line_keys = ListKeys(activate=ENTER_KEYS)
    """The keys that move between lines."""
    value_width = 0
    """The width of a value in cells; 0: as the longest label of the setting needs."""

    def __init__(self, app: App, settings: Sequence[SettingDef]) -> None:
        super().__init__(app)
        self.settings = settings

    def show_settings(self, line_index: int = 0) -> None:
        """Show the settings with the line of this index focused."""
        self.show_list(
            ListModel(
                tuple(setting.name for setting in self.settings),
                selected_index=line_index,
                keys=self.line_keys,
            )
        )

    def show_list(self, list_model: ListModel) -> None:
        """Focus the selected line, and show the prompt of its setting."""
        self.list_model = list_model
        setting, values = self.settings[list_model.selected_index], self.build_value_list()
        self.selected_id = values.selected_id
        *letters, last = dict.fromkeys(values.hotkeys)
        self.message = f"{setting.label}: press {' or '.join(filter(None, [', '.join(letters), last]))}"

    def build_value_list(self, line_index: int | None = None) -> ListModel:
        """Return the values of a line as a list of their own; None: of the focused line."""
        setting = self.settings[self.list_model.selected_index if line_index is None else line_index]
        values, current_value = [value for value, _ in setting.values], self.app.settings.get(setting.key)
        return ListModel(
            # Ids contain no blanks: the two numbers of a size are joined with an x.
            tuple(f"config:{setting.name}:{value.replace(' ', 'x')}" for value in values),
            tuple(word[0].upper() for _, word in setting.values),
            # A missing custom deck is shown as the first value.
            values.index(current_value) if current_value in values else 0,
            keys=_VALUE_KEYS,
        )

    def choose_value(self, line_index: int, value_index: int) -> None:
        """Choose a value of a line by its index."""
        setting = self.settings[line_index]
        self.app.settings_store.set_values({setting.key: setting.values[value_index][0]})
        self.show_list(self.list_model._replace(selected_index=line_index))

    def handle_event(self, event: Event) -> None:
        """Close at the right button, wherever it is pressed."""
        if isinstance(event, MousePress) and event.button == 2:
            self.close()
        else:
            super().handle_event(event)

    def on_key(self, key: KeyPress) -> None:
        """Choose a value with letters, Left and Right; move between lines with Up, Down and Enter."""
        # Home, End and the other keys move between lines.
        action = (
            self.build_value_list().handle_key(key) if key.char or key.name in ("LEFT", "RIGHT") else None
        )
        if action is not None:
            self.choose_value(self.list_model.selected_index, action.row_index)
        elif key.char:
            self.app.sounds.play_events("refuse")
        else:
            super().on_key(key)

    def on_action(self, action_id: str) -> None:
        """Choose the value that is clicked, or close."""
        for line_index in range(len(self.settings)):
            action = self.build_value_list(line_index).handle_click(action_id)
            if action is not None:
                self.choose_value(line_index, action.row_index)
                return
        super().on_action(action_id)

    def _value_width(self, setting: SettingDef) -> int:
        return self.value_width or max(len(word) for _, word in setting.values) + 2

    def _count_rows(self, setting: SettingDef) -> int:
        """Return how many list rows the values of a setting take."""
        return -(-len(setting.values) // max(1, self.values_width // self._value_width(setting)))

    @property
    def row_count(self) -> int:
        """The rows of cells that all lines take."""
        return ROW_PITCH * sum(map(self._count_rows, self.settings))

    def get_value_cell(self, line_index: int, value_index: int) -> CellPosition:
        """Return the column and row of a value."""
        _, row = self.labels_cell
        setting = self.settings[line_index]
        values_per_row = max(1, self.values_width // self._value_width(setting))
        rows_above = sum(map(self._count_rows, self.settings[:line_index])) + value_index // values_per_row
        return self.values_column + self._value_width(setting) * (
            value_index % values_per_row
        ), row + ROW_PITCH * rows_above

    def build_line_elements(self, focused_line_index: int) -> list[Element]:
        """Create the lines, chosen values in bars, with a mark before the focused line; -1: no line is focused."""
        dress, elements = self.theme, []
        for line_index, setting in enumerate(self.settings):
            column, row = self.labels_cell[0], self.get_value_cell(line_index, 0)[1]
            elements.append(
                text_element(
                    column - 2,
                    row,
                    *(("►", dress.hotkey) if line_index == focused_line_index else (" ", dress.text)),
                )
            )
            elements.append(
                text_element(
                    column,
                    row,
                    setting.label,
                    dress.hotkey if line_index == focused_line_index else dress.text,
                )
            )
            values = self.build_value_list(line_index)
            for value_index, target_id in enumerate(values.target_ids):
                cell, label, is_current = (
                    self.get_value_cell(line_index, value_index),
                    setting.values[value_index][1],
                    value_index == values.selected_index,
                )
                element = menu_row(*cell, label, self.value_width - 2, dress, is_current)
                rect = cells_to_pixels(*cell, self._value_width(setting) - bool(self.value_width), ROW_PITCH)
                element = element._replace(rect=rect)
                elements.append(
                    element.with_target(target_id, label=label, group=setting.label, checked=is_current)
                )
        return elements


_BOX_WIDTH, _BOX_TOP = 60, 5
_MOUSE_NOTE = "Mouse: click, then the right button"
_BOX_LEFT = (COLUMNS - _BOX_WIDTH) // 2


class ConfigDialog(SettingsList):
    """A box with the settings of an edition.

    The keyboard goes through the lines from first to last: a letter chooses a value, Enter moves to the next line.
    """

    name = "config"
    is_overlay = True
    labels_cell = _BOX_LEFT + 4, _BOX_TOP + 2
    values_column = _BOX_LEFT + 23
    value_width = 12
    line_keys = ListKeys(next=("DOWN", "TAB"), activate=ENTER_KEYS)
    values_width = 36
    KEY_HINTS = (
        KeyHint("Letter", "Choose"),
        KeyHint("Enter", "Next"),
        KeyHint("↑↓ ←→", "Move"),
        KeyHint("Esc or right button", "Done", "back"),
    )

    def __init__(self, app: App, settings: Sequence[SettingDef]) -> None:
        super().__init__(app, settings)
        self.show_settings()

    def activate_row(self, row_index: int) -> None:
        """Move to the next setting; after the last one, close the box."""
        if row_index + 1 < len(self.settings):
            self.show_list(self.list_model._replace(selected_index=row_index + 1))
        else:
            self.close()

    def build_elements(self) -> list[Element]:
        """Return the box, with the prompt of the focused line below the lines."""
        dress, prompt_row = self.theme, _BOX_TOP + self.row_count + 2
        return [
            box_element(_BOX_LEFT, _BOX_TOP, _BOX_WIDTH, self.row_count + 6, dress, "Configuration"),
            *self.build_line_elements(self.list_model.selected_index),
            text_element(_BOX_LEFT, prompt_row, "╟" + "─" * (_BOX_WIDTH - 2) + "╢", dress.frame, spoken=""),
            centred_text(prompt_row + 1, self.message or "", dress.text),
            centred_text(
                prompt_row + 2,
                self.settings[self.list_model.selected_index].description or _MOUSE_NOTE,
                dress.text,
            ),
        ]
