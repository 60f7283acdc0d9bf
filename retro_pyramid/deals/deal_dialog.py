"""The deal dialog: copies the number of the current deal, and asks for another one."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from retro_pyramid.cards import MAX_DEAL_NUMBER, Card, CardError, deal, parse_deal_number
from retro_pyramid.deals.deal_search import AdaptiveBudget
from retro_pyramid.machine.events import KeyPress
from retro_pyramid.machine.video import COLUMNS, ROWS
from retro_pyramid.rules import Rules, initial_state, solver_rules
from retro_pyramid.rules.editions import assumption_label
from retro_pyramid.session import Session
from retro_pyramid.solver.incremental_task import IncrementalTask
from retro_pyramid.ui.drawing import SINGLE_LINE_CHARS, KeyHint
from retro_pyramid.ui.element import Element, box_element, centred_text, hit_area, text_element
from retro_pyramid.ui.text_entry import TextInputDialog

if TYPE_CHECKING:
    from retro_pyramid.app.app import App
    from retro_pyramid.solver.difficulty import DealRating

_BOX_WIDTH = 64
_MAX_GAME_LINES = 4
"""The maximum number of lines of the player's game; more do not fit, and are only copied."""
_BOX_LEFT, _BOX_HEIGHT = (COLUMNS - _BOX_WIDTH) // 2, 4
_BOX_TOP = ROWS - 3 - _BOX_HEIGHT - _MAX_GAME_LINES
"""With this number of lines, the shadow ends above the table's status line, which is above the key hints."""
_PAD_KEYS, _PAD_CELL, _PAD_PITCH = "0123456789←", (18, _BOX_TOP - 7), 4
"""The digits to click, the last of which erases, and the column and row of the first."""
ODDS_KEY, COPY_KEY, COPY_GAME_KEY = "F7", "F9", "F4"


def format_deal_command(rules: Rules, deal_number: int) -> str:
    """Return the command-line options that deal this game.

    >>> from retro_pyramid.rules import rules_for
    >>> format_deal_command(rules_for("windows"), 61)
    '--edition windows --option variation=draw1 --deal 61'
    """
    options = [f"--option {name}={value}" for name, value in rules.options.items()]
    return " ".join([f"--edition {rules.edition}", *options, f"--deal {deal_number}"])


def format_rating(subject: str, rating: DealRating | None) -> str:
    """Return a sentence about a deal's rating.

    >>> from retro_pyramid.solver.difficulty import DealRating
    >>> format_rating("Deal 2", DealRating(0.43, True))
    'Deal 2: winnable, gentle. Fair play wins 43 %.'
    >>> format_rating("Deal 1", DealRating(0, False))
    'Deal 1: unwinnable'
    """
    if rating is None or rating.is_winnable is None:
        return f"{subject}: not known if it can be won"
    if not rating.is_winnable:
        return f"{subject}: unwinnable"
    return f"{subject}: winnable, {rating.difficulty}. Fair play wins {rating.win_rate * 100:.0f} %."


