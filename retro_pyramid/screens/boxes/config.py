"""The Configuration: settings in a box, each with its values side by side."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from retro_pyramid.machine.video import COLUMNS
from retro_pyramid.screens.boxes.setting_lines import SettingLines
from retro_pyramid.screens.parts.list import ENTER, Keys
from retro_pyramid.screens.parts.look import Hint
from retro_pyramid.screens.parts.part import Part, centred, panel, text
from retro_pyramid.screens.setting import Setting

if TYPE_CHECKING:
    from retro_pyramid.screens.app import App

_WIDTH, _TOP = 60, 5
_MOUSE = "Mouse: click, then the right button"
_LEFT = (COLUMNS - _WIDTH) // 2


class Config(SettingLines):
    """The settings of a program in a box.

    With the keyboard the lines are gone through from the first to the last, a letter choosing and Enter going on.
    """

    name = "config"
    overlay = True
    labels = _LEFT + 4, _TOP + 2
    values_at = _LEFT + 23
    value_width = 12
    line_keys = Keys(on=("DOWN", "TAB"), take=ENTER)
    room = 36
    key_hints = (
        Hint("Letter", "Choose"),
        Hint("Enter", "Next"),
        Hint("↑↓ ←→", "Move"),
        Hint("Esc or right button", "Done", "back"),
    )

    def __init__(self, app: App, settings: Sequence[Setting]) -> None:
        super().__init__(app, settings)
        self.show_lines()

    def take(self, row: int) -> None:
        """Go on to the next setting; after the last one the box goes."""
        if row + 1 < len(self.settings):
            self.start(self.listing._replace(at=row + 1))
        else:
            self.leave()

    def parts(self) -> list[Part]:
        """Return the box; the line asked for has a mark, and its prompt stands below."""
        dress, below = self.dress, _TOP + self.height + 2
        return [
            panel(_LEFT, _TOP, _WIDTH, self.height + 6, dress, "Configuration"),
            *self.line_parts(self.listing.at),
            text(_LEFT, below, "╟" + "─" * (_WIDTH - 2) + "╢", dress.frame, told=""),
            centred(below + 1, self.message or "", dress.paper),
            centred(below + 2, self.settings[self.listing.at].note or _MOUSE, dress.paper),
        ]
