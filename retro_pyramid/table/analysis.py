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
_PATIENCE = 60
"""Frames after a game before a preliminary answer about its deal is shown. Nearly all answers are ready sooner."""

NOT_YET = "Not known yet: the solver is looking for the best move"
"""Message while an exact hint is being computed."""


class Adviser:
    """Analyses the game on a table while its frames pass. A new request replaces the pending one."""

    def __init__(self) -> None:
        self._oracle: Oracle | None = None
        self.light: Light | None = None
        """State of the win indicator, or None while it is off."""
        self._state: State | None = None
        self._asking: Thinking[Answer] | None = None
        self._deal: tuple[Rules, tuple[Card, ...]] | None = None
        self._weighing: Thinking[Worth] | None = None
        self._grading: Thinking[float] | None = None
        self._graded = False
        self._hint: tuple[Session, bool, Thinking[Move]] | None = None
        self._judging: tuple[State, Thinking[Judgement]] | None = None
        self._frames_over = 0
        """Frames since the end of the game, 0 while it is being played."""
        self.works = False
        """Whether the last tick computed something, so that the answers may have changed."""

    @property
    def oracle(self) -> Oracle:
        """The exact solver. Lazy import: keeps start-up fast."""
        if self._oracle is None:
            from retro_pyramid.solver.perfect_engine import Oracle

            self._oracle = Oracle()
        return self._oracle

    # Hints

    @property
    def thinks(self) -> Literal["", "fair", "exact"]:
        """The kind of hint being computed, or "". A `fair` one is ready in a moment, an `exact` one may take long."""
        return "" if self._hint is None else "exact" if self._hint[1] else "fair"

    def begin_hint(self, session: Session, exact: bool) -> None:
        """Start computing a hint, from the visible cards or from all of them."""
        # Lazy import: keeps start-up fast.
        from retro_pyramid.solver.heuristic import fair_hint

        if exact:
            session.did("exact")
        self._hint = (session, exact, session.hint(self.oracle if exact else fair_hint))

    def drop_hint(self) -> None:
        """Cancel the pending hint."""
        self._hint = None

    def _advice(self, session: Session, move: Move | None, exact: bool) -> tuple[tuple[str, ...], str]:
        """Return the target ids that a hint marks (empty if no card can be played) and its message."""
        if move is None:
            moves = session.legal_moves()
            if any(move not in (DRAW, REDEAL) for move in moves):
                return (), _NO_HINT
            return (names_of(DRAW), _DRAW) if session.rules.matching.builds and DRAW in moves else ((), "")
        if not exact:
            return names_of(move), ""
        if (
            move == DRAW
            and session.auto_match
            and why_not(session.rules, session.state, STOCK_AND_WASTE) is None
        ):
            return (AUTO_MATCH,), "Clear the box of Auto-Match first: these two are needed apart"
        return names_of(move), self._told(session)

    def _told(self, session: Session) -> str:
        """Return the message of an exact hint."""
        if session.rules.judged_by_score:
            return "This leads to the best score"
        known = self.oracle.known(session.state)
        return _TOLD[(known and known.verdict) or "unknown"]

    # The lamp and the deal

    @property
    def seeking(self) -> bool:
        """Whether the state of the win indicator is still being computed."""
        return self._asking is not None

    def tick(self, table: Table) -> None:
        """Compute for one tick: a hint, and what the settings ask for.

        Information about a running game marks it as assisted.
        """
        self.think(table)
        self._frames_over = self._frames_over + 1 if table.over() else 0
        session, deals, on = table.session, table.game.deals, not table.over()
        lamp = table.app.settings[LAMP] == "on" and not table.referee.proving
        before, light = session.assisted, self.light
        self.works = False
        if lamp and on:
            session.did("lamp")
        if (deals != ANY or session.cards in table.game.told) and on:
            session.did("winnable")
        if session.assisted and not before:
            table.game.keep(table)
        self._follow(session, on, lamp, deals != ANY or not on, deals not in (ANY, WINNABLE) and on)
        self.works |= session.assisted != before or self.light != light

    def think(self, table: Table) -> None:
        """Continue computing a hint, and show it when it is ready."""
        if self._hint is None:
            return
        session, exact, thinking = self._hint
        if not thinking.step(HINT_BUDGET):
            if exact and table.message is None:
                table.say(NOT_YET)
            return
        self._hint = None
        names, words = self._advice(session, thinking.answer, exact)
        table.point(names)
        if words:
            table.say(words)
        elif not names:
            table.refuse("no cards go together now")

    def _follow(self, session: Session, on: bool, lamp: bool, worth: bool, graded: bool) -> None:
        """Compute the win indicator's state, or the value and difficulty of the deal, or the analysis of a finished game."""
        rules = judged(session.rules)
        if self._deal != (rules, session.cards):
            self._deal = (rules, session.cards)
            self._state = self._asking = self._weighing = self._grading = None
            if self._oracle:
                self._oracle.forget()
        busy = self._look(session, lamp and session.status == "playing")
        self._graded = graded
        if busy:
            self.works = True
            return
        if worth and self._weighing is None:
            from retro_pyramid.solver.perfect_engine import weigh

            self._weighing = Thinking(weigh(rules, start(rules, session.cards)))
        if graded and self._grading is None:
            from retro_pyramid.solver.difficulty import share_won

            self._grading = Thinking(share_won(rules, start(rules, session.cards)))
        judging = None if on else self._judge(session)
        # One task per tick, the deal's value first.
        for thinking in (worth and self._weighing, graded and self._grading, judging):
            if thinking and not thinking.step(0):
                thinking.step(BUDGET)
                self.works = True
                break

    def _look(self, session: Session, on: bool) -> bool:
        """Update the win indicator. Return whether this has used up the tick."""
        if not on:
            self.light = self._state = self._asking = None
            return False
        if self._state is not session.state:
            self._state = session.state
            self._asking = self.oracle.ask(session.rules, session.history)
            self.light = "unknown"
        if self._asking is None:
            return False
        if self._asking.step(BUDGET):
            answer = self._asking.answer
            self.light = (answer and answer.verdict) or "unknown"
            self._asking = None
        return True

    def _judge(self, session: Session) -> Thinking[Judgement] | None:
        """Return the task that finds the mistake of a finished game, or None if there is none to be revealed."""
        worth, score = self.worth, session.score
        more = worth is not None and worth.best is not None and score is not None and worth.best > score
        # A game that is not won may have been ended early by its player, and may have been lost by then.
        lost = worth is not None and worth.verdict == "winnable" and session.status != "won"
        if not (more if session.rules.judged_by_score else lost):
            self._judging = None
        elif self._judging is None or self._judging[0] is not session.state:
            from retro_pyramid.solver.game_analysis import judge

            self._judging = session.state, Thinking(judge(session.rules, session.history))
        return self._judging[1] if self._judging else None

    def slip(self, session: Session) -> tuple[int, str, int | None] | None:
        """Return index, text and cost of the move that lost a finished game, or cost the most. None if there is none."""
        found = self._judging[1].answer if self._judging and self._judging[0] is session.state else None
        at = found.lost_by if found else None
        if found is None or at is None:
            return None
        before, after = session.history[at : at + 2]
        assert after.move is not None
        words = in_short(session.rules, before.state, after.move, after.state)
        return at, words, found.costs[at]

    def slip_words(self, session: Session, again: bool = True) -> str:
        """Return the line about the move that lost a finished game, or cost the most. Empty if there is none.

        With `can_retry`, it names the key that retries from there.
        """
        slip = self.slip(session)
        if slip is None:
            return ""
        at, words, cost = slip
        return f"Move {at + 1} {f'cost {cost}' if cost else 'lost it'}: {words}{'. B tries again' if again else ''}"

    @property
    def worth(self) -> Worth | None:
        """The best result that the deal allows, or None until it is known."""
        return self._weighing.answer if self._weighing else None

    def label(self) -> str:
        """Return a word for the deal's winnability. If difficulty is wanted, a winnable deal has its difficulty instead."""
        if self.worth is None or self.worth.verdict == "not known":
            return "not known"
        if self.worth.verdict != "winnable":
            return "unwinnable"
        if not self._graded:
            return "winnable"
        from retro_pyramid.solver.difficulty import Odds

        share = self._grading.answer if self._grading else None
        return "not known" if share is None else Odds(share, True).grade or ""

    def _is_final(self, session: Session) -> bool:
        """Return whether the deal's value is known, and so is the move that lost the game, if one did."""
        if self.worth is None:
            return False
        if session.rules.judged_by_score or session.status != "stuck" or self.worth.verdict != "winnable":
            return True
        return self._judging is not None and self._judging[0] is session.state and self._judging[1].step(0)

    def worth_words(self, session: Session, again: bool = True) -> str:
        """Return the line about the deal's value, shown after a game. Empty if the result says it all.

        It is also empty during the first second while the answer is not final: text that is replaced at once cannot be read.
        """
        worth = self.worth
        if self._frames_over < _PATIENCE and not self._is_final(session):
            return ""
        if session.rules.judged_by_score:
            if worth is None:
                return "Best of the deal: not known yet"
            best = "not known" if worth.best is None else worth.best
            return f"Best of the deal: {best}{', cleared' if worth.verdict == 'winnable' else ''}"
        if session.status == "won":
            return ""
        if self.slip(session):
            return self.slip_words(session, again)
        return "Not known yet if it could be won" if worth is None else _WORTH[worth.verdict]


_NO_HINT = "Not known: no hint can be given here"
_DRAW = "No card can be played: draw one"
_TOLD, _WORTH = dict(sections("table")["hint"]), dict(sections("table")["worth"])
