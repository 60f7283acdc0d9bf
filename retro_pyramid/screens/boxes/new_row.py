"""The row just put on a board: its name is cut into it letter by letter, and a new record has a sign of its own."""

from __future__ import annotations

from typing import TYPE_CHECKING

from retro_pyramid.machine.events import Event, Key, Press
from retro_pyramid.machine.video import COLUMNS
from retro_pyramid.screens.parts.look import centred

if TYPE_CHECKING:
    from retro_pyramid.screens.app import App

CUT_TICKS = 5
"""The ticks in which one letter is cut."""
_SIGN = "A NEW RECORD"
_STARS, _STAR_TICKS = "☼*", 18
_LETTERS, _GLEAM = 0x0E, 0x0F
"""The attributes of the sign's letters and of a gleam that runs over them: bright on black can be read in any colours."""
_GLEAM_TICKS, _GLEAM_REST = 5, 8
"""The gleam's ticks a letter, and how many letters long it rests."""


class NewRow:
    """`name` is the name on the place `rank`, 0 for the first, None where no place was taken."""

    def __init__(self, app: App, rank: int | None, name: str) -> None:
        self._app = app
        self._rank = rank
        self._name = name
        self._whole = CUT_TICKS * len(name)
        self._now = 0
        if rank is None or app.still:
            self.end()

    def tick(self, ticks: int) -> None:
        """Let time pass: each letter is heard as it is cut."""
        before, self._now = self._now // CUT_TICKS, self._now + ticks
        if before < min(self._now // CUT_TICKS, len(self._name)):
            self._app.sounds.play("cut")

    def busy(self) -> bool:
        """Return whether letters are still to be cut."""
        return self._now < self._whole

    def end(self) -> None:
        """Let the name be there at once."""
        self._now = max(self._now, self._whole)

    def ended_by(self, event: Event) -> bool:
        """End it at any key or mouse button; return whether there was anything to end."""
        ends = isinstance(event, Press) or (isinstance(event, Key) and not event.repeat)
        if not (ends and self.busy()):
            return False
        self.end()
        return True

    def shown(self, place: int, name: str) -> str:
        """Return what is seen of the name on a place: of the new one what is cut so far, and a spark."""
        if place != self._rank or not self.busy():
            return name
        return name[: self._now // CUT_TICKS] + "*"

    def told(self) -> list[str]:
        """Return the sign of a new record in words, or which place was taken."""
        if self._rank is None:
            return []
        return [_SIGN.capitalize() if self._rank == 0 else f"Place {self._rank + 1} is yours"]

    def draw_sign(self, row: int) -> None:
        """Write the sign of a new record on a row, once the name is whole; it gleams unless nothing is to move."""
        if self._rank != 0 or self.busy():
            return
        video = self._app.machine.video
        now = 0 if self._app.still else self._now - self._whole
        star = _STARS[now // _STAR_TICKS % len(_STARS)]
        # A black field in a ribbon: over a title picture nobody knows how light joy's paper is.
        words = f" {star}  {_SIGN}  {star} "
        centred(video, row, words, self._app.top.dress.joy & 0x70)
        letters = 0x07 if video.mono else _LETTERS
        column = (COLUMNS - len(_SIGN)) // 2
        video.write(column - 1, row, f" {_SIGN} ", letters)
        lit = now // _GLEAM_TICKS % (len(_SIGN) + _GLEAM_REST) - _GLEAM_REST
        if lit >= 0 and _SIGN[lit] != " ":
            video.write(column + lit, row, _SIGN[lit], video.hot(_GLEAM, letters))
