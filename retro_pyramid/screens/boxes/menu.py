"""The magazine's menu: a centred box, a selection bar over its full inner width."""

from collections.abc import Callable, Mapping

from retro_pyramid.machine.events import Event, Key
from retro_pyramid.machine.targets import Target
from retro_pyramid.machine.video import COLUMNS, ROWS
from retro_pyramid.screens.app import App, Screen
from retro_pyramid.screens.backdrop import draw_backdrop
from retro_pyramid.screens.parts.look import (
    Hint,
    box,
    cells_rect,
    header,
    hint_line,
    hint_targets,
    hot_letter,
)
from retro_pyramid.screens.record import MenuItem

PATIENCE = 60 * 60
"""Ticks after which nobody is there any more: a minute."""
_WIDTH = 34
_TOP = 9
_FOOT = ROWS - 2
"""The row below the lowest that a menu may take."""
_ROOMY = 5
"""So many items leave room for a blank line above them; a longer menu begins right under its frame."""


class Menu(Screen):
    """A menu, the program's main one unless `items` are given; `actions` says what each item's action does.

    Esc does what the action `quit` does, whether there is an item for it or not.
    """

    name = "menu"
    speaks = True
    esc = "Quit"
    """What Esc does, in a word."""
    heading: tuple[str, str, str] | None = None
    """What the header says where that is not department, title and issue of the program."""

    def __init__(
        self,
        app: App,
        actions: Mapping[str, Callable[[MenuItem], None]],
        items: tuple[MenuItem, ...] | None = None,
    ) -> None:
        super().__init__(app)
        self._actions = actions
        self._items = app.record.menu if items is None else items
        chosen = [bool(item.options) and item.options.items() <= app.options.items() for item in self._items]
        self._choose(chosen.index(True) if True in chosen else 0)
        self._idle = 0

    def begin_at(self, name: str) -> None:
        """Put the bar on the item of this name, if there is one."""
        names = [item.name for item in self._items]
        if name in names:
            self._choose(names.index(name))

    def event(self, event: Event) -> None:
        """Whatever is done, somebody is there."""
        self._idle = 0
        super().event(event)

    def tick(self, ticks: int) -> None:
        """After a minute with nobody there, do what the action `attract` does, where there is one."""
        super().tick(ticks)
        self._idle += ticks
        if self._idle >= PATIENCE and "attract" in self._actions:
            self._idle = 0
            self._actions["attract"](self._items[self._index])

    def _choose(self, index: int) -> None:
        self._index = index % len(self._items)
        self.selected = f"menu:{self._items[self._index].name}"

    def _run(self) -> None:
        item = self._items[self._index]
        self._actions[item.action](item)

    def key(self, key: Key) -> None:
        """Arrows, Home, End and first letters move the bar, Enter chooses, Esc asks to leave."""
        match key.name:
            case "UP":
                self._choose(self._index - 1)
            case "DOWN":
                self._choose(self._index + 1)
            case "HOME" | "PGUP":
                self._choose(0)
            case "END" | "PGDN":
                self._choose(len(self._items) - 1)
            case "ENTER" | "KPENTER" | "SPACE":
                if not key.repeat:
                    self._run()
            case "F1":
                self._actions["help"](self._items[self._index])
            case "F3" if "today" in self._actions:
                self._actions["today"](self._items[self._index])
            case "F8":
                self._options()
            case "ESC":
                self._actions["quit"](self._items[self._index])
            case _:
                self._letter(key.char)

    def _options(self) -> None:
        # Loaded when asked for: a menu may be the first thing that is seen.
        from retro_pyramid.screens.boxes.options import open_options

        open_options(self.app)

    def _letter(self, char: str) -> None:
        # Items that begin alike are taken in turn, from the one below the bar on.
        count = len(self._items)
        for step in range(1, count + 1):
            index = (self._index + step) % count
            if char and self._items[index].label.lower().startswith(char.lower()):
                self._choose(index)
                return

    def click(self, target: Target) -> None:
        """Move the bar to the item clicked; choose the one that has it."""
        if target.id == "back":
            self._actions["quit"](self._items[self._index])
        elif target.id == "button:help":
            self._actions["help"](self._items[self._index])
        elif target.id == "button:today":
            self._actions["today"](self._items[self._index])
        elif target.id == "button:sound":
            self.app.toggle_sound()
        elif target.id == "button:options":
            self._options()
        elif target.id in ("button:choose", self.selected):
            self._run()
        else:
            self._choose([item.name for item in self._items].index(target.id.removeprefix("menu:")))

    def hints(self) -> list[Hint]:
        """Return the keys of the menu."""
        return [
            Hint("↑↓", "Move", ""),
            Hint("Enter", "Choose", "button:choose"),
            Hint("F1", "Help", "button:help"),
            Hint("F2", "Sound", "button:sound"),
            *([Hint("F3", "Today", "button:today")] if "today" in self._actions else []),
            Hint("F8", "Options", "button:options"),
            Hint("Esc", self.esc, "back"),
        ]

    def targets(self) -> list[Target]:
        """Return the items, two rows high each, and the hints."""
        column = (COLUMNS - _WIDTH) // 2
        return [
            *hint_targets(self.hints()),
            *(
                Target(
                    f"menu:{item.name}",
                    cells_rect(column + 1, _first(len(self._items)) + 2 * line, _WIDTH - 2, 2),
                )
                for line, item in enumerate(self._items)
            ),
        ]

    @property
    def message_row(self) -> int:
        """Return the row of messages, above the box."""
        return _top(len(self._items)) - 2

    def backdrop(self) -> None:
        """Draw what lies behind the menu: the title picture."""
        draw_backdrop(self.app)

    def draw(self) -> None:
        """Draw header, box, bar and hints over the title picture; under a box that is as large, the picture alone."""
        video, record, dress = self.video, self.app.record, self.app.record.dress
        self.backdrop()
        header(video, *(self.heading or (record.department, record.title.upper(), record.issue)), dress)
        if self.app.top is not self:
            # Half of the menu would stick out of the box that lies over it.
            return
        column, items = (COLUMNS - _WIDTH) // 2, len(self._items)
        box(video, column, _top(items), _WIDTH, _height(items), dress.paper, edge=dress.frame)
        for line, item in enumerate(self._items):
            row = _first(len(self._items)) + 2 * line
            chosen = line == self._index
            attribute = dress.bar if chosen else dress.paper
            video.fill(column + 1, row, _WIDTH - 2, 1, " ", attribute)
            video.write(column + 6, row, item.label, attribute)
            if not chosen:
                video.write(column + 6, row, item.label[0], hot_letter(video, dress))
        hint_line(video, self.hints(), dress)


def _top(items: int) -> int:
    return min(_TOP, _FOOT - _height(items))


def _first(items: int) -> int:
    return _top(items) + (2 if items <= _ROOMY else 1)


def _height(items: int) -> int:
    return 2 * items + (3 if items <= _ROOMY else 2)
