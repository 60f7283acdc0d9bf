"""The deal dialog: copies the number of the current deal, and asks for another one."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from retro_pyramid.cards import MAX_DEAL, Card, CardError, deal, parse_deal_number
from retro_pyramid.deals.deal_search import Pace
from retro_pyramid.machine.events import Key
from retro_pyramid.machine.video import COLUMNS, ROWS
from retro_pyramid.rules import Rules, judged, start
from retro_pyramid.session import Session
from retro_pyramid.solver.incremental_task import Thinking
from retro_pyramid.ui.drawing import SINGLE, Hint
from retro_pyramid.ui.element import Part, centred, panel, spot, text
from retro_pyramid.ui.text_entry import LineEntry

if TYPE_CHECKING:
    from retro_pyramid.app.app import App
    from retro_pyramid.solver.difficulty import Odds

_BOX_WIDTH = 64
_MAX_GAME_LINES = 4
"""The maximum number of lines of the player's game; more do not fit, and are only copied."""
_BOX_LEFT, _BOX_HEIGHT = (COLUMNS - _BOX_WIDTH) // 2, 4
_BOX_TOP = ROWS - 3 - _BOX_HEIGHT - _MAX_GAME_LINES
"""With this number of lines, the shadow ends above the table's status line, which is above the key hints."""
_PAD_KEYS, _PAD_CELL, _PAD_PITCH = "0123456789←", (18, _BOX_TOP - 7), 4
"""The digits to click, the last of which erases, and the column and row of the first."""
ODDS_KEY, COPY_KEY, GAME_KEY = "F7", "F9", "F4"


def deal_code(rules: Rules, number: int) -> str:
    """Return the command-line options that deal this game.

    >>> from retro_pyramid.rules import rules_for
    >>> deal_code(rules_for("windows"), 61)
    '--edition windows --option variation=draw1 --deal 61'
    """
    options = [f"--option {name}={value}" for name, value in rules.options.items()]
    return " ".join([f"--edition {rules.edition}", *options, f"--deal {number}"])


def odds_words(about: str, odds: Odds | None) -> str:
    """Return a sentence about a deal's rating.

    >>> from retro_pyramid.solver.difficulty import Odds
    >>> odds_words("Deal 2", Odds(0.43, True))
    'Deal 2: winnable, gentle. Fair play wins 43 %.'
    >>> odds_words("Deal 1", Odds(0, False))
    'Deal 1: unwinnable'
    """
    if odds is None or odds.winnable is None:
        return f"{about}: not known if it can be won"
    if not odds.winnable:
        return f"{about}: unwinnable"
    return f"{about}: winnable, {odds.grade}. Fair play wins {odds.share * 100:.0f} %."


