"""Boxes that ask: yes or no."""

from collections.abc import Callable
from typing import Literal

from retro_pyramid.machine.targets import Target
from retro_pyramid.machine.video import COLUMNS
from retro_pyramid.screens.app import App
from retro_pyramid.screens.boxes.list_box import ListScreen
from retro_pyramid.screens.parts.list import Keys, Listing
from retro_pyramid.screens.parts.look import SINGLE, Hint, cells_rect, centred, frame, heading

_TOP, _HEIGHT = 8, 9
_ANSWERS = ("yes", "no")
_COLUMNS = (24, 43)
_BUTTON_WIDTH = 13
_KEYS = Keys(("LEFT", "UP"), ("RIGHT", "DOWN", "TAB"))


class Confirm(ListScreen):
    """A yes/no question over the screen beneath; `first` is highlighted first, Esc means No."""

    name = "confirm"
    overlay = True
    key_hints = (
        Hint("Y", "Yes", ""),
        Hint("N", "No", ""),
        Hint("←→", "Choose", ""),
        Hint("Esc", "Back", "back"),
    )

    def __init__(
        self,
        app: App,
        question: str,
        detail: str,
        yes: Callable[[], None],
        no: Callable[[], None] = lambda: None,
        first: Literal["yes", "no"] = "no",
    ) -> None:
        super().__init__(app)
        self.message = self.lasting = question
        self._question = question
        self._detail = detail
        self._ways = (yes, no)
        self.start(Listing(_ANSWERS, ("Y", "N"), _ANSWERS.index(first), at_once=True, keys=_KEYS))

    def take(self, row: int) -> None:
        """Go the way of an answer, once the box is gone."""
        self.app.pop()
        self._ways[row]()

    def leave(self) -> None:
        """Answer No."""
        self.take(_ANSWERS.index("no"))

    def targets(self) -> list[Target]:
        """Return the two buttons and the way back."""
        buttons = [
            Target(name, cells_rect(column, _TOP + 5, _BUTTON_WIDTH, 3), words=name.capitalize())
            for name, column in zip(_ANSWERS, _COLUMNS, strict=True)
        ]
        return [*super().targets(), *buttons]

    def draw(self) -> None:
        """Draw the box in the middle of the screen."""
        video, dress = self.video, self.dress
        width = max(52, len(self._question) + 8, len(self._detail) + 8)
        self.draw_box((COLUMNS - width) // 2, _TOP, width, _HEIGHT)
        heading(video, _TOP + 2, self._question, dress)
        centred(video, _TOP + 3, self._detail, dress.paper)
        for name, column in zip(_ANSWERS, _COLUMNS, strict=True):
            attribute, word = dress.bar if name == self.selected else dress.paper, name.capitalize()
            video.fill(column, _TOP + 5, _BUTTON_WIDTH, 3, " ", attribute)
            frame(video, column, _TOP + 5, _BUTTON_WIDTH, 3, attribute, SINGLE)
            video.write(column + (_BUTTON_WIDTH - len(word)) // 2, _TOP + 6, word, attribute)
        self.draw_hints()
