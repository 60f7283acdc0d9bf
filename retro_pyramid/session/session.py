"""`Session`, one game being played: moves, undo, hints, score, and whether it is assisted."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import pairwise
from typing import Literal, NamedTuple

from retro_pyramid.cards import Card
from retro_pyramid.rules import DRAW, Move, Rules, State, legal_moves, rules_for, status, why_not
from retro_pyramid.rules.moves import STOCK_AND_WASTE
from retro_pyramid.rules.transcript import Entry, Race, Save, Transcript, next_entry, opening_entry, replay
from retro_pyramid.session.undo_history import Timeline
from retro_pyramid.solver.incremental_task import Thinking

_ASSISTED_NOTE = ("assisted", "yes")

Act = Literal["undo", "restart", "load", "hint", "exact", "auto", "lamp", "winnable"]
"""An action other than a move that can make a game assisted. 'exact' is a hint computed from all cards, hidden ones too;
'auto' is automatic play; 'lamp' is the win indicator; 'winnable' is a deal chosen by the solver."""


class Habits(NamedTuple):
    """Which actions mark a game of an edition as assisted, and which ones freeze its score."""

    assists: frozenset[Act] = frozenset(
        {"undo", "restart", "load", "hint", "exact", "auto", "lamp", "winnable"}
    )
    stops_scoring: frozenset[Act] = frozenset()


Chooser = Callable[[Rules, Sequence[Entry]], Thinking[Move]]
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
    >>> state = session.play(parse_move("75"))
    >>> session.score, session.status, [str(move) for move in session.moves]
    (10, 'playing', ['75'])
    >>> session.undo(), session.score, session.redo(), session.score
    (True, 0, True, 10)
    """

    def __init__(
        self, rules: Rules, cards: Sequence[Card], deal: int | None = None, habits: Habits | None = None
    ) -> None:
        self.rules = rules
        self.habits = habits or Habits()
        self._auto_match = rules.auto_match
        self._cached_status: tuple[Entry | None, str] = (None, "")
        self.new(cards, deal)

    def __eq__(self, other: object) -> bool:
        # The cached status does not count.
        ignored = {"_cached_status": None}
        return isinstance(other, Session) and vars(self) | ignored == vars(other) | ignored

    def new(self, cards: Sequence[Card], deal: int | None = None) -> None:
        """Start a new game of a deal. Only the rules and the auto_match setting of the old game are kept."""
        entry = opening_entry(self.rules, cards)
        if self._auto_match != self.rules.auto_match:
            self.rules = _with_auto_match(self.rules, self._auto_match)
        self.timeline = Timeline([[entry]])
        self.cards = tuple(cards)
        self.deal = deal
        self.ticks = self.undos = self.hints = 0
        self.assisted = False
        self.stopped_at: int | None = None
        self.aside = False
        """Whether the game is neither saved nor counted: it was continued from a replay, or another process ended it."""
        self.day: int | None = None
        self.late = False
        """Whether this is a daily deal that was started on another day than its own."""
        self.race: Race | None = None
        self.entry: str | None = None
        """The id of its entry in the file of unfinished games, or None as long as nothing of it is saved."""

    def restart(self) -> None:
        """Start the same deal again. Undo reverts it. Before the first move this only records the assist."""
        self.did("restart")
        self.timeline.restart()

    def play(self, move: Move) -> State:
        """Play a move and return the state after it. Raise IllegalMoveError, and change nothing, if it is illegal."""
        if (
            move == DRAW
            and self._emulates_auto_match
            and why_not(self.rules, self.state, STOCK_AND_WASTE) is None
        ):
            move = STOCK_AND_WASTE
        self.timeline.add(next_entry(self.rules, self.timeline.now, move))
        return self.state

    def undo(self) -> bool:
        """Undo the last move or restart. Return False if there is none."""
        if self.timeline.can_go_back:
            self.did("undo")
            self.undos += 1
        return self.timeline.back()

    def redo(self) -> bool:
        """Redo the move or restart that was undone last. Return False if there is none."""
        return self.timeline.on()

    def hint(self, chooser: Chooser) -> Thinking[Move]:
        """Count a hint and return the task that finds it. The caller runs it in steps to keep the frame rate."""
        self.did("hint")
        self.hints += 1
        return chooser(self.rules, self.history)

    def legal_moves(self) -> list[Move]:
        """Return all legal moves in the current state."""
        return legal_moves(self.rules, self.state)

    def did(self, act: Act) -> None:
        """Mark the game as assisted or freeze its score, if the assist policy says so for this action."""
        if act in self.habits.assists:
            self.assisted = True
        if act in self.habits.stops_scoring:
            self.stopped_at = self.score

    @property
    def _emulates_auto_match(self) -> bool:
        """Whether auto-match is on although the rules are those without it."""
        return self._auto_match and not self.rules.auto_match

    @property
    def history(self) -> list[Entry]:
        """The entries of the current game from the start to the current state, as a new list."""
        return self.timeline.past

    @property
    def state(self) -> State:
        """The current state."""
        return self.timeline.now.state

    @property
    def score(self) -> int | None:
        """The current score, or the frozen one. None if the edition keeps no score."""
        return self.timeline.now.score if self.stopped_at is None else self.stopped_at

    @property
    def status(self) -> str:
        """'won', 'stuck' or 'playing'. Computed once for each state, because screens read it many times a frame."""
        entry = self.timeline.now
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
        self.timeline.games = [_without_auto_match(game) for game in self.timeline.games]
        self._auto_match = enabled

    def transcript(self) -> Transcript:
        """Return the transcript of the game up to the current state. A note marks an assisted game."""
        notes = (_ASSISTED_NOTE,) if self.assisted else ()
        rules = self.rules
        return Transcript(rules.edition, rules.options, self.deal, self.cards, tuple(self.moves), notes)

    @classmethod
    def from_transcript(cls, transcript: Transcript, habits: Habits | None = None) -> Session:
        """Return a session at the end of a transcript. Raise IllegalMoveError, with its number, at an illegal move."""
        rules = rules_for(transcript.edition, transcript.options)
        session = cls(rules, transcript.cards, transcript.deal, habits)
        session.timeline = Timeline([replay(transcript)], at=len(transcript.moves))
        session.assisted = _ASSISTED_NOTE in transcript.notes
        return session

    def save(self) -> Save:
        """Return everything in the session except its assist policy, for `from_saved_session`."""
        rules, game_index = self.rules, self.timeline.game
        games = [tuple(_moves_in(game)) for game in self.timeline.games]
        return Save(
            Transcript(rules.edition, rules.options, self.deal, self.cards, games[game_index]),
            self.timeline.at,
            tuple(games[:game_index]),
            tuple(games[game_index + 1 :]),
            self.ticks,
            self.undos,
            self.hints,
            self.assisted,
            self.stopped_at,
            self._emulates_auto_match,
            self.day,
            self.race,
            self.late,
        )

    @classmethod
    def resume(cls, save: Save, habits: Habits | None = None, entry: str | None = None) -> Session:
        """Return a saved session to be continued. This is no assist. Raise IllegalMoveError as `from_transcript` does.

        `entry` is the id of its entry in the file of unfinished games, or None if it does not come from there.
        """
        session = cls.from_transcript(save.game, habits)
        games = [replay(save.game._replace(moves=moves)) for moves in (*save.earlier, *save.later)]
        games.insert(len(save.earlier), session.timeline.games[0])
        session.timeline = Timeline(games, len(save.earlier), save.cursor)
        session.ticks, session.undos, session.hints = save.ticks, save.undos, save.hints
        session.assisted, session.stopped_at, session.day = save.assisted, save.stopped_at, save.day
        session.race, session.late, session.entry = save.race, save.late, entry
        session._auto_match = save.auto_match or session.rules.auto_match
        return session

    @classmethod
    def load(cls, save: Save, habits: Habits | None = None) -> Session:
        """Return a saved session that the player chose to load, and record that as an assist.

        Raise IllegalMoveError as `from_transcript` does.
        """
        session = cls.resume(save, habits)
        session.did("load")
        return session


def _moves_in(history: Sequence[Entry]) -> list[Move]:
    return [entry.move for entry in history if entry.move is not None]


def _without_auto_match(history: Sequence[Entry]) -> list[Entry]:
    """Return a history with each auto-matched draw replaced by the move that removes stock and waste top."""
    rewritten = list(history)
    for index, (before, after) in enumerate(pairwise(history), 1):
        if after.move == DRAW and len(after.state.waste) < len(before.state.waste):
            rewritten[index] = after._replace(move=STOCK_AND_WASTE)
    return rewritten


def _with_auto_match(rules: Rules, enabled: bool) -> Rules:
    return rules_for(rules.edition, {**rules.options, "auto_match": "on" if enabled else "off"})
