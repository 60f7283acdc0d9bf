"""The session: one game being played, with its history; screens see the game only through it."""

from __future__ import annotations

from collections.abc import Sequence

from retro_pyramid.cards import Card
from retro_pyramid.rules import Move, Rules, State, legal_moves, rules_for, status
from retro_pyramid.rules.transcript import Entry, Transcript, next_entry, opening_entry, replay

__all__ = ["Entry", "Session"]

_ASSISTED = ("assisted", "yes")


class Session:
    """A game under the rules given, from a deal; `deal` is its number, None for typed-in cards.

    CardError unless the cards are the 52 of a deck.

    >>> from retro_pyramid.cards import deal
    >>> from retro_pyramid.rules import parse_move
    >>> session = Session(rules_for("odm"), deal(61), 61)
    >>> state = session.play(parse_move("75"))
    >>> session.score, session.status, [str(move) for move in session.moves]
    (10, 'playing', ['75'])
    """

    def __init__(self, rules: Rules, cards: Sequence[Card], deal: int | None = None) -> None:
        self.rules = rules
        self.new(cards, deal)

    def new(self, cards: Sequence[Card], deal: int | None = None) -> None:
        """Start a new game of a deal; nothing of the old one stays."""
        self.history = [opening_entry(self.rules, cards)]
        self.cards = tuple(cards)
        self.deal = deal
        self.assisted = False

    def restart(self) -> None:
        """Start the same deal again; a game whose cards are known is assisted from now on."""
        del self.history[1:]
        self.assisted = True

    def play(self, move: Move) -> State:
        """Play a move and return the state after it; IllegalMove gives the reason and changes nothing."""
        entry = next_entry(self.rules, self.history[-1], move)
        self.history.append(entry)
        return entry.state

    def legal_moves(self) -> list[Move]:
        """Return every move that can be played now."""
        return legal_moves(self.rules, self.state)

    @property
    def state(self) -> State:
        """The position now."""
        return self.history[-1].state

    @property
    def score(self) -> int | None:
        """The score now, None in an edition without one."""
        return self.history[-1].score

    @property
    def status(self) -> str:
        """'won', 'stuck' or 'playing'."""
        return status(self.rules, self.state)

    @property
    def moves(self) -> list[Move]:
        """The moves played, first to last."""
        return [entry.move for entry in self.history if entry.move is not None]

    def transcript(self) -> Transcript:
        """Return the game as a transcript; a note says if it is assisted."""
        notes = (_ASSISTED,) if self.assisted else ()
        rules = self.rules
        return Transcript(rules.edition, rules.options, self.deal, self.cards, tuple(self.moves), notes)

    @classmethod
    def from_transcript(cls, transcript: Transcript) -> Session:
        """Return the game a transcript tells; IllegalMove names the first move that cannot be played."""
        session = cls(rules_for(transcript.edition, transcript.options), transcript.cards, transcript.deal)
        session.history = replay(transcript)
        session.assisted = _ASSISTED in transcript.notes
        return session
