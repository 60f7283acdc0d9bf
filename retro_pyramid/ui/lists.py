"""Lists: the list model, list screens, list boxes and the dialog that picks one of several rows."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import count
from typing import TYPE_CHECKING, NamedTuple

from retro_pyramid.machine.events import Key
from retro_pyramid.machine.video import COLUMNS, Video
from retro_pyramid.ui.drawing import Hint, cells_rect, fitted, hot_letter
from retro_pyramid.ui.element import Part, centred, panel, text
from retro_pyramid.ui.screen import Screen

if TYPE_CHECKING:
    from retro_pyramid.app.app import App

ENTER = ("ENTER", "KPENTER")
"""The names of the Enter keys."""


class Keys(NamedTuple):
    """The names of the keys that select the previous and the next row, and of those that activate the selected row."""

    back: tuple[str, ...] = ("UP",)
    on: tuple[str, ...] = ("DOWN",)
    take: tuple[str, ...] = (*ENTER, "SPACE")


class Answer(NamedTuple):
    """The result of an event in a list: a row, which is activated if `is_activated`, else only selected."""

    row: int
    taken: bool = False


class Listing(NamedTuple):
    """A list of rows by their target ids, with a selection; an immutable value."""

    ids: tuple[str, ...]
    """The target id of each row."""
    letters: tuple[str, ...] = ()
    """A capital letter or digit for each row, or several, or an empty tuple.

    Rows with the same letter are selected in turn.
    """
    at: int = 0
    """The index of the selected row, -1 if there is none."""
    at_once: bool = False
    """Whether a letter or a click activates its row.

    If not, both only select it, and a click on the selected row activates it.
    """
    keys: Keys = Keys()
    """The keys of the list."""
    page: int = 0
    """The number of rows that PgUp and PgDn move by; 0: all."""
    one_click: bool = False
    """Whether a click always activates its row."""

    @property
    def selected(self) -> str | None:
        """The target id of the selected row, or None."""
        return self.ids[self.at] if self.at >= 0 else None

    def key(self, key: Key) -> Answer | None:
        """Return what a key does in the list, None if it does nothing; a repeated key activates no row.

        >>> menu = Listing(("play", "help"), ("P", "H"))
        >>> menu.key(Key("UP")), menu.key(Key("h", "h"))
        (Answer(row=1, taken=False), Answer(row=1, taken=False))
        >>> menu.key(Key("ENTER"))
        Answer(row=0, taken=True)
        """
        row_count, page_rows = len(self.ids), self.page or len(self.ids)
        if not row_count:
            return None
        if key.name in self.keys.back:
            return Answer((max(self.at, 0) - 1) % row_count)
        if key.name in self.keys.on:
            return Answer((self.at + 1) % row_count)
        if key.name in self.keys.take:
            return None if key.repeat or self.at < 0 else Answer(self.at, taken=True)
        match key.name:
            case "HOME":
                return Answer(0)
            case "END":
                return Answer(row_count - 1)
            case "PGUP" | "PGDN":
                return self._move_by(page_rows if key.name == "PGDN" else -page_rows)
        return self._find_hotkey(key.char.upper())

    def wheel(self, notches: int) -> Answer | None:
        """Return what the wheel does: it moves one row per notch, up to the ends of the list; up is positive."""
        return self._move_by(-notches) if self.ids else None

    def click(self, name: str) -> Answer | None:
        """Return what a click on a target does, None if the target is not a row."""
        if name not in self.ids:
            return None
        return Answer(self.ids.index(name), taken=self.at_once or self.one_click or name == self.selected)

    def _move_by(self, rows: int) -> Answer:
        return Answer(min(max(self.at + rows, 0), len(self.ids) - 1))

    def _find_hotkey(self, letter: str) -> Answer | None:
        first = 0 if self.at_once else self.at + 1
        rows = [row % len(self.ids) for row in range(first, first + len(self.letters))]
        match = next((row for row in rows if letter and letter in self.letters[row]), None)
        return None if match is None else Answer(match, taken=self.at_once)


_BOX_WIDTH, _BOX_TOP = 50, 7
_MAX_DETAIL_LINES = 4
_DISABLED_FOREGROUND = 0x07
"""The foreground of a disabled row in the selection bar: all bars are dark with brighter letters."""
PITCH = 2
"""The distance of list rows in rows of cells; a finger needs two."""


class Row(NamedTuple):
    """One row of a list."""

    id: str
    """The target id of the row."""
    words: str
    """The visible text."""
    key: str
    """The capital letter or digit of the label that selects the row.

    Further letters select it too, but are not marked.
    """
    usable: bool = True
    """Whether the row can be activated; if not, it is drawn muted."""


class ListScreen(Screen):
    """A screen with a list.

    Keys, wheel and clicks select rows, `activate_row` handles an activated row, Esc calls `close`.
    """

    listing: Listing
    """The list in its current state."""
    seen = 0
    """The number of rows that fit; the others scroll into view with the selection. 0: all fit."""
    first = 0
    """The index of the first visible row."""

    def start(self, listing: Listing) -> None:
        """Show a list, scrolled so that its selected row is visible."""
        self.listing = listing
        self.selected = listing.selected
        if self.seen:
            self.first = min(max(self.first, listing.at - self.seen + 1), max(listing.at, 0))

    def in_sight(self) -> Sequence[str]:
        """Return the target ids of the visible rows."""
        return self.listing.ids[self.first : self.first + (self.seen or len(self.listing.ids))]

    def marks(self, column: int, upper: int, lower: int, attribute: int) -> list[Part]:
        """Create the arrows, in two rows of cells, that show that the list continues above or below."""
        below = self.first + self.seen < len(self.listing.ids)
        marks = ((upper, "▲", self.first > 0), (lower, "▼", below))
        return [text(column, row, char, attribute) for row, char, is_visible in marks if is_visible]

    @property
    def choices(self) -> Sequence[str]:
        """The target ids of the rows."""
        return self.listing.ids

    def key(self, key: Key) -> None:
        """Select or activate a row."""
        self._apply_action(self.listing.key(key))

    def wheel(self, notches: int) -> None:
        """Select a row."""
        self._apply_action(self.listing.wheel(notches))

    def act(self, name: str) -> None:
        """Activate or select the row of this target id, or close the screen."""
        if name == "back":
            self.leave()
        else:
            self._apply_action(self.listing.click(name))

    def use(self, name: str) -> None:
        """Activate a target; in a list whose first click only selects a row, activate that row."""
        if name in self.listing.ids:
            self.start(self.listing._replace(at=self.listing.ids.index(name)))
        super().use(name)

    def _apply_action(self, answer: Answer | None) -> None:
        if answer is not None and answer.taken:
            self.take(answer.row)
        elif answer is not None:
            self.start(self.listing._replace(at=answer.row))

    def take(self, row: int) -> None:
        """Handle the activation of a row."""

    def leave(self) -> None:
        """Return to the screen below."""
        self.app.pop()


class ListBox(ListScreen):
    """A list in a box, one row below the other, with a selection bar over the whole width."""

    at_once = True
    """Whether a letter or a click activates a row."""
    one_click = False
    """Whether a click activates a row even if a letter only selects it."""
    pitch = PITCH
    """The height of a row as a click target, in rows of cells."""
    indent = 4
    """The number of cells from the frame to the label."""
    tall = 0
    """The number of rows per column; the others follow in a second column. 0: all are in one column."""

    def rows(self) -> Sequence[Row]:
        """Return the current rows."""
        raise NotImplementedError

    def place(self) -> tuple[int, int, int]:
        """Return the column of the frame, the first row of the list, and the width of the box, in cells."""
        raise NotImplementedError

    def start_at(self, row: int) -> None:
        """Show the current rows with the row of this index selected."""
        rows = self.rows()
        target_ids, hotkeys = (
            tuple(list_row.id for list_row in rows),
            tuple(list_row.key for list_row in rows),
        )
        self.start(Listing(target_ids, hotkeys, row, self.at_once, one_click=self.one_click))

    def row_parts(self) -> list[Part]:
        """Create the visible rows: the selected one in a bar, disabled ones muted, others with a bright hotkey."""
        first, visible_count = self.first, len(self.in_sight())
        return [
            self._row_element(*row)
            for row in zip(
                count(first), self.rows()[first : first + visible_count], self.row_cells(visible_count)
            )
        ]

    def row_cells(self, many: int) -> list[tuple[int, int, int]]:
        """Return the column, the row and the width of each of `count` list rows, in cells."""
        column, first, width = self.place()
        rows_per_column = self.tall or many
        column_width = (width - 2) // -(-many // rows_per_column)
        return [
            (
                column + 1 + column_width * (i // rows_per_column),
                first + PITCH * (i % rows_per_column),
                column_width,
            )
            for i in range(many)
        ]

    def _row_element(self, index: int, row: Row, cell: tuple[int, int, int]) -> Part:
        (column, cell_row, width), dress, is_selected = cell, self.dress, index == self.listing.at
        attribute = dress.bar if is_selected else dress.paper if row.usable else dress.dim
        if is_selected and not row.usable:
            attribute = dress.bar & 0xF0 | _DISABLED_FOREGROUND

        def paint(display: Video) -> None:
            display.fill(column, cell_row, width, 1, " ", attribute)
            start = column + self.indent - 1
            display.write(start, cell_row, row.words, attribute)
            hotkey_index = row.words.upper().find(row.key[:1])
            if row.key and row.usable and not is_selected:
                display.write(
                    start + hotkey_index, cell_row, row.words[hotkey_index], hot_letter(display, dress)
                )

        element = Part(cells_rect(column, cell_row, width, self.pitch), paint, row.words)
        return element.use(row.id, row.usable, " ".join(row.words.split()))


class Choose(ListBox):
    """Asks the player to pick one of several rows; `on_choice` gets its index while the dialog is still open.

    `texts` are the title, the text below it, which may need several lines, and the key hint of the hotkeys.
    """

    overlay = True
    seen = 6

    def __init__(
        self,
        app: App,
        name: str,
        texts: tuple[str, str, str],
        rows: Sequence[Row],
        on_choice: Callable[[int], None],
        selected_index: int = 0,
    ) -> None:
        super().__init__(app)
        self.name = name
        self._title, detail, self._hint_label = texts
        self._detail = fitted(detail, _BOX_WIDTH - 6, _MAX_DETAIL_LINES)
        self._rows = rows
        self._on_choice = on_choice
        self.start_at(selected_index)

    def rows(self) -> Sequence[Row]:
        """Return the rows to choose from."""
        return self._rows

    def place(self) -> tuple[int, int, int]:
        """Return the position of the list below the text."""
        return (COLUMNS - _BOX_WIDTH) // 2, _BOX_TOP + 2 + len(self._detail), _BOX_WIDTH

    def take(self, row: int) -> None:
        """Pass on the index of the row."""
        self._on_choice(row)

    def hints(self) -> list[Hint]:
        """Return the hotkeys and the keys of the list."""
        keys = " ".join(row.key for row in self._rows if row.key)
        hotkey_hints = [Hint(keys, self._hint_label)] if keys else []
        return [*hotkey_hints, Hint("↑↓ Enter", "Choose"), Hint("Esc", "Back", "back")]

    def parts(self) -> list[Part]:
        """Return the box, or nothing while another screen is on top of it."""
        if self.app.top is not self:
            return []
        rows = len(self.in_sight())
        column, first, _ = self.place()
        height = first - _BOX_TOP + PITCH * min(rows, self.tall or rows) + 1
        return [
            panel(column, _BOX_TOP, _BOX_WIDTH, height, self.dress, self._title),
            *(centred(row, line, self.dress.dim) for row, line in enumerate(self._detail, _BOX_TOP + 1)),
            *self.row_parts(),
            *self.marks(column + _BOX_WIDTH - 3, first - 1, _BOX_TOP + height - 2, self.dress.paper),
        ]
