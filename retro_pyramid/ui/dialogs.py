"""Dialogs: a yes/no question, and a message box that any key closes."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import groupby
from typing import TYPE_CHECKING, Literal

from retro_pyramid.machine.events import Event, Key, Press
from retro_pyramid.machine.video import COLUMNS, ROWS
from retro_pyramid.ui.drawing import Hint, fitted
from retro_pyramid.ui.element import WHOLE, Part, button, centred, panel, said, title
from retro_pyramid.ui.lists import Keys, Listing, ListScreen
from retro_pyramid.ui.screen import Screen

if TYPE_CHECKING:
    from retro_pyramid.app.app import App

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


_LEAST_WIDTH, _ROOM = 40, COLUMNS - 10


class Notice(Screen):
    """Lines in a box over the screen beneath; `then` is called once the box is gone, `name` is the screen's.

    Lines are centred; all that begin with a blank keep their places below each other; `told` is how those are read.
    """

    rests = True

    overlay = True
    key_hints = (Hint("Press any key", ""),)

    def __init__(
        self,
        app: App,
        title: str,
        lines: Sequence[str],
        then: Callable[[], None] | None = None,
        name: str = "notice",
        told: Sequence[str] | None = None,
    ) -> None:
        super().__init__(app)
        self.name = name
        first = _first_sentence(lines) if told is None else ""
        self.message = f"{title} {first}".strip()
        self._title = title
        self._lines = [part for line in lines for part in _fit(line)]
        self._then = then
        self._told = told

    def event(self, event: Event) -> None:
        """Close at any key or mouse button, but not at the repeat of a held key."""
        if isinstance(event, Press) or (isinstance(event, Key) and not event.repeat):
            self.app.pop()
            if self._then is not None:
                self._then()

    def parts(self) -> list[Part]:
        """Return the box in the middle of the screen; wherever it is clicked, it goes.

        Lines are read as paragraphs; those that keep their places one by one.
        """
        lines = self._lines
        laid_out = max([len(line) for line in lines if line[:1] == " "], default=0)
        width = max([_LEAST_WIDTH, len(self._title) + 8, *(len(line) + 6 for line in lines)])
        height = len(lines) + 4
        column, top = (COLUMNS - width) // 2, (ROWS - 1 - height) // 2
        told = self._told if self._told is not None else None if laid_out else _paragraphs(lines)
        found = [panel(column, top, width, height, self.dress, self._title)]
        for row, line in enumerate(lines, top + 2):
            words = line.ljust(laid_out) if line[:1] == " " else line
            found.append(centred(row, words, self.dress.paper, None if told is None else ""))
        return [*found, *map(said, told or ()), WHOLE.use("back", words="Go on")]


def _first_sentence(lines: Sequence[str]) -> str:
    """Return the lines up to one that ends a sentence, or up to a blank line: a sentence may be wrapped.

    >>> _first_sentence(["The game", "is saved.", "Go on with it."]), _first_sentence(["A line", "wrapped", "", "Another"])
    ('The game is saved.', 'A line wrapped')
    """
    sentence: list[str] = []
    for line in lines:
        if not line.strip():
            break
        sentence += line.split()
        if line.endswith((".", "!", "?", ":")):
            break
    return " ".join(sentence)


def _fit(line: str) -> list[str]:
    """Return a line as lines that a box on the screen has room for; one that keeps its place stays as it is."""
    return [line] if line[:1] == " " else fitted(line, _ROOM, 3)


def _paragraphs(lines: Sequence[str]) -> list[str]:
    """Return lines as they are read: one paragraph till a blank line."""
    return [" ".join(block) for blank, block in groupby(lines, lambda line: not line) if not blank]
