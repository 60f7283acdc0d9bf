"""Background analysis by the solver for a table: hints, win indicator, value of the deal, and the mistake of a lost game.

It runs in slices, one per tick.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal

from retro_pyramid.cards import Card
from retro_pyramid.resources import sections
from retro_pyramid.rules import DRAW, REDEAL, Move, Rules, State, judged, start, why_not
from retro_pyramid.rules.moves import STOCK_AND_WASTE
from retro_pyramid.session import Session
from retro_pyramid.settings import ANY, LAMP, WINNABLE
from retro_pyramid.solver.incremental_task import Thinking
from retro_pyramid.table.intent import AUTO_MATCH
from retro_pyramid.table.move_text import in_short
from retro_pyramid.table.target_ids import names_of
from retro_pyramid.table.win_indicator import Light

if TYPE_CHECKING:
    from retro_pyramid.solver.game_analysis import Judgement
    from retro_pyramid.solver.perfect_engine import Answer, Oracle, Worth
    from retro_pyramid.table.table_screen import Table

BUDGET = 240
"""Nodes searched per tick, about 2 ms: a frame has room for them beside everything else."""
HINT_BUDGET = 400
"""Nodes searched per tick for a hint."""
_PRELIMINARY_DELAY_FRAMES = 60
"""Frames after a game before a preliminary answer about its deal is shown. Nearly all answers are ready sooner."""

NOT_YET = "Not known yet: the solver is looking for the best move"
"""Message while an exact hint is being computed."""


class Adviser:
    """Analyses the game on a table while its frames pass. A new request replaces the pending one."""

    def __init__(self) -> None:
        self._engine: Oracle | None = None
        self.light: Light | None = None
        """State of the win indicator, or None while it is off."""
        self._state: State | None = None
        self._search_task: Thinking[Answer] | None = None
        self._analysed_deal: tuple[Rules, tuple[Card, ...]] | None = None
        self._value_task: Thinking[Worth] | None = None
        self._difficulty_task: Thinking[float] | None = None
        self._wants_difficulty = False
        self._pending_hint: tuple[Session, bool, Thinking[Move]] | None = None
        self._analysis_task: tuple[State, Thinking[Judgement]] | None = None
        self._frames_since_end = 0
        """Frames since the end of the game, 0 while it is being played."""
        self.works = False
        """Whether the last tick computed something, so that the answers may have changed."""

    @property
    def oracle(self) -> Oracle:
        """The exact solver. Lazy import: keeps start-up fast."""
        if self._engine is None:
            from retro_pyramid.solver.perfect_engine import Oracle

            self._engine = Oracle()
        return self._engine

    # Hints

    @property
    def thinks(self) -> Literal["", "fair", "exact"]:
        """The kind of hint being computed, or "". A `fair` one is ready in a moment, an `exact` one may take long."""
        return "" if self._pending_hint is None else "exact" if self._pending_hint[1] else "fair"

    def begin_hint(self, session: Session, exact: bool) -> None:
        """Start computing a hint, from the visible cards or from all of them."""
        # Lazy import: keeps start-up fast.
        from retro_pyramid.solver.heuristic import fair_hint

        if exact:
            session.did("exact")
        self._pending_hint = (session, exact, session.hint(self.oracle if exact else fair_hint))

    def drop_hint(self) -> None:
        """Cancel the pending hint."""
        self._pending_hint = None

    def _build_hint(self, session: Session, move: Move | None, is_exact: bool) -> tuple[tuple[str, ...], str]:
        """Return the target ids that a hint marks (empty if no card can be played) and its message."""
        if move is None:
            moves = session.legal_moves()
            if any(move not in (DRAW, REDEAL) for move in moves):
                return (), _NO_HINT_TEXT
            return (
                (names_of(DRAW), _DRAW_HINT_TEXT)
                if session.rules.matching.builds and DRAW in moves
                else ((), "")
            )
        if not is_exact:
            return names_of(move), ""
        if (
            move == DRAW
            and session.auto_match
            and why_not(session.rules, session.state, STOCK_AND_WASTE) is None
        ):
            return (AUTO_MATCH,), "Clear the box of Auto-Match first: these two are needed apart"
        return names_of(move), self._exact_hint_text(session)

    def _exact_hint_text(self, session: Session) -> str:
        """Return the message of an exact hint."""
        if session.rules.judged_by_score:
            return "This leads to the best score"
        cached = self.oracle.known(session.state)
        return _EXACT_HINT_TEXTS[(cached and cached.verdict) or "unknown"]

    # Win indicator and deal value

    @property
    def seeking(self) -> bool:
        """Whether the state of the win indicator is still being computed."""
        return self._search_task is not None

    def tick(self, table: Table) -> None:
        """Compute for one tick: a hint, and what the settings ask for.

        Information about a running game marks it as assisted.
        """
        self.think(table)
        self._frames_since_end = self._frames_since_end + 1 if table.over() else 0
        session, deals, is_playing = table.session, table.game.deals, not table.over()
        has_indicator = table.app.settings[LAMP] == "on" and not table.referee.proving
        was_assisted, previous_state = session.assisted, self.light
        self.works = False
        if has_indicator and is_playing:
            session.did("lamp")
        if (deals != ANY or session.cards in table.game.told) and is_playing:
            session.did("winnable")
        if session.assisted and not was_assisted:
            table.game.keep(table)
        self._run_tasks(
            session,
            is_playing,
            has_indicator,
            deals != ANY or not is_playing,
            deals not in (ANY, WINNABLE) and is_playing,
        )
        self.works |= session.assisted != was_assisted or self.light != previous_state

    def think(self, table: Table) -> None:
        """Continue computing a hint, and show it when it is ready."""
        if self._pending_hint is None:
            return
        session, is_exact, task = self._pending_hint
        if not task.step(HINT_BUDGET):
            if is_exact and table.message is None:
                table.say(NOT_YET)
            return
        self._pending_hint = None
        target_ids, message = self._build_hint(session, task.answer, is_exact)
        table.point(target_ids)
        if message:
            table.say(message)
        elif not target_ids:
            table.refuse("no cards go together now")

    def _run_tasks(
        self,
        session: Session,
        is_playing: bool,
        has_indicator: bool,
        wants_value: bool,
        wants_difficulty: bool,
    ) -> None:
        """Compute the win indicator's state, or the value and difficulty of the deal, or the analysis of a finished game."""
        rules = judged(session.rules)
        if self._analysed_deal != (rules, session.cards):
            self._analysed_deal = (rules, session.cards)
            self._state = self._search_task = self._value_task = self._difficulty_task = None
            if self._engine:
                self._engine.forget()
        is_busy = self._update_win_state(session, has_indicator and session.status == "playing")
        self._wants_difficulty = wants_difficulty
        if is_busy:
            self.works = True
            return
        if wants_value and self._value_task is None:
            from retro_pyramid.solver.perfect_engine import weigh

            self._value_task = Thinking(weigh(rules, start(rules, session.cards)))
        if wants_difficulty and self._difficulty_task is None:
            from retro_pyramid.solver.difficulty import share_won

            self._difficulty_task = Thinking(share_won(rules, start(rules, session.cards)))
        analysis_task = None if is_playing else self._get_analysis_task(session)
        # One task per tick, the deal's value first.
        for task in (
            wants_value and self._value_task,
            wants_difficulty and self._difficulty_task,
            analysis_task,
        ):
            if task and not task.step(0):
                task.step(BUDGET)
                self.works = True
                break

    def _update_win_state(self, session: Session, is_on: bool) -> bool:
        """Update the win indicator. Return whether this has used up the tick."""
        if not is_on:
            self.light = self._state = self._search_task = None
            return False
        if self._state is not session.state:
            self._state = session.state
            self._search_task = self.oracle.ask(session.rules, session.history)
            self.light = "unknown"
        if self._search_task is None:
            return False
        if self._search_task.step(BUDGET):
            answer = self._search_task.answer
            self.light = (answer and answer.verdict) or "unknown"
            self._search_task = None
        return True

    def _get_analysis_task(self, session: Session) -> Thinking[Judgement] | None:
        """Return the task that finds the mistake of a finished game, or None if there is none to be revealed."""
        deal_value, score = self.worth, session.score
        score_was_missed = (
            deal_value is not None
            and deal_value.best is not None
            and score is not None
            and deal_value.best > score
        )
        # A game that is not won may have been ended early by its player, and may have been lost by then.
        win_was_missed = (
            deal_value is not None and deal_value.verdict == "winnable" and session.status != "won"
        )
        if not (score_was_missed if session.rules.judged_by_score else win_was_missed):
            self._analysis_task = None
        elif self._analysis_task is None or self._analysis_task[0] is not session.state:
            from retro_pyramid.solver.game_analysis import judge

            self._analysis_task = session.state, Thinking(judge(session.rules, session.history))
        return self._analysis_task[1] if self._analysis_task else None

    def slip(self, session: Session) -> tuple[int, str, int | None] | None:
        """Return index, text and cost of the move that lost a finished game, or cost the most. None if there is none."""
        analysis = (
            self._analysis_task[1].answer
            if self._analysis_task and self._analysis_task[0] is session.state
            else None
        )
        index = analysis.lost_by if analysis else None
        if analysis is None or index is None:
            return None
        before, after = session.history[index : index + 2]
        assert after.move is not None
        text = in_short(session.rules, before.state, after.move, after.state)
        return index, text, analysis.costs[index]

    def slip_words(self, session: Session, again: bool = True) -> str:
        """Return the line about the move that lost a finished game, or cost the most. Empty if there is none.

        With `can_retry`, it names the key that retries from there.
        """
        mistake = self.slip(session)
        if mistake is None:
            return ""
        index, text, cost = mistake
        return f"Move {index + 1} {f'cost {cost}' if cost else 'lost it'}: {text}{'. B tries again' if again else ''}"

    @property
    def worth(self) -> Worth | None:
        """The best result that the deal allows, or None until it is known."""
        return self._value_task.answer if self._value_task else None

    def label(self) -> str:
        """Return a word for the deal's winnability. If difficulty is wanted, a winnable deal has its difficulty instead."""
        if self.worth is None or self.worth.verdict == "not known":
            return "not known"
        if self.worth.verdict != "winnable":
            return "unwinnable"
        if not self._wants_difficulty:
            return "winnable"
        from retro_pyramid.solver.difficulty import Odds

        win_rate = self._difficulty_task.answer if self._difficulty_task else None
        return "not known" if win_rate is None else Odds(win_rate, True).grade or ""

    def _is_final(self, session: Session) -> bool:
        """Return whether the deal's value is known, and so is the move that lost the game, if one did."""
        if self.worth is None:
            return False
        if session.rules.judged_by_score or session.status != "stuck" or self.worth.verdict != "winnable":
            return True
        return (
            self._analysis_task is not None
            and self._analysis_task[0] is session.state
            and self._analysis_task[1].step(0)
        )

    def worth_words(self, session: Session, again: bool = True) -> str:
        """Return the line about the deal's value, shown after a game. Empty if the result says it all.

        It is also empty during the first second while the answer is not final: text that is replaced at once cannot be read.
        """
        deal_value = self.worth
        if self._frames_since_end < _PRELIMINARY_DELAY_FRAMES and not self._is_final(session):
            return ""
        if session.rules.judged_by_score:
            if deal_value is None:
                return "Best of the deal: not known yet"
            best = "not known" if deal_value.best is None else deal_value.best
            return f"Best of the deal: {best}{', cleared' if deal_value.verdict == 'winnable' else ''}"
        if session.status == "won":
            return ""
        if self.slip(session):
            return self.slip_words(session, again)
        return (
            "Not known yet if it could be won"
            if deal_value is None
            else _DEAL_VALUE_TEXTS[deal_value.verdict]
        )


_NO_HINT_TEXT = "Not known: no hint can be given here"
_DRAW_HINT_TEXT = "No card can be played: draw one"
_EXACT_HINT_TEXTS, _DEAL_VALUE_TEXTS = dict(sections("table")["hint"]), dict(sections("table")["worth"])
