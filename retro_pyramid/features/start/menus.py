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

_WIDTH = 34
_TOP = 9
_FOOT = ROWS - 2
"""The row below the lowest that a menu may take."""
_ROOMY = 5
"""So many items below each other leave room for a blank line above them."""
_GO_ON = MenuItem("go_on", "Go on", "go_on", note="The games you left off")
_KEYS = {"F1": "help", "F3": "today"}
"""The keys of actions, whichever item has the bar."""
Action = Callable[[MenuItem], None]


class Menu(ListBox):
    """A menu, the program's main one unless `items` are given; `actions` says what each item's action does.

    Esc does what the action `quit` does, whether there is an item for it or not.
    """

    name = "menu"
    speaks = True
    at_once = False
    one_click = True
    patience = MENU_IDLE_TICKS
    lesson_row = _FOOT
    one_column = 6
    """How many items fit below each other in a box below the name in the title picture."""
    esc = "Quit"
    """What Esc does, in a word."""
    heading: tuple[str, str, str] | None = None
    """What the header says where that is not department, title and issue of the program."""

    def __init__(
        self, app: App, actions: Mapping[str, Action], items: tuple[MenuItem, ...] | None = None
    ) -> None:
        super().__init__(app)
        self._actions: Mapping[str, Action] = {
            "setup": lambda _: self.app.set_up(),
            "sound": lambda _: self.app.toggle_sound(),
            **actions,
        }
        self._main = items is None
        self._bars = (app.record.picture.bar if self._main else None) or {}
        self._teaches = app.newcomer() if items is None else lambda: False
        if self._main:
            self.one_click = app.record.one_click
        self._list(items or self._main_items())
        chosen = [bool(item.options) and item.options.items() <= app.options.items() for item in self._items]
        self.start_at(chosen.index(True) if True in chosen else 0)

    def _list(self, items: tuple[MenuItem, ...]) -> None:
        """Let the menu be made of these items."""
        self._items = items
        self._rows = [
            Row(f"menu:{item.name}", item.label, item.keys or item.label[0].upper()) for item in items
        ]

    def _main_items(self) -> tuple[MenuItem, ...]:
        """Return the items of a main menu; what goes on stands below those that play, where a game was left off."""
        record = self.app.record
        there = self.app.services.files.resume.left(record.id)
        plays = sum(item.action == "play" for item in record.menu)
        return (*record.menu[:plays], *([_GO_ON] if there else []), *record.menu[plays:])

    def read_again(self) -> bool:
        """Go on with a game that was brought in, too; the bar stays on its item."""
        if self._main:
            at = self._items[self.listing.at].name
            self._list(self._main_items())
            self.begin_at(at)
        return False

    @property
    def _bar(self) -> Bar | None:
        """The bar that the menu hangs from in this mode, None where it is a box."""
        return self._bars.get(self.video.mode)

    @property
    def tall(self) -> int:  # type: ignore[override]
        """How many items stand below each other: all, or half of them where more would cover the title picture's name."""
        bar, count = self._bar, len(self._items)
        most = (bar.foot - bar.row - 3) // PITCH if bar else self.one_column
        return count if count <= most else -(-count // 2)

    @property
    def _columns(self) -> int:
        """How many columns of items there are."""
        return -(-len(self._items) // self.tall)

    @property
    def indent(self) -> int:  # type: ignore[override]
        """Cells from the frame to the words."""
        return 3 if self._bar and self._columns > 1 else 6

    @property
    def _roomy(self) -> bool:
        """Whether a blank line stands above the items; one does below a bar, whose titles a finger must hit."""
        return self.tall <= _ROOMY or self._bar is not None

    @property
    def _height(self) -> int:
        """The rows of the box; below a bar the last item reaches into its lower edge."""
        return PITCH * self.tall + (3 if self._roomy and not self._bar else 2)

    @property
    def _top(self) -> int:
        """The row of the upper edge."""
        return self._bar.row + 1 if self._bar else min(_TOP, _FOOT - self._height)

    def begin_at(self, name: str) -> None:
        """Put the bar on the item of this name, if there is one."""
        names = [item.name for item in self._items]
        if name in names:
            self.start_at(names.index(name))

    def rows(self) -> Sequence[Row]:
        """Return the items."""
        return self._rows

    def place(self) -> tuple[int, int, int]:
        """Return where the list stands."""
        first = self._top + (2 if self._roomy else 1)
        if self._bar:
            each = max(len(item.label) for item in self._items) + self.indent + 2
            return self._bar.game - 1, first, self._columns * each + 2
        longest = max(len(item.label) for item in self._items)
        width = _WIDTH if self._columns == 1 else self._columns * (longest + self.indent) + 2
        return (COLUMNS - width) // 2, first, width

    def left_alone(self) -> None:
        """Do what the action `attract` does, where there is one."""
        self.act("attract")

    def act(self, name: str) -> None:
        """Do what an item, a hint or an action of this name stands for."""
        action = name.removeprefix("button:")
        if action in self._actions:
            self._actions[action](self._items[self.listing.at])
        elif action == "choose":
            self.take(self.listing.at)
        elif action == "across":
            self.start_at((self.listing.at + self.tall) % len(self._items))
        else:
            super().act(name)

    def take(self, row: int) -> None:
        """Do what an item stands for, with the bar on it."""
        self.start(self.listing._replace(at=row))
        self.act(self._items[row].action)

    def leave(self) -> None:
        """Ask whether to leave, or go back."""
        self.act("quit")

    def keys(self) -> list[tuple[str, str]]:
        """Return the keys of help and today's deals, and those that lead to the other column where there are two."""
        keys = {**_KEYS, f"ALT+{HELP[0]}": "help"} if self._bar else _KEYS
        across = [("LEFT", "across"), ("RIGHT", "across")] if self._columns > 1 else []
        return [
            *super().keys(),
            *across,
            *((key, name) for key, name in keys.items() if name in self._actions),
        ]

    def hints(self) -> list[Hint]:
        """Return the keys of the menu."""
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
        """Return for a newcomer what the item with the bar means."""
        return self._items[self.listing.at].note if self._teaches() else ""

    @property
    def message_row(self) -> int:
        """Return the row of messages, above the box, or below one that hangs."""
        return _FOOT if self._bar else self._top - 2

    def backdrop(self) -> list[Part]:
        """Return what lies behind the menu: the title picture, and the other title of a bar that the menu hangs from."""
        bar, dress = self._bar, self.dress
        if not bar:
            return [painted(lambda _: draw_backdrop(self.app))]
        found = [painted(lambda _: draw_backdrop(self.app, 0, under_menu=self.app.top is self))]
        if not bar.drawn:
            found.append(filled(0, bar.row, COLUMNS, 1, " ", dress.paper))
            found.append(text(bar.help, bar.row, HELP, dress.paper, told=""))
        if self.app.top is self:
            found.append(text(bar.game - 1, bar.row, f" {GAME} ", dress.bar, told=""))
        elif not bar.drawn:
            found.append(text(bar.game, bar.row, GAME, dress.paper, told=""))
        return found

    def parts(self) -> list[Part]:
        """Return header, box and bar over the title picture; under a box that is as large, the picture alone."""
        record = self.app.record
        words = self.heading or (record.department, record.title, record.issue)
        head = (
            said(f"{words[0]} {words[1].upper()} {words[2]}") if self._bar else masthead(*words, self.dress)
        )
        found = [*self.backdrop(), head]
        if self.app.top is not self:
            # Half of the menu would stick out of the box that lies over it.
            return found
        column, _, width = self.place()
        lines = SINGLE if self._bar else DOUBLE
        # Over a window that is part of the picture, a menu has no more shadow than one of that window's.
        shadow = not (self._bar and self._bar.drawn)
        box = panel(column, self._top, width, self._height, self.dress, lines=lines, shadow=shadow)
        found += [box, *self.row_parts()]
        if self._bar:
            x, y, width, _ = cells_rect(self._bar.help - 1, self._bar.row, len(HELP) + 2, 1)
            # As high as a finger needs: a little of the box below.
            found.append(Part((x, y, width, REACH[1])).use("button:help"))
        return found


def help_of(app: App, edition: str) -> None:
    """Show the help of a program that is not being played."""
    app.push(Help(app, help_text(edition), heading=("HELP", app.services.load(edition).title)))


class Editions(Menu):
    """The other programs to change to; the one played last before this has the bar."""

    program = "shell"
    esc = "Back"
    heading = ("SHELF", "OTHER PYRAMIDS", "1990-92")

    def __init__(self, app: App, switch: Callable[[str], None], back: Callable[[], None]) -> None:
        others = {name: title for name, title in app.services.programs.items() if name != app.record.id}
        items = tuple(MenuItem(name, title, "switch") for name, title in others.items())
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
