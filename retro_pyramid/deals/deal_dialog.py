"""The number of a deal: the one on the table, to be copied, and another one, to be typed in."""

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

_WIDTH = 64
_MOST_LINES = 4
"""Lines of the player's own game in words; more would not fit, and are only copied."""
_LEFT, _HEIGHT = (COLUMNS - _WIDTH) // 2, 4
_TOP = ROWS - 3 - _HEIGHT - _MOST_LINES
"""With the most lines, the shadow ends above the table's status line, which is above the key hints."""
_PAD, _PAD_PLACE, _PITCH = "0123456789←", (18, _TOP - 7), 4
"""The digits to click, with the one that takes the last back, and where the row of them begins."""
ODDS_KEY, COPY_KEY, GAME_KEY = "F7", "F9", "F4"


def deal_code(rules: Rules, number: int) -> str:
    """Return the words of the command line that deal this game.

    >>> from retro_pyramid.rules import rules_for
    >>> deal_code(rules_for("windows"), 61)
    '--edition windows --option variation=draw1 --deal 61'
    """
    options = [f"--option {name}={value}" for name, value in rules.options.items()]
    return " ".join([f"--edition {rules.edition}", *options, f"--deal {number}"])


def odds_words(about: str, odds: Odds | None) -> str:
    """Return what is said of a deal's odds.

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
    """Asks for a deal number; `enter` gets it when it is one. The deal on the table stands below, then what was copied.

    `day` is what is passed on of a daily deal in place of its number, empty for any other. F7 tells the odds of the
    number typed, else of the deal on the table; `told` gets its cards then.
    """

    own_keys = LineEntry.own_keys | {ODDS_KEY: "odds", COPY_KEY: "copy", GAME_KEY: "game"}
    box = (_LEFT, _TOP - 12, _WIDTH, 12)
    field_row = 8
    digits = True

    def __init__(
        self,
        app: App,
        session: Session,
        title: str,
        enter: Callable[[int], None],
        told: Callable[[tuple[Card, ...]], None],
        day: str = "",
    ) -> None:
        words = ("A deal by its number", f"0 to {MAX_DEAL}", "Deal:", "Type a number first", "Deal", "Cancel")
        super().__init__(app, words, self._try, app.pop, len(str(MAX_DEAL)))
        number = session.deal
        self._code = day or ("" if number is None else deal_code(session.rules, number))
        self._copies = "Share" if day else "Copy"
        from retro_pyramid.formats.native.game_code import pack

        game = app.passed_on()
        self._moves = "" if game is None else f"--watch {pack(game)}"
        self._title_below = f"On the table: {title}"
        record = app.record
        kind = [
            record.option_words[item] for item in session.rules.options.items() if item in record.option_words
        ]
        self._below = [", ".join([record.title, *kind])]
        self._take = enter
        self._session = session
        self._told = told
        self._odds: Thinking[Odds] | None = None
        self._about = ""
        self._pace = Pace()

    def _try(self, text: str) -> None:
        number = self._number(text)
        if number is not None:
            self.app.pop()
            self._take(number)

    def _number(self, text: str) -> int | None:
        """Return the number typed; None if it is none, and then say why."""
        try:
            return parse_deal_number(text)
        except CardError as error:
            self.app.sounds.play("refuse")
            self.say(str(error).capitalize())
            return None

    def _ask_odds(self) -> None:
        """Begin to work out the odds of the deal typed, else of the one on the table."""
        # The solver is loaded when it is needed, as for hints.
        from retro_pyramid.solver.difficulty import odds

        text = self.text.strip()
        number = self._number(text) if text else self._session.deal
        if text and number is None:
            return
        rules = judged(self.app.rules() if text else self._session.rules)
        cards = self._session.cards if number is None else deal(number)
        self._told(cards)
        self._about = "These cards" if number is None else f"Deal {number}"
        self._odds = Thinking(odds(rules, start(rules, cards)))
        self.say("Working it out ...")

    def tick(self, ticks: int) -> None:
        super().tick(ticks)
        if self._odds is None:
            return
        self._pace.ticked(ticks)
        if self._odds.step(self._pace.budget):
            self.say(odds_words(self._about, self._odds.answer))
            self._odds = None

    def busy(self) -> bool:
        return self._odds is not None

    def act(self, name: str) -> None:
        key = name.removeprefix("button:")
        if key == "odds":
            self._ask_odds()
        elif key in ("copy", "game"):
            self._copy(self._code if key == "copy" else self._moves)
        elif key in _PAD:
            super().key(Key("BACKSPACE") if key == _PAD[-1] else Key(key, key))
        else:
            super().act(name)

    def _copy(self, words: str) -> None:
        if not words:
            self.say("No card has been moved yet" if self._code else "These cards have no number")
            return
        from textwrap import wrap

        room = _WIDTH - 6
        cut = [part for line in words.splitlines() for part in wrap(line, room, break_on_hyphens=False)]
        lines = cut[:_MOST_LINES]
        self._below = lines if len(lines) == 1 else [line.ljust(room) for line in lines]
        if self.app.services.copy(words):
            self.say("The words below are copied")
        else:
            self.say("There is no clipboard here: copy them by hand")

    def hints(self) -> list[Hint]:
        enter, edit, leave = super().hints()
        own = [Hint(ODDS_KEY, "Odds", "button:odds"), Hint(COPY_KEY, self._copies, "button:copy")]
        if self._moves:
            own.append(Hint(GAME_KEY, "Copy game", "button:game"))
        return [enter, edit, *own, leave]

    def parts(self) -> list[Part]:
        """Return the box with digits to click, and below it what stands for the deal on the table, to be copied by hand.

        Nobody needs the digits who types, nor the code who hears it.
        """
        dress, (column, row) = self.dress, _PAD_PLACE
        box, title, detail, prompt, field, *rest = super().parts()
        return [
            box,
            title,
            detail,
            *(text(column + _PITCH * at, row, f" {key} ", dress.bar, told="") for at, key in enumerate(_PAD)),
            *(
                spot(column + _PITCH * at, row, _PITCH, 2).use(
                    f"button:{key}", words="Erase" if key == _PAD[-1] else key
                )
                for at, key in enumerate(_PAD)
            ),
            panel(_LEFT, _TOP, _WIDTH, _HEIGHT + len(self._below), dress, self._title_below, SINGLE),
            prompt,
            field,
            *rest,
            *(centred(at, line, dress.paper) for at, line in enumerate(self._below, _TOP + 2)),
        ]
