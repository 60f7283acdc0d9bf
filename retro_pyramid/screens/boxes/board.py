"""A board of ten names: the one just put on it is cut letter by letter, and a new record has a sign of its own."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any, Self

from retro_pyramid.machine.events import Event, Key, Press
from retro_pyramid.machine.video import COLUMNS, Video
from retro_pyramid.screens.parts.look import centred
from retro_pyramid.screens.parts.part import Part, said, text
from retro_pyramid.screens.parts.timing import BOARD_IDLE_TICKS
from retro_pyramid.screens.screen import Screen

if TYPE_CHECKING:
    from retro_pyramid.screens.app import App

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
