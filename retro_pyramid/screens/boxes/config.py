"""The Configuration: settings in a box, each with its values side by side."""

from collections.abc import Callable, Sequence

from retro_pyramid.machine.events import Event, Key, Press
from retro_pyramid.machine.targets import Target
from retro_pyramid.machine.video import COLUMNS
from retro_pyramid.screens.app import App
from retro_pyramid.screens.boxes.list_box import PITCH, ListScreen
from retro_pyramid.screens.parts.list import Keys, Listing
from retro_pyramid.screens.parts.look import Hint, cells_rect, centred, hot_letter
from retro_pyramid.screens.setting import OPTIONS, Setting

_WIDTH, _TOP = 60, 5
_LABELS, _VALUES = 4, 23
"""How far from the frame the settings' names begin, and their values."""
_VALUE_WIDTH = 12
_LINE_KEYS = Keys(on=("DOWN", "TAB"), take=("ENTER", "KPENTER"))
_VALUE_KEYS = Keys(("LEFT",), ("RIGHT", "SPACE"), ())


class Config(ListScreen):
    """The settings of a program; every choice holds and is kept at once, `done` is called at the end.

    With the mouse any value can be clicked and the right button ends it; with the keyboard the lines are gone through
    from the first to the last, a letter choosing and Enter going on.
    """

    name = "config"
    overlay = True
    key_hints = (
        Hint("Letter", "Choose", ""),
        Hint("Enter", "Next", ""),
        Hint("↑↓ ←→", "Move", ""),
        Hint("Esc or right button", "Done", "back"),
    )

    def __init__(
        self,
        app: App,
        settings: Sequence[Setting],
        done: Callable[[], None] = lambda: None,
        title: str = "Configuration",
    ) -> None:
        super().__init__(app)
        self._title = title
        self._settings = settings
        self._done = done
        self.start(Listing(tuple(setting.name for setting in settings), keys=_LINE_KEYS))

    def start(self, listing: Listing) -> None:
        """Ask for the setting whose line has the bar now."""
        self.listing = listing
        setting, values = self._settings[listing.at], self._values()
        self.selected = values.selected
        self.message = (
            f"{setting.label}: {', '.join(values.letters[:-1])} or {values.letters[-1]}, then Enter"
        )

    def _values(self, line: int | None = None) -> Listing:
        """Return the values of a line, that of the bar unless another is named, as a list of their own."""
        setting = self._settings[self.listing.at if line is None else line]
        values = [value for value, _ in setting.values]
        return Listing(
            tuple(f"config:{setting.name}:{value}" for value in values),
            tuple(word[0] for _, word in setting.values),
            values.index(self.app.settings[setting.setting]),
            keys=_VALUE_KEYS,
        )

    def _choose(self, line: int, value: int) -> None:
        setting = self._settings[line]
        self.app.choose(setting.setting, setting.values[value][0])
        self.start(self.listing._replace(at=line))

    def take(self, row: int) -> None:
        """Go on to the next setting; after the last one the box goes."""
        if row + 1 < len(self._settings):
            self.start(self.listing._replace(at=row + 1))
        else:
            self.leave()

    def leave(self) -> None:
        """End."""
        self.app.pop()
        self._done()

    def event(self, event: Event) -> None:
        """End at the right button, wherever it is pressed."""
        if isinstance(event, Press) and event.button == 2:
            self.leave()
        else:
            super().event(event)

    def key(self, key: Key) -> None:
        """Letters and arrows across choose a value, arrows up and down and Enter a line, Esc ends."""
        # Home, End and the like are those of the lines.
        value = self._values().key(key) if key.char or key.name in ("LEFT", "RIGHT") else None
        if value is not None:
            self._choose(self.listing.at, value.row)
        elif key.char:
            self.app.sound("refuse")
        else:
            super().key(key)

    def click(self, target: Target) -> None:
        """Choose the value clicked, or end."""
        for line in range(len(self._settings)):
            value = self._values(line).click(target.id)
            if value is not None:
                self._choose(line, value.row)
        if target.id == "back":
            self.leave()

    def _place(self, line: int, at: int) -> tuple[int, int]:
        before = sum([self._width(line, value) for value in range(at)])
        return (COLUMNS - _WIDTH) // 2 + _VALUES + before, _TOP + 2 + PITCH * line

    def _width(self, line: int, at: int) -> int:
        """Return the cells of a value: all the same where they fit, else as many as its word takes."""
        values = self._settings[line].values
        fits = _VALUES + _VALUE_WIDTH * len(values) <= _WIDTH
        return _VALUE_WIDTH if fits else len(values[at][1]) + 3

    def targets(self) -> list[Target]:
        """Return every value of every setting."""
        return super().targets() + [
            Target(name, cells_rect(*self._place(line, at), self._width(line, at) - 1, PITCH))
            for line in range(len(self._settings))
            for at, name in enumerate(self._values(line).ids)
        ]

    def draw(self) -> None:
        """Draw the box; chosen values in bars, the line asked for with a mark and its prompt below."""
        video, dress, left = self.video, self.dress, (COLUMNS - _WIDTH) // 2
        height = PITCH * len(self._settings) + 6
        self.draw_box(left, _TOP, _WIDTH, height, self._title)
        for line, setting in enumerate(self._settings):
            asked = line == self.listing.at
            row = self._place(line, 0)[1]
            video.write(left + _LABELS - 2, row, "►" if asked else " ", dress.hot)
            video.write(left + _LABELS, row, setting.label, dress.hot if asked else dress.paper)
            chosen = self._values(line).at
            for at, (_, word) in enumerate(setting.values):
                column = self._place(line, at)[0]
                attribute = dress.bar if at == chosen else dress.paper
                video.write(column, row, f" {word} ".ljust(self._width(line, at) - 2), attribute)
                if at != chosen:
                    video.write(column + 1, row, word[0], hot_letter(video, dress))
        rule = "╟" + "─" * (_WIDTH - 2) + "╢"
        video.write(left, _TOP + height - 4, rule, dress.frame)
        centred(video, _TOP + height - 3, self.message or "", dress.paper)
        centred(video, _TOP + height - 2, self._settings[self.listing.at].note, dress.paper)
        self.draw_hints()


def open_options(app: App) -> None:
    """Show the options of all programs, and those of this one."""
    app.push(Config(app, (*OPTIONS, *app.record.settings), title="Options"))
