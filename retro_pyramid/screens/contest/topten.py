"""The Top 10 of tournaments: the best net totals of six games."""

from __future__ import annotations

from itertools import count
from typing import TYPE_CHECKING

from retro_pyramid.machine.events import Event
from retro_pyramid.rules import Rules
from retro_pyramid.screens.boxes.new_row import NewRow
from retro_pyramid.screens.boxes.notice import Notice
from retro_pyramid.screens.parts.part import WHOLE, Part, centred, painted, panel, said, text
from retro_pyramid.tournament import NAME_LENGTH, why_unproven

if TYPE_CHECKING:
    from retro_pyramid.screens.app import App
    from retro_pyramid.storage.tournament import TopRow

_WIDTH = 44
_LEFT = (80 - _WIDTH) // 2
_TOP = 4
_ABOUT = "Net totals of six games, above par"


class TopTen(Notice):
    """The ten rows; `rank` is the place just taken, in a bar. Any key or button ends it.

    A total is proven by playing its six games again, one row a tick; one that is not so proven bears a mark.
    """

    def __init__(self, app: App, rules: Rules, rank: int | None = None) -> None:
        super().__init__(app, "Top 10", (), name="top10")
        self._rules = rules
        self._rank = rank
        self._rows = app.services.files.tour.top()
        self._new = NewRow(app, rank, self._rows[rank or 0].name)
        self._unproven: set[int] = set()
        self._checked = 0

    def event(self, event: Event) -> None:
        """Close as a notice does; the first key or click lets a name be there that is being cut."""
        if not self._new.ended_by(event):
            super().event(event)

    def tick(self, ticks: int) -> None:
        self._new.tick(ticks)
        if not self._proving():
            return
        row = self._rows[self._checked]
        if row.total > 0 and why_unproven(self._rules, row.total, row.games):
            self._unproven.add(self._checked)
        self._checked += 1

    def busy(self) -> bool:
        return self._new.busy() or self._proving()

    def _proving(self) -> bool:
        return self._checked < len(self._rows)

    def _proof(self) -> str:
        """Return whether the totals are proven."""
        if not self._rows[0].total:
            return "Nobody is on it yet"
        if self._proving():
            return "Playing the games again..."
        return "? its six games do not prove it" if self._unproven else "All are proven by their games"

    def parts(self) -> list[Part]:
        """Return the ten places with names and totals, which are read as far as somebody is on them."""
        dress = self.dress
        return [
            *map(said, self._new.told()),
            panel(_LEFT, _TOP, _WIDTH, 17, dress, self._title),
            said(_ABOUT),
            text(_LEFT + 6, _TOP + 1, f"    {'Name':<{NAME_LENGTH}}    Net", dress.dim, told=""),
            *map(self._place, count(), self._rows),
            text(_LEFT, _TOP + 13, "╟" + "─" * (_WIDTH - 2) + "╢", dress.frame, told=""),
            centred(_TOP + 14, _ABOUT, dress.dim, told=""),
            centred(_TOP + 15, self._proof(), dress.dim, told="" if self._proving() else None),
            painted(lambda _: self._new.draw_sign(_TOP)),
            WHOLE.use("back", words="Go on"),
        ]

    def _place(self, place: int, row: TopRow) -> Part:
        dress, unproven = self.dress, place in self._unproven
        attribute = dress.bar if place == self._rank else dress.paper if row.total else dress.dim
        name = f"{self._new.shown(place, row.name):<{NAME_LENGTH}}"
        words = f"     {place + 1:>2}  {name} {row.total:>6}{' ?' if unproven else ''}"
        told = f"{place + 1}: {row.name}, {row.total}{', not proven' * unproven}" if row.total else ""
        return text(_LEFT + 1, _TOP + 2 + place, words.ljust(_WIDTH - 2), attribute, told)
