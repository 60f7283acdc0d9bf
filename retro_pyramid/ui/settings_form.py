"""A list of settings with their values side by side, and the configuration dialog that shows one."""

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


class SettingLines(ListScreen):
    """Lines of settings; every choice holds and is kept at once.

    With the mouse any value can be clicked and the right button ends it; with the keyboard a letter or an arrow chooses
    a value of the line that has the mark.
    """

    rests = True

    labels: Cell
    """The column of the settings' names and the row of the first line."""
    values_at: int
    """The column of the first value of each."""
    room: int
    """The cells there are for values; what does not fit goes on below."""
    line_keys = Keys(take=ENTER)
    value_width = 0
    """How many cells a value has; 0: as its setting's longest word needs."""

    def __init__(self, app: App, settings: Sequence[Setting]) -> None:
        super().__init__(app)
        self.settings = settings

    def show_lines(self, at: int = 0) -> None:
        """Begin with the mark on the line of this index."""
        self.start(Listing(tuple(setting.name for setting in self.settings), at=at, keys=self.line_keys))

    def start(self, listing: Listing) -> None:
        """Ask for the setting whose line has the mark now."""
        self.listing = listing
        setting, values = self.settings[listing.at], self.values()
        self.selected = values.selected
        *letters, last = dict.fromkeys(values.letters)
        self.message = f"{setting.label}: press {' or '.join(filter(None, [', '.join(letters), last]))}"

    def values(self, line: int | None = None) -> Listing:
        """Return the values of a line, that with the mark unless another is named, as a list of their own."""
        setting = self.settings[self.listing.at if line is None else line]
        values, now = [value for value, _ in setting.values], self.app.settings.get(setting.setting)
        return Listing(
            # An id has no blanks: a size of two numbers is written with an x.
            tuple(f"config:{setting.name}:{value.replace(' ', 'x')}" for value in values),
            tuple(word[0].upper() for _, word in setting.values),
            # A deck of one's own that is not there is the first.
            values.index(now) if now in values else 0,
            keys=_VALUE_KEYS,
        )

    def choose(self, line: int, value: int) -> None:
        """Choose a value of a line by its index."""
        setting = self.settings[line]
        self.app.choices.change({setting.setting: setting.values[value][0]})
        self.start(self.listing._replace(at=line))

    def event(self, event: Event) -> None:
        """End at the right button, wherever it is pressed."""
        if isinstance(event, Press) and event.button == 2:
            self.leave()
        else:
            super().event(event)

    def key(self, key: Key) -> None:
        """Letters and arrows across choose a value, arrows up and down and Enter a line."""
        # Home, End and the like are those of the lines.
        value = self.values().key(key) if key.char or key.name in ("LEFT", "RIGHT") else None
        if value is not None:
            self.choose(self.listing.at, value.row)
        elif key.char:
            self.app.sounds.play("refuse")
        else:
            super().key(key)

    def act(self, name: str) -> None:
        """Choose the value clicked, or end."""
        for line in range(len(self.settings)):
            value = self.values(line).click(name)
            if value is not None:
                self.choose(line, value.row)
                return
        super().act(name)

    def _width(self, setting: Setting) -> int:
        return self.value_width or max(len(word) for _, word in setting.values) + 2

    def _rows(self, setting: Setting) -> int:
        """Return how many rows of values a setting takes."""
        return -(-len(setting.values) // max(1, self.room // self._width(setting)))

    @property
    def height(self) -> int:
        """The rows of cells that all lines take."""
        return PITCH * sum(map(self._rows, self.settings))

    def place(self, line: int, at: int) -> Cell:
        """Return the column and row of a value."""
        _, row = self.labels
        setting = self.settings[line]
        across = max(1, self.room // self._width(setting))
        above = sum(map(self._rows, self.settings[:line])) + at // across
        return self.values_at + self._width(setting) * (at % across), row + PITCH * above

    def line_parts(self, asked: int) -> list[Part]:
        """Return the lines; chosen values in bars, a mark before the line asked for, -1 for none."""
        dress, found = self.dress, []
        for line, setting in enumerate(self.settings):
            column, row = self.labels[0], self.place(line, 0)[1]
            found.append(text(column - 2, row, *(("►", dress.hot) if line == asked else (" ", dress.paper))))
            found.append(text(column, row, setting.label, dress.hot if line == asked else dress.paper))
            values = self.values(line)
            for at, name in enumerate(values.ids):
                place, words, chosen = self.place(line, at), setting.values[at][1], at == values.at
                value = lettered(*place, words, self.value_width - 2, dress, chosen)
                rect = cells_rect(*place, self._width(setting) - bool(self.value_width), PITCH)
                value = value._replace(rect=rect)
                found.append(value.use(name, words=words, of=setting.label, chosen=chosen))
        return found


_WIDTH, _TOP = 60, 5
_MOUSE = "Mouse: click, then the right button"
_LEFT = (COLUMNS - _WIDTH) // 2


class Config(SettingLines):
    """The settings of a program in a box.

    With the keyboard the lines are gone through from the first to the last, a letter choosing and Enter going on.
    """

    name = "config"
    overlay = True
    labels = _LEFT + 4, _TOP + 2
    values_at = _LEFT + 23
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
        """Go on to the next setting; after the last one the box goes."""
        if row + 1 < len(self.settings):
            self.start(self.listing._replace(at=row + 1))
        else:
            self.leave()

    def parts(self) -> list[Part]:
        """Return the box; the line asked for has a mark, and its prompt stands below."""
        dress, below = self.dress, _TOP + self.height + 2
        return [
            panel(_LEFT, _TOP, _WIDTH, self.height + 6, dress, "Configuration"),
            *self.line_parts(self.listing.at),
            text(_LEFT, below, "╟" + "─" * (_WIDTH - 2) + "╢", dress.frame, told=""),
            centred(below + 1, self.message or "", dress.paper),
            centred(below + 2, self.settings[self.listing.at].note or _MOUSE, dress.paper),
        ]
