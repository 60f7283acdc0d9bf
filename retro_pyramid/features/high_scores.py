"""The high score screen, and the dialog that asks for a name."""

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
"""The ticks in which one letter is cut."""
NO_NAME = "no name"
"""Spoken in place of a blank name."""
_SIGN = "A NEW RECORD"
_STARS, _STAR_TICKS = "☼*", 18
_LETTERS, _GLEAM = 0x0E, 0x0F
"""The attributes of the sign's letters and of a gleam that runs over them: bright on black can be read in any colours."""
_GLEAM_TICKS, _GLEAM_REST = 5, 8
"""The gleam's ticks a letter, and how many letters long it rests."""


class Board(Screen):
    """Ten rows with names; `rank` is the place just taken, 0 for the first, None for none."""

    top: int
    """The row of cells of the box's upper edge."""
    on: Callable[[], None] | None = None
    """The way that is gone after a while, where the board is shown to nobody; any key or click leaves it then."""

    def __init__(self, app: App, rows: Sequence[Any], rank: int | None) -> None:
        super().__init__(app)
        self.show(rows, rank)

    def passing(self, on: Callable[[], None]) -> Self:
        """Return the board as it is shown to nobody, on the way `on`."""
        self.on, self.patience = on, BOARD_IDLE_TICKS
        return self

    def left_alone(self) -> None:
        if self.on:
            self.on()

    def show(self, rows: Sequence[Any], rank: int | None) -> None:
        """Show these rows, with the name on the place just taken still to be cut."""
        self.rows, self._rank = rows, rank
        self._whole = 0 if rank is None or self.app.still else CUT_TICKS * len(rows[rank].name)
        self._now = 0

    def tick(self, ticks: int) -> None:
        """Let time pass: each letter is heard as it is cut."""
        super().tick(ticks)
        before, self._now = self._now // CUT_TICKS, self._now + ticks
        if before < min(self._now, self._whole) // CUT_TICKS:
            self.app.sounds.play("cut")

    def busy(self) -> bool:
        """Return whether letters are still to be cut."""
        return self._now < self._whole

    def ended_by(self, event: Event) -> bool:
        """Let the name be there at once at any key or mouse button; return whether there was anything to cut."""
        ends = isinstance(event, Press) or (isinstance(event, Key) and not event.repeat)
        if not (ends and self.busy()):
            return False
        self._now = self._whole
        return True

    def news(self) -> Part:
        """Return what is read of the place just taken: the sign of a new record, or which it is."""
        if self._rank is None:
            return said("")
        return said(_SIGN.capitalize() if self._rank == 0 else f"Place {self._rank + 1} is yours")

    def name_on(self, place: int) -> str:
        """Return what is seen of the name on a place: of the new one what is cut so far, and a spark."""
        name: str = self.rows[place].name
        if place != self._rank or not self.busy():
            return name
        return name[: self._now // CUT_TICKS] + "*"

    def line(self, place: int) -> tuple[str, str]:
        """Return what is written on a place, and what is read of it: nothing where nobody is on it."""
        raise NotImplementedError

    def places(self, column: int, row: int, width: int) -> list[Part]:
        """Return the lines of all places, from a column and a row of cells on."""
        bar, paper, dim = self.dress.bar, self.dress.paper, self.dress.dim
        found = []
        for place in range(len(self.rows)):
            words, told = self.line(place)
            attribute = bar if place == self._rank else paper if told else dim
            found.append(text(column, row + place, words.ljust(width), attribute, told))
        return found

    def sign(self, video: Video) -> None:
        """Return the sign of a new record, once the name is whole; it gleams unless nothing is to move."""
        if self._rank != 0 or self.busy():
            return
        row, now = self.top, 0 if self.app.still else self._now - self._whole
        star = _STARS[now // _STAR_TICKS % len(_STARS)]
        # A black field in a ribbon: over a title picture nobody knows how light joy's paper is.
        words = f" {star}  {_SIGN}  {star} "
        centred(video, row, words, self.app.top.dress.joy & 0x70)
        letters = 0x07 if video.mono else _LETTERS
        column = (COLUMNS - len(_SIGN)) // 2
        video.write(column - 1, row, f" {_SIGN} ", letters)
        lit = now // _GLEAM_TICKS % (len(_SIGN) + _GLEAM_REST) - _GLEAM_REST
        if lit >= 0 and _SIGN[lit] != " ":
            video.write(column + lit, row, _SIGN[lit], video.hot(_GLEAM, letters))


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
