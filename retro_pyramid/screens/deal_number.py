"""The number of a deal: the one on the table, to be copied, and another one, to be typed in."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from retro_pyramid.cards import MAX_DEAL, CardError, parse_deal_number
from retro_pyramid.machine.events import Key
from retro_pyramid.machine.targets import Target
from retro_pyramid.machine.video import COLUMNS
from retro_pyramid.rules import Rules
from retro_pyramid.screens.entry import LineEntry
from retro_pyramid.screens.look import SINGLE, Hint, box, centred

if TYPE_CHECKING:
    from retro_pyramid.screens.game import GameScreen

_TOP, _WIDTH, _HEIGHT = 18, 64, 5
COPY_KEY = "F9"


def deal_code(rules: Rules, number: int) -> str:
    """Return the words of the command line that deal this game.

    >>> from retro_pyramid.rules import rules_for
    >>> deal_code(rules_for("windows"), 61)
    '--edition windows --option variation=draw1 --deal 61'
    """
    options = [f"--option {name}={value}" for name, value in rules.options.items()]
    return " ".join([f"--edition {rules.edition}", *options, f"--deal {number}"])


class DealNumber(LineEntry):
    """Asks for a deal number; `enter` gets it when it is one. The code of the deal on the table stands below."""

    def __init__(self, table: GameScreen, enter: Callable[[int], None]) -> None:
        words = (
            "A deal by its number",
            f"0 to {MAX_DEAL}",
            "Deal:",
            "Type a number first",
            "Deal",
            "Cancel",
        )
        super().__init__(table.app, words, self._try, table.app.pop, len(str(MAX_DEAL)))
        number = table.session.deal
        self._code = "" if number is None else deal_code(table.session.rules, number)
        self._title_below = f" On the table: {table.deal_words()} "
        self._take = enter

    def _try(self, text: str) -> None:
        """Close when the number will do, else say why not."""
        try:
            number = parse_deal_number(text)
        except CardError as error:
            self.app.sound("refuse")
            self.say(str(error).capitalize())
        else:
            self.app.pop()
            self._take(number)

    def key(self, key: Key) -> None:
        """F9 copies the code of the deal on the table; the rest is typing."""
        if key.name == COPY_KEY:
            self._copy()
        else:
            super().key(key)

    def click(self, target: Target) -> None:
        """Copy, or enter or decline."""
        if target.id == "button:copy":
            self._copy()
        else:
            super().click(target)

    def _copy(self) -> None:
        if not self._code:
            self.say("These cards have no number")
        elif self.app.services.copy(self._code):
            self.say("The words below are copied")
        else:
            self.say("There is no clipboard here: copy them by hand")

    def hints(self) -> list[Hint]:
        """Return the keys, that of copying too."""
        enter, edit, leave = super().hints()
        return [enter, edit, Hint(COPY_KEY, "Copy", "button:copy"), leave]

    def draw(self) -> None:
        """Draw what stands for the deal on the table below the line, whole, so that it can be copied by hand."""
        super().draw()
        video, dress = self.video, self.app.record.dress
        box(video, (COLUMNS - _WIDTH) // 2, _TOP, _WIDTH, _HEIGHT, dress.paper, SINGLE, dress.frame)
        centred(video, _TOP, self._title_below, dress.title)
        centred(video, _TOP + 2, self._code or "Cards of a loaded game, without a number", dress.paper)
