"""The high score screen, its base class, and the dialog that asks for a name."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any, Self

from retro_pyramid.formats.scores.high_scores import NAME_LENGTH
from retro_pyramid.machine.events import Event, Key, Press
from retro_pyramid.machine.video import COLUMNS, Video
from retro_pyramid.scenes.title import draw_backdrop
from retro_pyramid.ui.drawing import Hint, centred
from retro_pyramid.ui.element import Part, masthead, painted, panel, said, spot, text
from retro_pyramid.ui.lists import ENTER
from retro_pyramid.ui.screen import LEAVE, Screen
from retro_pyramid.ui.text_entry import LineEntry
from retro_pyramid.ui.theme import MAGAZINE
from retro_pyramid.ui.timing import BOARD_IDLE_TICKS

if TYPE_CHECKING:
    from retro_pyramid.app.app import App

CUT_TICKS = 5
"""Ticks in which one letter of a new name is revealed."""
NO_NAME = "no name"
"""Spoken in place of a blank name."""
_BANNER_TEXT = "A NEW RECORD"
_STARS, _STAR_TICKS = "☼*", 18
_BANNER_ATTRIBUTE, _GLEAM_ATTRIBUTE = 0x0E, 0x0F
"""Attributes of the banner and of the gleam that runs over it: bright on black is readable with any palette."""
_GLEAM_TICKS, _GLEAM_PAUSE = 5, 8
"""Ticks per letter of the gleam, and its pause, in letters."""


class Board(Screen):
    """Base class of the screens with a table of names and scores.

    `new_index` is the index of a row that has just been entered, or None. Its name is revealed letter by letter.
    """

    top: int
    """The row of the upper edge of the box."""
    on: Callable[[], None] | None = None
    """In the attract loop, the function called after the idle time; any key or click then leaves the screen."""

    def __init__(self, app: App, rows: Sequence[Any], rank: int | None) -> None:
        super().__init__(app)
        self.show(rows, rank)

    def passing(self, on: Callable[[], None]) -> Self:
        """Set the screen up for the attract loop, which continues with `on_timeout`, and return it."""
        self.on, self.patience = on, BOARD_IDLE_TICKS
        return self

    def left_alone(self) -> None:
        if self.on:
            self.on()

    def show(self, rows: Sequence[Any], rank: int | None) -> None:
        """Show these rows and start to reveal the name of the new row."""
        self.rows, self._new_index = rows, rank
        self._reveal_ticks = 0 if rank is None or self.app.still else CUT_TICKS * len(rows[rank].name)
        self._tick = 0

    def tick(self, ticks: int) -> None:
        """Advance the animation, with a sound for each revealed letter."""
        super().tick(ticks)
        revealed_before, self._tick = self._tick // CUT_TICKS, self._tick + ticks
        if revealed_before < min(self._tick, self._reveal_ticks) // CUT_TICKS:
            self.app.sounds.play("cut")

    def busy(self) -> bool:
        """Return True while a name is being revealed."""
        return self._tick < self._reveal_ticks

    def ended_by(self, event: Event) -> bool:
        """Complete the name at once on any key or mouse button. Return True if it was still being revealed."""
        is_press = isinstance(event, Press) or (isinstance(event, Key) and not event.repeat)
        if not (is_press and self.busy()):
            return False
        self._tick = self._reveal_ticks
        return True

    def news(self) -> Part:
        """Return the spoken element about the new row: a new record, or its place."""
        if self._new_index is None:
            return said("")
        return said(
            _BANNER_TEXT.capitalize() if self._new_index == 0 else f"Place {self._new_index + 1} is yours"
        )

    def name_on(self, place: int) -> str:
        """Return the visible part of the name in a row; a name that is being revealed ends with a spark."""
        name: str = self.rows[place].name
        if place != self._new_index or not self.busy():
            return name
        return name[: self._tick // CUT_TICKS] + "*"

    def line(self, place: int) -> tuple[str, str]:
        """Return the visible and the spoken text of a row; the spoken text of an empty row is empty."""
        raise NotImplementedError

    def places(self, column: int, row: int, width: int) -> list[Part]:
        """Return the elements of all rows, `width` cells wide, below each other from a column and a row of cells."""
        bar, paper, dim = self.dress.bar, self.dress.paper, self.dress.dim
        elements = []
        for index in range(len(self.rows)):
            line, spoken = self.line(index)
            attribute = bar if index == self._new_index else paper if spoken else dim
            elements.append(text(column, row + index, line.ljust(width), attribute, spoken))
        return elements

    def sign(self, video: Video) -> None:
        """Draw the banner of a new record once the name is complete, with a gleam unless animation is off."""
        if self._new_index != 0 or self.busy():
            return
        row, tick = self.top, 0 if self.app.still else self._tick - self._reveal_ticks
        star = _STARS[tick // _STAR_TICKS % len(_STARS)]
        # Black behind the letters: over a title picture the win colour of the ribbon may be light or dark.
        ribbon = f" {star}  {_BANNER_TEXT}  {star} "
        centred(video, row, ribbon, self.app.top.dress.joy & 0x70)
        attribute = 0x07 if video.mono else _BANNER_ATTRIBUTE
        column = (COLUMNS - len(_BANNER_TEXT)) // 2
        video.write(column - 1, row, f" {_BANNER_TEXT} ", attribute)
        gleam_index = tick // _GLEAM_TICKS % (len(_BANNER_TEXT) + _GLEAM_PAUSE) - _GLEAM_PAUSE
        if gleam_index >= 0 and _BANNER_TEXT[gleam_index] != " ":
            video.write(
                column + gleam_index, row, _BANNER_TEXT[gleam_index], video.hot(_GLEAM_ATTRIBUTE, attribute)
            )


_MAX_NAME_COLUMNS = 45
"""Imported tables may have longer names than ours; this length makes the box as wide as the screen."""
_OTHER_COLUMNS = 31
"""Columns of the box beside the name."""


class Scores(Board):
    """The ten best scores of the edition; the row at `new_index` is new. `leave_label` names the destination of leaving."""

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
        self._on_leave = leave
        self._leave_label = onward

    def read_again(self) -> bool:
        """Reload the table."""
        self.show(self.app.services.files.board().rows, None)
        return True

    def event(self, event: Event) -> None:
        """Complete a name that is being revealed on any key or click, which also has its usual effect."""
        self.ended_by(event)
        if self.on and isinstance(event, Key | Press):
            self._on_leave()
        elif not (isinstance(event, Key) and event.repeat):
            super().event(event)

    def act(self, name: str) -> None:
        self._on_leave()

    def hints(self) -> list[Hint]:
        return [Hint("Any key" if self.on else "Esc", self._leave_label, "back")]

    def parts(self) -> list[Part]:
        """Return the ten rows with names, scores and levels; empty rows are not spoken."""
        record, dress, name_width = self.app.record, self.dress, self._name_width
        width = name_width + _OTHER_COLUMNS
        column, top = (COLUMNS - width) // 2, self.top
        has_scores = any(row.score > 0 for row in self.rows)
        return [
            painted(lambda _: draw_backdrop(self.app)),
            self.news(),
            masthead("SCORES", record.title, record.issue, dress)._replace(
                told=f"The Top Ten of {record.title}"
            ),
            panel(column, top, width, 14, dress, " The Top Ten ")._replace(told=""),
            text(column + 3, top + 1, f"    {'Name':<{name_width}}       Score   Level", dress.dim, told=""),
            text(column + 3, top + 2, "─" * (width - 6), dress.dim, told=""),
            *self.places(column + 1, top + 3, width - 2),
            painted(self.sign),
            said("" if has_scores else "Nobody is on it yet"),
            spot(column, top, width, 13).use("button:board"),
        ]

    @property
    def _name_width(self) -> int:
        """The width of the names in columns."""
        return min(max(NAME_LENGTH, *(len(row.name) for row in self.rows)), _MAX_NAME_COLUMNS)

    def line(self, place: int) -> tuple[str, str]:
        row, name_width = self.rows[place], self._name_width
        name, score = self.name_on(place)[:name_width], f"{row.score:.10g}"
        line = f"  {place + 1:>2}  {name:<{name_width}}   {score:>9}{row.level or '-':>6}"
        level_text = f", level {row.level}" if row.level else ""
        return (
            line,
            f"{place + 1}: {row.name.strip() or NO_NAME}, {score} points{level_text}"
            if row.score > 0
            else "",
        )


class NameEntry(LineEntry):
    """Asks for the name of a new high score. `on_enter` gets the name, `on_skip` is called if there is none."""

    def __init__(
        self, app: App, score: int, rank: int, enter: Callable[[str], None], decline: Callable[[], None]
    ) -> None:
        texts = (
            "A place on the high score board!" if rank else "A new record!",
            f"With {score} points you are number {rank + 1} of the top ten",
            "Your name:",
            "Type a name, or press Esc to skip",
            "Save",
            "Skip",
        )
        super().__init__(app, texts, enter, decline, NAME_LENGTH)
