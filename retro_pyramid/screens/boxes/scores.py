"""The high score board and the box where a name is entered on it."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from retro_pyramid.formats.boards.scores import NAME_LENGTH
from retro_pyramid.machine.events import Event, Key, Press
from retro_pyramid.machine.video import COLUMNS
from retro_pyramid.screens.backdrop import draw_backdrop
from retro_pyramid.screens.boxes.board import NO_NAME, Board
from retro_pyramid.screens.boxes.entry import LineEntry
from retro_pyramid.screens.parts.list import ENTER
from retro_pyramid.screens.parts.look import MAGAZINE, Hint
from retro_pyramid.screens.parts.part import Part, masthead, painted, panel, said, spot, text
from retro_pyramid.screens.screen import LEAVE

if TYPE_CHECKING:
    from retro_pyramid.screens.app import App

_LONGEST_NAME = 45
"""A board of another program may have names longer than ours; this one makes the box as wide as the screen."""
_BESIDE_NAME = 31
"""Columns of the box that are no name's."""


class Scores(Board):
    """The top ten; `rank` is the place just taken, shown in a bar; `onward` is the word for where leaving leads."""

    name = "scores"
    speaks = True
    top = 9
    message_row = top - 2
    dress = MAGAZINE
    own_keys = dict.fromkeys((*LEAVE, *ENTER, "SPACE"), "back")

    def __init__(
        self, app: App, leave: Callable[[], None], rank: int | None = None, onward: str = "Menu"
    ) -> None:
        super().__init__(app, app.services.files.board().rows, rank)
        self._leave = leave
        self._onward = onward

    def read_again(self) -> bool:
        """Show the board as it stands now."""
        self.show(self.app.services.files.board().rows, None)
        return True

    def event(self, event: Event) -> None:
        """Take one event: any key or click lets a name be there that is being cut, and does what it does else."""
        self.ended_by(event)
        if self.on and isinstance(event, Key | Press):
            self._leave()
        elif not (isinstance(event, Key) and event.repeat):
            super().event(event)

    def act(self, name: str) -> None:
        self._leave()

    def hints(self) -> list[Hint]:
        return [Hint("Any key" if self.on else "Esc", self._onward, "back")]

    def parts(self) -> list[Part]:
        """Return the ten places with names, scores and levels; they are read as far as somebody is on them."""
        record, dress, names = self.app.record, self.dress, self._names
        width = names + _BESIDE_NAME
        column, top = (COLUMNS - width) // 2, self.top
        taken = any(row.score > 0 for row in self.rows)
        return [
            painted(lambda _: draw_backdrop(self.app)),
            self.news(),
            masthead("SCORES", record.title, record.issue, dress)._replace(
                told=f"The Top Ten of {record.title}"
            ),
            panel(column, top, width, 14, dress, " The Top Ten ")._replace(told=""),
            text(column + 3, top + 1, f"    {'Name':<{names}}       Score   Level", dress.dim, told=""),
            text(column + 3, top + 2, "─" * (width - 6), dress.dim, told=""),
            *self.places(column + 1, top + 3, width - 2),
            painted(self.sign),
            said("" if taken else "Nobody is on it yet"),
            spot(column, top, width, 13).use("button:board"),
        ]

    @property
    def _names(self) -> int:
        """How many columns the names take."""
        return min(max(NAME_LENGTH, *(len(row.name) for row in self.rows)), _LONGEST_NAME)

    def line(self, place: int) -> tuple[str, str]:
        row, names = self.rows[place], self._names
        name, score = self.name_on(place)[:names], f"{row.score:.10g}"
        words = f"  {place + 1:>2}  {name:<{names}}   {score:>9}{row.level or '-':>6}"
        level = f", level {row.level}" if row.level else ""
        return (
            words,
            f"{place + 1}: {row.name.strip() or NO_NAME}, {score} points{level}" if row.score > 0 else "",
        )


class NameEntry(LineEntry):
    """Asks for the name that goes on the board; `enter` gets it, `decline` is the way out."""

    def __init__(
        self, app: App, score: int, rank: int, enter: Callable[[str], None], decline: Callable[[], None]
    ) -> None:
        words = (
            "A place on the high score board!" if rank else "A new record!",
            f"With {score} points you are number {rank + 1} of the top ten",
            "Your name:",
            "Type a name, or press Esc to skip",
            "Save",
            "Skip",
        )
        super().__init__(app, words, enter, decline, NAME_LENGTH)
