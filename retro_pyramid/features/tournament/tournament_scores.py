"""The Top 10 of tournaments: the best net totals of six games."""

from __future__ import annotations

from typing import TYPE_CHECKING

from retro_pyramid.features.high_scores import SPOKEN_BLANK_NAME, LeaderboardScreen
from retro_pyramid.machine.events import Event, KeyPress, MousePress
from retro_pyramid.machine.video import COLUMNS
from retro_pyramid.rules import Rules
from retro_pyramid.session.tournament import MAX_NAME_LENGTH, verification_error
from retro_pyramid.ui.drawing import KeyHint
from retro_pyramid.ui.element import (
    FULL_SCREEN_ELEMENT,
    Element,
    box_element,
    centred_text,
    custom_element,
    spoken_only,
    text_element,
)

if TYPE_CHECKING:
    from retro_pyramid.app.app import App

_BOX_WIDTH = 44
_BOX_LEFT = (COLUMNS - _BOX_WIDTH) // 2
_TITLE = "Top 10"
_DESCRIPTION = "Net totals of six games, above par"


class TournamentScoresScreen(LeaderboardScreen):
    """The ten best totals; the row at `new_index` is new and highlighted. Any key or mouse button closes the screen.

    Each total is verified by replaying its six games, one row per tick. A total that they do not prove is marked.
    """

    name = "top10"
    is_overlay = True
    box_top = 3
    KEY_HINTS = (KeyHint("Press any key", ""),)

    def __init__(self, app: App, rules: Rules, new_index: int | None = None) -> None:
        super().__init__(app, app.services.files.tournament_scores.read_top_ten(), new_index)
        self.message = _TITLE
        self._rules = rules
        self._unproven_indexes: set[int] = set()
        self._verified_count = 0

    def handle_event(self, event: Event) -> None:
        """Close on any key or mouse button; the first one completes a name that is being revealed."""
        is_repeat = isinstance(event, KeyPress) and event.is_repeat
        if isinstance(event, MousePress | KeyPress) and not is_repeat and not self.skip_reveal(event):
            self.app.pop()

    def advance(self, ticks: int) -> None:
        super().advance(ticks)
        if not self._is_verifying():
            return
        row = self.rows[self._verified_count]
        if row.total > 0 and verification_error(self._rules, row.total, row.games):
            self._unproven_indexes.add(self._verified_count)
        self._verified_count += 1

    def is_busy(self) -> bool:
        return super().is_busy() or self._is_verifying()

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

    def build_elements(self) -> list[Element]:
        """Return the ten rows with names and totals; empty rows are not spoken."""
        dress, top = self.theme, self.box_top
        return [
            self.build_announcement(),
            box_element(_BOX_LEFT, top, _BOX_WIDTH, 17, dress, _TITLE),
            spoken_only(_DESCRIPTION),
            text_element(
                _BOX_LEFT + 6, top + 1, f"    {'Name':<{MAX_NAME_LENGTH}}    Net", dress.muted, spoken=""
            ),
            *self.build_row_elements(_BOX_LEFT + 1, top + 2, _BOX_WIDTH - 2),
            text_element(_BOX_LEFT, top + 13, "╟" + "─" * (_BOX_WIDTH - 2) + "╢", dress.frame, spoken=""),
            centred_text(top + 14, _DESCRIPTION, dress.muted, spoken=""),
            centred_text(
                top + 15, self._verification_text(), dress.muted, spoken="" if self._is_verifying() else None
            ),
            custom_element(self.draw_record_banner),
            FULL_SCREEN_ELEMENT.with_target("back", label="Go on"),
        ]

    def format_row(self, index: int) -> tuple[str, str]:
        row, is_unproven = self.rows[index], index in self._unproven_indexes
        line = f"     {index + 1:>2}  {self.get_revealed_name(index):<{MAX_NAME_LENGTH}} {row.total:>6}{' ?' * is_unproven}"
        name = row.name.strip() or SPOKEN_BLANK_NAME
        return line, f"{index + 1}: {name}, {row.total}{', not proven' * is_unproven}" if row.total else ""
