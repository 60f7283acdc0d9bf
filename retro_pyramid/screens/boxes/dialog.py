"""Boxes that ask: yes or no."""

from collections.abc import Callable
from typing import Literal

from retro_pyramid.machine.events import Key
from retro_pyramid.machine.targets import Target
from retro_pyramid.machine.video import COLUMNS
from retro_pyramid.screens.app import App, Screen
from retro_pyramid.screens.parts.look import (
    SINGLE,
    Hint,
    box,
    cells_rect,
    centred,
    frame,
    heading,
    hint_line,
    hint_targets,
)

_TOP = 8
_HEIGHT = 9
_BUTTONS = {"yes": ("Yes", 24), "no": ("No", 43)}
_BUTTON_WIDTH = 13


class Confirm(Screen):
    """A yes/no question over the screen beneath; `first` is highlighted first, Esc means No."""

    name = "confirm"
    overlay = True

    def __init__(
        self,
        app: App,
        question: str,
        detail: str,
        yes: Callable[[], None],
        no: Callable[[], None] | None = None,
        first: Literal["yes", "no"] = "no",
    ) -> None:
        super().__init__(app)
        self.message = self.lasting = question
        self._question = question
        self._detail = detail
        self._yes = yes
        self._no = no
        self.selected = first

    def key(self, key: Key) -> None:
        """Y and N answer, arrows and Tab move, Enter takes the highlighted answer, Esc means No."""
        if key.char in ("y", "Y"):
            self._answer("yes")
        elif key.char in ("n", "N") or key.name == "ESC":
            self._answer("no")
        elif key.name in ("LEFT", "RIGHT", "UP", "DOWN", "TAB"):
            self.selected = "yes" if self.selected == "no" else "no"
        elif key.name in ("ENTER", "KPENTER", "SPACE"):
            self._answer(self.selected or "no")

    def click(self, target: Target) -> None:
        """Take the answer clicked."""
        self._answer("no" if target.id == "back" else target.id)

    def _answer(self, answer: str) -> None:
        self.app.pop()
        if answer == "yes":
            self._yes()
        elif self._no is not None:
            self._no()

    def hints(self) -> list[Hint]:
        """Return the keys that answer."""
        return [
            Hint("Y", "Yes", ""),
            Hint("N", "No", ""),
            Hint("←→", "Choose", ""),
            Hint("Esc", "Back", "back"),
        ]

    def targets(self) -> list[Target]:
        """Return the two buttons and the way back."""
        buttons = [
            Target(name, cells_rect(column, _TOP + 5, _BUTTON_WIDTH, 3))
            for name, (_, column) in _BUTTONS.items()
        ]
        return [*hint_targets(self.hints()), *buttons]

    def draw(self) -> None:
        """Draw the box in the middle of the screen."""
        video, dress = self.video, self.app.record.dress
        width = max(52, len(self._question) + 8, len(self._detail) + 8)
        box(video, (COLUMNS - width) // 2, _TOP, width, _HEIGHT, dress.paper, edge=dress.frame)
        heading(video, _TOP + 2, self._question, dress)
        centred(video, _TOP + 3, self._detail, dress.paper)
        for name, (word, column) in _BUTTONS.items():
            attribute = dress.bar if name == self.selected else dress.paper
            video.fill(column, _TOP + 5, _BUTTON_WIDTH, 3, " ", attribute)
            frame(video, column, _TOP + 5, _BUTTON_WIDTH, 3, attribute, SINGLE)
            video.write(column + (_BUTTON_WIDTH - len(word)) // 2, _TOP + 6, word, attribute)
        hint_line(video, self.hints(), dress)
