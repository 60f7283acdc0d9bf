"""Matches of six games: whose turn it is, the standings, suspending, and proofs by replay; values only.

A game is played in a Session from `next_game`; `finish` or `score_now` puts its end into the Tournament.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal, NamedTuple

from retro_pyramid.cards import deal, quoted
from retro_pyramid.cp437 import TABLE
from retro_pyramid.rules import IllegalMove, Rules, RulesError, rules_for
from retro_pyramid.rules.transcript import Save, Transcript
from retro_pyramid.session import Habits, Session

GAMES = 6
"""Games of a match, for each player."""

NAME_LENGTH = 15
"""The most characters of a player's name, as many as the board holds."""

Facts = tuple[tuple[str, str], ...]
"""What a suspended tournament says beside its games: keys and values, each of one line, in order."""

Verdict = Literal["above", "par", "below"]
"""A net total against par, which is zero: more wins in em, and both 'above' and 'par' make par in tilldawn."""

_KINDS = {"human": False, "computer": True}


class TournamentError(ValueError):
    """Something that cannot be in this tournament: the message is one line and says what was expected."""


class Player(NamedTuple):
    """Who plays: a name of 1 to 15 characters, and whether the computer plays under it."""

    name: str
    computer: bool = False


class Ended(NamedTuple):
    """A game of a tournament that is over: its transcript, and the score it ended with, in points."""

    game: Transcript
    score: int


class Standing(NamedTuple):
    """How a player stands: the scores of the games ended, their net total, and that total against par.

    `now` is the score as it stands of the game this player is in, None when not playing; no part of the total.
    """

    player: Player
    scores: tuple[int, ...]
    total: int
    verdict: Verdict
    now: int | None = None


class Tournament(NamedTuple):
    """A match under one rule set: its players, who alternate game by game, and the games ended, in that order.

    `same_deck` gives all players the same deal in each game. Made by `new_tournament`.

    >>> match = new_tournament(rules_for("em"), [Player("Ann"), Player("PC", computer=True)])
    >>> match = score_now(match, next_game(match, 61))
    >>> match.turn, match.number, match.standings()[0].total, match.leader()
    (1, 1, -52, 1)
    """

    rules: Rules
    players: tuple[Player, ...]
    same_deck: bool = False
    ended: tuple[Ended, ...] = ()

    @property
    def turn(self) -> int:
        """The index of the player whose game is next or on."""
        return len(self.ended) % len(self.players)

    @property
    def number(self) -> int:
        """The number of that game among the player's own, from 1; 7 when all is over."""
        return len(self.ended) // len(self.players) + 1

    @property
    def over(self) -> bool:
        """Whether every player has ended six games."""
        return self.number > GAMES

    @property
    def needs_deal(self) -> bool:
        """Whether the next game is one of new cards: no where it is of the same deck as the one before."""
        return not self.over and not (self.same_deck and self.turn)

    def standings(self, playing: Session | None = None) -> tuple[Standing, ...]:
        """Return how the players stand, in their order; `playing` is the game that is on, if any."""
        return tuple([self._standing(index, playing) for index in range(len(self.players))])

    def _standing(self, index: int, playing: Session | None) -> Standing:
        scores = tuple([ended.score for ended in self.ended[index :: len(self.players)]])
        now = _score(playing) if playing and index == self.turn and not self.over else None
        return Standing(self.players[index], scores, sum(scores), verdict(sum(scores)), now)

    def leader(self) -> int | None:
        """Return the index of the player with the highest total so far, None if two share it or one plays alone."""
        totals = [standing.total for standing in self.standings()]
        best = max(totals)
        return totals.index(best) if len(totals) > 1 and totals.count(best) == 1 else None

    def winner(self) -> int | None:
        """Return the index of who has won: the better total, or for one alone a total above par; None if nobody."""
        if not self.over:
            return None
        if len(self.players) == 1:
            return 0 if self.standings()[0].verdict == "above" else None
        return self.leader()

    def games_of(self, index: int) -> tuple[Transcript, ...]:
        """Return the transcripts of a player's ended games: with six of them, the proof of the total."""
        return tuple([ended.game for ended in self.ended[index :: len(self.players)]])


def for_the_board(tournament: Tournament) -> list[tuple[str, int, tuple[Transcript, ...]]]:
    """Return what may enter the Top 10: name, total and proof of each person above par, once all games are over."""
    if not tournament.over:
        return []
    return [
        (standing.player.name, standing.total, tournament.games_of(index))
        for index, standing in enumerate(tournament.standings())
        if standing.verdict == "above" and not standing.player.computer
    ]


def verdict(total: int) -> Verdict:
    """Return a net total against par.

    >>> verdict(3), verdict(0), verdict(-1)
    ('above', 'par', 'below')
    """
    return "par" if total == 0 else "above" if total > 0 else "below"


def new_tournament(rules: Rules, players: Sequence[Player], same_deck: bool = False) -> Tournament:
    """Return a tournament before its first game; TournamentError unless one or two can play it as asked."""
    if not rules.par_points:
        raise TournamentError(f"edition {rules.edition}: expected one scored by par")
    if len(players) not in (1, 2) or players[0].computer:
        raise TournamentError("players: expected a person alone, two persons, or a person and the computer")
    for name, _ in players:
        # Told before the first game: what the board cannot hold would cost the total after the last.
        if not 1 <= len(name) <= NAME_LENGTH or set(name) - set(TABLE) or name != name.strip():
            raise TournamentError(
                f"player {quoted(name)}: expected a name of 1 to {NAME_LENGTH} characters of code page 437"
            )
    return Tournament(rules, tuple(players), same_deck)