class DealDialog(TextInputDialog):
    """Asks for a deal number and passes it to `on_enter`; the current deal is shown below, and what was copied.

    `daily_text` is shared in place of the number of a daily deal, empty for any other. F7 rates the deal that is typed,
    else the current one, and passes its cards to `on_rated`.
    """

    BINDINGS = TextInputDialog.BINDINGS | {ODDS_KEY: "odds", COPY_KEY: "copy", COPY_GAME_KEY: "game"}
    box_cells = (_BOX_LEFT, _BOX_TOP - 12, _BOX_WIDTH, 12)
    field_row_offset = 8
    has_numeric_input = True

    def __init__(
        self,
        app: App,
        session: Session,
        title: str,
        on_enter: Callable[[int], None],
        on_rated: Callable[[tuple[Card, ...]], None],
        daily_text: str = "",
    ) -> None:
        texts = (
            "A deal by its number",
            f"0 to {MAX_DEAL_NUMBER}",
            "Deal:",
            "Type a number first",
            "Deal",
            "Cancel",
        )
        super().__init__(app, texts, self._submit, app.pop, len(str(MAX_DEAL_NUMBER)))
        deal_number = session.deal_number
        self._deal_command = daily_text or (
            "" if deal_number is None else format_deal_command(session.rules, deal_number)
        )
        self._copy_label = "Share" if daily_text else "Copy"
        from retro_pyramid.formats.native.game_code import encode_game_code

        game = app.get_shareable_game()
        self._watch_command = "" if game is None else f"--watch {encode_game_code(game)}"
        self._box_title = f"On the table: {title}"
        record = app.edition
        option_labels = [
            record.option_labels[item]
            for item in session.rules.options.items()
            if item in record.option_labels
        ]
        self._box_lines = [", ".join([record.title, *option_labels])]
        self._on_deal = on_enter
        self._session = session
        self._on_rated = on_rated
        self._rating_task: IncrementalTask[DealRating] | None = None
        self._rating_subject = ""
        self._pace = AdaptiveBudget()

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
            self.app.sounds.play_events("refuse")
            self.show_message(str(error).capitalize())
            return None

    def _start_rating(self) -> None:
        """Start rating the deal that is typed, else the current one."""
        # Lazy import, as for hints: keeps start-up fast.
        from retro_pyramid.solver.difficulty import rate_deal

        typed = self.text.strip()
        deal_number = self._parse_number(typed) if typed else self._session.deal_number
        if typed and deal_number is None:
            return
        rules = solver_rules(self.app.get_rules() if typed else self._session.rules)
        cards = self._session.cards if deal_number is None else deal(deal_number)
        self._on_rated(cards)
        subject = "These cards" if deal_number is None else f"Deal {deal_number}"
        assumption = assumption_label(rules)
        self._rating_subject = f"{subject}, with {assumption}" if assumption else subject
        self._rating_task = IncrementalTask(rate_deal(rules, initial_state(rules, cards)))
        self.show_message("Working it out ...")

    def advance(self, ticks: int) -> None:
        super().advance(ticks)
        if self._rating_task is None:
            return
        self._pace.adapt(ticks)
        if self._rating_task.run_slice(self._pace.node_budget):
            self.show_message(format_rating(self._rating_subject, self._rating_task.result))
            self._rating_task = None

    def is_busy(self) -> bool:
        return self._rating_task is not None

    def on_action(self, action_id: str) -> None:
        key = action_id.removeprefix("button:")
        if key == "odds":
            self._start_rating()
        elif key in ("copy", "game"):
            self._copy_text(self._deal_command if key == "copy" else self._watch_command)
        elif key in _PAD_KEYS:
            super().on_key(KeyPress("BACKSPACE") if key == _PAD_KEYS[-1] else KeyPress(key, key))
        else:
            super().on_action(action_id)

    def _copy_text(self, command: str) -> None:
        if not command:
            self.show_message(
                "No card has been moved yet" if self._deal_command else "These cards have no number"
            )
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
        if self.app.services.copy_to_clipboard(command):
            self.show_message("The words below are copied")
        else:
            self.show_message("There is no clipboard here: copy them by hand")

    def get_key_hints(self) -> list[KeyHint]:
        enter, edit, leave = super().get_key_hints()
        copy_hints = [
            KeyHint(ODDS_KEY, "Odds", "button:odds"),
            KeyHint(COPY_KEY, self._copy_label, "button:copy"),
        ]
        if self._watch_command:
            copy_hints.append(KeyHint(COPY_GAME_KEY, "Copy game", "button:game"))
        return [enter, edit, *copy_hints, leave]

    def build_elements(self) -> list[Element]:
        """Return the box with digits to click, and below it the text for the current deal, to be copied by hand.

        The digits are not read aloud: players with a screen reader type.
        """
        dress, (column, row) = self.theme, _PAD_CELL
        box, title, detail, prompt, field, *rest = super().build_elements()
        return [
            box,
            title,
            detail,
            *(
                text_element(column + _PAD_PITCH * i, row, f" {key} ", dress.selection, spoken="")
                for i, key in enumerate(_PAD_KEYS)
            ),
            *(
                hit_area(column + _PAD_PITCH * i, row, _PAD_PITCH, 2).with_target(
                    f"button:{key}", label="Erase" if key == _PAD_KEYS[-1] else key
                )
                for i, key in enumerate(_PAD_KEYS)
            ),
            box_element(
                _BOX_LEFT,
                _BOX_TOP,
                _BOX_WIDTH,
                _BOX_HEIGHT + len(self._box_lines),
                dress,
                self._box_title,
                SINGLE_LINE_CHARS,
            ),
            prompt,
            field,
            *rest,
            *(centred_text(i, line, dress.text) for i, line in enumerate(self._box_lines, _BOX_TOP + 2)),
        ]
