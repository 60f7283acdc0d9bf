"""The Top 10 of tournaments: the best net totals of six games."""

from __future__ import annotations

from typing import TYPE_CHECKING

from retro_pyramid.features.high_scores import NO_NAME, Board
from retro_pyramid.machine.events import Event, Key, Press
from retro_pyramid.machine.video import COLUMNS
from retro_pyramid.rules import Rules
from retro_pyramid.session.tournament import NAME_LENGTH, why_unproven
from retro_pyramid.ui.drawing import Hint
from retro_pyramid.ui.element import WHOLE, Part, centred, painted, panel, said, text

if TYPE_CHECKING:
    from retro_pyramid.app.app import App

_WIDTH = 44
_LEFT = (COLUMNS - _WIDTH) // 2
_TITLE = "Top 10"
_ABOUT = "Net totals of six games, above par"


class TopTen(Board):
    """The ten rows; `rank` is the place just taken, in a bar. Any key or button ends it.

    A total is proven by playing its six games again, one row a tick; one that is not so proven bears a mark.
    """

    name = "top10"
    overlay = True
    top = 3
    key_hints = (Hint("Press any key", ""),)

    def __init__(self, app: App, rules: Rules, rank: int | None = None) -> None:
        super().__init__(app, app.services.files.tour.top(), rank)
        self.message = _TITLE
        self._rules = rules
        self._unproven: set[int] = set()
        self._checked = 0

    def event(self, event: Event) -> None:
        """Close at any key or mouse button; the first one lets a name be there that is being cut."""
        held = isinstance(event, Key) and event.repeat
        if isinstance(event, Press | Key) and not held and not self.ended_by(event):
            self.app.pop()

    def tick(self, ticks: int) -> None:
        super().tick(ticks)
        if not self._proving():
            return
        row = self.rows[self._checked]
        if row.total > 0 and why_unproven(self._rules, row.total, row.games):
            self._unproven.add(self._checked)
        self._checked += 1

    def busy(self) -> bool:
        return super().busy() or self._proving()

    def _proving(self) -> bool:
        return self._checked < len(self.rows)

    def _proof(self) -> str:
        """Return whether the totals are proven."""
        if not self.rows[0].total:
            return "Nobody is on it yet"
        if self._proving():
            return "Playing the games again..."
        return "? its six games do not prove it" if self._unproven else "All are proven by their games"

    def parts(self) -> list[Part]:
        """Return the ten places with names and totals, which are read as far as somebody is on them."""
        dress, top = self.dress, self.top
        return [
            self.news(),
            panel(_LEFT, top, _WIDTH, 17, dress, _TITLE),
            said(_ABOUT),
            text(_LEFT + 6, top + 1, f"    {'Name':<{NAME_LENGTH}}    Net", dress.dim, told=""),
            *self.places(_LEFT + 1, top + 2, _WIDTH - 2),
            text(_LEFT, top + 13, "╟" + "─" * (_WIDTH - 2) + "╢", dress.frame, told=""),
            centred(top + 14, _ABOUT, dress.dim, told=""),
            centred(top + 15, self._proof(), dress.dim, told="" if self._proving() else None),
            painted(self.sign),
            WHOLE.use("back", words="Go on"),
        ]

    def line(self, place: int) -> tuple[str, str]:
        row, unproven = self.rows[place], place in self._unproven
        words = f"     {place + 1:>2}  {self.name_on(place):<{NAME_LENGTH}} {row.total:>6}{' ?' * unproven}"
        name = row.name.strip() or NO_NAME
        return words, f"{place + 1}: {name}, {row.total}{', not proven' * unproven}" if row.total else ""
