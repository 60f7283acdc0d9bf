"""Matches of six games for one or two players: turns, standings, suspending and resuming, and proofs of scores by replay.

`start_next_game` returns a `Session` to play. `finish_game` or `score_now` returns the `Tournament` with that game finished.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal, NamedTuple

from retro_pyramid.cards import deal, quote
from retro_pyramid.cp437 import DECODING_TABLE
from retro_pyramid.rules import IllegalMoveError, Rules, RulesError, rules_for
from retro_pyramid.rules.editions import GAMES_PER_MATCH
from retro_pyramid.rules.transcript import SavedSession, Transcript
from retro_pyramid.session import AssistPolicy, Session

MAX_NAME_LENGTH = 15
"""The maximum length of a player's name, which is what the high score table can hold."""

TournamentSettings = tuple[tuple[str, str], ...]
"""The settings of a suspended tournament: pairs of key and value, in order, each of one line."""

ParResult = Literal["above", "par", "below"]
"""A net total compared with par, which is 0. 'above' wins in em; 'above' and 'par' make par in tilldawn."""

_PLAYER_KINDS = ("human", "computer")


class TournamentError(ValueError):
    """An invalid setting, player or game of a tournament. The message is one line with the problem and the expectation."""


class Player(NamedTuple):
    """A player: the name, 1 to 15 characters, and whether it is the computer."""

    name: str
    is_computer: bool = False


class FinishedGame(NamedTuple):
    """A finished game: its transcript and its score in points."""

    transcript: Transcript
    score: int


class Standing(NamedTuple):
    """The standing of a player in a tournament."""

    player: Player
    scores: tuple[int, ...]
    """The scores of the player's finished games, first to last."""
    total: int
    """The net total of these scores."""
    par_result: ParResult
    """The total compared with par."""
    current_score: int | None = None
    """The score so far of the player's current game, not included in the total. None if it is not the player's turn."""


class Tournament(NamedTuple):
    """A match under one rule set: the players, who take turns, and the finished games in the order played.

    With `same_deck` all players get the same deal in each game. Create one with `new_tournament`.

    >>> match = new_tournament(rules_for("em"), [Player("Ann"), Player("PC", is_computer=True)])
    >>> match = score_now(match, start_next_game(match, 61))
    >>> match.current_player_index, match.game_number, match.standings()[0].total, match.leader_index()
    (1, 1, -52, 1)
    """

    rules: Rules
    players: tuple[Player, ...]
    same_deck: bool = False
    finished_games: tuple[FinishedGame, ...] = ()

    @property
    def current_player_index(self) -> int:
        """The index of the player of the current or next game."""
        return len(self.finished_games) % len(self.players)

    @property
    def game_number(self) -> int:
        """The number of the current or next game among the player's own, from 1. 7 once all games are finished."""
        return len(self.finished_games) // len(self.players) + 1

    @property
    def is_over(self) -> bool:
        """Whether every player has finished six games."""
        return self.game_number > GAMES_PER_MATCH

    @property
    def needs_new_deal(self) -> bool:
        """Whether the next game needs a new deal. False if it is played with the deck of the previous game."""
        return not self.is_over and not (self.same_deck and self.current_player_index)

    def standings(self, current_game: Session | None = None) -> tuple[Standing, ...]:
        """Return the standings of the players, in their order. `current_game` is the game being played, if any."""
        return tuple([self._standing(index, current_game) for index in range(len(self.players))])

    def _standing(self, player_index: int, current_game: Session | None) -> Standing:
        scores = tuple([game.score for game in self.finished_games[player_index :: len(self.players)]])
        current_score = (
            _score(current_game)
            if current_game and player_index == self.current_player_index and not self.is_over
            else None
        )
        return Standing(
            self.players[player_index], scores, sum(scores), compare_with_par(sum(scores)), current_score
        )

    def leader_index(self) -> int | None:
        """Return the index of the player with the highest total so far, or None for a tie or a single player."""
        totals = [standing.total for standing in self.standings()]
        best = max(totals)
        return totals.index(best) if len(totals) > 1 and totals.count(best) == 1 else None

    def winner_index(self) -> int | None:
        """Return the index of the winner, or None if there is none or games are left.

        The winner of two has the higher total; a single player wins with a total above par.
        """
        if not self.is_over:
            return None
        if len(self.players) == 1:
            return 0 if self.standings()[0].par_result == "above" else None
        return self.leader_index()

    def player_transcripts(self, player_index: int) -> tuple[Transcript, ...]:
        """Return the transcripts of a player's finished games. Six of them prove the total."""
        return tuple([game.transcript for game in self.finished_games[player_index :: len(self.players)]])


