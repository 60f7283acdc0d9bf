"""Lists: the list model, list screens, list boxes and the dialog that picks one of several rows."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import count
from typing import TYPE_CHECKING, NamedTuple

from retro_pyramid.machine.events import KeyPress
from retro_pyramid.machine.video import COLUMNS, DisplayAdapter
from retro_pyramid.ui.drawing import KeyHint, cells_to_pixels, hotkey_attribute, wrap_text
from retro_pyramid.ui.element import Element, box_element, centred_text, text_element
from retro_pyramid.ui.screen import Screen

if TYPE_CHECKING:
    from retro_pyramid.app.app import App

ENTER_KEYS = ("ENTER", "KPENTER")
"""The names of the Enter keys."""


class ListKeys(NamedTuple):
    """The names of the keys that select the previous and the next row, and of those that activate the selected row."""

    previous: tuple[str, ...] = ("UP",)
    next: tuple[str, ...] = ("DOWN",)
    activate: tuple[str, ...] = (*ENTER_KEYS, "SPACE")


class ListAction(NamedTuple):
    """The result of an event in a list: a row, which is activated if `is_activated`, else only selected."""

    row_index: int
    is_activated: bool = False


class ListModel(NamedTuple):
    """A list of rows by their target ids, with a selection; an immutable value."""

    target_ids: tuple[str, ...]
    """The target id of each row."""
    hotkeys: tuple[str, ...] = ()
    """A capital letter or digit for each row, or several, or an empty tuple.

    Rows with the same letter are selected in turn.
    """
    selected_index: int = 0
    """The index of the selected row, -1 if there is none."""
    activates_immediately: bool = False
    """Whether a letter or a click activates its row.

    If not, both only select it, and a click on the selected row activates it.
    """
    keys: ListKeys = ListKeys()
    """The keys of the list."""
    page_rows: int = 0
    """The number of rows that PgUp and PgDn move by; 0: all."""
    activates_on_click: bool = False
    """Whether a click always activates its row."""

    @property
    def selected_id(self) -> str | None:
        """The target id of the selected row, or None."""
        return self.target_ids[self.selected_index] if self.selected_index >= 0 else None

    def handle_key(self, key: KeyPress) -> ListAction | None:
        """Return what a key does in the list, None if it does nothing; a repeated key activates no row.

        >>> menu = ListModel(("play", "help"), ("P", "H"))
        >>> menu.handle_key(KeyPress("UP")), menu.handle_key(KeyPress("h", "h"))
        (ListAction(row_index=1, is_activated=False), ListAction(row_index=1, is_activated=False))
        >>> menu.handle_key(KeyPress("ENTER"))
        ListAction(row_index=0, is_activated=True)
        """
        row_count, page_rows = len(self.target_ids), self.page_rows or len(self.target_ids)
        if not row_count:
            return None
        if key.name in self.keys.previous:
            return ListAction((max(self.selected_index, 0) - 1) % row_count)
        if key.name in self.keys.next:
            return ListAction((self.selected_index + 1) % row_count)
        if key.name in self.keys.activate:
            return (
                None
                if key.is_repeat or self.selected_index < 0
                else ListAction(self.selected_index, is_activated=True)
            )
        match key.name:
            case "HOME":
                return ListAction(0)
            case "END":
                return ListAction(row_count - 1)
            case "PGUP" | "PGDN":
                return self._move_by(page_rows if key.name == "PGDN" else -page_rows)
        return self._find_hotkey(key.char.upper())

    def handle_wheel(self, notches: int) -> ListAction | None:
        """Return what the wheel does: it moves one row per notch, up to the ends of the list; up is positive."""
        return self._move_by(-notches) if self.target_ids else None

    def handle_click(self, target_id: str) -> ListAction | None:
        """Return what a click on a target does, None if the target is not a row."""
        if target_id not in self.target_ids:
            return None
        return ListAction(
            self.target_ids.index(target_id),
            is_activated=self.activates_immediately
            or self.activates_on_click
            or target_id == self.selected_id,
        )

    def _move_by(self, rows: int) -> ListAction:
        return ListAction(min(max(self.selected_index + rows, 0), len(self.target_ids) - 1))

    def _find_hotkey(self, letter: str) -> ListAction | None:
        first = 0 if self.activates_immediately else self.selected_index + 1
        rows = [row % len(self.target_ids) for row in range(first, first + len(self.hotkeys))]
        match = next((row for row in rows if letter and letter in self.hotkeys[row]), None)
        return None if match is None else ListAction(match, is_activated=self.activates_immediately)


_BOX_WIDTH, _BOX_TOP = 50, 7
_MAX_DETAIL_LINES = 4
_DISABLED_FOREGROUND = 0x07
"""The foreground of a disabled row in the selection bar: all bars are dark with brighter letters."""
ROW_PITCH = 2
"""The distance of list rows in rows of cells; a finger needs two."""


class ListRow(NamedTuple):
    """One row of a list."""

    target_id: str
    """The target id of the row."""
    label: str
    """The visible text."""
    hotkeys: str
    """The capital letter or digit of the label that selects the row.

    Further letters select it too, but are not marked.
    """
    enabled: bool = True
    """Whether the row can be activated; if not, it is drawn muted."""


class ListScreen(Screen):
    """A screen with a list.

    Keys, wheel and clicks select rows, `activate_row` handles an activated row, Esc calls `close`.
    """

    list_model: ListModel
    """The list in its current state."""
    visible_row_count = 0
    """The number of rows that fit; the others scroll into view with the selection. 0: all fit."""
    first_visible_index = 0
    """The index of the first visible row."""

    def show_list(self, list_model: ListModel) -> None:
        """Show a list, scrolled so that its selected row is visible."""
        self.list_model = list_model
        self.selected_id = list_model.selected_id
        if self.visible_row_count:
            self.first_visible_index = min(
                max(self.first_visible_index, list_model.selected_index - self.visible_row_count + 1),
                max(list_model.selected_index, 0),
            )

    def get_visible_ids(self) -> Sequence[str]:
        """Return the target ids of the visible rows."""
        return self.list_model.target_ids[
            self.first_visible_index : self.first_visible_index
            + (self.visible_row_count or len(self.list_model.target_ids))
        ]

    def build_scroll_marks(self, column: int, top_row: int, bottom_row: int, attribute: int) -> list[Element]:
        """Create the arrows, in two rows of cells, that show that the list continues above or below."""
        below = self.first_visible_index + self.visible_row_count < len(self.list_model.target_ids)
        marks = ((top_row, "▲", self.first_visible_index > 0), (bottom_row, "▼", below))
        return [text_element(column, row, char, attribute) for row, char, is_visible in marks if is_visible]

    @property
    def list_item_ids(self) -> Sequence[str]:
        """The target ids of the rows."""
        return self.list_model.target_ids

    def on_key(self, key: KeyPress) -> None:
        """Select or activate a row."""
        self._apply_action(self.list_model.handle_key(key))

    def on_wheel(self, notches: int) -> None:
        """Select a row."""
        self._apply_action(self.list_model.handle_wheel(notches))

    def on_action(self, action_id: str) -> None:
        """Activate or select the row of this target id, or close the screen."""
        if action_id == "back":
            self.close()
        else:
            self._apply_action(self.list_model.handle_click(action_id))

    def activate(self, target_id: str) -> None:
        """Activate a target; in a list whose first click only selects a row, activate that row."""
        if target_id in self.list_model.target_ids:
            self.show_list(
                self.list_model._replace(selected_index=self.list_model.target_ids.index(target_id))
            )
        super().activate(target_id)

    def _apply_action(self, answer: ListAction | None) -> None:
        if answer is not None and answer.is_activated:
            self.activate_row(answer.row_index)
        elif answer is not None:
            self.show_list(self.list_model._replace(selected_index=answer.row_index))

    def activate_row(self, row_index: int) -> None:
        """Handle the activation of a row."""

    def close(self) -> None:
        """Return to the screen below."""
        self.app.pop()


class ListBox(ListScreen):
    """A list in a box, one row below the other, with a selection bar over the whole width."""

    activates_immediately = True
    """Whether a letter or a click activates a row."""
    activates_on_click = False
    """Whether a click activates a row even if a letter only selects it."""
    row_pitch = ROW_PITCH
    """The height of a row as a click target, in rows of cells."""
    label_indent = 4
    """The number of cells from the frame to the label."""
    rows_per_column = 0
    """The number of rows per column; the others follow in a second column. 0: all are in one column."""

    def get_rows(self) -> Sequence[ListRow]:
        """Return the current rows."""
        raise NotImplementedError

    def get_list_position(self) -> tuple[int, int, int]:
        """Return the column of the frame, the first row of the list, and the width of the box, in cells."""
        raise NotImplementedError

    def show_rows(self, selected_index: int) -> None:
        """Show the current rows with the row of this index selected."""
        rows = self.get_rows()
        target_ids, hotkeys = (
            tuple(list_row.target_id for list_row in rows),
            tuple(list_row.hotkeys for list_row in rows),
        )
        self.show_list(
            ListModel(
                target_ids,
                hotkeys,
                selected_index,
                self.activates_immediately,
                activates_on_click=self.activates_on_click,
            )
        )

    def build_row_elements(self) -> list[Element]:
        """Create the visible rows: the selected one in a bar, disabled ones muted, others with a bright hotkey."""
        first, visible_count = self.first_visible_index, len(self.get_visible_ids())
        return [
            self._row_element(*row)
            for row in zip(
                count(first),
                self.get_rows()[first : first + visible_count],
                self.get_row_cells(visible_count),
            )
        ]

    def get_row_cells(self, count: int) -> list[tuple[int, int, int]]:
        """Return the column, the row and the width of each of `count` list rows, in cells."""
        column, first, width = self.get_list_position()
        rows_per_column = self.rows_per_column or count
        column_width = (width - 2) // -(-count // rows_per_column)
        return [
            (
                column + 1 + column_width * (i // rows_per_column),
                first + ROW_PITCH * (i % rows_per_column),
                column_width,
            )
            for i in range(count)
        ]

    def _row_element(self, index: int, row: ListRow, cell: tuple[int, int, int]) -> Element:
        (column, cell_row, width), dress, is_selected = (
            cell,
            self.theme,
            index == self.list_model.selected_index,
        )
        attribute = dress.selection if is_selected else dress.text if row.enabled else dress.muted
        if is_selected and not row.enabled:
            attribute = dress.selection & 0xF0 | _DISABLED_FOREGROUND

        def paint(display: DisplayAdapter) -> None:
            display.fill_cells(column, cell_row, width, 1, " ", attribute)
            start = column + self.label_indent - 1
            display.put_text(start, cell_row, row.label, attribute)
            hotkey_index = row.label.upper().find(row.hotkeys[:1])
            if row.hotkeys and row.enabled and not is_selected:
                display.put_text(
                    start + hotkey_index, cell_row, row.label[hotkey_index], hotkey_attribute(display, dress)
                )

        element = Element(cells_to_pixels(column, cell_row, width, self.row_pitch), paint, row.label)
        return element.with_target(row.target_id, row.enabled, " ".join(row.label.split()))


class ChoiceDialog(ListBox):
    """Asks the player to pick one of several rows; `on_choice` gets its index while the dialog is still open.

    `texts` are the title, the text below it, which may need several lines, and the key hint of the hotkeys.
    """

    is_overlay = True
    visible_row_count = 6

    def __init__(
        self,
        app: App,
        name: str,
        texts: tuple[str, str, str],
        rows: Sequence[ListRow],
        on_choice: Callable[[int], None],
        selected_index: int = 0,
    ) -> None:
        super().__init__(app)
        self.name = name
        self._title, detail, self._hint_label = texts
        self._detail = wrap_text(detail, _BOX_WIDTH - 6, _MAX_DETAIL_LINES)
        self._rows = rows
        self._on_choice = on_choice
        self.show_rows(selected_index)

    def get_rows(self) -> Sequence[ListRow]:
        """Return the rows to choose from."""
        return self._rows

    def get_list_position(self) -> tuple[int, int, int]:
        """Return the position of the list below the text."""
        return (COLUMNS - _BOX_WIDTH) // 2, _BOX_TOP + 2 + len(self._detail), _BOX_WIDTH

    def activate_row(self, row_index: int) -> None:
        """Pass on the index of the row."""
        self._on_choice(row_index)

    def get_key_hints(self) -> list[KeyHint]:
        """Return the hotkeys and the keys of the list."""
        keys = " ".join(row.hotkeys for row in self._rows if row.hotkeys)
        hotkey_hints = [KeyHint(keys, self._hint_label)] if keys else []
        return [*hotkey_hints, KeyHint("↑↓ Enter", "Choose"), KeyHint("Esc", "Back", "back")]

    def build_elements(self) -> list[Element]:
        """Return the box, or nothing while another screen is on top of it."""
        if self.app.top_screen is not self:
            return []
        rows = len(self.get_visible_ids())
        column, first, _ = self.get_list_position()
        height = first - _BOX_TOP + ROW_PITCH * min(rows, self.rows_per_column or rows) + 1
        return [
            box_element(column, _BOX_TOP, _BOX_WIDTH, height, self.theme, self._title),
            *(
                centred_text(row, line, self.theme.muted)
                for row, line in enumerate(self._detail, _BOX_TOP + 1)
            ),
            *self.build_row_elements(),
            *self.build_scroll_marks(
                column + _BOX_WIDTH - 3, first - 1, _BOX_TOP + height - 2, self.theme.text
            ),
        ]
