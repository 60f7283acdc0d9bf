"""The high score board and the box where a name is entered on it."""

from __future__ import annotations

from collections.abc import Callable
from itertools import count
from typing import TYPE_CHECKING

from retro_pyramid.machine.events import Event, Key
from retro_pyramid.machine.targets import Target
from retro_pyramid.machine.video import COLUMNS
from retro_pyramid.screens.app import App, Screen
from retro_pyramid.screens.backdrop import draw_backdrop
from retro_pyramid.screens.boxes.entry import LineEntry
from retro_pyramid.screens.boxes.new_row import NewRow
from retro_pyramid.screens.parts.look import MAGAZINE, Hint
from retro_pyramid.screens.parts.part import Part, masthead, painted, panel, said, spot, text

if TYPE_CHECKING:
    from retro_pyramid.formats.boards.scores import ScoreRow

NAME_LENGTH = 15
_WIDTH = 46
_TOP = 9


class Scores(Screen):
    """The top ten; `rank` is the place just taken, shown in a bar; `onward` is the word for where leaving leads."""

    name = "scores"
    speaks = True
    message_row = _TOP - 2
    dress = MAGAZINE

    def __init__(
        self, app: App, leave: Callable[[], None], rank: int | None = None, onward: str = "Menu"
    ) -> None:
        super().__init__(app)
        self._leave = leave
        self._rank = rank
        self._onward = onward
        self._rows = app.services.files.board().rows
        self._new = NewRow(app, rank, self._rows[rank or 0].name)

    def read_again(self) -> bool:
        """Show the board as it stands now."""
        self._rows = self.app.services.files.board().rows
        self._rank = None
        self._new = NewRow(self.app, None, "")
        return True

    def event(self, event: Event) -> None:
        """Take one event: any key or click lets a name be there that is being cut, and does what it does else."""
        self._new.ended_by(event)
        super().event(event)

    def tick(self, ticks: int) -> None:
        super().tick(ticks)
        self._new.tick(ticks)

    def busy(self) -> bool:
        return self._new.busy()

    def key(self, key: Key) -> None:
        """Esc, Enter, Space, Backspace or Q leave."""
        if key.name in ("ESC", "ENTER", "KPENTER", "SPACE", "BACKSPACE", "q", "Q") and not key.repeat:
            self._leave()

    def click(self, target: Target) -> None:
        self._leave()

    def hints(self) -> list[Hint]:
        return [Hint("Esc", self._onward, "back")]

    def parts(self) -> list[Part]:
        """Return the ten places with names, scores and levels; they are read as far as somebody is on them."""
        record, dress, column = self.app.record, self.dress, (COLUMNS - _WIDTH) // 2
        taken = any(row.score > 0 for row in self._rows)
        return [
            painted(lambda _: draw_backdrop(self.app)),
            *map(said, self._new.told()),
            masthead("SCORES", record.title.upper(), record.issue, dress)._replace(
                told=f"The Top Ten of {record.title}"
            ),
            panel(column, _TOP, _WIDTH, 14, dress, " The Top Ten ")._replace(told=""),
            text(
                column + 3, _TOP + 1, f"    {'Name':<{NAME_LENGTH}}       Score   Level", dress.dim, told=""
            ),
            text(column + 3, _TOP + 2, "─" * (_WIDTH - 6), dress.dim, told=""),
            *map(self._place, count(), self._rows),
            painted(lambda _: self._new.draw_sign(_TOP)),
            said("" if taken else "Nobody is on it yet"),
            spot(column, _TOP, _WIDTH, 13).use("button:board"),
        ]

    def _place(self, place: int, row: ScoreRow) -> Part:
        dress = self.dress
        attribute = dress.bar if place == self._rank else dress.paper if row.score > 0 else dress.dim
        name = f"{self._new.shown(place, row.name):<{NAME_LENGTH}}"
        words = f"  {place + 1:>2}  {name}   {row.score:>9}     {row.level or '-'}"
        level = f", level {row.level}" if row.level else ""
        told = f"{place + 1}: {row.name}, {row.score} points{level}" if row.score > 0 else ""
        return text((COLUMNS - _WIDTH) // 2 + 1, _TOP + 3 + place, words.ljust(_WIDTH - 2), attribute, told)


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
