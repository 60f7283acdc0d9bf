"""The number of a deal: the one on the table, to be copied, and another one, to be typed in."""

from __future__ import annotations

from collections.abc import Callable

from retro_pyramid.cards import MAX_DEAL, CardError, parse_deal_number
from retro_pyramid.machine.events import Key
from retro_pyramid.machine.targets import Target
from retro_pyramid.machine.video import COLUMNS
from retro_pyramid.rules import Rules
from retro_pyramid.screens.app import App
from retro_pyramid.screens.boxes.entry import LineEntry
from retro_pyramid.screens.parts.look import SINGLE, Hint, cells_rect, centred
from retro_pyramid.session import Session

_WIDTH = 64
_LEFT, _TOP, _HEIGHT = (COLUMNS - _WIDTH) // 2, 16, 5
_MOST_LINES = 3
"""Lines of the player's own game in words; more would not fit, and are only copied."""
_PAD, _PAD_PLACE, _PITCH = "0123456789←", (18, 9), 4
"""The digits to click, with the one that takes the last back, and where the row of them begins."""
COPY_KEY, GAME_KEY = "F9", "F7"


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

    box = (_LEFT, _TOP - 12, _WIDTH, 12)
    field_row = 8

    def __init__(self, app: App, session: Session, deal: str, enter: Callable[[int], None]) -> None:
        words = (
            "A deal by its number",
            f"0 to {MAX_DEAL}",
            "Deal:",
            "Type a number first",
            "Deal",
            "Cancel",
        )
        super().__init__(app, words, self._try, app.pop, len(str(MAX_DEAL)))
        number = session.deal
        self._code = "" if number is None else deal_code(session.rules, number)
        game = app.passed_on()
        self._moves = "" if game is None else f"--watch {app.services.pack(game)}"
        self._title_below = f"On the table: {deal}"
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
        if key.name in (COPY_KEY, GAME_KEY):
            self._copy(self._code if key.name == COPY_KEY else self._moves)
        else:
            super().key(key)

    def click(self, target: Target) -> None:
        """Type a digit, copy, or enter or decline."""
        key = target.id.removeprefix("button:")
        if key in ("copy", "game"):
            self._copy(self._code if key == "copy" else self._moves)
        elif key in _PAD:
            super().key(Key("BACKSPACE") if key == _PAD[-1] else Key(key, key))
        else:
            super().click(target)

    def _copy(self, words: str) -> None:
        if not words:
            self.say("No card has been moved yet" if self._code else "These cards have no number")
        elif self.app.services.copy(words):
            self.say("The words below are copied")
        else:
            self.say("There is no clipboard here: copy them by hand")

    def hints(self) -> list[Hint]:
        """Return the keys, that of copying too."""
        enter, edit, leave = super().hints()
        game = [Hint(GAME_KEY, "Copy my game", "button:game")] if self._moves else []
        return [enter, edit, Hint(COPY_KEY, "Copy", "button:copy"), *game, leave]

    def targets(self) -> list[Target]:
        """Return the digits, and the ways out."""
        column, row = _PAD_PLACE
        pad = [
            Target(f"button:{key}", cells_rect(column + _PITCH * at, row, _PITCH, 2))
            for at, key in enumerate(_PAD)
        ]
        return [*super().targets(), *pad]

    def draw(self) -> None:
        """Draw what stands for the deal on the table below the line, whole, so that it can be copied by hand."""
        super().draw()
        video, dress = self.video, self.dress
        column, row = _PAD_PLACE
        for at, key in enumerate(_PAD):
            video.write(column + _PITCH * at, row, f" {key} ", dress.bar)
        room = _WIDTH - 6
        game = [self._moves[at : at + room] for at in range(0, len(self._moves), room)][:_MOST_LINES]
        self.draw_box(_LEFT, _TOP, _WIDTH, _HEIGHT + len(game), self._title_below, SINGLE)
        centred(video, _TOP + 2, self._code or "Cards of a loaded game, without a number", dress.paper)
        for row, line in enumerate(game, _TOP + 3):
            video.write(_LEFT + 3, row, line, dress.paper)