class DealNumber(LineEntry):
    """Asks for a deal number and passes it to `on_enter`; the current deal is shown below, and what was copied.

    `daily_text` is shared in place of the number of a daily deal, empty for any other. F7 rates the deal that is typed,
    else the current one, and passes its cards to `on_rated`.
    """

    own_keys = LineEntry.own_keys | {ODDS_KEY: "odds", COPY_KEY: "copy", GAME_KEY: "game"}
    box = (_BOX_LEFT, _BOX_TOP - 12, _BOX_WIDTH, 12)
    field_row = 8
    digits = True

    def __init__(
        self,
        app: App,
        session: Session,
        title: str,
        on_enter: Callable[[int], None],
        on_rated: Callable[[tuple[Card, ...]], None],
        daily_text: str = "",
    ) -> None:
        texts = ("A deal by its number", f"0 to {MAX_DEAL}", "Deal:", "Type a number first", "Deal", "Cancel")
        super().__init__(app, texts, self._submit, app.pop, len(str(MAX_DEAL)))
        deal_number = session.deal
        self._deal_command = daily_text or (
            "" if deal_number is None else deal_code(session.rules, deal_number)
        )
        self._copy_label = "Share" if daily_text else "Copy"
        from retro_pyramid.formats.native.game_code import pack

        game = app.passed_on()
        self._watch_command = "" if game is None else f"--watch {pack(game)}"
        self._box_title = f"On the table: {title}"
        record = app.record
        option_labels = [
            record.option_words[item] for item in session.rules.options.items() if item in record.option_words
        ]
        self._box_lines = [", ".join([record.title, *option_labels])]
        self._on_deal = on_enter
        self._session = session
        self._on_rated = on_rated
        self._rating_task: Thinking[Odds] | None = None
        self._rating_subject = ""
        self._pace = Pace()

    def _submit(self, typed: str) -> None:
        deal_number = self._parse_number(typed)
        if deal_number is not None:
            self.app.pop()
            self._on_deal(deal_number)

    def _parse_number(self, text: str) -> int | None:
        """Return the number typed; if it is invalid, show why and return None."""
        try:
            return parse_deal_number(text)
        except CardError as error:
            self.app.sounds.play("refuse")
            self.say(str(error).capitalize())
            return None

    def _start_rating(self) -> None:
        """Start rating the deal that is typed, else the current one."""
        # Lazy import, as for hints: keeps start-up fast.
        from retro_pyramid.solver.difficulty import odds

        typed = self.text.strip()
        deal_number = self._parse_number(typed) if typed else self._session.deal
        if typed and deal_number is None:
            return
        rules = judged(self.app.rules() if typed else self._session.rules)
        cards = self._session.cards if deal_number is None else deal(deal_number)
        self._on_rated(cards)
        self._rating_subject = "These cards" if deal_number is None else f"Deal {deal_number}"
        self._rating_task = Thinking(odds(rules, start(rules, cards)))
        self.say("Working it out ...")

    def tick(self, ticks: int) -> None:
        super().tick(ticks)
        if self._rating_task is None:
            return
        self._pace.ticked(ticks)
        if self._rating_task.step(self._pace.budget):
            self.say(odds_words(self._rating_subject, self._rating_task.answer))
            self._rating_task = None

    def busy(self) -> bool:
        return self._rating_task is not None

    def act(self, name: str) -> None:
        key = name.removeprefix("button:")
        if key == "odds":
            self._start_rating()
        elif key in ("copy", "game"):
            self._copy_text(self._deal_command if key == "copy" else self._watch_command)
        elif key in _PAD_KEYS:
            super().key(Key("BACKSPACE") if key == _PAD_KEYS[-1] else Key(key, key))
        else:
            super().act(name)

    def _copy_text(self, command: str) -> None:
        if not command:
            self.say("No card has been moved yet" if self._deal_command else "These cards have no number")
            return
        from textwrap import wrap

        room = _BOX_WIDTH - 6
        wrapped = [
            line_part
            for line in command.splitlines()
            for line_part in wrap(line, room, break_on_hyphens=False)
        ]
        lines = wrapped[:_MAX_GAME_LINES]
        self._box_lines = lines if len(lines) == 1 else [line.ljust(room) for line in lines]
        if self.app.services.copy(command):
            self.say("The words below are copied")
        else:
            self.say("There is no clipboard here: copy them by hand")

    def hints(self) -> list[Hint]:
        enter, edit, leave = super().hints()
        copy_hints = [Hint(ODDS_KEY, "Odds", "button:odds"), Hint(COPY_KEY, self._copy_label, "button:copy")]
        if self._watch_command:
            copy_hints.append(Hint(GAME_KEY, "Copy game", "button:game"))
        return [enter, edit, *copy_hints, leave]

    def parts(self) -> list[Part]:
        """Return the box with digits to click, and below it the text for the current deal, to be copied by hand.

        The digits are not read aloud: players with a screen reader type.
        """
        dress, (column, row) = self.dress, _PAD_CELL
        box, title, detail, prompt, field, *rest = super().parts()
        return [
            box,
            title,
            detail,
            *(
                text(column + _PAD_PITCH * i, row, f" {key} ", dress.bar, told="")
                for i, key in enumerate(_PAD_KEYS)
            ),
            *(
                spot(column + _PAD_PITCH * i, row, _PAD_PITCH, 2).use(
                    f"button:{key}", words="Erase" if key == _PAD_KEYS[-1] else key
                )
                for i, key in enumerate(_PAD_KEYS)
            ),
            panel(
                _BOX_LEFT,
                _BOX_TOP,
                _BOX_WIDTH,
                _BOX_HEIGHT + len(self._box_lines),
                dress,
                self._box_title,
                SINGLE,
            ),
            prompt,
            field,
            *rest,
            *(centred(i, line, dress.paper) for i, line in enumerate(self._box_lines, _BOX_TOP + 2)),
        ]
