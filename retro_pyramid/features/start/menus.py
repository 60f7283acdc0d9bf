"""The main menu of an edition, and the list of the other editions."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING

from retro_pyramid.app.assets import load_help_text
from retro_pyramid.app.edition_spec import MenuItem
from retro_pyramid.features.help import HelpScreen
from retro_pyramid.machine.targets import MIN_TOUCH_SIZE
from retro_pyramid.machine.video import COLUMNS, ROWS
from retro_pyramid.scenes.title import GAME_MENU_LABEL, HELP_MENU_LABEL, TitleMenuBar, draw_backdrop
from retro_pyramid.settings import LAST_EDITION_SETTING
from retro_pyramid.ui.drawing import DOUBLE_LINE_CHARS, SINGLE_LINE_CHARS, KeyHint, cells_to_pixels
from retro_pyramid.ui.element import (
    Element,
    box_element,
    custom_element,
    fill_element,
    header_element,
    spoken_only,
    text_element,
)
from retro_pyramid.ui.lists import ROW_PITCH, ListBox, ListRow
from retro_pyramid.ui.timing import MENU_IDLE_TICKS

if TYPE_CHECKING:
    from retro_pyramid.app.app import App

_BOX_WIDTH = 34
_BOX_TOP = 9
_BOTTOM_ROW = ROWS - 2
"""The row below the lowest row that a menu may cover."""
_MAX_SPACED_ITEMS = 5
"""The most items below each other that leave room for a blank line above them."""
_RESUME_ITEM = MenuItem("go_on", "Go on", "go_on", description="The games you left off")
_ACTION_KEYS = {"F1": "help", "F3": "today"}
"""Keys that run an action whichever item is selected."""
MenuAction = Callable[[MenuItem], None]


class Menu(ListBox):
    """A menu: the edition's main menu, or one of other `items`.

    `actions` maps the action of an item to the function that runs it. Esc runs the action `quit`, even if no item has it.
    """

    name = "menu"
    shows_messages = True
    activates_immediately = False
    activates_on_click = True
    idle_timeout_ticks = MENU_IDLE_TICKS
    tip_row = _BOTTOM_ROW
    max_rows_per_column = 6
    """How many items fit in one column of a box below the name in the title picture."""
    esc_label = "Quit"
    """The label of the key hint for Esc."""
    header_texts: tuple[str, str, str] | None = None
    """Department, title and issue in the header, or None for those of the edition."""

    def __init__(
        self, app: App, actions: Mapping[str, MenuAction], items: tuple[MenuItem, ...] | None = None
    ) -> None:
        super().__init__(app)
        self._actions: Mapping[str, MenuAction] = {
            "setup": lambda _: self.app.toggle_setup(),
            "sound": lambda _: self.app.cycle_sound_level(),
            **actions,
        }
        self._is_main = items is None
        self._menu_bars = (app.edition.title_animation.menu_bars if self._is_main else None) or {}
        self._are_tips_enabled = app.make_tips_check() if items is None else lambda: False
        if self._is_main:
            self.activates_on_click = app.edition.menu_activates_on_click
        self._set_items(items or self._main_items())
        matches = [bool(item.options) and item.options.items() <= app.options.items() for item in self._items]
        self.show_rows(matches.index(True) if True in matches else 0)

    def _set_items(self, items: tuple[MenuItem, ...]) -> None:
        """Replace the items of the menu."""
        self._items = items
        self._rows = [
            ListRow(f"menu:{item.name}", item.label, item.hotkeys or item.label[0].upper()) for item in items
        ]

    def _main_items(self) -> tuple[MenuItem, ...]:
        """Return the items of the main menu, with "Go on" below those that start a game if there is an unfinished one."""
        record = self.app.edition
        has_unfinished = self.app.services.files.unfinished_games.list_unfinished(record.id)
        play_count = sum(item.action == "play" for item in record.menu_items)
        return (
            *record.menu_items[:play_count],
            *([_RESUME_ITEM] if has_unfinished else []),
            *record.menu_items[play_count:],
        )

    def reload(self) -> bool:
        """Offer an imported unfinished game, too; the selection stays on its item."""
        if self._is_main:
            selected_name = self._items[self.list_model.selected_index].name
            self._set_items(self._main_items())
            self.select_item(selected_name)
        return False

    @property
    def _menu_bar(self) -> TitleMenuBar | None:
        """The menu bar from which the menu drops down in this display mode, or None if the menu is a box."""
        return self._menu_bars.get(self.display.mode)

    @property
    def rows_per_column(self) -> int:  # type: ignore[override]
        """Items per column: all, or half of them if more would cover the name in the title picture."""
        bar, count = self._menu_bar, len(self._items)
        max_rows = (bar.menu_end_row - bar.row - 3) // ROW_PITCH if bar else self.max_rows_per_column
        return count if count <= max_rows else -(-count // 2)

    @property
    def _column_count(self) -> int:
        """The number of columns of items."""
        return -(-len(self._items) // self.rows_per_column)

    @property
    def label_indent(self) -> int:  # type: ignore[override]
        """Cells from the frame to the labels."""
        return 3 if self._menu_bar and self._column_count > 1 else 6

    @property
    def _has_blank_line(self) -> bool:
        """Whether there is a blank line above the items: always below a menu bar, for titles as high as a finger."""
        return self.rows_per_column <= _MAX_SPACED_ITEMS or self._menu_bar is not None

    @property
    def _box_height(self) -> int:
        """The height of the box in rows; below a menu bar the last item reaches into the lower edge of the box."""
        return ROW_PITCH * self.rows_per_column + (3 if self._has_blank_line and not self._menu_bar else 2)

    @property
    def _box_top(self) -> int:
        """The row of the upper edge of the box."""
        return self._menu_bar.row + 1 if self._menu_bar else min(_BOX_TOP, _BOTTOM_ROW - self._box_height)

    def select_item(self, item_name: str) -> None:
        """Select the item of this name, if there is one."""
        item_names = [item.name for item in self._items]
        if item_name in item_names:
            self.show_rows(item_names.index(item_name))

    def get_rows(self) -> Sequence[ListRow]:
        """Return the items."""
        return self._rows

    def get_list_position(self) -> tuple[int, int, int]:
        """Return the column of the frame, the first row of the list and the width of the box, in cells."""
        first_row = self._box_top + (2 if self._has_blank_line else 1)
        if self._menu_bar:
            column_width = max(len(item.label) for item in self._items) + self.label_indent + 2
            return self._menu_bar.game_column - 1, first_row, self._column_count * column_width + 2
        max_label_length = max(len(item.label) for item in self._items)
        width = (
            _BOX_WIDTH
            if self._column_count == 1
            else self._column_count * (max_label_length + self.label_indent) + 2
        )
        return (COLUMNS - width) // 2, first_row, width

    def on_idle(self) -> None:
        """Run the action `attract`, if there is one."""
        self.on_action("attract")

    def on_action(self, action_id: str) -> None:
        """Run the action, or the action of the target, of this name."""
        action_name = action_id.removeprefix("button:")
        if action_name in self._actions:
            self._actions[action_name](self._items[self.list_model.selected_index])
        elif action_name == "choose":
            self.activate_row(self.list_model.selected_index)
        elif action_name == "across":
            self.show_rows((self.list_model.selected_index + self.rows_per_column) % len(self._items))
        else:
            super().on_action(action_id)

    def activate_row(self, row_index: int) -> None:
        """Select an item and run its action."""
        self.show_list(self.list_model._replace(selected_index=row_index))
        self.on_action(self._items[row_index].action)

    def close(self) -> None:
        """Run the action `quit`, which asks whether to leave, or goes back."""
        self.on_action("quit")

    def get_key_bindings(self) -> list[tuple[str, str]]:
        """Return the key bindings: help and the daily deal, and Left and Right if there are two columns."""
        keys = {**_ACTION_KEYS, f"ALT+{HELP_MENU_LABEL[0]}": "help"} if self._menu_bar else _ACTION_KEYS
        column_keys = [("LEFT", "across"), ("RIGHT", "across")] if self._column_count > 1 else []
        return [
            *super().get_key_bindings(),
            *column_keys,
            *((key, name) for key, name in keys.items() if name in self._actions),
        ]

    def get_key_hints(self) -> list[KeyHint]:
        """Return the key hints of the menu."""
        return [
            KeyHint("↑↓", "Move"),
            KeyHint("Enter", "Choose", "button:choose"),
            KeyHint("F1", "Help", "button:help"),
            KeyHint("F2", "Sound", "button:sound"),
            *([KeyHint("F3", "Today", "button:today")] if "today" in self._actions else []),
            KeyHint("F8", "Setup", "button:setup"),
            KeyHint("Esc", self.esc_label, "back"),
        ]

    @property
    def tip(self) -> str:
        """The description of the selected item while tips are enabled, else empty."""
        return self._items[self.list_model.selected_index].description if self._are_tips_enabled() else ""

    @property
    def message_row(self) -> int:
        """The row of messages: above a box, below a menu that drops down from a menu bar."""
        return _BOTTOM_ROW if self._menu_bar else self._box_top - 2

    def build_backdrop(self) -> list[Element]:
        """Return the elements behind the menu: the title picture, and the titles of the menu bar if there is one."""
        bar, dress = self._menu_bar, self.theme
        if not bar:
            return [custom_element(lambda _: draw_backdrop(self.app))]
        elements = [
            custom_element(lambda _: draw_backdrop(self.app, 0, is_under_menu=self.app.top_screen is self))
        ]
        if not bar.is_in_picture:
            elements.append(fill_element(0, bar.row, COLUMNS, 1, " ", dress.text))
            elements.append(text_element(bar.help_column, bar.row, HELP_MENU_LABEL, dress.text, spoken=""))
        if self.app.top_screen is self:
            elements.append(
                text_element(bar.game_column - 1, bar.row, f" {GAME_MENU_LABEL} ", dress.selection, spoken="")
            )
        elif not bar.is_in_picture:
            elements.append(text_element(bar.game_column, bar.row, GAME_MENU_LABEL, dress.text, spoken=""))
        return elements

    def build_elements(self) -> list[Element]:
        """Return header and box over the title picture; below another screen, the backdrop and the header alone."""
        record = self.app.edition
        texts = self.header_texts or (record.department, record.title, record.issue)
        header = (
            spoken_only(f"{texts[0]} {texts[1].upper()} {texts[2]}")
            if self._menu_bar
            else header_element(*texts, self.theme)
        )
        elements = [*self.build_backdrop(), header]
        if self.app.top_screen is not self:
            # Otherwise half of the menu would show around the box over it.
            return elements
        column, _, width = self.get_list_position()
        frame_lines = SINGLE_LINE_CHARS if self._menu_bar else DOUBLE_LINE_CHARS
        # A menu of a window that is drawn in the picture has no shadow, as the menus of such windows have none.
        has_shadow = not (self._menu_bar and self._menu_bar.is_in_picture)
        box = box_element(
            column,
            self._box_top,
            width,
            self._box_height,
            self.theme,
            line_chars=frame_lines,
            has_shadow=has_shadow,
        )
        elements += [box, *self.build_row_elements()]
        if self._menu_bar:
            x, y, width, _ = cells_to_pixels(
                self._menu_bar.help_column - 1, self._menu_bar.row, len(HELP_MENU_LABEL) + 2, 1
            )
            # The height that a finger needs covers a little of the box below.
            elements.append(Element((x, y, width, MIN_TOUCH_SIZE[1])).with_target("button:help"))
        return elements


def show_edition_help(app: App, edition: str) -> None:
    """Show the help of an edition other than the current one."""
    app.push(
        HelpScreen(app, load_help_text(edition), heading=("HELP", app.services.load_edition(edition).title))
    )


class EditionsMenu(Menu):
    """The menu of the other editions, with the one played before the current one selected."""

    state_program = "shell"
    esc_label = "Back"
    header_texts = ("SHELF", "OTHER PYRAMIDS", "1990-92")

    def __init__(self, app: App, on_select: Callable[[str], None], on_leave: Callable[[], None]) -> None:
        other_titles = {
            name: title for name, title in app.services.edition_titles.items() if name != app.edition.id
        }
        items = tuple(MenuItem(name, title, "switch") for name, title in other_titles.items())
        super().__init__(
            app,
            {
                "switch": lambda item: on_select(item.name),
                "help": lambda item: show_edition_help(app, item.name),
                "quit": lambda _: on_leave(),
            },
            items,
        )
        self.select_item(app.settings[LAST_EDITION_SETTING])
