"""Matches of six games: whose turn it is, the standings, suspending and resuming, and proofs by replay.

`next_game` gives a Session to play; `finish` or `score_now` returns the Tournament with that game ended.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal, NamedTuple

from retro_pyramid.cards import deal, quoted
from retro_pyramid.cp437 import TABLE
from retro_pyramid.rules import IllegalMove, Rules, RulesError, rules_for
from retro_pyramid.rules.scoring import GAMES
from retro_pyramid.rules.transcript import Save, Transcript
from retro_pyramid.session import Habits, Session

NAME_LENGTH = 15
"""The most characters of a player's name, as many as the board holds."""

Facts = tuple[tuple[str, str], ...]
"""The settings of a suspended tournament: keys and values in order, each of one line."""

Verdict = Literal["above", "par", "below"]
"""A net total compared with par, which is 0. In em 'above' wins; in tilldawn 'above' and 'par' make par."""

_KINDS = ("human", "computer")


class TournamentError(ValueError):
    """A setting, player or game that a tournament cannot have; the message is one line and says what was expected."""


class Player(NamedTuple):
    """A player: a name of 1 to 15 characters, and whether it is the computer."""

    name: str
    computer: bool = False


class Ended(NamedTuple):
    """A game that is over: its transcript and its score in points."""

    game: Transcript
    score: int


class Standing(NamedTuple):
    """How a player stands: the scores of the games ended, their net total, and that total against par.

    `now` is the score so far of the game that the player is in, None if it is not the player's turn. The total is
    without it.
    """

    player: Player
    scores: tuple[int, ...]
    total: int
    verdict: Verdict
    now: int | None = None


class Tournament(NamedTuple):
    """A match under one rule set: its players, who play in turn, and the games ended, in the order played.

    `same_deck` gives all players the same deal in each game. `new_tournament` makes one.

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
        """The number of that game among the player's own, from 1; 7 once all games are over."""
        return len(self.ended) // len(self.players) + 1

    @property
    def over(self) -> bool:
        """Whether every player has ended six games."""
        return self.number > GAMES

    @property
    def needs_deal(self) -> bool:
        """Whether the next game needs a new deal; not if it is played with the same deck as the one before."""
        return not self.over and not (self.same_deck and self.turn)

    def standings(self, playing: Session | None = None) -> tuple[Standing, ...]:
        """Return the standings of the players, in their order; `playing` is the game being played, if any."""
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
        """Return the index of the winner: the higher total, or a player alone who is above par; None if there is none."""
        if not self.over:
            return None
        if len(self.players) == 1:
            return 0 if self.standings()[0].verdict == "above" else None
        return self.leader()

    def games_of(self, index: int) -> tuple[Transcript, ...]:
        """Return the transcripts of a player's ended games; six of them prove the total."""
        return tuple([ended.game for ended in self.ended[index :: len(self.players)]])


def for_the_board(tournament: Tournament) -> list[tuple[str, int, tuple[Transcript, ...]]]:
    """Return name, total and proof of each human player above par, for the Top 10; [] until all games are over."""
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
        # A name that the board cannot hold is refused now, not after the last game, where the total would be lost.
        if not 1 <= len(name) <= NAME_LENGTH or set(name) - set(TABLE) or name != name.strip():
            expected = f"a name of 1 to {NAME_LENGTH} characters of code page 437"
            raise TournamentError(f"player {quoted(name)}: expected {expected}")
    return Tournament(rules, tuple(players), same_deck)


def rematch(tournament: Tournament) -> Tournament:
    """Return a new tournament with the same rules, players and deck setting."""
    return tournament._replace(ended=())


def next_game(tournament: Tournament, number: int, habits: Habits | None = None) -> Session:
    """Start the next game, of deal `number`; without `needs_deal` of the cards of the game before.

    CardError if it is no deal number, TournamentError if all games are over.
    """
    _check_open(tournament)
    habits = _habits(tournament, habits)
    if tournament.needs_deal:
        return Session(tournament.rules, deal(number), number, habits)
    same = tournament.ended[-1].game
    return Session(tournament.rules, same.cards, same.deal, habits)


def finish(tournament: Tournament, session: Session) -> Tournament:
    """Return the tournament with its next game ended as in the session; TournamentError if the session is still playing."""
    if session.status == "playing":
        raise TournamentError("the game is still on: expected one that is won or stuck")
    return score_now(tournament, session)


def score_now(tournament: Tournament, session: Session) -> Tournament:
    """Return the tournament with its next game ended at the session's score so far, whether won, stuck or neither.

    TournamentError if the session cannot be that game.
    """
    _check_game(tournament, session)
    return tournament._replace(ended=(*tournament.ended, Ended(session.transcript(), _score(session))))


def facts(tournament: Tournament) -> Facts:
    """Return the settings that `restore` needs beside the games."""
    rules = tournament.rules
    return (
        ("edition", rules.edition),
        *(("option", f"{name} {value}") for name, value in rules.chosen),
        *(("player", f"{_KINDS[player.computer]} {player.name}") for player in tournament.players),
        ("same_deck", "yes" if tournament.same_deck else "no"),
    )


def restore(
    said: Facts, games: Sequence[Transcript], playing: Save | None, habits: Habits | None = None
) -> tuple[Tournament, Session | None]:
    """Return a suspended tournament and the game being played in it, if any; all games are checked by replay.

    TournamentError says in one line what is wrong, and in which game.
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
        # The game is kept as it was read, even if this version would write it in another way: it is a proof.
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
    """Return what is held against the next game: nothing if the computer plays it, since automatic play is no help there."""
    return Habits(frozenset()) if tournament.players[tournament.turn].computer else habits


def _check_open(tournament: Tournament) -> None:
    if tournament.over:
        raise TournamentError(f"all games are over: expected no more than {GAMES} for each player")


def _check_game(tournament: Tournament, session: Session) -> None:
    """Raise TournamentError unless the session can be the tournament's next game; its options may differ."""
    _check_open(tournament)
    edition = tournament.rules.edition
    if session.rules.edition != edition:
        raise TournamentError(f"the game is of {session.rules.edition}: expected {edition}")
    if not tournament.needs_deal and session.cards != tournament.ended[-1].game.cards:
        raise TournamentError("the game is of other cards: expected the same deck as in the game before")


def _score(session: Session) -> int:
    """Return the score by the rules, as a replay gives it, even if the session stopped its scoring."""
    score = session.history[-1].score
    assert score is not None, "a tournament's edition keeps a score"
    return score


def _from_facts(said: Facts) -> Tournament:
    values = dict(said)
    options = dict([value.partition(" ")[::2] for key, value in said if key == "option"])
    players = []
    for kind, name in [value.partition(" ")[::2] for key, value in said if key == "player"]:
        if kind not in _KINDS:
            raise TournamentError(f"player {quoted(kind)}: expected human or computer, and a name")
        players.append(Player(name, kind == "computer"))
    if values.get("same_deck") not in ("yes", "no"):
        raise TournamentError("same_deck: expected yes or no")
    try:
        rules = rules_for(values.get("edition", ""), options)
    except RulesError as error:
        raise TournamentError(str(error)) from None
    tournament = new_tournament(rules, players, values["same_deck"] == "yes")
    if facts(tournament) != said:
        expected = "edition, option, player and same_deck, in this order, and no more"
        raise TournamentError(f"facts: expected {expected}")
    return tournament