def leaderboard_entries(tournament: Tournament) -> list[tuple[str, int, tuple[Transcript, ...]]]:
    """Return name, total and proof of each human player above par, for the Top 10. Empty until all games are finished."""
    if not tournament.is_over:
        return []
    return [
        (standing.player.name, standing.total, tournament.player_transcripts(index))
        for index, standing in enumerate(tournament.standings())
        if standing.par_result == "above" and not standing.player.is_computer
    ]


def compare_with_par(total: int) -> ParResult:
    """Compare a net total with par, which is 0.

    >>> compare_with_par(3), compare_with_par(0), compare_with_par(-1)
    ('above', 'par', 'below')
    """
    return "par" if total == 0 else "above" if total > 0 else "below"


def new_tournament(rules: Rules, players: Sequence[Player], same_deck: bool = False) -> Tournament:
    """Return a tournament before its first game. Raise TournamentError if the rules or players are invalid.

    The rules must have a par score. Valid players are a person alone, two persons, or a person and the computer.
    """
    if not rules.par_points:
        raise TournamentError(f"edition {rules.edition}: expected one scored by par")
    if len(players) not in (1, 2) or players[0].is_computer:
        raise TournamentError("players: expected a person alone, two persons, or a person and the computer")
    for name, _ in players:
        # A name that the high score table cannot hold is rejected now. After the last game the total would be lost.
        if not 1 <= len(name) <= MAX_NAME_LENGTH or set(name) - set(DECODING_TABLE) or name != name.strip():
            expected = f"a name of 1 to {MAX_NAME_LENGTH} characters of code page 437"
            raise TournamentError(f"player {quote(name)}: expected {expected}")
    return Tournament(rules, tuple(players), same_deck)


def rematch(tournament: Tournament) -> Tournament:
    """Return a new tournament with the same rules, players and `same_deck` setting."""
    return tournament._replace(finished_games=())


def start_next_game(
    tournament: Tournament, deal_number: int, assist_policy: AssistPolicy | None = None
) -> Session:
    """Return a session of the next game. Its cards are those of the deal, or of the previous game unless `needs_new_deal`.

    Raise CardError for an invalid deal number, TournamentError if all games are finished.
    """
    _check_open(tournament)
    assist_policy = _assist_policy_for_turn(tournament, assist_policy)
    if tournament.needs_new_deal:
        return Session(tournament.rules, deal(deal_number), deal_number, assist_policy)
    previous = tournament.finished_games[-1].transcript
    return Session(tournament.rules, previous.cards, previous.deal_number, assist_policy)


def finish_game(tournament: Tournament, session: Session) -> Tournament:
    """Return the tournament with a won or stuck session as its next finished game.

    Raise TournamentError if the session is still being played or cannot be the next game.
    """
    if session.status == "playing":
        raise TournamentError("the game is still on: expected one that is won or stuck")
    return score_now(tournament, session)


def score_now(tournament: Tournament, session: Session) -> Tournament:
    """Return the tournament with a session as its next finished game, at its current score, in any status.

    Raise TournamentError if the session cannot be the next game.
    """
    _check_game(tournament, session)
    return tournament._replace(
        finished_games=(*tournament.finished_games, FinishedGame(session.to_transcript(), _score(session)))
    )


def tournament_settings(tournament: Tournament) -> TournamentSettings:
    """Return the settings that `restore_tournament` needs besides the games."""
    rules = tournament.rules
    return (
        ("edition", rules.edition),
        *(("option", f"{name} {value}") for name, value in rules.option_values),
        *(("player", f"{_PLAYER_KINDS[player.is_computer]} {player.name}") for player in tournament.players),
        ("same_deck", "yes" if tournament.same_deck else "no"),
    )


