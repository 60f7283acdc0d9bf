"""Boxes that ask: yes or no."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Literal

from retro_pyramid.machine.video import COLUMNS
from retro_pyramid.screens.boxes.list_box import ListScreen
from retro_pyramid.screens.parts.list import Keys, Listing
from retro_pyramid.screens.parts.look import Hint, fitted
from retro_pyramid.screens.parts.part import Part, button, centred, panel, title

if TYPE_CHECKING:
    from retro_pyramid.screens.app import App

_TOP, _HEIGHT = 8, 9
_ANSWERS = ("yes", "no")
_BUTTONS = ((24, "Yes"), (43, "No"))
_KEYS = Keys(("LEFT", "UP"), ("RIGHT", "DOWN", "TAB"))


class Confirm(ListScreen):
    """A yes/no question over the screen beneath; `first` is highlighted first, Esc means No."""

    rests = True

    name = "confirm"
    overlay = True
    key_hints = (Hint("Y", "Yes"), Hint("N", "No"), Hint("←→", "Choose"), Hint("Esc", "Back", "back"))

    own_keys = ListScreen.own_keys | {"ALT+Y": "yes", "ALT+N": "no"}

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

    def parts(self) -> list[Part]:
        """Return the box in the middle of the screen with its two buttons."""
        detail = fitted(self._detail, COLUMNS - 12, 3)
        width = max(52, len(self._question) + 8, *(len(line) + 8 for line in detail))
        top = _TOP + 1 - len(detail)
        place = ((COLUMNS - width) // 2, top, width, _HEIGHT - 1 + len(detail))
        return [
            panel(*place, self.dress, self.dress.caption)._replace(told=""),
            title(top + 2, self._question, self.dress),
            *(centred(row, line, self.dress.paper) for row, line in enumerate(detail, top + 3)),
            *(
                button(column, _TOP + 6, f"   {word:<6}", self.dress, word.lower() == self.selected)
                for column, word in _BUTTONS
            ),
        ]
