"""`Session`, one game being played: moves, undo, hints, score, and whether it is assisted."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import pairwise
from typing import Literal, NamedTuple

from retro_pyramid.cards import Card
from retro_pyramid.rules import DRAW, Move, Rules, State, illegal_reason, legal_moves, rules_for, status
from retro_pyramid.rules.moves import STOCK_WASTE_PAIR
from retro_pyramid.rules.transcript import (
    Ghost,
    HistoryEntry,
    SavedSession,
    Transcript,
    initial_entry,
    next_entry,
    replay,
)
from retro_pyramid.session.undo_history import UndoHistory
from retro_pyramid.solver.incremental_task import IncrementalTask

_ASSISTED_NOTE = ("assisted", "yes")

AssistAction = Literal["undo", "restart", "load", "hint", "exact", "auto", "lamp", "winnable"]
"""An action other than a move that can make a game assisted. 'exact' is a hint computed from all cards, hidden ones too;
'auto' is automatic play; 'lamp' is the win indicator; 'winnable' is a deal chosen by the solver."""


class AssistPolicy(NamedTuple):
    """Which actions mark a game of an edition as assisted, and which ones freeze its score."""

    marks_assisted: frozenset[AssistAction] = frozenset(
        {"undo", "restart", "load", "hint", "exact", "auto", "lamp", "winnable"}
    )
    freezes_score: frozenset[AssistAction] = frozenset()


MovePolicy = Callable[[Rules, Sequence[HistoryEntry]], IncrementalTask[Move]]
"""A function that chooses moves. It gets the rules and a history, and returns the task, not yet started, that finds a move
for the last state of the history."""


class Session:
    """A game being played, with unlimited undo and redo, also of restarts.

    Undo and redo do not revert the following attributes:

    - `ticks`: the time played in 1/60 s. The host adds to it.
    - `undo_count`, `hint_count`: the numbers of undos and hints.
    - `is_assisted`: whether the game counts as assisted.
    - `frozen_score`: the score at which scoring stopped, or None if it has not stopped.
    - `daily_date`: the date YYYYMMDD whose daily deal this is, or None.
    - `is_late`: whether that daily deal was started on another day.
    - `ghost`: the friend's game that this one is played against, or None.
    - `is_unrecorded`: whether the game is neither saved nor counted.

    `deal_number` is None for typed-in cards. Raise CardError unless the cards are the 52 of a deck.

    >>> from retro_pyramid.cards import deal
    >>> from retro_pyramid.rules import parse_move
    >>> session = Session(rules_for("odm"), deal(61), 61)
    >>> state = session.play_move(parse_move("75"))
    >>> session.score, session.status, [str(move) for move in session.moves]
    (10, 'playing', ['75'])
    >>> session.undo(), session.score, session.redo(), session.score
    (True, 0, True, 10)
    """

    def __init__(
        self,
        rules: Rules,
        cards: Sequence[Card],
        deal_number: int | None = None,
        assist_policy: AssistPolicy | None = None,
    ) -> None:
        self.rules = rules
        self.assist_policy = assist_policy or AssistPolicy()
        self._auto_match = rules.auto_match
        self._cached_status: tuple[HistoryEntry | None, str] = (None, "")
        self.start_new_game(cards, deal_number)

    def __eq__(self, other: object) -> bool:
        # The cached status does not count.
        ignored = {"_cached_status": None}
        return isinstance(other, Session) and vars(self) | ignored == vars(other) | ignored

    def start_new_game(self, cards: Sequence[Card], deal_number: int | None = None) -> None:
        """Start a new game of a deal. Only the rules and the auto_match setting of the old game are kept."""
        entry = initial_entry(self.rules, cards)
        if self._auto_match != self.rules.auto_match:
            self.rules = _with_auto_match(self.rules, self._auto_match)
        self.undo_history = UndoHistory([[entry]])
        self.cards = tuple(cards)
        self.deal_number = deal_number
        self.ticks = self.undo_count = self.hint_count = 0
        self.is_assisted = False
        self.frozen_score: int | None = None
        self.is_unrecorded = False
        """Whether the game is neither saved nor counted: it was continued from a replay, or another process ended it."""
        self.daily_date: int | None = None
        self.is_late = False
        """Whether this is a daily deal that was started on another day than its own."""
        self.ghost: Ghost | None = None
        self.entry: str | None = None
        """The id of its entry in the file of unfinished games, or None as long as nothing of it is saved."""

    def restart(self) -> None:
        """Start the same deal again. Undo reverts it. Before the first move this only records the assist."""
        self.record_assist("restart")
        self.undo_history.restart()

    def play_move(self, move: Move) -> State:
        """Play a move and return the state after it. Raise IllegalMoveError, and change nothing, if it is illegal."""
        if (
            move == DRAW
            and self._emulates_auto_match
            and illegal_reason(self.rules, self.state, STOCK_WASTE_PAIR) is None
        ):
            move = STOCK_WASTE_PAIR
        self.undo_history.add(next_entry(self.rules, self.undo_history.current, move))
        return self.state

    def undo(self) -> bool:
        """Undo the last move or restart. Return False if there is none."""
        if self.undo_history.can_undo:
            self.record_assist("undo")
            self.undo_count += 1
        return self.undo_history.undo()

    def redo(self) -> bool:
        """Redo the move or restart that was undone last. Return False if there is none."""
        return self.undo_history.redo()

    def request_hint(self, move_policy: MovePolicy) -> IncrementalTask[Move]:
        """Count a hint and return the task that finds it. The caller runs it in steps to keep the frame rate."""
        self.record_assist("hint")
        self.hint_count += 1
        return move_policy(self.rules, self.history)

    def legal_moves(self) -> list[Move]:
        """Return all legal moves in the current state."""
        return legal_moves(self.rules, self.state)

    def record_assist(self, action: AssistAction) -> None:
        """Mark the game as assisted or freeze its score, if the assist policy says so for this action."""
        if action in self.assist_policy.marks_assisted:
            self.is_assisted = True
        if action in self.assist_policy.freezes_score:
            self.frozen_score = self.score

    @property
    def _emulates_auto_match(self) -> bool:
        """Whether auto-match is on although the rules are those without it."""
        return self._auto_match and not self.rules.auto_match

    @property
    def history(self) -> list[HistoryEntry]:
        """The entries of the current game from the start to the current state, as a new list."""
        return self.undo_history.history

    @property
    def state(self) -> State:
        """The current state."""
        return self.undo_history.current.state

    @property
    def score(self) -> int | None:
        """The current score, or the frozen one. None if the edition keeps no score."""
        return self.undo_history.current.score if self.frozen_score is None else self.frozen_score

    @property
    def status(self) -> str:
        """'won', 'stuck' or 'playing'. Computed once for each state, because screens read it many times a frame."""
        entry = self.undo_history.current
        if self._cached_status[0] is not entry:
            self._cached_status = (entry, status(self.rules, entry.state))
        return self._cached_status[1]

    @property
    def moves(self) -> list[Move]:
        """The moves played so far, first to last."""
        return _moves_in(self.history)

    @property
    def auto_match(self) -> bool:
        """Whether a drawn card that matches the top of the waste is discarded together with it at once.

        Setting it during a game rewrites all moves, undone ones too, under the rules without auto-match. There removing
        such a pair is a move of its own. The states stay the same. Raise RulesError if the edition has no such option.
        """
        return self._auto_match

    @auto_match.setter
    def auto_match(self, enabled: bool) -> None:
        if enabled == self._auto_match:
            return
        self.rules = _with_auto_match(self.rules, False)
        self.undo_history.games = [_without_auto_match(game) for game in self.undo_history.games]
        self._auto_match = enabled

    def to_transcript(self) -> Transcript:
        """Return the transcript of the game up to the current state. A note marks an assisted game."""
        notes = (_ASSISTED_NOTE,) if self.is_assisted else ()
        rules = self.rules
        return Transcript(
            rules.edition, rules.options, self.deal_number, self.cards, tuple(self.moves), notes
        )

    @classmethod
    def from_transcript(cls, transcript: Transcript, assist_policy: AssistPolicy | None = None) -> Session:
        """Return a session at the end of a transcript. Raise IllegalMoveError, with its number, at an illegal move."""
        rules = rules_for(transcript.edition, transcript.options)
        session = cls(rules, transcript.cards, transcript.deal_number, assist_policy)
        session.undo_history = UndoHistory([replay(transcript)], move_index=len(transcript.moves))
        session.is_assisted = _ASSISTED_NOTE in transcript.notes
        return session

    def to_saved_session(self) -> SavedSession:
        """Return everything in the session except its assist policy, for `from_saved_session`."""
        rules, game_index = self.rules, self.undo_history.game_index
        games = [tuple(_moves_in(game)) for game in self.undo_history.games]
        return SavedSession(
            Transcript(rules.edition, rules.options, self.deal_number, self.cards, games[game_index]),
            self.undo_history.move_index,
            tuple(games[:game_index]),
            tuple(games[game_index + 1 :]),
            self.ticks,
            self.undo_count,
            self.hint_count,
            self.is_assisted,
            self.frozen_score,
            self._emulates_auto_match,
            self.daily_date,
            self.ghost,
            self.is_late,
        )

    @classmethod
    def from_saved_session(
        cls, saved: SavedSession, assist_policy: AssistPolicy | None = None, entry: str | None = None
    ) -> Session:
        """Return a saved session to be continued. This is no assist. Raise IllegalMoveError as `from_transcript` does.

        `entry` is the id of its entry in the file of unfinished games, or None if it does not come from there.
        """
        session = cls.from_transcript(saved.transcript, assist_policy)
        games = [
            replay(saved.transcript._replace(moves=moves))
            for moves in (*saved.previous_games, *saved.redo_games)
        ]
        games.insert(len(saved.previous_games), session.undo_history.games[0])
        session.undo_history = UndoHistory(games, len(saved.previous_games), saved.move_index)
        session.ticks, session.undo_count, session.hint_count = (
            saved.ticks,
            saved.undo_count,
            saved.hint_count,
        )
        session.is_assisted, session.frozen_score, session.daily_date = (
            saved.is_assisted,
            saved.frozen_score,
            saved.daily_date,
        )
        session.ghost, session.is_late, session.entry = saved.ghost, saved.is_late, entry
        session._auto_match = saved.auto_match or session.rules.auto_match
        return session

    @classmethod
    def load_as_assist(cls, saved: SavedSession, assist_policy: AssistPolicy | None = None) -> Session:
        """Return a saved session that the player chose to load, and record that as an assist.

        Raise IllegalMoveError as `from_transcript` does.
        """
        session = cls.from_saved_session(saved, assist_policy)
        session.record_assist("load")
        return session


def _moves_in(history: Sequence[HistoryEntry]) -> list[Move]:
    return [entry.move for entry in history if entry.move is not None]


def _without_auto_match(history: Sequence[HistoryEntry]) -> list[HistoryEntry]:
    """Return a history with each auto-matched draw replaced by the move that removes stock and waste top."""
    rewritten = list(history)
    for index, (before, after) in enumerate(pairwise(history), 1):
        if after.move == DRAW and len(after.state.waste) < len(before.state.waste):
            rewritten[index] = after._replace(move=STOCK_WASTE_PAIR)
    return rewritten


def _with_auto_match(rules: Rules, enabled: bool) -> Rules:
    return rules_for(rules.edition, {**rules.options, "auto_match": "on" if enabled else "off"})
