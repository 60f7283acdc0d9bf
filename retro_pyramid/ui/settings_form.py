"""A list of settings with their values side by side, and the configuration dialog with such a list."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from retro_pyramid.machine.events import Event, Key, Press
from retro_pyramid.machine.video import COLUMNS
from retro_pyramid.settings import Setting
from retro_pyramid.ui.drawing import Hint, cells_rect
from retro_pyramid.ui.element import Part, centred, lettered, panel, text
from retro_pyramid.ui.lists import ENTER, PITCH, Keys, Listing, ListScreen

if TYPE_CHECKING:
    from retro_pyramid.app.app import App

_VALUE_KEYS = Keys(("LEFT",), ("RIGHT", "SPACE"), ())
Cell = tuple[int, int]
"""A column and a row."""


class SettingLines(ListScreen):
    """Lines of settings; every chosen value is in effect and saved at once.

    A mouse click chooses any value, and the right button closes the list. With the keyboard, a letter or an arrow
    chooses a value of the focused line, which has a mark.
    """

    rests = True

    labels: Cell
    """The column of the labels and the row of the first line."""
    values_at: int
    """The column of the first value of each line."""
    room: int
    """The width available for values in cells; further values continue in the rows below."""
    line_keys = Keys(take=ENTER)
    """The keys that move between lines."""
    value_width = 0
    """The width of a value in cells; 0: as the longest label of the setting needs."""

    def __init__(self, app: App, settings: Sequence[Setting]) -> None:
        super().__init__(app)
        self.settings = settings

    def show_lines(self, at: int = 0) -> None:
        """Show the settings with the line of this index focused."""
        self.start(Listing(tuple(setting.name for setting in self.settings), at=at, keys=self.line_keys))

    def start(self, listing: Listing) -> None:
        """Focus the selected line, and show the prompt of its setting."""
        self.listing = listing
        setting, values = self.settings[listing.at], self.values()
        self.selected = values.selected
        *letters, last = dict.fromkeys(values.letters)
        self.message = f"{setting.label}: press {' or '.join(filter(None, [', '.join(letters), last]))}"

    def values(self, line: int | None = None) -> Listing:
        """Return the values of a line as a list of their own; None: of the focused line."""
        setting = self.settings[self.listing.at if line is None else line]
        values, current_value = [value for value, _ in setting.values], self.app.settings.get(setting.setting)
        return Listing(
            # Ids contain no blanks: the two numbers of a size are joined with an x.
            tuple(f"config:{setting.name}:{value.replace(' ', 'x')}" for value in values),
            tuple(word[0].upper() for _, word in setting.values),
            # A missing custom deck is shown as the first value.
            values.index(current_value) if current_value in values else 0,
            keys=_VALUE_KEYS,
        )

    def choose(self, line: int, value: int) -> None:
        """Choose a value of a line by its index."""
        setting = self.settings[line]
        self.app.choices.change({setting.setting: setting.values[value][0]})
        self.start(self.listing._replace(at=line))

    def event(self, event: Event) -> None:
        """Close at the right button, wherever it is pressed."""
        if isinstance(event, Press) and event.button == 2:
            self.leave()
        else:
            super().event(event)

    def key(self, key: Key) -> None:
        """Choose a value with letters, Left and Right; move between lines with Up, Down and Enter."""
        # Home, End and the other keys move between lines.
        action = self.values().key(key) if key.char or key.name in ("LEFT", "RIGHT") else None
        if action is not None:
            self.choose(self.listing.at, action.row)
        elif key.char:
            self.app.sounds.play("refuse")
        else:
            super().key(key)

    def act(self, name: str) -> None:
        """Choose the value that is clicked, or close."""
        for line_index in range(len(self.settings)):
            action = self.values(line_index).click(name)
            if action is not None:
                self.choose(line_index, action.row)
                return
        super().act(name)

    def _value_width(self, setting: Setting) -> int:
        return self.value_width or max(len(word) for _, word in setting.values) + 2

    def _count_rows(self, setting: Setting) -> int:
        """Return how many list rows the values of a setting take."""
        return -(-len(setting.values) // max(1, self.room // self._value_width(setting)))

    @property
    def height(self) -> int:
        """The rows of cells that all lines take."""
        return PITCH * sum(map(self._count_rows, self.settings))

    def place(self, line: int, at: int) -> Cell:
        """Return the column and row of a value."""
        _, row = self.labels
        setting = self.settings[line]
        values_per_row = max(1, self.room // self._value_width(setting))
        rows_above = sum(map(self._count_rows, self.settings[:line])) + at // values_per_row
        return self.values_at + self._value_width(setting) * (at % values_per_row), row + PITCH * rows_above

    def line_parts(self, asked: int) -> list[Part]:
        """Create the lines, chosen values in bars, with a mark before the focused line; -1: no line is focused."""
        dress, elements = self.dress, []
        for line_index, setting in enumerate(self.settings):
            column, row = self.labels[0], self.place(line_index, 0)[1]
            elements.append(
                text(column - 2, row, *(("►", dress.hot) if line_index == asked else (" ", dress.paper)))
            )
            elements.append(
                text(column, row, setting.label, dress.hot if line_index == asked else dress.paper)
            )
            values = self.values(line_index)
            for value_index, target_id in enumerate(values.ids):
                cell, label, is_current = (
                    self.place(line_index, value_index),
                    setting.values[value_index][1],
                    value_index == values.at,
                )
                element = lettered(*cell, label, self.value_width - 2, dress, is_current)
                rect = cells_rect(*cell, self._value_width(setting) - bool(self.value_width), PITCH)
                element = element._replace(rect=rect)
                elements.append(element.use(target_id, words=label, of=setting.label, chosen=is_current))
        return elements


_BOX_WIDTH, _BOX_TOP = 60, 5
_MOUSE_NOTE = "Mouse: click, then the right button"
_BOX_LEFT = (COLUMNS - _BOX_WIDTH) // 2


class Config(SettingLines):
    """A box with the settings of an edition.

    The keyboard goes through the lines from first to last: a letter chooses a value, Enter moves to the next line.
    """

    name = "config"
    overlay = True
    labels = _BOX_LEFT + 4, _BOX_TOP + 2
    values_at = _BOX_LEFT + 23
    value_width = 12
    line_keys = Keys(on=("DOWN", "TAB"), take=ENTER)
    room = 36
    key_hints = (
        Hint("Letter", "Choose"),
        Hint("Enter", "Next"),
        Hint("↑↓ ←→", "Move"),
        Hint("Esc or right button", "Done", "back"),
    )

    def __init__(self, app: App, settings: Sequence[Setting]) -> None:
        super().__init__(app, settings)
        self.show_lines()

    def take(self, row: int) -> None:
        """Move to the next setting; after the last one, close the box."""
        if row + 1 < len(self.settings):
            self.start(self.listing._replace(at=row + 1))
        else:
            self.leave()

    def parts(self) -> list[Part]:
        """Return the box, with the prompt of the focused line below the lines."""
        dress, prompt_row = self.dress, _BOX_TOP + self.height + 2
        return [
            panel(_BOX_LEFT, _BOX_TOP, _BOX_WIDTH, self.height + 6, dress, "Configuration"),
            *self.line_parts(self.listing.at),
            text(_BOX_LEFT, prompt_row, "╟" + "─" * (_BOX_WIDTH - 2) + "╢", dress.frame, told=""),
            centred(prompt_row + 1, self.message or "", dress.paper),
            centred(prompt_row + 2, self.settings[self.listing.at].note or _MOUSE_NOTE, dress.paper),
        ]