def rematch(tournament: Tournament) -> Tournament:
    """Return a new tournament with the same settings: rules, players, deck."""
    return tournament._replace(ended=())


def next_game(tournament: Tournament, number: int, habits: Habits | None = None) -> Session:
    """Start the next game: of the deal handed in, or where `needs_deal` is no, of the one just played.

    CardError if the number is none of a deal, TournamentError when all games are over.
    """
    _check_open(tournament)
    habits = _habits(tournament, habits)
    if tournament.needs_deal:
        return Session(tournament.rules, deal(number), number, habits)
    same = tournament.ended[-1].game
    return Session(tournament.rules, same.cards, same.deal, habits)


def finish(tournament: Tournament, session: Session) -> Tournament:
    """Return the tournament with its next game ended as the session is; TournamentError if it is still on."""
    if session.status == "playing":
        raise TournamentError("the game is still on: expected one that is won or stuck")
    return score_now(tournament, session)


def score_now(tournament: Tournament, session: Session) -> Tournament:
    """Return the tournament with its next game ended here and now, won, stuck or neither, by its score as it stands.

    TournamentError if the session cannot be that game.
    """
    _check_game(tournament, session)
    return tournament._replace(ended=(*tournament.ended, Ended(session.transcript(), _score(session))))


def facts(tournament: Tournament) -> Facts:
    """Return what `restore` needs beside the games."""
    rules = tournament.rules
    kinds = {computer: kind for kind, computer in _KINDS.items()}
    return (
        ("edition", rules.edition),
        *(("option", f"{name} {value}") for name, value in rules.chosen),
        *(("player", f"{kinds[player.computer]} {player.name}") for player in tournament.players),
        ("same_deck", "yes" if tournament.same_deck else "no"),
    )


def restore(
    said: Facts, games: Sequence[Transcript], playing: Save | None, habits: Habits | None = None
) -> tuple[Tournament, Session | None]:
    """Return a suspended tournament and the game that was on in it, all of it checked by playing it again.

    TournamentError says in one line what cannot be, and in which game.
    """
    tournament = _from_facts(said)
    for number, game in enumerate([*games, *([playing.game] if playing else [])], 1):
        try:
            _check_open(tournament)
            held = _habits(tournament, habits)
            last = playing is not None and number > len(games)
            session = (
                Session.resume(playing, held) if playing and last else Session.from_transcript(game, held)
            )
            _check_game(tournament, session)
        except (TournamentError, IllegalMove, RulesError) as error:
            raise TournamentError(f"game {number}: {error}") from None
        if last:
            return tournament, session
        # As it was written, whatever this version would write: a proof is not to change by being kept.
        tournament = tournament._replace(ended=(*tournament.ended, Ended(game, _score(session))))
    return tournament, None


def why_unproven(rules: Rules, total: int, games: Sequence[Transcript]) -> str | None:
    """Return why these games do not prove a tournament's total under these rules, in one phrase; None if they do.

    >>> why_unproven(rules_for("em"), 12, [])
    '0 games: expected 6'
    """
    if len(games) != GAMES:
        return f"{len(games)} games: expected {GAMES}"
    found = 0
    for number, game in enumerate(games, 1):
        if game.edition != rules.edition:
            return f"game {number} is of {game.edition}: expected {rules.edition}"
        try:
            session = Session.from_transcript(game)
        except (IllegalMove, RulesError) as error:
            return f"game {number}: {error}"
        if session.assisted:
            return f"game {number} is assisted: expected one played without help"
        found += _score(session)
    return None if found == total else f"the games make {found}: expected {total}"


def _habits(tournament: Tournament, habits: Habits | None) -> Habits | None:
    """Return what is held against the next game: nothing where the computer plays, as it helps nobody there."""
    return Habits(frozenset()) if tournament.players[tournament.turn].computer else habits


def _check_open(tournament: Tournament) -> None:
    if tournament.over:
        raise TournamentError(f"all games are over: expected no more than {GAMES} for each player")


def _check_game(tournament: Tournament, session: Session) -> None:
    """TournamentError unless the session is one of the tournament's next game; options may be other ones."""
    _check_open(tournament)
    edition = tournament.rules.edition
    if session.rules.edition != edition:
        raise TournamentError(f"the game is of {session.rules.edition}: expected {edition}")
    if not tournament.needs_deal and session.cards != tournament.ended[-1].game.cards:
        raise TournamentError("the game is of other cards: expected the same deck as in the game before")


def _score(session: Session) -> int:
    """Return the score by the rules alone, whatever stopped the scoring: what a replay of the game makes."""
    score = session.history[-1].score
    assert score is not None, "a tournament's edition keeps a score"
    return score


def _from_facts(said: Facts) -> Tournament:
    values = dict(said)
    options = dict([_two(value) for key, value in said if key == "option"])
    players = []
    for kind, name in [_two(value) for key, value in said if key == "player"]:
        if kind not in _KINDS:
            raise TournamentError(f"player {quoted(kind)}: expected human or computer, and a name")
        players.append(Player(name, _KINDS[kind]))
    if values.get("same_deck") not in ("yes", "no"):
        raise TournamentError("same_deck: expected yes or no")
    try:
        rules = rules_for(values.get("edition", ""), options)
    except RulesError as error:
        raise TournamentError(str(error)) from None
    tournament = new_tournament(rules, players, values["same_deck"] == "yes")
    if facts(tournament) != said:
        raise TournamentError(
            "facts: expected edition, option, player and same_deck, in this order, and no more"
        )
    return tournament


def _two(text: str) -> tuple[str, str]:
    first, _, second = text.partition(" ")
    return first, second
