"""Background analysis by the solver for a table: hints, win indicator, value of the deal, and the mistake of a lost game.

It runs in slices, one per tick.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal

from retro_pyramid.cards import Card
from retro_pyramid.resources import load_asset_sections
from retro_pyramid.rules import DRAW, REDEAL, Move, Rules, State, illegal_reason, initial_state, solver_rules
from retro_pyramid.rules.editions import assumption_label
from retro_pyramid.rules.moves import STOCK_WASTE_PAIR
from retro_pyramid.session import Session
from retro_pyramid.settings import ANY_DEAL, WIN_INDICATOR_SETTING, WINNABLE_DEAL
from retro_pyramid.solver.incremental_task import IncrementalTask
from retro_pyramid.table.intent import AUTO_MATCH
from retro_pyramid.table.move_text import describe_move_short
from retro_pyramid.table.target_ids import get_move_target_ids
from retro_pyramid.table.win_indicator import WinState

if TYPE_CHECKING:
    from retro_pyramid.solver.game_analysis import GameAnalysis
    from retro_pyramid.solver.perfect_engine import DealValue, PerfectEngine, SearchResult
    from retro_pyramid.table.table_screen import TableScreen

NODES_PER_TICK = 240
"""Nodes searched per tick, about 2 ms: a frame has room for them beside everything else."""
HINT_NODES_PER_TICK = 400
"""Nodes searched per tick for a hint."""
_PRELIMINARY_DELAY_FRAMES = 60
"""Frames after a game before a preliminary answer about its deal is shown. Nearly all answers are ready sooner."""

HINT_PENDING_TEXT = "Not known yet: the solver is looking for the best move"
"""Message while an exact hint is being computed."""


class TableAnalysis:
    """Analyses the game on a table while its frames pass. A new request replaces the pending one."""

    def __init__(self) -> None:
        self._engine: PerfectEngine | None = None
        self.win_state: WinState | None = None
        """State of the win indicator, or None while it is off."""
        self._state: State | None = None
        self._search_task: IncrementalTask[SearchResult] | None = None
        self._analysed_deal: tuple[Rules, tuple[Card, ...]] | None = None
        self._value_task: IncrementalTask[DealValue] | None = None
        self._difficulty_task: IncrementalTask[float] | None = None
        self._wants_difficulty = False
        self._pending_hint: tuple[Session, bool, IncrementalTask[Move]] | None = None
        self._analysis_task: tuple[State, IncrementalTask[GameAnalysis]] | None = None
        self._frames_since_end = 0
        """Frames since the end of the game, 0 while it is being played."""
        self.is_working = False
        """Whether the last tick computed something, so that the answers may have changed."""

    @property
    def engine(self) -> PerfectEngine:
        """The exact solver. Lazy import: keeps start-up fast."""
        if self._engine is None:
            from retro_pyramid.solver.perfect_engine import PerfectEngine

            self._engine = PerfectEngine()
        return self._engine

    # Hints

    @property
    def pending_hint_kind(self) -> Literal["", "fair", "exact"]:
        """The kind of hint being computed, or "". A `fair` one is ready in a moment, an `exact` one may take long."""
        return "" if self._pending_hint is None else "exact" if self._pending_hint[1] else "fair"

    def start_hint(self, session: Session, is_exact: bool) -> None:
        """Start computing a hint, from the visible cards or from all of them."""
        # Lazy import: keeps start-up fast.
        from retro_pyramid.solver.heuristic import create_hint_task

        if is_exact:
            session.record_assist("exact")
        self._pending_hint = (
            session,
            is_exact,
            session.request_hint(self.engine if is_exact else create_hint_task),
        )

    def cancel_hint(self) -> None:
        """Cancel the pending hint."""
        self._pending_hint = None

    def _build_hint(self, session: Session, move: Move | None, is_exact: bool) -> tuple[tuple[str, ...], str]:
        """Return the target ids that a hint marks (empty if no card can be played) and its message."""
        if move is None:
            moves = session.legal_moves()
            if any(move not in (DRAW, REDEAL) for move in moves):
                return (), _NO_HINT_TEXT
            return (
                (get_move_target_ids(DRAW), _DRAW_HINT_TEXT)
                if session.rules.match_rule.builds_on_waste and DRAW in moves
                else ((), "")
            )
        if not is_exact:
            return get_move_target_ids(move), ""
        if (
            move == DRAW
            and session.auto_match
            and illegal_reason(session.rules, session.state, STOCK_WASTE_PAIR) is None
        ):
            return (AUTO_MATCH,), "Clear the box of Auto-Match first: these two are needed apart"
        return get_move_target_ids(move), self._exact_hint_text(session)

    def _exact_hint_text(self, session: Session) -> str:
        """Return the message of an exact hint."""
        if session.rules.optimises_score:
            return "This leads to the best score"
        cached = self.engine.get_cached_result(session.state)
        return _EXACT_HINT_TEXTS[(cached and cached.result) or "unknown"]

    # Win indicator and deal value

    @property
    def is_analysing(self) -> bool:
        """Whether the state of the win indicator is still being computed."""
        return self._search_task is not None

    def advance(self, table: TableScreen) -> None:
        """Compute for one tick: a hint, and what the settings ask for.

        Information about a running game marks it as assisted.
        """
        self.advance_hint(table)
        self._frames_since_end = self._frames_since_end + 1 if table.is_over() else 0
        session, deals, is_playing = table.session, table.lifecycle.deal_filter, not table.is_over()
        has_indicator = table.app.settings[WIN_INDICATOR_SETTING] == "on" and not table.game_mode.is_ranked
        was_assisted, previous_state = session.is_assisted, self.win_state
        self.is_working = False
        if has_indicator and is_playing:
            session.record_assist("lamp")
        if (deals != ANY_DEAL or session.cards in table.lifecycle.revealed_deals) and is_playing:
            session.record_assist("winnable")
        if session.is_assisted and not was_assisted:
            table.lifecycle.save(table)
        self._run_tasks(
            session,
            is_playing,
            has_indicator,
            deals != ANY_DEAL or not is_playing,
            deals not in (ANY_DEAL, WINNABLE_DEAL) and is_playing,
        )
        self.is_working |= session.is_assisted != was_assisted or self.win_state != previous_state

    def advance_hint(self, table: TableScreen) -> None:
        """Continue computing a hint, and show it when it is ready."""
        if self._pending_hint is None:
            return
        session, is_exact, task = self._pending_hint
        if not task.run_slice(HINT_NODES_PER_TICK):
            if is_exact and table.message is None:
                table.show_message(HINT_PENDING_TEXT)
            return
        self._pending_hint = None
        target_ids, message = self._build_hint(session, task.result, is_exact)
        table.mark_hint(target_ids)
        if message:
            table.show_message(message)
        elif not target_ids:
            table.show_error("no cards go together now")

    def _run_tasks(
        self,
        session: Session,
        is_playing: bool,
        has_indicator: bool,
        wants_value: bool,
        wants_difficulty: bool,
    ) -> None:
        """Compute the win indicator's state, or the value and difficulty of the deal, or the analysis of a finished game."""
        rules = solver_rules(session.rules)
        if self._analysed_deal != (rules, session.cards):
            self._analysed_deal = (rules, session.cards)
            self._state = self._search_task = self._value_task = self._difficulty_task = None
            if self._engine:
                self._engine.clear_cache()
        is_busy = self._update_win_state(session, has_indicator and session.status == "playing")
        self._wants_difficulty = wants_difficulty
        if is_busy:
            self.is_working = True
            return
        if wants_value and self._value_task is None:
            from retro_pyramid.solver.perfect_engine import evaluate_deal

            self._value_task = IncrementalTask(evaluate_deal(rules, initial_state(rules, session.cards)))
        if wants_difficulty and self._difficulty_task is None:
            from retro_pyramid.solver.difficulty import estimate_win_rate

            self._difficulty_task = IncrementalTask(
                estimate_win_rate(rules, initial_state(rules, session.cards))
            )
        analysis_task = None if is_playing else self._get_analysis_task(session)
        # One task per tick, the deal's value first.
        for task in (
            wants_value and self._value_task,
            wants_difficulty and self._difficulty_task,
            analysis_task,
        ):
            if task and not task.run_slice(0):
                task.run_slice(NODES_PER_TICK)
                self.is_working = True
                break

    def _update_win_state(self, session: Session, is_on: bool) -> bool:
        """Update the win indicator. Return whether this has used up the tick."""
        if not is_on:
            self.win_state = self._state = self._search_task = None
            return False
        if self._state is not session.state:
            self._state = session.state
            self._search_task = self.engine.get_search_task(session.rules, session.history)
            self.win_state = "unknown"
        if self._search_task is None:
            return False
        if self._search_task.run_slice(NODES_PER_TICK):
            answer = self._search_task.result
            self.win_state = (answer and answer.result) or "unknown"
            self._search_task = None
        return True

    def _get_analysis_task(self, session: Session) -> IncrementalTask[GameAnalysis] | None:
        """Return the task that finds the mistake of a finished game, or None if there is none to be revealed."""
        deal_value, score = self.deal_value, session.score
        score_was_missed = (
            deal_value is not None
            and deal_value.best_score is not None
            and score is not None
            and deal_value.best_score > score
        )
        # A game that is not won may have been ended early by its player, and may have been lost by then.
        win_was_missed = (
            deal_value is not None and deal_value.winnability == "winnable" and session.status != "won"
        )
        if not (score_was_missed if session.rules.optimises_score else win_was_missed):
            self._analysis_task = None
        elif self._analysis_task is None or self._analysis_task[0] is not session.state:
            from retro_pyramid.solver.game_analysis import analyse_game

            self._analysis_task = session.state, IncrementalTask(analyse_game(session.rules, session.history))
        return self._analysis_task[1] if self._analysis_task else None

    def find_mistake(self, session: Session) -> tuple[int, str, int | None] | None:
        """Return index, text and cost of the move that lost a finished game, or cost the most. None if there is none."""
        analysis = (
            self._analysis_task[1].result
            if self._analysis_task and self._analysis_task[0] is session.state
            else None
        )
        index = analysis.mistake_index if analysis else None
        if analysis is None or index is None:
            return None
        before, after = session.history[index : index + 2]
        assert after.move is not None
        text = describe_move_short(session.rules, before.state, after.move, after.state)
        return index, text, analysis.move_costs[index]

    def build_mistake_text(self, session: Session, can_retry: bool = True) -> str:
        """Return the line about the move that lost a finished game, or cost the most. Empty if there is none.

        With `can_retry`, it names the key that retries from there.
        """
        mistake = self.find_mistake(session)
        if mistake is None:
            return ""
        index, text, cost = mistake
        return f"Move {index + 1} {f'cost {cost}' if cost else 'lost it'}: {text}{'. B tries again' if can_retry else ''}"

    @property
    def deal_value(self) -> DealValue | None:
        """The best result that the deal allows, or None until it is known."""
        return self._value_task.result if self._value_task else None

    def get_deal_rating(self) -> str:
        """Return a word for the deal's winnability. If difficulty is wanted, a winnable deal has its difficulty instead."""
        if self.deal_value is None or self.deal_value.winnability == "not known":
            return "not known"
        if self.deal_value.winnability != "winnable":
            return "unwinnable"
        if not self._wants_difficulty:
            return "winnable"
        from retro_pyramid.solver.difficulty import DealRating

        win_rate = self._difficulty_task.result if self._difficulty_task else None
        return "not known" if win_rate is None else DealRating(win_rate, True).difficulty or ""

    def _is_final(self, session: Session) -> bool:
        """Return whether the deal's value is known, and so is the move that lost the game, if one did."""
        if self.deal_value is None:
            return False
        if (
            session.rules.optimises_score
            or session.status != "stuck"
            or self.deal_value.winnability != "winnable"
        ):
            return True
        return (
            self._analysis_task is not None
            and self._analysis_task[0] is session.state
            and self._analysis_task[1].run_slice(0)
        )

    def build_deal_value_text(self, session: Session, can_retry: bool = True) -> str:
        """Return the line about the deal's value, shown after a game. Empty if the result says it all.

        It is also empty during the first second while the answer is not final: text that is replaced at once cannot be read.
        """
        deal_value = self.deal_value
        if self._frames_since_end < _PRELIMINARY_DELAY_FRAMES and not self._is_final(session):
            return ""
        if session.rules.optimises_score:
            if deal_value is None:
                return "Best of the deal: not known yet"
            best = "not known" if deal_value.best_score is None else deal_value.best_score
            return f"Best of the deal: {best}{', cleared' if deal_value.winnability == 'winnable' else ''}"
        if session.status == "won":
            return ""
        if self.find_mistake(session):
            return self.build_mistake_text(session, can_retry)
        if deal_value is None:
            return "Not known yet if it could be won"
        assumption = assumption_label(session.rules)
        return _DEAL_VALUE_TEXTS[deal_value.winnability] + (f" with {assumption}" if assumption else "")


_NO_HINT_TEXT = "Not known: no hint can be given here"
_DRAW_HINT_TEXT = "No card can be played: draw one"
_EXACT_HINT_TEXTS, _DEAL_VALUE_TEXTS = (
    dict(load_asset_sections("table")["hint"]),
    dict(load_asset_sections("table")["worth"]),
)
