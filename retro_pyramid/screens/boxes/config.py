"""The Configuration: settings in a box, each with its values side by side."""

from collections.abc import Callable, Sequence

from retro_pyramid.machine.events import Event, Key, Press
from retro_pyramid.machine.targets import Target
from retro_pyramid.machine.video import COLUMNS
from retro_pyramid.screens.app import App, Screen
from retro_pyramid.screens.parts.look import (
    Hint,
    box,
    cells_rect,
    centred,
    heading,
    hint_line,
    hint_targets,
    hot_letter,
)
from retro_pyramid.screens.setting import Setting

_WIDTH = 60
_TOP = 5
_LABELS = 4
_VALUES = 23
_PITCH = 12
_DOWN = 2


class Config(Screen):
    """The settings of a program; every choice holds and is kept at once, `done` is called at the end.

    With the mouse any value can be clicked and the right button ends it; with the keyboard the lines are gone through
    from the first to the last, a letter choosing and Enter going on.
    """

    name = "config"
    overlay = True

    def __init__(
        self,
        app: App,
        settings: Sequence[Setting],
        done: Callable[[], None],
        title: str = "Configuration",
    ) -> None:
        super().__init__(app)
        self._title = title
        self._settings = settings
        self._done = done
        self._go_to(0)

    def _go_to(self, line: int) -> None:
        self._line = line
        setting = self._settings[line]
        self.selected = f"config:{setting.name}:{self._value(setting)}"
        letters = [word[0] for _, word in setting.values]
        self.message = f"{setting.label}: {', '.join(letters[:-1])} or {letters[-1]}, then Enter"

    def _value(self, setting: Setting) -> str:
        return self.app.settings[setting.setting]

    def _choose(self, line: int, value: str) -> None:
        self.app.choose(self._settings[line].setting, value)
        self._go_to(line)

    def _finish(self) -> None:
        self.app.pop()
        self._done()

    def event(self, event: Event) -> None:
        """End at the right button, wherever it is pressed."""
        if isinstance(event, Press) and event.button == 2:
            self._finish()
        else:
            super().event(event)

    def key(self, key: Key) -> None:
        """Letters choose in the line asked for, Enter goes on to the next, Esc ends; arrows do either."""
        setting = self._settings[self._line]
        values = [value for value, _ in setting.values]
        at = values.index(self._value(setting))
        match key.name:
            case "ENTER" | "KPENTER":
                if key.repeat:
                    return
                if self._line + 1 < len(self._settings):
                    self._go_to(self._line + 1)
                else:
                    self._finish()
            case "ESC":
                self._finish()
            case "UP" | "DOWN" | "TAB":
                step = -1 if key.name == "UP" else 1
                self._go_to((self._line + step) % len(self._settings))
            case "LEFT" | "RIGHT" | "SPACE":
                step = -1 if key.name == "LEFT" else 1
                self._choose(self._line, values[(at + step) % len(values)])
            case _ if key.char:
                letter = key.char.upper()
                named = [value for value, word in setting.values if word[0] == letter]
                if named:
                    self._choose(self._line, named[0])
                else:
                    self.app.sound("refuse")

    def click(self, target: Target) -> None:
        """Choose the value clicked, or end."""
        if target.id == "back":
            self._finish()
            return
        _, name, value = target.id.split(":")
        self._choose([setting.name for setting in self._settings].index(name), value)

    def hints(self) -> list[Hint]:
        """Return the keys and what stands for them."""
        return [
            Hint("Letter", "Choose", ""),
            Hint("Enter", "Next", ""),
            Hint("↑↓ ←→", "Move", ""),
            Hint("Esc or right button", "Done", "back"),
        ]

    def _place(self, line: int, at: int) -> tuple[int, int]:
        return (COLUMNS - _WIDTH) // 2 + _VALUES + _PITCH * at, _TOP + 2 + _DOWN * line

    def targets(self) -> list[Target]:
        """Return every value of every setting."""
        found = hint_targets(self.hints())
        for line, setting in enumerate(self._settings):
            for at, (value, _) in enumerate(setting.values):
                column, row = self._place(line, at)
                rect = cells_rect(column, row, _PITCH - 1, _DOWN)
                found.append(Target(f"config:{setting.name}:{value}", rect))
        return found

    def draw(self) -> None:
        """Draw the box; chosen values in bars, the line asked for with a mark and its prompt below."""
        video, dress, left = self.video, self.app.record.dress, (COLUMNS - _WIDTH) // 2
        height = _DOWN * len(self._settings) + 6
        box(video, left, _TOP, _WIDTH, height, dress.paper, edge=dress.frame)
        heading(video, _TOP, self._title, dress)
        for line, setting in enumerate(self._settings):
            asked = line == self._line
            row = self._place(line, 0)[1]
            video.write(left + _LABELS - 2, row, "►" if asked else " ", dress.hot)
            video.write(left + _LABELS, row, setting.label, dress.hot if asked else dress.paper)
            for at, (value, word) in enumerate(setting.values):
                column = self._place(line, at)[0]
                chosen = value == self._value(setting)
                attribute = dress.bar if chosen else dress.paper
                video.write(column, row, f" {word} ".ljust(_PITCH - 2), attribute)
                if not chosen:
                    video.write(column + 1, row, word[0], hot_letter(video, dress))
        rule = "╟" + "─" * (_WIDTH - 2) + "╢"
        video.write(left, _TOP + height - 4, rule, dress.frame)
        centred(video, _TOP + height - 3, self.message or "", dress.paper)
        centred(video, _TOP + height - 2, self._settings[self._line].note, dress.paper)
        hint_line(video, self.hints(), dress)
