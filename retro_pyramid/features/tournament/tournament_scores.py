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

_BOX_WIDTH = 44
_BOX_LEFT = (COLUMNS - _BOX_WIDTH) // 2
_TITLE = "Top 10"
_DESCRIPTION = "Net totals of six games, above par"


class TopTen(Board):
    """The ten best totals; the row at `new_index` is new and highlighted. Any key or mouse button closes the screen.

    Each total is verified by replaying its six games, one row per tick. A total that they do not prove is marked.
    """

    name = "top10"
    overlay = True
    top = 3
    key_hints = (Hint("Press any key", ""),)

    def __init__(self, app: App, rules: Rules, rank: int | None = None) -> None:
        super().__init__(app, app.services.files.tour.top(), rank)
        self.message = _TITLE
        self._rules = rules
        self._unproven_indexes: set[int] = set()
        self._verified_count = 0

    def event(self, event: Event) -> None:
        """Close on any key or mouse button; the first one completes a name that is being revealed."""
        is_repeat = isinstance(event, Key) and event.repeat
        if isinstance(event, Press | Key) and not is_repeat and not self.ended_by(event):
            self.app.pop()

    def tick(self, ticks: int) -> None:
        super().tick(ticks)
        if not self._is_verifying():
            return
        row = self.rows[self._verified_count]
        if row.total > 0 and why_unproven(self._rules, row.total, row.games):
            self._unproven_indexes.add(self._verified_count)
        self._verified_count += 1

    def busy(self) -> bool:
        return super().busy() or self._is_verifying()

    def _is_verifying(self) -> bool:
        return self._verified_count < len(self.rows)

    def _verification_text(self) -> str:
        """Return the line about the verification of the totals."""
        if not self.rows[0].total:
            return "Nobody is on it yet"
        if self._is_verifying():
            return "Playing the games again..."
        return (
            "? its six games do not prove it" if self._unproven_indexes else "All are proven by their games"
        )

    def parts(self) -> list[Part]:
        """Return the ten rows with names and totals; empty rows are not spoken."""
        dress, top = self.dress, self.top
        return [
            self.news(),
            panel(_BOX_LEFT, top, _BOX_WIDTH, 17, dress, _TITLE),
            said(_DESCRIPTION),
            text(_BOX_LEFT + 6, top + 1, f"    {'Name':<{NAME_LENGTH}}    Net", dress.dim, told=""),
            *self.places(_BOX_LEFT + 1, top + 2, _BOX_WIDTH - 2),
            text(_BOX_LEFT, top + 13, "╟" + "─" * (_BOX_WIDTH - 2) + "╢", dress.frame, told=""),
            centred(top + 14, _DESCRIPTION, dress.dim, told=""),
            centred(
                top + 15, self._verification_text(), dress.dim, told="" if self._is_verifying() else None
            ),
            painted(self.sign),
            WHOLE.use("back", words="Go on"),
        ]

    def line(self, place: int) -> tuple[str, str]:
        row, is_unproven = self.rows[place], place in self._unproven_indexes
        line = f"     {place + 1:>2}  {self.name_on(place):<{NAME_LENGTH}} {row.total:>6}{' ?' * is_unproven}"
        name = row.name.strip() or NO_NAME
        return line, f"{place + 1}: {name}, {row.total}{', not proven' * is_unproven}" if row.total else ""
