"""A menu that hangs down from the bar over a table."""

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
"""The conditions under which a mark stands before a line of a menu."""


class OpenMenu(ListBox):
    """One menu of the bar hanging down over the table; `index` says which."""

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
        self._bar = table.look.bar
        self._open(index)

    def _open(self, index: int) -> None:
        self._menu = index % len(self._bar)
        self._commands = [line for line in self._bar[self._menu].lines if line is not None]
        self.start_at(0)

    @property
    def _row(self) -> int:
        """The bar's row of cells; it hangs on the display."""
        return self._table.surface.places.bar_row

    def take(self, row: int) -> None:
        self.app.pop()
        self._table.give(self._commands[row])

    def event(self, event: Event) -> None:
        """Close at a click beside it."""
        super().event(event)
        beside = isinstance(event, Press) and not any(t.contains(event.x, event.y) for t in self.targets())
        if beside and self.app.top is self:
            self.app.pop()

    def _opened(self) -> dict[str, int]:
        """Return what opens a menu by a key, with the menu."""
        titles = {f"ALT+{menu.title[0]}": index for index, menu in enumerate(self._bar)}
        return {**titles, "LEFT": self._menu - 1, "RIGHT": self._menu + 1}

    def keys(self) -> list[tuple[str, str]]:
        """Return the keys that close it, and those that open a menu."""
        return [
            *((key, "back") for key in ("ESC", "F10", "BACKSPACE")),
            *((key, key) for key in self._opened()),
        ]

    def act(self, name: str) -> None:
        titles = [title.id for title in bar_targets(self._bar, self._row)]
        if name in (opened := self._opened()):
            self._open(opened[name])
        elif name not in titles:
            super().act(name)
        elif titles.index(name) == self._menu:
            self.leave()
        else:
            self._open(titles.index(name))

    def place(self) -> tuple[int, int, int]:
        """Return where the list hangs, as wide as its longest line needs."""
        column, _ = bar_titles(self._bar)[self._menu]
        widest = max(len(f"{line.words}   {line.shown}") for line in self._commands)
        return column - 1, self._row + 2, widest + 7

    def row_cells(self, many: int) -> list[tuple[int, int, int]]:
        """Return where the commands stand, below the rules before them."""
        column, first, width = self.place()
        lines = enumerate(self._bar[self._menu].lines, first)
        return [(column + 1, row, width - 2) for row, line in lines if line is not None]

    def rows(self) -> list[Row]:
        """Return the commands with their marks at the left and their keys at the right."""
        room = self.place()[2] - 3
        found = []
        for line in self._commands:
            usable = self._table.usable(line)
            mark = "√" if self._marked(line) else " "
            words = f"{mark} {command_words(self.video, line.words, usable)}"
            found.append(Row(line.id, f"{words}{line.shown.rjust(room - len(words))} ", _hot(line), usable))
        return found

    def _marked(self, command: Command) -> bool:
        return command.checked is not None and CHECKED[command.checked](self._table)

    def parts(self) -> list[Part]:
        """Return the bar with its titles, and the menu; what cannot be used now is dim."""
        column, first, width = self.place()
        lines = self._bar[self._menu].lines
        found = [
            painted(lambda video: draw_bar(video, self._bar, self._row, self.dress, self._menu)),
            *(Part(one.rect, target=one) for one in bar_targets(self._bar, self._row)),
            panel(column, first - 1, width, len(lines) + 2, self.dress, lines=SINGLE),
            said(f"{self._bar[self._menu].title} menu"),
        ]
        rules = [row for row, line in enumerate(lines, first) if line is None]
        found += [text(column + 1, row, "─" * (width - 2), self.dress.frame, told="") for row in rules]
        for part, command in zip(self.row_parts(), self._commands, strict=True):
            assert part.target is not None
            use = part.target._replace(words=command.words, chosen=self._marked(command))
            found.append(part._replace(target=use))
        return found


def _hot(command: Command) -> str:
    """Return the letters that choose a line: the one that does so at the table, else the line's first.

    Words that begin small show another by a capital, as `reDo`; it comes before that of the table.
    """
    capital = next((letter for letter in command.words if letter.isupper()), "")
    own = capital if command.words[0].islower() else ""
    return own + next((key for key in command.keys if key.isalpha() and len(key) == 1), command.words[0])
