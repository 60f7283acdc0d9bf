"""A box with a list, of which one line is taken."""

from collections.abc import Callable, Sequence
from typing import NamedTuple

from retro_pyramid.machine.events import Key
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

_WIDTH = 50
_LEFT, _TOP = (COLUMNS - _WIDTH) // 2, 7


class Choice(NamedTuple):
    """One line of the list: its target id, the capital letter or digit that takes it, its words."""

    id: str
    key: str
    words: str


class Choose(Screen):
    """Asks for one of `choices`; `take` gets its place in the list, while the box is still there.

    `words` are the title, the line below it, and what the keys are for; `at` is the line that has the bar first.
    """

    overlay = True

    def __init__(
        self,
        app: App,
        name: str,
        words: tuple[str, str, str],
        choices: Sequence[Choice],
        take: Callable[[int], None],
        at: int = 0,
    ) -> None:
        super().__init__(app)
        self.name = name
        self._title, self._detail, self._what = words
        self._choices = choices
        self._take = take
        self._move(at)

    def _move(self, at: int) -> None:
        self._at = at % len(self._choices)
        self.selected = self._choices[self._at].id

    def key(self, key: Key) -> None:
        """Letters and digits take a line at once; arrows move the bar, Enter takes it, Esc goes back."""
        match key.name:
            case "UP" | "DOWN":
                self._move(self._at + (1 if key.name == "DOWN" else -1))
            case "ENTER" | "KPENTER" | "SPACE":
                if not key.repeat:
                    self._take(self._at)
            case "ESC":
                self.app.pop()
            case _:
                keys = [one.key for one in self._choices]
                if key.char.upper() in keys:
                    self._take(keys.index(key.char.upper()))

    def click(self, target: Target) -> None:
        """Take what is clicked."""
        if target.id == "back":
            self.app.pop()
        else:
            self._take([one.id for one in self._choices].index(target.id))

    def hints(self) -> list[Hint]:
        """Return the keys."""
        keys = " ".join(one.key for one in self._choices)
        return [Hint(keys, self._what, ""), Hint("↑↓ Enter", "Choose", ""), Hint("Esc", "Back", "back")]

    def targets(self) -> list[Target]:
        """Return the lines and the way back."""
        return [
            *hint_targets(self.hints()),
            *(
                Target(one.id, cells_rect(_LEFT + 1, _TOP + 3 + 2 * line, _WIDTH - 2, 2))
                for line, one in enumerate(self._choices)
            ),
        ]

    def draw(self) -> None:
        """Draw the box with its bar; while more is asked over it, that box stands alone."""
        if self.app.top is not self:
            return
        video, dress = self.video, self.app.record.dress
        box(video, _LEFT, _TOP, _WIDTH, 2 * len(self._choices) + 4, dress.paper, edge=dress.frame)
        heading(video, _TOP, self._title, dress)
        centred(video, _TOP + 1, self._detail, dress.dim)
        for line, one in enumerate(self._choices):
            row, chosen = _TOP + 3 + 2 * line, line == self._at
            attribute = dress.bar if chosen else dress.paper
            video.fill(_LEFT + 1, row, _WIDTH - 2, 1, " ", attribute)
            video.write(_LEFT + 4, row, one.words, attribute)
            if not chosen:
                video.write(_LEFT + 4 + one.words.index(one.key), row, one.key, hot_letter(video, dress))
        hint_line(video, self.hints(), dress)