def restore_tournament(
    settings: TournamentSettings,
    games: Sequence[Transcript],
    current_game: SavedSession | None,
    assist_policy: AssistPolicy | None = None,
) -> tuple[Tournament, Session | None]:
    """Return a suspended tournament and the session of its current game, or None if there is none.

    `games` are the finished games. All games are verified by replay. Raise TournamentError, with the number of the game and
    the problem on one line, if one is invalid.
    """
    tournament = _from_settings(settings)
    for number, game in enumerate([*games, *([current_game.transcript] if current_game else [])], 1):
        try:
            _check_open(tournament)
            policy = _assist_policy_for_turn(tournament, assist_policy)
            is_current = current_game is not None and number > len(games)
            session = (
                Session.from_saved_session(current_game, policy)
                if current_game and is_current
                else Session.from_transcript(game, policy)
            )
            _check_game(tournament, session)
        except (TournamentError, IllegalMoveError, RulesError) as error:
            raise TournamentError(f"game {number}: {error}") from None
        if is_current:
            return tournament, session
        # The transcript is stored as read, even if this version would write it differently, because it is a proof.
        tournament = tournament._replace(
            finished_games=(*tournament.finished_games, FinishedGame(game, _score(session)))
        )
    return tournament, None


def verification_error(rules: Rules, total: int, games: Sequence[Transcript]) -> str | None:
    """Return why the games do not prove a total under the rules, as a phrase, or None if they do.

    >>> verification_error(rules_for("em"), 12, [])
    '0 games: expected 6'
    """
    if len(games) != GAMES_PER_MATCH:
        return f"{len(games)} games: expected {GAMES_PER_MATCH}"
    replayed_total = 0
    for number, game in enumerate(games, 1):
        if game.edition != rules.edition:
            return f"game {number} is of {game.edition}: expected {rules.edition}"
        try:
            session = Session.from_transcript(game)
        except (IllegalMoveError, RulesError) as error:
            return f"game {number}: {error}"
        if session.is_assisted:
            return f"game {number} is assisted: expected one played without help"
        replayed_total += _score(session)
    return None if replayed_total == total else f"the games make {replayed_total}: expected {total}"


def _assist_policy_for_turn(tournament: Tournament, policy: AssistPolicy | None) -> AssistPolicy | None:
    """Return the assist policy of the next game. The computer's games are never assisted: it always plays automatically."""
    return (
        AssistPolicy(frozenset())
        if tournament.players[tournament.current_player_index].is_computer
        else policy
    )


def _check_open(tournament: Tournament) -> None:
    if tournament.is_over:
        raise TournamentError(f"all games are over: expected no more than {GAMES_PER_MATCH} for each player")


def _check_game(tournament: Tournament, session: Session) -> None:
    """Raise TournamentError unless the session can be the tournament's next game. Its options may differ."""
    _check_open(tournament)
    edition = tournament.rules.edition
    if session.rules.edition != edition:
        raise TournamentError(f"the game is of {session.rules.edition}: expected {edition}")
    if not tournament.needs_new_deal and session.cards != tournament.finished_games[-1].transcript.cards:
        raise TournamentError("the game is of other cards: expected the same deck as in the game before")


def _score(session: Session) -> int:
    """Return the score by the rules, as in a replay, even if the session's score is frozen."""
    score = session.history[-1].score
    assert score is not None, "a tournament's edition keeps a score"
    return score


def _from_settings(settings: TournamentSettings) -> Tournament:
    values = dict(settings)
    options = dict([value.partition(" ")[::2] for key, value in settings if key == "option"])
    players = []
    for kind, name in [value.partition(" ")[::2] for key, value in settings if key == "player"]:
        if kind not in _PLAYER_KINDS:
            raise TournamentError(f"player {quote(kind)}: expected human or computer, and a name")
        players.append(Player(name, kind == "computer"))
    if values.get("same_deck") not in ("yes", "no"):
        raise TournamentError("same_deck: expected yes or no")
    try:
        rules = rules_for(values.get("edition", ""), options)
    except RulesError as error:
        raise TournamentError(str(error)) from None
    tournament = new_tournament(rules, players, values["same_deck"] == "yes")
    if tournament_settings(tournament) != settings:
        expected = "edition, option, player and same_deck, in this order, and no more"
        raise TournamentError(f"facts: expected {expected}")
    return tournament
