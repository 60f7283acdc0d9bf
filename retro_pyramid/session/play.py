"""One game being played."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import pairwise
from typing import Literal, NamedTuple

from retro_pyramid.cards import Card
from retro_pyramid.rules import DRAW, Move, Rules, State, legal_moves, rules_for, status, why_not
from retro_pyramid.rules.moves import STOCK_AND_WASTE
from retro_pyramid.rules.transcript import Entry, Race, Save, Transcript, next_entry, opening_entry, replay
from retro_pyramid.session.timeline import Timeline
from retro_pyramid.solver.thinking import Thinking

_ASSISTED = ("assisted", "yes")

Act = Literal["undo", "restart", "load", "hint", "exact", "auto", "lamp", "winnable"]
"""What may be held against a game beside its moves. 'exact' is a hint that knows all cards, 'auto' automatic play, 'lamp' a
lamp that was on, 'winnable' a deal that the solver chose."""


class Habits(NamedTuple):
    """Which acts make a game of a program assisted, and which stop its scoring."""

    assists: frozenset[Act] = frozenset(
        {"undo", "restart", "load", "hint", "exact", "auto", "lamp", "winnable"}
    )
    stops_scoring: frozenset[Act] = frozenset()


Chooser = Callable[[Rules, Sequence[Entry]], Thinking[Move]]
"""Chooses moves: it gets the rules and a history, and returns the work on a move for its last position, not begun yet."""


class Session:
    """A game being played, from a deal; `deal` is its number, None for typed-in cards.

    Undo and redo have no limit and go through restarts. They do not change `ticks`, the time played in 1/60 s (the host
    adds to it), `undos`, `hints`, the `assisted` mark, `stopped_at`, the score at which scoring stopped (None while it
    goes on), and `day`, the date YYYYMMDD of which this is the daily deal (None for any other), and `race`, the friend's
    game it is played against (None without one). CardError unless the cards are the 52 of a deck.

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
        self._judged: tuple[Entry | None, str] = (None, "")
        self.new(cards, deal)

    def __eq__(self, other: object) -> bool:
        # The remembered status is no part of it.
        same = {"_judged": None}
        return isinstance(other, Session) and vars(self) | same == vars(other) | same

    def new(self, cards: Sequence[Card], deal: int | None = None) -> None:
        """Start a new game of a deal; of the old one only the auto_match setting stays."""
        opening = opening_entry(self.rules, cards)
        if self._auto_match != self.rules.auto_match:
            self.rules = _with_auto_match(self.rules, self._auto_match)
        self.timeline = Timeline([[opening]])
        self.cards = tuple(cards)
        self.deal = deal
        self.ticks = self.undos = self.hints = 0
        self.assisted = False
        self.stopped_at: int | None = None
        self.aside = False
        """Whether it is kept nowhere and counts for nothing: it began in the midst of a game that was shown, or was ended
        in another window."""
        self.day: int | None = None
        self.late = False
        """Whether it is the daily deal of another day than the one it was begun on."""
        self.race: Race | None = None
        self.entry: str | None = None
        """The id of its entry in the file of unfinished games, or None as long as nothing of it is saved."""

    def restart(self) -> None:
        """Start the same deal again, which undo takes back; at the opening this only counts as an act."""
        self.did("restart")
        self.timeline.restart()

    def play(self, move: Move) -> State:
        """Play a move and return the state after it; IllegalMove gives the reason and changes nothing."""
        if (
            move == DRAW
            and self._matches_by_hand
            and why_not(self.rules, self.state, STOCK_AND_WASTE) is None
        ):
            move = STOCK_AND_WASTE
        self.timeline.add(next_entry(self.rules, self.timeline.now, move))
        return self.state

    def undo(self) -> bool:
        """Take back the last move or restart; False if there is none."""
        if self.timeline.can_go_back:
            self.did("undo")
            self.undos += 1
        return self.timeline.back()

    def redo(self) -> bool:
        """Do again what was undone last; False if there is nothing."""
        return self.timeline.on()

    def hint(self, chooser: Chooser) -> Thinking[Move]:
        """Count a hint and return the work on it, which the caller steps so that no frame is late."""
        self.did("hint")
        self.hints += 1
        return chooser(self.rules, self.history)

    def legal_moves(self) -> list[Move]:
        """Return every move that can be played now."""
        return legal_moves(self.rules, self.state)

    def did(self, act: Act) -> None:
        """Hold an act against the game as the program's habits say."""
        if act in self.habits.assists:
            self.assisted = True
        if act in self.habits.stops_scoring:
            self.stopped_at = self.score

    @property
    def _matches_by_hand(self) -> bool:
        return self._auto_match and not self.rules.auto_match

    @property
    def history(self) -> list[Entry]:
        """The game from its opening to now, as a new list."""
        return self.timeline.past

    @property
    def state(self) -> State:
        """The position now."""
        return self.timeline.now.state

    @property
    def score(self) -> int | None:
        """The score now, or the one at which scoring stopped; None in an edition without a score."""
        return self.timeline.now.score if self.stopped_at is None else self.stopped_at

    @property
    def status(self) -> str:
        """'won', 'stuck' or 'playing'. It is worked out once a position, since screens ask many times a frame."""
        entry = self.timeline.now
        if self._judged[0] is not entry:
            self._judged = (entry, status(self.rules, entry.state))
        return self._judged[1]

    @property
    def moves(self) -> list[Move]:
        """The moves played, first to last."""
        return _moves_of(self.history)

    @property
    def auto_match(self) -> bool:
        """Whether a drawn card that pairs with the top of the waste is discarded with it at once.

        Setting it in mid-game rewrites all moves, undone ones too, under the rules without auto-match, where taking such
        a pair is a move; the states stay the same. RulesError where the rules have no such option.
        """
        return self._auto_match

    @auto_match.setter
    def auto_match(self, on: bool) -> None:
        if on == self._auto_match:
            return
        self.rules = _with_auto_match(self.rules, False)
        self.timeline.games = [_by_hand(game) for game in self.timeline.games]
        self._auto_match = on

    def transcript(self) -> Transcript:
        """Return the game as a transcript; a note says if it is assisted."""
        notes = (_ASSISTED,) if self.assisted else ()
        rules = self.rules
        return Transcript(rules.edition, rules.options, self.deal, self.cards, tuple(self.moves), notes)

    @classmethod
    def from_transcript(cls, transcript: Transcript, habits: Habits | None = None) -> Session:
        """Return the game of a transcript; IllegalMove names the first move that cannot be played."""
        rules = rules_for(transcript.edition, transcript.options)
        session = cls(rules, transcript.cards, transcript.deal, habits)
        session.timeline = Timeline([replay(transcript)], at=len(transcript.moves))
        session.assisted = _ASSISTED in transcript.notes
        return session

    def save(self) -> Save:
        """Return all of the session except its habits, for `resume` and `load`."""
        rules, played = self.rules, self.timeline.game
        games = [tuple(_moves_of(game)) for game in self.timeline.games]
        return Save(
            Transcript(rules.edition, rules.options, self.deal, self.cards, games[played]),
            self.timeline.at,
            tuple(games[:played]),
            tuple(games[played + 1 :]),
            self.ticks,
            self.undos,
            self.hints,
            self.assisted,
            self.stopped_at,
            self._matches_by_hand,
            self.day,
            self.race,
            self.late,
        )

    @classmethod
    def resume(cls, save: Save, habits: Habits | None = None, entry: str | None = None) -> Session:
        """Return a saved session to go on with; nothing is held against it. IllegalMove as for a transcript.

        `entry` is the id of its entry in the file of unfinished games, if it comes from there.
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
        """Return a saved session that the player chose to load, which is an act. IllegalMove as for a transcript."""
        session = cls.resume(save, habits)
        session.did("load")
        return session


def _moves_of(history: Sequence[Entry]) -> list[Move]:
    return [entry.move for entry in history if entry.move is not None]


def _by_hand(history: Sequence[Entry]) -> list[Entry]:
    game = list(history)
    for at, (before, after) in enumerate(pairwise(history), 1):
        if after.move == DRAW and len(after.state.waste) < len(before.state.waste):
            game[at] = after._replace(move=STOCK_AND_WASTE)
    return game


def _with_auto_match(rules: Rules, on: bool) -> Rules:
    return rules_for(rules.edition, {**rules.options, "auto_match": "on" if on else "off"})
