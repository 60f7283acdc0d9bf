"""What the solver tells at a table, found out a slice a tick: hints, the lamp, and what a deal is worth."""

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
"""Positions looked at in a tick, about 2 ms: a frame has room for them beside all else."""
HINT_BUDGET = 400
_PATIENCE = 60
"""Frames after the end of a game before a preliminary answer about its deal is shown: nearly all answers come sooner."""

NOT_YET = "Not known yet: the solver is looking for the best move"


class Adviser:
    """Thinks about the game on a table while its frames go by; whatever is asked anew drops the thought before.

    `light` is what the lamp shows, None while it is off.
    """

    def __init__(self) -> None:
        self._oracle: Oracle | None = None
        self.light: Light | None = None
        self._state: State | None = None
        self._asking: Thinking[Answer] | None = None
        self._deal: tuple[Rules, tuple[Card, ...]] | None = None
        self._weighing: Thinking[Worth] | None = None
        self._grading: Thinking[float] | None = None
        self._graded = False
        self._hint: tuple[Session, bool, Thinking[Move]] | None = None
        self._judging: tuple[State, Thinking[Judgement]] | None = None
        self._frames_over = 0
        """How many frames ago the game ended, 0 while it is being played."""
        self.works = False
        """Whether something was thought about in the last tick, so that what is told may be new."""

    @property
    def oracle(self) -> Oracle:
        """The exact solver, loaded when it is first asked: the first frame need not wait for it."""
        if self._oracle is None:
            from retro_pyramid.solver.perfect_engine import Oracle

            self._oracle = Oracle()
        return self._oracle

    # Hints

    @property
    def thinks(self) -> Literal["", "fair", "exact"]:
        """The kind of hint that is being worked out: a fair one is there in a moment, an exact one may take long."""
        return "" if self._hint is None else "exact" if self._hint[1] else "fair"

    def begin_hint(self, session: Session, exact: bool) -> None:
        """Begin to work out a hint, by the cards that are seen or by all of them."""
        # Advice is loaded when it is first asked for: no first frame has to wait for it.
        from retro_pyramid.solver.heuristic import fair_hint

        if exact:
            session.did("exact")
        self._hint = (session, exact, session.hint(self.oracle if exact else fair_hint))

    def drop_hint(self) -> None:
        """Work out no hint any more."""
        self._hint = None

    def _advice(self, session: Session, move: Move | None, exact: bool) -> tuple[tuple[str, ...], str]:
        """Return the target ids that a hint points at, none where nothing goes, and what it has to say."""
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
        """Return what an exact hint says beside the cards it points at."""
        if session.rules.judged_by_score:
            return "This leads to the best score"
        known = self.oracle.known(session.state)
        return _TOLD[(known and known.verdict) or "unknown"]

    # The lamp and the deal

    @property
    def seeking(self) -> bool:
        """Whether what the lamp shows of the position is still being worked out."""
        return self._asking is not None

    def tick(self, table: Table) -> None:
        """Think on for a tick: about a hint, and as the settings say; what is told of a game that is on marks it."""
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
        """Go on thinking about a hint, and show it when it is there."""
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
        """Think on: about the position if the lamp is on, about the deal if its worth and its grade are to be known.

        A game that is not `on` any more is judged move by move.
        """
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
        # One thing a tick, the deal's worth first.
        for thinking in (worth and self._weighing, graded and self._grading, judging):
            if thinking and not thinking.step(0):
                thinking.step(BUDGET)
                self.works = True
                break

    def _look(self, session: Session, on: bool) -> bool:
        """Let the lamp follow the game; return whether it took this tick's time."""
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
        """Return the work on which move lost a game that is over, None where none did or is to be told of."""
        worth, score = self.worth, session.score
        more = worth is not None and worth.best is not None and score is not None and worth.best > score
        # A game that ended before its last move was ended by its player, and may have been lost by then.
        lost = worth is not None and worth.verdict == "winnable" and session.status != "won"
        if not (more if session.rules.judged_by_score else lost):
            self._judging = None
        elif self._judging is None or self._judging[0] is not session.state:
            from retro_pyramid.solver.game_analysis import judge

            self._judging = session.state, Thinking(judge(session.rules, session.history))
        return self._judging[1] if self._judging else None

    def slip(self, session: Session) -> tuple[int, str, int | None] | None:
        """Return the move that lost a game that is over, or cost the most: its index, its words and cost; else None."""
        found = self._judging[1].answer if self._judging and self._judging[0] is session.state else None
        at = found.lost_by if found else None
        if found is None or at is None:
            return None
        before, after = session.history[at : at + 2]
        assert after.move is not None
        words = in_short(session.rules, before.state, after.move, after.state)
        return at, words, found.costs[at]

    def slip_words(self, session: Session, again: bool = True) -> str:
        """Return the line that names the move which lost a game that is over, or cost the most; empty for none.

        Where it can be tried `again`, it says how.
        """
        slip = self.slip(session)
        if slip is None:
            return ""
        at, words, cost = slip
        return f"Move {at + 1} {f'cost {cost}' if cost else 'lost it'}: {words}{'. B tries again' if again else ''}"

    @property
    def worth(self) -> Worth | None:
        """What the deal was worth, None till it is known."""
        return self._weighing.answer if self._weighing else None

    def label(self) -> str:
        """Return in a word whether the deal can be won, and of one that can its grade where that is wanted."""
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
        """Return whether the deal's worth is known, and which move lost the game if one did."""
        if self.worth is None:
            return False
        if session.rules.judged_by_score or session.status != "stuck" or self.worth.verdict != "winnable":
            return True
        return self._judging is not None and self._judging[0] is session.state and self._judging[1].step(0)

    def worth_words(self, session: Session, again: bool = True) -> str:
        """Return the line that tells, after a game, what its deal was worth at best; empty where that is plain.

        It is also empty in the first second, as long as the answer is not final: words that are replaced at once cannot
        be read.
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
