"""The high score board and the box where a name is entered on it."""

from collections.abc import Callable

from retro_pyramid.machine.events import Event, Key
from retro_pyramid.machine.targets import Target
from retro_pyramid.machine.video import COLUMNS
from retro_pyramid.screens.app import App, Screen
from retro_pyramid.screens.backdrop import draw_backdrop
from retro_pyramid.screens.boxes.entry import LineEntry
from retro_pyramid.screens.boxes.new_row import NewRow
from retro_pyramid.screens.parts.look import MAGAZINE, Hint, cells_rect, header

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
        """Cut a new name into the board."""
        super().tick(ticks)
        self._new.tick(ticks)

    def busy(self) -> bool:
        """Return whether a name is being cut."""
        return self._new.busy()

    def key(self, key: Key) -> None:
        """Esc, Enter, Space, Backspace or Q leave."""
        if key.name in ("ESC", "ENTER", "KPENTER", "SPACE", "BACKSPACE", "q", "Q") and not key.repeat:
            self._leave()

    def click(self, target: Target) -> None:
        """Leave by a click on the board or the hint."""
        self._leave()

    def hints(self) -> list[Hint]:
        """Return the ways out."""
        return [Hint("Esc", self._onward, "back")]

    def targets(self) -> list[Target]:
        """Return the way back and the board itself."""
        board = Target("button:board", cells_rect((COLUMNS - _WIDTH) // 2, _TOP, _WIDTH, 13))
        return [*super().targets(), board]

    @property
    def told(self) -> list[str]:
        """Return the board place by place, as far as somebody is on it; of a table read across columns say nothing."""
        taken = [
            f"{place}: {row.name}, {row.score} points" + (f", level {row.level}" if row.level else "")
            for place, row in enumerate(self._rows, 1)
            if row.score > 0
        ]
        title = f"The Top Ten of {self.app.record.title}"
        return [*self._new.told(), title, *taken, *([] if taken else ["Nobody is on it yet"])]

    def draw(self) -> None:
        """Draw the ten places with names, scores and levels."""
        video, record, dress = self.video, self.app.record, self.dress
        draw_backdrop(self.app)
        header(video, "SCORES", record.title.upper(), record.issue)
        column = (COLUMNS - _WIDTH) // 2
        self.draw_box(column, _TOP, _WIDTH, 14, " The Top Ten ")
        video.write(column + 3, _TOP + 1, f"    {'Name':<{NAME_LENGTH}}       Score   Level", dress.dim)
        video.write(column + 3, _TOP + 2, "─" * (_WIDTH - 6), dress.dim)
        for place, row in enumerate(self._rows):
            line = _TOP + 3 + place
            attribute = dress.bar if place == self._rank else dress.paper if row.score > 0 else dress.dim
            level = str(row.level) if row.level else "-"
            video.fill(column + 1, line, _WIDTH - 2, 1, " ", attribute)
            video.write(
                column + 3,
                line,
                f"{place + 1:>2}  {self._new.shown(place, row.name):<{NAME_LENGTH}}   {row.score:>9}     {level}",
                attribute,
            )
        self._new.draw_sign(_TOP)
        self.draw_hints()


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
