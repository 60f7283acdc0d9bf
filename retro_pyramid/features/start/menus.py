"""The main menu of an edition, and the list of the other editions."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING

from retro_pyramid.app.assets import help_text
from retro_pyramid.app.edition_spec import MenuItem
from retro_pyramid.features.help import Help
from retro_pyramid.machine.targets import REACH
from retro_pyramid.machine.video import COLUMNS, ROWS
from retro_pyramid.scenes.title import GAME, HELP, Bar, draw_backdrop
from retro_pyramid.settings import LAST
from retro_pyramid.ui.drawing import DOUBLE, SINGLE, Hint, cells_rect
from retro_pyramid.ui.element import Part, filled, masthead, painted, panel, said, text
from retro_pyramid.ui.lists import PITCH, ListBox, Row
from retro_pyramid.ui.timing import MENU_IDLE_TICKS

if TYPE_CHECKING:
    from retro_pyramid.app.app import App

_BOX_WIDTH = 34
_BOX_TOP = 9
_BOTTOM_ROW = ROWS - 2
"""The row below the lowest row that a menu may cover."""
_MAX_SPACED_ITEMS = 5
"""The most items below each other that leave room for a blank line above them."""
_RESUME_ITEM = MenuItem("go_on", "Go on", "go_on", note="The games you left off")
_ACTION_KEYS = {"F1": "help", "F3": "today"}
"""Keys that run an action whichever item is selected."""
Action = Callable[[MenuItem], None]


class Menu(ListBox):
    """A menu: the edition's main menu, or one of other `items`.

    `actions` maps the action of an item to the function that runs it. Esc runs the action `quit`, even if no item has it.
    """

    name = "menu"
    speaks = True
    at_once = False
    one_click = True
    patience = MENU_IDLE_TICKS
    lesson_row = _BOTTOM_ROW
    one_column = 6
    """How many items fit in one column of a box below the name in the title picture."""
    esc = "Quit"
    """The label of the key hint for Esc."""
    heading: tuple[str, str, str] | None = None
    """Department, title and issue in the header, or None for those of the edition."""

    def __init__(
        self, app: App, actions: Mapping[str, Action], items: tuple[MenuItem, ...] | None = None
    ) -> None:
        super().__init__(app)
        self._actions: Mapping[str, Action] = {
            "setup": lambda _: self.app.set_up(),
            "sound": lambda _: self.app.toggle_sound(),
            **actions,
        }
        self._is_main = items is None
        self._menu_bars = (app.record.picture.bar if self._is_main else None) or {}
        self._are_tips_enabled = app.newcomer() if items is None else lambda: False
        if self._is_main:
            self.one_click = app.record.one_click
        self._set_items(items or self._main_items())
        matches = [bool(item.options) and item.options.items() <= app.options.items() for item in self._items]
        self.start_at(matches.index(True) if True in matches else 0)

    def _set_items(self, items: tuple[MenuItem, ...]) -> None:
        """Replace the items of the menu."""
        self._items = items
        self._rows = [
            Row(f"menu:{item.name}", item.label, item.keys or item.label[0].upper()) for item in items
        ]

    def _main_items(self) -> tuple[MenuItem, ...]:
        """Return the items of the main menu, with "Go on" below those that start a game if there is an unfinished one."""
        record = self.app.record
        has_unfinished = self.app.services.files.resume.left(record.id)
        play_count = sum(item.action == "play" for item in record.menu)
        return (
            *record.menu[:play_count],
            *([_RESUME_ITEM] if has_unfinished else []),
            *record.menu[play_count:],
        )

    def read_again(self) -> bool:
        """Offer an imported unfinished game, too; the selection stays on its item."""
        if self._is_main:
            selected_name = self._items[self.listing.at].name
            self._set_items(self._main_items())
            self.begin_at(selected_name)
        return False

    @property
    def _menu_bar(self) -> Bar | None:
        """The menu bar from which the menu drops down in this display mode, or None if the menu is a box."""
        return self._menu_bars.get(self.video.mode)

    @property
    def tall(self) -> int:  # type: ignore[override]
        """Items per column: all, or half of them if more would cover the name in the title picture."""
        bar, count = self._menu_bar, len(self._items)
        max_rows = (bar.foot - bar.row - 3) // PITCH if bar else self.one_column
        return count if count <= max_rows else -(-count // 2)

    @property
    def _column_count(self) -> int:
        """The number of columns of items."""
        return -(-len(self._items) // self.tall)

    @property
    def indent(self) -> int:  # type: ignore[override]
        """Cells from the frame to the labels."""
        return 3 if self._menu_bar and self._column_count > 1 else 6

    @property
    def _has_blank_line(self) -> bool:
        """Whether there is a blank line above the items: always below a menu bar, for titles as high as a finger."""
        return self.tall <= _MAX_SPACED_ITEMS or self._menu_bar is not None

    @property
    def _box_height(self) -> int:
        """The height of the box in rows; below a menu bar the last item reaches into the lower edge of the box."""
        return PITCH * self.tall + (3 if self._has_blank_line and not self._menu_bar else 2)

    @property
    def _box_top(self) -> int:
        """The row of the upper edge of the box."""
        return self._menu_bar.row + 1 if self._menu_bar else min(_BOX_TOP, _BOTTOM_ROW - self._box_height)

    def begin_at(self, name: str) -> None:
        """Select the item of this name, if there is one."""
        item_names = [item.name for item in self._items]
        if name in item_names:
            self.start_at(item_names.index(name))

    def rows(self) -> Sequence[Row]:
        """Return the items."""
        return self._rows

    def place(self) -> tuple[int, int, int]:
        """Return the column of the frame, the first row of the list and the width of the box, in cells."""
        first_row = self._box_top + (2 if self._has_blank_line else 1)
        if self._menu_bar:
            column_width = max(len(item.label) for item in self._items) + self.indent + 2
            return self._menu_bar.game - 1, first_row, self._column_count * column_width + 2
        max_label_length = max(len(item.label) for item in self._items)
        width = (
            _BOX_WIDTH
            if self._column_count == 1
            else self._column_count * (max_label_length + self.indent) + 2
        )
        return (COLUMNS - width) // 2, first_row, width

    def left_alone(self) -> None:
        """Run the action `attract`, if there is one."""
        self.act("attract")

    def act(self, name: str) -> None:
        """Run the action, or the action of the target, of this name."""
        action_name = name.removeprefix("button:")
        if action_name in self._actions:
            self._actions[action_name](self._items[self.listing.at])
        elif action_name == "choose":
            self.take(self.listing.at)
        elif action_name == "across":
            self.start_at((self.listing.at + self.tall) % len(self._items))
        else:
            super().act(name)

    def take(self, row: int) -> None:
        """Select an item and run its action."""
        self.start(self.listing._replace(at=row))
        self.act(self._items[row].action)

    def leave(self) -> None:
        """Run the action `quit`, which asks whether to leave, or goes back."""
        self.act("quit")

    def keys(self) -> list[tuple[str, str]]:
        """Return the key bindings: help and the daily deal, and Left and Right if there are two columns."""
        keys = {**_ACTION_KEYS, f"ALT+{HELP[0]}": "help"} if self._menu_bar else _ACTION_KEYS
        column_keys = [("LEFT", "across"), ("RIGHT", "across")] if self._column_count > 1 else []
        return [
            *super().keys(),
            *column_keys,
            *((key, name) for key, name in keys.items() if name in self._actions),
        ]

    def hints(self) -> list[Hint]:
        """Return the key hints of the menu."""
        return [
            Hint("↑↓", "Move"),
            Hint("Enter", "Choose", "button:choose"),
            Hint("F1", "Help", "button:help"),
            Hint("F2", "Sound", "button:sound"),
            *([Hint("F3", "Today", "button:today")] if "today" in self._actions else []),
            Hint("F8", "Setup", "button:setup"),
            Hint("Esc", self.esc, "back"),
        ]

    @property
    def lesson(self) -> str:
        """The description of the selected item while tips are enabled, else empty."""
        return self._items[self.listing.at].note if self._are_tips_enabled() else ""

    @property
    def message_row(self) -> int:
        """The row of messages: above a box, below a menu that drops down from a menu bar."""
        return _BOTTOM_ROW if self._menu_bar else self._box_top - 2

    def backdrop(self) -> list[Part]:
        """Return the elements behind the menu: the title picture, and the titles of the menu bar if there is one."""
        bar, dress = self._menu_bar, self.dress
        if not bar:
            return [painted(lambda _: draw_backdrop(self.app))]
        elements = [painted(lambda _: draw_backdrop(self.app, 0, under_menu=self.app.top is self))]
        if not bar.drawn:
            elements.append(filled(0, bar.row, COLUMNS, 1, " ", dress.paper))
            elements.append(text(bar.help, bar.row, HELP, dress.paper, told=""))
        if self.app.top is self:
            elements.append(text(bar.game - 1, bar.row, f" {GAME} ", dress.bar, told=""))
        elif not bar.drawn:
            elements.append(text(bar.game, bar.row, GAME, dress.paper, told=""))
        return elements

    def parts(self) -> list[Part]:
        """Return header and box over the title picture; below another screen, the backdrop and the header alone."""
        record = self.app.record
        texts = self.heading or (record.department, record.title, record.issue)
        header = (
            said(f"{texts[0]} {texts[1].upper()} {texts[2]}")
            if self._menu_bar
            else masthead(*texts, self.dress)
        )
        elements = [*self.backdrop(), header]
        if self.app.top is not self:
            # Otherwise half of the menu would show around the box over it.
            return elements
        column, _, width = self.place()
        frame_lines = SINGLE if self._menu_bar else DOUBLE
        # A menu of a window that is drawn in the picture has no shadow, as the menus of such windows have none.
        has_shadow = not (self._menu_bar and self._menu_bar.drawn)
        box = panel(
            column, self._box_top, width, self._box_height, self.dress, lines=frame_lines, shadow=has_shadow
        )
        elements += [box, *self.row_parts()]
        if self._menu_bar:
            x, y, width, _ = cells_rect(self._menu_bar.help - 1, self._menu_bar.row, len(HELP) + 2, 1)
            # The height that a finger needs covers a little of the box below.
            elements.append(Part((x, y, width, REACH[1])).use("button:help"))
        return elements


def help_of(app: App, edition: str) -> None:
    """Show the help of an edition other than the current one."""
    app.push(Help(app, help_text(edition), heading=("HELP", app.services.load(edition).title)))


class Editions(Menu):
    """The menu of the other editions, with the one played before the current one selected."""

    program = "shell"
    esc = "Back"
    heading = ("SHELF", "OTHER PYRAMIDS", "1990-92")

    def __init__(self, app: App, switch: Callable[[str], None], back: Callable[[], None]) -> None:
        other_titles = {name: title for name, title in app.services.programs.items() if name != app.record.id}
        items = tuple(MenuItem(name, title, "switch") for name, title in other_titles.items())
        super().__init__(
            app,
            {
                "switch": lambda item: switch(item.name),
                "help": lambda item: help_of(app, item.name),
                "quit": lambda _: back(),
            },
            items,
        )
        self.begin_at(app.settings[LAST])
